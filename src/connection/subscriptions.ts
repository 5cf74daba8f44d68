import { isObject, type JsonObject } from '../json/shape.ts';
import { errorSentence } from '../session/negotiation.ts';
import { isIdOf } from '../session/pending.ts';
import { subscriptionFor, subscriptionIn } from '../session/subscriptions.ts';
import {
  announces,
  LIST_CHANGES,
  LISTS,
  type ListName,
  listFault,
  methodNamed,
  serverCapabilityOf,
} from '../spec/methods.ts';
import { isAnnounced } from '../spec/shapes/capabilities.ts';
import { paceOf, pauseBefore, REQUESTS, wasDone } from '../time/spacing.ts';
import type { ListOutcome, Outcome } from './call.ts';
import { reportLife, resolveTicket, type StepTurn } from './event.ts';
import { giveUp, lose, request } from './requests.ts';
import type { Coalescer, How, ListRun, OpenCall, Stream } from './state.ts';

/** ms before a stream that ended is opened again, doubled each time, and how many times in a row. */
const AGAIN = 1_000;
const TIMES = 5;
/** A stream that was open for so many ms has not failed: proxies often end silent ones. */
const LASTED = 30_000;
/** ms that a modern server has to acknowledge a subscription. */
const AGREEMENT = 10_000;
/** What a caller is told whose subscription the server has not acknowledged. */
const UNCONFIRMED = 'the server has not confirmed yet';

/** A notification came, perhaps about a change. */
export function changeNotified(turn: StepTurn, method: string, params: unknown): void {
  for (const name of methodNamed(method)?.changes ?? []) listChanged(turn, name);
  if (method === 'notifications/subscriptions/acknowledged') acknowledged(turn, params);
  const uri = isObject(params) ? params['uri'] : undefined;
  if (method !== 'notifications/resources/updated' || typeof uri !== 'string') return;
  const meant = subscriptionFor(uri, [...turn.state.subscribed]);
  if (meant !== undefined) want(turn, turn.state.reads, meant);
}

function listChanged(turn: StepTurn, name: ListName): void {
  const { refresh } = turn.state;
  if (!refresh.followed.includes(name)) refresh.noted.add(name);
  else if (turn.session.lists[name].state !== 'not announced') want(turn, refresh, name);
}

/** A connection begins: until it is ready, changes of lists are only noted. */
export function pauseChanges(turn: StepTurn): void {
  const { refresh } = turn.state;
  refresh.followed = [];
  refresh.noted.clear();
  forget(turn, refresh);
}

/** The connection is ready: lists that change, or have changed, are refreshed, and subscriptions are made again. */
export function followChanges(turn: StepTurn): void {
  const { state, session } = turn;
  const { refresh, options, subscribed } = state;
  refresh.followed = state.lists;
  const before = [...refresh.noted];
  refresh.noted.clear();
  for (const name of before) listChanged(turn, name);
  const filter = announcedChanges(session.capabilities.server ?? {});
  if (options.listen && session.era === 'modern' && Object.keys(filter).length > 0) listen(turn, '', filter);
  for (const uri of subscribed) subscribe(turn, uri, 'auto');
}

const announcedChanges = (capabilities: JsonObject): JsonObject =>
  Object.fromEntries(
    LIST_CHANGES.flatMap(({ filter, needs }) => (isAnnounced(capabilities, needs) ? [[filter, true]] : [])),
  );

/**
 * Subscribes to a resource, also in later connections (server/resources#subscriptions; in the modern era each on a
 * stream of its own): it is read at first, and again whenever the server announces a change.
 */
export function subscribe(turn: StepTurn, uri: string, by: 'user' | 'auto', ticket?: number): void {
  const waiting = ticket === undefined ? {} : { ticket };
  if (turn.session.era === 'modern') listen(turn, uri, { resourceSubscriptions: [uri] }, waiting);
  else request(turn, 'resources/subscribe', { uri }, { by }, { kind: 'subscribe', uri, ...waiting });
}

/** The server accepted a subscription or not; `why` is the reason when it did not. */
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

