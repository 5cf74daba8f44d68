import { LISTS, type ListName, methodNamed } from '../spec/methods.ts';
import { pauseBefore, wasDone } from '../time/spacing.ts';
import type { Loss } from '../transport/transport.ts';
import { type Close, type Report, reportLife, resolveTicket, type StepTurn } from './event.ts';
import {
  beginHandshake,
  endHandshake,
  type HandshakeVerdict,
  initializeAgain,
  initializeFailed,
} from './handshake.ts';
import { endAll, lose, loseAll, request, send, take } from './requests.ts';
import { forgetQuestions } from './server-requests.ts';
import { announcedLists, endStreams, followChanges, listPages, pauseChanges } from './subscriptions.ts';

/**
 * The connection is `ready` when the first page of each list has arrived, at the latest so long after the handshake, in
 * ms.
 */
const FIRST_PAGES = 3_000;

/** What is said about a request that is not repeated. */
const NOT_AGAIN = 'it was not retried: the server may have run it';

/**
 * Whether a request that was lost with its session may be repeated in a new one: the server may have run it already, so
 * it must be harmless, or a call that is to be repeated anyway.
 */
const mayRepeat = (method: string, retryCalls: boolean): boolean =>
  methodNamed(method)?.twice === 'harmless' || (retryCalls && method === 'tools/call');

/** Starts the transport, shakes hands, and requests those of `lists` that are announced. */
export function connect(turn: StepTurn, ticket: number, lists: readonly ListName[]): void {
  turn.state.lists = lists;
  takeOver(turn);
  turn.state.starting = [ticket];
  begin(turn);
}

/** Ends the server and connects again. */
export function restart(turn: StepTurn, ticket: number, clean: boolean | undefined): void {
  turn.state.isClean = clean ?? turn.state.isClean;
  close(turn, { next: 'restart' });
  turn.state.starting = [ticket];
}

/** Ends the server. */
export function close(turn: StepTurn, what: Omit<Close, 'attempt'>): void {
  const { state, session, effects } = turn;
  const { starting } = state;
  if (what.next === 'failed') state.starting = [];
  takeOver(turn);
  if (what.next === 'failed') state.starting = starting;
  state.phase = 'closing';
  if (turn.isLinked && session.process?.exit === undefined) reportLife(turn, { event: 'close' });
  effects.push({ type: 'close', close: { ...what, attempt: state.attempt } });
}

/** The server has ended, or nothing was there to end. */
export function closed(turn: StepTurn, { attempt, next, ticket }: Close, wasOpen: boolean): void {
  const { state, effects } = turn;
  if (attempt === state.attempt) {
    if (wasOpen) serverGone(turn, 'the connection was closed', '');
    state.phase = 'idle';
    if (next === 'failed') resolveStarting(turn, 'failed');
    if (next === 'restart') {
      effects.push({ type: 'new session' });
      if (turn.session.target.transport !== 'stdio') reportLife(turn, { event: 'reconnect' });
      begin(turn);
    }
  }
  resolveTicket(turn, ticket);
}

/** Ends what is in progress, for another start or a close. */
function takeOver(turn: StepTurn): void {
  const { state, effects } = turn;
  state.attempt += 1;
  resolveStarting(turn, 'failed');
  endHandshake(turn);
  for (const of of ['first pages', 'renewal'] as const) effects.push({ type: 'stop timer', timer: { of } });
  resumeCalls(turn, false);
}

function resolveStarting(turn: StepTurn, how: 'ready' | 'failed'): void {
  for (const ticket of turn.state.starting) resolveTicket(turn, ticket, how);
  turn.state.starting = [];
}

function begin({ state, effects }: StepTurn): void {
  const { attempt, isClean } = state;
  state.phase = 'opening';
  state.isPrepared = false;
  state.verdict = undefined;
  effects.push({ type: 'prepare', attempt });
  effects.push({ type: 'open', attempt, clean: isClean });
}

/** A transport was opened, or could not be. */
export function opened(turn: StepTurn, { attempt, how, opened: what }: Extract<Report, { type: 'opened' }>) {
  const { state } = turn;
  if (attempt !== state.attempt) return;
  if (typeof what === 'object') {
    state.gone = what.why;
    reportLife(turn, { event: 'close', detail: what.why });
  }
  if (how === 'open') {
    if (what !== 'open') return handshakeMoved(turn, 'failed');
    state.phase = 'handshake';
    beginHandshake(turn);
  } else if (state.handshake !== undefined) {
    if (what === 'open') initializeAgain(turn, state.handshake);
    else handshakeMoved(turn, how === 'change' ? initializeFailed(turn, state.handshake) : 'failed');
  }
}

/** The handshake goes on, or is over. */
export function handshakeMoved(turn: StepTurn, verdict: HandshakeVerdict): void {
  if (verdict === undefined) return;
  endHandshake(turn);
  turn.state.verdict = verdict;
  goOn(turn);
}

