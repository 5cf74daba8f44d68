import { pathText } from '../../../form/problem.ts';
import { type FieldRow, formProblems, visibleFields } from '../../../form/rows.ts';
import { constraintWords } from '../../../form/sentence.ts';
import { uncheckedNotes } from '../../../form/verdict.ts';
import type { Path } from '../../../json/path.ts';
import { cut, pad } from '../../../text/cut.ts';
import { type Editable, layoutText } from '../../../text/layout.ts';
import { visible } from '../../../text/visible.ts';
import { width } from '../../../text/width.ts';
import { wrap } from '../../../text/wrap.ts';
import type { Theme } from '../../world/theme.ts';
import type { Cell } from '../cursor.tsx';
import {
  buttonAt,
  buttonRow,
  completionRows,
  defaultOf,
  emptyWords,
  type FormDrawing,
  type FormRows,
  keysFor,
  paintedValue,
  pickRows,
  problemRows,
  shownValue,
} from './drawing.ts';
import { jsonRows } from './json-rows.ts';
import { hasChoices } from './pick.ts';
import { type FormUi, filePathIn, isEmptyList, isUntouched } from './state.ts';

/** The rows of a form: what is wrong as a whole, the fields, the buttons side by side. */
export function formRows(ui: FormUi, drawing: FormDrawing): FormRows {
  if (ui.json !== undefined) return jsonRows(ui.json, ui.form.document, drawing);
  const fields = withLeft(visibleFields(ui.form), ui.left);
  const at = fields.findIndex(({ key }) => key === ui.focus);
  const focused = fields[at];
  const columns = columnsOf(fields, focused?.depth ?? 0, drawing.cells);
  const top = [
    ...formProblems(ui.form).flatMap((sentence) => problemRows(sentence, 0, drawing)),
    ...uncheckedNotes(ui.form).flatMap((note) => noteRows(note, 0, drawing)),
  ];
  const block =
    focused === undefined || !drawing.active ? undefined : focusedRows(ui, focused, columns, drawing);
  const extra = block === undefined ? 0 : block.rows.length - 1;
  const first = top.length;
  const preview = previewRows(drawing);
  const end = first + fields.length + extra + (fields.length > 0 ? 1 : 0);
  const button = end + preview.length;
  const from = focused === undefined ? button : first + at;
  const fieldAt = (place: number): FieldRow | undefined => {
    const index = place - first;
    if (block !== undefined && index >= at) return index <= at + extra ? focused : fields[index - extra];
    return fields[index];
  };
  return {
    count: button + 1,
    focus: { from, to: from + 1 + extra },
    position: focused === undefined ? '' : `${at + 1}/${fields.length}`,
    ...(block?.cursor === undefined
      ? {}
      : { cursor: { row: first + at + block.cursor.row, column: block.cursor.column } }),
    ...(block?.wrapped === undefined ? {} : { wrapped: block.wrapped }),
    keyAt: (place, column) =>
      place === button ? buttonAt(ui, drawing, column) : place < end ? fieldAt(place)?.key : undefined,
    row(place) {
      if (place < first) return top[place] ?? '';
      if (place === button) return buttonRow(ui, drawing);
      if (place >= end) return preview[place - end] ?? '';
      const field = fieldAt(place);
      if (field === undefined) return '';
      if (block !== undefined && field === focused) return block.rows[place - first - at] ?? '';
      const calm = isUntouched(ui, field) ? withoutProblem(field) : field;
      return fieldRow(calm, columns, drawing, field.key === ui.focus);
    },
  };
}

/** No copy: a row of a large form is made only as far as it is looked at. */
const withoutProblem = (field: FieldRow): FieldRow =>
  Object.create(field, { problem: { value: undefined } }) as FieldRow;

