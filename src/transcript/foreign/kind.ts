import type { FrameEntry, HttpEntry, LifeEntry } from '../../session/frame.ts';
import type { Direction } from '../../spec/envelope.ts';

/** A kind of log that another program writes; one file of this folder each, all of them in `kinds.ts`. */
export interface ForeignKind {
  /** The program, as the header of a transcript names its tool: `claude-desktop`. */
  readonly tool: string;
  /** What such a log is called in a sentence: `a log of Claude Desktop`. */
  readonly name: string;
  /**
   * How much of it a reader takes at a time: one line, or all of the file where its parts are no lines.
   */
  readonly form: 'lines' | 'document';
  /** The `conn` of what it holds tells servers apart, and not clients or processes of one: each is a session of its own. */
  readonly servers?: true;
  /** Whether a log that begins so is of this kind. The kinds are asked in the order of their table. */
  recognizes(head: LogHead): boolean;
  /** The program that wrote one that begins so, where several write this kind: `WebInspector`. */
  writer?(beginning: string): { readonly name: string; readonly version: string } | undefined;
  /** Begins to read one file. What it holds is added to `out`, in the order in which it happened. */
  read(out: LogOutput): LogReader;
}

/** Bytes of a file by which its kind is recognized. */
export const HEAD = 64 * 1024;
/** Bytes where so many do not tell it: the first line may be longer, or much else may come first. */
export const LONGER_HEAD = 4 * 1024 * 1024;

/** The beginning of a file, by which its kind is recognized. */
export interface LogHead {
  /** The name of the file, without its folder; empty for the standard input. */
  readonly file: string;
  /** 64 kB, or some MB where these do not tell it; without a BOM. Its last line may be cut. */
  readonly text: string;
  /** The same, line by line, without the line that is cut. */
  readonly lines: readonly string[];
}

/** Reads one file. */
export interface LogReader {
  /**
   * Takes the next line, without its line break, or the whole document.
   *
   * @param isWhole false for a last line that no line break ended: it may be torn
   * @returns where it is a document, when it was read, should what reads it have to be loaded first
   */
  take(text: string, isWhole: boolean): void | Promise<void>;
  /** There is no more: what was held back is added. */
  end(): void;
}

/** Takes what a log holds. */
export interface LogOutput {
  add(item: LogItem): void;
  /**
   * Where a log is read only to find its servers: whether enough is known of one, so that its messages need not be parsed, and
   * are not added.
   */
  readonly isKnown?: IsKnown | undefined;
  /**
   * Says what the log does not tell and what was assumed instead, in one sentence; of each subject the first counts. It becomes
   * a finding `foreign/assumed`.
   *
   * @param conn where it is of this server, process or client alone
   */
  assume(about: Assumed, sentence: string, conn?: string): void;
}

/** Whether enough is known of a server, by what the log calls it. */
export type IsKnown = (conn: string | undefined) => boolean;

/** What a log may leave open. */
export type Assumed =
  | 'direction'
  | 'time'
  | 'zone'
  | 'text'
  | 'order'
  | 'bodies'
  | 'frames'
  | 'masked'
  | 'session'
  | 'methods';

/** What an assumption is about, and of which connection alone. */
export const subjectOf = (about: Assumed, conn: string | undefined): string =>
  conn === undefined ? about : `${about} ${conn}`;

/** One thing that a log holds, before it has a number. */
export type LogItem = LogPlace & (MessageItem | InvalidItem | StderrItem | OwnItem | LifeItem | HttpItem);

/** When and where something happened. */
export interface LogPlace {
  /** ms since 1970; absent where the log does not say. */
  readonly at?: number | undefined;
  /** What tells one server, process or client from others in the same log; absent where all is of one. */
  readonly conn?: string | undefined;
  /** The server was started again, or a new client came: ids start again. Of an `initialize` this is understood. */
  readonly restarts?: true;
}

/** A message, whose text is exact where the log has it. */
export interface MessageItem extends Pick<FrameEntry, 'x' | 'ms'> {
  readonly type: 'message';
  /** As in a frame. */
  readonly pre?: FrameEntry['pre'] | undefined;
  readonly post?: FrameEntry['post'] | undefined;
  readonly part?: FrameEntry['part'] | undefined;
  readonly text: string;
  /** The text, parsed. */
  readonly message: unknown;
  /** Absent where the log does not say; it is then told by what the message is and by what it answers. */
  readonly dir?: Direction | undefined;
  /** Why the client did not accept this answer, in its own words; becomes a finding `foreign/refused`. */
  readonly refused?: string | undefined;
}

/** What should have been a message. */
interface InvalidItem {
  readonly type: 'invalid';
  /** Absent where the log does not say: told by how its line begins, as of messages. */
  readonly dir?: Direction | undefined;
  /** How its line begins. */
  readonly pre?: string | undefined;
  readonly text: string;
  /** One plain sentence. */
  readonly why: string;
}

/** A line that the server wrote to stderr. */
interface StderrItem {
  readonly type: 'stderr';
  readonly text: string;
}

/** A line of the program that wrote the log. */
interface OwnItem {
  readonly type: 'own';
  readonly text: string;
}

/**
 * The connection began or ended: `close` where the client ends it, `exit` where it is over, and with it all that was to be answered.
 */
export interface LifeItem extends Pick<LifeEntry, 'detail' | 'code' | 'signal' | 'side'> {
  readonly type: 'life';
  readonly event: 'spawn' | 'close' | 'exit';
}

/** What belongs to HTTP other than messages. */
type HttpItem = Omit<HttpEntry, 'seq' | 't' | 'conn' | 'session' | 'redacted'>;
