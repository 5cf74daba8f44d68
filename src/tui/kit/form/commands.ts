import type { Action } from '../../../form/act.ts';
import { type FieldRow, visibleFields } from '../../../form/rows.ts';
import { verdictOf } from '../../../form/verdict.ts';
import { pointerOf } from '../../../json/path.ts';
import type { EditAction } from '../../../text/edit.ts';
import { type Context, inScope, type Situation } from '../../world/command.ts';
import { openPrompt } from '../../world/overlay.ts';
import { tell, warn } from '../../world/say.ts';
import { editing } from '../movement.ts';
import { closePick, filterPick, isUnticked, movePick, openPick, stepChoice, takeChoice } from './choosing.ts';
import {
  add,
  addTo,
  askForName,
  changeForm,
  formInView,
  ownerInView,
  rowInView,
  toNextProblem,
} from './in-view.ts';
import { hasChoices, hasKinds } from './pick.ts';
import {
  change,
  closeCompletion,
  completedJson,
  type FormUi,
  focusedRow,
  focusOn,
  isEmptyList,
  isTyped,
  matchField,
  moveCompletion,
  moveFocus,
  removeRow,
  sideways,
  takeCompletion,
  toFields,
  toJson,
  type,
  undo,
  unfold,
} from './state.ts';
import { suggest, whyNoSuggestions } from './suggesting.ts';

/** Filling in a form. What can be printed is typed into the focused field; no key here prints anything. */
export const form = inScope(
  { id: 'form', title: 'Form', isTyping: true },
  {
    'form.next': {
      keys: ['tab'],
      label: 'next field, complete',
      hint: nextWord,
      run: next,
    },
    'form.previous': { keys: ['shift+tab'], label: 'previous field', run: (context) => step(context, -1) },
    'form.enter': { keys: ['enter'], label: 'choose, open, next', hint: enterWord, rank: 1, run: enter },
    'form.json': {
      keys: ['ctrl+t'],
      label: 'toggle json and form',
      hint: (situation) =>
        ownerInView(situation)?.turn?.word ?? (formInView(situation)?.json === undefined ? 'JSON' : 'fields'),
      disabled: whyNothingToFill,
      run: toggleJson,
    },
    'form.editor': {
      keys: ['ctrl+o'],
      label: 'edit in your editor',
      hint: (situation) => (ownerInView(situation)?.isRecorded === true ? '' : '$EDITOR'),
      rank: 4,
      disabled: whyNothingToFill,
      run: editOutside,
    },
    'form.find': { keys: ['ctrl+f'], label: 'find a field', run: find },
    'form.problem': { keys: ['ctrl+g'], label: 'next problem', run: toNextProblem },
    'form.unset': { keys: ['ctrl+x'], label: 'clear field or item', run: (context) => onRow(context, unset) },
    'form.empty': {
      keys: ['alt+0'],
      label: 'set to ""',
      run: (context) => onRow(context, ({ path }) => ({ do: 'empty', path })),
    },
    'form.rename': {
      keys: ['alt+n'],
      label: 'rename key',
      disabled: (context) =>
        rowInView(context)?.role === 'member' ? undefined : 'Only map entries can be renamed.',
      run: (context) => {
        const row = rowInView(context);
        if (row !== undefined) askForName(context, row);
      },
    },
    'form.kind': {
      keys: ['alt+t'],
      label: 'switch variant',
      disabled: (context) => {
        const row = rowInView(context);
        return row !== undefined && hasKinds(row) ? undefined : 'This value has only one variant.';
      },
      run: (context) => changeForm(context, (form) => openPick(form, 'kinds')),
    },
    'form.complete': {
      keys: ['ctrl+space', 'alt+/'],
      label: 'suggestions',
      disabled: whyNoSuggestions,
      run: suggest,
    },
    'form.null': {
      keys: ['ctrl+n'],
      label: 'set to null',
      run: (context) => onRow(context, ({ path }) => ({ do: 'null', path })),
    },
    'form.up': { keys: ['up'], label: 'up', run: (context) => vertical(context, 'up') },
    'form.down': { keys: ['down'], label: 'down', run: (context) => vertical(context, 'down') },
    'form.pageUp': { keys: ['pgup'], label: 'up ten fields', run: (context) => step(context, -10) },
    'form.pageDown': { keys: ['pgdn'], label: 'down ten fields', run: (context) => step(context, 10) },
    'form.rowUp': {
      keys: ['alt+up'],
      label: 'move item up',
      run: (context) => moveRow(context, -1),
    },
    'form.rowDown': {
      keys: ['alt+down'],
      label: 'move item down',
      run: (context) => moveRow(context, 1),
    },
    'form.newLine': {
      keys: ['ctrl+j', 'shift+enter', 'alt+enter'],
      label: 'insert line break',
      run: (context) => edits(context, { type: 'insert', text: '\n' }),
    },
    'form.backspace': { keys: ['backspace'], label: 'delete backward', run: backspace },
    ...editing('form', edits),
    'form.undo': { keys: ['ctrl+_'], label: 'undo', run: (context) => changeForm(context, undo) },
    'form.yank': {
      keys: ['ctrl+y'],
      label: 'paste deleted text',
      run: (context) => edits(context, { type: 'yank' }),
    },
  },
);

