import type { Accepted } from '../session/intake.ts';
import type { ListItem } from '../spec/check/item.ts';
import type { ErrorBody, Id } from '../spec/envelope.ts';

/** How a request ended, for who waits for it. The screens read the same from the session state. */
export type Outcome =
  | {
      readonly kind: 'result';
      readonly seq: number;
      readonly ms: number;
      readonly result: unknown;
      /** It stands in a task that is the result of that frame (2026-07-28). */
      readonly inTask?: true;
    }
  | {
      readonly kind: 'error';
      readonly seq: number;
      readonly ms: number;
      readonly error: ErrorBody;
      readonly inTask?: true;
    }
  | { readonly kind: 'timeout' | 'cancelled'; readonly why: string }
  /** `status` is that of HTTP, where there was an answer, although not the one that was due. */
  | { readonly kind: 'closed'; readonly why: string; readonly status?: number };

/** How a request ended that was answered; `accepted` is the answer. */
export function outcomeOf({ entry, envelope }: Accepted): Outcome {
  const { seq } = entry;
  const ms = (entry.type === 'frame' ? entry.ms : undefined) ?? 0;
  if (envelope?.kind === 'error') return { kind: 'error', seq, ms, error: envelope.error };
  return { kind: 'result', seq, ms, result: envelope?.kind === 'result' ? envelope.result : undefined };
}

/** A finished list, for who waits for it. */
export type ListOutcome =
  | {
      readonly kind: 'items';
      readonly items: readonly ListItem[];
      /** What is wrong with a page that holds no list, so that items may be missing; the first of them. */
      readonly misfit?: string;
    }
  | {
      readonly kind: 'failed';
      readonly outcome: Exclude<Outcome, { kind: 'result' }>;
      /** What the pages before held. */
      readonly items: readonly ListItem[];
    };

/** A request that is open, as it can be acted on. */
export interface CallControl {
  readonly id: Id;
  readonly method: string;
  /** The seq of its frame; 0 when there was no connection to send it on. */
  readonly seq: number;
  /** Sends `notifications/cancelled` and ends it as cancelled; a late answer is still shown. */
  cancel(reason?: string): void;
  /** Puts the time-out off by so many ms, beyond its upper bound if need be; lets go on what waits at a limit. */
  extend(ms: number): void;
  /** It has come to the limit of rounds and waits to be let go on. */
  isAtLimit(): boolean;
}

/** A request on its way, for who made it. */
export interface Call extends CallControl {
  /** Never rejects. */
  readonly done: Promise<Outcome>;
}

/** How a request is made. */
export interface RequestOptions {
  /** Default `user`. */
  readonly by?: 'user' | 'auto';
  /** ms; 0 = never; default the connection's. */
  readonly timeout?: number;
  /** Take an "input required" result, or a task, as the answer, instead of going on with it. */
  readonly oneRound?: boolean;
  /** Ask for it to be run as a task, or not, whatever the tool says (up to 2025-11-25). */
  readonly asTask?: boolean | undefined;
}

/** When a request ends by itself, in ms; 0 = never. `max` is the upper bound, however much progress is reported. */
export interface Limits {
  readonly timeout: number;
  readonly max: number;
}
