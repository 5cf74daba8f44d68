import { type Action, act } from '../../../form/act.ts';
import { argumentsText, asSent, type Form, openForm } from '../../../form/form.ts';
import { completeJson } from '../../../form/json-cursor.ts';
import { formToJson, jsonToForm } from '../../../form/json-mode.ts';
import { pasteInto } from '../../../form/paste.ts';
import { pathText } from '../../../form/problem.ts';
import { type FieldRow, visibleFields } from '../../../form/rows.ts';
import { verdictOf } from '../../../form/verdict.ts';
import { type Path, pointerOf } from '../../../json/path.ts';
import { pretty } from '../../../json/pretty.ts';
import { isObject } from '../../../json/shape.ts';
import { createEditor, type EditAction, type Editor, edit } from '../../../text/edit.ts';
import { fuzzy } from '../../../text/fuzzy.ts';
import type { Pick } from './pick.ts';

/** The key of the button at the end of a form that has one. */
export const BUTTON = '[button]';

/**
 * A form on screen: what was entered, where the focus is, and the editor of what is being typed.
 *
 *   fields ─▶ a row has the focus ─┬ text: `editor` holds what is typed, each change goes into the form;
 *                                  │ `completion` is what the server offers for it
 *                                  ├ choices: `pick` is the open list
 *                                  └ anything else: keys act on the form
 *   JSON   ─▶ `json` holds the whole as text, which is sent exactly as typed
 */
export interface FormUi {
  readonly form: Form;
  /** The rows whose values were not kept from one time to the next, by their keys. */
  readonly left: readonly string[];
  /** The forms before, the newest last, to go back to. */
  readonly past: readonly Form[];
  /** The keys of the buttons below the rows; none is that of a row. */
  readonly buttons: readonly string[];
  /** The key of the focused row or button. */
  readonly focus: string;
  readonly editor?: Editor;
  /** The rows that were left, by their keys: what is missing there is a mistake by now. */
  readonly seen?: readonly string[];
  /** It was to be sent: whatever is missing is a mistake. */
  readonly tried?: true;
  /** The key of the row that was changed last. */
  readonly changed?: string;
  /** The cursor was moved: what was filled in is edited, and no longer replaced by what is typed first. */
  readonly begun?: true;
  readonly completion?: FieldCompletion;
  readonly pick?: Pick;
  readonly json?: Editor;
}

/**
 * A form for a schema with the focus on its first field, or on the button when it has none to fill in.
 *
 * @param initial JSON text of the arguments of the time before, to begin with
 * @param left JSON pointers of what is missing in them because it was secret
 */
export function openFormUi(schema: unknown, initial?: string, left: readonly string[] = []): FormUi {
  return formUi(openForm(schema, initial === undefined ? {} : { initial, past: true }), { left });
}

/** The form for another schema of the same thing, with all that was entered and the focus where it was. */
export function reopened(schema: unknown, before: FormUi): FormUi {
  const { left, buttons, focus, json } = before;
  const form = openForm(schema, { initial: argumentsText(before.form) });
  const ui = formUi(form, { left, buttons, focus });
  return json === undefined ? ui : { ...ui, json };
}

/** How a form opens on screen. */
interface Opening {
  readonly left?: FormUi['left'];
  readonly buttons?: FormUi['buttons'];
  readonly focus?: FormUi['focus'];
}

/** A form on screen with the focus on its first field, or where it is said to be; without fields on its first button. */
export function formUi(form: Form, more: Opening = {}): FormUi {
  const { left = [], buttons = [BUTTON], focus } = more;
  const first = visibleFields(form).find(({ role }) => role !== 'add');
  return focusOn({ form, left, past: [], buttons, focus: '' }, focus ?? first?.key ?? '');
}

/** The focused row; nothing on a button. */
export const focusedRow = (ui: FormUi): FieldRow | undefined =>
  visibleFields(ui.form).find(({ key }) => key === ui.focus);

/** Has a button the focus? */
export const isOnButton = (ui: FormUi): boolean => ui.json === undefined && focusedRow(ui) === undefined;

/** Is the row's value typed as text? */
export const isTyped = ({ role, kind }: FieldRow): boolean => role !== 'add' && TYPED.has(kind);

const TYPED = new Set<FieldRow['kind']>(['text', 'number', 'integer', 'json', 'any']);

/** The path in the focused text field when what stands there is `@path`. */
export function filePathIn(ui: FormUi): string | undefined {
  const row = ui.json === undefined && ui.pick === undefined ? focusedRow(ui) : undefined;
  return row?.kind === 'text' ? /^@([^\n]*[^\s@])\s*$/.exec(ui.editor?.text ?? '')?.[1] : undefined;
}

