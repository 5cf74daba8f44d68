import { newsSentence } from '../../../session/news.ts';
import type { SessionState } from '../../../session/state.ts';
import { type ListName, pluralOf } from '../../../spec/methods.ts';
import type { Context } from '../../world/command.ts';
import { react } from '../../world/react.ts';
import { announce } from '../../world/say.ts';

/** What changed in the lists since the line `from`, in a sentence for each. */
export const newsSince = (lists: SessionState['lists'], from: number): readonly string[] =>
  (Object.keys(lists) as ListName[]).flatMap((name) => {
    const { news } = lists[name];
    return news === undefined || news.seq < from ? [] : [`${pluralOf(name)}: ${newsSentence(news)}`];
  });

/** Says what changed in a list of the server's, each time it does. Returns the way to stop. */
export function watchNews(context: Context): () => void {
  const { host } = context;
  // What changed when something was recorded is no news.
  if (host.store.state().target.transport === 'recorded') return () => {};
  return react(
    host.store,
    ({ lists }) => lists,
    (lists, before) => {
      for (const name of Object.keys(lists) as ListName[]) {
        const { news } = lists[name];
        if (news !== undefined && news !== before[name].news)
          announce(context, `${pluralOf(name)}: ${newsSentence(news)}`);
      }
    },
  );
}
