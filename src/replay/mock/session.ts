import { parse } from '../../json/parse.ts';
import { elementTexts, memberText } from '../../json/parts.ts';
import { valueAt } from '../../json/path.ts';
import { isObject, type JsonObject } from '../../json/shape.ts';
import { isInRevision, type ListName, listOf, methodNamed } from '../../spec/methods.ts';
import { LEGACY_VERSIONS, MODERN_VERSION } from '../../spec/revision.ts';
import { callOf, versionIn } from './call.ts';
import { type Asker, type MockClient, type Peer, withTasks } from './client.ts';
import { createFinder, type Finder } from './finder.ts';
import { asLastPage, viewOf } from './lists.ts';
import { type Miss, missOf } from './misses.ts';
import { type Playing, play, playOnce, tokenIn } from './play.ts';
import type { Reaction } from './reactions.ts';
import { isAnnounced, type Recorded } from './recorded.ts';
import { answerTask, isTaskMethod } from './task-answers.ts';
import { createdTask } from './tasks.ts';
import { usedResult } from './used.ts';

/** How a mock answers. */
export interface MockOptions {
  /** Pointers into requests (`/params/arguments/now`): what is there does not count. */
  readonly ignore: readonly string[];
  /** What a call gets that was made more often than then: the last answer again, or none. */
  readonly repeat: 'last' | 'never';
  /** Whether answers are given in which the redaction has replaced values. */
  readonly allowRedacted: boolean;
  /** Waits as long as was waited then; without it nothing is waited for. */
  readonly pause?: (ms: number) => Promise<void>;
  /** Makes an id that nothing else has. */
  readonly newId: () => string;
  /** Tells the person of something, in a sentence. */
  readonly tell: (sentence: string) => void;
}

/** A conversation with one client. */
export interface MockSession {
  /** Takes a message of the client, or a batch of them. */
  receive(text: string): void;
  /** The client has gone. */
  close(): void;
}

/** Counts what is not as it was recorded. */
export interface Ledger {
  /** Whether it is the first of its kind. */
  missed(miss: Miss): boolean;
  otherwise(asked: string, difference: string): boolean;
}

/** What one conversation is made of. */
interface Session {
  readonly recorded: Recorded;
  readonly options: MockOptions;
  readonly ledger: Ledger;
  readonly client: MockClient;
  readonly stage: Playing;
  readonly finder: Finder;
  isOpened: boolean;
  /** How often the client has asked for a handshake that is there. */
  opened: number;
}

/** Of JSON-RPC and MCP. */
const CODE = {
  notJson: -32700,
  invalid: -32600,
  noMethod: -32601,
  params: -32602,
  unsupported: -32022,
} as const;

/** Begins to speak to a client. */
export function openMockSession(
  recorded: Recorded,
  options: MockOptions,
  ledger: Ledger,
  peer: Peer,
): MockSession {
  const session = createSession(recorded, options, ledger, peer);
  const { client } = session;
  return {
    receive(text) {
      if (client.isClosed) return;
      const value = parse(text);
      if (value === undefined) return fail(client, 'null', CODE.notJson, 'Parse error');
      const messages = Array.isArray(value) ? (elementTexts(text) ?? []) : [text];
      for (const message of messages) take(session, message);
    },
    close() {
      client.isClosed = true;
      for (const { stops } of client.open.values()) for (const stop of stops) stop();
      for (const heard of client.waiting.values()) heard(undefined);
    },
  };
}

function createSession(recorded: Recorded, options: MockOptions, ledger: Ledger, peer: Peer): Session {
  const client: MockClient = {
    ...{ peer, lists: viewOf(recorded.lists), ids: new Map(), tokens: new Map(), asks: new Map() },
    ...{ tasks: new Map(), listening: new Map(), subscribed: new Set(), open: new Map() },
    ...{ waiting: new Map(), heard: new Map(), told: new Set(), isClosed: false },
    needsSubscription: recorded.byMethod.has('resources/subscribe'),
    used: recorded.used,
  };
  let asked = 0;
  const stage: Playing = {
    pause: options.pause,
    tell: options.tell,
    isLeftOut: (line) => !options.allowRedacted && recorded.redactedAside.has(line),
    nextId() {
      asked += 1;
      return `"mock-${asked}"`;
    },
    answeredOtherwise({ method, seq }, difference) {
      const name = `${method} (#${seq})`;
      if (ledger.otherwise(name, difference))
        options.tell(`${name} was answered otherwise: ${difference}; it goes on as recorded`);
    },
  };
  const finder = createFinder(recorded, options.repeat, options.allowRedacted);
  return { recorded, options, ledger, client, stage, finder, isOpened: false, opened: 0 };
}

/** One message of the client. */
function take(session: Session, text: string) {
  const { client } = session;
  const id = memberText(text, 'id');
  const method = parse(memberText(text, 'method') ?? '');
  if (typeof method === 'string') {
    if (id === undefined) return notified(session, method, text);
    return asked(session, method, memberText(text, 'params'), id);
  }
  if (id === undefined || !isAnswer(text)) return fail(client, id ?? 'null', CODE.invalid, 'Invalid Request');
  const heard = client.waiting.get(id);
  client.waiting.delete(id);
  heard?.(text);
}