/** Puts the focus on a row; its editor begins with what it holds, the cursor at the end. */
export function focusOn(ui: FormUi, key: string): FormUi {
  const { editor: _editor, begun: _begun, pick: _pick, completion: _completion, ...before } = ui;
  const isLeft = before.focus !== key && before.focus !== '' && before.seen?.includes(before.focus) !== true;
  const rest = isLeft ? { ...before, seen: [...(before.seen ?? []), before.focus] } : before;
  const row = visibleFields(ui.form).find((one) => one.key === key);
  if (row === undefined)
    return { ...rest, focus: ui.buttons.includes(key) ? key : (ui.buttons[0] ?? BUTTON) };
  if (!isTyped(row)) return { ...rest, focus: key };
  const lines = row.kind === 'text' || row.kind === 'json' || row.kind === 'any' ? 'many' : 'one';
  return { ...rest, focus: key, editor: createEditor(row.state === 'null' ? '' : row.text, lines) };
}

/** Whether what a row lacks is no mistake yet: nobody has been there, and nothing was to be sent. */
export const isUntouched = ({ seen = [], tried }: FormUi, { key, state, problem }: FieldRow): boolean =>
  problem === 'is required' && state === 'absent' && tried !== true && !seen.includes(key);

/** The row so many further on, the buttons after the last; it stops at both ends. */
export function moveFocus(ui: FormUi, by: number): FormUi {
  const keys = [...visibleFields(ui.form).map(({ key }) => key), ...ui.buttons];
  const at = keys.indexOf(ui.focus);
  const next = keys[Math.max(0, Math.min(keys.length - 1, at + by))];
  return next === undefined || next === ui.focus ? ui : focusOn(ui, next);
}

/** Is there anything to fill in? */
export const hasFields = ({ form, json }: FormUi): boolean =>
  json !== undefined || visibleFields(form).length > 0;

/** The form to be changed once more: the row changed last has the focus, else the one that has it, the first for a button. */
export function toChange(ui: FormUi): FormUi {
  if (ui.json !== undefined) return ui;
  const keys = visibleFields(ui.form)
    .filter(({ role }) => role !== 'add')
    .map(({ key }) => key);
  const unchanged = isOnButton(ui) ? keys[0] : ui.focus;
  const key = ui.changed !== undefined && keys.includes(ui.changed) ? ui.changed : unchanged;
  return key === undefined ? ui : focusOn(ui, key);
}

/** The form of a call that was made: what is typed first replaces a value, but where the cursor stands one types on. */
export const afterCall = (ui: FormUi): FormUi => ({ ...ui, form: asSent(ui.form), begun: true });

/** Does something to the form; the focus stays where it is, or goes to the button when its row is gone. */
export function change(ui: FormUi, action: Action): FormUi {
  return replaced(ui, act(ui.form, action));
}

function replaced(ui: FormUi, form: Form): FormUi {
  return form === ui.form ? ui : focusOn(remembered(ui, form), ui.focus);
}

/** One more row of a list, with the focus on it. */
export function addRow(ui: FormUi, row: FieldRow): FormUi {
  const added = change(ui, { do: 'add', path: row.path });
  const before = new Set(visibleFields(ui.form).map(({ key }) => key));
  const fresh = visibleFields(added.form).find(({ key }) => !before.has(key));
  return focusOn(added, fresh?.key ?? row.key);
}

/** One more property of a map, with the focus on it; the same form where the name is taken. */
export function addNamed(ui: FormUi, path: Path, name: string): FormUi {
  const key = pointerOf([...path, name]);
  if (visibleFields(ui.form).some((row) => row.key === key && row.state !== 'absent')) return ui;
  return focusOn(change(ui, { do: 'add', path, name }), key);
}

/** Whether what is added to it has a name that the person gives. */
export const takesNames = ({ edited }: FieldRow): boolean => edited.kind === 'map' || edited.kind === 'group';

/** A list or a map that holds nothing, to which the first is added without unfolding it. */
export const isEmptyList = ({ role, edited, state, text }: FieldRow): boolean =>
  role !== 'add' &&
  (edited.kind === 'list' || edited.kind === 'map') &&
  (state === 'absent' || text === '[]' || text === '{}');

/** Takes a row out of its list or map; the focus goes to the row above. */
export function removeRow(ui: FormUi, row: FieldRow): FormUi {
  const above = moveFocus(ui, -1).focus;
  return focusOn(change(ui, { do: 'remove', path: row.path }), above);
}

/** Unfolds or folds the focused group. Undo leaves that alone: it is for values. */
export function unfold(ui: FormUi, row: FieldRow, open: boolean): FormUi {
  return focusOn({ ...ui, form: act(ui.form, { do: 'open', path: row.path, open }) }, ui.focus);
}

/**
 * To the left in a row without text: folds it, and then goes out to what surrounds it. To the right: unfolds it, and
 * then goes into it.
 */
