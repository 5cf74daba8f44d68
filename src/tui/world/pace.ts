import type { SessionState } from '../../session/state.ts';
import type { Store } from '../../session/store.ts';

/** Calls back once after so many ms; returns the way out. Passed in, so that tests hold the clock. */
export type Schedule = (ms: number, callback: () => void) => () => void;

/**
 * The same store at a slower pace: listeners are called at most once in `every()` ms, and `state` stays what it was
 * when they were called last, so that everything painted together agrees. The first change after a rest is passed on
 * at once, the last change is never lost.
 */
export function paced(store: Store, every: () => number, schedule: Schedule): Store {
  const listeners = new Set<() => void>();
  let state: SessionState = store.state();
  let resting: (() => void) | undefined;
  let leave: (() => void) | undefined;

  const tell = (): void => {
    state = store.state();
    for (const listener of listeners) listener();
  };
  const rest = (): void => {
    resting = schedule(every(), () => {
      resting = undefined;
      if (store.state() === state) return;
      tell();
      rest();
    });
  };
  const changed = (): void => {
    if (resting !== undefined) return;
    tell();
    rest();
  };

  return {
    // Without listeners it hears of no changes, so the store is asked.
    state: () => (leave === undefined ? store.state() : state),
    subscribe: (listener) => {
      listeners.add(listener);
      if (leave === undefined) {
        state = store.state();
        leave = store.subscribe(changed);
      }
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        leave?.();
        resting?.();
        leave = undefined;
        resting = undefined;
      };
    },
  };
}
