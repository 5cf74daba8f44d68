import type { Log } from '../../session/log/log.ts';
import type { SessionState } from '../../session/state.ts';

/** A session that is written down in another format. */
export interface ExportedSession {
  /** What it goes by among several. */
  readonly name?: string;
  readonly log: Log;
  readonly state: SessionState;
  /** When the transcript begins, in ms since 1970; before 2020 where nobody knows it. */
  readonly started: number;
  /** Hides what is secret in a text. */
  readonly mask: (text: string) => string;
  /** The lines that are written, by their seq, ascending. */
  readonly lines: readonly number[];
}

/** What is exported, and by whom. */
export interface ExportInput {
  readonly sessions: readonly ExportedSession[];
  /** This program. */
  readonly program: { readonly name: string; readonly version: string };
}

/**
 * Writes sessions in one format, a piece of text at a time. The same input gives the same text: no clock is asked, and a
 * live session is written as it is at that moment.
 */
export type ExportWriter = (input: ExportInput) => Iterable<string>;
