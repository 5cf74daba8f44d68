import { isObject } from '../json/shape.ts';
import { headerMarks } from '../spec/check/header-marks.ts';
import type { ListPage } from '../spec/check/list.ts';
import { newsOf } from './news.ts';
import type { Pending } from './pending.ts';
import type { List, SessionState } from './state.ts';

/** A list that is asked for from its first page on; what it held stays until then, and is compared with. */
export const asked = (list: List): List => ({
  ...list,
  state: 'loading',
  ...(list.state === 'done' ? { before: list.items } : {}),
});

/** A page has come, in the frame `seq`. With the last page it shows what is new since the list was complete before. */
export function paged(list: List, request: Pending, page: ListPage, seq: number): List {
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

/**
 * Why a tool may not be called over HTTP, in one sentence: its `x-mcp-header` marks are wrong, so that clients must
 * leave it out (basic/transports/streamable-http#schema-extension, 2026-07-28). Nothing when it may be.
 */
export function whyUncallable({ era, target, lists }: SessionState, tool: string): string | undefined {
  if (era !== 'modern' || target.transport !== 'http') return undefined;
  const problems = inputSchemas(lists, tool).map((schema) => headerMarks(schema).problems);
  // Of tools with the same name one that is right is enough.
  if (problems.some((found) => found.length === 0)) return undefined;
  return problems[0]?.join('; ');
}

/** The input schema of a tool as it was listed last; undefined when it never was. */
export function inputSchemaOf(lists: SessionState['lists'], tool: string): unknown {
  return inputSchemas(lists, tool)[0];
}

/** While the list is asked for anew, what it held before still counts. */
function inputSchemas({ tools }: SessionState['lists'], tool: string): readonly unknown[] {
  const named = (items: typeof tools.items) => items.filter(({ name }) => name === tool);
  const found = named(tools.items);
  return (found.length > 0 ? found : named(tools.before ?? [])).map(({ raw }) =>
    isObject(raw) ? raw['inputSchema'] : undefined,
  );
}
