import { isObject, type JsonObject } from '../json/shape.ts';
import { errorSentence } from '../session/negotiation.ts';
import { isIdOf } from '../session/pending.ts';
import { meantBy, subscriptionIn } from '../session/subscriptions.ts';
import { LISTS, type ListName, methodNamed } from '../spec/methods.ts';
import { paceOf, pauseBefore, REQUESTS, wasDone } from '../time/spacing.ts';
import type { Outcome } from './call.ts';
import { resolveTicket, type StepTurn, tellLife } from './event.ts';
import { listPages } from './lists.ts';
import { giveUp, lose, request } from './requests.ts';
import type { Coalescer, OpenCall, Stream } from './state.ts';

/** The filter's members, by the capability that has `listChanged`. */
const FILTER = {
  tools: 'toolsListChanged',
  prompts: 'promptsListChanged',
  resources: 'resourcesListChanged',
} as const;

/** ms before a stream that ended is asked for again; longer each time, as often in a row as this. */
const AGAIN = 1_000;
const TIMES = 5;
/** A stream that was open for so many ms is no failure: many a proxy ends one that is silent. */
const LASTED = 30_000;
/** ms that a modern server has to say what it agrees to. */
const PATIENCE = 10_000;

/** A notification came, perhaps of a change. */
export function notified(turn: StepTurn, method: string, params: unknown): void {
  for (const name of methodNamed(method)?.changes ?? []) listChanged(turn, name);
  if (method === 'notifications/subscriptions/acknowledged') acknowledged(turn, params);
  const uri = isObject(params) ? params['uri'] : undefined;
  if (method !== 'notifications/resources/updated' || typeof uri !== 'string') return;
  const meant = meantBy(uri, [...turn.state.subscribed]);
  if (meant !== undefined) want(turn, turn.state.reads, meant);
}

function listChanged(turn: StepTurn, name: ListName): void {
  const { refresh } = turn.state;
  if (!refresh.followed.includes(name)) refresh.noted.add(name);
  else if (turn.session.lists[name].state !== 'not announced') want(turn, refresh, name);
}

/** A connection begins: changes of lists are only noted until it is ready. */
export function restLists(turn: StepTurn): void {
  const { refresh } = turn.state;
  refresh.followed = [];
  refresh.noted.clear();
  forget(turn, refresh);
}

/** The connection is ready: changes are followed, those that came before as well, and what was subscribed to is so again. */
export function followChanges(turn: StepTurn): void {
  const { state, session } = turn;
  const { refresh, options, subscribed } = state;
  refresh.followed = state.lists;
  const before = [...refresh.noted];
  refresh.noted.clear();
  for (const name of before) listChanged(turn, name);
  const filter = announcedNews(session.capabilities.server ?? {});
  if (options.listen && session.era === 'modern' && Object.keys(filter).length > 0) listen(turn, '', filter);
  for (const uri of subscribed) subscribe(turn, uri, 'auto');
}

function announcedNews(capabilities: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(FILTER).flatMap(([name, member]) => {
      const capability = capabilities[name];
      return isObject(capability) && capability['listChanged'] === true ? [[member, true]] : [];
    }),
  );
}

/**
 * Follows a resource, for good (server/resources#subscriptions; in the modern era each on a stream of its own): it is
 * read when that begins, and again whenever it is said to have changed.
 */
export function subscribe(turn: StepTurn, uri: string, by: 'user' | 'auto', ticket?: number): void {
  const waiting = ticket === undefined ? {} : { ticket };
  if (turn.session.era === 'modern') listen(turn, uri, { resourceSubscriptions: [uri] }, waiting);
  else request(turn, 'resources/subscribe', { uri }, { by }, { kind: 'subscribe', uri, ...waiting });
}

/** The server said whether it tells of a resource; `why` is the reason when it does not. */
export function subscribeAnswered(
  turn: StepTurn,
  uri: string,
  why: string | undefined,
  ticket?: number,
): void {
  resolveTicket(turn, ticket, why);
  if (why !== undefined) return;
  turn.state.subscribed.add(uri);
  want(turn, turn.state.reads, uri);
}

/** Has the server tell of it no more. */
export function unsubscribe(turn: StepTurn, uri: string, ticket: number) {
  turn.state.subscribed.delete(uri);
  if (turn.session.era !== 'modern')
    return request(turn, 'resources/unsubscribe', { uri }, { by: 'user' }, { kind: 'unsubscribe', ticket });
  cancelStream(turn, turn.state.streams.get(uri));
  resolveTicket(turn, ticket);
}

