import type { Path } from '../json/path.ts';
import { same } from '../json/same.ts';
import { isObject, type JsonObject, namesOf } from '../json/shape.ts';
import type { Changed } from '../session/state.ts';
import { LIST_NAMES, type ListName } from '../spec/methods.ts';
import { memoOf } from '../time/memo.ts';
import { type Change, differing, type InnerChange } from './change.ts';
import { numberDifference } from './exact-numbers.ts';
import { itemDifference, membersDifference, review, safe } from './item-difference.ts';
import { idsIn } from './item-id.ts';
import { withRenames } from './renames.ts';
import type { Surface, SurfaceItem } from './surface.ts';

/** What differs between two surfaces: what the server says of itself, then list by list. Lists that one of them does not know are left out. */
export function surfaceDifference(before: Surface, after: Surface): readonly Change[] {
  return [
    ...serverDifference(before, after),
    ...LIST_NAMES.flatMap((name) => {
      const [was, is] = [before.lists[name], after.lists[name]];
      return was === undefined || is === undefined ? [] : listDifference(name, was, is);
    }),
  ];
}

/** Whether a session tells what its server says of itself: a log may lack the answer to `initialize`. */
export const isIntroduced = ({ revision, server, capabilities }: Said): boolean =>
  revision !== undefined || server !== undefined || capabilities.server !== undefined;

/** What differs in what a server says of itself, where both say it, at the paths of a result of `initialize`. */
export function serverDifference(before: Said, after: Said): readonly Change[] {
  if (!isIntroduced(before) || !isIntroduced(after)) return [];
  const found = membersDifference([], saidBy(before), saidBy(after), {
    // Dates can be compared as text.
    protocolVersion: (path, was, is) =>
      differing(path, was, is, String(is ?? '') < String(was ?? '') ? 'breaking' : 'safe'),
    supportedVersions: (path, was, is) => {
      const spoken: readonly unknown[] = Array.isArray(is) ? is : [];
      const isLess = Array.isArray(was) && was.some((one) => !spoken.includes(one));
      return differing(path, was, is, isLess ? 'breaking' : 'safe');
    },
    capabilities: capability,
    serverInfo: (path, was, is) =>
      membersDifference(path, isObject(was) ? was : {}, isObject(is) ? is : {}, {
        version: safe,
        websiteUrl: safe,
      }),
    instructions: review,
  });
  return found.map((inner): Change => ({ list: undefined, name: '', ...inner }));
}

type Said = Omit<Surface, 'lists'>;

const saidBy = ({ revision, offered, server, capabilities, instructions }: Said): JsonObject => ({
  protocolVersion: revision,
  supportedVersions: offered,
  capabilities: capabilities.server,
  serverInfo: server,
  instructions,
});

/** A capability or one of its members; absent means false. */
function capability(path: Path, before: unknown, after: unknown): readonly InnerChange[] {
  const [was, is] = [before, after].map((value) => value !== undefined && value !== false);
  if (!was && !is) return [];
  if (!is) return differing(path, before, after, 'breaking');
  if (!was) return differing(path, before, after, 'safe');
  if (!isObject(before) || !isObject(after)) return same(before, after) ? [] : review(path, before, after);
  return namesOf(before, after).flatMap((name) => capability([...path, name], before[name], after[name]));
}

/** What differs between two states of a list. Removed items first, then the rest in their new order. Reordering is not a change. */
export function listDifference(
  list: ListName,
  before: readonly SurfaceItem[],
  after: readonly SurfaceItem[],
): readonly Change[] {
  const [old, now] = [byName(before), byName(after)];
  const gone = [...old].flatMap(([name, items]) =>
    items.slice(now.get(name)?.length ?? 0).map(({ raw }): Change => {
      return { list, name, path: '', kind: 'removed', group: 'breaking', before: raw };
    }),
  );
  const rest = [...now].flatMap(([name, items]) =>
    items.flatMap((item, nth): readonly Change[] => {
      const was = old.get(name)?.[nth];
      // With duplicate names, nobody can say which one a client uses.
      const group = nth === 0 ? 'safe' : 'breaking';
      if (was === undefined)
        return differing([], undefined, item.raw, group).map((one) => ({ list, name, ...one }));
      const inner = [...itemDifference(list, was.raw, item.raw), ...numberDifference(was.text, item.text)];
      return inner.map((one) => ({ list, name, ...one }));
    }),
  );
  const found = withRenames([...gone, ...rest]);
  if (list !== 'skills') return found;
  const [idBefore, idAfter] = [idsIn(list, before), idsIn(list, after)];
  return found.map((one) => ({
    ...one,
    id: (one.kind === 'removed' && one.path === '' ? idBefore : idAfter)(one.name),
  }));
}

/** The items by name; several items may have the same name. */
function byName(items: readonly SurfaceItem[]): ReadonlyMap<string, readonly SurfaceItem[]> {
  const found = new Map<string, SurfaceItem[]>();
  for (const item of items) {
    const known = found.get(item.name);
    if (known === undefined) found.set(item.name, [item]);
    else known.push(item);
  }
  return found;
}

/** What changed in a list when it was last fetched again; worked out once for each change. */
export const changesIn = memoOf(({ before, after }: Changed, list: ListName) =>
  listDifference(list, before, after),
);
