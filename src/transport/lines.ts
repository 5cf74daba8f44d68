import { StringDecoder } from 'node:string_decoder';
import { parse } from '../json/parse.ts';
import { createValueScanner, type ValueScan } from '../json/value-scanner.ts';
import type { Direction } from '../spec/envelope.ts';
import type { Finding } from '../spec/finding.ts';
import {
  type Candidate,
  type Emit,
  type Order,
  otherOrder,
  readCandidate,
  rejectCandidate,
} from './candidate.ts';
import { isMarked, SEARCHED } from './recovered-messages.ts';
import type { NearMessages, Rejects } from './rejects.ts';

/** Bytes that are kept of a line that is too long. */
export const HEAD = 64 * 1024;

/** The most headers before a message: LSP has two. */
const MOST_HEADERS = 16;
/** What the next lines may belong to. */
export type Open =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'multiline'; readonly multiline: Multiline }
  | { readonly kind: 'headers'; readonly headers: Buffer[]; readonly line: number }
  | {
      readonly kind: 'body';
      readonly headers: readonly Buffer[];
      readonly line: number;
      readonly need: number;
    };

/** A physical line, perhaps without its end at the end of the stream. */
export interface RawLine {
  readonly bytes: Buffer;
  readonly no: number;
  readonly ended: boolean;
}
/** What is known about the lines so far. */
export interface LineState {
  readonly dir: Direction;
  readonly emit: Emit;
  /** Bytes in the longest line that is kept whole. */
  readonly limit: number;
  readonly near: NearMessages | undefined;
  readonly tasks: WorkQueue;
  readonly rejects: Rejects;
  open: Open;
  order: Order | undefined;
}

export function readLine(f: LineState, line: RawLine): void {
  if (f.open.kind === 'multiline') continueMultiline(f, f.open.multiline, line);
  else if (f.open.kind === 'headers') continueHeaders(f, f.open.headers, f.open.line, line);
  else readAlone(f, line);
}

/** Reads a line once the lines before it have been read. */
function readNext(f: LineState, line: RawLine): void {
  f.tasks.next(() => {
    readLine(f, line);
    return true;
  });
}

function readAlone(f: LineState, line: RawLine): void {
  const candidate = candidateOf(f, line);
  if (readCandidate(candidate, f.emit)) {
    if (candidate.bytes.length > 0) f.rejects.heal();
    return;
  }
  if (line.bytes.length > SEARCHED) {
    cut(f, line.bytes, line.no, `a line of ${line.bytes.length} bytes without a message`, 'stdio/not-json');
    return;
  }
  if (line.ended && isHeader(line.bytes)) {
    f.open = { kind: 'headers', headers: [line.bytes], line: line.no };
    return;
  }
  const multiline = line.ended ? startMultiline(line.bytes, line.no) : undefined;
  if (multiline) f.open = { kind: 'multiline', multiline };
  else f.rejects.reject(candidate, line.ended);
}

function continueMultiline(f: LineState, multiline: Multiline, line: RawLine): void {
  const scanned = isWholeMessage(line.bytes) ? undefined : multiline.follow(line.bytes);
  if (scanned?.kind === 'open' && line.ended && multiline.size() + line.bytes.length <= f.limit) {
    multiline.push(line.bytes);
  } else if (scanned?.kind === 'whole') {
    finishMultiline(f, multiline, line, scanned.end);
  } else {
    readNext(f, line);
    abandonMultiline(f, multiline, scanned?.kind === 'bad' ? line.bytes : undefined);
  }
}

function finishMultiline(f: LineState, multiline: Multiline, line: RawLine, end: number): void {
  const rest = line.bytes.subarray(end);
  const isBlank = rest.toString('latin1').trim() === '';
  multiline.push(isBlank ? line.bytes : line.bytes.subarray(0, end));
  const lines = multiline.lines();
  const finding = {
    rule: 'stdio/multi-line',
    message: `a message spans ${lines} lines; it must be one line`,
  };
  const candidate = {
    ...candidateOf(f, { ...line, bytes: multiline.bytes(), no: multiline.line }, finding),
    lines,
  };
  f.open = { kind: 'nothing' };
  if (!isBlank) readNext(f, { ...line, bytes: rest });
  if (!readCandidate(candidate, f.emit)) abandonMultiline(f, multiline);
}

