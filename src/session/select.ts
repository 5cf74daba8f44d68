import type { Phase, SessionState } from './state.ts';

/** The word in the header of the screen. */
export type PhaseWord = Phase | 'recorded' | 'not reachable';

/** `recorded` for a reopened transcript, however it ended; else the phase, and whether it can still be reached. */
export function phaseWord({ target, phase, unreachable }: SessionState): PhaseWord {
  if (target.transport === 'recorded') return 'recorded';
  return phase === 'ready' && unreachable !== undefined ? 'not reachable' : phase;
}
