import type { ClientConfig } from '../clients/client.ts';
import { type ConfigEntry, readEntry } from '../clients/entry.ts';
import { type JsoncNode, memberOf, nodeAt } from '../json/jsonc-edit.ts';
import { isObject } from '../json/shape.ts';
import { type TapLine, tapLine } from './tap-line.ts';

/** A server in a client's config, with its place in the text. */
export interface PlacedEntry {
  readonly name: string;
  /** Names from the root of the file to it. */
  readonly path: readonly string[];
  readonly node: JsoncNode;
  /** The object that it is in, with its siblings. */
  readonly around: JsoncNode;
  readonly read: ConfigEntry | undefined;
  /** How it is tapped, if it is. */
  readonly tap: TapLine | undefined;
  /** Why it cannot be tapped, for the end of a sentence that begins with its name. */
  readonly left: string | undefined;
}

/**
 * All servers of a config, wherever in the file the client looks: Claude Code has those of every folder in one. Of a
 * name that one object has twice, the last one counts.
 *
 * @param folder the folder that the client has open
 */
export function entriesIn(root: JsoncNode, config: ClientConfig, folder: string): readonly PlacedEntry[] {
  const projects = memberOf(root, 'projects')?.node.members ?? [];
  const folders = [folder, ...projects.map(({ name }) => name)];
  const paths = new Map(
    folders.flatMap((one) => config.servers(one)).map((path) => [path.join('\0'), path] as const),
  );
  const excluded = exclusionsIn(root.value);
  return [...paths.values()].flatMap((path) => {
    const around = nodeAt(root, path);
    if (around === undefined) return [];
    const last = new Map((around.members ?? []).map((member) => [member.name, member.node] as const));
    return [...last].map(([name, node]) => ({ ...placed(name, [...path, name], node, excluded), around }));
  });
}

function placed(
  name: string,
  path: readonly string[],
  node: JsoncNode,
  excluded: (name: string) => boolean,
): Omit<PlacedEntry, 'around'> {
  const { disabled, read } = readEntry(node.value);
  const entry = 'by' in read ? read : undefined;
  const tap = entry?.by === 'stdio' ? tapLine([entry.command, ...entry.args]) : undefined;
  const problem =
    'by' in read ? undefined : read.map((one) => [...one.path, one.message].join(' ')).join(', ');
  const left = disabled
    ? 'is disabled'
    : tap !== undefined
      ? 'is tapped already'
      : problem !== undefined
        ? `is not a server that can be started: ${problem}`
        : excluded(name)
          ? 'is excluded in the same file'
          : entry === undefined
            ? undefined
            : unfit(entry, node);
  return { name, path, node, read: entry, tap, left };
}

/** Why an entry that is in order cannot be put behind a launcher. */
function unfit(entry: ConfigEntry, { value }: JsoncNode): string | undefined {
  if (entry.by === 'stdio' || !isObject(value)) return undefined;
  if (URLS.filter((name) => value[name] != null).length > 1) return 'has several addresses';
  if (!/^(?:https?|wss?):|^\$/i.test(entry.url)) return `has an address of a kind that is not tapped`;
  const own = OURS.find((name) => Object.hasOwn(value, name));
  if (own !== undefined)
    return `has ${own} beside its address, where a tap writes its own: take it out first`;
  const helper = HELPERS.find((name) => value[name] != null);
  return helper === undefined ? undefined : `gets its headers from ${helper}, which only the client can do`;
}

const URLS = ['url', 'serverUrl', 'httpUrl'];

/** What an entry gets that starts a tap; with both, the file would have it twice. */
const OURS = ['command', 'args', 'env'];

/** Members by which a client makes the headers of a remote server itself. */
const HELPERS = ['headersHelper', 'authProviderType'];

/** Gemini CLI names the servers that it starts, or those that it does not, beside them. */
function exclusionsIn(root: unknown): (name: string) => boolean {
  const all = isObject(root) ? root : {};
  const mcp = isObject(all['mcp']) ? all['mcp'] : {};
  const names = (list: unknown): readonly unknown[] | undefined => (Array.isArray(list) ? list : undefined);
  const excluded = names(mcp['excluded']) ?? names(all['excludeMCPServers']) ?? [];
  const allowed = names(mcp['allowed']) ?? names(all['allowMCPServers']) ?? [];
  return (name) => excluded.includes(name) || (allowed.length > 0 && !allowed.includes(name));
}
