import type { SentLine } from '../connection/ports.ts';
import { parse } from '../json/parse.ts';
import { isObject } from '../json/shape.ts';
import type { Capture, LifeEntry } from '../session/frame.ts';
import type { HttpTarget } from '../session/target.ts';
import { classify, type Envelope, type Id } from '../spec/envelope.ts';
import { atMost } from '../time/at-most.ts';
import type { Loss, Transport } from '../transport/transport.ts';
import { type AuthorizationChoice, createAuthorization } from './authorization.ts';
import type { HostClock } from './clock.ts';
import { createRemoteTransport } from './remote.ts';

/** What a bridge is made of. */
export interface BridgeOptions {
  readonly target: HttpTarget;
  readonly clock: HostClock;
  readonly authorization: AuthorizationChoice | undefined;
  /** ms; 0 = no limit. */
  readonly connectTimeout: number;
  /** Adds values that are to be redacted from now on. */
  readonly learn: (secrets: readonly string[]) => void;
  /** Takes all that crosses the wire to the server, in order; `sent` with what is ours. */
  readonly file: (capture: Capture, sent?: SentLine) => void;
  /** Takes a line for the client, without its end. */
  readonly out: (line: string) => void;
  /** Takes a sentence for whoever reads the client's log. */
  readonly say: (sentence: string) => void;
  /** Takes the page at which a person grants access. */
  readonly visit: (url: string) => void;
  /** Called when the server has ended the connection, or cannot be reached. */
  readonly onEnd: () => void;
}

/** Stands between a client that starts servers as processes, and a server that is reached by a URL. */
export interface Bridge {
  /** Takes a line of the client. */
  take(line: string): void;
  /** Waits a while for what was asked, unless it is to end at once, and ends the connection. */
  close(atOnce: boolean): Promise<void>;
}

/** ms for what was asked to be answered when the client has said all it has to say. */
const LAST_ANSWERS = 10_000;
/** The code of errors that are ours, as the SDKs have it for a connection that was closed; and of what is not known. */
const LOST = -32_000;
const UNKNOWN_METHOD = -32_601;

/** What the client has not sent itself, or not this time. */
const OURS: SentLine = { by: 'auto' };

/** A request of the client that is not answered yet. */
interface Asked {
  readonly id: Id;
  readonly line: string;
  readonly method: string;
  /** It was sent again, in another session than that which the server had lost. */
  readonly again: boolean;
}

interface State {
  readonly options: BridgeOptions;
  readonly asked: Map<string, Asked>;
  /** The input schemas of tools, as listed; some of their members go into headers. */
  readonly schemas: Map<string, unknown>;
  transport: Transport;
  /** What the client began its session with: it is repeated where the server has lost that. */
  initialize: Asked | undefined;
  initialized: string | undefined;
  isOpen: boolean;
  /** The requests that are sent again in the session that is being begun anew. */
  renewing: readonly Asked[] | undefined;
  /** What we have sent in the client's place, until it is on its way. */
  readonly ours: Set<string>;
  /** Lines that wait for the connection. */
  held: string[] | undefined;
  drained: () => void;
}

/**
 * Passes the lines of a client on to a remote server, and its messages back. The messages are those of the two: what is
 * ours is how they travel, a session that is begun again, and an error for what can no longer be answered.
 */
