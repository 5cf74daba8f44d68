import type { Log } from '../../../session/log.ts';

/**
 * What crossed the wire of one method, its answers included. Times in ms, without what a person was waited for; absent
 * before there is an answer, and where there is nothing else to wait for.
 */
export interface Method {
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
  /** The place of the next line. */
  next: number;
  readonly methods: Map<string, Counted>;
  /** The requests that had no end when they were looked at last, by their seqs. */
  readonly waiting: Map<number, Counted>;
}

const counts = new WeakMap<Log, Counting>();

/** The methods of a log, those that take longest first. It goes on where it stopped: a log only grows. */
export function methodsIn(log: Log): readonly Method[] {
  const counting: Counting = counts.get(log) ?? { next: 0, methods: new Map(), waiting: new Map() };
  counts.set(log, counting);
  for (; counting.next < log.lines.length; counting.next += 1)
    count(log, log.lines.at(counting.next), counting);
  for (const [seq, method] of counting.waiting) {
    const ended = log.row(seq)?.ended;
    if (ended === undefined) continue;
    counting.waiting.delete(seq);
    method.open -= 1;
    if (ended !== 'answered' && ended !== 'assumed') method.failed += 1;
  }
  const all = [...counting.methods].map(([name, counted]) => methodOf(name, counted));
  return all.sort((one, other) => (other.p95 ?? -1) - (one.p95 ?? -1) || other.requests - one.requests);
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
  if (row.kind === 'error' || row.failed) known.failed += 1;
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
