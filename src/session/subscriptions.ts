import { isObject } from '../json/shape.ts';
import { isIdOf, type Pending } from './pending.ts';
import type { SessionState, Subscribed } from './state.ts';

/** The state after the server has agreed to report changes of a resource (server/resources#subscriptions). */
export function subscribed(state: SessionState, uri: string, since: number, listen?: number): SessionState {
  const fresh: Subscribed = { uri, since, ...(listen === undefined ? {} : { listen }) };
  return { ...state, subscriptions: [...state.subscriptions.filter((one) => one.uri !== uri), fresh] };
}

/** The state after the server has agreed to stop reporting them. */
export const unsubscribed = (state: SessionState, uri: string): SessionState =>
  without(state, (one) => one.uri === uri);

/** The state after a stream of change notifications has ended (basic/patterns/subscriptions, 2026-07-28). */
export const streamEnded = (state: SessionState, listen: number): SessionState =>
  without(state, (one) => one.listen === listen);

function without(state: SessionState, isGone: (one: Subscribed) => boolean): SessionState {
  if (!state.subscriptions.some(isGone)) return state;
  return { ...state, subscriptions: state.subscriptions.filter((one) => !isGone(one)) };
}

/** The state after the server has said which of the resources asked for it tells of (2026-07-28). */
export function acknowledged(state: SessionState, seq: number, params: unknown): SessionState {
  const id = subscriptionIn(params);
  const listen = state.running.find((one) => one.method === 'subscriptions/listen' && isIdOf(id, one.id));
  const { notifications } = isObject(params) ? params : {};
  const uris = isObject(notifications) ? notifications['resourceSubscriptions'] : undefined;
  if (listen === undefined || !Array.isArray(uris)) return state;
  return uris
    .filter((uri) => typeof uri === 'string')
    .reduce((next, uri) => subscribed(next, uri, seq, listen.seq), state);
}

/** The id of the stream that a notification of the modern era belongs to. */
export function subscriptionIn(params: unknown): unknown {
  const meta = isObject(params) && isObject(params['_meta']) ? params['_meta'] : {};
  return meta['io.modelcontextprotocol/subscriptionId'];
}

/** The state after a resource is said to have changed. */
export function updated(state: SessionState, seq: number, t: number, params: unknown): SessionState {
  const uri = isObject(params) ? params['uri'] : undefined;
  const uris = state.subscriptions.map((one) => one.uri);
  const meant = typeof uri === 'string' ? subscriptionFor(uri, uris) : undefined;
  return change(state, meant, (one) => ({
    ...one,
    updated: { seq, t, count: (one.updated?.count ?? 0) + 1 },
  }));
}

/** The subscription that news is about: that of the resource itself, or of the nearest that it is a part of. */
export const subscriptionFor = (uri: string, subscriptions: readonly string[]): string | undefined =>
  subscriptions
    .filter((one) => uri === one || uri.startsWith(one.endsWith('/') ? one : `${one}/`))
    .sort((one, other) => other.length - one.length)[0];

/** The state after a resource was read. */
export const read = (state: SessionState, { method, subject, seq }: Pending): SessionState =>
  method !== 'resources/read'
    ? state
    : change(state, subject, (one) => ({
        ...one,
        ...(one.read === undefined ? {} : { before: one.read }),
        read: seq,
      }));

function change(
  state: SessionState,
  uri: string | undefined,
  how: (one: Subscribed) => Subscribed,
): SessionState {
  if (!state.subscriptions.some((one) => one.uri === uri)) return state;
  return { ...state, subscriptions: state.subscriptions.map((one) => (one.uri === uri ? how(one) : one)) };
}