export async function openBridge(options: BridgeOptions): Promise<Bridge> {
  const { target, clock, connectTimeout, file, visit } = options;
  const { now, wall, later } = clock;
  const schemas = new Map<string, unknown>();
  let exchanges = 0;
  const nextExchange = (): number => ++exchanges;
  const authorization = createAuthorization(target, options.authorization, {
    ...{ wall, later, nextExchange, learn: options.learn, hold: () => {} },
    emit(capture) {
      file(capture);
      if (capture.type === 'life' && capture.step === 'asked' && capture.url !== undefined)
        visit(capture.url);
    },
  });
  const authorizer = await authorization?.begin();
  const inputSchema = (tool: string): unknown => schemas.get(tool);
  const deps = { now, wall, later, nextExchange, connectTimeout, inputSchema };
  const b: State = {
    ...{ options, schemas, asked: new Map(), transport: createRemoteTransport(target, deps, authorizer) },
    ...{ initialize: undefined, initialized: undefined, isOpen: false, renewing: undefined },
    ...{ ours: new Set<string>(), held: [], drained: () => {} },
  };
  void open(b, b.transport).then(() => release(b));
  return {
    take(line) {
      if (b.held === undefined) send(b, line);
      else b.held.push(line);
    },
    async close(atOnce) {
      const done = new Promise<void>((resolve) => {
        b.drained = resolve;
      });
      if (!atOnce && b.asked.size + (b.held?.length ?? 0) > 0) await atMost(clock, LAST_ANSWERS, done);
      b.transport.onclose = undefined;
      await b.transport.close();
    },
  };
}

const keyOf = (id: Id | null): string => JSON.stringify(id);

function life(
  { options: { file, clock } }: State,
  event: LifeEntry['event'],
  more: Pick<LifeEntry, 'transport' | 'detail'> = {},
): void {
  file({ type: 'life', event, at: new Date(clock.wall()).toISOString(), ...more });
}

async function open(b: State, made: Transport): Promise<void> {
  const { file, say, onEnd } = b.options;
  b.transport = made;
  made.oncapture = (capture) => {
    // Passed on first: what is recorded can wait.
    if (capture.type === 'frame' && capture.dir === 's2c') forward(b, capture.msg, capture.message);
    const isOurs = capture.type === 'frame' && capture.dir === 'c2s' && b.ours.delete(capture.msg);
    file(capture, isOurs ? OURS : undefined);
  };
  made.onlost = (loss) => lose(b, loss);
  made.onerror = ({ message }) => say(message);
  made.onclose = onEnd;
  try {
    await made.start();
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
    onEnd();
  }
}

function release(b: State): void {
  const lines = b.held ?? [];
  b.held = undefined;
  for (const line of lines) send(b, line);
}

/** A line of the client goes to the server. */
function send(b: State, line: string): void {
  const message = parse(line);
  const messages: readonly unknown[] = Array.isArray(message) ? message : [message];
  let done = 0;
  for (const one of messages) {
    const envelope = classify(one);
    if (envelope.kind === 'request') {
      const { id, method } = envelope;
      const asked = { id, method, line: one === message ? line : JSON.stringify(one), again: false };
      b.asked.set(keyOf(id), asked);
      if (method === 'initialize') b.initialize = asked;
    } else if (envelope.kind === 'notification' && noted(b, envelope, line)) done += 1;
  }
  if (done < messages.length || done === 0) b.transport.sendText(line);
}

/** What a notification means for what was asked before; whether that is all that is to be done with it. */
function noted(b: State, { method, params }: Envelope & { kind: 'notification' }, line: string): boolean {
  if (method === 'notifications/initialized') b.initialized = line;
  if (method !== 'notifications/cancelled' || !isObject(params)) return false;
  const { requestId: id, reason } = params;
  if (typeof id !== 'string' && typeof id !== 'number') return false;
  settled(b, id);
  // In the era without sessions the end of an exchange cancels it.
  return b.transport.abandon?.(id, typeof reason === 'string' ? reason : 'cancelled') ?? false;
}

function settled(b: State, id: Id | null): void {
  b.asked.delete(keyOf(id));
  if (b.asked.size === 0) b.drained();
}

