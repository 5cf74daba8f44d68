import type { LiveTarget } from '../session/target.ts';
import type { Job } from './job.ts';
import type { Options } from './options.ts';

/** A target with the name that it goes by among others. */
export interface NamedTarget {
  readonly name: string;
  readonly target: LiveTarget;
  /** What clients call it, where that is said: by a config or by a name that was given. */
  readonly called?: string;
  /** The job with the options that hold for this target. */
  readonly job: Job;
}

/** An entry of a config that cannot be used, while others of the same config can. */
export interface UnusableTarget {
  readonly name: string;
  readonly why: string;
}

/** What a job names, before options are given to it. */
export interface PossibleTarget {
  /** The job with what is typed before the command of this one alone. */
  readonly job: Job;
  /** Its name in a config. */
  readonly name?: string;
  /** A command, rather than an address. */
  readonly isLocal: boolean;
  /** How it is called in a sentence. */
  readonly words: string;
  /** It is one of all that a config has: the others can do without it. */
  readonly isOptional?: true;
  /** The target with these options; nothing when the person who was asked went away. */
  readonly make: (options: Options) => LiveTarget | Promise<LiveTarget | undefined>;
}
