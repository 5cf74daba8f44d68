import { withMember } from '../json/parts.ts';
import { same } from '../json/same.ts';
import { isObject, type JsonObject } from '../json/shape.ts';
import type { Envelope } from '../spec/envelope.ts';
import { LIST_NAMES, LISTS, type ListName, METHODS } from '../spec/methods.ts';
import { type MessageInLine, messagesIn } from './messages.ts';

/** Where lines go, each without its line break. */
export interface HandoverPorts {
  /** @param own whether the line is one of ours, and not the client's */
  toServer(line: Buffer, own: boolean): void;
  /** @param own whether the line is one of ours, and not the server's */
  toClient(line: Buffer, own: boolean): void;
  /** A line of the client goes nowhere: nobody waits for it any more, or we have answered it. */
  unsent(line: Buffer): void;
  /** Tells the person who changes the server. */
  say(sentence: string): void;
  /** The new server answers requests. */
  ready(): void;
  /** The new server cannot be used, for this reason. */
  refused(why: string): void;
}

/**
 * Stands between a client and a server that is replaced while the client stays:
 *
 *   running ──changing──▶ changing ──gone──▶ gone ──started──▶ starting ──(handshake)──▶ running
 *                                              ▲                  │
 *                                              └──────gone────────┘
 *
 * Each request of the client is answered once: by the server that it was sent to, by an error that says why that one is
 * gone, or, when it came after the change, by the new one. The new one is told what the client has told the old one: its
 * `initialize`, its level, its subscriptions, to the character and with the ids that they had, which were answered
 * already and are not used again (basic#requests).
 */
export interface Handover {
  fromClient(line: Buffer): void;
  fromServer(line: Buffer): void;
  /** The server is about to be ended: what the client asks from now on waits for the next one. */
  changing(): void;
  /**
   * Nothing comes from the server any more.
   *
   * @param why a clause for the client, e.g. `it was restarted because server.js changed`
   * @param isNextDue another one is started now; without it what comes is answered by an error
   */
  gone(why: string, isNextDue: boolean): void;
  /** Another one was started. */
  started(): void;
  /** Bytes that wait for the next server. */
  held(): number;
  /** The client has been answered: from then on it has something that is worth keeping. */
  isUsed(): boolean;
}

/** A request of the client that the server has not answered. */
type Open = MessageInLine & { readonly line: Buffer };

/** A list as the client knows it. */
interface Known {
  /** The client's own request for its first page. */
  readonly request: MessageInLine;
  readonly items: readonly unknown[];
  /** How the next page is asked for, where there is one that the client has not seen. */
  readonly next: unknown;
}

interface State {
  readonly ports: HandoverPorts;
  phase: 'running' | 'changing' | 'gone' | 'starting';
  /** Why there is no server, where no other one is due. */
  down: string | undefined;
  /** By the texts of their ids. */
  readonly open: Map<string, Open>;
  /** What the server asks the client. */
  readonly asked: Map<string, MessageInLine>;
  /** Ours, each with what is done with the answer. */
  readonly own: Map<string, (answer: Envelope) => void>;
  /** How many ids we have made up. */
  made: number;
  /** What waits for the next server. */
  held: { readonly line: Buffer; readonly messages: readonly MessageInLine[] }[];
  /** What each server has to be told, in this order. */
  readonly told: Map<string, Buffer>;
  /** What the client was told by the server that it has connected to. */
  promised: JsonObject | undefined;
  readonly lists: Map<ListName, Known>;
}

/** The code of errors that are ours: what the official SDKs use for a connection that is closed. */
const CLOSED = -32000;
const INITIALIZE = 'initialize';
const INITIALIZED = 'notifications/initialized';
/** Open for as long as the client listens, over all servers. */
const LISTEN = 'subscriptions/listen';
/** Requests that are sent to the next server again when the last one has not answered: they ask what it is. */
const ASKED_AGAIN: readonly string[] = [INITIALIZE, 'server/discover', LISTEN];

