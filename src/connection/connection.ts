import { write } from '../json/write.ts';
import { exitSentence, stderrReason } from '../session/exit.ts';
import type { Origin } from '../session/frame.ts';
import type { Accepted } from '../session/intake.ts';
import type { Running } from '../session/state.ts';
import type { LogLevel } from '../spec/log-level.ts';
import { LISTS, type ListName, opensConnection } from '../spec/methods.ts';
import { announcesTasks } from '../spec/task.ts';
import { atMost } from '../time/at-most.ts';
import type { Loss } from '../transport/transport.ts';
import type { Answer, Served } from './answer.ts';
import { createAnswering } from './answering.ts';
import { type Call, outcomeOf, type RequestOptions } from './call.ts';
import { type Calls, createCalls } from './calls.ts';
import { type Opener, openConnection } from './handshake.ts';
import { createInputs } from './inputs.ts';
import { createLister, type ListOutcome } from './listing.ts';
import { createLogLevel } from './log-level.ts';
import type { ConnectionOptions } from './options.ts';
import type { ConnectionPorts, Inbound, Opened } from './ports.ts';
import { createRenewals, mayBeAsked, NOT_AGAIN } from './replay-policy.ts';
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

export function createConnection(ports: ConnectionPorts, options: ConnectionOptions): Connection & Inbound {
  const { link, life } = ports;
  let wanted: readonly ListName[] = ALL_LISTS;
  let gone = 'not connected';
  /** Counts how often the connection was begun and closed, so that who is about to open it notices. */
  let turn = 0;
  /** The end of a transport that is waited for. */
  let ending: Promise<void> | undefined;
  let mayRenew = true;
  let isClean = false;
  let renewal: Promise<'ready' | 'failed'> | undefined;

  const calls = createCalls({
    clock: ports,
    life,
    cancelled(call, reason) {
      // The handshake may not be cancelled; who gives it up closes the connection, or goes on in the other era.
      if (link.abandon(call.id, reason) || opensConnection(call.method)) return;
      send(
        { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: call.id, reason } },
        'auto',
      );
    },
  });
  // A server that waits for a person may take as long as the person does.
  const inputs = createInputs((wait) => calls.hold('input', wait), life);

  const answering = createAnswering({ ...ports, life, send: (message) => void send(message, 'server') });
  const renewals = createRenewals(ports, life);

  const handle = (accepted: Accepted): void => {
    const { entry, envelope, request } = accepted;
    for (const finding of accepted.findings) if (finding.rule.startsWith('id/')) calls.stray(finding.message);
    for (const { seq } of accepted.ends ?? []) answering.drop(seq);
    if (entry.type === 'life' && entry.event === 'exit') ended(exitSentence(entry), stderrReason(entry));
    if (entry.type !== 'frame' || entry.dir !== 's2c' || envelope === undefined) return;
    switch (envelope.kind) {
      case 'request':
        // Servers may not send requests in the modern era; the finding says so.
        if (ports.state().era === 'modern') break;
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
    if (!opensConnection(method)) mayRenew = true;
    else link.setProtocolVersion(ports.state().negotiated ?? '');
  };

  const ended = (why: string, said = ''): void => {
    gone = `${why}${said}`;
    subscription.end();
    updates.end();
    inputs.forget();
    calls.end(why, said);
  };

  const send = (message: unknown, by: Origin, asked?: number): number =>
    link.send(write(message), { by, asked });

  const lister = createLister({
    ...{ state: ports.state, now: ports.now, later: ports.later, life },
    request: (method, params, how) => requests.request(method, params, how),
  });
  const requests = createRequests(
    {
      ...{ state: ports.state, text: ports.text, now: ports.now, later: ports.later, calls, inputs, life },
      send,
      relist: () => lister.list('tools', { by: 'auto' }),
      gone: () => link.whyDeaf() ?? gone,
      logLevel: () => logLevel.wanted(),
    },
    options,
  );
  const { exchange, request } = requests;
  const logLevel = createLogLevel({ state: ports.state, request });
  const wire = {
    ...{ state: ports.state, now: ports.now, later: ports.later, lose: calls.lose, life, request },
    ask: (method: string, params: unknown) => exchange(method, params, { by: 'auto', timeout: 0, max: 0 }),
  };
  const subscription = createSubscription(wire);
  const updates = createUpdates(wire);

  /** Starts a transport of its own for each life; false when there is nothing to start. */
  const begin = async (opening: Promise<Opened> = link.open(isClean)): Promise<boolean> => {
    const opened = await opening;
    if (opened === 'open' || opened === 'superseded') return opened === 'open';
    gone = opened.why;
    life({ event: 'close', detail: gone });
    return false;
  };

  const lost = ({ ids, why, status, session: isForgotten }: Loss): void => {
    const { step } = ports.state();
    if (isForgotten && mayRenew && (step === 'listing' || step === 'done')) renewal = renew(why);
    else for (const id of ids) calls.lose(id, why, status);
  };

  /** The server has forgotten the session: a new one, once, in which harmless requests are made again. */
  const renew = (why: string): Promise<'ready' | 'failed'> => {
    mayRenew = false;
    link.leave();
    const open = calls.take((request) => mayBeAsked(request, options.retryCalls ?? false));
    calls.loseAll(`${why}; ${NOT_AGAIN}`);
    link.newSession();
    life({ event: 'reconnect', detail: `${why}; a new one begins, and what the old one held is gone` });
    const then = (isOpen: boolean): void => {
      for (const { call, written } of open) {
        const { method, params, by } = written;
        // A list that we asked for by ourselves is asked for again by the start.
        const isListed = by === 'auto' && wanted.some((name) => LISTS[name].method === method);
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
    return pause === 0 ? again() : new Promise((resolve) => ports.later(pause, () => resolve(again())));
  };

  /** Goes on with another transport, after the server refused the first one as one that does not know it. */
  const change = async (): Promise<boolean> => {
    const detail = 'the server refuses Streamable HTTP; HTTP+SSE is tried';
    const other = link.change({ event: 'reconnect', transport: 'sse', detail });
    return other === undefined ? false : begin(other);
  };

  const respawn = async (): Promise<boolean> => {
    await link.close();
    link.newSession();
    return begin();
  };

  /** Opens the connection that was begun at this turn, as long as it is that. */
  const open = (mine: number): Promise<boolean> => {
    const isMine = (): boolean => mine === turn;
    const opener: Opener = {
      ...{ state: ports.state, later: ports.later },
      ask(method, params, timeout) {
        if (isMine()) return request(method, params, { by: 'auto', timeout, max: 0 });
        return { done: Promise.resolve({ kind: 'closed', why: gone }), cancel: () => {} };
      },
      async notify(method) {
        if (isMine()) send({ jsonrpc: '2.0', method }, 'auto');
        await atMost(ports, ARRIVAL, link.delivered());
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
    const prepared = ports.prepare();
    const isOpen = (await begin()) && (await open(mine));
    await prepared;
    then(isOpen);
    // Another start has taken over meanwhile, and what is there now is its own.
    if (mine !== turn) return 'failed';
    const current = link.current();
    if (!isOpen) {
      gone = ports.state().why.at(-1) ?? gone;
      await close();
      return 'failed';
    }
    await lister.announced(wanted);
    if (link.current() !== 0 && link.current() !== current && renewal !== undefined) return renewal;
    if (link.current() !== current || ports.state().phase !== 'connecting') return 'failed';
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
    if (link.current() !== 0 && ports.state().process?.exit === undefined) life({ event: 'close' });
    ending = link.close() ?? ending;
    await ending;
    if (ending === undefined || mine !== turn) return;
    ending = undefined;
    ended('the connection was closed');
  };

  return {
    accepted: handle,
    lost,
    stray: calls.stray,
    connect(lists = ALL_LISTS) {
      wanted = lists;
      return start();
    },
    request,
    notify: (method, params) => void send({ jsonrpc: '2.0', method, params }, 'user'),
    sendText: (text) => void link.send(text, { by: 'user' }),
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
      if (task !== undefined && announcesTasks(ports.state(), 'cancel'))
        exchange('tasks/cancel', { taskId: task }, { by: 'auto' });
    },
    async restart(clean = isClean) {
      isClean = clean;
      const closing = close();
      const mine = turn;
      await closing;
      if (mine !== turn) return 'failed';
      link.newSession();
      if (ports.state().target.transport !== 'stdio') life({ event: 'reconnect' });
      return start();
    },
    close,
    killNow: () => link.killNow(),
  };
}