/** Why something was not done, in one sentence without its full stop. */
export function whyNot(outcome: Outcome): string | undefined {
  if (outcome.kind === 'result') return undefined;
  return outcome.kind === 'error' ? errorSentence(outcome.error) : outcome.why;
}

/**
 * A stream on which a modern server tells of what was asked for (basic/patterns/subscriptions, 2026-07-28).
 *
 *   subscriptions/listen ─▶ acknowledged, news …
 *      ├ the server ends it ─▶ a pause ─▶ subscriptions/listen
 *      └ an error, no connection ─▶ over
 */
function listen(turn: StepTurn, uri: string, filter: JsonObject, waiting?: Stream['waiting']): void {
  const { streams } = turn.state;
  cancelStream(turn, streams.get(uri));
  const stream: Stream = { uri, filter, began: 0, left: TIMES, waiting };
  streams.set(uri, stream);
  openStream(turn, stream);
  if (waiting !== undefined)
    turn.effects.push({ type: 'start timer', timer: { of: 'agreement', id: uri }, ms: PATIENCE });
}

function openStream(turn: StepTurn, stream: Stream): void {
  stream.began = turn.now;
  const how = { by: 'auto', timeout: 0, max: 0, oneRound: true } as const;
  request(turn, 'subscriptions/listen', { notifications: stream.filter }, how, { kind: 'stream', stream });
}

/** The pause before a stream is asked for again is over. */
export function streamDue(turn: StepTurn, uri: string): void {
  const stream = turn.state.streams.get(uri);
  if (stream !== undefined) openStream(turn, stream);
}

/** The request of a stream has ended. */
export function streamEnded(turn: StepTurn, stream: Stream, outcome: Outcome): void {
  const { state, now, effects } = turn;
  const { uri } = stream;
  if (state.streams.get(uri) !== stream) return;
  if (now - stream.began >= LASTED) stream.left = TIMES;
  // The server ended it, with a result or without; it did not refuse it, and the connection is there.
  const mayGoOn = outcome.kind === 'result' || (outcome.kind === 'closed' && outcome.status === 200);
  if (stream.left > 0 && mayGoOn) {
    effects.push({
      type: 'start timer',
      timer: { of: 'stream', id: uri },
      ms: AGAIN * 2 ** (TIMES - stream.left),
    });
    stream.left -= 1;
    return;
  }
  dropStream(turn, stream, whyNot(outcome) ?? 'the server ended it');
}

const requestOf = ({ state }: StepTurn, stream: Stream | undefined): OpenCall | undefined =>
  stream && [...state.calls.values()].find(({ owner }) => owner.kind === 'stream' && owner.stream === stream);

function cancelStream(turn: StepTurn, stream: Stream | undefined): void {
  if (stream === undefined) return;
  const call = requestOf(turn, stream);
  dropStream(turn, stream, 'the server has not confirmed yet');
  if (call !== undefined) giveUp(turn, call, 'cancel', 'no longer wanted');
}

function dropStream(turn: StepTurn, stream: Stream, why: string): void {
  turn.state.streams.delete(stream.uri);
  turn.effects.push({ type: 'stop timer', timer: { of: 'stream', id: stream.uri } });
  agree(turn, stream, why);
}

/** Settles who waits for the server's word. */
function agree(turn: StepTurn, stream: Stream, why: string | undefined): void {
  const { waiting, uri } = stream;
  if (waiting === undefined) return;
  stream.waiting = undefined;
  turn.effects.push({ type: 'stop timer', timer: { of: 'agreement', id: uri } });
  subscribeAnswered(turn, uri, why, waiting.ticket);
}

/** The server has had its time. */
export function agreementDue(turn: StepTurn, uri: string): void {
  const stream = turn.state.streams.get(uri);
  if (stream !== undefined) agree(turn, stream, 'the server has not confirmed yet');
}

/** The server says what it agreed to; what it leaves out it will not tell of. */
function acknowledged(turn: StepTurn, params: unknown) {
  const id = subscriptionIn(params);
  const { notifications } = isObject(params) ? params : {};
  const uris = isObject(notifications) ? notifications['resourceSubscriptions'] : undefined;
  for (const stream of turn.state.streams.values()) {
    const { uri } = stream;
    if (uri === '' || !isIdOf(id, requestOf(turn, stream)?.id)) continue;
    if (Array.isArray(uris) && uris.includes(uri)) return agree(turn, stream, undefined);
    const call = requestOf(turn, stream);
    dropStream(turn, stream, 'the server does not accept this subscription');
    if (call !== undefined) giveUp(turn, call, 'cancel', 'no longer wanted');
  }
}