/** The rows of which something was not kept say so, as long as it is missing. */
function withLeft(fields: readonly FieldRow[], left: readonly string[]): readonly FieldRow[] {
  if (left.length === 0) return fields;
  const isMissing = ({ key, state, open }: FieldRow): boolean =>
    left.includes(key) && (state === 'absent' || open !== undefined);
  const told = { hint: { value: NOT_KEPT, enumerable: true } };
  return fields.map((field) => (isMissing(field) ? (Object.create(field, told) as FieldRow) : field));
}

const NOT_KEPT = 'not kept: secrets are never stored';

/** Where name, type and value begin. */
interface Columns {
  /** Cells that all rows are shifted to the left, so that what is deep inside has room for its names. */
  readonly shift: number;
  readonly label: number;
  /** 0 where there is no room to say the type. */
  readonly word: number;
  readonly value: number;
}

/** Fields that are measured for the width of the columns; what is longer is cut. */
const MEASURED = 1_000;

/** Cells that a value has beside a long type. */
const VALUE = 36;

function columnsOf(fields: readonly FieldRow[], depth: number, cells: number): Columns {
  const widest = Math.max(8, Math.floor(cells * (cells < 50 ? 0.45 : 0.35)));
  const shift = Math.max(0, depth * 2 - Math.max(4, 2 * Math.floor(widest / 6)));
  const measured = fields.slice(0, MEASURED);
  const longest = measured.reduce((most, field) => Math.max(most, labelWidth(field, shift)), 0);
  const label = Math.min(longest, widest);
  const words = measured.reduce((most, { word }) => Math.max(most, width(word)), 0);
  const word = cells < 50 ? 0 : Math.min(words, Math.max(16, cells - label - VALUE));
  return { shift, label, word, value: 2 + label + 2 + (word === 0 ? 0 : word + 2) };
}

const labelOf = ({ name, role, required }: FieldRow): string =>
  role === 'add' ? `+ ${name}` : `${visible(name)}${required && role === 'field' ? ' *' : ''}`;

const indentOf = ({ depth }: FieldRow, shift: number): number => Math.max(0, depth * 2 - shift);

const labelWidth = (field: FieldRow, shift: number): number => indentOf(field, shift) + width(labelOf(field));

function fieldRow(
  field: FieldRow,
  columns: Columns,
  { theme, cells }: FormDrawing,
  focused: boolean,
): string {
  const head = headOf(field, columns, theme, focused);
  const room = cells - columns.value;
  const told = room >= 20 ? ORIGINS[field.by ?? 'constant'] : '';
  const value = cut(shownValue(field, room), room - width(told));
  const wrong =
    field.problem !== undefined && field.state !== 'absent' ? ` ${theme.glyphs.error} ${field.problem}` : '';
  const shown = paintedValue(field, value, theme);
  const left = Math.max(0, room - width(value) - width(told));
  return `${head}${shown}${theme.paint('dim', told)}${theme.paint('error', cut(wrong, left))}`;
}

/** Where a value comes from that nobody has entered; of the only one possible the type says so. */
const ORIGINS = { constant: '', default: ' (default)', past: ' (last value)' } as const;

/** Mark, name and type of a field. */
function headOf(field: FieldRow, columns: Columns, theme: Theme, focused: boolean): string {
  const indent = ' '.repeat(indentOf(field, columns.shift));
  const label = pad(`${indent}${labelOf(field)}`, columns.label);
  const fold = field.open === undefined ? ' ' : field.open ? theme.glyphs.open : theme.glyphs.folded;
  const mark = focused
    ? theme.paint('accent', theme.glyphs.selected)
    : field.problem === undefined
      ? ' '
      : theme.paint('error', theme.glyphs.bullet);
  const word = columns.word === 0 ? '' : `${theme.paint('dim', pad(field.word, columns.word))}  `;
  const name = focused
    ? theme.paint('strong', label)
    : field.role === 'add'
      ? theme.paint('dim', label)
      : label;
  return `${mark}${fold}${name}  ${word}`;
}

/** Rows with the place in them where text is being typed. */
interface Block {
  readonly rows: readonly string[];
  readonly cursor?: Cell;
  readonly wrapped?: number;
}