/**
 * Reads its lines one by one.
 *
 * @param last the line that cannot continue it, if known
 */
export function abandonMultiline(f: LineState, multiline: Multiline, last?: Buffer): void {
  f.open = { kind: 'nothing' };
  const bytes = multiline.bytes();
  const lines = multiline.lines();
  const nearly = last === undefined ? undefined : f.near?.read(joinLines([bytes, last]).toString());
  const meant = nearly?.isMessage ? nearly : undefined;
  let no = multiline.line;
  let from = 0;
  f.tasks.next(() => {
    const end = bytes.indexOf(LF, from);
    const line = bytes.subarray(from, end < 0 ? bytes.length : end);
    const candidate = candidateOf(f, { bytes: line, no, ended: true });
    if (meant === undefined) rejectPart(f, candidate, lines, no === multiline.line);
    else f.rejects.rejectPart(candidate, no === multiline.line, meant);
    no += 1;
    from = end + 1;
    if (end < 0 && meant !== undefined) f.rejects.breakOff(multiline.line, meant);
    return end < 0;
  });
}

/** Reads a line of JSON that became no message; it may hold one by itself. */
function rejectPart(f: LineState, candidate: Candidate, lines: number, isFirst: boolean): void {
  if (readCandidate(candidate, f.emit)) return;
  if (lines === 1) {
    f.rejects.reject(candidate, true);
    return;
  }
  const message = `JSON over ${lines} lines without a message; a message must be one line`;
  const findings = isFirst ? [{ rule: 'stdio/multi-line', message }] : [];
  rejectCandidate(candidate, f.emit, 'incomplete JSON without a message', findings);
}

function continueHeaders(f: LineState, headers: Buffer[], first: number, line: RawLine): void {
  const need = announcedLength(headers);
  if (line.ended && headers.length < MOST_HEADERS && isHeader(line.bytes)) {
    headers.push(line.bytes);
  } else if (line.ended && line.bytes.toString('latin1').trim() === '' && need && need <= f.limit) {
    f.open = { kind: 'body', headers: [...headers, line.bytes], line: first, need };
  } else {
    abandonHeaders(f, headers, first);
    readLine(f, line);
  }
}

export function abandonHeaders(f: LineState, headers: readonly Buffer[], first: number): void {
  f.open = { kind: 'nothing' };
  headers.forEach((bytes, place) => {
    const candidate = candidateOf(f, { bytes, no: first + place, ended: true });
    if (!readCandidate(candidate, f.emit)) f.rejects.reject(candidate, true);
  });
}

/** Keeps the head of what is too long, once the lines before it have been read. */
export function cut(
  f: LineState,
  bytes: Buffer,
  at: number,
  what: string,
  rule: string | undefined,
  n = bytes.length,
): void {
  const text = new StringDecoder('utf8').write(bytes.subarray(0, HEAD));
  const why = `${what}; only its first ${Buffer.byteLength(text)} are kept`;
  f.tasks.next(() => {
    const findings = rule === undefined ? [] : [{ rule, message: why }];
    f.emit({ type: 'invalid', dir: f.dir, n, line: at, text, why, findings });
    return true;
  });
}

export function candidateOf(f: LineState, line: RawLine, finding?: Finding): Candidate {
  const findings = finding ? [finding] : [];
  if (!line.ended) {
    findings.push({ rule: 'stdio/no-newline', message: 'no newline at the end; a message is one line' });
  }
  const other = f.dir === 's2c' && line.bytes.includes(0) ? otherOrder(line.bytes, f.order) : undefined;
  if (other === undefined)
    return { dir: f.dir, bytes: line.bytes, line: line.no, lines: 1, header: 0, findings };
  f.order = other.order;
  findings.push({ rule: 'stdio/utf8', message: `UTF-16 (${f.order}) and not UTF-8; it was decoded` });
  const { bytes } = other;
  return { dir: f.dir, bytes, line: line.no, lines: 1, header: 0, findings, original: line.bytes };
}

/** Bytes in the shortest message. */
const SHORTEST = '{"jsonrpc":"2.0","method":""}'.length;

