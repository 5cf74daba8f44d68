import { type JsoncPlaces, jsoncPlaces, parseJsonc } from '../json/jsonc.ts';
import { isObject } from '../json/shape.ts';
import { TargetError } from '../transport/shell.ts';
import { serverPaths } from './config-places.ts';
import { type ConfigEntry, readEntry } from './entry.ts';
import { type ConfigInput, readInputs } from './variables.ts';

/** One server of a client's config. */
export interface ConfigServer {
  readonly name: string;
  /** Where its entry begins, from 1. */
  readonly line: number;
  /** It is switched off in the client. */
  readonly disabled: boolean;
  /** Members of the entry that mean nothing here. */
  readonly unused: readonly string[];
  /** What the entry says, or what is wrong with it, each in a sentence that begins with the file, line and key. */
  readonly entry: ConfigEntry | { readonly problems: readonly string[] };
  /** The place of a member of the entry for messages, e.g. `mcp.json:4: servers.web.url`. */
  readonly place: (path: readonly (string | number)[]) => string;
}

/** The config of a client. */
export interface ConfigFile {
  readonly path: string;
  readonly servers: readonly ConfigServer[];
  /** The questions that `${input:…}` refers to. */
  readonly inputs: readonly ConfigInput[];
  /** What of it is not used and why, in sentences that name the place. */
  readonly remarks: readonly string[];
}

type Path = readonly string[];

/** Servers in one object of a file: the place of each is looked for among all. */
const MOST = 1_000;

/**
 * Reads the config of any client: JSON with comments, trailing commas and a byte order mark. A mistake within one
 * entry is that entry's alone.
 *
 * @param path for messages
 * @param folder the folder the client has open; Claude Code keeps servers by folder
 * @throws TargetError when it is not JSON, or not an object
 */
export function parseConfig(text: string, path: string, folder: string): ConfigFile {
  const plain = text.replace(/^\uFEFF/, '');
  const parsed = parseJsonc(plain);
  if ('problem' in parsed) {
    const { line, column, message } = parsed.problem;
    throw new TargetError(`${path}:${line}:${column}: ${message}`);
  }
  const { value: root } = parsed;
  if (!isObject(root)) throw new TargetError(`${path} is not a JSON object`);
  const places = jsoncPlaces(plain);
  const remarks: string[] = [];
  const servers = new Map<string, ConfigServer>();
  for (const container of containersIn(root, folder)) {
    const entries = at(root, container);
    if (!isObject(entries)) {
      remarks.push(`${placeIn(path, places, container)}: must be an object of servers`);
      continue;
    }
    const named = Object.entries(entries);
    if (named.length > MOST)
      throw new TargetError(`${path} has ${named.length} servers, and files of up to ${MOST} are read`);
    remarks.push(...repeated(path, places, container));
    for (const [name, value] of named) {
      const before = servers.get(name);
      if (before !== undefined) {
        remarks.push(
          `${placeIn(path, places, [...container, name])}: stands in for that of line ${before.line}`,
        );
      }
      servers.set(name, serverOf(name, value, path, places, [...container, name]));
    }
  }
  return { path, servers: [...servers.values()], inputs: readInputs(root), remarks };
}

/** The objects of servers that a file has; a file that has none of them may itself be one. */
function containersIn(root: Readonly<Record<string, unknown>>, folder: string): readonly Path[] {
  const known = serverPaths(folder).filter((path) => at(root, path) !== undefined);
  const isBare = Object.values(root).some(
    (value) => isObject(value) && ('command' in value || 'url' in value),
  );
  return known.length === 0 && isBare ? [[]] : known;
}

function at(root: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (value, name) => (isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined),
    root,
  );
}

function serverOf(name: string, value: unknown, file: string, places: JsoncPlaces, path: Path): ConfigServer {
  const { disabled, unused, read } = readEntry(value);
  const place = (inside: readonly (string | number)[]): string => placeIn(file, places, [...path, ...inside]);
  const line = places.line(path);
  if ('by' in read) return { name, line, disabled, unused, entry: read, place };
  const problems = read.map((problem) => `${place(problem.path)}: ${problem.message}`);
  return { name, line, disabled, unused, entry: { problems }, place };
}

/** `mcp.json:4: servers.web.url`. */
function placeIn(file: string, places: JsoncPlaces, path: readonly (string | number)[]): string {
  return `${file}:${places.line(path)}: ${path.join('.')}`;
}

/** Names that one object has twice: only the last one counts, for every client. */
function repeated(file: string, places: JsoncPlaces, container: Path): string[] {
  const names = places.names(container);
  return [...new Set(names.filter((name, place) => names.indexOf(name) !== place))].map(
    (name) =>
      `${placeIn(file, places, [...container, name])}: is written more than once; the last one counts`,
  );
}