export function sideways(ui: FormUi, to: 'left' | 'right'): FormUi {
  const row = focusedRow(ui);
  if (row === undefined) return ui;
  if (row.open === (to === 'left')) return unfold(ui, row, to === 'right');
  if (to === 'right') return row.open === true ? moveFocus(ui, 1) : ui;
  const around = row.role === 'add' ? row.path : row.path.slice(0, -1);
  return around.length === 0 ? ui : focusOn(ui, pointerOf(around));
}

/** With another form, and the one before to go back to. */
const remembered = (ui: FormUi, form: Form): FormUi => ({
  ...ui,
  form,
  changed: ui.focus,
  past: [...ui.past.slice(-STEPS), ui.form],
});

/** How many changes of a form can be undone, less one. */
const STEPS = 99;

/** Takes a paste: JSON sets fields, lines become rows, and everything else is typed (see form/paste.ts). */
export function paste(ui: FormUi, text: string): FormUi {
  // Nobody means `{}{…}`: arguments that are pasted take the place of none.
  const isUntyped = ui.json?.past.length === 0 && argumentsText(ui.form).trim() === '{}';
  if (isUntyped && text.trim().startsWith('{')) return type(ui, { type: 'replace', text });
  const row = ui.json === undefined && ui.pick === undefined ? focusedRow(ui) : undefined;
  const form = row && pasteInto(ui.form, row.path, text);
  return form === undefined ? type(ui, { type: 'insert', text }) : replaced(ui, form);
}

/** Undoes what was typed into the field, then what was done to the form. */
export function undo(ui: FormUi): FormUi {
  const typed = type(ui, { type: 'undo' });
  const before = ui.past.at(-1);
  if (typed !== ui || before === undefined || ui.json !== undefined) return typed;
  return focusOn({ ...ui, form: before, past: ui.past.slice(0, -1) }, ui.focus);
}

/** Types into the focused row, or into the JSON; the same state when nothing changes, e.g. up in the first line. */
export function type(ui: FormUi, action: EditAction): FormUi {
  if (ui.json !== undefined) {
    const json = edit(ui.json, action);
    return json === ui.json ? ui : { ...ui, json };
  }
  const row = focusedRow(ui);
  if (ui.editor === undefined || row === undefined) return ui;
  const isFilledIn = (row.by === 'past' || row.by === 'default') && ui.begun === undefined;
  const replaces = isFilledIn && action.type === 'insert' && action.text !== '\n';
  const editor = edit(ui.editor, replaces ? { type: 'replace', text: action.text } : action);
  // Typed over itself, a value is begun as well: what is typed next goes behind it.
  const begins = isFilledIn && (replaces || isSideways(action));
  if (editor === ui.editor) return begins ? { ...ui, begun: true } : ui;
  if (editor.text === ui.editor.text) return { ...ui, editor, begun: true };
  const form = act(ui.form, {
    do: row.kind === 'json' || row.kind === 'any' ? 'json' : 'text',
    path: row.path,
    text: editor.text,
  });
  const completion = ui.completion && { ...ui.completion, at: -1 };
  return { ...ui, form, editor, changed: row.key, ...(completion && { completion }) };
}

/** Up and down go to other fields where they go nowhere in the text. */
const isSideways = (action: EditAction): boolean =>
  action.type === 'move' && action.to !== 'up' && action.to !== 'down';

/** What the schema has against what would be sent, each in a sentence with its place; invalid JSON counts as a problem. */
export function problemsIn(ui: FormUi): readonly string[] {
  const fields = ui.json === undefined ? ui : toFields(ui);
  if (typeof fields === 'string') return [fields];
  const { pick } = ui;
  // It is typed, and would not be sent.
  const isLost = pick !== undefined && pick.filter !== '' && pick.shown.length === 0;
  const lost = isLost ? [`${focusedRow(ui)?.name ?? ''}: no choice matches "${pick.filter}"`] : [];
  const told = verdictOf(fields.form).problems;
  return [...lost, ...told.map(({ path, sentence }) => `${pathText(path)} ${sentence}`.trim())];
}

/** The key of the next row with a problem after the focused one, round and round; nothing when none has. */
export function nextProblem(ui: FormUi): string | undefined {
  const rows = visibleFields(ui.form);
  const at = rows.findIndex(({ key }) => key === ui.focus);
  return [...rows.slice(at + 1), ...rows.slice(0, at + 1)].find(({ problem }) => problem !== undefined)?.key;
}

