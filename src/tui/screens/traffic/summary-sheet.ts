import type { Host } from '../../../host/host.ts';
import { type Walk, walkThrough } from '../../../session/log/column.ts';
import type { Log } from '../../../session/log/log.ts';
import type { LogRow } from '../../../session/log/row.ts';
import { isFailure } from '../../../session/outcome.ts';
import { cut, pad, padStart } from '../../../text/cut.ts';
import { bytes, duration } from '../../../text/measure.ts';
import { visible } from '../../../text/visible.ts';
import { memo, memoOf } from '../../../time/memo.ts';
import { textSection } from '../../kit/sheet/sections.ts';
import type { Sheet, TextSection } from '../../kit/sheet/sheet.ts';
import { nothingSecret } from '../../world/secrets.ts';

/**
 * The traffic by method: how often, how it went, how long it took, how much it was. What has no room in so many cells
 * is left out, and named.
 */
export const summarySheet = ({ log }: Pick<Host, 'log'>, cells: number): Sheet =>
  sheetAt(log, log.length, cells);

const sheetAt = memo((log: Log, _length: number, cells: number) => sheetOf(methodsIn(log), cells));

function sheetOf(methods: readonly Method[], cells: number): Sheet {
  const requests = methods.filter((method) => method.requests > 0);
  const notices = methods.filter((method) => method.requests === 0);
  return {
    key: 'traffic summary',
    sections: [
      ...(requests.length === 0
        ? [textSection('requests', ['No requests yet.'])]
        : requestSections(requests, cells)),
      ...(notices.length === 0 ? [] : noticeSections(notices, cells)),
    ],
    hide: nothingSecret.hide,
    whole: () => JSON.stringify(methods, (_, value) => (typeof value === 'number' ? rounded(value) : value)),
    markdown: () => markdownOf(methods),
    file: 'traffic-summary',
  };
}

/** Three decimals: what is beyond them is no measurement. */
const rounded = (value: number): number => Math.round(value * 1000) / 1000;

function markdownOf(methods: readonly Method[]): string {
  const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const cellsOf = (method: Method): readonly string[] =>
    COLUMNS.map((column) => (method.requests > 0 || column.head === 'bytes' ? column.of(method) : ''));
  return [
    '# Traffic by method',
    '',
    row(['method', 'notifications', ...COLUMNS.map(({ head }) => head)]),
    row(['---', ...Array.from({ length: COLUMNS.length + 1 }, () => '--:')]),
    ...methods.map((method) =>
      row([inTable(method.name), method.notices === 0 ? '' : String(method.notices), ...cellsOf(method)]),
    ),
    '',
  ].join('\n');
}

const inTable = (name: string): string => visible(name).replace(/[\\|]/g, '\\$&');

function requestSections(methods: readonly Method[], cells: number): readonly TextSection[] {
  const columns = columnsFor(methods, cells);
  const name = nameCells(widthOf(columns), cells, NAME.most);
  const head = columns.map((column) => padStart(column.head, column.cells)).join('');
  const rows = methods.map(
    (method) =>
      `${nameOf(method.name, name)}${columns.map((column) => padStart(column.of(method), column.cells)).join('')}`,
  );
  const left = COLUMNS.filter((column) => !columns.includes(column)).map((column) => column.head);
  return [
    textSection('requests', [`${nameOf('method', name)}${head}`, ...rows]),
    ...(left.length === 0
      ? []
      : [textSection('left', ['', `in wider windows: ${left.join(', ')}`], { meaning: 'dim' })]),
  ];
}

function noticeSections(methods: readonly Method[], cells: number): readonly TextSection[] {
  const name = nameCells(COUNT + SIZE, cells, NOTICE);
  return [
    textSection('notices head', ['', 'notifications'], { meaning: 'strong' }),
    textSection(
      'notices',
      methods.map(
        ({ name: method, notices, size }) =>
          `${nameOf(method, name)}${padStart(String(notices), COUNT)}${padStart(bytes(size), SIZE)}`,
      ),
    ),
  ];
}

/** What is shown of a method beside its name. */
interface Column {
  readonly head: string;
  readonly cells: number;
  /** The first to go where there is no room is the one with the lowest number. */
  readonly rank: number;
  readonly of: (method: Method) => string;
}

const time = (ms: number | undefined): string => (ms === undefined ? '' : duration(ms));

/** Cells for how often, and for how many bytes. */
const COUNT = 6;
const SIZE = 9;

const COLUMNS: readonly Column[] = [
  { head: 'count', cells: COUNT, rank: 7, of: ({ requests }) => String(requests) },
  { head: 'p50', cells: 8, rank: 3, of: ({ p50 }) => time(p50) },
  { head: 'p95', cells: 8, rank: 6, of: ({ p95 }) => time(p95) },
  { head: 'max', cells: 8, rank: 2, of: ({ max }) => time(max) },
  { head: 'open', cells: 6, rank: 4, of: ({ open }) => String(open) },
  { head: 'failed', cells: 8, rank: 5, of: ({ failed }) => String(failed) },
  { head: 'bytes', cells: SIZE, rank: 1, of: ({ size }) => bytes(size) },
];

