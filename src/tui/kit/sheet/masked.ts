import { valueText } from '../../../json/row.ts';
import { createRows, type Rows } from '../../../json/rows.ts';
import { mark } from '../../../session/redaction.ts';
import type { Hide, TextSection } from './sheet.ts';

/** What stands beside a value that is masked. */
export const MASKED = 'masked · * reveals';

/** A text without its secrets, and with a word on that where something was masked. */
export function maskedLine(text: string, mask: (text: string) => string): string {
  const masked = mask(text);
  return masked === text ? text : `${masked}  ${MASKED}`;
}

/** Whether a row of a text has something that is masked, and not what a recording or a server says so itself. */
export const isMasked = (row: string, { content }: TextSection): boolean =>
  row.includes(mark) && !(content?.kind === 'text' && content.text.includes(mark));

/** Characters of the longest JSON that is masked as a whole; in longer ones each string is by itself. */
const LONGEST = 500_000;

const known = new WeakMap<Rows, { readonly hide: Hide; readonly masked: Rows }>();

/**
 * The JSON text of a string without its secrets: as the recording has it, by all that stands around it. The rows of a
 * text stay the same when its strings are masked.
 */
export function maskedString(rows: Rows, row: number, hide: Hide): string | undefined {
  if (hide.text === undefined || rows.text.length > LONGEST) return undefined;
  let found = known.get(rows);
  if (found?.hide.text !== hide.text) {
    const text = hide.text?.(rows.text) ?? rows.text;
    found = { hide, masked: text === rows.text ? rows : (createRows(text) ?? rows) };
    known.set(rows, found);
  }
  return found === undefined || found.masked === rows ? undefined : valueText(found.masked, row);
}