/** Cells that the value of the focused field has at least, however long its name is. */
const LEAST = 4;

/** The focused field: its name as far as there is room, what is typed, the choices, and everything that is known of it. */
function focusedRows(ui: FormUi, field: FieldRow, columns: Columns, drawing: FormDrawing): Block {
  const { theme, cells } = drawing;
  const overhang = Math.max(0, labelWidth(field, columns.shift) - columns.label);
  const spare = Math.max(0, cells - columns.value - LEAST);
  const own = { ...columns, label: columns.label + Math.min(overhang, spare) };
  const head = headOf(field, own, theme, true);
  const start = columns.value - columns.label + own.label;
  const room = Math.max(LEAST, cells - start);
  const indent = ' '.repeat(start);
  const value = valueBlock(ui, field, { ...drawing, cells: room });
  const about = 2 + indentOf(field, columns.shift) + 2;
  const rows = [
    ...value.rows.map((row, at) => `${at === 0 ? head : indent}${row}`),
    ...(ui.pick === undefined ? [] : pickRows(ui.pick, start, drawing)),
    ...(ui.completion === undefined ? [] : completionRows(ui.completion, start, drawing)),
    ...aboutRows(field, about, columns.word === 0, drawing),
    ...keyRows(field, { path: filePathIn(ui), isEdited: ui.begun === true }, about, drawing),
    ...(field.problem === undefined ? [] : wrongRows(ui, field, about, drawing)),
    ...(field.hint === undefined ? [] : noteRows(field.hint, about, drawing)),
  ];
  const { cursor, wrapped } = value;
  return {
    rows,
    ...(cursor && { cursor: { row: cursor.row, column: start + cursor.column } }),
    ...(wrapped !== undefined && { wrapped }),
  };
}

/** What is typed, or filters the choices, or else the value with what the keys do. */
function valueBlock({ editor, pick }: FormUi, field: FieldRow, { theme, cells, rows }: FormDrawing): Block {
  if (pick !== undefined) {
    const filter = visible(pick.filter);
    return { rows: [filter], cursor: { row: 0, column: width(filter) } };
  }
  if (editor === undefined) return { rows: [valueRow(field, cells, theme)] };
  if (editor.text !== '') return editorBlock(editor, cells, Math.max(1, Math.min(8, rows - 6)), theme);
  const hint = theme.paint('dim', cut(emptyWords(field), cells - 1));
  return { rows: [hint], cursor: { row: 0, column: 0 } };
}

/** The value of a field that is not typed as text, with what the keys do. */
function valueRow(field: FieldRow, cells: number, theme: Theme): string {
  const held = shownValue(field, cells);
  const value = cut(held === '' && field.role !== 'add' && field.open !== true ? 'not set' : held, cells);
  const hint =
    field.kind === 'boolean'
      ? 'space or ← →: change'
      : hasChoices(field)
        ? `${field.kind === 'multi-choice' ? 'space' : 'enter'}: choices`
        : field.open !== undefined
          ? enterWord(field)
          : field.role === 'add'
            ? 'enter'
            : '';
  const room = cells - width(value) - 2;
  return `${theme.paint('selection', value === '' ? ' ' : value)}  ${theme.paint('dim', cut(hint, Math.max(0, room)))}`;
}

/** What enter does on what can be unfolded. */
function enterWord(field: FieldRow): string {
  if (isEmptyList(field)) return field.edited.kind === 'map' ? 'enter: add a property' : 'enter: add an item';
  return `enter: ${field.open ? 'collapse' : 'expand'}`;
}

function editorBlock(editor: Editable, cells: number, most: number, theme: Theme): Block {
  const wrapped = cells - 1;
  const { rows, row, column, above, below } = layoutText(editor, wrapped, most);
  const more = above + below > 0 ? theme.paint('dim', theme.glyphs.more) : '';
  const last = rows.length - 1;
  return {
    rows: rows.map((text, at) => (at === last ? `${text}${more}` : text)),
    cursor: { row, column },
    wrapped,
  };
}