/** What is needed to file answers has been loaded. */
export function prepared(turn: StepTurn, attempt: number): void {
  if (attempt !== turn.state.attempt) return;
  turn.state.isPrepared = true;
  goOn(turn);
}

/** Requests the lists once the handshake is over and everything is loaded. */
function goOn(turn: StepTurn) {
  const { state, session, effects } = turn;
  const { verdict, attempt } = state;
  if (verdict === undefined || !state.isPrepared) return;
  state.verdict = undefined;
  resumeCalls(turn, verdict === 'open');
  if (verdict === 'failed') {
    state.gone = session.why.at(-1) ?? state.gone;
    return close(turn, { next: 'failed' });
  }
  state.phase = 'listing';
  pauseChanges(turn);
  const lists = announcedLists(turn, state.lists);
  state.firstPages = lists.length;
  for (const name of lists) listPages(turn, name, { by: 'auto' }, { kind: 'start', attempt });
  if (lists.length === 0) ready(turn);
  else effects.push({ type: 'start timer', timer: { of: 'first pages' }, ms: FIRST_PAGES });
}

/** The first page of a list arrived, or will not. */
export function firstPageCame(turn: StepTurn, attempt: number): void {
  const { state } = turn;
  if (attempt !== state.attempt || state.phase !== 'listing') return;
  state.firstPages -= 1;
  if (state.firstPages === 0) ready(turn);
}

/** The first pages have arrived, or had their time. */
export function ready(turn: StepTurn) {
  const { state, session, effects } = turn;
  if (state.phase !== 'listing') return;
  effects.push({ type: 'stop timer', timer: { of: 'first pages' } });
  if (session.phase !== 'connecting') {
    state.phase = 'idle';
    return resolveStarting(turn, 'failed');
  }
  state.phase = 'ready';
  reportLife(turn, { event: 'ready' });
  const { logLevel: level } = state;
  // A server that was started again gets the chosen level again.
  if (level !== undefined && session.era !== 'modern' && 'logging' in (session.capabilities.server ?? {}))
    request(turn, 'logging/setLevel', { level }, { by: 'auto' }, { kind: 'nobody' });
  followChanges(turn);
  resolveStarting(turn, 'ready');
}

/** Exchanges ended without their answers. */
export function lost(turn: StepTurn, loss: Loss): void {
  const { step } = turn.session;
  const { ids, why, status } = loss;
  if (loss.session && turn.state.mayRenew && (step === 'listing' || step === 'done')) renew(turn, loss);
  else loseAll(turn, ids, why, status);
}

/** The server has lost the session: a new one is opened, once, in which harmless requests are repeated. */
function renew(turn: StepTurn, { ids, why, status }: Loss): void {
  const { state, effects, now } = turn;
  const { starting } = state;
  state.starting = [];
  takeOver(turn);
  state.starting = starting;
  state.phase = 'renewing';
  state.mayRenew = false;
  effects.push({ type: 'leave' });
  const open = new Set<(typeof all)[number]>();
  const all = [...state.calls.values()];
  for (const call of all) {
    const isHarmless = mayRepeat(call.method, state.options.retryCalls ?? false);
    // The server has begun what it has answered.
    if (call.stage.kind !== 'sent' || !isHarmless) continue;
    take(turn, call);
    open.add(call);
  }
  for (const call of [...state.calls.values()])
    lose(turn, call, `${why}; ${NOT_AGAIN}`, ids.includes(call.id) ? status : undefined);
  effects.push({ type: 'new session' });
  const detail = `${why}; a new one begins, and the state of the old one is lost`;
  reportLife(turn, { event: 'reconnect', detail });
  state.renewing = { why, open };
  const pause = pauseBefore(state.renewals, now, (loop) => {
    reportLife(turn, {
      event: 'throttled',
      detail: `the server forgets its session as soon as it is begun: ${loop}`,
    });
  });
  if (pause === 0) renewalDue(turn);
  else effects.push({ type: 'start timer', timer: { of: 'renewal' }, ms: pause });
}

/** The pause before a new session is over. */
export function renewalDue(turn: StepTurn): void {
  wasDone(turn.state.renewals, turn.now);
  begin(turn);
}

/** The new session is open, or failed: the open calls of the old one are sent again, or end. */
function resumeCalls(turn: StepTurn, isOpen: boolean): void {
  const { renewing, lists } = turn.state;
  turn.state.renewing = undefined;
  for (const call of renewing?.open ?? []) {
    // Lists that nobody asked for are requested again by the start.
    const isListed = call.by === 'auto' && lists.some((name) => LISTS[name].method === call.method);
    if (isOpen && !isListed) send(turn, call, call.sent);
    else
      turn.ended.push({
        call,
        outcome: { kind: 'closed', why: `${call.method}: ${renewing?.why}` },
        isFinal: true,
      });
  }
}

/** The server is gone; `said` continues the sentence with its own reason. */
export function serverGone(turn: StepTurn, why: string, said: string): void {
  turn.state.gone = `${why}${said}`;
  endStreams(turn);
  forgetQuestions(turn);
  endAll(turn, why, said);
}
