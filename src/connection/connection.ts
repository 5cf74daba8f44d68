import { write } from '../json/write.ts';
import type { Running } from '../session/state.ts';
import type { LogLevel } from '../spec/log-level.ts';
import { LIST_NAMES, type ListName } from '../spec/methods.ts';
import type { Answer, Root, Served } from './answerer.ts';
import type { Call, CallControl, ListOutcome, Outcome, RequestOptions } from './call.ts';
import { createDriver } from './driver.ts';
import { isAtLimit } from './input-required.ts';
import type { ConnectionOptions, ConnectionPorts, Inbound } from './ports.ts';
import { callWith } from './requests.ts';
import { isAsked } from './server-requests.ts';
import { type HoldReason, initialConnection } from './state.ts';

/** The live thing with effects: one server process (or remote session), from connect to close. */
export interface Connection {
  /**
   * Starts the transport, shakes hands, and requests those of `lists` that were announced: all by default; a script
   * that sends its steps as written gives none. Resolves when `ready` or failed (the reason is in the state); never
   * rejects.
   */
  connect(lists?: readonly ListName[]): Promise<'ready' | 'failed'>;
  /**
   * Sends a request. `params` may hold `JsonText`, which goes out verbatim; a progress token is added if the
   * request can take long. After the end of the connection the call is `closed` at once.
   */
  request(method: string, params?: unknown, options?: RequestOptions): Call;
  notify(method: string, params?: unknown): void;
  /** Sends any text as one line, as typed. */
  sendText(text: string): void;
  /** Asks for a list again, all pages; the items arrive in the state page by page. */
  list(name: ListName, options?: RequestOptions): Promise<ListOutcome>;
  /**
   * Answers a request of the server, from the frame `seq`; `key` is that of the input request inside an
   * "input required" result, and empty for a request of its own. Without effect when the answer is no longer expected.
   */
  answer(seq: number, key: string, answer: Answer): void;
  /** Is this answer still expected? */
  awaits(seq: number, key: string): boolean;
  /** The roots that are offered. A change is announced with `notify`. */
  roots(): readonly Root[];
  setRoots(roots: readonly Root[]): void;
  /** Is it served to the server? */
  serves(what: Served): boolean;
  /** Serves it or not, from the next connection on. */
  serve(what: Served, on: boolean): void;
  /** Requests log messages of this level and above from now on (modern: with each request; undefined for none). */
  logAt(level: LogLevel | undefined): Call | undefined;
  /**
   * Subscribes to a resource, also in later connections: it is read now, and again whenever the server announces a
   * change. Resolves with the reason when the server does not agree, in one sentence without its full stop.
   */
  subscribe(uri: string): Promise<string | undefined>;
  /** Ends the subscription; resolves with the reason when that failed. */
  unsubscribe(uri: string): Promise<string | undefined>;
  /** The call with this request seq, while it runs. */
  call(seq: number): CallControl | undefined;
  /** Gives up a call that waits to be continued and was not made by `request` (it was typed as text). */
  leave(running: Running): void;
  /** Stops the clocks of all time-outs while a person is asked, or starts them again. */
  hold(what: HoldReason, held: boolean): void;
  /**
   * Ends the process and connects again, on the same transcript. From then on the process gets only the environment that
   * a client would pass (`clean`), or all of it; by default as before.
   */
  restart(clean?: boolean): Promise<'ready' | 'failed'>;
  /** Ends the server; at most 3 s, never rejects. */
  close(): Promise<void>;
  /** Kills what is left of the server at once; for when this process exits. */
  killNow(): void;
}

/** The connection of a host, which passes each filed line on to it. */
export function createConnection(
  ports: ConnectionPorts,
  { answerer, ...options }: ConnectionOptions,
): Connection & Inbound {
  const { link } = ports;
  const { roots, setRoots, serves, serve } = answerer;
  const state = initialConnection(options);
  const { dispatch, waitFor, begin } = createDriver(ports, answerer, state);

  /** What can be done with a call, by the id of its first request. */
  const control = (key: number): Pick<CallControl, 'cancel' | 'extend' | 'isAtLimit'> => ({
    cancel: (reason = '') => dispatch({ type: 'cancel', key, reason }),
    extend: (ms) => dispatch({ type: 'extend', key, ms }),
    isAtLimit() {
      const call = callWith({ state }, key);
      return call !== undefined && isAtLimit(call);
    },
  });

  const request: Connection['request'] = (method, params, how = {}) => {
    const begun = begin<Outcome>((ticket) => ({ type: 'request', ticket, method, params, how }));
    return { ...begun, method, ...control(begun.id) };
  };

  return {
    accepted: (accepted) => dispatch({ type: 'accepted', accepted }),
    lost: (loss) => dispatch({ type: 'lost', loss }),
    stray: (sentence) => dispatch({ type: 'stray', sentence }),
    connect: (lists = LIST_NAMES) => waitFor((ticket) => ({ type: 'connect', ticket, lists })),
    restart: (clean) => waitFor((ticket) => ({ type: 'restart', ticket, clean })),
    close: () => waitFor((ticket) => ({ type: 'close', ticket })),
    killNow: link.killNow,
    request,
    notify: (method, params) => void link.send(write({ jsonrpc: '2.0', method, params }), { by: 'user' }),
    sendText: (text) => void link.send(text, { by: 'user' }),
    list: (name, how = {}) => waitFor((ticket) => ({ type: 'list', ticket, name, how })),
    answer: (seq, key, answer) => dispatch({ type: 'answer', seq, key, answer }),
    awaits: (seq, key) => isAsked({ state }, seq, key),
    ...{ roots, setRoots, serves, serve },
    logAt(level) {
      dispatch({ type: 'log level', level });
      const isAtOnce = level !== undefined && ports.state().era !== 'modern';
      return isAtOnce ? request('logging/setLevel', { level }) : undefined;
    },
    subscribe: (uri) => waitFor((ticket) => ({ type: 'subscribe', ticket, uri })),
    unsubscribe: (uri) => waitFor((ticket) => ({ type: 'unsubscribe', ticket, uri })),
    call(seq) {
      const call = [...state.calls.values()].find((one) => one.seq === seq);
      return call && { id: call.id, method: call.method, seq, ...control(call.key) };
    },
    leave: (running) => dispatch({ type: 'leave', running }),
    hold: (what, held) => dispatch({ type: 'hold', what, held }),
  };
}