/** Begins with a server that runs. */
export function createHandover(ports: HandoverPorts): Handover {
  const s: State = {
    ports,
    phase: 'running',
    down: undefined,
    open: new Map(),
    asked: new Map(),
    own: new Map(),
    made: 0,
    held: [],
    told: new Map(),
    promised: undefined,
    lists: new Map(),
  };
  return {
    fromClient(line) {
      const messages = messagesIn(line);
      if (s.phase === 'running') forward(s, line, messages);
      else if (s.phase === 'gone' && s.down !== undefined) refuse(s, line, messages, s.down);
      else hold(s, line, messages);
    },
    fromServer: (line) => fromServer(s, line),
    changing() {
      s.phase = 'changing';
      // What the server still answers to us leads to nothing more.
      for (const id of s.own.keys()) s.own.set(id, () => {});
    },
    gone: (why, isNextDue) => gone(s, why, isNextDue),
    started() {
      s.phase = 'starting';
      s.down = undefined;
      greet(s);
    },
    held: () => s.held.reduce((sum, { line }) => sum + line.length, 0),
    isUsed: () => s.promised !== undefined || s.lists.size > 0,
  };
}

/** To the server, with what follows from it for the next one. */
function forward(s: State, line: Buffer, messages: readonly MessageInLine[]): void {
  for (const message of messages) {
    const { envelope, id } = message;
    if (envelope.kind === 'request') s.open.set(id, { ...message, line });
    else if (envelope.kind === 'notification') notified(s, envelope, line);
    else s.asked.delete(id);
  }
  s.ports.toServer(line, false);
}

function notified(s: State, { method, params }: Envelope & { kind: 'notification' }, line: Buffer): void {
  if (method === INITIALIZED) s.told.set(INITIALIZED, line);
  // It may be answered all the same; if it is not, nobody waits.
  if (method === 'notifications/cancelled') s.open.delete(idText(params));
}

const idText = (params: unknown): string =>
  isObject(params) ? (JSON.stringify(params['requestId']) ?? '') : '';

/** Until there is another server. */
function hold(s: State, line: Buffer, messages: readonly MessageInLine[]): void {
  const rest = messages.filter(({ envelope }) => {
    if (envelope.kind === 'notification' && envelope.method === 'notifications/cancelled')
      return !callOff(s, idText(envelope.params));
    // Who has asked is gone.
    return envelope.kind === 'request' || envelope.kind === 'notification' || envelope.kind === 'none';
  });
  if (rest.length === 0 && messages.length > 0) s.ports.unsent(line);
  else s.held.push({ line, messages });
}

/** Whether a request was waiting, or was with a server that is gone; nobody waits for an answer now. */
function callOff(s: State, id: string): boolean {
  const isMeant = ({ messages }: State['held'][number]): boolean =>
    messages.length === 1 && messages[0]?.id === id;
  const gone = s.held.filter(isMeant);
  s.held = s.held.filter((one) => !isMeant(one));
  for (const { line } of gone) s.ports.unsent(line);
  return s.open.delete(id) || gone.length > 0;
}

/** There is no server, and none is due. */
function refuse(s: State, line: Buffer, messages: readonly MessageInLine[], why: string): void {
  s.ports.unsent(line);
  for (const message of messages) {
    const { envelope, id } = message;
    if (envelope.kind === 'request')
      answer(s, id, `There is no server: ${why}. It is started again when a watched file changes.`);
    else if (envelope.kind === 'notification') notified(s, envelope, line);
  }
}

const answer = (s: State, id: string, message: string): void =>
  ours(s, `{"jsonrpc":"2.0","id":${id},"error":${JSON.stringify({ code: CLOSED, message })}}`);

const ours = (s: State, text: string): void => s.ports.toClient(Buffer.from(text), true);

