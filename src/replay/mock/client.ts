import { parse } from '../../json/parse.ts';
import { memberText, withMember } from '../../json/parts.ts';
import { pointerStep, valueAt } from '../../json/path.ts';
import { spanAt } from '../../json/reader.ts';
import { isObject, type JsonObject } from '../../json/shape.ts';
import { subscriptionFor } from '../../session/subscriptions.ts';
import { LOG_LEVELS, levelOf } from '../../spec/log-level.ts';
import { methodNamed } from '../../spec/methods.ts';
import type { RecordedLine, RecordedRequest } from '../conversation.ts';
import type { ListView } from './lists.ts';
import type { Reaction } from './reactions.ts';
import { type LiveTask, reportsTask, stateIn, withTaskIds } from './tasks.ts';

/** Whom a mock speaks to. */
export interface Peer {
  /**
   * Takes a message for the client.
   *
   * @param re the exact text of the id of the client's request that it belongs to; undefined where it belongs to none
   */
  send(text: string, re?: string): void;
  /** A request of the client is answered as this one of the recording was; told before anything of it is sent. */
  matched?(re: string, recorded: RecordedRequest): void;
  /** Nothing answers the request, as nothing did then. */
  silent?(re: string, recorded: RecordedRequest): void;
}

/** A request of the client that is being answered. */
export interface Asker {
  /** The exact texts of its id, and of its progress token. */
  readonly id: string;
  readonly token?: string | undefined;
  /** The exact text of the token that it had in the recording. */
  readonly recordedToken?: string | undefined;
  /** In the modern era, the least level of log messages that it asks for; null where it asks for none. */
  readonly level?: unknown;
  /** The task that it asks about. */
  readonly task?: LiveTask | undefined;
}

/** A stream of news that the client has asked for (2026-07-28). */
interface Listening {
  readonly id: string;
  /** The exact text of the id of the recorded request that it is, if it is one. */
  readonly recorded: string | undefined;
  readonly filter: JsonObject;
}

/** What is known of one client. The texts of recorded ids lead to those that stand in their place. */
export interface MockClient {
  readonly peer: Peer;
  readonly lists: ListView;
  /** Absent until it is said. */
  capabilities?: JsonObject;
  level?: unknown;
  /** The ids that the client of the recording used. */
  readonly used: ReadonlySet<string>;
  readonly ids: Map<string, string>;
  readonly tokens: Map<string, string | undefined>;
  readonly asks: Map<string, string>;
  /** By their own ids; by that in the recording, the newest. */
  readonly tasks: Map<string, LiveTask>;
  readonly listening: Map<string, Listening>;
  readonly subscribed: Set<string>;
  /** Whether the client of the recording had to subscribe before it was told of changes. */
  readonly needsSubscription: boolean;
  /** The requests that are being answered, by their ids. */
  readonly open: Map<string, OpenPlay>;
  /** Who waits for an answer to a request of ours. */
  readonly waiting: Map<string, (answer: string | undefined) => void>;
  /** The newest answers to what was asked of the client. */
  readonly heard: Map<RecordedLine, Promise<unknown>>;
  /** What was sent by itself already. */
  readonly told: Set<Reaction>;
  isClosed: boolean;
}

/** A request that is being answered. */
export interface OpenPlay {
  isOver: boolean;
  /** Each ends a wait for the client. */
  readonly stops: Set<() => void>;
}

/** What is sent to a client in the place of what a server sent, and to which request of the client it belongs. */
export interface Outgoing {
  readonly text: string;
  readonly re: string | undefined;
}

/** The member of `_meta` that says to which stream a message belongs. */
export const SUBSCRIPTION = 'io.modelcontextprotocol/subscriptionId';

const AT_SUBSCRIPTION = `/params/_meta/${pointerStep(SUBSCRIPTION)}`;

/**
 * The message for this client; undefined where it did not ask for that.
 *
 * @param about the task that it may be about, where it belongs to no request
 */
export function outgoing(
  client: MockClient,
  line: RecordedLine,
  asker: Asker | undefined,
  about: Pick<Asker, 'task'> | undefined = asker,
): Outgoing | undefined {
  const { msg, method, kind } = line;
  const re = asker?.id;
  if (kind !== 'notification') return again(client, msg);
  if (reportsTask(line)) noteTask(client, withTasks(client, msg, about));
  switch (method) {
    case 'notifications/progress':
      return withToken(client, msg, asker);
    case 'notifications/message':
      return isWanted(client, msg, asker) ? { text: withTasks(client, msg, asker), re } : undefined;
    case 'notifications/cancelled':
      return withRequest(client, msg, re);
    case 'notifications/resources/updated':
      if (!msg.includes('subscriptionId') && !isSubscribed(client, msg)) return undefined;
  }
  if (msg.includes('subscriptionId')) return onStream(client, line);
  return { text: withTasks(client, msg, about), re };
}

