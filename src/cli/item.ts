import { isObject } from '../json/shape.ts';
import type { ListItem } from '../spec/check/item.ts';
import { LISTS, type ListName, pluralOf } from '../spec/methods.ts';
import { cut, pad } from '../text/cut.ts';
import { visible } from '../text/visible.ts';
import { width } from '../text/width.ts';

/** The heading of a list. */
export const headingOf = (list: ListName): string =>
  pluralOf(list).replace(/^./, (first) => first.toUpperCase());

const NAME_CELLS = 40;
const ABOUT_CELLS = 100;

/**
 * The items of a list for people, one a line: the name in full, as calls need it, then the beginning
 * of the description. What is wrong with an item follows it.
 *
 * @param limit the cells that a title and description may take
 */
export function itemLines(list: ListName, items: readonly ListItem[], limit: number = ABOUT_CELLS): string[] {
  const names = items.map((item) => visible(item.name) || '(no name)');
  const cells = Math.min(NAME_CELLS, Math.max(0, ...names.map(width)));
  return items.map((item, place) => {
    const name = names[place]!;
    const words = [width(name) < cells ? pad(name, cells) : name, about(list, item, limit), badges(item)];
    const problems = item.problems.map((problem) => `! ${visible(problem)}`);
    return [...words, ...problems]
      .filter((word) => word !== '')
      .join('  ')
      .trimEnd();
  });
}

/** The title where it says more than the name, and the first line of the description. */
function about(list: ListName, { name, title, description }: ListItem, limit: number): string {
  const shown = LISTS[list].key !== 'name' || description === '' ? title : '';
  const first = description.trimStart().split(/[\r\n]/, 1)[0] ?? '';
  const parts = [shown === name ? '' : shown, first].filter((part) => part !== '');
  return cut(visible(parts.join(': ')), limit);
}

/** What a tool says of itself (server/tools#tool, annotations): hints, not promises. */
function badges({ raw }: ListItem): string {
  const annotations = isObject(raw) ? raw['annotations'] : undefined;
  if (!isObject(annotations)) return '';
  const words = [
    annotations['readOnlyHint'] === true ? 'read-only' : '',
    annotations['destructiveHint'] === true ? 'destructive' : '',
    annotations['idempotentHint'] === true ? 'idempotent' : '',
    annotations['openWorldHint'] === true ? 'open-world' : '',
  ].filter((word) => word !== '');
  return words.length === 0 ? '' : `[${words.join(', ')}]`;
}
