import { isObject } from '../../json/shape.ts';
import type { Direction, Id, Kind } from '../../spec/envelope.ts';
import type { Finding } from '../../spec/finding.ts';
import { asksPerson } from '../../spec/methods.ts';
import { type Entry, type HttpEntry, type Origin, textOf } from '../frame.ts';
import { needsInput } from '../input-required.ts';
import type { Accepted } from '../intake.ts';
import type { Pending } from '../match.ts';
import type { Writable } from '../writable.ts';
import { createFindingLines, createNotes, type Note } from './annotations.ts';
import { createIdTexts, createIndexed, createRuns, createSeqs, type Seqs } from './column.ts';
import { createExchanges, createMembers, type ExchangeRow, type Members } from './exchange-index.ts';
import { createWaits, type Waits } from './waits.ts';
import { createWindow } from './window.ts';

/** One line of the log as the lists draw it: columns of the index, nothing that needs the text. */
export interface Row {
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
  /** For a response: the seq of its request, and its latency in ms. */
  readonly re?: number;
  readonly ms?: number;
  /** For a response: how much of its latency a person was waited for, in ms. */
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
  /** The person has marked it. */
  readonly marked?: true;
  /** The person has written something about it. */
  readonly noted?: true;
  /** For a line of HTTP: the number of its exchange. */
  readonly x?: number;
}

/**
 * Every line of the transcript by its seq: an index in packed arrays, and the texts of the newest lines. Older
 * texts are read back from the transcript; without a recording they are gone, and `dropped` says how many.
 */
export interface Log extends Members, Pick<Waits, 'between'> {
  /** One more than the newest seq; the header is 0. */
  readonly length: number;
  /** All lines. A recording may have gaps: who walks through a log goes from place to place, not from seq to seq. */
  readonly lines: Seqs;
  /** Frames, invalid lines, the life of the connection, and lines of HTTP with findings. */
  readonly traffic: Seqs;
  /** stderr lines, `notifications/message`, and the requests of HTTP exchanges. */
  readonly output: Seqs;
  /** Lines whose text is no longer held anywhere. */
  readonly dropped: number;
  row(seq: number): Row | undefined;
  /** The whole entry, with the exact text; undefined when it is no longer held. */
  entry(seq: number): Entry | undefined;
  /** The exact text of a frame (`msg`), an invalid line or a stderr line. */
  text(seq: number): string | undefined;
  /** At most the first `limit` characters of that text, cheap for rows. */
  head(seq: number, limit: number): string;
  /** The findings at a line, the first of them where there are very many. */
  findings(seq: number): readonly Finding[];
  /** What the person has written about a line, and whether it is marked; nothing where neither is. */
  note(seq: number): Note | undefined;
  /** The lines that are marked, ascending. */
  marked(): readonly number[];
  /** The methods that have been seen, in that order. */
  methods(): readonly string[];
  /** An HTTP exchange by its number; undefined when there is none. */
  exchange(x: number): ExchangeRow | undefined;
}

/** Where lines are read back from that are no longer in memory; a place is bytes in the transcript. */
export interface Source {
  entry(offset: number, length: number): Entry | undefined;
  /** At most the first `limit` characters of the line's text. */
  head(offset: number, length: number, limit: number): string;
}

/** Where a line stands in the transcript, in bytes. */
export interface Place {
  readonly offset: number;
  readonly length: number;
}

/** The log with the way to extend it. */
export interface LogWriter extends Log {
  add(accepted: Accepted, place?: Place): void;
  /** Adds a finding that has no line of its own: one that the recording of an older version lacks. */
  attach(seq: number, finding: Finding): void;
}

const TYPES = ['none', 'frame', 'invalid', 'stderr', 'life', 'finding', 'note', 'http'] as const;
const KINDS = ['none', 'request', 'notification', 'result', 'error'] as const;
const ORIGINS = ['none', 'user', 'auto', 'server'] as const;
const ENDS = ['none', 'answered', 'timeout', 'cancel', 'assumed', 'closed'] as const;
const METHODS = 0xffff;
/** What an entry costs beside its text. */
const OVERHEAD = 256;
/** Entries kept beside a transcript: so few that in a flood they are gone before they count as long-lived. */
const RECENT = 1_000;