/** Cells for the name of a method: the most, and the least that it is left. */
const NAME = { most: 24, least: 16 };

/** The same for a notification, of which little else is known: the longest is shown whole. */
const NOTICE = 36;

const nameCells = (taken: number, cells: number, most: number): number =>
  Math.max(1, Math.min(most, cells - taken));

const widthOf = (columns: readonly Column[]): number =>
  columns.reduce((sum, column) => sum + column.cells, 0);

/** The columns that have room: those with nothing but zeros go first, then the others by their rank. */
function columnsFor(methods: readonly Method[], cells: number): readonly Column[] {
  const rankOf = (column: Column): number =>
    methods.every((method) => column.of(method) === '0') ? column.rank - COLUMNS.length : column.rank;
  const going = COLUMNS.toSorted((one, other) => rankOf(one) - rankOf(other));
  const first = going.findIndex((_, at) => NAME.least + widthOf(going.slice(at)) <= cells);
  const kept = first < 0 ? [] : going.slice(first);
  return COLUMNS.filter((column) => kept.includes(column));
}

const nameOf = (name: string, cells: number): string => pad(cut(visible(name), cells), cells);

/**
 * What crossed the wire of one method, its answers included. Times in ms, without the time spent waiting for a person; absent
 * before there is an answer, and where there is nothing else to wait for.
 */
interface Method {
  readonly name: string;
  readonly requests: number;
  /** Without an answer as yet. */
  readonly open: number;
  /** Answered with an error, that of a tool included, or never: timed out, cancelled, lost. */
  readonly failed: number;
  readonly notices: number;
  readonly p50?: number;
  readonly p95?: number;
  readonly max?: number;
  /** Bytes of all its lines. */
  readonly size: number;
}

/** A method as it is counted; `times` are those of a sample where there are many. */
interface Counted {
  requests: number;
  open: number;
  answers: number;
  failed: number;
  notices: number;
  size: number;
  max: number;
  readonly times: number[];
}

/** Times that are kept of a method: beyond that each new one takes the place of one of them in turn. */
const TIMES = 10_000;

interface Counting {
  readonly way: Walk;
  readonly methods: Map<string, Counted>;
  /** The requests that had no end when they were looked at last, by their seqs. */
  readonly waiting: Map<number, Counted>;
}

const countingOf = memoOf(
  (log: Log): Counting => ({ way: walkThrough(log.lines), methods: new Map(), waiting: new Map() }),
);

/** The methods of a log, those that take longest first. It goes on where it stopped: a log only grows. */
export function methodsIn(log: Log): readonly Method[] {
  const counting = countingOf(log);
  for (let seq = counting.way.next(); seq !== undefined; seq = counting.way.next()) count(log, seq, counting);
  for (const [seq, method] of counting.waiting) {
    const row = log.row(seq);
    if (row?.ended === undefined) continue;
    counting.waiting.delete(seq);
    method.open -= 1;
    if (isFailed(log, row)) method.failed += 1;
  }
  const all = [...counting.methods].map(([name, counted]) => methodOf(name, counted));
  return all.sort((one, other) => (other.p95 ?? -1) - (one.p95 ?? -1) || other.requests - one.requests);
}

/** Whether a request that has ended was answered with an error, or given up before. */
function isFailed(log: Log, { ended, answer = 0, cancelled }: LogRow): boolean {
  const row = ended === 'answered' && !cancelled ? log.row(answer) : undefined;
  return row === undefined || isFailure(row);
}

function count(log: Log, seq: number, { methods, waiting }: Counting): void {
  const row = log.row(seq);
  if (row?.type !== 'frame' || row.method === undefined) return;
  const known = methods.get(row.method) ?? {
    ...{ requests: 0, open: 0, answers: 0, failed: 0, notices: 0, size: 0, max: 0 },
    times: [],
  };
  methods.set(row.method, known);
  known.size += row.size;
  if (row.kind === 'request') {
    known.requests += 1;
    known.open += 1;
    waiting.set(seq, known);
  }
  if (row.kind === 'notification') known.notices += 1;
  const { ms, yours = 0 } = row;
  if (ms === undefined || ms === yours) return;
  known.times[known.answers % TIMES] = ms - yours;
  known.answers += 1;
  known.max = Math.max(known.max, ms - yours);
}

function methodOf(name: string, { requests, open, failed, notices, size, max, times }: Counted): Method {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
  return {
    ...{ name, requests, open, failed, notices, size },
    ...(sorted.length === 0 ? {} : { p50: at(0.5), p95: at(0.95), max }),
  };
}
