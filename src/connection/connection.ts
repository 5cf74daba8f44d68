import { write } from '../json/write.ts';
import { exitSentence, lastWords } from '../session/exit-sentence.ts';
import type { Capture, Origin } from '../session/frame.ts';
import { methodOf } from '../session/inspect/list.ts';
import type { Accepted } from '../session/intake.ts';
import type { LogLevel } from '../session/log-level.ts';
import { OPENING } from '../session/negotiation.ts';
import type { ListName, Running } from '../session/state.ts';
import { announcesTasks } from '../session/task.ts';
import { atMost } from '../time/at-most.ts';
import { createRenewals, mayBeAsked, NOT_AGAIN } from '../transport/replay-policy.ts';
import type { Loss, Transport } from '../transport/transport.ts';
import type { Answer, Served } from './answer.ts';
import { createAnswering } from './answering.ts';
import { type Call, outcomeOf, type RequestOptions } from './call.ts';
import { type Calls, createCalls, type Life } from './calls.ts';
import type { Sent, World } from './connection-deps.ts';
import { type Opener, openConnection } from './handshake.ts';
import { createInputs } from './inputs.ts';
import { createLister, type ListOutcome } from './listing.ts';
import { createLogLevel } from './log-level.ts';
import type { ConnectionOptions } from './options.ts';
import { createRequests } from './requests.ts';
import type { Root } from './root.ts';
import { createSubscription } from './subscription.ts';
import { createUpdates } from './updates.ts';

/** The live thing with effects: one server process (or remote session), from connect to close. */
export interface Connection extends Pick<Calls, 'hold'> {
  /**
   * Starts the transport, shakes hands, asks for those of `lists` that were announced: all when nothing is
   * given; a script that sends steps as written gives none. Resolves when `ready` or failed (the reason is in
   * the state); never rejects.
   */
  connect(lists?: readonly ListName[]): Promise<'ready' | 'failed'>;
  /**
   * Sends a request. `params` may hold `JsonText`, which goes out verbatim; a progress token is added where the
   * request can take time. After the end of the connection the call is `closed` at once.
   */
  request(method: string, params?: unknown, options?: RequestOptions): Call;
  notify(method: string, params?: unknown): void;
  /** Sends any text as one line, as typed. */
  sendText(text: string): void;
  /** Asks for a list anew, all pages; the items arrive in the state page by page. */
  list(name: ListName, options?: RequestOptions): Promise<ListOutcome>;
  /**
   * Answers what the server asked for with the frame `seq`; `key` is that of the input request inside an
   * "input required" result, and empty for a request of its own. Nothing happens when nobody waits for it any more.
   */
  answer(seq: number, key: string, answer: Answer): void;
  /** Does anybody wait for this answer? */
  awaits(seq: number, key: string): boolean;
  /** The roots that are offered; that they are others is for `notify` to tell. */
  roots(): readonly Root[];
  setRoots(roots: readonly Root[]): void;
  /** Is it served to the server? */
  serves(what: Served): boolean;
  /** Serves it or not, from the next connection on. */
  serve(what: Served, on: boolean): void;
  /** Asks for log messages of this level and above (modern: with each request; without a level for none), for good. */
  logAt(level: LogLevel | undefined): Call | undefined;
  /** Follows a resource, for good: see `Updates`. Resolves with the reason when the server does not agree. */
  subscribe(uri: string): Promise<string | undefined>;
  /** Has it tell no more. */
  unsubscribe(uri: string): Promise<string | undefined>;
  /** The call with this request seq, while it runs. */
  call(seq: number): Call | undefined;
  /** Leaves a request that was answered, is to go on, and was not made by `request` (it was typed as text). */
  leave(running: Running): void;
  /**
   * Ends the process and connects again, on the same transcript. From then on the process gets only what a client
   * would pass of the environment (`clean`), or all of it; as before when nothing is said.
   */
  restart(clean?: boolean): Promise<'ready' | 'failed'>;
  /** Ends the server; at most 3 s, never rejects. */
  close(): Promise<void>;
  /** Kills what is left of the server at once; for the very last moment of this process. */
  killNow(): void;
}

