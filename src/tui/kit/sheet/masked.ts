import { valueText } from '../../../json/row.ts';
import { createRows, type Rows } from '../../../json/rows.ts';
import { isSecret } from '../../../session/redaction/names.ts';
import { mark } from '../../../session/redaction/redaction.ts';
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

/** What stands in place of a hidden string. */
const HIDDEN = '"[redacted]"';

/** Nothing is hidden: what a person has asked to see. */
export const hideNothing: Hide = (json) => json;

/**
 * Hides what the transcript hides: a string under a secret name, and in any string the secrets that show by their
 * shape or are known. `mask` is that of the host.
 */
export function hideSecrets(mask: (text: string) => string): Hide {
  const hide = (json: string, name: string | undefined): string => {
    const ended = ENDED.test(json);
    const inside = ended ? json.slice(1, -1) : json.slice(1);
    const text = inside.includes('\\') ? decoded(inside) : inside;
    if (name !== undefined && isSecret(name, text)) return HIDDEN;
    const masked = mask(text);
    if (masked === text) return json;
    const written = JSON.stringify(masked);
    return ended ? written : written.slice(0, -1);
  };
  return Object.assign(hide, { text: mask });
}

/** The closing quote, which no backslash stands before, or an even number of them. */
const ENDED = /^".*(?<!\\)(?:\\\\)*"$/s;

/** The text that the inside of a JSON string stands for; it may be cut off inside of an escape. */
function decoded(inside: string): string {
  const whole = inside.replace(/(?<!\\)((?:\\\\)*)\\(?:u[\da-f]{0,3})?$/i, '$1');
  return JSON.parse(`"${whole}"`);
}
