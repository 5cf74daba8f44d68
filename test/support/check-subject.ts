import type { Subject } from '../../src/check/subject.ts';
import { CLIENTS } from '../../src/clients/clients.ts';
import { LIST_NAMES, type ListName } from '../../src/spec/methods.ts';
import { NOTHING_ANSWERED } from '../../src/surface/answered.ts';
import type { Surface } from '../../src/surface/surface.ts';
import { listItem } from './items.ts';

/**
 * What `check` is given: lists of items as a server sends them, and results of the first tool, oldest first.
 *
 * @param more what else there is to the surface
 */
export function subjectOf(
  lists: Readonly<Partial<Record<ListName, readonly object[]>>>,
  results: readonly object[] = [],
  more: Partial<Surface> = {},
): Subject {
  const items = (list: ListName) => (lists[list] ?? []).map((raw) => listItem(list, raw));
  const [first] = items('tools');
  return {
    surface: {
      capabilities: { client: {} },
      lists: Object.fromEntries(LIST_NAMES.map((list) => [list, items(list)])) as unknown as Surface['lists'],
      ...more,
    },
    answered: {
      ...NOTHING_ANSWERED,
      results: results.map((result, at) => ({
        tool: first?.name ?? '',
        arguments: {},
        seq: at + 1,
        size: 0,
        ...('code' in result ? { error: { ...result } } : { result: { ...result } }),
      })),
    },
    server: 'crm',
    clients: CLIENTS.filter(({ kind }) => kind !== 'profile'),
  };
}
