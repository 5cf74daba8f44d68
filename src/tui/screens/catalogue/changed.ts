import type { Changed, List, SessionState } from '../../../session/state.ts';
import { LIST_NAMES, type ListName, pluralOf } from '../../../spec/methods.ts';
import { changesIn } from '../../../surface/difference.ts';
import { listWords } from '../../../surface/words.ts';
import type { Context } from '../../world/command.ts';
import { react } from '../../world/react.ts';
import { announce } from '../../world/say.ts';

/** What changed in the lists since the line `from`, in a sentence for each. */
export const changesSince = (lists: SessionState['lists'], from: number): readonly string[] =>
  LIST_NAMES.flatMap((name) => {
    const { changed } = lists[name];
    return changed === undefined || changed.seq < from ? [] : (sentence(name, changed) ?? []);
  });

/** Says what changed in a list of the server's, each time it does. Returns the way to stop. */
export function watchChanges(context: Context): () => void {
  const { host } = context;
  // Changes in a recording are not announced as if they happened now.
  if (host.store.state().target.transport === 'recorded') return () => {};
  return react(
    host.store,
    ({ lists }) => lists,
    (now, before) => {
      for (const name of LIST_NAMES) {
        const said = changeOf(name, before[name], now[name]);
        if (said !== undefined) announce(context, said);
      }
    },
  );
}

/** What changed in a list between two of its states, in a sentence; undefined when nothing did. */
export function changeOf(name: ListName, before: List, { changed }: List): string | undefined {
  return changed === undefined || changed === before.changed ? undefined : sentence(name, changed);
}

/** Nothing where only the spelling changed. */
function sentence(name: ListName, changed: Changed): string | undefined {
  const words = listWords(changesIn(changed, name));
  return words === '' ? undefined : `${pluralOf(name)}: ${words}`;
}
