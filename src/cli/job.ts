import type { RecordedOpening } from '../replay/opening.ts';
import { type ExitCode, UsageError } from './exit.ts';
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
  /** The verb that was typed; absent for the default command. */
  readonly verb?: string | undefined;
  /** The tool or prompt that it is about: findings about the others in the list are left out. */
  readonly about?: string;
  /** What its servers are called, in their order, where that is known although no config is. */
  readonly names?: readonly (string | undefined)[] | undefined;
  /** The recording that is sent again: what its client announced is announced, and what it answered is answered. */
  readonly replays?: Pick<RecordedOpening, 'capabilities' | 'answer'> | undefined;
  /** Called with the reasons, masked, where there is no connection. */
  readonly unreached?: (why: readonly string[]) => void;
  /** Its result holds the findings of the session, which are then not told on stderr as well. */
  readonly reportsFindings?: true;
}

/** Carries a verb out. Rejects with a UsageError for wrong usage; everything else becomes an exit code. */
export type RunVerb = (job: Job) => Promise<ExitCode>;

/** The first operand; without one, throws a UsageError that shows how the verb is written. */
export function firstOperand({ operands }: Job, verb: string, what: string): string {
  const first = operands[0];
  if (first === undefined) throw new UsageError(`${verb} needs ${what}; see mcp-loupe ${verb} --help`);
  return first;
}

/** Refuses operands that would be ignored; most often the `--` before the server's command was forgotten. */
export function operandsAtMost({ operands }: Job, verb: string, count: number): void {
  const extra = operands[count];
  if (extra === undefined) return;
  const unknown = `unexpected argument "${extra}" for ${verb}`;
  throw new UsageError(`${unknown}; put the server's command after --: mcp-loupe ${verb} … -- <command>`);
}
