import type { Hash } from 'node:crypto';
import { parse } from '../json/parse.ts';
import type { Direction } from '../spec/envelope.ts';
import type { Finding } from '../spec/finding.ts';
import { type Emit, readCandidate, rejectCandidate } from './candidate.ts';
import {
  abandonHeaders,
  abandonMultiline,
  candidateOf,
  createWorkQueue,
  cut,
  HEAD,
  joinLines,
  type LineState,
  type Open,
  readLine,
  type WorkStep,
} from './lines.ts';
import { isWhole } from './recovered-messages.ts';
import { createRejects, type NearMessages } from './rejects.ts';
import type { Worker } from './sluice.ts';

/**
 * Bytes in, captures out, in wire order; nothing that is pushed is lost. Chunks may be cut anywhere. A step reads one
 * line; `push` takes all steps at once.
 */
export interface Framing extends Worker {
  push(chunk: Buffer): void;
  /** Some bytes have not been passed on yet. */
  readonly waiting: () => boolean;
  /** The sender is silent: passes on a message that is whole although its line, or announced length, is not. */
  settle(): void;
  /** The sender has been silent for long: passes on what looked like the beginning of a message. */
  giveUp(): void;
  /** The sender is done, or no longer read: passes on what is left of a line; what was not read is dropped. */
  end(): void;
}

/** Bytes in the longest line that is kept whole. */
const LIMIT = 256 * 1024 * 1024;
/** Up to so many bytes are searched at every silence; more only when they have doubled. */
const WORTHWHILE = 1024 * 1024;

const LF = 0x0a;

/** A line of which only the beginning is kept. */
interface LongLine {
  readonly head: Buffer;
  readonly hash: Hash;
  size: number;
}

/** What a framing knows about the stream so far. */
interface Framer extends LineState {
  /** The incomplete line or body, and its bytes. */
  chunks: Buffer[];
  size: number;
  /** The number of the current line. */
  no: number;
  /** The beginning of this line was already passed on. */
  isRest: boolean;
  /** The line is too long, and its head was passed on, or is kept until all of it is known. */
  skipping: boolean;
  /** What is known of such a line, where it is passed on at its end. */
  long: LongLine | undefined;
  readonly isDigested: boolean;
  /** Bytes that were not whole at the last silence. */
  tried: number;
}

/**
 * Splits a stream into messages (stdio: one a line, ended by LF, without line breaks inside; "Transports", stdio) and
 * recovers what it can from other streams.
 *
 *                  ┌ a message ─────────────────▶ frame
 *   bytes ─▶ line ─┼ the beginning of JSON ─────▶ multiline: the lines after it, while they continue it
 *                  ├ Content-Length ────────────▶ headers ─▶ blank line ─▶ body: so many bytes
 *                  └ anything else ─────────────▶ the messages in it, or invalid
 *
 * @param limit bytes in the longest line that is kept whole
 * @param isDigested whether a longer one is told of at its end, with its length and its hash, and is nothing wrong
 */
export function createFraming(
  dir: Direction,
  emit: Emit,
  limit = LIMIT,
  near?: NearMessages,
  isDigested = false,
): Framing {
  const tasks = createWorkQueue();
  const f: Framer = {
    dir,
    emit,
    limit,
    near,
    tasks,
    rejects: createRejects(dir, emit, near),
    chunks: [],
    size: 0,
    no: 1,
    isRest: false,
    skipping: false,
    long: undefined,
    isDigested,
    open: { kind: 'nothing' },
    order: undefined,
    tried: 0,
  };
  return {
    add: (chunk) => add(f, chunk),
    step: tasks.step,
    push(chunk) {
      add(f, chunk);
      tasks.finish();
    },
    waiting: () => f.size > 0 || f.open.kind !== 'nothing',
    settle: () => settle(f),
    giveUp: () => giveUp(f),
    end: () => end(f),
  };
}

function add(f: Framer, bytes: Buffer): void {
  if (bytes.length > 0) f.tasks.last(reading(f, bytes));
}

function reading(f: Framer, bytes: Buffer): WorkStep {
  let at = 0;
  return () => {
    at = f.open.kind === 'body' ? continueBody(f, f.open, bytes, at) : continueLine(f, bytes, at);
    return at === bytes.length;
  };
}

function continueBody(f: Framer, body: Open & { kind: 'body' }, bytes: Buffer, from: number): number {
  const to = Math.min(bytes.length, from + body.need - f.size);
  keep(f, bytes.subarray(from, to));
  if (f.size === body.need) finishBody(f, body);
  return to;
}

function continueLine(f: Framer, bytes: Buffer, from: number): number {
  const at = bytes.indexOf(LF, from);
  if (at < 0) keep(f, bytes.subarray(from));
  else endLine(f, take(f, bytes.subarray(from, at)), true);
  return at < 0 ? bytes.length : at + 1;
}

function keep(f: Framer, part: Buffer): void {
  if (f.skipping) {
    follow(f, part);
    return;
  }
  f.chunks.push(part);
  f.size += part.length;
  if (f.size > f.limit) {
    tooLong(f, peek(f), f.no);
    f.chunks = [];
    f.size = 0;
    f.skipping = true;
  }
}

/** Takes what was kept, and a last part. */
function take(f: Framer, last?: Buffer): Buffer {
  if (f.chunks.length === 0 && last) return last;
  const bytes = peek(f, last);
  f.chunks = [];
  f.size = 0;
  return bytes;
}
function peek(f: Framer, last?: Buffer): Buffer {
  return Buffer.concat(last ? [...f.chunks, last] : f.chunks);
}

