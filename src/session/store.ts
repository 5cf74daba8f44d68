import { tally } from './counts.ts';
import type { Accepted } from './intake.ts';
import { fold } from './reduce.ts';
import type { SessionState } from './state.ts';
import type { Target } from './target.ts';

/** The state of one session and who wants to know of its changes; the shape `useSyncExternalStore` takes. */
export interface Store {
  readonly state: () => SessionState;
  /** Calls back at most once a tick after changes; returns the way out. */
  readonly subscribe: (listener: () => void) => () => void;
}

/** The store with the way to change it: every change is a line. */
export interface StoreWriter extends Store {
  /**
   * The state but for its counts, which may be behind: what is asked at every line of a flood, where a new state for
   * each of them would cost more than the line.
   */
  readonly stateWithoutCounts: () => SessionState;
  dispatch(accepted: Accepted): void;
  /** Tells the listeners of a change beside the state, of what is drawn with it. */
  touch(): void;
  /** The target is another one from now on: a recording that is no longer written. */
  retarget(target: Target): void;
}

/**
 * The state changes at once, synchronously; the listeners hear of it later.
 * @param schedule runs a task soon, e.g. `setImmediate`
 */
export function createStore(initial: SessionState, schedule: (task: () => void) => void): StoreWriter {
  const listeners = new Set<() => void>();
  const counts = { ...initial.counts };
  let stateWithoutCounts = initial;
  /** The state with its counts; absent until somebody asks. */
  let state: SessionState | undefined = initial;
  let due = false;

  const notify = (): void => {
    due = false;
    for (const listener of listeners) listener();
  };

  const tell = (): void => {
    if (due || listeners.size === 0) return;
    due = true;
    schedule(notify);
  };

  return {
    state() {
      state ??= { ...stateWithoutCounts, counts: { ...counts } };
      return state;
    },
    stateWithoutCounts: () => stateWithoutCounts,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    touch() {
      state = undefined;
      tell();
    },
    retarget(target) {
      stateWithoutCounts = { ...stateWithoutCounts, target };
      state = undefined;
      tell();
    },
    dispatch(accepted) {
      stateWithoutCounts = fold(stateWithoutCounts, accepted);
      tally(counts, accepted.entry, accepted.envelope);
      state = undefined;
      tell();
    },
  };
}
