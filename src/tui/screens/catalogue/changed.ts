import type { Changed, List, SessionState } from '../../../session/state.ts';
import { LIST_NAMES, type ListName, pluralOf } from '../../../spec/methods.ts';
import { changesIn, serverDifference } from '../../../surface/difference.ts';
import { newsOf } from '../../../surface/news.ts';
import { listWords, serverWords } from '../../../surface/words.ts';
import { memoOf } from '../../../time/memo.ts';
import type { Context } from '../../world/command.ts';
import { react } from '../../world/react.ts';
import { announce } from '../../world/say.ts';

/** What changed in the lists since the line `from`, in a sentence for each. */
export const changesSince = (lists: SessionState['lists'], from: number): readonly string[] =>
  LIST_NAMES.flatMap((name) => {
    const { changed } = lists[name];
    return changed === undefined || changed.seq < from ? [] : (sentence(name, changed) ?? []);
  });

/** What the server says otherwise of itself than in its life before, in a sentence; none where it is the same. */
export function saidOtherwise(state: SessionState): readonly string[] {
  const { before, after } = newsOf(state);
  const words = serverWords(serverDifference(before, after));
  return words === '' ? [] : [`server: ${words}`];
}

/** What became of an item when its list was last another one; nothing where it stayed as it was. */
export const newsMark = ({ changed }: List, list: ListName, name: string): Mark | undefined =>
  changed === undefined ? undefined : marksOf(changed, list).get(name);

type Mark = 'new' | 'changed';

const marksOf = memoOf((changed: Changed, list: ListName): ReadonlyMap<string, Mark> => {
  const marks = new Map<string, Mark>();
  for (const { name, kind, path } of changesIn(changed, list))
    if (path !== '' || kind === 'changed') marks.set(name, 'changed');
    else if (kind === 'added') marks.set(name, 'new');
  return marks;
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
