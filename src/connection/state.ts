import type { JsonObject } from '../json/shape.ts';
import type { JsonText } from '../json/write.ts';
import type { Changed } from '../session/state.ts';
import type { LogLevel } from '../spec/log-level.ts';
import type { ListName } from '../spec/methods.ts';
import { ANSWERS, type Pace, paceOf, SESSIONS } from '../time/spacing.ts';
import type { Answer } from './answerer.ts';
import type { Limits, Outcome, RequestOptions } from './call.ts';
import type { ConnectionOptions } from './ports.ts';

/**
 * All that a connection knows beside the state of the session: one value, changed by `step` alone and in place, so that
 * a thousand open requests cost no more than one.
 */
export interface ConnectionState {
  readonly options: Omit<ConnectionOptions, 'answerer'>;
  /** Counts how often the connection was opened and closed: results of an earlier attempt are ignored. */
  attempt: number;
  /**
   *   idle ─▶ opening ─▶ handshake ─▶ listing ─▶ ready
   *     ▲        ▲                       │         │
   *     │        └─── renewing ◀─ session lost ────┤
   *     └──────────── closing ◀────────────────────┘
   */
  phase: 'idle' | 'opening' | 'handshake' | 'listing' | 'ready' | 'renewing' | 'closing';
  /** The tickets of the callers that wait for the connection to be ready. */
  starting: readonly number[];
  /** Why nothing can be sent, in a sentence without its full stop. */
  gone: string;
  /** The lists that are requested at the start. */
  lists: readonly ListName[];
  isClean: boolean;
  isPrepared: boolean;
  handshake: Handshake | undefined;
  /** How the handshake ended, until everything is loaded. */
  verdict: 'open' | 'failed' | undefined;
  /** How many first pages of lists the start still waits for. */
  firstPages: number;
  /** A lost session is renewed once; an answer proves that the new one works. */
  mayRenew: boolean;
  readonly renewals: Pace;
  /** Requests that are sent again once the new session is open. */
  renewing: { readonly why: string; readonly open: Set<OpenCall> } | undefined;

  nextId: number;
  /** Our open calls, by the id of the newest request of each. */
  readonly calls: Map<number, OpenCall>;
  /** Calls whose request is being written. */
  readonly sending: Map<number, OpenCall>;
  /** Sentences about stray messages that came while requests were open, newest last. */
  strays: readonly string[];
  /** What stops the clocks of all time-outs. */
  readonly holds: Set<HoldReason>;
  logLevel: LogLevel | undefined;

  /** The server's own requests without an answer, by their seq; the id as it was sent. */
  readonly owed: Map<number, unknown>;
  /** Answers that wait for the end of a pause, in the order of their requests. */
  answers: { readonly seq: number; readonly answer: Answer }[] | undefined;
  readonly answering: Pace;
  /** The questions that a person has not answered yet, by seq and key. */
  readonly questions: Map<string, OpenServerRequest>;
  isCrowdReported: boolean;

  readonly tasks: Map<string, TaskRun>;
  readonly streams: Map<string, Stream>;
  /** The URIs of the resources that are subscribed to. */
  readonly subscribed: Set<string>;
  readonly refresh: Coalescer<ListName> & {
    /** Lists that are refreshed when they change, and those that changed before the connection was ready. */
    followed: readonly ListName[];
    readonly noted: Set<ListName>;
    /** What had changed in each list before it was requested. */
    readonly changed: Map<ListName, Changed | undefined>;
  };
  readonly reads: Coalescer<string>;
}

/** What a person is being asked for, which stops all time-outs. */
export type HoldReason = 'input' | 'authorization';

/**
 * A request of ours with everything that follows until its end.
 *
 *   sent ─▶ a result, an error, no answer ─▶ end
 *    ▲ ├──▶ relisting: its headers were refused ─┐
 *    │ ├──▶ input: the server asks for more ─────┤
 *    └─┼─────────────────────────────────────────┘
 *      └──▶ task: it runs as one, which is followed to its end
 */
export interface OpenCall {
  /** The id of its first request, which names it. */
  readonly key: number;
  readonly method: string;
  /** As requested; what further rounds add is in `sent`. */
  readonly params: unknown;
  readonly by: 'user' | 'auto';
  readonly limits: Limits;
  /** It is followed to its end; otherwise the first answer is the outcome. */
  readonly isWhole: boolean;
  readonly owner: Owner;
  readonly began: number;
  stage: Stage;
  /** Its newest request: the id, the seq of the frame, and its params. */
  id: number;
  seq: number;
  sent: unknown;
  /** How often it required input, and how often it may. */
  rounds: number;
  mostRounds: number;
  /** It was sent again, as its headers were refused. */
  isRepeated: boolean;
  /** Its time-out in ms, when that is over, and when `max` is; infinite for never. */
  timeout: number;
  due: number;
  bound: number;
  /** Since when its clock is stopped. */
  heldSince: number | undefined;
  /** An error without an id that will be taken for its answer. */
  suspicion: { readonly seq: number; readonly outcome: Outcome; readonly whose: string } | undefined;
}

/** The stage of a call. */
export type Stage =
  | { readonly kind: 'sent' }
  | { readonly kind: 'relisting' }
  | {
      readonly kind: 'input';
      /** The seq of the result that requires input. */
      readonly asked: number;
      readonly wanted: readonly (readonly [key: string, request: JsonObject])[] | undefined;
      readonly given: Map<string, unknown>;
      /** Sent back as exactly the text that came. */
      readonly requestState: JsonText | undefined;
    }
  | { readonly kind: 'task'; readonly answer: number; readonly run: TaskRun };