/** From now on a task is in the state that a notice tells. */
function noteTask({ tasks }: MockClient, notice: string): void {
  const task = tasks.get(String(valueAt(parse(notice), '/params/taskId')));
  if (task !== undefined && !task.isCancelled) task.state = stateIn(notice) ?? task.state;
}

/**
 * An answer that was sent once more, to a request that this client has made as well; or one to nobody's, whose id is kept where it
 * is nobody's now either.
 */
function again({ ids, open, used }: MockClient, msg: string): Outgoing | undefined {
  const recorded = memberText(msg, 'id') ?? 'null';
  const re = ids.get(recorded);
  if (re !== undefined) return { text: withMember(msg, 'id', re), re };
  return used.has(recorded) || open.has(recorded) ? undefined : { text: msg, re: undefined };
}

function withToken({ tokens }: MockClient, msg: string, asker: Asker | undefined): Outgoing | undefined {
  const place = spanAt(msg, '/params/progressToken');
  const recorded = place && msg.slice(place.start, place.end);
  const re = asker?.id;
  if (place === undefined || recorded === undefined) return { text: msg, re };
  const isOwn = recorded === asker?.recordedToken;
  if (!isOwn && !tokens.has(recorded)) return { text: msg, re };
  const live = isOwn ? asker.token : tokens.get(recorded);
  return live === undefined
    ? undefined
    : { text: msg.slice(0, place.start) + live + msg.slice(place.end), re };
}

/** Whether a log message matters enough: by what the client has said, for all or for its request. */
function isWanted({ level: set }: MockClient, msg: string, asker: Asker | undefined): boolean {
  if (asker?.level === null) return false;
  const least = rankOf(asker?.level ?? set);
  const own = rankOf(valueAt(parse(msg), '/params/level'));
  return own < 0 || own >= least;
}

function rankOf(value: unknown): number {
  const level = levelOf(value);
  return level === undefined ? -1 : LOG_LEVELS.indexOf(level);
}

/** What is taken back is a request of ours, or in the modern era a stream of the client's. */
function withRequest({ asks, ids }: MockClient, msg: string, re: string | undefined): Outgoing | undefined {
  const place = spanAt(msg, '/params/requestId');
  const recorded = place && msg.slice(place.start, place.end);
  const live = asks.get(recorded ?? '') ?? ids.get(recorded ?? '');
  if (place === undefined || live === undefined) return undefined;
  return { text: msg.slice(0, place.start) + live + msg.slice(place.end), re };
}

function isSubscribed({ subscribed, needsSubscription }: MockClient, msg: string): boolean {
  if (!needsSubscription) return true;
  const uri = valueAt(parse(msg), '/params/uri');
  return typeof uri === 'string' && subscriptionFor(uri, [...subscribed]) !== undefined;
}

function onStream({ listening }: MockClient, { msg, method }: RecordedLine): Outgoing | undefined {
  const place = spanAt(msg, AT_SUBSCRIPTION);
  if (place === undefined) return { text: msg, re: undefined };
  const recorded = msg.slice(place.start, place.end);
  const streams = [...listening.values()];
  const stream =
    streams.find((one) => one.recorded === recorded) ??
    streams.find((one) => asksFor(one.filter, method, valueAt(parse(msg), '/params/uri')));
  if (stream === undefined) return undefined;
  return { text: msg.slice(0, place.start) + stream.id + msg.slice(place.end), re: stream.id };
}

function asksFor(filter: JsonObject, method: string, uri: unknown): boolean {
  const { filter: member } = methodNamed(method) ?? {};
  if (member !== undefined) return filter[member] === true;
  const { resourceSubscriptions: uris } = filter;
  return method !== 'notifications/resources/updated' || (Array.isArray(uris) && uris.includes(uri));
}

/** A message in which tasks have the ids that this client knows them by. */
export function withTasks(
  { tasks }: MockClient,
  msg: string,
  asker: Pick<Asker, 'task'> | undefined,
): string {
  if (tasks.size === 0) return msg;
  return withTaskIds(msg, (recorded) =>
    asker?.task?.recorded.id === recorded ? asker.task.id : tasks.get(recorded)?.id,
  );
}

/** Why a client is not asked something, to end a sentence; nothing where it declared that it may be. */
export function whyNotAsked({ capabilities }: MockClient, { method, msg }: RecordedLine): string | undefined {
  const needs = methodNamed(method)?.needs;
  if (needs === undefined || capabilities === undefined) return undefined;
  const declared = capabilities[needs];
  if (!isObject(declared)) return `the client does not declare ${needs}`;
  const isPage = method === 'elicitation/create' && valueAt(parse(msg), '/params/mode') === 'url';
  return isPage && !('url' in declared) ? 'the client does not declare elicitation.url' : undefined;
}
