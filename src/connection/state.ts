import type { JsonObject } from '../json/shape.ts';
import type { JsonText } from '../json/write.ts';
import type { Changed } from '../session/state.ts';
import type { LogLevel } from '../spec/log-level.ts';
import type { ListName } from '../spec/methods.ts';
import { ANSWERS, type Pace, paceOf, SESSIONS } from '../time/spacing.ts';
import type { Answer } from './answer.ts';
import type { Limits, Outcome, RequestOptions } from './call.ts';
import type { ConnectionOptions } from './options.ts';

/**
 * All that a connection knows, beside what the session's own state tells: one value, changed by `step` alone and in
 * place, so that a thousand open requests cost no more than one.
 */
export interface ConnectionState {
  readonly options: Omit<ConnectionOptions, 'answerer'>;
  /** Counts how often the connection was begun and closed: what comes of an earlier attempt is passed over. */
  attempt: number;
  /**
   *   idle ─▶ opening ─▶ handshake ─▶ listing ─▶ ready
   *     ▲        ▲                       │         │
   *     │        └─── renewing ◀─ session lost ────┤
   *     └──────────── closing ◀────────────────────┘
   */
  phase: 'idle' | 'opening' | 'handshake' | 'listing' | 'ready' | 'renewing' | 'closing';
  /** The tickets of those who wait for the connection to be ready. */
  starting: readonly number[];
  /** Why nothing can be sent, in a sentence without its full stop. */
  gone: string;
  /** The lists that are asked for at the start. */
  lists: readonly ListName[];
  isClean: boolean;
  isPrepared: boolean;
  handshake: Handshake | undefined;
  /** How the handshake ended, until what it needs is loaded. */
  verdict: 'open' | 'failed' | undefined;
  /** First pages of lists that the start still waits for. */
  firstPages: number;
  /** A lost session is renewed once; whether it works is proved by an answer. */
  mayRenew: boolean;
  readonly renewals: Pace;
  /** Requests that are made again once the new session is there. */
  renewing: { readonly why: string; readonly open: Set<OpenCall> } | undefined;

  nextId: number;
  /** Our requests without an end, by the id of the newest request of each. */
  readonly calls: Map<number, OpenCall>;
  /** Those that are being written. */
  readonly sending: Map<number, OpenCall>;
  /** What went astray while requests were open, newest last. */
  strays: readonly string[];
  /** What stops the clocks of all time-outs. */
  readonly holds: Set<HoldReason>;
  logLevel: LogLevel | undefined;

  /** The server's own requests without an answer, by their seq; the id as it was sent. */
  readonly owed: Map<number, unknown>;
  /** Answers that wait for the end of a pause, in the order they were asked for. */
  answers: { readonly seq: number; readonly answer: Answer }[] | undefined;
  readonly answering: Pace;
  /** What a person was asked for and has not answered yet, by seq and key. */
  readonly questions: Map<string, ServerQuestion>;
  isCrowdTold: boolean;

  readonly tasks: Map<string, TaskRun>;
  readonly streams: Map<string, Stream>;
  /** The URIs of whose changes somebody wants to know. */
  readonly subscribed: Set<string>;
  readonly refresh: Coalescer<ListName> & {
    /** Lists whose changes are followed, and those that changed before. */
    followed: readonly ListName[];
    readonly noted: Set<ListName>;
    /** What had changed before they were asked for. */
    readonly changed: Map<ListName, Changed | undefined>;
  };
  readonly reads: Coalescer<string>;
}

/** What a person is asked for meanwhile: time-outs stand still. */
export type HoldReason = 'input' | 'authorization';

/**
 * A request of ours with all that it takes to come to its end.
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
  /** As asked for; what further rounds add is in `sent`. */
  readonly params: unknown;
  readonly by: 'user' | 'auto';
  readonly limits: Limits;
  /** It goes on until its end; otherwise the first answer is taken for it. */
  readonly isWhole: boolean;
  readonly owner: Owner;
  readonly began: number;
  stage: Stage;
  /** Its newest request: the id, the seq of the frame, and what it was sent with. */
  id: number;
  seq: number;
  sent: unknown;
  /** How often it was asked for input, and how often it may be. */
  rounds: number;
  mostRounds: number;
  /** It was made once more, as its headers were refused. */
  isRepeated: boolean;
  /** When it ends by itself, by `timeout` and by `max`; infinite for never. */
  timeout: number;
  due: number;
  bound: number;
  /** Since when its clock stands still. */
  heldSince: number | undefined;
  /** An error without an id that is taken for its answer in a moment. */
  suspicion: { readonly seq: number; readonly outcome: Outcome; readonly whose: string } | undefined;
}