/** Why there is no text to edit. */
function whyNothingToFill(situation: Situation): string | undefined {
  return ownerInView(situation)?.whyNothing;
}

function step(context: Context, by: number): void {
  changeForm(context, (form) => (form.json === undefined ? moveFocus(form, by) : form));
}

/** Tab takes the chosen completion, and else goes to the next field; from the last button to what is beside the form. */
function next(context: Context): void {
  const owner = ownerInView(context);
  if (owner?.form.json !== undefined) {
    completeInJson(context);
    return;
  }
  if (takesCompletion(context)) return;
  if (owner?.beyond !== undefined && owner.form.focus === owner.form.buttons.at(-1)) owner.beyond(context);
  else step(context, 1);
}

/** Completes the name or the value at the cursor, or adds what is missing; without either it goes to the result beside it. */
function completeInJson(context: Context): void {
  const before = formInView(context);
  const now = new Date(context.host.started + context.host.now());
  changeForm(context, (form) => completedJson(form, now));
  if (formInView(context) !== before) return;
  const isBeside = context.extents.layout()?.panes.result !== undefined;
  const beyond = isBeside ? ownerInView(context)?.beyond : undefined;
  if (beyond === undefined) tell(context, 'Nothing to complete here.');
  else beyond(context);
}

/** Puts the chosen completion into its field; false when none is chosen. */
function takesCompletion(context: Context): boolean {
  const before = formInView(context);
  changeForm(context, takeCompletion);
  return formInView(context) !== before;
}

/** Up and down move in what is offered or can be chosen, then in the text, and else to the next field. */
function vertical(context: Context, to: 'up' | 'down'): void {
  const { cells = 80 } = context.extents.get('form');
  changeForm(context, (form) => {
    if (form.pick !== undefined) return movePick(form, to === 'up' ? -1 : 1);
    const offered = moveCompletion(form, to === 'up' ? -1 : 1);
    if (offered !== form) return offered;
    const moved = type(form, { type: 'move', to, cells });
    if (moved !== form || form.json !== undefined) return moved;
    return moveFocus(form, to === 'up' ? -1 : 1);
  });
}

/**
 * Edits the text that is typed; where none is, left and right go through the choices, fold and unfold. A list of choices
 * holds no text.
 */
function edits(context: Context, action: EditAction): void {
  changeForm(context, (form) => {
    if (form.pick !== undefined) return form;
    const isText = (form.json ?? form.editor) !== undefined;
    if (isText || action.type !== 'move') return type(form, action);
    if (action.to !== 'left' && action.to !== 'right') return form;
    return stepChoice(form, action.to === 'left' ? -1 : 1) ?? sideways(form, action.to);
  });
}

/** Moves a row of a list up or down; the focus goes with it. */
function moveRow(context: Context, by: -1 | 1): void {
  changeForm(context, (form) => {
    const row = focusedRow(form);
    const at = row?.role === 'item' ? row.path.at(-1) : undefined;
    if (row === undefined || typeof at !== 'number') return form;
    const moved = change(closePick(form), { do: 'move', path: row.path, by });
    return moved.form === form.form ? form : focusOn(moved, pointerOf([...row.path.slice(0, -1), at + by]));
  });
}

/** Backspace deletes, shortens the filter of a list of choices, and takes an empty row out of its list. */
function backspace(context: Context): void {
  changeForm(context, (form) => {
    if (form.pick !== undefined)
      return form.pick.filter === '' ? closePick(form) : filterPick(form, form.pick.filter.slice(0, -1));
    const row = focusedRow(form);
    if (form.json === undefined && form.editor?.text === '' && row?.role === 'item')
      return removeRow(form, row);
    return type(form, { type: 'delete', to: 'left' });
  });
}

function unset({ role, path }: FieldRow): Action {
  return role === 'item' || role === 'member' ? { do: 'remove', path } : { do: 'unset', path };
}

function onRow(context: Context, action: (row: FieldRow) => Action): void {
  changeForm(context, (form) => {
    const row = focusedRow(form);
    if (row === undefined || row.role === 'add') return form;
    const does = action(row);
    return does.do === 'remove' ? removeRow(form, row) : change(closePick(form), does);
  });
}

