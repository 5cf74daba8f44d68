import { isObject } from '../../json/shape.ts';
import type { Direction, Id, Kind } from '../../spec/envelope.ts';
import { asksPerson } from '../../spec/methods.ts';
import { type Entry, type FrameEntry, type Origin, textOf, type Writable } from '../frame.ts';
import { needsInput } from '../input-required.ts';
import type { Accepted } from '../intake.ts';
import type { Pending } from '../pending.ts';
import type { Note } from './annotations.ts';
import { type Column, createIdTexts, createIndexed, createRuns, type IdTexts, type Runs } from './column.ts';

/** One line of the log as the lists draw it: columns of the index, nothing that needs the text. */
export interface LogRow {
  readonly seq: number;
  /** ms since the start of the transcript. */
  readonly t: number;
  readonly type: Entry['type'];
  readonly dir?: Direction;
  readonly kind?: Kind;
  readonly id?: Id | null;
  /** The method; for a response that of its request. */
  readonly method?: string;
  /** Bytes of the physical line. */
  readonly size: number;
  readonly by?: Origin;
  /** For a response: the seq of its request, and its latency in ms, where the times of both are known. */
  readonly re?: number;
  readonly ms?: number;
  /** For a response: how much of its latency was spent waiting for a person, in ms. */
  readonly yours?: number;
  /** For a request: the seq of its response, or of the line of life that ended it. */
  readonly answer?: number;
  /** How a request ended; nothing while it is pending. A late response turns a time-out into `answered`. */
  readonly ended?: 'answered' | 'timeout' | 'cancel' | 'assumed' | 'closed';
  /**
   * For a request that was answered "input required": the seq of the request that goes on with it. For one that ran as
   * a task: the seq of the request whose answer holds what it ended with.
   */
  readonly next?: number;
  /** A result that asks for input before its request, or its task, goes on (client/input-required, 2026-07-28). */
  readonly asks?: true;
  /** A result in which the tool itself says that it failed (`isError`). */
  readonly failed?: true;
  readonly finding: boolean;
  /** For a request: its answer came after we had given it up. For a response: it is such an answer. */
  readonly late?: true;
  /** For a request: it was cancelled, whatever was answered after that. */
  readonly cancelled?: true;
  /** The person has marked it. */
  readonly marked?: true;
  /** The person has written something about it. */
  readonly noted?: true;
  /** For a line of HTTP: the number of its exchange. */
  readonly x?: number;
}

const TYPES = ['none', 'frame', 'invalid', 'stderr', 'life', 'finding', 'note', 'http'] as const;
const KINDS = ['none', 'request', 'notification', 'result', 'error'] as const;
const ORIGINS = ['none', 'user', 'auto', 'server'] as const;
const ENDS = ['none', 'answered', 'timeout', 'cancel', 'assumed', 'closed'] as const;
const METHODS = 0xffff;

/** The rows of a log in packed arrays, by the seq of their lines. */
export interface RowTable {
  readonly lines: Runs;
  readonly t: Column;
  readonly size: Column;
  /**
   * From the lowest: type 3 bits, kind 3, direction 1, origin 2, how it ended 3, then one each: has findings, the id is a
   * number, it is null, asks for input, late, tool error, cancelled, the latency is not known.
   */
  readonly bits: Column;
  /** The place of the method in {@link names}. */
  readonly method: Column;
  /** A small integer as it is, else the place of its text in {@link texts}. */
  readonly id: Column;
  readonly texts: IdTexts;
  /**
   * The request of a response, what ended a request, the exchange of a line of HTTP; of any other line the request that it
   * belongs to.
   */
  readonly link: Column;
  /** The methods in the order they came, the first empty, and their places. */
  readonly names: string[];
  readonly codes: Map<string, number>;
  /** The request that goes on with one. */
  readonly next: Map<number, number>;
  /** The latencies of responses that are not the time since their request, as in logs without times. */
  readonly took: Map<number, number>;
}

export function createRows(): RowTable {
  const lines = createRuns();
  const { indexOf } = lines;
  return {
    lines,
    t: createIndexed(Float64Array, indexOf),
    size: createIndexed(Uint32Array, indexOf),
    bits: createIndexed(Uint32Array, indexOf),
    method: createIndexed(Uint16Array, indexOf),
    id: createIndexed(Int32Array, indexOf),
    texts: createIdTexts(),
    link: createIndexed(Int32Array, indexOf),
    names: [''],
    codes: new Map([['', 0]]),
    next: new Map(),
    took: new Map(),
  };
}

