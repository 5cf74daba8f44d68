import type { Finding } from '../../spec/finding.ts';
import { type Entry, textOf } from '../frame.ts';
import type { Accepted } from '../intake.ts';
import { createFindingLines, createNotes, type Note } from './annotations.ts';
import { type Column, createIndexed, createSeqs, type Seqs } from './column.ts';
import {
  createExchangeIndex,
  createExchanges,
  type ExchangeIndex,
  type ExchangeRow,
} from './exchange-index.ts';
import {
  addRow,
  asksAt,
  createRows,
  endedBy,
  isEndOf,
  kindOf,
  type LogRow,
  markFinding,
  type RowTable,
  rowAt,
  typeOf,
} from './row.ts';
import { createWaits, type Waits } from './waits.ts';
import { createWindow } from './window.ts';

/**
 * Every line of the transcript by its seq: an index in packed arrays, and the texts of the newest lines. Older
 * texts are read back from the transcript; without a recording they are gone, and `dropped` says how many.
 */
export interface Log extends ExchangeIndex, Pick<Waits, 'between'> {
  /** One more than the newest seq; the header is 0. */
  readonly length: number;
  /** All lines. A recording may have gaps: who walks through a log goes from place to place, not from seq to seq. */
  readonly lines: Seqs;
  /** Frames, invalid lines, the life of the connection, and lines of HTTP with findings. */
  readonly traffic: Seqs;
  /**
   * The same with each request and what ended it as one: without answers, time-outs and cancellations, which are found by
   * the `answer` of the request.
   */
  readonly exchanges: Seqs;
  /** stderr lines, `notifications/message`, and the requests of HTTP exchanges. */
  readonly output: Seqs;
  /** Lines whose text was dropped. */
  readonly dropped: number;
  row(seq: number): LogRow | undefined;
  /** When a line was, in ms since the start of the transcript; 0 where there is none. */
  time(seq: number): number;
  /** How a line is told from all others: `#12`; among several sessions `crm#12`. */
  label(seq: number): string;
  /** The number that such a label means, or its number alone where there is but one session; nothing for any other text. */
  find(label: string): number | undefined;
  /** Where a line stands among the exchanges: the request that it ended, else itself. */
  beginningOf(seq: number): number;
  /** The whole entry, with the exact text; undefined when it was dropped. */
  entry(seq: number): Entry | undefined;
  /** The exact text of a frame (`msg`), an invalid line or a stderr line. */
  text(seq: number): string | undefined;
  /** At most the first `limit` characters of that text, cheap for rows. */
  head(seq: number, limit: number): string;
  /**
   * False where the text of a frame certainly does not hold a word of ASCII in small letters, whatever the case there: much
   * cheaper than to look into it, where millions of lines are gone through.
   */
  mayHold(seq: number, word: string): boolean;
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

/** Reads back lines that are no longer in memory; offsets and lengths are bytes in the transcript. */
export interface EntrySource {
  entry(offset: number, length: number): Entry | undefined;
  /** At most the first `limit` characters of the line's text. */
  head(offset: number, length: number, limit: number): string;
  /** All of it, without what costs to make an entry of it. */
  text(offset: number, length: number): string | undefined;
  /** False where the text certainly does not hold a word of ASCII in small letters, whatever the case there. */
  mayHold(offset: number, length: number, word: string): boolean;
}

/** Where a line stands in the transcript, in bytes. */
export interface ByteRange {
  readonly offset: number;
  readonly length: number;
}

/** The log with the way to extend it. */
export interface LogWriter extends Log {
  add(accepted: Accepted, place?: ByteRange): void;
  /** Adds a finding that has no line of its own: one that the recording of an older version lacks. */
  attach(seq: number, finding: Finding): void;
}

const LABEL = /^#?\d+$/;
/** What an entry costs beside its text. */
const OVERHEAD = 256;
/** Entries kept beside a transcript: so few that in a flood they are gone before they count as long-lived. */
const RECENT = 1_000;

/**
 * @param limit characters of text kept in memory, each entry costing {@link OVERHEAD} more; the newest is always kept
 * @param source where older entries are read back from; without it they are dropped, and counted
 */
export function createLog(limit: number, source?: EntrySource): LogWriter {
  const parts = createParts(limit, source);
  const { rows, window, offset, length, exchanges, members, waits, notes, findings } = parts;
  const entry = (seq: number): Entry | undefined => entryAt(parts, seq);
  return {
    get length() {
      return parts.end;
    },
    get dropped() {
      return source === undefined ? window.fallen() : 0;
    },
    lines: rows.lines,
    traffic: parts.traffic,
    exchanges: parts.told,
    output: parts.output,
    beginningOf(seq) {
      const ended = endedBy(rows, seq);
      if (ended !== undefined || typeOf(rows, seq) !== 'life') return ended ?? seq;
      const line = entry(seq);
      return line?.type === 'life' && isEndOf(rows, seq, line.re) ? line.re : seq;
    },
    row: (seq) => rowAt(rows, seq, notes.get(seq), waits.between),
    time: rows.t.get,
    label: (seq) => `#${seq}`,
    find: (label) => (LABEL.test(label) ? Number(label.replace('#', '')) : undefined),
    entry,
    text(seq) {
      const recent = window.get(seq);
      return recent === undefined ? source?.text(offset.get(seq), length.get(seq)) : textOf(recent);
    },
    mayHold(seq, word) {
      if (source === undefined || typeOf(rows, seq) !== 'frame' || window.get(seq) !== undefined) return true;
      return source.mayHold(offset.get(seq), length.get(seq), word);
    },
    head(seq, characters) {
      const recent = window.get(seq);
      if (recent !== undefined) return textOf(recent).slice(0, characters);
      return source?.head(offset.get(seq), length.get(seq), characters) ?? '';
    },
    findings: findings.of,
    note: notes.get,
    marked: notes.marked,
    methods: () => rows.names.slice(1),
    exchange: exchanges.get,
    requestOf: members.requestOf,
    nextWith: members.nextWith,
    lastWith: members.lastWith,
    between: waits.between,
    attach(seq, finding) {
      findings.attach(seq, finding);
      markFinding(rows, seq);
    },
    add: (accepted, place) => add(parts, accepted, place),
  };
}

/** Where whole lines are found: the newest in the window, all by their places in the transcript. */
interface Texts {
  readonly source: EntrySource | undefined;
  readonly window: ReturnType<typeof createWindow<Entry>>;
  readonly offset: Column;
  readonly length: Column;
}

/** What a log is made of. */
interface Parts extends Texts {
  readonly rows: RowTable;
  readonly exchanges: ReturnType<typeof createExchanges>;
  readonly members: ReturnType<typeof createExchangeIndex>;
  readonly waits: Waits;
  readonly notes: ReturnType<typeof createNotes>;
  readonly findings: ReturnType<typeof createFindingLines>;
  readonly traffic: ReturnType<typeof createSeqs>;
  /** What begins an exchange or stands for itself. */
  readonly told: ReturnType<typeof createSeqs>;
  readonly output: ReturnType<typeof createSeqs>;
  /** One more than the newest seq. */
  end: number;
}

function createParts(limit: number, source: EntrySource | undefined): Parts {
  const rows = createRows();
  const { indexOf } = rows.lines;
  const texts: Texts = {
    source,
    window: createWindow(limit, source === undefined ? undefined : RECENT),
    offset: createIndexed(Float64Array, indexOf),
    length: createIndexed(Uint32Array, indexOf),
  };
  const exchanges = createExchanges();
  const members = createExchangeIndex({
    isHttp: (seq) => typeOf(rows, seq) === 'http',
    kind: (seq) => kindOf(rows, seq),
    link: rows.link,
    ring: createIndexed(Int32Array, indexOf),
    exchanges,
  });
  return {
    ...texts,
    rows,
    exchanges,
    members,
    waits: createWaits({
      requestOf: members.requestOf,
      time: rows.t.get,
      asks: (seq) => asksAt(rows, seq),
    }),
    notes: createNotes(),
    findings: createFindingLines(
      rows.lines,
      (seq) => entryAt(texts, seq),
      (seq) => typeOf(rows, seq) === 'finding',
    ),
    traffic: createSeqs(),
    told: createSeqs(),
    output: createSeqs(),
    end: 1,
  };
}

const entryAt = ({ window, source, offset, length }: Texts, seq: number): Entry | undefined =>
  window.get(seq) ?? source?.entry(offset.get(seq), length.get(seq));

function add(parts: Parts, accepted: Accepted, place: ByteRange | undefined): void {
  const { rows, traffic, told, output, exchanges } = parts;
  const { entry } = accepted;
  const { seq, type } = entry;
  addRow(rows, accepted);
  parts.offset.set(seq, place?.offset ?? 0);
  parts.length.set(seq, place?.length ?? 0);
  parts.end = Math.max(parts.end, seq + 1);
  parts.window.keep(seq, entry, weight(entry));
  if (type === 'frame' || type === 'invalid' || type === 'life') {
    traffic.push(seq);
    if (type === 'invalid' || !isEndOf(rows, seq, entry.re)) told.push(seq);
  }
  if (type === 'stderr' || isLogMessage(accepted)) output.push(seq);
  parts.members.add(accepted);
  parts.findings.add(entry);
  if (type === 'http' && exchanges.add(entry) && entry.phase === 'request') output.push(seq);
  if (type === 'finding') addFinding(parts, entry.at);
  if (type === 'note') parts.notes.add(entry);
  parts.waits.add(accepted);
}

function addFinding({ rows, traffic, told, members }: Parts, at: number): void {
  markFinding(rows, at);
  // It comes right behind its line, so that the list stays in order.
  if (typeOf(rows, at) !== 'http' || at <= traffic.at(traffic.length - 1)) return;
  traffic.push(at);
  told.push(at);
  members.addHttp(at);
}

function isLogMessage({ envelope, entry }: Accepted): boolean {
  return (
    entry.type === 'frame' && envelope?.kind === 'notification' && envelope.method === 'notifications/message'
  );
}

const weight = (entry: Entry): number => (entry.type === 'http' ? 4 : 1) * OVERHEAD + textOf(entry).length;

/** The request that goes on last with the one with this seq (client/input-required, 2026-07-28); that itself if none does. */
export function latest({ row }: Pick<Log, 'row'>, seq: number): number {
  for (let now = seq; ; ) {
    const next = row(now)?.next;
    if (next === undefined) return now;
    now = next;
  }
}