/** Where a call stands. */
export type Stage =
  | { readonly kind: 'sent' }
  | { readonly kind: 'relisting' }
  | {
      readonly kind: 'input';
      /** The seq of the result that asks for input. */
      readonly asked: number;
      readonly wanted: readonly (readonly [key: string, request: JsonObject])[] | undefined;
      readonly given: Map<string, unknown>;
      /** Goes back as the very text that came. */
      readonly requestState: JsonText | undefined;
    }
  | { readonly kind: 'task'; readonly answer: number; readonly run: TaskRun };

/** Who goes on with the end of a call. */
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

/** How a request is made; `max` is its upper bound in ms. */
export type How = RequestOptions & { readonly max?: number };

/** A call that has ended, or is answered and may go on. */
export interface EndedCall {
  readonly call: OpenCall;
  readonly outcome: Outcome;
  /** The exact text of the answer. */
  readonly text?: string;
  /** It does not go on, whatever the outcome says. */
  readonly isFinal?: boolean;
  /** It was given up from our side after it was answered. */
  readonly isLeft?: boolean;
}

/** A handshake, until it has come to its end (see handshake.ts). */
export interface Handshake {
  plan: 'discover' | 'probe' | 'both' | 'late' | 'initialize' | 'usual';
  /** How often `initialize` was due: an answer to an earlier one is passed over. */
  greetings: number;
  /** ms that `server/discover` is waited for; 0 = for ever. */
  patience: number;
  /** `server/discover` was asked once more, `initialize` over another transport. */
  isRepeated: boolean;
  isChanged: boolean;
  /** What a command writes that is no server, to notice that it has fallen silent. */
  readonly silence: { lines: number; ms: number };
}

/** A list that is asked for, page after page. */
export interface ListRun {
  readonly name: ListName;
  readonly how: How;
  readonly owner:
    | { readonly kind: 'ticket'; readonly ticket: number }
    | { readonly kind: 'start'; readonly attempt: number }
    | { readonly kind: 'refresh' }
    | { readonly kind: 'again'; readonly call: OpenCall };
  pages: number;
  /** What is wrong with a page that holds no list, the first of them. */
  misfit: string | undefined;
}

/** A task that is followed (see tasks.ts). */
export interface TaskRun {
  readonly id: string;
  /** The call that it runs. */
  readonly call: OpenCall;
  /** The frame that told of it first. */
  readonly seq: number;
  readonly isLegacy: boolean;
  readonly pace: Pace;
  /** The status that the next step was decided by. */
  seen: string;
  step: 'pausing' | 'asking' | 'ending';
  /** A change was announced that the pause is cut short for. */
  isNews: boolean;
  /** `tasks/result` was sent: it brings the requests for input, and the end (2025-11-25). */
  isResultAsked: boolean;
  /** The keys of the inputs that were asked for, and the frames that asked. */
  readonly keys: Set<string>;
  readonly batches: Map<number, { readonly keys: readonly string[]; readonly given: Map<string, unknown> }>;
}

/** What is asked of the roots, the rules or a person. */
export interface ServerQuestion {
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

/** A stream on which a modern server tells of what was asked for (see subscriptions.ts). */
export interface Stream {
  /** The URI, or nothing for the stream that tells of lists. */
  readonly uri: string;
  readonly filter: JsonObject;
  /** When its request was sent. */
  began: number;
  /** How often it is asked for again when it ends. */
  left: number;
  /** Who waits for the server's word. */
  waiting: { readonly ticket?: number } | undefined;
}

/** Things that are asked for by name, each one at a time (see subscriptions.ts). */
export interface Coalescer<Name> {
  readonly of: 'lists' | 'reads';
  /** How many at a time. */
  readonly most: number;
  readonly wanted: Set<Name>;
  readonly asking: Set<Name>;
  readonly pausing: Set<Name>;
  readonly paces: Map<Name, Pace>;
}

/** Lists asked for at a time: all that there are. Resources that are read at a time, however many change. */
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
    isCrowdTold: false,
    tasks: new Map(),
    streams: new Map(),
    subscribed: new Set(),
    refresh: { ...coalescer('lists', LISTS), followed: [], noted: new Set(), changed: new Map() },
    reads: coalescer('reads', READS),
  };
}
