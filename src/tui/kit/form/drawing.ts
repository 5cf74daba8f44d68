import { hasSuggestions } from '../../../form/field.ts';
import type { FieldRow } from '../../../form/rows.ts';
import { defaultText } from '../../../form/sentence.ts';
import { compact } from '../../../json/compact.ts';
import { cut } from '../../../text/cut.ts';
import { visible } from '../../../text/visible.ts';
import { width } from '../../../text/width.ts';
import { wrap } from '../../../text/wrap.ts';
import type { Theme } from '../../world/theme.ts';
import type { Cell } from '../cursor.tsx';
import { hasChoices, hasKinds, kindLabels, type Pick } from './pick.ts';
import { type FieldCompletion, type FormUi, isTyped } from './state.ts';

/** A form as rows of text, most of which are asked for only when they are seen. */
export interface FormRows {
  readonly count: number;
  /** The rows that belong to what has the focus, which must be in sight: from, and without, to. */
  readonly focus: { readonly from: number; readonly to: number };
  /** The place of the focused field among all, such as `12/205`; empty without fields. */
  readonly position: string;
  /** Where text is being typed; absent when none is, or the form has not the focus. */
  readonly cursor?: Cell;
  /** Cells in which what is typed is wrapped; absent where no text is. */
  readonly wrapped?: number;
  row(at: number): string;
  /** The key of the field or button in a row, at a column. */
  keyAt(at: number, column: number): string | undefined;
}

/** What a form is drawn with. */
export interface FormDrawing {
  readonly theme: Theme;
  readonly cells: number;
  /** Rows that what is typed may take. */
  readonly rows: number;
  /** The form has the focus; only then it has a cursor. */
  readonly active: boolean;
  /** The words on the buttons. */
  readonly buttons: readonly string[];
  /** What the button does with the values as they stand, above it: the URI that would be read. */
  readonly preview?: string;
}

/**
 * What a field holds, on one line and in visible text. Nothing there, null, the empty text and a value look different
 * also without colour: a text that could be taken for something else has quotes.
 */
export function shownValue(field: FieldRow, cells: number): string {
  if (field.role === 'add') return '';
  if (field.state === 'null') return 'null';
  if (field.state === 'absent') return field.hint ?? defaultWords(field);
  const variant = field.variant === undefined ? '' : `${visible(field.variant)}: `;
  if (field.open === true) return openValue(field);
  const isJson = !SCALARS.has(field.kind);
  return `${variant}${isJson ? visible(compact(field.text, cells)) : oneLine(field, cells)}`;
}

const SCALARS = new Set<FieldRow['kind']>(['text', 'number', 'integer', 'boolean', 'choice']);

/** What would hold without a value: the default, which is not sent. */
function defaultWords(field: FieldRow): string {
  const { edited } = field;
  // Nobody could say anything else, but whether to say it.
  if (edited.kind === 'choice' && edited.options.length === 1)
    return `only: ${visible(edited.options[0]?.label ?? '')}`;
  const byDefault = defaultOf(field);
  return byDefault === undefined ? '' : `default: ${visible(byDefault)}`;
}

/** What stands inside is seen below; only that it is empty on purpose is not. */
function openValue({ variant, text }: FieldRow): string {
  if (text === '[]' || text === '{}') return text;
  return variant === undefined ? '' : visible(variant);
}

function oneLine({ text, kind }: FieldRow, cells: number): string {
  if (kind !== 'number' && kind !== 'integer' && kind !== 'boolean' && AMBIGUOUS.test(text))
    return visible(JSON.stringify(text.slice(0, cells * 2)));
  const end = text.indexOf('\n');
  if (end < 0) return visible(text.slice(0, cells * 2));
  const more = text.split('\n').length - 1;
  return `${visible(text.slice(0, Math.min(end, cells * 2)))} … ${more} more ${more === 1 ? 'line' : 'lines'}`;
}

/** Empty, in quotes or with space around it, or like our own words for what is no text. */
const AMBIGUOUS = /^$|^null$|^not set$|^default: |^only: |^"|^[^\S\n]|[^\S\n]$/;

/** The value painted: dim what would hold without one, null as the word it is. */
export function paintedValue(field: FieldRow, value: string, theme: Theme): string {
  if (field.state === 'null') return theme.paint('word', value);
  return field.state === 'set' || field.role === 'add' ? value : theme.paint('dim', value);
}

/** The default of what is edited, else of the union that it is a variant of. */
export const defaultOf = ({ edited, field }: FieldRow): string | undefined =>
  defaultText(edited.schema) ?? defaultText(field.schema);

/** What stands in a focused field while nothing is typed into it. */
export function emptyWords(field: FieldRow): string {
  if (field.state === 'null') return 'null';
  if (field.state === 'set') return '"" (empty string)';
  return defaultWords(field) || 'not set';
}

/** What can be done with the focused field beyond typing, by the usual keys; `path` is a file whose content could be put in. */
export function keysFor(
  field: FieldRow,
  { path, isEdited }: { readonly path: string | undefined; readonly isEdited: boolean },
): string {
  const { role, field: asked, state } = field;
  return [
    path === undefined ? '' : `ctrl+space: insert ${visible(path)}`,
    path === undefined && hasSuggestions(field.edited) ? 'ctrl+space: suggestions' : '',
    hasKinds(field) && !hasChoicesOfKinds(field) ? `alt+t: ${kindWords(field)}` : '',
    field.edited.kind === 'choice' && hasChoices(field) ? '← →: change' : '',
    originWords(field, isEdited),
    role === 'member' ? 'alt+n: rename' : '',
    role === 'item' ? 'alt+↑ alt+↓: move' : '',
    role === 'item' || role === 'member' ? 'ctrl+x: remove' : '',
    asked.nullable && state !== 'null' && role !== 'add' ? 'ctrl+n: null' : '',
  ]
    .filter((text) => text !== '')
    .join(' · ');
}

