import { valueText } from '../../../json/row.ts';
import type { Item } from './flow.ts';

/** What of a message a line shows: a text, or bytes as base64 with their type. */
export function contentOf(
  item: Item,
): { readonly text: string; readonly mimeType?: string; readonly kind: 'text' | 'blob' } | undefined {
  const content = item.kind === 'line' ? item.section.content : undefined;
  if (content === undefined) return undefined;
  return content.kind === 'text'
    ? content
    : { kind: 'blob', text: content.base64, mimeType: content.mimeType };
}

/** The text of an item: of a string what it stands for, of a line the text it belongs to. */
export function textOf(item: Item): string | undefined {
  if (item.kind === 'line')
    return item.section.content?.kind === 'text' ? item.section.content.text : undefined;
  const value: unknown = JSON.parse(valueText(item.section.rows, item.row));
  return typeof value === 'string' ? value : undefined;
}
