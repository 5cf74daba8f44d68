import { pointerOf } from '../json/path.ts';
import { same } from '../json/same.ts';
import { isObject, namesOf } from '../json/shape.ts';
import type { Changed } from '../session/state.ts';
import type { ListItem } from '../spec/check/item.ts';
import type { ListName } from '../spec/methods.ts';
import { memo } from '../time/memo.ts';
import type { Change, Inner } from './change.ts';
import { schemaDifference } from './schema-difference.ts';

/** What differs between two states of a list, in the order of the new one, what is gone first. Its order does not matter. */
export function listDifference(
  list: ListName,
  before: readonly ListItem[],
  after: readonly ListItem[],
): readonly Change[] {
  const old = new Map(before.map((item) => [item.name, item]));
  const now = new Map(after.map((item) => [item.name, item]));
  const gone = [...old.values()].filter(({ name }) => !now.has(name));
  return [
    ...gone.map(({ name, raw }): Change => {
      return { list, name, path: '', kind: 'removed', group: 'breaking', before: raw };
    }),
    ...[...now.values()].flatMap(({ name, raw }): readonly Change[] => {
      const was = old.get(name);
      if (was === undefined) return [{ list, name, path: '', kind: 'added', group: 'safe', after: raw }];
      return itemDifference(was.raw, raw).map((inner) => ({ list, name, ...inner }));
    }),
  ];
}

function itemDifference(before: unknown, after: unknown): readonly Inner[] {
  if (same(before, after)) return [];
  if (!isObject(before) || !isObject(after))
    return [{ path: '', kind: 'changed', group: 'breaking', before, after }];
  return namesOf(before, after).flatMap((name): readonly Inner[] => {
    const [was, is] = [before[name], after[name]];
    if (same(was, is)) return [];
    const isSchema = name === 'inputSchema' || name === 'outputSchema';
    if (isSchema && isObject(was) && isObject(is)) return schemaDifference(name, was, is);
    const kind = was === undefined ? 'added' : is === undefined ? 'removed' : 'changed';
    return [{ path: pointerOf([name]), kind, group: 'review', before: was, after: is }];
  });
}

/** What changed in a list when it was last fetched again; worked out once, until the next change. */
export const changesIn = (list: ListName, changed: Changed): readonly Change[] => LATEST[list](list, changed);

const latest = () =>
  memo((list: ListName, { before, after }: Changed) => listDifference(list, before, after));
const LATEST: Readonly<Record<ListName, ReturnType<typeof latest>>> = {
  tools: latest(),
  resources: latest(),
  resourceTemplates: latest(),
  prompts: latest(),
};
