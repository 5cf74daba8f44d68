import type { FieldRow } from '../../../form/rows.ts';
import type { Context } from '../../world/command.ts';
import { tell } from '../../world/say.ts';
import { filterPick, openPick, toggleChoice } from './choosing.ts';
import { add, changeForm, formInView, rowInView } from './in-view.ts';
import { hasChoices } from './pick.ts';
import { change, type FormUi, focusedRow, isEmptyList, isTyped, paste, takesNames, type } from './state.ts';

/** Takes printed text, which comes in runs: into the text of a field, and else a character after the other. */
export function typeIntoForm(context: Context, text: string): void {
  const now = formInView(context);
  const before = rowInView(context);
  const isAdding = before !== undefined && (before.role === 'add' || isEmptyList(before));
  if (isAdding && now?.json === undefined && now?.pick === undefined && text.trim() !== '') {
    // What is typed where something can be added begins it.
    add(context, before, text);
    if (takesNames(before)) return;
  }
  const row = rowInView(context);
  changeForm(context, (form) => {
    const isText = form.pick === undefined && (form.json ?? form.editor) !== undefined;
    return isText ? type(form, { type: 'insert', text }) : [...text].reduce(typeCharacter, form);
  });
  if (row !== undefined) tellLost(context, row);
}

/** Does the form have a use for the digits that are typed now? */
export function takesText(context: Context): boolean {
  const form = formInView(context);
  const row = form && focusedRow(form);
  if (form === undefined || row === undefined) return form?.json !== undefined;
  const isOpen = form.json !== undefined || form.pick !== undefined || form.editor !== undefined;
  return isOpen || row.role === 'add' || isEmptyList(row) || hasChoices(row);
}

/** Says what to do where what was typed went nowhere. */
function tellLost(context: Context, row: FieldRow): void {
  const isLost = !isTyped(row) && !hasChoices(row) && row.kind !== 'boolean';
  if (isLost && formInView(context)?.json === undefined) tell(context, whereToType(row));
}

/** What to do where nothing can be typed. */
function whereToType(row: FieldRow): string {
  if (row.by === 'constant') return 'this is the only allowed value';
  return row.open === true ? 'press down to edit the values inside' : 'press enter to expand and edit';
}

/** A character where no text is typed: into the filter of a list of choices, which a space opens as well, or as an answer. */
function typeCharacter(form: FormUi, character: string): FormUi {
  if (form.pick !== undefined) {
    const turns = character === ' ' && form.pick.does === 'toggle';
    return turns ? toggleChoice(form) : filterPick(form, form.pick.filter + character);
  }
  const row = focusedRow(form);
  if (row === undefined) return form;
  if (row.kind === 'boolean') return answer(form, row, character);
  return hasChoices(row) ? openPick(form, 'choices', character.trim()) : form;
}

/** Takes a paste: JSON may set fields, lines may become rows; where no text is typed it is one all the same. */
export function pasteIntoForm(context: Context, text: string): void {
  const before = formInView(context);
  changeForm(context, (form) => {
    const pasted = paste(form, text);
    return pasted === form ? pasteElsewhere(form, text.replace(/\s+/g, ' ').trim()) : pasted;
  });
  const row = rowInView(context);
  if (row !== undefined && formInView(context) === before) tellLost(context, row);
}

/** A paste where no text is typed: into the filter of a list of choices, or as an answer. */
function pasteElsewhere(form: FormUi, line: string): FormUi {
  if (form.pick !== undefined) return filterPick(form, form.pick.filter + line);
  const row = form.json === undefined && line !== '' ? focusedRow(form) : undefined;
  if (row === undefined) return form;
  const isAnswer = row.kind === 'boolean' && (line === 'true' || line === 'false');
  if (isAnswer) return change(form, { do: 'set', path: row.path, text: line });
  return hasChoices(row) ? openPick(form, 'choices', line) : form;
}

/** A boolean: space turns it, `t` and `f` set it. */
function answer(form: FormUi, { path }: FieldRow, text: string): FormUi {
  if (text === ' ') return change(form, { do: 'toggle', path });
  const value = { t: 'true', y: 'true', f: 'false', n: 'false' }[text.toLowerCase()];
  return value === undefined ? form : change(form, { do: 'set', path, text: value });
}