/** A message of the server goes to the client, unless it answers what only we have asked. */
function forward(b: State, text: string, message: unknown): void {
  const envelope = classify(message);
  const isAnswer = envelope.kind === 'result' || envelope.kind === 'error';
  const result = envelope.kind === 'result' && isObject(envelope.result) ? envelope.result : {};
  const opening = b.initialize;
  if (isAnswer && opening !== undefined && keyOf(envelope.id) === keyOf(opening.id)) {
    const revision = result['protocolVersion'];
    const isNew = b.renewing !== undefined || !b.isOpen;
    if (isNew && typeof revision === 'string') b.transport.setProtocolVersion?.(revision);
    if (b.renewing !== undefined) {
      renewed(b, envelope.kind === 'result');
      return;
    }
    b.isOpen = true;
  }
  for (const tool of Array.isArray(result['tools']) ? result['tools'] : [])
    if (isObject(tool)) b.schemas.set(String(tool['name']), tool['inputSchema']);
  // One message is one line here; a body may have several, between its values.
  b.options.out(/[\r\n]/.test(text) ? text.replace(/[\r\n]+/g, ' ') : text);
  if (isAnswer) settled(b, envelope.id);
}

/** Requests can no longer be answered over the exchange that they went out with. */
function lose(b: State, { ids, session, why }: Loss): void {
  const opening = b.initialize;
  const isOpening = opening !== undefined && ids.some((id) => keyOf(id) === keyOf(opening.id));
  const older = isOpening && !b.isOpen ? b.transport.alternative?.() : undefined;
  if (older !== undefined) void change(b, older);
  else if (isOpening && b.renewing !== undefined) renewed(b, false);
  else {
    const requests = ids.flatMap((id) => b.asked.get(keyOf(id)) ?? []);
    if (session && opening !== undefined && requests.every(({ again }) => !again))
      renew(b, opening, requests);
    else for (const one of requests) giveUp(b, one, why);
  }
}

/** Tells the client what it can no longer be told by the server; it is recorded as what the client has got. */
function giveUp(b: State, { id, method }: Asked, why: string): void {
  // Whoever looks for an era is to find out that it is another one.
  const code = method === 'server/discover' ? UNKNOWN_METHOD : LOST;
  const message = { jsonrpc: '2.0', id, error: { code, message: `mcp-loupe tap: ${why}` } };
  const msg = JSON.stringify(message);
  b.options.out(msg);
  b.options.file({ type: 'frame', dir: 's2c', n: Buffer.byteLength(msg), msg, message }, OURS);
  settled(b, id);
}

/** The server knows nothing of the session any longer: another one is begun in its place. */
function renew(b: State, opening: Asked, requests: readonly Asked[]): void {
  const isFirst = b.renewing === undefined;
  b.renewing = [...(b.renewing ?? []), ...requests];
  if (!isFirst) return;
  b.held ??= [];
  life(b, 'reconnect', { detail: 'the server has lost the session' });
  repeat(b, opening.line);
}

/** Sends again what the client has sent already. */
function repeat(b: State, line: string): void {
  b.ours.add(line.trim());
  b.transport.sendText(line);
}

/** The answer to the initialize that was repeated is kept from the client, who has had one. */
function renewed(b: State, isOpen: boolean): void {
  const requests = b.renewing ?? [];
  b.renewing = undefined;
  if (isOpen && b.initialized !== undefined) repeat(b, b.initialized);
  for (const one of requests) {
    if (!isOpen) giveUp(b, one, 'the server has lost the session, and begins no other');
    else {
      b.asked.set(keyOf(one.id), { ...one, again: true });
      repeat(b, one.line);
    }
  }
  release(b);
}

/** A server that refuses Streamable HTTP may speak the older transport. */
async function change(b: State, older: Transport): Promise<void> {
  const { transport: old, options } = b;
  old.oncapture = (capture) => {
    if (capture.type === 'http') options.file(capture);
  };
  old.onclose = undefined;
  void old.close();
  life(b, 'reconnect', { transport: 'sse', detail: 'the server does not speak Streamable HTTP' });
  b.held ??= [];
  await open(b, older);
  if (b.initialize !== undefined) repeat(b, b.initialize.line);
  release(b);
}