/**
 * Enter: takes a choice, opens a group, adds a row, begins a new line of JSON, and else moves on. On the last field
 * it calls only when that is one line without a problem anywhere; inserting a line can never send.
 */
function enter(context: Context): void {
  const { form, press, submit } = ownerInView(context) ?? {};
  if (form === undefined) return;
  const row = focusedRow(form);
  if (form.json !== undefined) edits(context, { type: 'insert', text: '\n' });
  else if (form.pick !== undefined) changeForm(context, takeChoice);
  else if (takesCompletion(context)) return;
  else if (row === undefined) press?.(context, form.focus);
  else if (row.role === 'add') add(context, row);
  else if (hasChoices(row)) changeForm(context, (one) => openPick(one));
  else if (isEmptyList(row)) addTo(context, row);
  else if (row.open !== undefined) changeForm(context, (one) => unfold(one, row, !row.open));
  else if (submit !== undefined && endsForm(form, row)) submit.run(context);
  else step(context, 1);
}

/** What tab does now, where enter does something else. */
function nextWord(situation: Situation): string {
  const form = formInView(situation);
  if (form?.json !== undefined) return 'complete';
  // What is done in a list of choices is said first.
  return form?.pick !== undefined || enterWord(situation) === 'next' ? '' : 'next';
}

/** What enter does now; in JSON mode it is the key of every editor. */
function enterWord(situation: Situation): string {
  const owner = ownerInView(situation);
  const form = owner?.form;
  const row = form && focusedRow(form);
  if (form === undefined || form.json !== undefined) return '';
  if (form.pick?.does === 'toggle')
    return row !== undefined && isUnticked(row) ? 'take, space ticks' : 'done, space ticks';
  if (form.pick !== undefined) return 'choose';
  // Nothing is sent from a recording.
  if (row === undefined) return situation.host.connection === undefined ? '' : 'press';
  if (row.role === 'add' || (isEmptyList(row) && !hasChoices(row))) return 'add';
  if (hasChoices(row)) return 'choices';
  if (row.open !== undefined) return row.open ? 'collapse' : 'expand';
  return (endsForm(form, row) && owner?.submit?.word) || 'next';
}

function endsForm(form: FormUi, row: FieldRow): boolean {
  const last = visibleFields(form.form).at(-1);
  const oneLine = isTyped(row)
    ? !row.text.includes('\n') && row.kind !== 'json' && row.kind !== 'any'
    : row.kind === 'boolean';
  return last?.key === row.key && oneLine && verdictOf(form.form).problems.length === 0;
}

/** Fields to JSON and back; text that is not a JSON object stays as it is, with the reason. */
function toggleJson(context: Context): void {
  const { form, turn } = ownerInView(context) ?? {};
  if (form === undefined) return;
  if (turn !== undefined) {
    turn.run(context);
    return;
  }
  const turned = form.json === undefined ? toJson(form) : toFields(form);
  if (typeof turned === 'string') warn(context, turned);
  else changeForm(context, () => turned);
}

/** Edits the text of the field, or the JSON of the whole form, in `$EDITOR`. */
function editOutside(context: Context): void {
  const now = formInView(context);
  if (now === undefined) return;
  const { json, editor, pick } = now;
  const whole = json === undefined && (editor === undefined || pick !== undefined);
  const before = whole ? (toJson(now).json?.text ?? '') : (json ?? editor)?.text;
  void context.terminal.edit(before ?? '', editor === undefined ? 'json' : 'txt').then((edited) => {
    if (edited.kind === 'failed') warn(context, edited.why);
    else
      changeForm(context, (form) =>
        type(whole ? toJson(form) : form, { type: 'replace', text: edited.text }),
      );
  });
}

/** Opens the prompt for a field's name: the focus goes to the field that matches best by its name, else by its description. */
function find(context: Context): void {
  const owner = ownerInView(context);
  if (owner === undefined) return;
  const typed = (query: string) =>
    owner.change((form) => {
      const found = query === '' ? undefined : matchField(form, query);
      return found === undefined ? form : focusOn(form, found);
    });
  context.ui.update(openPrompt('field', { id: 'field', typed }));
}

/** Closes the open list of choices or of completions; false when none is open. */
export function closeChoices(context: Context): boolean {
  const isTyping = context.services
    .activeScopes(context.ui.get(), context.host.store.state())
    .includes('form');
  const form = isTyping ? formInView(context) : undefined;
  if (form?.pick === undefined && form?.completion === undefined) return false;
  changeForm(context, (one) => closeCompletion(closePick(one)));
  return true;
}
