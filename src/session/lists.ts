import { same } from '../json/same.ts';
import { isObject } from '../json/shape.ts';
import { headerMarks } from '../spec/check/header-marks.ts';
import type { ListItem } from '../spec/check/item.ts';
import type { ListPage } from '../spec/check/list.ts';
import { type ListName, listOf } from '../spec/methods.ts';
import { exitSentence } from './ending.ts';
import type { LifeEntry } from './frame.ts';
import type { Pending } from './pending.ts';
import type { List, SessionState } from './state.ts';

/** A list that is requested from its first page; its previous items stay until then, for comparison. */
export const reloading = (list: List): List => ({
  ...list,
  state: 'loading',
  ...(list.state === 'done' ? { before: list.items } : {}),
});

/** A page has come, in the frame `seq`. With the last page it shows whether the list has changed. */
export function withPage(list: List, request: Pending, page: ListPage, seq: number): List {
  const first = request.cursor === undefined;
  const items = first ? page.items : [...list.items, ...page.items];
  if (page.next !== undefined) {
    return { ...list, state: 'loading', items, cursors: [...(first ? [] : list.cursors), page.next] };
  }
  const { before } = list;
  const changed =
    before === undefined || isSame(before, items) ? list.changed : { before, after: items, seq };
  return changed === undefined
    ? { state: 'done', items, cursors: [] }
    : { state: 'done', items, cursors: [], changed };
}

/** A state in which that list is another one. */
export const withList = (state: SessionState, list: ListName, value: List): SessionState => ({
  ...state,
  lists: { ...state.lists, [list]: value },
});

/** A list whose request ended without an answer has failed, and says how. */
export function endAll(
  state: SessionState,
  ends: readonly Pending[],
  how: Pick<LifeEntry, 'event' | 'detail' | 'code' | 'signal'>,
): SessionState {
  return ends.reduce((next, request) => {
    const list = listOf(request.method);
    if (list === undefined || request.dir !== 'c2s') return next;
    const why = how.detail ?? (how.event === 'exit' ? exitSentence(how) : how.event);
    return withList(next, list, { ...next.lists[list], state: 'failed', why });
  }, state);
}

/** A client that is not this program cancels its own requests, without a line of life that tells of it. */
export function takenBack(state: SessionState, ends: readonly Pending[]): SessionState {
  const gone = new Set(ends.map(({ seq }) => seq));
  const running = state.running.filter(({ seq }) => !gone.has(seq));
  return endAll({ ...state, running }, ends, { event: 'cancel', detail: 'it was cancelled' });
}

/** Whether two states of a list hold the same items, in any order. */
function isSame(before: readonly ListItem[], after: readonly ListItem[]): boolean {
  if (before.length !== after.length) return false;
  const old = new Map(before.map((item) => [item.name, item]));
  return after.every((item, at) => {
    const was = before[at]?.name === item.name ? before[at] : old.get(item.name);
    return was !== undefined && same(was.raw, item.raw);
  });
}

/**
 * Why a tool may not be called over HTTP, in one sentence: its `x-mcp-header` marks are wrong, so that clients must
 * leave it out (basic/transports/streamable-http#schema-extension, 2026-07-28). Nothing when it may be.
 */
export function whyUncallable(
  {
    era,
    target,
    lists,
  }: Pick<SessionState, 'target' | 'lists'> & { readonly era?: SessionState['era'] | undefined },
  tool: string,
): string | undefined {
  if (era !== 'modern' || target.transport !== 'http') return undefined;
  const problems = inputSchemas(lists, tool).map((schema) => headerMarks(schema).problems);
  // One valid tool among those with the same name is enough.
  if (problems.some((found) => found.length === 0)) return undefined;
  return problems[0]?.join('; ');
}

/** The input schema of a tool as it was listed last; undefined when it never was. */
export function inputSchemaOf(lists: SessionState['lists'], tool: string): unknown {
  return inputSchemas(lists, tool)[0];
}

/** While the list is refreshed, its previous items still count. */
function inputSchemas({ tools }: SessionState['lists'], tool: string): readonly unknown[] {
  const named = (items: typeof tools.items) => items.filter(({ name }) => name === tool);
  const found = named(tools.items);
  return (found.length > 0 ? found : named(tools.before ?? [])).map(({ raw }) =>
    isObject(raw) ? raw['inputSchema'] : undefined,
  );
}
