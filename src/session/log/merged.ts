import type { Entry, Writable } from '../frame.ts';
import type { Seqs, Walk } from './column.ts';
import type { Log } from './log.ts';
import { createOrdered } from './ordered.ts';
import type { LogRow } from './row.ts';

/** The log of one session among several. */
export interface LogPart {
  /** From 1; what tells its lines from those of the others. */
  readonly id: number;
  readonly name: string;
  readonly log: Log;
  /** When it began, in ms since 1970; not a number where nobody knows. */
  readonly started: number;
}

/** The logs of several sessions as one. A line is numbered by its session and its seq there, so that numbers last. */
export interface MergedLog<Part extends LogPart> extends Log {
  /** When the first of them began: what the times of all lines count from. */
  readonly started: number;
  /** ms from then to the beginning of one; 0 for one that has no clock. */
  shift(part: Part): number;
  /** Whose line it is, and its seq there; nothing for a number that none of them has. */
  placeOf(line: number): { readonly part: Part; readonly seq: number } | undefined;
}

/** A session, and how many ms after the first of all it began. */
interface Owner<Part> {
  readonly part: Part;
  readonly shift: number;
}

/** More than any seq; a number stays exact for two million sessions. */
const SPAN = 2 ** 32;
/** Lines that are put in at a time. */
const BATCH = 16_384;

/**
 * The logs of several sessions by the clock. No text is copied: of each list that is asked for it keeps a number a line,
 * put in order when its length is asked for. `length` counts all lines, and is no more than any number.
 */
export function createMergedLog<Part extends LogPart>(parts: readonly Part[]): MergedLog<Part> {
  const clocks = parts.map(({ started }) => started).filter((started) => !Number.isNaN(started));
  const started = clocks.length === 0 ? 0 : Math.min(...clocks);
  const byId: Owner<Part>[] = [];
  for (const part of parts) byId[part.id] = { part, shift: (part.started || started) - started };
  const owner = (line: number): Owner<Part> | undefined => byId[Math.floor(line / SPAN)];
  const numberOf = ({ id }: LogPart, seq: number): number => id * SPAN + seq;
  /** Asks the log of a line's session. */
  const ask = <Told>(line: number, told: (log: Log, seq: number) => Told): Told | undefined => {
    const of = owner(line);
    return of && told(of.part.log, line % SPAN);
  };
  /** The same for another line of that session. */
  const other = (line: number, told: (log: Log, seq: number) => number | undefined): number | undefined => {
    const seq = ask(line, told);
    return seq === undefined ? undefined : line - (line % SPAN) + seq;
  };
  const time = (line: number): number => {
    const of = owner(line);
    return of === undefined
      ? Number.NEGATIVE_INFINITY
      : of.part.log.time(line - of.part.id * SPAN) + of.shift;
  };
  const merged = (of: (log: Log) => Seqs): Seqs =>
    mergedSeqs(time, () =>
      walkAll(
        parts.map((part) => of(part.log)),
        (at, seq) => numberOf(parts[at]!, seq),
        time,
      ),
    );
  const lists = {
    lines: merged(({ lines }) => lines),
    traffic: merged(({ traffic }) => traffic),
    exchanges: merged(({ exchanges }) => exchanges),
    output: merged(({ output }) => output),
  };

  return {
    ...lists,
    started,
    shift: ({ id }) => byId[id]?.shift ?? 0,
    placeOf(line) {
      const of = owner(line);
      return of && { part: of.part, seq: line % SPAN };
    },
    get length() {
      return parts.reduce((sum, { log }) => sum + log.length, 0);
    },
    get dropped() {
      return parts.reduce((sum, { log }) => sum + log.dropped, 0);
    },
    time,
    label: (line) => `${owner(line)?.part.name ?? ''}#${line % SPAN}`,
    find(label) {
      const at = label.lastIndexOf('#');
      const part = parts.find(({ name }) => at > 0 && name === label.slice(0, at));
      const seq = part?.log.find(label.slice(at));
      return part === undefined || seq === undefined ? undefined : numberOf(part, seq);
    },
    row(line) {
      const of = owner(line);
      const row = of?.part.log.row(line % SPAN);
      return row && rowAmong(row, line, time(line));
    },
    entry(line) {
      const entry = ask(line, (log, seq) => log.entry(seq));
      return entry && entryAmong(entry, line, time(line));
    },
    beginningOf: (line) => other(line, (log, seq) => log.beginningOf(seq)) ?? line,
    text: (line) => ask(line, (log, seq) => log.text(seq)),
    mayHold: (line, word) => ask(line, (log, seq) => log.mayHold(seq, word)) ?? false,
    head: (line, limit) => ask(line, (log, seq) => log.head(seq, limit)) ?? '',
    findings: (line) => ask(line, (log, seq) => log.findings(seq)) ?? [],
    note: (line) => ask(line, (log, seq) => log.note(seq)),
    marked() {
      const marked = createOrdered(time);
      marked.add(parts.flatMap((part) => part.log.marked().map((seq) => numberOf(part, seq))));
      return Array.from({ length: marked.length }, (_, place) => marked.at(place));
    },
    methods: () => [...new Set(parts.flatMap(({ log }) => log.methods()))],
    exchange(x) {
      const known = ask(x, (log, own) => log.exchange(own));
      const base = x - (x % SPAN);
      return (
        known && {
          request: base + known.request,
          ...(known.response === undefined ? {} : { response: base + known.response }),
          ...(known.end === undefined ? {} : { end: base + known.end }),
        }
      );
    },
    requestOf: (line) => other(line, (log, seq) => log.requestOf(seq)),
    nextWith: (line) => other(line, (log, seq) => log.nextWith(seq)),
    lastWith: (line) => other(line, (log, seq) => log.lastWith(seq)) ?? line,
    between: (request, line) => ask(request, (log, seq) => log.between(seq, line % SPAN)) ?? 0,
  };
}

