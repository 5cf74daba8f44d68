import type { ListItem } from '../../spec/check/item.ts';
import type { SharedTool } from '../../surface/shared-tools.ts';
import { firstOf } from '../../text/few.ts';
import { visible } from '../../text/visible.ts';
import type { InWindow, SessionInWindow } from '../world/sessions.ts';

/** Names in a row and in a sentence, and characters of one. */
const MOST = { row: 12, said: 3, name: 60 };

/**
 * Notices which names tools of several servers go by, whenever a list of tools is another one: each of these sessions has
 * them on its Server screen, and the one in view says so once. Of recordings nothing is said: the same server may be in
 * several.
 *
 * @param tell says it
 * @returns what is called with the window when something in it may have changed
 */
export function createSharedNames(
  tell: (sentence: string) => void,
): (window: InWindow<SessionInWindow>) => void {
  let seen: readonly (readonly ListItem[])[] = [];
  const said = new Set<string>();
  return (window) => {
    const live = window.all.filter(({ host }) => host.connection !== undefined);
    const lists = live.map(({ host }) => host.store.state().lists.tools.items);
    if (lists.length === seen.length && lists.every((items, at) => items === seen[at])) return;
    seen = lists;
    void import('../../surface/shared-tools.ts').then(({ sharedTools }) => {
      const offered = live.map(({ name }, at) => ({
        server: name,
        tools: (lists[at] ?? []).map((tool) => tool.name),
      }));
      const shared = sharedTools(offered);
      for (const session of live) tellOn(session, shared);
      const untold = shared.filter(({ name }) => !said.has(name));
      for (const { name } of untold) said.add(name);
      if (untold.length > 0) tell(sentence(untold));
    });
  };
}

const short = (name: string): string => visible(name.slice(0, MOST.name));

/** Puts the names that a session shares with others on its Server screen. */
function tellOn({ name: own, ui }: SessionInWindow, shared: readonly SharedTool[]): void {
  const words = shared.flatMap(({ name, tools }) => {
    const others = tools.filter(({ server }) => server !== own).map(({ server }) => short(server));
    return others.length === tools.length ? [] : [`${short(name)} (${others.join(', ')})`];
  });
  const row = words.length === 0 ? undefined : firstOf(words, MOST.row);
  if (ui.get().sharedNames !== row) ui.update((now) => ({ ...now, sharedNames: row }));
}

function sentence(shared: readonly SharedTool[]): string {
  const servers = [...new Set(shared.flatMap(({ tools }) => tools.map(({ server }) => short(server))))];
  const names = firstOf(
    shared.map(({ name }) => short(name)),
    MOST.said,
  );
  const where = servers.length === 2 ? servers.join(' and ') : firstOf(servers, MOST.said);
  return `${where} have tools with the same name (${names}): a client with all of them cannot tell these apart`;
}
