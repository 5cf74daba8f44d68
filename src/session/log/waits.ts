import { asksPerson } from '../../spec/methods.ts';
import type { Accepted } from '../intake.ts';

/** A stretch of time in ms since the start of the transcript. */
type Span = readonly [from: number, to: number];

/** How long the server waited for a person while it worked on requests of ours. */
export interface Waits {
  /** ms from a request of ours to a later line in which the work on it waited for a person. */
  between(request: number, line: number): number;
  /** Takes a line that the log has placed. */
  add(accepted: Accepted): void;
}

/** What is asked of the log. */
interface Lines {
  readonly requestOf: (seq: number) => number | undefined;
  readonly time: (seq: number) => number;
  /** Is it a result that asks for input? */
  readonly asks: (seq: number) => boolean;
}

export function createWaits({ requestOf, time, asks }: Lines): Waits {
  const spans = new Map<number, Span[]>();
  /** Our requests without an answer. */
  const open = new Set<number>();

  const put = (request: number | undefined, span: Span): void => {
    if (request === undefined) return;
    const known = spans.get(request);
    if (known === undefined) spans.set(request, [span]);
    else known.push(span);
  };

  /**
   * Whose work a request of the server's belongs to: what it says itself, or the only one of ours that was open when it
   * came. With several nobody can tell, and all of their time stays the server's.
   */
  const worksOn = (seq: number): number | undefined => {
    const named = requestOf(seq);
    if (named !== undefined && named !== seq) return named;
    const before = [...open].filter((ours) => ours < seq);
    return before[0] !== undefined && before.length === 1 ? requestOf(before[0]) : undefined;
  };

  return {
    between(request, line) {
      const known = spans.size === 0 ? undefined : spans.get(requestOf(request) ?? request);
      return known === undefined ? 0 : together(known, time(request), time(line));
    },
    add({ entry, envelope, request, continues, ends }) {
      for (const { seq } of ends ?? []) open.delete(seq);
      if (entry.type !== 'frame') return;
      const { seq, t, dir, re } = entry;
      if (dir === 's2c') {
        if (re !== undefined) open.delete(re);
        return;
      }
      if (envelope?.kind === 'request') open.add(seq);
      if (re !== undefined && asksPerson(request?.method)) put(worksOn(re), [time(re), t]);
      if (continues !== undefined && asks(continues.answer)) put(requestOf(seq), [time(continues.answer), t]);
    },
  };
}

/** ms between two times that are covered by spans; where these overlap it counts once. */
export function together(spans: readonly Span[], from: number, to: number): number {
  let reached = from;
  let sum = 0;
  for (const [start, end] of spans.toSorted(([one], [other]) => one - other)) {
    const begins = Math.max(start, reached);
    const ends = Math.min(end, to);
    if (ends <= begins) continue;
    sum += ends - begins;
    reached = ends;
  }
  return sum;
}
