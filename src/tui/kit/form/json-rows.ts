import { fieldOf } from '../../../form/field-of.ts';
import { type JsonMember, memberAt, missingIn } from '../../../form/json-cursor.ts';
import type { SchemaDocument } from '../../../form/schema.ts';
import { constraintWords, typeWord } from '../../../form/sentence.ts';
import { locateError } from '../../../json/reader.ts';
import { cut, pad } from '../../../text/cut.ts';
import { type Editable, layoutText } from '../../../text/layout.ts';
import { visible } from '../../../text/visible.ts';
import { wrap } from '../../../text/wrap.ts';
import { type FormDrawing, type FormRows, problemRows } from './drawing.ts';

/** Cells of a pane in which the text has its description beside it, and not below. */
const BESIDE = 90;

/** Characters of the longest text that is looked at after each key. */
const LONGEST = 100_000;

/**
 * The whole form as JSON text that is being edited: where it is wrong, and beside it, or below, what the schema says of
 * the member at the cursor and which others there are.
 */
export function jsonRows(json: Editable, document: SchemaDocument, drawing: FormDrawing): FormRows {
  const { theme, cells, rows: height, active } = drawing;
  const problem = locateError(json.text);
  const wrong =
    problem === undefined
      ? []
      : problemRows(`line ${problem.line}, column ${problem.column}: ${problem.message}`, 0, drawing);
  const isBeside = cells >= BESIDE;
  const width = isBeside ? Math.floor(cells * 0.6) : cells;
  const all = helpRows(json, document, drawing, isBeside ? cells - width - 2 : cells);
  const wrapped = width - 2;
  const room = Math.max(1, height - 1 - wrong.length);
  // Below the text stands what there is room for, and always a little where the pane is not tiny.
  const left = room - 1 - layoutText(json, wrapped, room).rows.length;
  const help = all.slice(0, isBeside ? room : Math.max(room < 8 ? 0 : 2, left));
  const layout = layoutText(json, wrapped, isBeside ? room : Math.max(1, room - 1 - help.length));
  const text = isBeside ? beside(layout.rows, help, width) : [...layout.rows, ''];
  const rows = [
    theme.paint('dim', cut('JSON arguments, sent exactly as typed · ctrl+t: form', cells)),
    ...text,
    ...wrong,
    ...(isBeside ? [] : help),
  ];
  const at = 1 + layout.row;
  return {
    count: rows.length,
    focus: { from: at, to: rows.length },
    position: 'JSON',
    ...(active && { cursor: { row: at, column: layout.column } }),
    wrapped,
    keyAt: () => undefined,
    row: (place) => rows[place] ?? '',
  };
}

function beside(left: readonly string[], right: readonly string[], width: number): readonly string[] {
  const count = Math.max(left.length, right.length) + 1;
  return Array.from({ length: count }, (_, row) => `${pad(left[row] ?? '', width)}  ${right[row] ?? ''}`);
}

/** What is said of the member at the cursor, then the members that the text has not, which are not sent. */
function helpRows(
  json: Editable,
  document: SchemaDocument,
  { theme }: FormDrawing,
  cells: number,
): readonly string[] {
  if (json.text.length > LONGEST) return [];
  const member = memberAt(document, json);
  const missing = missingIn(document, json.text);
  const dim = (text: string): readonly string[] =>
    wrap(visible(text), Math.max(10, cells)).map((row) => theme.paint('dim', row));
  const said = member === undefined ? [] : wordsOf(document, member);
  const others = missing.slice(0, MOST).map(({ name, node, required }) => {
    const words = [typeWord(document, fieldOf(document, node)), ...(required ? ['required'] : [])];
    return theme.paint('dim', cut(visible(`  "${name}": ${words.join(', ')}`), cells));
  });
  const more = missing.length > MOST ? dim(`  ${theme.glyphs.more} ${missing.length - MOST} more`) : [];
  const head = missing.length === 0 ? [] : dim('not sent (tab adds the next):');
  return [
    ...said.flatMap((text, place) => (place === 0 ? wrap(visible(text), cells) : dim(text))),
    ...head,
    ...others,
    ...more,
  ];
}

/** Names of members that are listed. */
const MOST = 12;

function wordsOf(document: SchemaDocument, { name, field, required }: JsonMember): readonly string[] {
  const { schema } = field;
  const word = typeWord(document, field);
  const facts = [word, ...constraintWords(schema).filter((one) => one !== `format ${word}`)];
  const values = field.kind === 'choice' ? `tab: ${field.options.map(({ text }) => text).join(' | ')}` : '';
  const head = `${name}: ${[...facts, ...(required ? ['required'] : [])].join(' · ')}`;
  const told = (schema.description ?? schema.title ?? '').replace(/\s+/g, ' ').trim();
  return [head, told, values].filter((text) => text !== '');
}
