import type { Accepted } from '../session/intake.ts';
import type { ListItem } from '../spec/check/item.ts';
import type { ErrorBody, Id } from '../spec/envelope.ts';

/** How a request ended, for its caller. The screens read the same from the session state. */
export type Outcome =
  | {
      readonly kind: 'result';
      readonly seq: number;
      readonly ms: number;
      readonly result: unknown;
      /** It is part of a task, which is the result of that frame (2026-07-28). */
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
  /** `status` is that of HTTP, where there was some answer, although not the expected one. */
  | { readonly kind: 'closed'; readonly why: string; readonly status?: number };

/** The outcome of a request that was answered; the argument is the answer. */
export function outcomeOf({ entry, envelope }: Accepted): Outcome {
  const { seq } = entry;
  const ms = (entry.type === 'frame' ? entry.ms : undefined) ?? 0;
  if (envelope?.kind === 'error') return { kind: 'error', seq, ms, error: envelope.error };
  return { kind: 'result', seq, ms, result: envelope?.kind === 'result' ? envelope.result : undefined };
}

/** A finished list, for its caller. */
export type ListOutcome =
  | {
      readonly kind: 'items';
      readonly items: readonly ListItem[];
      /** What is wrong with the first page that holds no list, so that items may be missing. */
      readonly misfit?: string;
    }
  | {
      readonly kind: 'failed';
      readonly outcome: Exclude<Outcome, { kind: 'result' }>;
      /** The items of the previous pages. */
      readonly items: readonly ListItem[];
    };

/** What can be done with an open request. */
export interface CallControl {
  readonly id: Id;
  readonly method: string;
  /** The seq of its frame; 0 when there was no connection to send it on. */
  readonly seq: number;
  /** Sends `notifications/cancelled` and ends it as cancelled; a late answer is still shown. */
  cancel(reason?: string): void;
  /**
   * Puts the time-out off by so many ms, beyond its upper bound if need be; continues a call that waits at the limit of
   * rounds.
   */
  extend(ms: number): void;
  /** It has reached the limit of rounds and waits for a person to continue it. */
  isAtLimit(): boolean;
}

/** A request on its way, for its caller. */
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
  /** Take an "input required" result, or a task, as the answer, instead of following it up. */
  readonly oneRound?: boolean;
  /** Run it as a task, or not, whatever the tool says (up to 2025-11-25). */
  readonly asTask?: boolean | undefined;
}

/** When a request ends by itself, in ms; 0 = never. `max` is the upper bound, however much progress is reported. */
export interface Limits {
  readonly timeout: number;
  readonly max: number;
}
