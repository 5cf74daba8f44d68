import type { Log } from '../../session/log.ts';
import { subjectOf } from '../views/subject.ts';

/** Lines that are looked at, the newest first; each that may be it has to be read from the file. */
const LOOKED_AT = 200_000;
/** How much of a request is looked at. */
const HEAD = 2048;

/**
 * The request before one with this seq that asked for the same tool, prompt or resource and was answered; of one that
 * took several rounds the last. Nothing when there is none.
 */
export function previousOf(log: Log, seq: number): number | undefined {
  const { method } = log.row(seq) ?? {};
  if (method === undefined) return undefined;
  const subject = subjectOf(method, log.head(seq, HEAD));
  const last = log.traffic.placeOf(seq) - 1;
  for (let place = last; place >= Math.max(0, last - LOOKED_AT); place -= 1) {
    const row = log.row(log.traffic.at(place));
    if (row?.method !== method || row.kind !== 'request' || row.dir !== 'c2s') continue;
    if (row.ended !== 'answered' || row.next !== undefined || row.answer === undefined) continue;
    if (subjectOf(method, log.head(row.seq, HEAD)) === subject) return row.seq;
  }
  return undefined;
}