const isAnswer = (text: string): boolean =>
  memberText(text, 'result') !== undefined || memberText(text, 'error') !== undefined;

function notified(session: Session, method: string, text: string) {
  const { client } = session;
  if (method === 'notifications/initialized') return open(session);
  if (method !== 'notifications/cancelled') return;
  const params = memberText(text, 'params');
  const id = params && memberText(params, 'requestId');
  if (id === undefined) return;
  client.listening.delete(id);
  const running = client.open.get(id);
  client.open.delete(id);
  if (running === undefined) return;
  running.isOver = true;
  for (const stop of running.stops) stop();
}

/** Sends what was sent before anything was asked for. */
function open(session: Session) {
  const { recorded, stage, client } = session;
  const [first] = recorded.openings;
  if (session.isOpened || first === undefined) return;
  session.isOpened = true;
  playOnce(stage, client, first, recorded.opening);
}

/** One request of the client. */
function asked(session: Session, method: string, params: string | undefined, id: string) {
  const { client, recorded } = session;
  const asker: Asker = { id, token: params && tokenIn(params), level: levelIn(params) };
  const wrong = wrongVersion(session, method, params);
  if (wrong !== undefined)
    return fail(client, id, CODE.unsupported, 'Unsupported protocol version', JSON.stringify(wrong));
  if (methodNamed(method)?.opens) return handshake(session, method, params, asker);
  if (method === 'ping' && recorded.legacy !== undefined) return answer(client, id, '{}');
  if (!isOfEra(recorded, method)) return fail(client, id, CODE.noMethod, 'Method not found');
  const list = listOf(method);
  if (list !== undefined) return listed(session, list, method, params, asker);
  if (isTaskMethod(method)) return tasked(session, method, params, asker);
  if (method === 'subscriptions/listen' && recorded.modern !== undefined)
    return listen(session, params, asker);
  called(session, method, params, asker);
}

/** A list is given as it was, or where nobody asked for it then made of what was used. */
function listed(session: Session, list: ListName, method: string, params: string | undefined, asker: Asker) {
  const { client, recorded, stage } = session;
  const page = client.lists.page(list, params);
  if (page !== undefined)
    return play(stage, client, page, asker, recorded.lists.cut.has(page) ? asLastPage : undefined);
  const used = memberText(params ?? '{}', 'cursor') === undefined ? recorded.usedItems.get(list) : undefined;
  if (used !== undefined && (used.length > 0 || isAnnounced(recorded, method)))
    return answer(client, asker.id, usedResult(list, used, versionIn(params) !== undefined));
  if (!isAnnounced(recorded, method)) return fail(client, asker.id, CODE.noMethod, 'Method not found');
  const found = missOf(callOf(method, params, []), [], 'was not asked for in the recording');
  miss(session, asker.id, found);
}

/** Whether a server of this era may have a method: one of the other era is no loss. */
function isOfEra({ legacy, modern }: Recorded, method: string): boolean {
  const facts = methodNamed(method);
  if (facts === undefined) return true;
  return (
    (legacy !== undefined && LEGACY_VERSIONS.some((one) => isInRevision(facts, one))) ||
    (modern !== undefined && isInRevision(facts, MODERN_VERSION))
  );
}

function levelIn(params: string | undefined): unknown {
  if (params === undefined || versionIn(params) === undefined) return undefined;
  const level = memberText(memberText(params, '_meta') ?? '{}', 'io.modelcontextprotocol/logLevel');
  return level === undefined ? null : parse(level);
}

/**
 * What says that a request names a revision that the server does not speak, or may have spoken but not in the recording, as where a
 * client of the legacy era asks a server that was recorded in the other.
 */
function wrongVersion({ recorded }: Session, method: string, params: string | undefined) {
  const { supported = [] } = recorded.modern ?? {};
  if (supported.length === 0) return undefined;
  if (method === 'initialize' && recorded.legacy === undefined && !hasOpening(recorded, method)) {
    const modern = supported.filter((version) => !(LEGACY_VERSIONS as readonly string[]).includes(version));
    return { supported: modern, requested: valueAt(parse(params ?? ''), '/protocolVersion') };
  }
  const requested = versionIn(params);
  return requested === undefined || supported.includes(requested) ? undefined : { supported, requested };
}

const hasOpening = ({ openings }: Recorded, method: string): boolean =>
  openings.some(({ request }) => request.line.method === method);

