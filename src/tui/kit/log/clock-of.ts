import { useEffect, useState } from 'react';
import type { Seqs } from '../../../session/log/column.ts';
import type { Log } from '../../../session/log/log.ts';
import { useWorld } from '../../world/world.ts';

/**
 * Draws again each second while one of the lines from place `from` to before `to` is a request without an answer: it
 * is told how long that hangs, and nothing else may happen for long.
 */
export function useClockOf(seqs: Seqs, from: number, to: number): void {
  const { host, schedule } = useWorld();
  const [ticks, tick] = useState(0);
  const runs = host.connection !== undefined && isWaiting(host.log, seqs, from, to);
  useEffect(() => (runs ? schedule(1_000, () => tick(ticks + 1)) : undefined), [runs, schedule, ticks]);
}

function isWaiting(log: Log, seqs: Seqs, from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) {
    const row = log.row(seqs.at(at));
    if (row?.kind === 'request' && row.ended === undefined) return true;
  }
  return false;
}
