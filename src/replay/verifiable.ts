import type { ListName } from '../spec/methods.ts';
import type { Level } from './compare.ts';
import type { RecordedOpening } from './opening.ts';
import type { SteppedServer } from './runner.ts';
import type { GivenSecrets } from './secrets.ts';
import type { Verified, VerifiedStep } from './verification.ts';

/** How a person wants files to be verified. */
export interface VerifyOptions {
  /** Tools that are neither read-only nor idempotent are called as well. */
  readonly all: boolean;
  /** Each call is made twice, to learn what differs by itself. */
  readonly twice: boolean;
  readonly level: Level;
  /** Pointers to what may differ, with all below it. */
  readonly ignore: readonly string[];
  /** The names of the steps that are meant; all where there is none. */
  readonly only: readonly string[];
  /** Absent where nobody can give any. */
  readonly secrets?: GivenSecrets;
  /** ms at most that is waited for what never came when it was recorded; as long as it was then where absent or 0. */
  readonly timeout?: number;
  /** The variables that `${env:NAME}` stands for. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Called with each step that is done, and the line of the answer. */
  readonly onStep?: (step: VerifiedStep, seq: number | undefined) => void;
  /** Aborted when the program is to end. */
  readonly stop: AbortSignal;
}

/** A file that servers are verified against: steps, or a recording. */
export interface Verifiable {
  /** What its steps are called, and what they ask for: the names to choose from. */
  readonly names: readonly string[];
  /** The pointers to what is redacted in requests, whose values only the person has. */
  readonly redacted: readonly string[];
  /** The lists that are asked for while connecting, all when undefined. */
  readonly lists: readonly ListName[] | undefined;
  /** How the connection is opened, where the person does not say: as the client of a recording did it. */
  readonly opening?: RecordedOpening;
  /** Sends everything to a server that is connected, and judges what comes. */
  verify(server: SteppedServer): Promise<Verified>;
  /** What is to be said where there was no connection: every step with the reason. */
  unreached(why: string): Verified;
  close?(): Promise<void>;
}
