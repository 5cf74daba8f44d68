import { createHash } from 'node:crypto';
import { basename, dirname, resolve } from 'node:path';
import { isObject, type JsonObject } from '../../json/shape.ts';
import type { Entry } from '../../session/frame.ts';
import type { ByteRange } from '../../session/log/log.ts';
import { fileSafe } from '../../session/short-name.ts';
import { METHODS } from '../../spec/methods.ts';
import { reason } from '../../text/reason.ts';
import type { Growing } from '../growing.ts';
import type { Header } from '../header.ts';
import { readSeparateNotes } from '../notes.ts';
import type { Batch, ReadEntry, Transcript } from '../read.ts';
import { TranscriptError } from '../read-header.ts';
import { createCopy } from './copy.ts';
import type { LogItem } from './kind.ts';
import { type Assumption, type LogBatch, type LogFile, openLogFile } from './log-file.ts';
import { mergedBatches } from './merging.ts';
import { createNumbering, type Numbering } from './numbering.ts';

/** A file of another program with its first bytes, by which its kind is recognized. */
export interface LogPath {
  readonly path: string;
  readonly head: Buffer;
}

/** Opens a log. Rejects with a {@link TranscriptError} that names the file and, where it is none, what was looked for. */
export async function openLog({ path, head }: LogPath): Promise<LogFile> {
  try {
    return await openLogFile(path, head);
  } catch (error) {
    throw new TranscriptError(`cannot open ${path}: ${reason(error)}`, { cause: error });
  }
}

/**
 * Logs as the sessions that a person thinks of: files that go on in each other are one, and where a file holds several servers each
 * of them is one of its own.
 *
 * @param files in the order of the command line, which is kept
 */
export async function sessionsOf(files: readonly LogFile[]): Promise<readonly LogFile[]> {
  const sessions: LogFile[] = [];
  for (const group of groupsOf(files)) sessions.push(...(await serversOf(joined(group))));
  return sessions;
}

/** Those that go on in each other, together. */
function groupsOf(files: readonly LogFile[]): readonly (readonly LogFile[])[] {
  const groups: LogFile[][] = [];
  for (const file of files) {
    const group = groups.find(([first]) => first !== undefined && isSameLog(first, file));
    if (group === undefined) groups.push([file]);
    else group.push(file);
  }
  return groups;
}

/** All of them as one, whatever they hold: what is not of the same server is told apart as connections. */
export function allJoined(files: readonly LogFile[]): LogFile {
  const groups = groupsOf(files);
  if (groups.length < 2) return joined(files);
  return joined(
    groups.map((group, place) => labelled(joined(group), place)),
    false,
  );
}

/** What logs hold of some servers, as one. Rejects with a {@link TranscriptError} for one that they do not have. */
export async function serversIn(files: readonly LogFile[], names: readonly string[]): Promise<LogFile> {
  const sessions = await sessionsOf(files);
  const all = sessions.map(nameOf);
  const isCalled = (log: LogFile, name: string): boolean =>
    [nameOf(log), fileSafe(nameOf(log))].includes(name);
  const unknown = names.find((name) => !sessions.some((one) => isCalled(one, name)));
  if (unknown !== undefined)
    throw new TranscriptError(`there is no server "${unknown}" in the log; there are ${all.join(', ')}`);
  return allJoined(sessions.filter((one) => names.some((name) => isCalled(one, name))));
}

/** What the server of a log is called. */
const nameOf = ({ path, name, beginning }: LogFile): string =>
  name ?? serverIn(beginning) ?? stem(path).replace(/\.\w+$/, '');

/** A log whose connections are no other log's. */
function labelled(log: LogFile, place: number): LogFile {
  const label = <Item extends LogItem | Assumption>(item: Item): Item => ({
    ...item,
    conn: `${place} ${item.conn ?? ''}`,
  });
  return {
    ...log,
    async *batches() {
      for await (const batch of log.batches()) {
        const items = batch.items.map((item) =>
          item.type === 'assumed' && item.conn === undefined ? item : label(item),
        );
        yield { ...batch, items };
      }
    },
  };
}

/**
 * Several files as one.
 *
 * @param isOne they go on in each other, as it seems
 */
