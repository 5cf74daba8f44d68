import { canonicalText } from '../json/canonical.ts';
import { jsonOf } from '../json/json-of.ts';
import { elementTexts, memberText, memberTexts } from '../json/parts.ts';
import { locateError, problemSentence } from '../json/reader.ts';
import { safeJson } from '../json/safe.ts';
import { isObject, type JsonObject } from '../json/shape.ts';
import { readItem } from '../spec/check/item.ts';
import { LIST_NAMES, LISTS, type ListName } from '../spec/methods.ts';
import { canonicalItem } from './canonical-item.ts';
import { byList, type Surface, type SurfaceItem } from './surface.ts';

/** SHA-256 of a text's UTF-8, in hexadecimal digits. */
type Sha256 = (text: string) => string;

const FORMAT = 'mcp-lock';
const VERSION = 1;

/**
 * A surface as a file: JSON in canonical form, sorted, one item a line. A list that is not known is left out. Characters
 * that cannot be seen are escaped, so that they can. The same surface gives the same text, in whatever order and spelling it was sent. Described in docs/scripts.md.
 *
 * @param surface without its secrets: a lock is there to be committed
 */
export function lockText(surface: Surface, sha256: Sha256): string {
  const { era, revision, offered, server, capabilities, instructions, lists } = surface;
  const safe = (value: unknown): string | undefined =>
    value === undefined ? undefined : safeJson(canonicalText(jsonOf(value)) ?? 'null');
  const hashes: string[] = [];
  const lines = (name: ListName): string | undefined => {
    const items = lists[name] && [...lists[name]].sort(byName);
    if (items === undefined || items.length === 0) return items && '[]';
    const texts = items.map((item) => {
      const text = canonicalItem(name, item);
      const hash = sha256(text);
      hashes.push(hash);
      return `{"name":${safeJson(JSON.stringify(item.name))},"hash":"${hash}","item":${safeJson(text)}}`;
    });
    return `[\n${texts.join(',\n')}\n]`;
  };
  const listed = LIST_NAMES.map((name) => [name, lines(name)] as const);
  const members = [
    ['format', JSON.stringify(FORMAT)],
    ['version', String(VERSION)],
    ['hash', JSON.stringify(hashOfAll(hashes, sha256))],
    ['era', safe(era)],
    ['protocolVersion', safe(revision)],
    ['supportedVersions', safe(offered)],
    ['serverInfo', safe(server)],
    ['capabilities', safe(capabilities.server)],
    ['instructions', instructions === undefined ? undefined : safeJson(JSON.stringify(instructions))],
    ...listed,
  ] as const;
  const written = members.flatMap(([name, text]) => (text === undefined ? [] : [`"${name}":${text}`]));
  return `{\n${written.join(',\n')}\n}\n`;
}

/** The hash of everything listed, in any order: of the sorted hashes of the items, each that of its canonical text. */
const hashOfAll = (hashes: readonly string[], sha256: Sha256): string =>
  sha256([...hashes].sort().join('\n'));

/**
 * The same surface without the secrets in its texts, as a lock has it.
 *
 * @param mask replaces the secrets in a text, as recordings do it
 */
export function maskedSurface(surface: Surface, mask: (text: string) => string): Surface {
  const { server, instructions, capabilities, lists } = surface;
  const safe = (value: JsonObject): JsonObject => {
    const text = jsonOf(value);
    const masked = mask(text);
    return masked === text ? value : JSON.parse(masked);
  };
  const listed = (name: ListName): readonly SurfaceItem[] | undefined =>
    lists[name]?.map((item) => {
      const text = item.text ?? jsonOf(item.raw);
      const masked = mask(text);
      if (masked === text) return item;
      return { ...readItem(name, JSON.parse(masked), item.seq, surface.era ?? 'legacy').item, text: masked };
    });
  return {
    ...surface,
    server: server && safe({ ...server }),
    instructions: instructions && mask(instructions),
    capabilities: {
      ...capabilities,
      ...(capabilities.server === undefined ? {} : { server: safe(capabilities.server) }),
    },
    lists: byList(listed),
  };
}

