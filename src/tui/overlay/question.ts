import type { Served } from '../../connection/answer.ts';
import type { BoundaryCall } from '../../form/boundary.ts';
import type { Content } from '../kit/sheet/sheet.ts';

declare module '../world/ui.ts' {
  interface Ui {
    readonly question?: Question;
  }
}

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
  /** A call of a tool, by the key of its entry; from now on without a question about `tools`, if wanted. */
  | {
      readonly kind: 'call';
      readonly of: string;
      readonly tools: readonly string[];
      readonly boundary?: BoundaryCall;
    }
  /** A message written by hand that calls these tools. */
  | { readonly kind: 'sendWriting'; readonly tools: readonly string[] }
  /** A file to create for a preset, or a preset that is there already. */
  | { readonly kind: 'preset'; readonly label: string }
  /** A page that the server has chosen. */
  | { readonly kind: 'browse'; readonly url: string }
  /** A file that is there already. */
  | { readonly kind: 'overwrite'; readonly path: string; readonly content: Content };

/** A question at the bottom that takes `y` or `n`, and before a call `a` for always. */
export interface Question {
  readonly text: string;
  /** What it is about in full, such as the arguments of a call: on rows of its own where one row has no room. */
  readonly details?: string;
  readonly purpose: Purpose;
  /** The newest key that was no answer, which nobody may miss. */
  readonly missed?: Missed;
}

/** A key that answers nothing, to be told beside the question. */
export interface Missed {
  readonly key: string;
  /** How many there have been. */
  readonly count: number;
  /** ms, on the clock of `Host.now`. */
  readonly at: number;
}

/** The tools that `a` asks about no more; none where a question has only two answers. */
export const toolsAsked = ({ purpose }: Question): readonly string[] =>
  purpose.kind === 'call' || purpose.kind === 'sendWriting' ? purpose.tools : [];
