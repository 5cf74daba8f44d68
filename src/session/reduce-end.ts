import { exitSentence, stderrReason } from './ending.ts';
import type { LifeEntry } from './frame.ts';
import { emptyInbox } from './inbox.ts';
import { failed } from './negotiation.ts';
import { startAdvice } from './start-failure.ts';
import type { SessionState } from './state.ts';

/** We end it; with a reason when it could not be started at all. */
export function closing(state: SessionState, reason: string): SessionState {
  const phase = state.phase === 'failed' || reason !== '' ? 'failed' : 'closed';
  return { ...state, phase, ending: true, why: reason === '' ? state.why : [...state.why, reason] };
}

/** The process has ended, or the connection to a remote server. */
export function exited(state: SessionState, entry: LifeEntry): SessionState {
  const exit = {
    ...(entry.code === undefined ? {} : { code: entry.code }),
    ...(entry.signal === undefined ? {} : { signal: entry.signal }),
    ...(entry.detail === undefined ? {} : { detail: entry.detail }),
  };
  const next = { ...state, inbox: emptyInbox, process: { ...state.process, exit } };
  if (state.ending) {
    const { left, phase } = state;
    return left === undefined || phase === 'failed' ? next : { ...next, phase: 'closed', why: [left] };
  }
  const sentence = exitSentence(entry);
  const said = stderrReason(entry);
  if (state.phase === 'connecting') {
    const method = state.step === 'discover' ? 'server/discover' : 'initialize';
    const when = state.step === 'listing' ? 'while its lists were asked for' : `before it answered ${method}`;
    return failed({ ...next, running: [] }, `${sentence} ${when}${said}${startAdvice(state.target)}`);
  }
  const isBad = state.phase === 'failed' || entry.signal !== undefined || entry.code !== 0;
  const why = `${sentence}${isBad ? said : ''}`;
  return { ...next, phase: isBad ? 'failed' : 'closed', why: [...state.why, why] };
}