/** The key of the field whose name matches best, else of the first whose description has the words. */
export function matchField({ form }: FormUi, query: string): string | undefined {
  const rows = visibleFields(form).filter(({ role }) => role !== 'add');
  const named = rows
    .map(({ key, name, title = '' }) => ({
      key,
      score: Math.max(fuzzy(query, name)?.score ?? 0, fuzzy(query, title)?.score ?? 0),
    }))
    .sort((a, b) => b.score - a.score)[0];
  if (named !== undefined && named.score > 0) return named.key;
  const sought = query.toLowerCase();
  return rows.find(({ field }) => field.schema.description?.toLowerCase().includes(sought))?.key;
}

/** Shows the fields as JSON text, to be edited as a whole. */
export function toJson(ui: FormUi): FormUi {
  const { editor: _editor, pick: _pick, completion: _completion, ...rest } = ui;
  return { ...rest, json: createEditor(formToJson(ui.form), 'many') };
}

/** The JSON with the name or value at its cursor completed (see form/json-cursor.ts); the same state where nothing is. */
export function completedJson(ui: FormUi, now: Date): FormUi {
  const spot = ui.json && completeJson(ui.form.document, ui.json, now);
  if (ui.json === undefined || spot === undefined) return ui;
  return { ...ui, json: { ...edit(ui.json, { type: 'replace', text: spot.text }), cursor: spot.cursor } };
}

/** Goes back from JSON to the fields; a sentence when no form can hold the text. */
export function toFields(ui: FormUi): FormUi | string {
  if (ui.json === undefined) return ui;
  const turned = jsonToForm(ui.form, ui.json.text);
  if ('problem' in turned) {
    const { line, column, message } = turned.problem;
    return `line ${line}, column ${column}: ${message}`;
  }
  const { json: _, ...rest } = remembered(ui, turned.form);
  return focusOn(rest, rest.focus);
}

/** Arguments in the place of those in the form, which can be brought back; what no form can hold is shown as JSON. */
export function fill(ui: FormUi, text: string, left: readonly string[]): FormUi {
  if (ui.json !== undefined) return { ...ui, json: edit(ui.json, { type: 'replace', text: pretty(text) }) };
  const filled = jsonToForm(ui.form, text);
  if ('problem' in filled) return fill(toJson(ui), text, left);
  return { ...replaced(ui, filled.form), left };
}

/** The exact JSON text of the arguments that would be sent now. */
export const textToSend = (ui: FormUi): string => ui.json?.text ?? argumentsText(ui.form);

/** What the server offers for the text of the focused field (server/utilities/completion). */
export interface FieldCompletion {
  readonly values: readonly string[];
  /** The place of the chosen value; -1 while none is, and what is typed stays as it is. */
  readonly at: number;
  /** How many there are besides, or why there are none; empty when there is nothing to say. */
  readonly note: string;
}

/** What a result of `completion/complete` offers, whatever the server sent; values that are no text are left out. */
export function completionOf(result: unknown): FieldCompletion {
  const completion = isObject(result) ? result['completion'] : undefined;
  const values = isObject(completion) ? completion['values'] : undefined;
  if (!isObject(completion) || !Array.isArray(values))
    return { values: [], at: -1, note: 'no completion: the response contains no list of values' };
  const texts = values.filter((value): value is string => typeof value === 'string');
  return { values: texts, at: -1, note: noteOf(texts.length, completion) };
}

/** A completion that did not come, with the reason. */
export const failedCompletion = (why: string): FieldCompletion => ({
  values: [],
  at: -1,
  note: `no completion: ${why}`,
});

function noteOf(count: number, { total, hasMore }: Readonly<Record<string, unknown>>): string {
  if (typeof total === 'number' && total > count) return `${count} of ${total}`;
  return hasMore === true ? `${count} of more` : '';
}

/** Shows what is offered for the focused field; an offer of nothing but the text that is there is dropped. */
export function offer(ui: FormUi, completion: FieldCompletion): FormUi {
  const isEmpty = completion.values.every((value) => value === ui.editor?.text) && completion.note === '';
  return isEmpty ? closeCompletion(ui) : { ...ui, completion };
}

/** Takes away what is offered. */
export function closeCompletion(ui: FormUi): FormUi {
  if (ui.completion === undefined) return ui;
  const { completion: _, ...rest } = ui;
  return rest;
}

/**
 * Moves among what is offered: down from the text to the first and on, up and back to the text. The same state at
 * either end, where the fields go on, so that nobody is held by what they did not ask for.
 */
export function moveCompletion(ui: FormUi, by: 1 | -1): FormUi {
  const { completion } = ui;
  if (completion === undefined) return ui;
  const at = completion.at + by;
  return at < -1 || at >= completion.values.length ? ui : { ...ui, completion: { ...completion, at } };
}

/** Puts the chosen value into the field; the same state while none is chosen. */
export function takeCompletion(ui: FormUi): FormUi {
  const text = ui.completion?.values[ui.completion.at];
  return text === undefined ? ui : type(closeCompletion(ui), { type: 'replace', text });
}