/** The client asks for what opens a connection: it gets what was answered then, in order where it is asked for again. */
function handshake(session: Session, method: string, params: string | undefined, asker: Asker) {
  const { recorded, client, stage } = session;
  const { capabilities, protocolVersion } = object(parse(params ?? ''));
  if (method === 'initialize') client.capabilities = object(capabilities);
  const found = recorded.openings.filter(({ request }) => request.line.method === method);
  const answered = found.filter(({ request: { end } }) => end.kind === 'answered');
  const all = answered.length > 0 ? answered : found;
  const alike = all.filter(
    ({ request }) => valueAt(parse(request.params ?? ''), '/protocolVersion') === protocolVersion,
  );
  const among = alike.length > 0 ? alike : all;
  const reaction = among[Math.min(session.opened, among.length - 1)];
  session.opened += 1;
  if (reaction !== undefined) return play(stage, client, reaction, asker);
  fail(client, asker.id, CODE.noMethod, 'Method not found');
}

/** A call, a read, a prompt, or whatever else is answered as the same request was. */
function called(session: Session, method: string, params: string | undefined, asker: Asker) {
  const { client, options, stage, recorded, finder } = session;
  const call = callOf(method, params, options.ignore);
  const subject = object(parse(params ?? ''));
  if (method === 'logging/setLevel') client.level = subject['level'];
  if (method === 'resources/subscribe') client.subscribed.add(String(subject['uri']));
  if (method === 'resources/unsubscribe') client.subscribed.delete(String(subject['uri']));
  const found = finder.find(call);
  if ('reaction' in found) {
    const { reaction } = found;
    if (isRefused(session, reaction)) return miss(session, asker.id, redactedMiss(missOf(call, [], HIDDEN)));
    const answered = (msg: string): string => {
      const text = createdTask(client.tasks, recorded.tasks, msg, options.newId);
      return withTasks(client, text, asker);
    };
    return play(stage, client, reaction, asker, answered);
  }
  if (SETTINGS.has(method) && isAnnounced(recorded, method)) return answer(client, asker.id, '{}');
  // A server that does not announce a method does not have it.
  const isKnown = recorded.byMethod.has(method) || isAnnounced(recorded, method);
  miss(session, asker.id, isKnown ? found.miss : { ...found.miss, code: CODE.noMethod });
}

const HIDDEN =
  'was answered with values that the recording has redacted; --allow-redacted gives the answer as it is';
/** What is wrong is not what was asked for. */
const redactedMiss = (found: Miss): Miss => ({ ...found, code: -32603 });

const isRefused = ({ options, recorded }: Session, reaction: Reaction): boolean =>
  !options.allowRedacted && recorded.redacted.has(reaction);

/** What changes how the server speaks to this client alone, which any server agrees to that announces it. */
const SETTINGS: ReadonlySet<string> = new Set([
  'logging/setLevel',
  'resources/subscribe',
  'resources/unsubscribe',
]);

function tasked(session: Session, method: string, params: string | undefined, asker: Asker) {
  const { client, stage } = session;
  answerTask(
    {
      ...{ client, stage },
      isRefused(reaction) {
        if (!isRefused(session, reaction)) return false;
        miss(session, asker.id, redactedMiss(missOf(callOf(method, params, []), [], HIDDEN)));
        return true;
      },
      answer: (result) => answer(client, asker.id, result),
      fail: (message) => fail(client, asker.id, CODE.params, message),
      miss: (reason) => miss(session, asker.id, missOf(callOf(method, params, []), [], reason)),
    },
    method,
    params,
    asker,
  );
}

/** The client wants news: it is acknowledged as then, or as it asks where it did not ask so then. */
function listen(session: Session, params: string | undefined, asker: Asker) {
  const { client, stage, finder, options } = session;
  const filter = object(object(parse(params ?? ''))['notifications']);
  const found = finder.find(callOf('subscriptions/listen', params, options.ignore));
  const reaction: Reaction | undefined = 'reaction' in found ? found.reaction : undefined;
  const recorded = reaction && memberText(reaction.request.line.msg, 'id');
  client.listening.set(asker.id, { id: asker.id, recorded, filter });
  if (reaction === undefined) {
    const meta = `{"io.modelcontextprotocol/subscriptionId":${asker.id}}`;
    const about = `{"_meta":${meta},"notifications":${JSON.stringify(filter)}}`;
    client.peer.send(
      `{"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","params":${about}}`,
      asker.id,
    );
  } else play(stage, client, withoutEnd(reaction), asker);
  open(session);
}

/** A stream stays open for as long as the client wants it. */
const withoutEnd = (reaction: Reaction): Reaction => ({
  ...reaction,
  request: { ...reaction.request, end: { kind: 'unanswered' } },
});

const object = (value: unknown): JsonObject => (isObject(value) ? value : {});

function answer({ peer }: MockClient, id: string, result: string) {
  peer.send(`{"jsonrpc":"2.0","id":${id},"result":${result}}`, id);
}

function fail({ peer }: MockClient, id: string, code: number, message: string, data?: string) {
  const error = `{"code":${code},"message":${JSON.stringify(message)}${data === undefined ? '' : `,"data":${data}`}}`;
  peer.send(`{"jsonrpc":"2.0","id":${id},"error":${error}}`, id === 'null' ? undefined : id);
}

function miss({ client, ledger, options }: Session, id: string, found: Miss) {
  if (ledger.missed(found)) options.tell(found.message);
  fail(client, id, found.code, found.message, found.data);
}
