import type { ListItem } from '../spec/check/item.ts';
import type { Id } from '../spec/envelope.ts';
import type { LogLevel } from '../spec/log-level.ts';
import type { ListName } from '../spec/methods.ts';
import type { TaskReport } from '../spec/task.ts';
import type { AuthorizationState } from './authorization.ts';
import type { Counts, FindingCount, LeftOpen } from './counts.ts';
import type { Target } from './target.ts';
import type { Uses } from './uses.ts';

/** How the connection stands. `failed`: it never got ready, or ended on its own by a signal or with an error. */
export type Phase = 'connecting' | 'ready' | 'failed' | 'closed';

/** Where connecting stands; shown while the phase is `connecting` and named when it fails. */
export type ConnectStep = 'starting' | 'discover' | 'initialize' | 'listing' | 'done';

/** A list that had changed when it was fetched again; surface/ says how. */
export interface Changed {
  readonly before: readonly ListItem[];
  readonly after: readonly ListItem[];
  /** The seq of the last page. */
  readonly seq: number;
}

/** A list as far as its pages have come. */
export interface List {
  readonly state: 'unasked' | 'not announced' | 'loading' | 'done' | 'failed';
  readonly items: readonly ListItem[];
  /** Why it failed or was not asked, in one sentence. */
  readonly why?: string;
  /** Its items when it was last complete, while it is refreshed. */
  readonly before?: readonly ListItem[];
  /** The last time that it was fetched again and had changed. */
  readonly changed?: Changed;
  /** The cursors followed so far, to notice a loop. */
  readonly cursors: readonly string[];
}

/**
 * One of our own requests that has not come to its end: it has no response yet, or one after which it continues
 * (`waits`), or it runs as a task.
 */
export interface Running {
  readonly seq: number;
  readonly id: Id;
  readonly method: string;
  /** The tool, prompt or URI asked for, as sent. */
  readonly subject: string;
  /** ms since the start of the transcript. */
  readonly since: number;
  readonly by: 'user' | 'auto';
  readonly progressToken?: Id;
  /** The level of log messages that a request of the modern era asks for. */
  readonly logLevel?: LogLevel;
  readonly progress?: { readonly progress: number; readonly total?: number; readonly message?: string };
  /** The answer that asked for input, until the request goes on (client/input-required, 2026-07-28). */
  readonly waits?: number;
  /** How often it has been continued. */
  readonly rounds?: number;
  /** The id of the task that it runs as. */
  readonly task?: string;
}

/** Where the level stands under which the server sends no log messages. */
export interface Logging {
  /** Legacy: the level that the server agreed to last. Modern: the one that our newest request carried, if any. */
  readonly level?: LogLevel;
  /** Legacy: why the server did not take the level that was asked for last, in one sentence. */
  readonly refused?: string;
}

/** A task of the server, as reported last; reports after its end change nothing. */
export interface Task extends TaskReport {
  /** The frame that reported it first, and the one that reported it last. */
  readonly seq: number;
  readonly last: number;
  /** When it was requested, or reported first, and when it was reported last; ms since the start of the transcript. */
  readonly since: number;
  readonly at: number;
  /** The tool that it runs; empty when it is not ours. */
  readonly subject: string;
  /** The seq of our request that it was created by. */
  readonly call?: number;
  /** The frame that reported its end. */
  readonly ended?: number;
  /** Its call was given up before: it is no longer polled. */
  readonly abandoned?: true;
}

/** Something that the server waits for a person to answer. */
export interface ServerRequest {
  /** The frame that asks. */
  readonly seq: number;
  /** The key of the input request inside an "input required" result; empty for a request of the server's own. */
  readonly key: string;
  readonly method: string;
  /** What it asks with, as parsed from the wire: any JSON value. */
  readonly params: unknown;
  /** ms since the start of the transcript. */
  readonly since: number;
  /** The id of the server's own request. */
  readonly id?: Id;
  /** The seq of our request that needs the input. */
  readonly for?: number;
  /** The id of the task that needs it (since 2026-07-28). */
  readonly task?: string;
}

/** What waits for a person, in a live session; `waitingIn` (inbox.ts) knows recordings as well. */
export interface Inbox {
  /** Oldest first. */
  readonly waiting: readonly ServerRequest[];
  /** When the last that waited was settled, in ms since the start of the transcript. */
  readonly emptySince?: number;
}

/** A resource of whose changes the server tells. */
export interface Subscribed {
  readonly uri: string;
  /** The line since which it does. */
  readonly since: number;
  /** In the modern era the seq of the request on whose stream it does. */
  readonly listen?: number;
  /** When it was said to have changed last, in ms since the start of the transcript, and how often in all. */
  readonly updated?: { readonly seq: number; readonly t: number; readonly count: number };
  /** The seqs of the newest request that read it since and was answered, and of the one before. */
  readonly read?: number;
  readonly before?: number;
}