function joined(files: readonly LogFile[], isOne = true): LogFile {
  const sorted = [...files].sort((one, other) => beganAt(one) - beganAt(other));
  const newest = sorted.at(-1);
  const [first] = sorted;
  if (first === undefined || newest === undefined || first === newest) return files[0] as LogFile;
  return {
    ...first,
    path: newest.path,
    size: sorted.reduce((sum, { size }) => sum + size, 0),
    id: createHash('sha256')
      .update(sorted.map(({ id }) => id).join())
      .digest('hex')
      .slice(0, 32),
    beginning: sorted.flatMap(({ beginning }) => beginning),
    written: newest.written,
    async *batches() {
      if (isOne) yield { items: [], notes: [takenForOne(sorted)], read: 0, isIdle: false };
      yield* mergedBatches(sorted);
    },
    close: () => {
      for (const file of sorted) file.close();
    },
  };
}

const takenForOne = (files: readonly LogFile[]): string =>
  `${files.map(({ path }) => basename(path)).join(', ')}: taken for one log, which goes on in the next file`;

const beganAt = ({ beginning }: Pick<LogFile, 'beginning'>): number => beganIn(beginning) ?? 0;

const beganIn = (items: readonly LogItem[]): number | undefined =>
  items.find(({ at }) => at !== undefined)?.at;

/**
 * Whether a file goes on with what another one beside it holds: `mcp-server-crm1.log` and `mcp-server-crm.log`, `out.log.1` and `out.log`.
 */
function isSameLog(one: LogFile, other: LogFile): boolean {
  if (one.kind !== other.kind || stem(one.path) !== stem(other.path)) return false;
  if (dirname(resolve(one.path)) !== dirname(resolve(other.path))) return false;
  const [name, another] = [labelsIn(one.beginning), labelsIn(other.beginning)];
  if (name.length === 1 && another.length === 1 && one.kind.servers === true) return name[0] === another[0];
  const [server, second] = [serverIn(one.beginning), serverIn(other.beginning)];
  return server === undefined || second === undefined || server === second;
}

/** The name of a file without what a rotation adds to it. */
const stem = (path: string): string =>
  basename(path)
    .replace(/[-._]?\d+(?=\.|$)/g, '')
    .replace(/\.(?:old|gz)$/, '');

const labelsIn = (items: readonly LogItem[]): readonly string[] => [
  ...new Set(items.flatMap(({ conn }) => (conn === undefined ? [] : [conn]))),
];

/** More servers than that are no longer read side by side. */
const MOST_SERVERS = 20;

/** A session for each server of a log, where what it holds is of several. */
async function serversOf(log: LogFile): Promise<readonly LogFile[]> {
  if (log.kind.servers !== true) return [log];
  const found = new Map<string, LogItem[]>();
  const firsts = new Map<string, LogItem>();
  const isKnown = (conn = ''): boolean => firsts.has(conn) && (found.get(conn)?.length ?? 0) >= BEGINNING;
  for await (const { items } of log.batches(undefined, isKnown)) {
    for (const item of items) {
      if (item.type !== 'assumed' && item.at !== undefined && !firsts.has(item.conn ?? ''))
        firsts.set(item.conn ?? '', item);
      if (item.type !== 'message' || item.conn === undefined) continue;
      const known = found.get(item.conn);
      if (known === undefined) found.set(item.conn, [item]);
      else if (known.length < BEGINNING) known.push(item);
    }
  }
  if (found.size < 2 || found.size > MOST_SERVERS) return [log];
  let open = found.size;
  const close = (): void => {
    open -= 1;
    if (open === 0) log.close();
  };
  const [first = ''] = found.keys();
  return [...found].map(([label, messages]) => {
    const others = label === first ? found : undefined;
    const isOf = (conn: string): boolean => conn === label || others?.has(conn) === false;
    const began = [...firsts].flatMap(([conn, item]) => (isOf(conn) ? [item] : []));
    began.sort((one, other) => (one.at ?? 0) - (other.at ?? 0));
    const beginning = [...began.slice(0, 1), ...messages];
    const batches = (growing?: Growing): AsyncGenerator<LogBatch> =>
      partOf(log.batches(growing), label, others);
    return { ...log, name: label, id: `${log.id}-${label}`, beginning, batches, close };
  });
}

/** Messages of a server by which it is known what it is called. */
const BEGINNING = 20;

/**
 * What is of one server.
 *
 * @param others the servers that have sessions of their own, where what is of none of them belongs to this one
 */