/** Ends a subscription. */
export function unsubscribe(turn: StepTurn, uri: string, ticket: number) {
  turn.state.subscribed.delete(uri);
  if (turn.session.era !== 'modern')
    return request(turn, 'resources/unsubscribe', { uri }, { by: 'user' }, { kind: 'unsubscribe', ticket });
  cancelStream(turn, turn.state.streams.get(uri), UNCONFIRMED);
  resolveTicket(turn, ticket);
}

/** Why something was not done, in one sentence without its full stop. */
export function failureOf(outcome: Outcome): string | undefined {
  if (outcome.kind === 'result') return undefined;
  return outcome.kind === 'error' ? errorSentence(outcome.error) : outcome.why;
}

/**
 * A stream on which a modern server announces changes (basic/patterns/subscriptions, 2026-07-28).
 *
 *   subscriptions/listen ─▶ acknowledged, changes …
 *      ├ the server ends it ─▶ a pause ─▶ subscriptions/listen
 *      └ an error, no connection ─▶ over
 */
function listen(turn: StepTurn, uri: string, filter: JsonObject, waiting?: Stream['waiting']): void {
  const { streams } = turn.state;
  cancelStream(turn, streams.get(uri), UNCONFIRMED);
  const stream: Stream = { uri, filter, began: 0, left: TIMES, waiting };
  streams.set(uri, stream);
  openStream(turn, stream);
  if (waiting !== undefined)
    turn.effects.push({ type: 'start timer', timer: { of: 'agreement', id: uri }, ms: AGREEMENT });
}

function openStream(turn: StepTurn, stream: Stream): void {
  stream.began = turn.now;
  const how = { by: 'auto', timeout: 0, max: 0, oneRound: true } as const;
  request(turn, 'subscriptions/listen', { notifications: stream.filter }, how, { kind: 'stream', stream });
}

/** The pause before a stream is opened again is over. */
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
  // The server ended it, with a result or without, but did not refuse it, and the connection is open.
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
  dropStream(turn, stream, failureOf(outcome) ?? 'the server ended it');
}

const requestOf = ({ state }: StepTurn, stream: Stream | undefined): OpenCall | undefined =>
  stream && [...state.calls.values()].find(({ owner }) => owner.kind === 'stream' && owner.stream === stream);

/** Takes a stream back; `why` is for the caller that still waits for its acknowledgement. */
function cancelStream(turn: StepTurn, stream: Stream | undefined, why: string): void {
  if (stream === undefined) return;
  const call = requestOf(turn, stream);
  dropStream(turn, stream, why);
  if (call !== undefined) giveUp(turn, call, 'cancel', 'no longer wanted');
}

function dropStream(turn: StepTurn, stream: Stream, why: string): void {
  turn.state.streams.delete(stream.uri);
  turn.effects.push({ type: 'stop timer', timer: { of: 'stream', id: stream.uri } });
  agree(turn, stream, why);
}

/** Resolves the caller that waits for the acknowledgement. */
function agree(turn: StepTurn, stream: Stream, why: string | undefined): void {
  const { waiting, uri } = stream;
  if (waiting === undefined) return;
  stream.waiting = undefined;
  turn.effects.push({ type: 'stop timer', timer: { of: 'agreement', id: uri } });
  subscribeAnswered(turn, uri, why, waiting.ticket);
}

/** The time for the acknowledgement is over. */
export function agreementDue(turn: StepTurn, uri: string): void {
  const stream = turn.state.streams.get(uri);
  if (stream !== undefined) agree(turn, stream, UNCONFIRMED);
}

/** The server acknowledges a subscription; it will not announce changes of what it leaves out. */
function acknowledged(turn: StepTurn, params: unknown) {
  const id = subscriptionIn(params);
  const { notifications } = isObject(params) ? params : {};
  const uris = isObject(notifications) ? notifications['resourceSubscriptions'] : undefined;
  for (const stream of turn.state.streams.values()) {
    const { uri } = stream;
    if (uri === '' || !isIdOf(id, requestOf(turn, stream)?.id)) continue;
    if (Array.isArray(uris) && uris.includes(uri)) return agree(turn, stream, undefined);
    cancelStream(turn, stream, 'the server does not accept this subscription');
  }
}

