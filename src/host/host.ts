import type { Client } from '../clients/client.ts';
import type { Connection } from '../connection/connection.ts';
import type { Log } from '../session/log/log.ts';
import type { Store } from '../session/store.ts';
import type { AuthorizationControl } from './authorization.ts';

/** Where a live session is kept. */
export interface Recording {
  readonly path: string;
  /** Why it stopped before the end (a full disk). */
  readonly stopped?: string;
}

/** The client in whose place this program stands. */
export interface ConnectedAs {
  /** To follow "as": `claude-code`, `recorded client NAME VERSION`. */
  readonly name: string;
  /** Absent where that of a recording is none that we know. */
  readonly client?: Client | undefined;
}

/** A session with the name that it goes by among others. */
export interface NamedHost {
  readonly name: string;
  readonly host: Host;
}

/** A session among those whose traffic a host shows as one. */
export interface HostPart extends NamedHost {
  /** From 1; what its lines are numbered by. */
  readonly id: number;
}

/** The sessions that a host shows the traffic of as one. */
export interface HostParts {
  readonly all: readonly HostPart[];
  /** Whose line it is, and its seq there. */
  at(line: number): { readonly part: HostPart; readonly seq: number } | undefined;
}

/** Calls back with each session that comes by itself, or why one cannot; the returned function ends that. */
export type MoreSessions = (add: (come: NamedHost) => void, failed: (why: string) => void) => () => void;

/** What is opened together, one session at least. */
export type NamedHosts = readonly [NamedHost, ...NamedHost[]];

/**
 * One session with everything a front end needs, live or reopened: what is known (`store`), every line (`log`),
 * and, when live, the way to act on it (`connection`). `cli` and `tui` know sessions only through this. There can
 * be several in a process.
 */
export interface Host {
  readonly store: Store;
  readonly log: Log;
  /** Absent for a reopened recording. */
  readonly connection?: Connection;
  /** Where it is no session, but the traffic of several. */
  readonly parts?: HostParts;
  /** Another client that it connects as. */
  readonly as?: ConnectedAs;
  /** What a person can do about authorization; absent when there is no authorization. */
  readonly authorization?: Pick<AuthorizationControl, 'answer' | 'giveUp' | 'forget'>;
  readonly recording: () => Recording | undefined;
  /**
   * What a reader of a reopened recording should know, in sentences: a cut last line, lines left out. Of a live session, why
   * its traces do not arrive.
   */
  readonly remarks: () => readonly string[];
  /** Its requests are sent to a collector, and what is wrong with that may become known at any time. */
  readonly isTraced?: true;
  /** How much of a reopened recording has been read, from 0 to 1; undefined once all of it has. */
  readonly reading?: () => number | undefined;
  /** ms since the start of the transcript, on its own clock. */
  readonly now: () => number;
  /** When the transcript was started (wall clock, ms since 1970): `started + t` is a line's time of day. */
  readonly started: number;
  /**
   * Marks a line, or adds a note about it, in the recording; an empty text removes the note. Resolves with why it could
   * not be kept, or not for long, in one sentence.
   */
  note(at: number, said: { readonly mark?: boolean; readonly text?: string }): Promise<string | undefined>;
  /** A text with every known secret replaced: for everything that is shown or printed except the result on stdout. */
  mask(text: string): string;
  /** Has values replaced as well from now on; absent for what is only read. */
  readonly learn?: (secrets: readonly string[]) => void;
  /** Resolves when the messages so far were checked against the specification; takes a moment at most. */
  checked(): Promise<void>;
  /** Ends the server and closes the transcript; at most 3 s, never rejects. */
  close(): Promise<void>;
}