async function* partOf(
  all: AsyncIterable<LogBatch>,
  label: string,
  others?: ReadonlyMap<string, unknown>,
): AsyncGenerator<LogBatch> {
  const isOf = (conn = ''): boolean => conn === label || others?.has(conn) === false;
  for await (const batch of all) {
    const items: (LogItem | Assumption)[] = [];
    for (const item of batch.items) {
      if (item.type === 'assumed') {
        if (item.conn === undefined || isOf(item.conn)) items.push(item);
      } else if (isOf(item.conn)) items.push(item.conn === undefined ? { ...item, conn: label } : item);
    }
    yield { ...batch, items };
  }
}

/** Opens a log as if it were a transcript. */
export function transcriptOf(log: LogFile): Transcript {
  const { path, kind, size, written } = log;
  const header = headerOf(log);
  const copy = createCopy(header);
  return {
    path,
    log: { name: kind.name, server: nameOf(log) },
    header,
    size,
    written,
    async *batches(growing) {
      yield* entriesOf(log, growing, copy.write);
      const { entries: notes, remarks } = readSeparateNotes(path);
      yield { entries: notes.map((entry) => ({ entry })), notes: remarks, read: size, isIdle: false };
    },
    source: copy.source,
    close() {
      log.close();
      copy.close();
    },
  };
}

/**
 * All entries of a log in order, a chunk at a time.
 *
 * @param kept keeps an entry, and says where it is
 */
export async function* entriesOf(
  log: LogFile,
  growing?: Growing,
  kept?: (entry: Entry) => ByteRange,
): AsyncGenerator<Batch> {
  const placed = (made: ReturnType<Numbering['take']>, entries: ReadEntry[]): void => {
    for (const one of made) {
      const place = kept?.(one.entry);
      entries.push(place === undefined ? one : { entry: one.entry, message: one.message, place });
    }
  };
  const numbering = createNumbering(beganIn(log.beginning), log.kind.tool);
  if (log.kind.tool === 'json-rpc' && isOfOthers(log.beginning)) numbering.assume('methods', OTHERS);
  let read = 0;
  for await (const { items, ...batch } of log.batches(growing)) {
    const entries: ReadEntry[] = [];
    for (const item of items) {
      if (item.type === 'assumed') numbering.assume(item.about, item.sentence, item.conn);
      else placed(numbering.take(item), entries);
    }
    read = batch.read;
    yield { ...batch, entries };
  }
  const entries: ReadEntry[] = [];
  placed(numbering.end(), entries);
  yield { entries, notes: [], read, isIdle: false };
}

/** Whether messages are of another protocol over JSON-RPC; `initialize` is a method of several. */
function isOfOthers(items: readonly LogItem[]): boolean {
  const methods = items.map((item) => objectIn(item)?.['method']).filter((name) => name !== undefined);
  const own = methods.filter((name) => name !== 'initialize');
  return own.length > 0 && !own.some((name) => typeof name === 'string' && Object.hasOwn(METHODS, name));
}

const OTHERS = 'no method in it is one of MCP: these may be messages of another protocol';

/** The header that a log would have had as a transcript. What nobody knows is empty; a log without times begins in 1970. */
export function headerOf({ id, tool, beginning }: LogFile): Header {
  return {
    ...{ type: 'header', seq: 0, t: 0, format: 'mcp-transcript', version: 1, id },
    started: new Date(beganIn(beginning) ?? 0).toISOString(),
    tool,
    target: { transport: 'unknown' },
    client: clientIn(beginning),
    redaction: { on: false, version: 1 },
  };
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The message of an item. It is looked at once: those of documents are parsed each time. */
function objectIn(item: LogItem): JsonObject | undefined {
  const message = item.type === 'message' ? item.message : undefined;
  return isObject(message) ? message : undefined;
}

/** What the client says of itself. */
function clientIn(items: readonly LogItem[]): Header['client'] {
  for (const item of items) {
    const message = objectIn(item);
    if (message?.['method'] !== 'initialize') continue;
    const { clientInfo, capabilities } = isObject(message['params']) ? message['params'] : {};
    const { name, version } = isObject(clientInfo) ? clientInfo : {};
    return {
      ...{ name: text(name), version: text(version) },
      capabilities: isObject(capabilities) ? capabilities : {},
    };
  }
  return { name: '', version: '', capabilities: {} };
}

/** What the server calls itself. */
function serverIn(items: readonly LogItem[]): string | undefined {
  for (const item of items) {
    const result = objectIn(item)?.['result'];
    const { serverInfo } = isObject(result) ? result : {};
    if (isObject(serverInfo)) return text(serverInfo['name']) || undefined;
  }
  return undefined;
}