/**
 * ms that a notification has to arrive before what follows is sent: a server may take it and never answer its POST.
 */
const ARRIVAL = 3_000;

const ALL_LISTS: readonly ListName[] = ['tools', 'resources', 'resourceTemplates', 'prompts'];

export function createConnection(host: World, options: ConnectionOptions): Connection {
  let transport: Transport | undefined;
  let session = 0;
  let sending: (Sent & { seq: number }) | undefined;
  let wanted: readonly ListName[] = ALL_LISTS;
  let gone = 'not connected';
  /** Counts how often the connection was begun and closed, so that who is about to open it notices. */
  let turn = 0;
  /** The end of a transport that is waited for. */
  let ending: Promise<void> | undefined;
  let mayRenew = true;
  let isClean = false;
  let renewal: Promise<'ready' | 'failed'> | undefined;

  const life: Life = (entry) => {
    take({ type: 'life', at: new Date(host.wall()).toISOString(), ...entry }, session);
  };

  const calls = createCalls({
    clock: host,
    life,
    cancelled(call, reason) {
      // The handshake may not be cancelled; who gives it up closes the connection, or goes on in the other era.
      if (transport?.abandon?.(call.id, reason) || OPENING.has(call.method)) return;
      send(
        { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: call.id, reason } },
        'auto',
      );
    },
  });
  // A server that waits for a person may take as long as the person does.
  const inputs = createInputs((wait) => calls.hold('input', wait), life);

  const answering = createAnswering({ ...host, life, send: (message) => void send(message, 'server') });
  const renewals = createRenewals(host, life);

  const take = (capture: Capture, during: number): void => {
    const fromUs = 'dir' in capture && capture.dir === 'c2s';
    const accepted = host.accept(capture, during, fromUs ? sending : undefined);
    if (fromUs && sending !== undefined && sending.seq === 0) sending.seq = accepted.entry.seq;
    if (during === session) handle(accepted);
  };

  const handle = (accepted: Accepted): void => {
    const { entry, envelope, request } = accepted;
    for (const finding of accepted.findings) if (finding.rule.startsWith('id/')) calls.stray(finding.message);
    for (const { seq } of accepted.ends ?? []) answering.drop(seq);
    if (entry.type === 'life' && entry.event === 'exit') ended(exitSentence(entry), lastWords(entry));
    if (entry.type !== 'frame' || entry.dir !== 's2c' || envelope === undefined) return;
    switch (envelope.kind) {
      case 'request':
        // Servers may not send requests in the modern era; the finding says so.
        if (host.state().era === 'modern') break;
        answering.owe(entry.seq);
        void requests
          .input(entry.seq, '', envelope, envelope.id)
          .then((answer) => answering.answer(entry.seq, envelope, answer));
        break;
      case 'notification':
        if (envelope.method === 'notifications/progress') calls.progress(envelope.params);
        if (envelope.method === 'notifications/cancelled') takenBack(envelope.params);
        if (accepted.tasked !== undefined) requests.told(accepted.tasked);
        lister.notified(envelope.method);
        updates.notified(envelope.method, envelope.params);
        break;
      case 'result':
      case 'error':
        if (request !== undefined) {
          if (!accepted.late) opened(request.method);
          calls.settle(request.seq, outcomeOf(accepted));
        } else if (envelope.id !== null || envelope.kind !== 'error') break;
        else if (accepted.findings.some(({ rule }) => rule === 'id/notification')) break;
        else if (entry.x === undefined || accepted.suspected !== undefined)
          calls.assume(entry.seq, outcomeOf(accepted), accepted.suspected);
        break;
      case 'none':
        break;
    }
  };

  const takenBack = (params: unknown): void => {
    inputs.takeBack(params);
    subscription.takenBack(params);
    updates.takenBack(params);
  };

  /** An answer came: what was negotiated is known, or the session is proved to work. */
  const opened = (method: string): void => {
    if (!OPENING.has(method)) mayRenew = true;
    else transport?.setProtocolVersion?.(host.state().negotiated ?? '');
  };

  const ended = (why: string, said = ''): void => {
    gone = `${why}${said}`;
    subscription.end();
    updates.end();
    inputs.forget();
    calls.end(why, said);
  };

  const send = (message: unknown, by: Origin, asked?: number): number => sendLine(write(message), by, asked);

  const sendLine = (text: string, by: Origin, asked?: number): number => {
    const mark = { by, asked, seq: 0 };
    sending = mark;
    transport?.sendText(text);
    sending = undefined;
    return mark.seq;
  };

  const lister = createLister({
    ...{ state: host.state, now: host.now, later: host.later, life },
    request: (method, params, how) => requests.request(method, params, how),
  });
  const requests = createRequests(
    {
      ...{ state: host.state, text: host.text, now: host.now, later: host.later, calls, inputs, life },
      send,
      relist: () => lister.list('tools', { by: 'auto' }),
      gone: () => transport?.whyDeaf?.() ?? gone,
      logLevel: () => logLevel.wanted(),
    },
    options,
  );
  const { exchange, request } = requests;
  const logLevel = createLogLevel({ state: host.state, request });
  const wire = {
    ...{ state: host.state, now: host.now, later: host.later, lose: calls.lose, life, request },
    ask: (method: string, params: unknown) => exchange(method, params, { by: 'auto', timeout: 0, max: 0 }),
  };
  const subscription = createSubscription(wire);
  const updates = createUpdates(wire);

  /** Starts a transport of its own for each life; false when there is nothing to start. */
  const begin = async (other?: Transport): Promise<boolean> => {
    const before = turn;
    const made = other ?? host.open(isClean);
    const fresh = made instanceof Promise ? await made : made;
    if (turn !== before) return false;
    const during = session;
    fresh.oncapture = (capture) => take(capture, during);
    fresh.onlost = (loss) => lost(fresh, loss);
    fresh.onerror = ({ message }) => calls.stray(message);
    transport = fresh;
    try {
      await fresh.start();
      return true;
    } catch (error) {
      gone = error instanceof Error ? error.message : String(error);
      life({ event: 'close', detail: gone });
      return false;
    }
  };

  /** Leaves a transport for another one: of what it still has to say only the ends of exchanges are of interest. */
  const leave = (old: Transport): void => {
    const during = session;
    old.oncapture = (capture) => {
      if (capture.type === 'http') take(capture, during);
    };
    void old.close();
  };

  const lost = (from: Transport, { ids, why, status, session: isForgotten }: Loss): void => {
    if (from !== transport) return;
    const { step } = host.state();
    if (isForgotten && mayRenew && (step === 'listing' || step === 'done')) renewal = renew(from, why);
    else for (const id of ids) calls.lose(id, why, status);
  };

  /** The server has forgotten the session: a new one, once, in which harmless requests are made again. */
  const renew = (old: Transport, why: string): Promise<'ready' | 'failed'> => {
    mayRenew = false;
    leave(old);
    const open = calls.take((request) => mayBeAsked(request, options.retryCalls ?? false));
    calls.loseAll(`${why}; ${NOT_AGAIN}`);
    session += 1;
    life({ event: 'reconnect', detail: `${why}; a new one begins, and what the old one held is gone` });
    const then = (isOpen: boolean): void => {
      for (const { call, written } of open) {
        const { method, params, by } = written;
        // A list that we asked for by ourselves is asked for again by the start.
        const isListed = by === 'auto' && wanted.some((name) => methodOf(name) === method);
        if (isOpen && !isListed)
          call.follow(exchange(method, params, { by: by === 'auto' ? 'auto' : 'user' }));
        else call.settle({ kind: 'closed', why: `${method}: ${why}` });
      }
    };
    const mine = turn;
    const again = async (): Promise<'ready' | 'failed'> => {
      renewals.done();
      if (mine === turn) return start(then);
      then(false);
      return 'failed';
    };
    const pause = renewals.wait();
    return pause === 0 ? again() : new Promise((resolve) => host.later(pause, () => resolve(again())));
  };

  /** Goes on with another transport, after the server refused the first one as one that does not know it. */
  const change = async (): Promise<boolean> => {
    const old = transport;
    const other = old?.alternative?.();
    if (old === undefined || other === undefined) return false;
    leave(old);
    const detail = 'the server refuses Streamable HTTP; HTTP+SSE is tried';
    life({ event: 'reconnect', transport: 'sse', detail });
    return begin(other);
  };

  const respawn = async (): Promise<boolean> => {
    await transport?.close();
    session += 1;
    return begin();
  };

  /** Opens the connection that was begun at this turn, as long as it is that. */
  const open = (mine: number): Promise<boolean> => {
    const isMine = (): boolean => mine === turn;
    const opener: Opener = {
      ...{ state: host.state, later: host.later },
      ask(method, params, timeout) {
        if (isMine()) return request(method, params, { by: 'auto', timeout, max: 0 });
        return { done: Promise.resolve({ kind: 'closed', why: gone }), cancel: () => {} };
      },
      async notify(method) {
        if (isMine()) send({ jsonrpc: '2.0', method }, 'auto');
        await atMost(host, ARRIVAL, transport?.delivered?.() ?? Promise.resolve());
      },
      respawn: async () => isMine() && respawn(),
      change: async () => isMine() && change(),
    };
    const capabilities = options.answerer.capabilities();
    return openConnection(opener, { ...options, capabilities, timeout: options.connectTimeout });
  };

  /** @param then is told whether the handshake succeeded */
  const start = async (then: (isOpen: boolean) => void = () => {}): Promise<'ready' | 'failed'> => {
    turn += 1;
    const mine = turn;
    const prepared = host.prepare();
    const isOpen = (await begin()) && (await open(mine));
    await prepared;
    then(isOpen);
    // Another start has taken over meanwhile, and what is there now is its own.
    if (mine !== turn) return 'failed';
    const current = transport;
    if (!isOpen) {
      gone = host.state().why.at(-1) ?? gone;
      await close();
      return 'failed';
    }
    await lister.announced(wanted);
    if (transport !== undefined && transport !== current && renewal !== undefined) return renewal;
    if (transport !== current || host.state().phase !== 'connecting') return 'failed';
    life({ event: 'ready' });
    logLevel.begin();
    lister.follow(wanted);
    if (options.listen) subscription.begin();
    updates.begin();
    return 'ready';
  };

  const close = async (): Promise<void> => {
    turn += 1;
    const mine = turn;
    renewal = undefined;
    if (transport !== undefined) {
      if (host.state().process?.exit === undefined) life({ event: 'close' });
      ending = transport.close();
      transport = undefined;
    }
    await ending;
    if (ending === undefined || mine !== turn) return;
    ending = undefined;
    ended('the connection was closed');
  };

  return {
    connect(lists = ALL_LISTS) {
      wanted = lists;
      return start();
    },
    request,
    notify: (method, params) => void send({ jsonrpc: '2.0', method, params }, 'user'),
    sendText: (text) => void sendLine(text, 'user'),
    list: lister.list,
    answer: inputs.answer,
    awaits: inputs.awaits,
    ...{ roots: options.answerer.roots, setRoots: options.answerer.setRoots },
    ...{ logAt: logLevel.choose, subscribe: updates.subscribe, unsubscribe: updates.unsubscribe },
    ...{ serves: options.answerer.serves, serve: options.answerer.serve },
    call: (seq) => calls.get(seq),
    hold: calls.hold,
    leave({ seq, task }) {
      life({ event: 'cancel', re: seq, detail: 'not continued: you left it' });
      if (task !== undefined && announcesTasks(host.state(), 'cancel'))
        exchange('tasks/cancel', { taskId: task }, { by: 'auto' });
    },
    async restart(clean = isClean) {
      isClean = clean;
      const closing = close();
      const mine = turn;
      await closing;
      if (mine !== turn) return 'failed';
      session += 1;
      if (host.state().target.transport !== 'stdio') life({ event: 'reconnect' });
      return start();
    },
    close,
    killNow: () => transport?.killNow(),
  };
}