/** The server takes a request back, perhaps that of a stream: over stdio that is how it ends one. */
export function takeBackStream(turn: StepTurn, params: unknown): void {
  const id = isObject(params) ? params['requestId'] : undefined;
  for (const stream of turn.state.streams.values()) {
    const call = requestOf(turn, stream);
    if (call !== undefined && isIdOf(id, call.id)) lose(turn, call, 'the server ended it');
  }
}

/** The connection has ended: nothing is asked for any more. */
export function endStreams(turn: StepTurn): void {
  for (const stream of turn.state.streams.values()) dropStream(turn, stream, 'the connection has ended');
  forget(turn, turn.state.reads);
}

/**
 * Asks for a thing, or once more when the request that is under way is done, however often that is said, and after a
 * pause where that happens again and again.
 *
 *   idle ──▶ wanted ──▶ asking ──▶ idle
 *               ▲          │
 *               └─ pause ◀─┴ wanted again
 */
function want<Name extends string>(turn: StepTurn, things: Coalescer<Name>, name: Name): void {
  if (things.pausing.has(name)) return;
  const pause = things.asking.has(name)
    ? 0
    : pauseBefore(paceFor(things, name), turn.now, (loop) => tellLoop(turn, things, name, loop));
  if (pause > 0) {
    things.pausing.add(name);
    turn.effects.push({ type: 'start timer', timer: { of: things.of, id: name }, ms: pause });
    return;
  }
  things.wanted.add(name);
  askNext(turn, things);
}

function paceFor<Name>({ paces }: Coalescer<Name>, name: Name) {
  const pace = paces.get(name) ?? paceOf(REQUESTS);
  paces.set(name, pace);
  return pace;
}

function tellLoop(turn: StepTurn, { of }: Pick<Coalescer<string>, 'of'>, name: string, loop: string): void {
  const what =
    of === 'lists'
      ? `a change whenever ${LISTS[name as ListName].method} is sent`
      : `a change of ${name} whenever it is read`;
  tellLife(turn, { event: 'throttled', detail: `the server announces ${what}: ${loop}` });
}

function askNext<Name extends string>(turn: StepTurn, things: Coalescer<Name>): void {
  for (const name of things.wanted) {
    if (things.asking.size >= things.most) return;
    if (things.asking.has(name)) continue;
    things.wanted.delete(name);
    things.asking.add(name);
    if (things.of === 'reads')
      request(turn, 'resources/read', { uri: name }, { by: 'auto' }, { kind: 'read', uri: name });
    else askList(turn, name as string as ListName);
  }
}

function askList(turn: StepTurn, name: ListName): void {
  turn.state.refresh.changed.set(name, turn.session.lists[name].changed);
  listPages(turn, name, { by: 'auto' }, { kind: 'refresh' });
}

/** A list was asked for again, to its end. */
export function listRefreshed(turn: StepTurn, name: ListName): void {
  const { refresh } = turn.state;
  done(turn, refresh, name, refresh.changed.get(name) !== turn.session.lists[name].changed);
}

/** A resource was read again, or could not be. */
export const wasRead = (turn: StepTurn, uri: string): void => done(turn, turn.state.reads, uri, false);

function done<Name extends string>(
  turn: StepTurn,
  things: Coalescer<Name>,
  name: Name,
  isNew: boolean,
): void {
  things.asking.delete(name);
  wasDone(paceFor(things, name), turn.now, isNew);
  if (things.wanted.delete(name)) want(turn, things, name);
  askNext(turn, things);
}

/** The pause before something is asked for again is over. */
export function pauseOver(turn: StepTurn, of: 'lists' | 'reads', name: string): void {
  const things: Coalescer<string> = turn.state[of === 'lists' ? 'refresh' : 'reads'] as Coalescer<string>;
  things.pausing.delete(name);
  things.wanted.add(name);
  askNext(turn, things);
}

/** What was not begun yet is not asked for any more. */
function forget<Name extends string>({ effects }: StepTurn, things: Coalescer<Name>): void {
  things.wanted.clear();
  for (const id of things.pausing) effects.push({ type: 'stop timer', timer: { of: things.of, id } });
  things.pausing.clear();
  things.paces.clear();
}
