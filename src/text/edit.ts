import { type Editable, verticalTarget } from './layout.ts';
import { type Motion, target } from './motion.ts';

/** A text being edited: its content, its cursor, and what can be restored. */
export interface Editor extends Editable {
  /** What was killed last, to be yanked. */
  readonly killed: string;
  readonly past: readonly Moment[];
  readonly future: readonly Moment[];
  /** What the action before was: typing in one go is undone together, kills in a row are yanked together. */
  readonly last: 'typing' | 'kill' | undefined;
  /** The column in cells that going up and down aims at. */
  readonly column: number | undefined;
}

/** A state to return to. */
interface Moment {
  readonly text: string;
  readonly cursor: number;
}

/** What a key does to a text. `cells` is the width the text is drawn in. */
export type EditAction =
  | { readonly type: 'insert'; readonly text: string }
  | { readonly type: 'move'; readonly to: Motion }
  | { readonly type: 'move'; readonly to: 'up' | 'down'; readonly cells: number }
  | { readonly type: 'delete'; readonly to: Motion }
  | { readonly type: 'kill'; readonly to: Motion }
  | { readonly type: 'replace'; readonly text: string }
  | { readonly type: 'yank' | 'undo' | 'redo' };

/** A text to edit, the cursor at its end. With `'one'` line breaks become spaces. */
export function createEditor(text: string, lines: Editable['lines']): Editor {
  const clean = normalised(text, lines);
  return {
    text: clean,
    cursor: clean.length,
    lines,
    killed: '',
    past: [],
    future: [],
    last: undefined,
    column: undefined,
  };
}

/** The text after an action; the very same state when the action changes nothing, e.g. up on the first row. */
export function edit(editor: Editor, action: EditAction): Editor {
  switch (action.type) {
    case 'insert':
      return insert(editor, normalised(action.text, editor.lines));
    case 'move':
      return action.to === 'up' || action.to === 'down'
        ? moveVertically(editor, action.to, action.cells)
        : moveTo(editor, target(editor.text, editor.cursor, action.to));
    case 'delete':
      return remove(editor, action.to);
    case 'kill':
      return kill(editor, action.to);
    case 'replace':
      return replace(editor, normalised(action.text, editor.lines));
    case 'yank':
      return editor.killed === '' ? editor : change(editor, editor.cursor, editor.cursor, editor.killed);
    case 'undo':
      return undo(editor);
    case 'redo':
      return redo(editor);
  }
}

/** With LF line breaks; for one line without those at its end and with spaces for the others. */
function normalised(text: string, lines: Editable['lines']): string {
  const broken = text.replace(/\r\n?/g, '\n');
  return lines === 'one' ? broken.replace(/(?<!\n)\n+$/, '').replaceAll('\n', ' ') : broken;
}

function moveTo(editor: Editor, cursor: number): Editor {
  if (cursor === editor.cursor) return editor;
  return { ...editor, cursor, last: undefined, column: undefined };
}

function moveVertically(editor: Editor, direction: 'up' | 'down', cells: number): Editor {
  const to = verticalTarget(editor, direction, cells, editor.column);
  return to === undefined ? editor : { ...editor, ...to, last: undefined };
}

function insert(editor: Editor, text: string): Editor {
  if (text === '') return editor;
  const typed = !/\s/.test(text) && text.length < LONGEST_KEY;
  const goesOn = typed && editor.last === 'typing';
  const changed = change(editor, editor.cursor, editor.cursor, text);
  return { ...changed, past: goesOn ? editor.past : changed.past, last: typed ? 'typing' : undefined };
}

/** Longer text is a paste, which is undone by itself. The longest emoji are shorter. */
const LONGEST_KEY = 40;

function remove(editor: Editor, to: Motion): Editor {
  const { start, end } = range(editor, to);
  return start === end ? editor : change(editor, start, end, '');
}

/** Like remove, but the text can be yanked; killing to the end of a line at its end joins the next one. */
function kill(editor: Editor, to: Motion): Editor {
  const own = range(editor, to);
  const joins = own.start === own.end && to === 'line end';
  const { start, end } = joins ? range(editor, 'right') : own;
  if (start === end) return editor;
  const piece = editor.text.slice(start, end);
  const before = editor.last === 'kill' ? editor.killed : '';
  const killed = end === editor.cursor ? piece + before : before + piece;
  return { ...change(editor, start, end, ''), killed, last: 'kill' };
}

function range(editor: Editor, to: Motion): { readonly start: number; readonly end: number } {
  const other = target(editor.text, editor.cursor, to);
  return { start: Math.min(other, editor.cursor), end: Math.max(other, editor.cursor) };
}

function replace(editor: Editor, text: string): Editor {
  return text === editor.text ? editor : change(editor, 0, editor.text.length, text);
}

/** Puts a text in the place of another and the cursor behind it. */
function change(editor: Editor, start: number, end: number, text: string): Editor {
  return {
    ...editor,
    text: editor.text.slice(0, start) + text + editor.text.slice(end),
    cursor: start + text.length,
    past: [...editor.past.slice(-MOMENTS), momentOf(editor)],
    future: [],
    last: undefined,
    column: undefined,
  };
}

/** How far one can go back, less one. */
const MOMENTS = 199;

function momentOf({ text, cursor }: Editor): Moment {
  return { text, cursor };
}

function undo(editor: Editor): Editor {
  const moment = editor.past.at(-1);
  if (moment === undefined) return editor;
  const future = [...editor.future, momentOf(editor)];
  return { ...editor, ...moment, past: editor.past.slice(0, -1), future, last: undefined, column: undefined };
}

function redo(editor: Editor): Editor {
  const moment = editor.future.at(-1);
  if (moment === undefined) return editor;
  const past = [...editor.past, momentOf(editor)];
  return {
    ...editor,
    ...moment,
    past,
    future: editor.future.slice(0, -1),
    last: undefined,
    column: undefined,
  };
}
