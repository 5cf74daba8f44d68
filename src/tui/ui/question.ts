import type { BoundaryCall } from '../../form/boundary.ts';
import type { Served } from '../../protocol/answer.ts';
import type { Content } from '../sheets/sheet.ts';

/** What is served to the server, or not, from its next start on. */
export interface Turn {
  readonly what: Served;
  readonly on: boolean;
}

/** How the server is restarted. */
export interface Restart {
  /** Whether the process is to get only what a client would pass of the environment; as before without it. */
  readonly clean?: boolean;
  readonly turn?: Turn;
}

/** What is done when the answer is yes; the effect itself is in commands/question.ts. */
export type Purpose =
  | { readonly kind: 'quit' }
  /** Ending the calls that run with the server. */
  | ({ readonly kind: 'restart' } & Restart)
  /** Arguments that the schema has something against; `of` is the key of what they are for. */
  | { readonly kind: 'sendAnyway'; readonly of: string }
  /** A tool that says it destroys, by its key. */
  | { readonly kind: 'destroy'; readonly of: string; readonly boundary?: BoundaryCall }
  /** A message written by hand that calls such a tool. */
  | { readonly kind: 'sendWriting' }
  /** A file to create for a preset, or a preset that is there already. */
  | { readonly kind: 'preset'; readonly label: string }
  /** A page that the server has chosen. */
  | { readonly kind: 'browse'; readonly url: string }
  /** A file that is there already. */
  | { readonly kind: 'overwrite'; readonly path: string; readonly content: Content };

/** A question in the bottom row that takes `y` or `n`. */
export interface Question {
  readonly text: string;
  readonly purpose: Purpose;
}
