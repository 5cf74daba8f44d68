import type { Page } from './inspect/list.ts';
import type { Pending } from './match.ts';
import { newsOf } from './news.ts';
import type { List } from './state.ts';

/** A list that is asked for from its first page on; what it held stays until then, and is compared with. */
export const asked = (list: List): List => ({
  ...list,
  state: 'loading',
  ...(list.state === 'done' ? { before: list.items } : {}),
});

/** A page has come, in the frame `seq`. With the last page it shows what is new since the list was complete before. */
export function paged(list: List, request: Pending, page: Page, seq: number): List {
  const first = request.cursor === undefined;
  const items = first ? page.items : [...list.items, ...page.items];
  if (page.next !== undefined) {
    return { ...list, state: 'loading', items, cursors: [...(first ? [] : list.cursors), page.next] };
  }
  const { before, news: told, why: _, ...rest } = list;
  const found = before === undefined ? undefined : newsOf(before, items);
  const news = found === undefined ? told : { ...found, seq };
  return { ...rest, state: 'done', items, cursors: [], ...(news === undefined ? {} : { news }) };
}