/**
 * @param limit characters of text kept in memory, each entry costing {@link OVERHEAD} more; the newest is always kept
 * @param source where older entries are read back from; without it they are dropped, and counted
 */
export function createLog(limit: number, source?: Source): LogWriter {
  const lines = createRuns();
  const t = createIndexed(Float64Array, lines.indexOf);
  const offset = createIndexed(Float64Array, lines.indexOf);
  const length = createIndexed(Uint32Array, lines.indexOf);
  const size = createIndexed(Uint32Array, lines.indexOf);
  /** type 3 bits, kind 3, dir 1, origin 2, ended 3, finding 1, id: number 1, null 1, asks for input 1, late 1, tool error 1 */
  const bits = createIndexed(Uint32Array, lines.indexOf);
  const method = createIndexed(Uint16Array, lines.indexOf);
  const id = createIndexed(Int32Array, lines.indexOf);
  const texts = createIdTexts();
  /**
   * The request of a response, what ended a request, the exchange of a line of HTTP; of any other line the request that it
   * belongs to.
   */
  const link = createIndexed(Int32Array, lines.indexOf);
  const exchanges = createExchanges();
  const members = createMembers({
    isHttp: (seq) => TYPES[bits.get(seq) & 7] === 'http',
    kind: (seq) => kindOf(bits.get(seq)),
    link,
    ring: createIndexed(Int32Array, lines.indexOf),
    exchanges,
  });
  const waits = createWaits({
    requestOf: members.requestOf,
    time: t.get,
    asks: (seq) => (bits.get(seq) & ASKS) !== 0,
  });
  const names: string[] = [''];
  const codes = new Map<string, number>([['', 0]]);
  const continued = new Map<number, number>();
  const notes = createNotes();
  const window = createWindow<Entry>(limit, source === undefined ? undefined : RECENT);
  const traffic = createSeqs();
  const output = createSeqs();
  let end = 1;

  const code = (name: string): number => {
    const known = codes.get(name);
    if (known !== undefined) return known;
    if (names.length > METHODS) return 0;
    codes.set(name, names.length);
    return names.push(name) - 1;
  };

  const ended = (request: Pending, how: (typeof ENDS)[number], seq: number): void => {
    const before = bits.get(request.seq);
    const isLate = how === 'answered' && (before & ENDED) !== 0;
    bits.set(request.seq, (before & ~ENDED) | (ENDS.indexOf(how) << 9) | (isLate ? LATE : 0));
    link.set(request.seq, seq);
  };

  /** A small integer as it is, else the place of its text; an answer has that of its request. */
  const setId = (seq: number, value: Id | null, request: Pending | undefined): number => {
    if (value === null) return NULL_ID;
    if (typeof value === 'number' && Number.isInteger(value) && Math.abs(value) < 2 ** 31) {
      id.set(seq, value);
      return NUMBER_ID;
    }
    const isThere =
      request?.id === value && request.seq !== seq && kindOf(bits.get(request.seq)) === 'request';
    id.set(seq, isThere ? id.get(request.seq) : texts.add(value));
    return 0;
  };

  const frameBits = (accepted: Accepted): number => {
    const { entry, envelope, request } = accepted;
    if (entry.type !== 'frame' || envelope === undefined) return 0;
    const answers = envelope.kind === 'result' || envelope.kind === 'error';
    const called =
      envelope.kind === 'request' || envelope.kind === 'notification'
        ? envelope.method
        : answers
          ? request?.method
          : undefined;
    method.set(entry.seq, code(called ?? ''));
    if (answers && request !== undefined && entry.re !== undefined) {
      link.set(entry.seq, entry.re);
      ended(request, 'answered', entry.seq);
    }
    const known = envelope.kind === 'request' || answers ? setId(entry.seq, envelope.id, request) : NO_ID;
    return (
      (KINDS.indexOf(envelope.kind) << 3) |
      (entry.dir === 's2c' ? FROM_SERVER : 0) |
      (ORIGINS.indexOf(entry.by ?? 'none') << 7) |
      (asksForInput(accepted) ? ASKS : 0) |
      (answers && isToolError(envelope, called) ? TOOL_ERROR : 0) |
      known
    );
  };

  const addHttp = (http: HttpEntry): void => {
    link.set(http.seq, http.x);
    if (exchanges.add(http) && http.phase === 'request') output.push(http.seq);
  };

  const addFinding = (at: number): void => {
    bits.set(at, bits.get(at) | FINDING);
    // It comes right behind its line, so that the list stays in order.
    if (TYPES[bits.get(at) & 7] !== 'http' || at <= traffic.at(traffic.length - 1)) return;
    traffic.push(at);
    members.addHttp(at);
  };

  const idOf = (seq: number, packed: number): Id | null | undefined => {
    if ((packed & NO_ID) === NO_ID) return undefined;
    if (packed & NULL_ID) return null;
    return packed & NUMBER_ID ? id.get(seq) : texts.at(id.get(seq));
  };

  // Written member by member: spreads give every row a hidden class of its own, and a million are walked through.
  const row = (seq: number): Row | undefined => {
    const packed = bits.get(seq);
    const type = TYPES[packed & 7];
    if (type === undefined || type === 'none') return undefined;
    const found: Writable<Row> = {
      seq,
      t: t.get(seq),
      type,
      size: size.get(seq),
      finding: (packed & FINDING) !== 0,
    };
    const said = notes.get(seq);
    if (said?.mark) found.marked = true;
    if (said !== undefined && said.text !== '') found.noted = true;
    if (type === 'http') found.x = link.get(seq);
    if (type === 'frame' || type === 'invalid') found.dir = packed & FROM_SERVER ? 's2c' : 'c2s';
    if (type === 'frame') describe(found, packed);
    return found;
  };

  const describe = (found: Writable<Row>, packed: number): void => {
    const { seq } = found;
    const kind = kindOf(packed);
    found.kind = kind;
    const known = idOf(seq, packed);
    if (known !== undefined) found.id = known;
    const called = names[method.get(seq)];
    if (called !== undefined && called !== '') found.method = called;
    const by = ORIGINS[(packed >>> 7) & 3];
    if (by !== undefined && by !== 'none') found.by = by;
    if (packed & ASKS) found.asks = true;
    if (packed & TOOL_ERROR) found.failed = true;
    const other = link.get(seq);
    if (other === 0 || kind === 'notification' || kind === 'none') return;
    const how = ENDS[(packed >>> 9) & 7];
    if (how === undefined || how === 'none') {
      found.re = other;
      found.ms = t.get(seq) - t.get(other);
      const ours = waits.between(other, seq);
      // What a person is asked for has no other latency than theirs.
      const yours = found.dir === 's2c' ? ours : asksPerson(found.method) ? found.ms : 0;
      if (yours > 0) found.yours = yours;
      if (bits.get(other) & LATE) found.late = true;
      return;
    }
    found.answer = other;
    found.ended = how;
    if (packed & LATE) found.late = true;
    const next = continued.get(seq);
    if (next !== undefined) found.next = next;
  };

  const entry = (seq: number): Entry | undefined =>
    window.get(seq) ?? source?.entry(offset.get(seq), length.get(seq));
  const findings = createFindingLines(lines, entry, (seq) => TYPES[bits.get(seq) & 7] === 'finding');

  return {
    get length() {
      return end;
    },
    get dropped() {
      return source === undefined ? window.fallen() : 0;
    },
    lines,
    traffic,
    output,
    row,
    entry,
    text(seq) {
      const found = entry(seq);
      return found === undefined ? undefined : textOf(found);
    },
    head(seq, characters) {
      const found = window.get(seq);
      if (found !== undefined) return textOf(found).slice(0, characters);
      return source?.head(offset.get(seq), length.get(seq), characters) ?? '';
    },
    findings: findings.of,
    note: notes.get,
    marked: notes.marked,
    methods: () => names.slice(1),
    exchange: exchanges.get,
    requestOf: members.requestOf,
    nextWith: members.nextWith,
    lastWith: members.lastWith,
    between: waits.between,
    attach(seq, finding) {
      findings.attach(seq, finding);
      bits.set(seq, bits.get(seq) | FINDING);
    },
    add(accepted, place) {
      const { seq, type } = accepted.entry;
      lines.push(seq);
      t.set(seq, accepted.entry.t);
      offset.set(seq, place?.offset ?? 0);
      length.set(seq, place?.length ?? 0);
      size.set(seq, sizeOf(accepted.entry));
      const side = type === 'invalid' && accepted.entry.dir === 's2c' ? FROM_SERVER : 0;
      bits.set(seq, TYPES.indexOf(type) | frameBits(accepted) | side);
      end = Math.max(end, seq + 1);
      window.keep(seq, accepted.entry, weight(accepted.entry));
      if (type === 'frame' || type === 'invalid' || type === 'life') traffic.push(seq);
      if (type === 'stderr' || isLogMessage(accepted)) output.push(seq);
      members.add(accepted);
      findings.add(accepted.entry);
      if (accepted.entry.type === 'http') addHttp(accepted.entry);
      if (accepted.entry.type === 'finding') addFinding(accepted.entry.at);
      if (accepted.entry.type === 'note') notes.add(accepted.entry);
      if (accepted.continues !== undefined) continued.set(accepted.continues.from, seq);
      waits.add(accepted);
      const concludes = accepted.tasked?.concludes;
      if (concludes !== undefined) continued.set(concludes.call, concludes.by);
      const how = accepted.entry.type === 'life' ? endOf(accepted.entry.event) : 'cancel';
      for (const request of accepted.ends ?? []) ended(request, how, seq);
    },
  };
}