/** Files a line. */
export function addRow(rows: RowTable, accepted: Accepted): void {
  const { entry, continues, taskUpdate, ends = [] } = accepted;
  const { seq, type } = entry;
  rows.lines.push(seq);
  rows.t.set(seq, entry.t);
  rows.size.set(seq, sizeOf(entry));
  const side = type === 'invalid' && entry.dir === 's2c' ? FROM_SERVER : 0;
  rows.bits.set(seq, TYPES.indexOf(type) | frameBits(rows, accepted) | side);
  if (type === 'http') rows.link.set(seq, entry.x);
  if (continues !== undefined) rows.next.set(continues.from, seq);
  if (taskUpdate?.concludes !== undefined) rows.next.set(taskUpdate.concludes.call, taskUpdate.concludes.by);
  const how = type === 'life' ? endOf(entry.event) : 'cancel';
  for (const request of ends) end(rows, request, how, seq);
}

/** Says of a line that there is a finding about it. */
export const markFinding = ({ bits }: RowTable, seq: number): void => bits.set(seq, bits.get(seq) | FINDING);

export const typeOf = ({ bits }: RowTable, seq: number): (typeof TYPES)[number] =>
  TYPES[bits.get(seq) & 7] ?? 'none';

export const kindOf = ({ bits }: RowTable, seq: number): Kind => KINDS[(bits.get(seq) >>> 3) & 7] ?? 'none';

/** Whether a line is a result that asks for input. */
export const asksAt = ({ bits }: RowTable, seq: number): boolean => (bits.get(seq) & ASKS) !== 0;

/** Whether a line is what ended the request with this seq. */
export const isEndOf = ({ link }: RowTable, seq: number, request: number | undefined): request is number =>
  request !== undefined && request < seq && link.get(request) === seq;

/** The request that a line ended by answering it. */
export function endedBy(rows: RowTable, seq: number): number | undefined {
  const request = rows.link.get(seq);
  const kind = kindOf(rows, seq);
  return (kind === 'result' || kind === 'error') && isEndOf(rows, seq, request) ? request : undefined;
}

function code({ names, codes }: RowTable, name: string): number {
  const known = codes.get(name);
  if (known !== undefined) return known;
  if (names.length > METHODS) return 0;
  codes.set(name, names.length);
  return names.push(name) - 1;
}

function end({ bits, link }: RowTable, request: Pending, how: (typeof ENDS)[number], seq: number): void {
  const before = bits.get(request.seq);
  const isLate = how === 'answered' && (before & ENDED) !== 0;
  const more = (isLate ? LATE : 0) | (how === 'cancel' ? CANCELLED : 0);
  bits.set(request.seq, (before & ~ENDED) | (ENDS.indexOf(how) << 9) | more);
  link.set(request.seq, seq);
}

/** Keeps an id; an answer has that of its request. */
function setId(rows: RowTable, seq: number, value: Id | null, request: Pending | undefined): number {
  const { id, texts } = rows;
  if (value === null) return NULL_ID;
  if (typeof value === 'number' && Number.isInteger(value) && Math.abs(value) < 2 ** 31) {
    id.set(seq, value);
    return NUMBER_ID;
  }
  const isThere = request?.id === value && request.seq !== seq && kindOf(rows, request.seq) === 'request';
  id.set(seq, isThere ? id.get(request.seq) : texts.add(value));
  return 0;
}

function idOf({ id, texts }: RowTable, seq: number, packed: number): Id | null | undefined {
  if ((packed & NO_ID) === NO_ID) return undefined;
  if (packed & NULL_ID) return null;
  return packed & NUMBER_ID ? id.get(seq) : texts.at(id.get(seq));
}

function frameBits(rows: RowTable, accepted: Accepted): number {
  const { entry, envelope, request } = accepted;
  if (entry.type !== 'frame' || envelope === undefined) return 0;
  const answers = envelope.kind === 'result' || envelope.kind === 'error';
  const called =
    envelope.kind === 'request' || envelope.kind === 'notification'
      ? envelope.method
      : answers
        ? request?.method
        : undefined;
  rows.method.set(entry.seq, code(rows, called ?? ''));
  if (answers && request !== undefined && entry.re !== undefined) {
    rows.link.set(entry.seq, entry.re);
    end(rows, request, 'answered', entry.seq);
  }
  const id = envelope.kind === 'request' || answers ? setId(rows, entry.seq, envelope.id, request) : NO_ID;
  return (
    (KINDS.indexOf(envelope.kind) << 3) |
    (entry.dir === 's2c' ? FROM_SERVER : 0) |
    (ORIGINS.indexOf(entry.by ?? 'none') << 7) |
    (asksForInput(accepted) ? ASKS : 0) |
    (answers && isToolError(envelope, called) ? TOOL_ERROR : 0) |
    (answers ? latencyBit(rows, entry) : 0) |
    id
  );
}

