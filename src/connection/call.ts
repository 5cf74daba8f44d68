import type { Accepted } from '../session/intake.ts';
import type { ErrorBody, Id } from '../spec/envelope.ts';
import { seconds } from '../text/measure.ts';
import type { Clock } from '../time/clock.ts';

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

/** A request on its way. */
export interface Call {
  readonly id: Id;
  readonly method: string;
  /** The seq of its frame; 0 when there was no connection to send it on. */
  readonly seq: number;
  /** Never rejects. */
  readonly done: Promise<Outcome>;
  /** Sends `notifications/cancelled` and ends it as cancelled; a late answer is still shown. */
  cancel(reason?: string): void;
  /** Puts the time-out off by so many ms, beyond its upper bound if need be; lets go on what waits at a limit. */
  extend(ms: number): void;
  /** It has come to the limit of rounds and waits to be let go on. */
  isAtLimit?(): boolean;
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

/** The call as its connection holds it. */
export interface OpenCall extends Call {
  /** Ends it; only the first end counts. */
  settle(outcome: Outcome): void;
  /** Progress was reported: the time-out begins anew, within its upper bound. */
  touch(): void;
  /** Stops the clock of the time-out, or has it go on where it stopped. */
  hold(held: boolean): void;
  /** Leaves time and end to another call, which asks the same once more. */
  follow(other: Call): void;
}

/** When a call ends by itself, in ms; 0 = never. */
export interface Limits {
  readonly timeout: number;
  readonly max: number;
}

/**
 * A call whose time-out runs from now.
 *
 *   open ──▶ result, error        the answer came
 *     ├────▶ timeout, cancelled   `onEnd` says so to the server
 *     └────▶ closed               the server is gone
 *
 * The clock stands still while the call is held.
 *
 * @param onEnd is told once when the time is over or the person cancels, before it is settled
 */
export function openCall(
  request: { readonly id: Id; readonly method: string; readonly seq: number },
  limits: Limits,
  clock: Clock,
  onEnd: (how: 'timeout' | 'cancel', reason: string) => void,
): OpenCall {
  const { promise, resolve } = deferred<Outcome>();
  let due = limits.timeout === 0 ? Number.POSITIVE_INFINITY : clock.now() + limits.timeout;
  let bound = limits.max === 0 ? Number.POSITIVE_INFINITY : clock.now() + limits.max;
  let stop: (() => void) | undefined;
  let open = true;
  let followed: Call | undefined;
  let heldSince: number | undefined;

  const arm = (): void => {
    stop?.();
    if (heldSince !== undefined) return;
    const wait = Math.min(due, bound) - clock.now();
    stop = Number.isFinite(wait) ? clock.later(Math.max(0, wait), expire) : undefined;
  };
  const settle = (outcome: Outcome): void => {
    if (!open) return;
    open = false;
    stop?.();
    resolve(outcome);
  };
  const expire = (): void => {
    if (!open) return;
    const after =
      due > bound && limits.timeout !== 0
        ? `although it reported progress, not within ${seconds(limits.max)} in all`
        : `within ${seconds(limits.timeout || limits.max)}`;
    onEnd('timeout', after);
  };

  arm();
  return {
    ...request,
    done: promise,
    settle,
    touch() {
      if (!open || limits.timeout === 0 || followed !== undefined) return;
      due = clock.now() + limits.timeout;
      arm();
    },
    hold(held) {
      if (!open || followed !== undefined || held === (heldSince !== undefined)) return;
      const span = clock.now() - (heldSince ?? clock.now());
      heldSince = held ? clock.now() : undefined;
      due += span;
      bound += span;
      arm();
    },
    follow(other) {
      stop?.();
      followed = other;
      void other.done.then(settle);
    },
    cancel(reason = '') {
      if (followed !== undefined) followed.cancel(reason);
      else if (open) onEnd('cancel', reason);
    },
    extend(ms) {
      if (followed !== undefined) return followed.extend(ms);
      // Without a time-out of its own it is the upper bound that is put off.
      if (Number.isFinite(due)) {
        due += ms;
        bound = Math.max(bound, due);
      } else bound += ms;
      if (open) arm();
    },
  };
}

function deferred<T>(): { readonly promise: Promise<T>; readonly resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
