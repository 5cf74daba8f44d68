import { methodNamed } from '../spec/methods.ts';
import { isEmpty } from './inbox.ts';
import type { Log } from './log/log.ts';
import type { LogRow } from './log/row.ts';
import type { Inbox, Phase, SessionState } from './state.ts';

/** The word in the header of the screen. */
export type PhaseWord = Phase | 'recorded' | 'not reachable';

/** `recorded` for a reopened transcript, however it ended; else the phase, and whether it can still be reached. */
export function phaseWord({ target, phase, unreachable }: SessionState): PhaseWord {
  if (target.transport === 'recorded') return 'recorded';
  return phase === 'ready' && unreachable !== undefined ? 'not reachable' : phase;
}

/** ms after which a request without an answer is said to hang. */
const HUNG = 10_000;

/**
 * Whether a pending request hangs. One of the server waits for a person, who may take as long as that takes, and so
 * do ours meanwhile: the server may need the answer to go on. A subscription stays open.
 */
export const isHung = ({ t, dir, method }: LogRow, now: number, inbox: Inbox): boolean =>
  isEmpty(inbox) &&
  now - Math.max(t, inbox.emptySince ?? 0) > HUNG &&
  dir === 'c2s' &&
  !methodNamed(method ?? '')?.staysOpen;

/** The request that goes on last with the one with this seq (client/input-required, 2026-07-28); that itself if none does. */
export function latest({ row }: Pick<Log, 'row'>, seq: number): number {
  for (let now = seq; ; ) {
    const next = row(now)?.next;
    if (next === undefined) return now;
    now = next;
  }
}