/** Keeps the latency that a response says, where it is not to be worked out; says where there is none. */
function latencyBit({ t, took }: RowTable, { seq, t: at, re, ms }: FrameEntry): number {
  if (re === undefined) return 0;
  if (ms === undefined) return UNTIMED;
  if (Math.abs(at - t.get(re) - ms) > EXACT) took.set(seq, ms);
  return 0;
}

/**
 * The row of a line; undefined where there is none. It is written member by member: spreads give every row a hidden class
 * of its own, and a million are walked through.
 *
 * @param wait ms spent waiting for a person between a request and a line
 */
export function rowAt(
  rows: RowTable,
  seq: number,
  note: Note | undefined,
  wait: (request: number, line: number) => number,
): LogRow | undefined {
  const packed = rows.bits.get(seq);
  const type = TYPES[packed & 7];
  if (type === undefined || type === 'none') return undefined;
  const row: Writable<LogRow> = {
    seq,
    t: rows.t.get(seq),
    type,
    size: rows.size.get(seq),
    finding: (packed & FINDING) !== 0,
  };
  if (note?.mark) row.marked = true;
  if (note !== undefined && note.text !== '') row.noted = true;
  if (type === 'http') row.x = rows.link.get(seq);
  if (type === 'frame' || type === 'invalid') row.dir = packed & FROM_SERVER ? 's2c' : 'c2s';
  if (type === 'frame') describe(rows, row, packed, wait);
  return row;
}

function describe(
  rows: RowTable,
  row: Writable<LogRow>,
  packed: number,
  wait: (request: number, line: number) => number,
): void {
  const { seq } = row;
  const kind = kindOf(rows, seq);
  row.kind = kind;
  const id = idOf(rows, seq, packed);
  if (id !== undefined) row.id = id;
  const called = rows.names[rows.method.get(seq)];
  if (called !== undefined && called !== '') row.method = called;
  const by = ORIGINS[(packed >>> 7) & 3];
  if (by !== undefined && by !== 'none') row.by = by;
  if (packed & ASKS) row.asks = true;
  if (packed & TOOL_ERROR) row.failed = true;
  const other = rows.link.get(seq);
  if (other === 0 || kind === 'notification' || kind === 'none') return;
  const how = ENDS[(packed >>> 9) & 7];
  if (how === undefined || how === 'none') {
    row.re = other;
    if (rows.bits.get(other) & LATE) row.late = true;
    if (packed & UNTIMED) return;
    row.ms = rows.took.get(seq) ?? row.t - rows.t.get(other);
    const ours = wait(other, seq);
    // What a person is asked for has no other latency than theirs.
    const yours = row.dir === 's2c' ? ours : asksPerson(row.method ?? '') ? row.ms : 0;
    if (yours > 0) row.yours = yours;
    return;
  }
  row.answer = other;
  row.ended = how;
  if (packed & LATE) row.late = true;
  if (packed & CANCELLED) row.cancelled = true;
  const next = rows.next.get(seq);
  if (next !== undefined) row.next = next;
}

const FROM_SERVER = 1 << 6;
const ENDED = 7 << 9;
const FINDING = 1 << 12;
const NUMBER_ID = 1 << 13;
const NULL_ID = 1 << 14;
const NO_ID = NUMBER_ID | NULL_ID;
const ASKS = 1 << 15;
const LATE = 1 << 16;
const TOOL_ERROR = 1 << 17;
const CANCELLED = 1 << 18;
const UNTIMED = 1 << 19;

/** ms by which latencies differ as they are rounded. */
const EXACT = 0.01;

function endOf(event: string): (typeof ENDS)[number] {
  return event === 'timeout' || event === 'cancel' || event === 'assumed' ? event : 'closed';
}

/** A task says again and again what it still asks for: only what is new counts. */
const asksForInput = ({ envelope, taskUpdate }: Accepted): boolean =>
  envelope?.kind === 'result' && (needsInput(envelope.result) || taskUpdate?.requests !== undefined);

/** A call, or the task that it ran as, whose result says that the tool failed (server/tools#error-handling). */
function isToolError(envelope: Accepted['envelope'], method: string | undefined): boolean {
  if (envelope?.kind !== 'result' || !isObject(envelope.result)) return false;
  if (method !== 'tools/call' && method?.startsWith('tasks/') !== true) return false;
  const { isError, result } = envelope.result;
  return isError === true || (isObject(result) && result['isError'] === true);
}

function sizeOf(entry: Entry): number {
  return entry.type === 'frame' || entry.type === 'invalid' ? entry.n : textOf(entry).length;
}
