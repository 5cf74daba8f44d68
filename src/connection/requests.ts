import { withMember } from '../json/parts.ts';
import { isObject } from '../json/shape.ts';
import { JsonText } from '../json/write.ts';
import { whyUncallable } from '../session/lists.ts';
import { errorSentence } from '../session/negotiation.ts';
import type { Pending } from '../session/pending.ts';
import type { Id } from '../spec/envelope.ts';
import { methodNamed, opensConnection } from '../spec/methods.ts';
import { announcesTasks } from '../spec/task.ts';
import { seconds } from '../text/measure.ts';
import type { Outcome } from './call.ts';
import { reportLife, type StepTurn, type Timer } from './event.ts';
import { modernParams, nameOf, subjectIn, withTask, withToken } from './request-params.ts';
import type { EndedCall, HoldReason, How, OpenCall, Owner, Stage } from './state.ts';

/** ms after which an error without an id is taken for the answer to the suspected request. */
const ASSUME = 1_000;
/** How many stray messages are remembered. */
const STRAYS = 3;

/** Makes a request of ours and follows it to its end; `owner` gets the outcome. */
export function request(turn: StepTurn, method: string, params: unknown, how: How, owner: Owner): void {
  const { options, nextId } = turn.state;
  const isWhole = how.oneRound !== true;
  const max = how.max ?? options.maxTimeout;
  const asTask = how.asTask ?? (options.tasks ? undefined : false);
  const asked = isWhole ? withTask(turn.session, method, params, { asTask, ttl: max }) : params;
  const call: OpenCall = {
    key: nextId + 1,
    method,
    params: asked,
    by: how.by ?? 'user',
    isWhole,
    owner,
    began: turn.now,
    limits: { timeout: how.timeout ?? options.timeout, max },
    stage: { kind: 'sent' },
    id: 0,
    seq: 0,
    sent: asked,
    rounds: 0,
    mostRounds: options.rounds,
    isRepeated: false,
    timeout: 0,
    due: 0,
    bound: 0,
    heldSince: undefined,
    suspicion: undefined,
  };
  send(turn, call, asked);
}

/** Sends the next request of a call; `asked` is the seq of the answer that it continues. */
export function send(turn: StepTurn, call: OpenCall, params: unknown, asked?: number) {
  const { state, effects } = turn;
  state.nextId += 1;
  call.id = state.nextId;
  call.sent = params;
  call.stage = { kind: 'sent' };
  const { id, method } = call;
  const why = method === 'tools/call' ? whyUncallable(turn.session, subjectIn(params)) : undefined;
  if (why !== undefined) return unsent(turn, call, 'cancelled', why);
  const dressed = withMetadata(turn, method, withToken(method, params, id));
  const { greeting } = state.options;
  const isGreeting = call.owner.kind === 'initialize' && greeting !== undefined;
  state.sending.set(id, call);
  effects.push({
    type: 'send',
    message: isGreeting
      ? new JsonText(withMember(greeting, 'id', String(id)))
      : { jsonrpc: '2.0', id, method, params: dressed },
    sent: { by: call.by, asked },
    request: id,
  });
}

/** Adds the metadata that a request of the modern era needs. */
function withMetadata(turn: StepTurn, method: string, params: unknown): unknown {
  if (turn.session.era !== 'modern' && method !== 'server/discover') return params;
  const { client, tasks } = turn.state.options;
  const { logLevel } = turn.state;
  return modernParams(params, { client, capabilities: turn.capabilities(), tasks, logLevel });
}

function unsent(turn: StepTurn, call: OpenCall, kind: 'closed' | 'cancelled', why: string): void {
  begun(turn, call);
  turn.ended.push({ call, outcome: { kind, why: `${call.method} was not sent: ${why}` }, isFinal: true });
}

const begun = ({ effects }: StepTurn, { key, id, seq, owner }: OpenCall): void => {
  if (owner.kind === 'ticket' && key === id) effects.push({ type: 'begun', ticket: owner.ticket, id, seq });
};

/** A request was written; `seq` is 0 if it could not be. */
export function sent(turn: StepTurn, id: number, seq: number, why: string | undefined) {
  const { state, now } = turn;
  const call = state.sending.get(id);
  state.sending.delete(id);
  if (call === undefined) return;
  call.seq = seq;
  if (seq === 0) return unsent(turn, call, 'closed', why ?? state.gone);
  if (!isAnyAwaited(turn)) state.strays = [];
  state.calls.set(id, call);
  limit(turn, call, call.limits.timeout, call.limits.max);
  call.heldSince = state.holds.size > 0 ? now : undefined;
  arm(turn, call);
  begun(turn, call);
}

/** Starts the clock of a call, in ms; 0 = for ever. */
function limit({ now }: StepTurn, call: OpenCall, timeout: number, max: number): void {
  call.timeout = timeout;
  call.due = timeout === 0 ? Number.POSITIVE_INFINITY : now + timeout;
  call.bound = max === 0 ? Number.POSITIVE_INFINITY : now + max;
}

