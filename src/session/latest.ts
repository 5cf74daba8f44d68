import type { Log } from './log.ts';

/** The request that goes on last with the one with this seq (client/input-required, 2026-07-28); that itself if none does. */
export function latest({ row }: Pick<Log, 'row'>, seq: number): number {
  for (let now = seq; ; ) {
    const next = row(now)?.next;
    if (next === undefined) return now;
    now = next;
  }
}