/** By UTF-16 units; items of one name stay in their order, in which they are compared. */
const byName = (one: SurfaceItem, other: SurfaceItem): number =>
  one.name === other.name ? 0 : one.name < other.name ? -1 : 1;

/** Whether a file that begins like this is meant as a lock, rather than as a recording. */
export const looksLikeLock = (head: string): boolean =>
  /^\uFEFF?\s*\{/.test(head) && !/^\uFEFF?\s*\{[^\n]*"mcp-transcript"/.test(head);

/** The surface that a lock holds, or why it cannot be used, in a sentence that follows the name of the file. */
export function readLock(
  text: string,
  sha256: Sha256,
): { readonly surface: Surface } | { readonly problem: string } {
  const fault = locateError(text);
  if (fault !== undefined) {
    const isTorn = /^(?:<{7}|={7}|>{7})/m.test(text);
    return {
      problem: isTorn
        ? `holds the marks of a merge that is not finished. ${ANEW}`
        : `is not a lock: ${problemSentence(fault)}`,
    };
  }
  const members = new Map(memberTexts(text));
  const value = (name: string): unknown => JSON.parse(members.get(name) ?? 'null') ?? undefined;
  const version = value('version');
  if (value('format') !== FORMAT || typeof version !== 'number')
    return {
      problem: `is not a lock: it has no "format": "${FORMAT}" (mcp-loupe export --to lock writes one)`,
    };
  if (version > VERSION)
    return {
      problem: `is a lock of version ${version}, and this program reads version ${VERSION}: update it`,
    };
  const lists: Partial<Record<ListName, readonly SurfaceItem[]>> = {};
  const hashes: string[] = [];
  for (const name of LIST_NAMES) {
    const list = members.get(name);
    if (list === undefined) continue;
    const read = readItems(name, list, sha256);
    if ('problem' in read) return read;
    lists[name] = read.items;
    hashes.push(...read.hashes);
  }
  if (value('hash') !== hashOfAll(hashes, sha256))
    return { problem: `was changed by hand: its hash does not fit its items. ${ANEW}` };
  return { surface: surfaceIn(value, lists) };
}

function surfaceIn(
  value: (name: string) => unknown,
  lists: Partial<Record<ListName, readonly SurfaceItem[]>>,
): Surface {
  const text = (name: string): string | undefined => {
    const found = value(name);
    return typeof found === 'string' ? found : undefined;
  };
  const object = (name: string): JsonObject | undefined => {
    const found = value(name);
    return isObject(found) ? found : undefined;
  };
  const offered = value('supportedVersions');
  const capabilities = object('capabilities');
  const era = text('era');
  return {
    ...(era === 'legacy' || era === 'modern' ? { era } : {}),
    revision: text('protocolVersion'),
    ...(Array.isArray(offered) ? { offered } : {}),
    server: object('serverInfo'),
    instructions: text('instructions'),
    capabilities: { client: {}, ...(capabilities === undefined ? {} : { server: capabilities }) },
    lists: byList((name) => lists[name]),
  };
}

/** What helps where the text of a lock is not what was written. */
const ANEW = 'Write it again: mcp-loupe export --to lock';

type ReadItems =
  | { readonly items: readonly SurfaceItem[]; readonly hashes: readonly string[] }
  | { readonly problem: string };

function readItems(name: ListName, list: string, sha256: Sha256): ReadItems {
  const entries = elementTexts(list);
  if (entries === undefined) return { problem: `is not a lock: its ${name} are not a list` };
  const items: SurfaceItem[] = [];
  const hashes: string[] = [];
  for (const entry of entries) {
    const text = memberText(entry, 'item');
    const hash: unknown = JSON.parse(memberText(entry, 'hash') ?? 'null');
    if (text === undefined || typeof hash !== 'string')
      return { problem: `is not a lock: an entry of its ${name} lacks "item" or "hash"` };
    const { item } = readItem(name, JSON.parse(text), 0, 'legacy');
    // Who formats it changes spaces alone.
    if (hash !== sha256(text) && hash !== sha256(canonicalText(text) ?? ''))
      return {
        problem: `was changed by hand: the hash of ${LISTS[name].noun}:${item.name} does not fit it. ${ANEW}`,
      };
    items.push({ ...item, text });
    hashes.push(hash);
  }
  return { items, hashes };
}