const kindOf = (packed: number): Kind => KINDS[(packed >>> 3) & 7] ?? 'none';

const FROM_SERVER = 1 << 6;
const ENDED = 7 << 9;
const FINDING = 1 << 12;
const NUMBER_ID = 1 << 13;
const NULL_ID = 1 << 14;
const NO_ID = NUMBER_ID | NULL_ID;
const ASKS = 1 << 15;
const LATE = 1 << 16;
const TOOL_ERROR = 1 << 17;

function endOf(event: string): (typeof ENDS)[number] {
  return event === 'timeout' || event === 'cancel' || event === 'assumed' ? event : 'closed';
}

/** A task says again and again what it still asks for: only what is new counts. */
const asksForInput = ({ envelope, tasked }: Accepted): boolean =>
  envelope?.kind === 'result' && (needsInput(envelope.result) || tasked?.asks !== undefined);

/** A call, or the task that it ran as, whose result says that the tool failed (server/tools#error-handling). */
function isToolError(envelope: Accepted['envelope'], method: string | undefined): boolean {
  if (envelope?.kind !== 'result' || !isObject(envelope.result)) return false;
  if (method !== 'tools/call' && method?.startsWith('tasks/') !== true) return false;
  const { isError, result } = envelope.result;
  return isError === true || (isObject(result) && result['isError'] === true);
}

function isLogMessage({ envelope, entry }: Accepted): boolean {
  return (
    entry.type === 'frame' && envelope?.kind === 'notification' && envelope.method === 'notifications/message'
  );
}

function sizeOf(entry: Entry): number {
  return entry.type === 'frame' || entry.type === 'invalid' ? entry.n : textOf(entry).length;
}

const weight = (entry: Entry): number => (entry.type === 'http' ? 4 : 1) * OVERHEAD + textOf(entry).length;