/** Who gets the outcome of a call. */
export type Owner =
  | { readonly kind: 'ticket'; readonly ticket: number }
  | { readonly kind: 'discover'; readonly handshake: Handshake }
  | { readonly kind: 'initialize'; readonly handshake: Handshake; readonly nth: number }
  | { readonly kind: 'page'; readonly run: ListRun }
  | { readonly kind: 'task'; readonly run: TaskRun; readonly asks: 'get' | 'result' | 'update' }
  | { readonly kind: 'stream'; readonly stream: Stream }
  | { readonly kind: 'read'; readonly uri: string }
  | { readonly kind: 'subscribe'; readonly uri: string; readonly ticket?: number }
  | { readonly kind: 'unsubscribe'; readonly ticket: number }
  | { readonly kind: 'nobody' };

/** How a request is made; `max` is the upper bound in ms. */
export type How = RequestOptions & { readonly max?: number };

/** A call that has ended, or is answered and may go on. */
export interface EndedCall {
  readonly call: OpenCall;
  readonly outcome: Outcome;
  /** The exact text of the answer. */
  readonly text?: string;
  /** It is over, whatever the outcome is. */
  readonly isFinal?: boolean;
  /** We gave it up after it was answered. */
  readonly isLeft?: boolean;
}

/** A handshake in progress (see handshake.ts). */
export interface Handshake {
  plan: 'discover' | 'probe' | 'both' | 'late' | 'initialize' | 'usual';
  /** How often `initialize` was due: an answer to an earlier one is ignored. */
  greetings: number;
  /** ms to wait for the answer to `server/discover`; 0 = for ever. */
  timeout: number;
  /** `server/discover` was sent again; `initialize` was sent over another transport. */
  isRepeated: boolean;
  isChanged: boolean;
  /** Lines that are not MCP, and for how long there were no more, to notice a command that is not a server. */
  readonly silence: { lines: number; ms: number };
}

/** A list that is being requested, page after page. */
export interface ListRun {
  readonly name: ListName;
  readonly how: How;
  readonly owner:
    | { readonly kind: 'ticket'; readonly ticket: number }
    | { readonly kind: 'start'; readonly attempt: number }
    | { readonly kind: 'refresh' }
    | { readonly kind: 'again'; readonly call: OpenCall };
  pages: number;
  /** What is wrong with the first page that holds no list. */
  misfit: string | undefined;
}

/** A task that is followed (see tasks.ts). */
export interface TaskRun {
  readonly id: string;
  /** The call that runs as this task. */
  readonly call: OpenCall;
  /** The frame that reported it first. */
  readonly seq: number;
  readonly isLegacy: boolean;
  readonly pace: Pace;
  /** The status by which the next step was decided. */
  seen: string;
  step: 'pausing' | 'asking' | 'ending';
  /** A change was announced, which cuts the pause short. */
  isNews: boolean;
  /** `tasks/result` was sent, which brings the requests for input, and the end (2025-11-25). */
  isResultAsked: boolean;
  /** The keys of the inputs that were requested so far, and the frames that requested them. */
  readonly keys: Set<string>;
  readonly batches: Map<number, { readonly keys: readonly string[]; readonly given: Map<string, unknown> }>;
}

/** What the roots, the rules or a person are to answer. */
export interface OpenServerRequest {
  /** The frame that asks, and the key inside an "input required" result; empty for a request of the server's own. */
  readonly seq: number;
  readonly key: string;
  readonly method: string;
  readonly params: unknown;
  /** The id of a request of the server's own. */
  readonly id?: unknown;
  readonly for:
    | { readonly kind: 'server' }
    | { readonly kind: 'call'; readonly call: OpenCall }
    | { readonly kind: 'task'; readonly run: TaskRun };
}

/** A stream on which a modern server announces changes (see subscriptions.ts). */
export interface Stream {
  /** The URI; empty for the stream about lists. */
  readonly uri: string;
  readonly filter: JsonObject;
  /** When its request was sent. */
  began: number;
  /** How often it may be opened again when it ends. */
  left: number;
  /** Who waits for the acknowledgement. */
  waiting: { readonly ticket?: number } | undefined;
}

/** Things that are requested by name, each once at a time (see subscriptions.ts). */
export interface Coalescer<Name> {
  readonly of: 'lists' | 'reads';
  /** How many at a time. */
  readonly most: number;
  readonly wanted: Set<Name>;
  readonly asking: Set<Name>;
  readonly pausing: Set<Name>;
  readonly paces: Map<Name, Pace>;
}

/** How many lists are requested at a time: all. How many resources are read at a time, however many change. */
const LISTS = 4;
const READS = 2;

export function initialConnection(options: Omit<ConnectionOptions, 'answerer'>): ConnectionState {
  const coalescer = <Name>(of: 'lists' | 'reads', most: number): Coalescer<Name> => ({
    of,
    most,
    wanted: new Set(),
    asking: new Set(),
    pausing: new Set(),
    paces: new Map(),
  });
  return {
    options,
    attempt: 0,
    phase: 'idle',
    starting: [],
    gone: 'not connected',
    lists: [],
    isClean: false,
    isPrepared: false,
    handshake: undefined,
    verdict: undefined,
    firstPages: 0,
    mayRenew: true,
    renewals: paceOf(SESSIONS),
    renewing: undefined,
    nextId: 0,
    calls: new Map(),
    sending: new Map(),
    strays: [],
    holds: new Set(),
    logLevel: undefined,
    owed: new Map(),
    answers: undefined,
    answering: paceOf(ANSWERS),
    questions: new Map(),
    isCrowdReported: false,
    tasks: new Map(),
    streams: new Map(),
    subscribed: new Set(),
    refresh: { ...coalescer('lists', LISTS), followed: [], noted: new Set(), changed: new Map() },
    reads: coalescer('reads', READS),
  };
}