function fromServer(s: State, line: Buffer): void {
  const messages = messagesIn(line);
  const [first] = messages;
  if (messages.length === 1 && first !== undefined && isAnswer(first)) {
    const take = s.own.get(first.id);
    if (take !== undefined) {
      s.own.delete(first.id);
      take(first.envelope);
      return;
    }
  }
  for (const message of messages) {
    if (message.envelope.kind === 'request') s.asked.set(message.id, message);
    else if (isAnswer(message)) answered(s, message);
  }
  s.ports.toClient(line, false);
}

const isAnswer = ({ envelope, id }: MessageInLine): boolean =>
  id !== '' && (envelope.kind === 'result' || envelope.kind === 'error');

/** What the client knows by it, and what the next server has to be told because of it. */
function answered(s: State, { id, envelope }: MessageInLine): void {
  const open = s.open.get(id);
  s.open.delete(id);
  if (open === undefined || open.envelope.kind !== 'request' || envelope.kind !== 'result') return;
  const { method, params } = open.envelope;
  const { result } = envelope;
  if (method === INITIALIZE || method === 'server/discover') s.promised = isObject(result) ? result : {};
  if (method === INITIALIZE || method === 'logging/setLevel') s.told.set(method, open.line);
  if (method === 'resources/subscribe') s.told.set(subscriptionKey(params), open.line);
  if (method === 'resources/unsubscribe') s.told.delete(subscriptionKey(params));
  const list = LIST_NAMES.find((name) => LISTS[name].method === method);
  if (list !== undefined && isObject(result))
    s.lists.set(list, withPage(s.lists.get(list), list, open, result));
}

const subscriptionKey = (params: unknown): string =>
  `subscribe ${isObject(params) ? String(params['uri']) : ''}`;

/** A list with another page; a first page begins it anew. */
function withPage(
  known: Known | undefined,
  list: ListName,
  request: MessageInLine,
  result: JsonObject,
): Known {
  const { envelope } = request;
  const params = 'params' in envelope && isObject(envelope.params) ? envelope.params : {};
  const page = result[list];
  const items = Array.isArray(page) ? page : [];
  const next = result['nextCursor'];
  if (params['cursor'] === undefined || known === undefined) return { request, items, next };
  return { request: known.request, items: [...known.items, ...items], next };
}

function gone(s: State, why: string, isNextDue: boolean): void {
  s.phase = 'gone';
  s.down = isNextDue ? undefined : why;
  s.own.clear();
  for (const [id, { envelope }] of s.open) {
    if (envelope.kind !== 'request' || (isNextDue && ASKED_AGAIN.includes(envelope.method))) continue;
    s.open.delete(id);
    answer(s, id, `The server was gone before it answered: ${why}.${isNextDue ? ' Send it again.' : ''}`);
  }
  for (const { id } of s.asked.values())
    ours(
      s,
      `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":${id},"reason":${JSON.stringify(why)}}}`,
    );
  s.asked.clear();
  if (isNextDue) return;
  for (const { line, messages } of s.held.splice(0)) refuse(s, line, messages, why);
}

/** Tells a new server what the client has told the last one, then what has waited. */
function greet(s: State): void {
  const hello = s.told.get(INITIALIZE);
  if (hello === undefined) {
    // The client has not got so far, or is of an era that does not begin so (basic/lifecycle, 2026-07-28).
    for (const { line } of s.open.values()) s.ports.toServer(line, true);
    run(s);
    return;
  }
  tell(s, hello, (envelope) => {
    if (envelope.kind !== 'result') {
      const { error } = envelope as { readonly error?: { readonly message?: unknown } };
      s.ports.refused(`it answers initialize with an error: ${String(error?.message)}`);
      return;
    }
    const { protocolVersion } = isObject(envelope.result) ? envelope.result : {};
    if (protocolVersion !== s.promised?.['protocolVersion'])
      s.ports.say(`the server speaks ${String(protocolVersion)} now; restart the client`);
    for (const [what, line] of s.told) {
      if (what === INITIALIZED) s.ports.toServer(line, true);
      else if (what !== INITIALIZE) tell(s, line, () => {});
    }
    run(s);
  });
}