/** Where a value comes from that nobody has entered, and that what is typed first takes its place if it does. */
function originWords(field: FieldRow, isEdited: boolean): string {
  const origin = { constant: '', default: 'default value', past: 'last value' }[field.by ?? 'constant'];
  return origin !== '' && isTyped(field) && !isEdited ? `${origin}; typing replaces it` : origin;
}

/** Kinds that are named. */
const NAMED = 4;

/** Which kinds of values there can be. */
function kindWords(field: FieldRow): string {
  const kinds = kindLabels(field);
  if (kinds.length > NAMED) return `${kinds.length} variants`;
  return `${kinds.slice(0, -1).join(', ')} or ${kinds.at(-1) ?? ''}`;
}

/** A union that enter asks for its kind. */
const hasChoicesOfKinds = (field: FieldRow): boolean =>
  (field.kind === 'union' || field.kind === 'any') && hasChoices(field);

/** What can be chosen below a field. */
interface Choices {
  readonly count: number;
  /** The visible text of one; asked for only when it is seen. */
  readonly label: (place: number) => string;
  /** The place of the one under the cursor; -1 for none. */
  readonly at: number;
}

/** Choices shown at a time. */
const CHOICES = 8;

/** The rows of a list below a field whose value begins at the cell `start`: those around the cursor, and how many. */
function choiceRows(
  { count, label, at }: Choices,
  start: number,
  cells: number,
  theme: Theme,
): readonly string[] {
  const from = Math.max(0, Math.min(at - CHOICES + 2, count - CHOICES));
  const indent = ' '.repeat(Math.max(0, start - 2));
  return Array.from({ length: Math.min(CHOICES, count - from) }, (_, place) => {
    const current = from + place === at;
    const text = cut(
      `${current ? theme.glyphs.selected : ' '} ${label(from + place)}`,
      cells - indent.length,
    );
    const last = place === CHOICES - 1 && from + CHOICES < count;
    const position = last ? theme.paint('dim', ` ${at + 1}/${count}`) : '';
    return `${indent}${current ? theme.paint('selection', text) : text}${position}`;
  });
}

interface Room {
  readonly theme: Theme;
  readonly cells: number;
}

/** The open list of choices below its field. */
export function pickRows(
  { shown, at, does }: Pick,
  start: number,
  { theme, cells }: Room,
): readonly string[] {
  if (shown.length === 0) return [`${' '.repeat(start)}${theme.paint('dim', 'nothing matches')}`];
  const label = (place: number): string => {
    const { label: text = '', taken = false } = shown[place] ?? {};
    const mark = does !== 'toggle' ? '' : taken ? '[x] ' : '[ ] ';
    return `${mark}${visible(text)}`;
  };
  return choiceRows({ count: shown.length, label, at }, start, cells, theme);
}

/** What the server offers, and what it says of it. */
export function completionRows(
  { values, at, note }: FieldCompletion,
  start: number,
  { theme, cells }: Room,
): readonly string[] {
  const told = note === '' ? [] : [theme.paint('dim', cut(visible(note), cells - start))];
  return [
    ...choiceRows(
      { count: values.length, label: (place) => visible(values[place] ?? ''), at },
      start,
      cells,
      theme,
    ),
    ...told.map((row) => `${' '.repeat(start)}${row}`),
  ];
}

/** What buttons are drawn with. */
interface Drawing {
  readonly theme: Theme;
  /** The form has the focus. */
  readonly active: boolean;
  /** The words on the buttons. */
  readonly buttons: readonly string[];
}

const labelOf = (word: string): string => `[ ${word} ]`;

/** The buttons side by side, each with a sign before it that says which has the focus. */
export function buttonRow(ui: FormUi, { theme, active, buttons }: Drawing): string {
  return buttons
    .map((word, place) => {
      const focused = active && ui.focus === ui.buttons[place];
      return focused
        ? `${theme.paint('accent', theme.glyphs.selected)} ${theme.paint('selection', labelOf(word))}`
        : `  ${labelOf(word)}`;
    })
    .join('');
}

/** The key of the button in this column. */
export function buttonAt(
  ui: FormUi,
  { buttons }: { readonly buttons: readonly string[] },
  column: number,
): string | undefined {
  let from = 0;
  for (const [place, word] of buttons.entries()) {
    const to = from + 2 + width(labelOf(word));
    if (column >= from + 2 && column < to) return ui.buttons[place];
    from = to;
  }
  return undefined;
}

/** What is wrong, in as many rows as it takes. */
export function problemRows(
  sentence: string,
  indent: number,
  { theme, cells }: { readonly theme: Theme; readonly cells: number },
): readonly string[] {
  return wrap(`${theme.glyphs.error} ${visible(sentence)}`, Math.max(10, cells - indent)).map(
    (row) => `${' '.repeat(indent)}${theme.paint('error', row)}`,
  );
}
