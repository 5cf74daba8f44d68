import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { MOST, readBytes } from '../disk/file.ts';
import { isObject, type JsonObject } from '../json/shape.ts';
import { commandOf, type HttpTarget, type StdioTarget, type Target } from '../session/target.ts';
import type { ServerDocument } from '../surface/answered.ts';
import { urlOf } from '../text/url.ts';
import { boundedBody } from '../transport/body.ts';
import { createFetch } from '../transport/fetch.ts';
import { zoneOf } from '../transport/zone.ts';
import { version } from '../version.ts';

/**
 * What describes a server to those who have not connected to it: its card, where it is reached over HTTP, and the server.json of
 * the folder that it is started from. What is not there, or is something else, is left out.
 *
 * @param transport the transport that is spoken
 * @param cwd the folder of the person
 */
export async function documentsOf(
  target: Target,
  transport: string,
  cwd: string,
): Promise<readonly ServerDocument[]> {
  switch (target.transport) {
    case 'stdio':
      return entryOfCommand(target, cwd);
    case 'http':
    case 'sse':
      return [...(await cardsOf(target, transport)), ...entryOfAddress(target, transport, cwd)];
    case 'ws':
    case 'recorded':
      return [];
  }
}

/** The name of a registry entry in a repository. */
const ENTRY = 'server.json';
/** Folders above a file of the command in which it is looked for. */
const ABOVE = 4;

/** The server.json of the repository with a file of the command; else that of the folder one is in, if it is of this command. */
function entryOfCommand(target: StdioTarget, cwd: string): readonly ServerDocument[] {
  for (const word of commandOf(target) ?? []) {
    let folder = dirname(resolve(target.cwd, word));
    // Programs that are installed have their repository elsewhere.
    if (!existsSync(resolve(target.cwd, word)) || folder === target.cwd || word === target.command) continue;
    for (let above = 0; above < ABOVE && folder !== dirname(folder); above += 1) {
      const found = entryIn(folder, cwd);
      if (found !== undefined) return [found];
      if (existsSync(join(folder, '.git')) || existsSync(join(folder, 'package.json'))) break;
      folder = dirname(folder);
    }
  }
  const found = entryIn(target.cwd, cwd);
  return found !== undefined && (!runsPackage(target) || isOf(found.value, target)) ? [found] : [];
}

/** Whether a command fetches a program: what lies in this folder need not be about it. */
const runsPackage = ({ command, args }: StdioTarget): boolean =>
  /(?:^|[\\/])(?:npx|bunx|uvx|pipx|docker|podman)(?:\.cmd|\.exe)?$/i.test(command) ||
  /^(?:exec|dlx|x|tool)$/.test(args[0] ?? '');

/** Whether one of the packages of an entry is named by the command. */
function isOf(value: unknown, { args }: StdioTarget): boolean {
  const packages = isObject(value) && Array.isArray(value['packages']) ? value['packages'] : [];
  return packages.some((one: unknown) => {
    const name = isObject(one) ? one['identifier'] : undefined;
    return typeof name === 'string' && name !== '' && args.some((word) => word.startsWith(name));
  });
}

/** The server.json of the folder one is in: for a server on this machine, or one whose address it names. */
function entryOfAddress(target: HttpTarget, transport: string, cwd: string): readonly ServerDocument[] {
  const found = entryIn(cwd, cwd);
  const url = urlOf(target.url);
  if (found === undefined || url === undefined) return [];
  const there = { ...found, ...placeOf(target, transport, found.value) };
  const isNamed = addressesIn(found.value).some(({ origin }) => origin === url.origin);
  return isHere(target) || isNamed ? [there] : [];
}

/** Whether a server runs on this machine. */
const isHere = ({ socket, url }: HttpTarget): boolean =>
  socket !== undefined || zoneOf(urlOf(url)?.hostname ?? '') === 'loopback';

/** The addresses that a document names. */
const addressesIn = (value: unknown): readonly URL[] =>
  (isObject(value) ? [value['remotes']].flat() : [])
    .filter(isObject)
    .flatMap((one) => (typeof one['url'] === 'string' ? (urlOf(one['url']) ?? []) : []));

/** Where the server was reached: what runs here to be tried is not yet where its document says that it is. */
function placeOf(
  target: HttpTarget,
  transport: string,
  value: unknown,
): Pick<ServerDocument, 'at' | 'isElsewhere'> {
  const addresses = addressesIn(value);
  const areElsewhere =
    addresses.length > 0 && addresses.every(({ hostname }) => zoneOf(hostname) !== 'loopback');
  if (isHere(target) && areElsewhere) return { isElsewhere: true };
  return { at: { url: target.url, transport } };
}

/** The registry entry in a folder; nothing where the file is of something else. */
function entryIn(folder: string, cwd: string): ServerDocument | undefined {
  const path = join(folder, ENTRY);
  if (!existsSync(path)) return undefined;
  let text = '';
  try {
    text = readBytes(path, MOST.small).toString();
  } catch {
    return undefined;
  }
  const value = parsed(text);
  const isEntry =
    isObject(value) && (/server\.schema\.json/.test(String(value['$schema'])) || hasPlaces(value));
  return isEntry ? { kind: 'registry entry', from: relative(cwd, path) || ENTRY, value } : undefined;
}

const hasPlaces = (value: JsonObject): boolean =>
  typeof value['name'] === 'string' && (Array.isArray(value['packages']) || Array.isArray(value['remotes']));

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return undefined;
  }
}

/** ms that a server may take for its card. */
const PATIENCE = 5_000;

/** Another path of the same origin; one that begins with two slashes would be another host to whoever resolved it. */
function atPath(url: URL, path: string): URL {
  const other = new URL(url);
  other.pathname = path;
  other.search = '';
  other.hash = '';
  return other;
}

/** The cards of a server at its own origin: where the first drafts had them, and where SEP-2127 has them. */
async function cardsOf(target: HttpTarget, transport: string): Promise<readonly ServerDocument[]> {
  const url = urlOf(target.url);
  if (url === undefined) return [];
  const path = url.pathname.replace(/\/+$/, '');
  const places = ['/.well-known/mcp/server-card.json', `${path}/server-card`].map((one) => atPath(url, one));
  const fetch = createFetch(target, { emit: () => {}, nextExchange: () => 1 });
  const read = async (place: URL): Promise<readonly ServerDocument[]> => {
    const exchange = fetch({
      ...{ method: 'GET', url: place.href, within: PATIENCE, harmless: true },
      headers: [
        ['Accept', 'application/mcp-server-card+json, application/json'],
        ['User-Agent', `mcp-loupe/${version}`],
      ],
    });
    const timer = setTimeout(() => exchange.abort('it took too long'), PATIENCE);
    try {
      const response = await exchange.response;
      if (response.status !== 200 || !/json/i.test(response.header('content-type') ?? '')) {
        exchange.abort('it is not a card');
        return [];
      }
      const { bytes, isCut } = await boundedBody(exchange, response);
      const value = isCut ? undefined : parsed(bytes.toString());
      return [{ kind: 'server card', from: place.pathname, value, ...placeOf(target, transport, value) }];
    } catch {
      return [];
    } finally {
      clearTimeout(timer);
    }
  };
  try {
    const found = (await Promise.all(places.map(read))).flat();
    const [first, second] = found;
    const isTwice =
      first?.value !== undefined && JSON.stringify(first.value) === JSON.stringify(second?.value);
    return isTwice ? [first] : found;
  } finally {
    fetch.close();
  }
}