/** A row with the numbers that it and others of its session have among all. */
function rowAmong(row: LogRow, line: number, t: number): LogRow {
  const base = line - row.seq;
  const among: Writable<LogRow> = { ...row, seq: line, t };
  if (row.re !== undefined) among.re = base + row.re;
  if (row.answer !== undefined) among.answer = base + row.answer;
  if (row.next !== undefined) among.next = base + row.next;
  if (row.x !== undefined) among.x = base + row.x;
  return among;
}

/** The same of a whole line. */
function entryAmong(entry: Entry, line: number, t: number): Entry {
  const base = line - entry.seq;
  const { re, at, x } = entry as { readonly re?: unknown; readonly at?: unknown; readonly x?: unknown };
  const others = {
    ...(typeof re === 'number' && { re: base + re }),
    ...(typeof at === 'number' && { at: base + at }),
    ...(typeof x === 'number' && { x: base + x }),
  };
  return { ...entry, seq: line, t, ...others } as Entry;
}

/** The lines of several lists, the earliest of those that are next first. */
function walkAll(
  lists: readonly Seqs[],
  numberOf: (list: number, seq: number) => number,
  time: (line: number) => number,
): Walk {
  const places = lists.map(() => 0);
  /** The next line of each, and when that was: never while there is none. */
  const lines = new Float64Array(lists.length);
  const times = new Float64Array(lists.length).fill(Number.POSITIVE_INFINITY);
  const look = (at: number): void => {
    const place = places[at]!;
    if (place >= lists[at]!.length) return;
    lines[at] = numberOf(at, lists[at]!.at(place));
    times[at] = time(lines[at]!);
  };
  return {
    next() {
      let first = -1;
      let earliest = Number.POSITIVE_INFINITY;
      for (let at = 0; at < times.length; at += 1) {
        if (times[at] === Number.POSITIVE_INFINITY) look(at);
        if (times[at]! < earliest) {
          first = at;
          earliest = times[at]!;
        }
      }
      if (first < 0) return undefined;
      places[first] = places[first]! + 1;
      times[first] = Number.POSITIVE_INFINITY;
      return lines[first];
    },
    get left() {
      return lists.reduce((sum, { length }, at) => sum + length - places[at]!, 0);
    },
  };
}

/** A list in the order of the clock; what has come is put into its place when its length or a place is asked for. */
function mergedSeqs(time: (line: number) => number, walk: () => Walk): Seqs {
  const list = createOrdered(time);
  const way = walk();
  const catchUp = (): void => {
    while (way.left > 0) {
      const batch: number[] = [];
      for (let line = way.next(); line !== undefined; line = batch.length < BATCH ? way.next() : undefined)
        batch.push(line);
      list.add(batch);
    }
  };
  return {
    get length() {
      catchUp();
      return list.length;
    },
    at(place) {
      if (place >= list.length) catchUp();
      return list.at(place);
    },
    placeOf(line) {
      catchUp();
      return list.placeOf(line);
    },
    order: { time, walk },
  };
}