/** The keys of the field, where nothing is being chosen. */
function keyRows(
  field: FieldRow,
  now: Parameters<typeof keysFor>[1],
  indent: number,
  { theme, cells }: FormDrawing,
): readonly string[] {
  const keys = keysFor(field, now);
  const shown = theme.ascii ? keys.replaceAll('↑', 'up').replaceAll('↓', 'down') : keys;
  if (keys === '') return [];
  return wrap(shown, Math.max(10, cells - indent)).map(
    (row) => `${' '.repeat(indent)}${theme.paint('dim', row)}`,
  );
}

/** Rows that the description of a field may take; `i` shows the whole. */
const DESCRIPTION = 8;

function aboutRows(
  row: FieldRow,
  indent: number,
  withWord: boolean,
  { theme, cells }: FormDrawing,
): readonly string[] {
  const { edited, field, name, title, role, word, path, depth } = row;
  if (role === 'add') return [];
  const room = Math.max(10, cells - indent);
  const description = edited.schema.description ?? field.schema.description ?? '';
  const words = constraintWords(edited.schema);
  const byDefault = defaultOf(row);
  const finding = edited.finding ?? field.finding;
  const facts = [
    ...(depth > 1 ? [`in ${around(path.slice(0, -1), theme)}`] : []),
    ...(withWord ? [word] : []),
    ...words.filter((one) => one !== `format ${word}`),
    ...(byDefault === undefined ? [] : [`default: ${byDefault}`]),
    ...(finding === undefined ? [] : [finding]),
  ].join(' · ');
  const saysMore = title !== undefined && title !== description && letters(title) !== letters(name);
  const told = [saysMore ? title : '', description].filter((part) => part !== '').join(': ');
  const wrapped = told === '' ? [] : told.split('\n').flatMap((line) => wrap(visible(line), room));
  const all =
    wrapped.length > DESCRIPTION
      ? [...wrapped.slice(0, DESCRIPTION - 1), `${theme.glyphs.more} (i: show all)`]
      : wrapped;
  return [...all, ...(facts === '' ? [] : wrap(visible(facts), room))].map(
    (row) => `${' '.repeat(indent)}${theme.paint('dim', row)}`,
  );
}

/** The nearest of what surrounds a field. */
const around = (path: Path, { glyphs }: Theme): string =>
  path.length > 4 ? `${glyphs.more}${pathText(path.slice(-3))}` : pathText(path);

/** What is left of a name when capitals and what stands between words are not looked at: many titles say no more. */
const letters = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** What is wrong with a field; that it is required is no mistake before somebody has been there. */
function wrongRows(ui: FormUi, field: FieldRow, indent: number, drawing: FormDrawing): readonly string[] {
  const sentence = field.problem === 'is required' ? 'required' : (field.problem ?? '');
  if (!isUntouched(ui, field)) return problemRows(sentence, indent, drawing);
  return [`${' '.repeat(indent)}${drawing.theme.paint('dim', sentence)}`];
}

/** What may be wrong, or could not be found out. */
function noteRows(note: string, indent: number, { theme, cells }: FormDrawing): readonly string[] {
  return wrap(`${theme.glyphs.finding} ${visible(note)}`, Math.max(10, cells - indent)).map(
    (row) => `${' '.repeat(indent)}${theme.paint('finding', row)}`,
  );
}

/** Rows that the preview may take. */
const PREVIEW = 3;

function previewRows({ preview, cells, theme }: FormDrawing): readonly string[] {
  if (preview === undefined) return [];
  const rows = wrap(visible(preview), Math.max(10, cells - 2));
  const shown = rows.length > PREVIEW ? [...rows.slice(0, PREVIEW - 1), theme.glyphs.more] : rows;
  return shown.map((row) => `  ${theme.paint('dim', row)}`);
}
