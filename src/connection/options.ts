import type { Answerer } from './answer.ts';

/** Which era to open in: by `initialize` (revisions up to 2025-11-25) or by `server/discover` (2026-07-28). */
export type EraChoice = 'auto' | 'legacy' | 'modern';

/** What a connection is made with. All spans in ms; 0 = never. */
export interface ConnectionOptions {
  readonly client: { readonly name: string; readonly version: string };
  readonly timeout: number;
  readonly maxTimeout: number;
  readonly connectTimeout: number;
  readonly protocolVersion?: string;
  /** Without it: legacy over stdio, with a second look when that is refused. */
  readonly era?: EraChoice;
  readonly answerer: Answerer;
  /** Tool calls, too, are made again when the session they were made in was lost. */
  readonly retryCalls?: boolean;
  /** How often the server may ask for more input before a call is given up. */
  readonly rounds: number;
  /** Tools are run as tasks where they ask for it, and the extension for tasks is announced. */
  readonly tasks: boolean;
  /** A person may let a call go on beyond the limit of rounds: it is not given up, but waits. */
  readonly patient?: boolean;
  /** News of changes is asked for in the modern era, too, where that takes a stream of its own. */
  readonly listen?: boolean;
}
