import { isObject, type JsonObject } from '../json/shape.ts';
import type { Id } from '../spec/envelope.ts';
import { asksPerson, capabilityOf, methodNamed } from '../spec/methods.ts';
import { needsInput } from './input-required.ts';
import type { LogRow } from './log/row.ts';
import type { Pending } from './pending.ts';
import type { Inbox, ServerRequest, SessionState } from './state.ts';

/** Nothing waits. */
export const emptyInbox: Inbox = { waiting: [] };

/** Whether the server waits for nothing from a person. */
export const isEmpty = ({ waiting }: Inbox): boolean => waiting.length === 0;

/**
 * All that waits for a person, oldest first; the same array while it does not change. In a recording nothing does: no
 * answer could be given to what was open at its end.
 */
export const waitingIn = ({
  inbox,
  target,
}: Pick<SessionState, 'inbox' | 'target'>): readonly ServerRequest[] =>
  target.transport === 'recorded' ? emptyInbox.waiting : inbox.waiting;

/** The state with more that waits, unless there is too much already. */
export function withWaiting(state: SessionState, more: readonly ServerRequest[]): SessionState {
  const { waiting } = state.inbox;
  if (more.length === 0 || waiting.length >= MOST_WAITING) return state;
  return { ...state, inbox: { waiting: [...waiting, ...more] } };
}

/** Requests of a server that may wait for a person at a time: a person cannot answer more, and each costs memory. */
export const MOST_WAITING = 1_000;

/**
 * The server asks with a request of its own (legacy); what was not announced is refused at once and not for people, and
 * so is what comes when too many wait already.
 */
export function requested(
  state: SessionState,
  { seq, t, id, method }: Pending,
  params: unknown,
  belongs?: number,
): SessionState {
  const capability = capabilityOf(method) ?? '';
  if (state.era === 'modern' || !asksPerson(method) || !(capability in state.capabilities.client))
    return state;
  return withWaiting(state, [
    { seq, key: '', method, params, since: t, id, ...(belongs === undefined ? {} : { for: belongs }) },
  ]);
}

/** A result asks for inputs before the request goes on (modern). */
export function inputsAsked(
  state: SessionState,
  request: Pending,
  seq: number,
  t: number,
  result: unknown,
): SessionState {
  if (!needsInput(result) || !isObject(result['inputRequests'])) return state;
  return withWaiting(state, inputsOf(result['inputRequests'], { seq, since: t, for: request.seq }));
}

/** Of inputs by their keys those that a person is asked for; `facts` are what they have in common. */
export const inputsOf = (
  inputs: JsonObject,
  facts: Pick<ServerRequest, 'seq' | 'since' | 'for' | 'task'>,
): readonly ServerRequest[] =>
  Object.entries(inputs).flatMap(([key, input]): ServerRequest[] => {
    const { method, params } = isObject(input) ? input : {};
    return typeof method === 'string' && asksPerson(method) ? [{ ...facts, key, method, params }] : [];
  });

/** What these frames requested is settled. */
export const settled = (state: SessionState, seqs: ReadonlySet<number>): SessionState =>
  withoutWaiting(
    state,
    ({ seq, key, for: request }) =>
      seqs.has(seq) || (key !== '' && request !== undefined && seqs.has(request)),
  );

/** The server cancels a request of its own (basic/utilities/cancellation). */
export function cancelled(state: SessionState, params: unknown): SessionState {
  const id = isObject(params) ? params['requestId'] : undefined;
  return withoutWaiting(state, (request) => request.id !== undefined && request.id === (id as Id));
}

/** The server says that a page is complete (client/elicitation#completion-notifications). */
export function completed(state: SessionState, seq: number, params: unknown): SessionState {
  const elicitationId = isObject(params) ? params['elicitationId'] : undefined;
  if (typeof elicitationId !== 'string') return state;
  return { ...state, completed: [...state.completed.slice(1 - COMPLETED), { elicitationId, seq }] };
}

/** Completed elicitations that are remembered. */
const COMPLETED = 100;

/** The state without those that are gone; a request of the server's own has an empty key. */
export function withoutWaiting(
  state: SessionState,
  isGone: (waiting: ServerRequest) => boolean,
): SessionState {
  const waiting = state.inbox.waiting.filter((one) => !isGone(one));
  return waiting.length === state.inbox.waiting.length ? state : { ...state, inbox: { waiting } };
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