/** The server cancels a request, perhaps that of a stream: over stdio this is how it ends one. */
export function takeBackStream(turn: StepTurn, params: unknown): void {
  const id = isObject(params) ? params['requestId'] : undefined;
  for (const stream of turn.state.streams.values()) {
    const call = requestOf(turn, stream);
    if (call !== undefined && isIdOf(id, call.id)) lose(turn, call, 'the server ended it');
  }
}

/** The connection has ended: nothing more is requested. */
export function endStreams(turn: StepTurn): void {
  for (const stream of turn.state.streams.values()) dropStream(turn, stream, 'the connection has ended');
  forget(turn, turn.state.reads);
}

/**
 * Requests a thing, or once more when the request in progress is done, however often this is called, and after a pause
 * when it happens again and again.
 *
 *   idle ──▶ wanted ──▶ asking ──▶ idle
 *               ▲          │
 *               └─ pause ◀─┴ wanted again
 */
function want<Name extends string>(turn: StepTurn, things: Coalescer<Name>, name: Name): void {
  if (things.pausing.has(name)) return;
  const pause = things.asking.has(name)
    ? 0
    : pauseBefore(paceFor(things, name), turn.now, (loop) => reportLoop(turn, things, name, loop));
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

function reportLoop(turn: StepTurn, { of }: Pick<Coalescer<string>, 'of'>, name: string, loop: string): void {
  const what =
    of === 'lists'
      ? `a change whenever ${LISTS[name as ListName].method} is sent`
      : `a change of ${name} whenever it is read`;
  reportLife(turn, { event: 'throttled', detail: `the server announces ${what}: ${loop}` });
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

/** A list was requested again, to its end. */
export function listRefreshed(turn: StepTurn, name: ListName): void {
  const { refresh } = turn.state;
  done(turn, refresh, name, refresh.changed.get(name) !== turn.session.lists[name].changed);
}

/** A resource was read, or could not be. */
export const resourceRead = (turn: StepTurn, uri: string): void => done(turn, turn.state.reads, uri, false);

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

/** The pause before something is requested again is over. */
export function pauseOver(turn: StepTurn, of: 'lists' | 'reads', name: string): void {
  const things: Coalescer<string> = turn.state[of === 'lists' ? 'refresh' : 'reads'] as Coalescer<string>;
  things.pausing.delete(name);
  things.wanted.add(name);
  askNext(turn, things);
}

/** Drops what was not requested yet. */
function forget<Name extends string>({ effects }: StepTurn, things: Coalescer<Name>): void {
  things.wanted.clear();
  for (const id of things.pausing) effects.push({ type: 'stop timer', timer: { of: things.of, id } });
  things.pausing.clear();
  things.paces.clear();
}

/** Requests a list, page after page; the items arrive in the state of the session page by page. */
export function listPages(turn: StepTurn, name: ListName, how: How, owner: ListRun['owner']): void {
  askForPage(turn, { name, how, owner, pages: 0, misfit: undefined });
}

function askForPage(turn: StepTurn, run: ListRun, cursor?: string): void {
  const params = cursor === undefined ? {} : { cursor };
  request(turn, LISTS[run.name].method, params, run.how, { kind: 'page', run });
}

/** A page arrived, or will not: returns the outcome of the list, unless there are more pages. */
export function pageCame(turn: StepTurn, run: ListRun, outcome: Outcome): ListOutcome | undefined {
  const { name } = run;
  const { state, items, cursors } = turn.session.lists[name];
  run.pages += 1;
  if (outcome.kind !== 'result') return { kind: 'failed', outcome, items: run.pages > 1 ? items : [] };
  run.misfit ??= listFault(name, outcome.result);
  const next = state === 'loading' ? cursors.at(-1) : undefined;
  if (next === undefined)
    return { kind: 'items', items, ...(run.misfit === undefined ? {} : { misfit: run.misfit }) };
  askForPage(turn, run, next);
  return undefined;
}

/** Those of these lists that the server announced. */
export function announcedLists({ session }: StepTurn, names: readonly ListName[]): readonly ListName[] {
  const announced = session.capabilities.server ?? {};
  return names.filter((name) => announces(announced, serverCapabilityOf(LISTS[name].method)));
}
