import { createReadStream, existsSync, fstatSync, lstatSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { openOrdinary, readHead } from '../disk/file.ts';
import { isObject, type JsonObject } from '../json/shape.ts';
import type { Header } from './header.ts';
import { readLine } from './line.ts';
import { createLineSplitter } from './lines.ts';
import { fileNamesIn, liveFiles } from './live.ts';
import { notesFile } from './notes.ts';
import { suffix } from './place.ts';
import { readHeader, TranscriptError } from './read-header.ts';

/** A recording as a list shows it. */
export interface RecordingSummary {
  readonly path: string;
  /** ISO 8601. */
  readonly started: string;
  /** What the server called itself, else what was started. */
  readonly server: string;
  readonly frames: number;
  readonly findings: number;
  readonly bytes: number;
}

/** The recordings of a folder, the newest first. Files that are not transcripts are skipped. */
export async function recordings(folder: string): Promise<readonly RecordingSummary[]> {
  const paths = fileNamesIn(folder)
    .filter((name) => name.endsWith(suffix))
    .map((name) => join(folder, name));
  const all: RecordingSummary[] = [];
  for (const path of paths) {
    const summary = await summarise(path);
    if (summary !== undefined) all.push(summary);
  }
  return all.sort((a, b) => b.started.localeCompare(a.started));
}

/** What a recording is from its first lines: what it is of, and whether that answered. */
export interface RecordingHead extends Pick<RecordingSummary, 'started' | 'server'> {
  readonly target: Header['target'];
  /** The handshake was answered. */
  readonly isReady: boolean;
  /** How many tools were listed, if they were. */
  readonly tools: number | undefined;
}

/** Reads the first lines of a recording; nothing of a file that is not one. */
export function recordingHead(path: string): RecordingHead | undefined {
  const lines = createLineSplitter()
    .push(beginning(path))
    .map((line) => line.text);
  const header = headerOf(lines[0] ?? '');
  if (header === undefined) return undefined;
  const { target, started } = header;
  const results = lines.flatMap((text) =>
    /"(?:serverInfo|protocolVersion|tools)":/.test(text) ? resultIn(text) : [],
  );
  const lists = results.filter((result) => Array.isArray(result['tools']));
  return {
    ...{ target, started, server: serverOf(lines) ?? commandOf(header) },
    isReady: results.some(
      (result) => 'serverInfo' in result || 'protocolVersion' in result || 'tools' in result,
    ),
    tools: lists.length === 0 ? undefined : lists.reduce(countTools, { tools: 0, goesOn: false }).tools,
  };
}

/** Counts the tools of the newest list, which may have come in pages. */
function countTools(before: { tools: number; goesOn: boolean }, page: JsonObject) {
  const count = Array.isArray(page['tools']) ? page['tools'].length : 0;
  return {
    tools: before.goesOn ? before.tools + count : count,
    goesOn: typeof page['nextCursor'] === 'string',
  };
}

/** The result in the line of a response from the server. */
function resultIn(text: string): readonly JsonObject[] {
  const line = readLine(text);
  const result = line.kind === 'entry' && isObject(line.message) ? line.message['result'] : undefined;
  return isObject(result) ? [result] : [];
}

/** What a list says of one recording, all of which is read; nothing of a file that is not one. */
export async function summarise(path: string): Promise<RecordingSummary | undefined> {
  const lines = createLineSplitter().push(beginning(path));
  const header = headerOf(lines[0]?.text ?? '');
  if (header === undefined) return undefined;
  const { counts, bytes } = await countLines(path, ['frame', 'finding']);
  const { frame = 0, finding = 0 } = counts;
  return {
    path,
    started: header.started,
    server: serverOf(lines.map((line) => line.text)) ?? commandOf(header),
    frames: frame,
    findings: finding,
    bytes,
  };
}

/**
 * How many lines of a transcript have each of these types, counted by the first bytes of the lines, and its size:
 * fast enough for gigabytes, and in bounded memory.
 */
export async function countLines<Type extends string>(
  path: string,
  types: readonly Type[],
): Promise<{ readonly counts: Partial<Record<Type, number>>; readonly bytes: number }> {
  const counts: Partial<Record<Type, number>> = {};
  const patterns = types.map((type) => [type, Buffer.from(`\n{"type":"${type}"`)] as const);
  const longest = Math.max(...patterns.map(([, pattern]) => pattern.length));
  let tail: Buffer = Buffer.alloc(0);
  const fd = openOrdinary(path);
  const { size } = fstatSync(fd);
  for await (const chunk of createReadStream(path, { fd, start: 0, highWaterMark: 1024 * 1024 })) {
    const bytes: Buffer = Buffer.concat([tail, chunk]);
    // The tail, where a pattern may have begun, is searched again; patterns that end in it were counted.
    for (const [type, pattern] of patterns) {
      const from = Math.max(0, tail.length - pattern.length + 1);
      counts[type] = (counts[type] ?? 0) + occurrences(bytes, pattern, from);
    }
    tail = bytes.subarray(-longest);
  }
  return { counts, bytes: size };
}

function occurrences(bytes: Buffer, pattern: Buffer, from: number): number {
  let count = 0;
  for (let at = bytes.indexOf(pattern, from); at >= 0; at = bytes.indexOf(pattern, at + pattern.length))
    count++;
  return count;
}

/** Enough to hold the handshake; empty for what is not a readable file: it is skipped as are all that are not transcripts. */
function beginning(path: string): Buffer {
  try {
    return readHead(path, 256 * 1024);
  } catch {
    return Buffer.alloc(0);
  }
}

function headerOf(line: string): Header | undefined {
  try {
    return readHeader(line);
  } catch (error) {
    if (error instanceof TranscriptError) return undefined;
    throw error;
  }
}

function serverOf(lines: readonly string[]): string | undefined {
  for (const text of lines) {
    const [result] = text.includes('"serverInfo"') ? resultIn(text) : [];
    const info = result?.['serverInfo'];
    if (isObject(info) && typeof info['name'] === 'string') return info['name'];
  }
  return undefined;
}

const commandOf = ({ target }: Header): string =>
  target.url ?? target.command?.map((word) => basename(word)).join(' ') ?? target.transport;

/** How much is kept: all bytes together, and days since the last line. */
export interface Keeping {
  readonly bytes: number;
  readonly days: number;
}

const keeping: Keeping = { bytes: 2 * 1024 ** 3, days: 30 };

/**
 * Deletes the oldest recordings of a folder of ours beyond what is kept; never one with notes or marks, nor one that is
 * being written (`live`). Returns what it deleted.
 */
export async function prune(
  folder: string,
  now: Date,
  keep: Keeping = keeping,
  live: ReadonlySet<string> = liveFiles(folder),
): Promise<readonly string[]> {
  const files = fileNamesIn(folder)
    .filter((name) => name.endsWith(suffix))
    .flatMap((name) => {
      const path = join(folder, name);
      // Another process may prune at the same time; what is not a file was not written by us.
      const found = lstatSync(path, { throwIfNoEntry: false });
      return found?.isFile() !== true ? [] : [{ path, size: found.size, mtimeMs: found.mtimeMs }];
    })
    .sort((a, b) => a.mtimeMs - b.mtimeMs);
  const oldest = now.getTime() - keep.days * 24 * 60 * 60 * 1000;
  let total = files.reduce((sum, file) => sum + file.size, 0);
  const deleted: string[] = [];
  for (const { path, size, mtimeMs } of files) {
    if (mtimeMs >= oldest && total <= keep.bytes) break;
    if (live.has(path) || (await isNoted(path))) continue;
    rmSync(path, { force: true });
    total -= size;
    deleted.push(path);
  }
  return deleted;
}

async function isNoted(path: string): Promise<boolean> {
  if (existsSync(notesFile(path))) return true;
  const { counts } = await countLines(path, ['note']);
  return (counts.note ?? 0) > 0;
}