/** Lines that may be one pretty-printed JSON value; more may follow. */
export interface Multiline {
  /** The number of the first line. */
  readonly line: number;
  readonly lines: () => number;
  /** Bytes of all lines. */
  readonly size: () => number;
  /** The lines as received, with the LFs between them. */
  readonly bytes: () => Buffer;
  /** Scans the next line without adding it; its `end` is in bytes. */
  readonly follow: (bytes: Buffer) => ValueScan;
  readonly push: (bytes: Buffer) => void;
}

/** Starts with a line that begins a JSON object or array; undefined for any other. */
function startMultiline(bytes: Buffer, line: number): Multiline | undefined {
  if (!/^\s*[[{]/.test(bytes.toString('latin1', startsWithBom(bytes) ? 3 : 0, 100))) return undefined;
  const scan = createValueScanner();
  // Latin-1 has one character a byte, and the grammar knows only ASCII.
  const follow = (next: Buffer, from = 0) => scan(next.toString('latin1'), from);
  if (follow(bytes, startsWithBom(bytes) ? 3 : 0).kind !== 'open') return undefined;
  // Copied: there may be millions of lines, and each would keep its chunk in memory.
  let all = Buffer.allocUnsafe(4096);
  let size = 0;
  let lines = 0;
  const push = (next: Buffer) => {
    if (size + next.length + 1 > all.length)
      all = Buffer.concat([all.subarray(0, size)], 2 * (size + next.length + 1));
    next.copy(all, size);
    size += next.length;
    all[size] = LF;
    size += 1;
    lines += 1;
  };
  push(bytes);
  const joined = () => all.subarray(0, size - 1);
  return { line, lines: () => lines, size: () => size, bytes: joined, follow, push };
}

const LF = 0x0a;

/** The lines as received, with the LFs between them. */
export function joinLines(lines: readonly Buffer[]): Buffer {
  const size = lines.reduce((sum, bytes) => sum + bytes.length + 1, -1);
  const joined = Buffer.alloc(Math.max(0, size), '\n');
  let at = 0;
  for (const bytes of lines) {
    bytes.copy(joined, at);
    at += bytes.length + 1;
  }
  return joined;
}

/** Whether a line is a message by itself, although it could also continue the lines before it. */
function isWholeMessage(bytes: Buffer): boolean {
  if (bytes.length < SHORTEST) return false;
  const text = bytes.toString().trim();
  return text.startsWith('{') && text.endsWith('}') && isMarked(parse(text));
}

function startsWithBom(bytes: Buffer): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
}

/** Headers of the Language Server Protocol, which precede each message there; MCP over stdio has none. */
const HEADER = /^content-(length|type)[ \t]*:[ \t]*(.*?)[ \t]*\r?$/i;

/** Whether a line is such a header. */
function isHeader(bytes: Buffer): boolean {
  return bytes.length < 200 && HEADER.test(bytes.toString('latin1'));
}

/** How many bytes headers announce, or undefined. */
function announcedLength(headers: readonly Buffer[]): number | undefined {
  for (const bytes of headers) {
    const [, name, value] = HEADER.exec(bytes.toString('latin1')) ?? [];
    if (name?.toLowerCase() === 'length' && value && /^\d{1,9}$/.test(value)) return Number(value);
  }
  return undefined;
}

/** A step of some work; true when it was the last of it. */
export type WorkStep = () => boolean;

/** Work in steps, in an order that may change while it is done. */
export interface WorkQueue {
  /** Puts work before all that waits. */
  next(task: WorkStep): void;
  /** Puts work behind all that waits. */
  last(task: WorkStep): void;
  /** Takes a step; false when nothing is left. */
  step(): boolean;
  /** Takes all the steps. */
  finish(): void;
  /** Forgets what waits. */
  drop(): void;
}

/** A stack at one end and a queue at the other; a step that adds work does not lose its own place. */
export function createWorkQueue(): WorkQueue {
  /** The last one is the next. */
  const tasks: WorkStep[] = [];

  const step = (): boolean => {
    const task = tasks.at(-1);
    if (task?.()) tasks.splice(tasks.lastIndexOf(task), 1);
    return tasks.length > 0;
  };

  return {
    next: (task) => void tasks.push(task),
    last: (task) => void tasks.unshift(task),
    step,
    finish() {
      while (step());
    },
    drop() {
      tasks.length = 0;
    },
  };
}