const timerOf = ({ key }: OpenCall): Timer => ({ of: 'call', id: key });

function arm({ effects, now }: StepTurn, call: OpenCall): void {
  const timer = timerOf(call);
  const end = Math.min(call.due, call.bound);
  if (call.heldSince === undefined && Number.isFinite(end))
    effects.push({ type: 'start timer', timer, ms: Math.max(0, end - now) });
  else effects.push({ type: 'stop timer', timer });
}

/** The time of a call is over. */
export function expire(turn: StepTurn, key: number): void {
  const call = callWith(turn, key);
  if (call === undefined) return;
  const { timeout, due, bound, limits } = call;
  const after =
    due > bound && timeout !== 0
      ? `in spite of progress, not within ${seconds(limits.max)} in all`
      : `within ${seconds(timeout || limits.max)}`;
  giveUp(turn, call, 'timeout', after);
}

/** The open call with this key; it may be waiting for a new session. */
export function callWith({ state }: Pick<StepTurn, 'state'>, key: number): OpenCall | undefined {
  for (const call of state.calls.values()) if (call.key === key) return call;
  for (const call of state.renewing?.open ?? []) if (call.key === key) return call;
  return undefined;
}

/** Ends a call from our side. */
export function giveUp(turn: StepTurn, call: OpenCall, how: 'timeout' | 'cancel', reason: string): void {
  const { stage, seq: re, method, id } = call;
  const isOpen = stage.kind === 'sent';
  const why = isOpen ? whyStopped(turn, call, how, reason) : whyLeft(turn, call, stage, how, reason);
  const answer = stage.kind === 'input' ? stage.asked : stage.kind === 'task' ? stage.answer : undefined;
  if (stage.kind !== 'relisting')
    reportLife(turn, { event: how, re, ...(answer === undefined ? {} : { answer }), detail: why });
  if (isOpen) {
    const stated = how === 'timeout' ? `timed out ${reason}` : reason || 'cancelled by the user';
    // The handshake must not be cancelled: the connection is closed, or continues in the other era.
    turn.effects.push({ type: 'cancel', id, reason: stated, mayNotify: !opensConnection(method) });
  }
  turn.state.renewing?.open.delete(call);
  settle(
    turn,
    call,
    { kind: how === 'timeout' ? 'timeout' : 'cancelled', why },
    { isFinal: true, isLeft: true },
  );
}

function whyStopped({ state }: StepTurn, call: OpenCall, how: 'timeout' | 'cancel', reason: string): string {
  const what = nameOf(call.method, call.sent);
  if (how === 'cancel') return `${what} was cancelled${reason === '' ? '' : `: ${reason}`}`;
  const meanwhile = state.strays.length === 0 ? '' : `; meanwhile: ${state.strays.join('; ')}`;
  return `no answer to ${what} ${reason}${meanwhile}`;
}

function whyLeft(
  { session }: StepTurn,
  { method, params }: OpenCall,
  stage: Exclude<Stage, { kind: 'sent' }>,
  how: 'timeout' | 'cancel',
  reason: string,
): string {
  if (stage.kind === 'relisting') return `${method} was cancelled: ${reason}`;
  if (stage.kind === 'input') return `not continued: ${reason === '' ? 'stopped by you' : reason}`;
  const what = nameOf(method, params);
  const isTold = announcesTasks(session, 'cancel');
  const more = isTold ? '' : '; the server does not declare tasks/cancel and continues it';
  if (how === 'timeout') return `the task of ${what} has not ended ${reason}${more}`;
  if (reason.endsWith(' refused')) return `not continued: ${reason}`;
  return `${what} was cancelled${reason === '' ? '' : `: ${reason}`}${more}`;
}

/** A call is answered, or ends; its owner gets the outcome at the end of the step. */
export function settle(
  { state, effects, ended }: StepTurn,
  call: OpenCall,
  outcome: Outcome,
  more: Omit<EndedCall, 'call' | 'outcome'> = {},
): void {
  state.calls.delete(call.id);
  effects.push({ type: 'stop timer', timer: timerOf(call) });
  if (call.suspicion !== undefined)
    effects.push({ type: 'stop timer', timer: { of: 'assume', id: call.key } });
  call.suspicion = undefined;
  ended.push({ call, outcome, ...more });
}

/** Opens a call again that was answered but is not over: it waits for input, or runs as a task. */
export function keep(turn: StepTurn, call: OpenCall, stage: Stage, max: number): void {
  turn.state.calls.set(call.id, call);
  call.stage = stage;
  limit(turn, call, 0, max);
  call.heldSince = turn.state.holds.size > 0 ? turn.now : undefined;
  arm(turn, call);
}

