import type { SessionState } from '../../session/state.ts';
import type { Store } from '../../session/store.ts';

/**
 * Calls back whenever what `select` picks of a session is something else than before, with both; returns the way to
 * stop. `select` gives the same value back as long as nothing about it changed.
 */
export function react<T>(
  store: Store,
  select: (state: SessionState) => T,
  onChange: (now: T, before: T) => void,
): () => void {
  let last = select(store.state());
  return store.subscribe(() => {
    const [now, before] = [select(store.state()), last];
    last = now;
    if (now !== before) onChange(now, before);
  });
}
