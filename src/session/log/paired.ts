import type { Log } from './log.ts';
import { createOrdered } from './ordered.ts';

/** Lines with the other one of each exchange: a request says nothing without its answer, nor an answer without it. */
export function withOthers(log: Log, seqs: Iterable<number>): readonly number[] {
  const all = new Set<number>();
  for (const seq of seqs) {
    all.add(seq);
    const { kind, re, answer } = log.row(seq) ?? {};
    const other = kind === 'request' ? answer : kind === 'result' || kind === 'error' ? re : undefined;
    if (other !== undefined) all.add(other);
  }
  const written = createOrdered(log.lines.order?.time);
  written.add([...all]);
  return Array.from({ length: written.length }, (_, place) => written.at(place));
}
