import type { ExitCode } from './exit.ts';
import type { Io } from './io.ts';
import type { Options } from './options.ts';

/** What a verb is asked to do. */
export interface Job {
  readonly options: Options;
  /** What stood between the verb and `--`, without the options. */
  readonly operands: readonly string[];
  /** The server's command line: all that stood after `--`, unchanged. */
  readonly target: readonly string[];
  readonly io: Io;
  /** The tool or prompt that it is about: nothing is told of the others in the list. */
  readonly about?: string;
}

/** Carries a verb out. Rejects with a UsageError for wrong usage; everything else becomes an exit code. */
export type RunVerb = (job: Job) => Promise<ExitCode>;