/** The call that a request of ours belongs to, if it is the newest of that call. */
export function callOf(
  { state }: StepTurn,
  asked: Pick<Pending, 'id' | 'seq'> | undefined,
): OpenCall | undefined {
  const call = state.calls.get(asked?.id as number);
  return call?.seq === asked?.seq ? call : undefined;
}

/** Progress was reported for a token, which is the id of a request: its time-out starts again. */
export function progressed(turn: StepTurn, params: unknown): void {
  const token = isObject(params) ? params['progressToken'] : undefined;
  const call = turn.state.calls.get(token as number);
  if (call === undefined || call.timeout === 0) return;
  call.due = turn.now + call.timeout;
  arm(turn, call);
}

/** Puts the time-out off by so many ms, beyond its upper bound if need be. */
export function extend(turn: StepTurn, call: OpenCall, ms: number): void {
  // Without a time-out of its own, the upper bound is put off.
  if (Number.isFinite(call.due)) {
    call.due += ms;
    call.bound = Math.max(call.bound, call.due);
  } else call.bound += ms;
  arm(turn, call);
}

/** Stops the clocks of all time-outs while a person is asked, or starts them where they stopped. */
export function hold(turn: StepTurn, what: HoldReason, isHeld: boolean): void {
  const { holds, calls } = turn.state;
  const was = holds.size > 0;
  if (isHeld) holds.add(what);
  else holds.delete(what);
  if (was === holds.size > 0) return;
  for (const call of calls.values()) {
    if (call.heldSince !== undefined) {
      call.due += turn.now - call.heldSince;
      call.bound += turn.now - call.heldSince;
    }
    call.heldSince = was ? undefined : turn.now;
    arm(turn, call);
  }
}

/** Whether the answer to a call is due; that to a subscription comes when it ends. */
const isAwaited = ({ stage, method }: OpenCall): boolean =>
  stage.kind === 'sent' && !methodNamed(method)?.staysOpen;

function isAnyAwaited({ state }: StepTurn): boolean {
  for (const call of state.calls.values()) if (isAwaited(call)) return true;
  return false;
}

/**
 * An error without an id came: it ends the call in whose exchange it came, or else the only open one, unless that is
 * answered within a second; at once, if no other answer can come.
 */
export function assume(turn: StepTurn, seq: number, outcome: Outcome, suspected: Pending | undefined): void {
  const [only, ...others] = [...turn.state.calls.values()].filter(isAwaited);
  const call = suspected === undefined ? (others.length > 0 ? undefined : only) : callOf(turn, suspected);
  if (call === undefined || call.suspicion !== undefined) return;
  const whose = suspected === undefined ? 'the only open request' : 'the request in whose exchange it came';
  call.suspicion = { seq, outcome, whose };
  turn.effects.push({ type: 'start timer', timer: { of: 'assume', id: call.key }, ms: ASSUME });
}

/** The second is over. */
export function takeAssumed(turn: StepTurn, call: OpenCall | undefined): void {
  if (call?.suspicion === undefined) return;
  const { seq, outcome, whose } = call.suspicion;
  const said = outcome.kind === 'error' ? `: ${errorSentence(outcome.error)}` : '';
  const detail = `an error without an id, taken for the answer to ${whose}${said}`;
  reportLife(turn, { event: 'assumed', re: call.seq, answer: seq, detail });
  settle(turn, call, outcome);
}

/** A stray message came that the sentence of a time-out should mention. */
export function stray({ state }: StepTurn, sentence: string): void {
  state.strays = [...state.strays.slice(1 - STRAYS), sentence];
}

/** A call can no longer be answered, for the reason in a sentence; `status` is that of HTTP. */
export function lose(turn: StepTurn, call: OpenCall | undefined, why: string, status?: number) {
  if (call === undefined || call.stage.kind === 'relisting') return;
  if (call.suspicion !== undefined) return takeAssumed(turn, call);
  const detail = `${nameOf(call.method, call.sent)}: ${why}`;
  reportLife(turn, { event: 'lost', re: call.seq, detail });
  settle(
    turn,
    call,
    { kind: 'closed', why: detail, ...(status === undefined ? {} : { status }) },
    { isFinal: true },
  );
}

/** The same for the calls with these ids. */
export function loseAll(turn: StepTurn, ids: readonly Id[], why: string, status?: number): void {
  for (const id of ids) lose(turn, turn.state.calls.get(id as number), why, status);
}

/** Takes a call out of the table, to be sent again. */
export function take({ state, effects }: StepTurn, call: OpenCall): void {
  state.calls.delete(call.id);
  effects.push({ type: 'stop timer', timer: timerOf(call) });
}

/** The server is gone: every call ends; `said` continues the sentence with its own reason. */
export function endAll(turn: StepTurn, why: string, said: string): void {
  for (const call of [...turn.state.calls.values()]) {
    const outcome = { kind: 'closed', why: `${why} while ${call.method} was running${said}` } as const;
    settle(turn, call, outcome, { isFinal: true });
  }
}