/** An elicitation by URL that is complete (client/elicitation, up to 2025-11-25). */
export interface Completed {
  readonly elicitationId: string;
  /** The notification that says so. */
  readonly seq: number;
}

/** What a command wrote on stdout in place of messages, while none has come. */
export interface Stray {
  readonly lines: number;
  /** The URL of a server of its own that it names. */
  readonly url?: string;
}

/** Who the server says it is (`Implementation` in the specification), as far as it said so. */
export interface ServerInfo {
  readonly name?: string;
  readonly title?: string;
  readonly version?: string;
  readonly websiteUrl?: string;
  readonly description?: string;
}

/** What a server says of itself in the handshake. */
export type Introduction = Pick<
  SessionState,
  'era' | 'negotiated' | 'offered' | 'server' | 'instructions' | 'capabilities'
>;

/**
 * Everything shown about one connection that is not a frame: a fold over its entries (reduce.ts). It holds no
 * frames, and nothing in it grows with their number.
 */
export interface SessionState {
  readonly phase: Phase;
  readonly step: ConnectStep;
  /** We are ending it, or have: how the process ends says nothing about the server any more. */
  readonly ending: boolean;
  /** Why it is ended, where that is told of the client of a tap. */
  readonly left?: string;
  /** Why it failed or closed, in sentences; one line each. */
  readonly why: readonly string[];
  /** The last exchange of HTTP got no response: since when that is so (ms since the start), and why. */
  readonly unreachable?: { readonly since: number; readonly why: string };
  readonly target: Target;
  /** The transport that is spoken, where it is not that of the target. */
  readonly transport?: string;
  /** The revision asked for. */
  readonly requestedVersion: string;
  readonly negotiated?: string;
  /** When connecting began, in ms since the start of the transcript, and how long it took until it was ready. */
  readonly begun?: number;
  readonly took?: number;
  /** Messages are missing: what was not seen may have happened all the same. */
  readonly lacks?: true;
  /** `server/discover` was sent to find out the era. */
  readonly probed?: true;
  /** How the connection was opened: by `initialize` or by `server/discover`; nothing before. */
  readonly era?: 'legacy' | 'modern';
  /** The revisions that the server says it supports, if it does. */
  readonly offered?: readonly string[];
  readonly server?: ServerInfo;
  readonly instructions?: string;
  /** What the server said of itself in its life before this one, to be compared. */
  readonly previous?: Introduction;
  /** How authorization stands, once a server has wanted it. */
  readonly authorization?: AuthorizationState;
  /** What the client says of itself, as it was sent. */
  readonly client?: ServerInfo;
  readonly capabilities: {
    readonly client: Readonly<Record<string, unknown>>;
    /** As sent; absent until the handshake. */
    readonly server?: Readonly<Record<string, unknown>>;
  };
  /** What the two sides used of one another, where another client than this program drives the session. */
  readonly uses?: Uses;
  readonly lists: Readonly<Record<ListName, List>>;
  readonly process?: {
    readonly pid?: number;
    /** It got only what a client would pass of the environment. */
    readonly clean?: true;
    /** Of a remote server there is a sentence alone. */
    readonly exit?: { readonly code?: number; readonly signal?: string; readonly detail?: string };
  };
  /** What the command wrote on stdout, while no message has come. */
  readonly stray?: Stray | undefined;
  /** The last 20 lines of stderr, as sent. */
  readonly stderr: readonly string[];
  /** Our own requests that have not come to their end, oldest first. */
  readonly running: readonly Running[];
  /** The newest tasks that were reported, oldest first. */
  readonly tasks: readonly Task[];
  readonly inbox: Inbox;
  /** The elicitations whose pages the server says the person is done with, the newest last; 100 at most. */
  readonly completed: readonly Completed[];
  readonly counts: Counts;
  readonly findings: readonly FindingCount[];
  /** Of a log of another program: what it leaves open, and what was assumed instead. */
  readonly assumed: readonly LeftOpen[];
  readonly logging: Logging;
  readonly subscriptions: readonly Subscribed[];
  /** Restarts so far; 0 is the first life. */
  readonly session: number;
}

/** The word in the header of the screen. */
export type PhaseWord = Phase | 'recorded' | 'following' | 'not reachable';

/**
 * `recorded` for a reopened transcript, however it ended, and `following` for one that is still written; else the phase, and
 * whether it can still be reached.
 */
export function phaseWord({ target, phase, unreachable }: SessionState): PhaseWord {
  if (target.transport === 'recorded') return target.following === undefined ? 'recorded' : 'following';
  return phase === 'ready' && unreachable !== undefined ? 'not reachable' : phase;
}

/** Whose session it is that is followed; nothing where none is. */
export function ownerOf({ target, client }: Pick<SessionState, 'target' | 'client'>): string | undefined {
  const following = target.transport === 'recorded' ? target.following : undefined;
  return following && (following.client ?? client?.name ?? 'another program');
}
