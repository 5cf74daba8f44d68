import type { Log, Row } from '../../../session/log.ts';
import { subjectOf } from '../traffic/subject.ts';

/** Lines that are looked at, the newest first; each that may be it has to be read from the file. */
const LOOKED_AT = 200_000;
/** How much of a request is looked at. */
const HEAD = 2048;

/**
 * The request before one with this seq that asked for the same tool, prompt or resource and was answered; of one that
 * took several rounds the last. Nothing when there is none.
 */
export const previousOf = (log: Log, seq: number): number | undefined =>
  nearestOf(log, seq, -1, ({ ended, answer }) => ended === 'answered' && answer !== undefined);

/** The nearest request before (-1) or after (1) one that asked for the same, and of those the nearest that fits. */
export function nearestOf(
  log: Log,
  seq: number,
  way: -1 | 1,
  fits: (row: Row) => boolean = () => true,
): number | undefined {
  const { method } = log.row(seq) ?? {};
  if (method === undefined) return undefined;
  const subject = subjectOf(method, log.head(seq, HEAD));
  const { traffic } = log;
  let place = traffic.placeOf(seq) + way;
  for (let left = LOOKED_AT; left > 0 && place >= 0 && place < traffic.length; left -= 1, place += way) {
    const row = log.row(traffic.at(place));
    if (row?.method !== method || row.kind !== 'request' || row.dir !== 'c2s') continue;
    if (row.next !== undefined || !fits(row)) continue;
    if (subjectOf(method, log.head(row.seq, HEAD)) === subject) return row.seq;
  }
  return undefined;
}