/** Sends a request that the client has sent before; the answer is not for the client. */
function tell(s: State, line: Buffer, take: (answer: Envelope) => void): void {
  const [message] = messagesIn(line);
  if (message === undefined) return;
  const isFree = !s.own.has(message.id) && !s.open.has(message.id);
  const id = isFree ? message.id : `"mcp-loupe-${++s.made}"`;
  s.own.set(id, take);
  s.ports.toServer(isFree ? line : Buffer.from(withMember(message.text, 'id', id)), true);
}

function run(s: State): void {
  s.phase = 'running';
  for (const { line, messages } of s.held.splice(0)) forward(s, line, messages);
  s.ports.ready();
  void listAgain(s);
}

/** Asks for the lists that the client has, and tells it which of them are others now. */
async function listAgain(s: State): Promise<void> {
  const fresh = await Promise.all(
    [...s.lists].map(async ([list, known]) => [list, known, await allOf(s, list, known)] as const),
  );
  const changed = fresh.flatMap(([list, known, items]) => {
    if (items === undefined) return [];
    // A page that the client has not seen is no difference for it.
    const seen = known.next === undefined ? items : items.slice(0, known.items.length);
    if (same(known.items, seen)) return [];
    s.lists.set(list, { ...known, items, next: undefined });
    return [list];
  });
  for (const method of CHANGES) {
    const which = METHODS[method].changes?.filter((list) => changed.includes(list)) ?? [];
    if (which.length > 0) announce(s, method, which);
  }
}

/** The notifications that say that a list has changed. */
const CHANGES = [
  'notifications/tools/list_changed',
  'notifications/resources/list_changed',
  'notifications/prompts/list_changed',
] as const;

/**
 * All pages of a list of the server that runs now; nothing where it does not say. Never resolves when that one is replaced
 * before.
 */
async function allOf(s: State, list: ListName, { request }: Known): Promise<readonly unknown[] | undefined> {
  const items: unknown[] = [];
  const seen = new Set<unknown>();
  for (let text = request.text; ; ) {
    const answer = await new Promise<Envelope>((resolve) => tell(s, Buffer.from(text), resolve));
    if (answer.kind !== 'result') return undefined;
    const result = isObject(answer.result) ? answer.result : {};
    const page = result[list];
    if (Array.isArray(page)) items.push(...page);
    const cursor = result['nextCursor'];
    if (cursor === undefined || seen.has(cursor)) return items;
    seen.add(cursor);
    const message = JSON.parse(request.text) as JsonObject;
    const params = isObject(message['params']) ? message['params'] : {};
    text = JSON.stringify({ ...message, params: { ...params, cursor } });
  }
}

/** Tells the client of it in the way that was agreed on, or the person that none was. */
function announce(s: State, method: (typeof CHANGES)[number], lists: readonly ListName[]): void {
  const { needs = '', filter = '' } = METHODS[method];
  const listening = [...s.open.values()].filter(({ envelope }) => {
    const { params } = envelope as { readonly params?: unknown };
    const wanted = isObject(params) ? params['notifications'] : undefined;
    return 'method' in envelope && envelope.method === LISTEN && isObject(wanted) && wanted[filter] === true;
  });
  for (const { id } of listening) {
    const meta = `{"_meta":{"io.modelcontextprotocol/subscriptionId":${id}}}`;
    ours(s, `{"jsonrpc":"2.0","method":"${method}","params":${meta}}`);
  }
  if (listening.length > 0) return;
  const [name = '', member = ''] = needs.split('.');
  const capabilities = s.promised?.['capabilities'];
  const capability = isObject(capabilities) ? capabilities[name] : undefined;
  const isAgreed = s.told.has(INITIALIZE) && isObject(capability) && capability[member] === true;
  if (isAgreed) ours(s, `{"jsonrpc":"2.0","method":"${method}"}`);
  else
    s.ports.say(
      `changed: ${lists.join(', ')}; the client cannot be told, as it was not agreed on: have it list again, or restart it`,
    );
}
