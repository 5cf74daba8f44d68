import { jqOf, pointerOf } from '../../../json/path.ts';
import { pathOf } from '../../../json/row.ts';
import type { Item } from './flow.ts';

/** Where an item stands in its message, as a JSON pointer; nothing for what is said about it. */
export function pathOfItem(item: Item): string | undefined {
  if (item.kind === 'line') return item.section.path;
  return `${item.section.path}${pointerOf(pathOf(item.section.rows, item.row))}`;
}

/** Where a row of JSON stands in the value that is shown, as jq takes it; nothing for a line of text. */
export function jqOfItem(item: Item): string | undefined {
  return item.kind === 'row' ? jqOf(pathOf(item.section.rows, item.row)) : undefined;
}