function endLine(f: Framer, bytes: Buffer, ended: boolean): void {
  const line = { bytes, no: f.no, ended };
  const wasTaken = f.isRest;
  f.isRest = !ended;
  if (ended) f.no++;
  if (f.skipping) {
    follow(f, bytes);
    if (ended) endLong(f, line.no);
    f.skipping = !ended;
  } else if (bytes.length > f.limit) {
    tooLong(f, bytes, line.no);
    endLong(f, line.no);
  } else if (bytes.length > 0 || !wasTaken) readLine(f, line);
}

/** The announced length is wrong; often it counts characters, not bytes. */
function abandonBody(f: Framer, { headers, line, need }: Open & { kind: 'body' }): void {
  f.open = { kind: 'nothing' };
  const why = `a header of LSP framing, and no message ends after the ${need} bytes that it announces`;
  let findings: readonly Finding[] = [
    { rule: 'stdio/content-length', message: `${why}; MCP over stdio uses one message per line` },
  ];
  for (const [place, bytes] of headers.entries()) {
    const candidate = candidateOf(f, { bytes, no: line + place, ended: true });
    if (readCandidate(candidate, f.emit)) continue;
    rejectCandidate(candidate, f.emit, why, findings);
    findings = [];
  }
}

function finishBody(f: Framer, body: Open & { kind: 'body' }): void {
  const bytes = take(f);
  const header = joinLines([...body.headers, Buffer.alloc(0)]);
  f.open = { kind: 'nothing' };
  if (typeof parse(bytes.toString()) !== 'object') {
    abandonBody(f, body);
    f.tasks.next(reading(f, bytes));
    return;
  }
  for (const byte of bytes) if (byte === LF) f.no++;
  f.isRest = true;
  const says = bytes.length === body.need ? '' : `, and it is wrong (${body.need}, not ${bytes.length})`;
  const message = `Content-Length before the message${says}; that is LSP framing, MCP stdio is one message a line`;
  const line = { bytes: Buffer.concat([header, bytes]), no: body.line, ended: true };
  const candidate = candidateOf(f, line, { rule: 'stdio/content-length', message });
  readCandidate({ ...candidate, header: header.length, lines: f.no - body.line + 1 }, f.emit);
}

function tooLong(f: Framer, bytes: Buffer, at: number): void {
  if (f.isDigested) {
    leave(f);
    // Loaded here, as it takes milliseconds and few lines need it.
    const { createHash } = process.getBuiltinModule('node:crypto');
    f.long = { head: Buffer.from(bytes.subarray(0, HEAD)), hash: createHash('sha256'), size: 0 };
    follow(f, bytes);
    return;
  }
  cut(f, bytes, at, `a line longer than ${f.limit} bytes`, 'stdio/too-long');
  leave(f);
}

/** More of a line that is too long. */
function follow({ long }: Framer, bytes: Buffer): void {
  if (long === undefined) return;
  long.hash.update(bytes);
  long.size += bytes.length;
}

/** All of it is known. */
function endLong(f: Framer, at: number): void {
  if (f.long === undefined) return;
  const { head, hash, size } = f.long;
  f.long = undefined;
  cut(f, head, at, `a line of ${size} bytes with the SHA-256 ${hash.digest('hex')}`, undefined, size);
}

/** Gives up what is open and passes it on. */
function leave(f: Framer): void {
  if (f.open.kind === 'multiline') abandonMultiline(f, f.open.multiline);
  else if (f.open.kind === 'headers') abandonHeaders(f, f.open.headers, f.open.line);
  else if (f.open.kind === 'body') {
    const bytes = take(f);
    abandonBody(f, f.open);
    f.tasks.next(reading(f, bytes));
  }
}

function settle(f: Framer): void {
  // Checked first: what is kept may be large, and the silence a short pause in its middle.
  if (f.size === 0 || !/(?:^|[\]}])\s*$/.test(f.chunks.at(-1)?.toString('latin1') ?? '')) return;
  const before = f.open.kind === 'multiline' ? [f.open.multiline.bytes(), Buffer.of(LF)] : [];
  const bytes = Buffer.concat([...before, ...f.chunks]);
  if (bytes.length > WORTHWHILE && bytes.length < 2 * f.tried) return;
  f.tried = bytes.length;
  if (!isWhole(bytes)) return;
  if (f.open.kind === 'body') finishBody(f, f.open);
  else endLine(f, take(f), false);
  f.tasks.finish();
}

function giveUp(f: Framer): void {
  settle(f);
  leave(f);
  f.tasks.finish();
  // Without a brace it cannot become a message: it may be a prompt. UTF-16 ends lines with a zero.
  if (f.size > 0 && !peek(f).includes('{') && peek(f).some((byte) => byte !== 0)) endLine(f, take(f), false);
  f.tasks.finish();
}

function end(f: Framer): void {
  f.tasks.drop();
  settle(f);
  if (f.size + (f.open.kind === 'multiline' ? f.open.multiline.size() : 0) > WORTHWHILE) endInside(f);
  if (f.open.kind === 'body') leave(f);
  f.tasks.finish();
  if (f.size > 0) endLine(f, take(f), false);
  endLong(f, f.no);
  f.tasks.finish();
  leave(f);
  f.tasks.finish();
}

/** A long line without its end: it is not a message, and is not searched for one. */
function endInside(f: Framer): void {
  const [bytes, at] =
    f.open.kind === 'multiline' ? [f.open.multiline.bytes(), f.open.multiline.line] : [peek(f), f.no];
  const n = f.open.kind === 'multiline' ? bytes.length + f.size : f.size;
  cut(f, bytes, at, `a message of ${n} bytes that never ended`, 'stdio/not-json', n);
  f.open = { kind: 'nothing' };
  take(f);
}
