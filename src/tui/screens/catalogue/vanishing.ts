import type { Context } from '../../world/command.ts';
import { react } from '../../world/react.ts';
import { warn } from '../../world/say.ts';
import { screenOfList, withList } from './entries.ts';
import { detailFocus, shownDetail } from './shown.ts';

/**
 * Keeps the place of what is being filled in or read when the server no longer lists it: what is typed on is neither a
 * key, which would call another, nor goes into the form of another. Returns the way to stop.
 */
export function watchVanishing(context: Context): () => void {
  const { host, ui } = context;
  return react(
    host.store,
    ({ lists }) => lists,
    (_, lists) => {
      const state = host.store.state();
      const old = { ...state, lists };
      const was = shownDetail(ui.get(), old);
      if (was === undefined || detailFocus(ui.get(), old) === undefined) return;
      const { key, list } = was.entry;
      if (shownDetail(ui.get(), state)?.entry.key === key) return;
      const screen = screenOfList(list);
      ui.update((now) => ({ ...withList(screen, (one) => ({ ...one, selected: key }))(now), vanished: key }));
    },
  );
}

/** Says why nothing can be typed in its place. */
export function tellVanished(context: Context): void {
  warn(context, 'No longer listed; esc goes to the list. Your input is kept.');
}
