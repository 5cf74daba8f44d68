import { argumentsText } from '../../../form/form.ts';
import { type FieldRow, visibleFields } from '../../../form/rows.ts';
import { type Path, pointerOf } from '../../../json/path.ts';
import type { Context, Situation } from '../../world/command.ts';
import { openPrompt } from '../../world/overlay.ts';
import { tell, warn } from '../../world/say.ts';
import type { Ui } from '../../world/ui.ts';
import {
  addNamed,
  addRow,
  change,
  type FormUi,
  focusedRow,
  focusOn,
  nextProblem,
  takesNames,
  unfold,
} from './state.ts';

/** The form on screen, and what its screen does with it. */
export interface FormOwner {
  readonly form: FormUi;
  /** The ui with the form changed; the same ui when the change gives the same form back. */
  readonly change: (change: (form: FormUi) => FormUi) => (ui: Ui) => Ui;
  /** Its values were recorded and stay as they are. */
  readonly isRecorded: boolean;
  /** Why there is nothing to fill in, in one sentence. */
  readonly whyNothing?: string;
  /** Presses a button below the form, by its key. */
  readonly press: (context: Context, button: string) => void;
  /** What enter does on the last field of a form without problems, with its word; absent where a button alone does it. */
  readonly submit?: { readonly word: string; readonly run: (context: Context) => void };
  /** Goes on from the last button to what lies beside the form; absent where nothing does. */
  readonly beyond?: (context: Context) => void;
  /** Turns to the next of several ways to fill it in, in place of fields and JSON. */
  readonly turn?: { readonly word: string; readonly run: (context: Context) => void };
  /** Suggests what the server knows of the focused field; absent where the server is not asked. */
  readonly complete?: {
    readonly run: (context: Context) => void;
    readonly disabled: (situation: Situation) => string | undefined;
  };
}

declare module '../../world/command.ts' {
  interface Services {
    /** The form on screen with its owner; nothing where no form is filled in. */
    readonly formOwner: (situation: Situation) => FormOwner | undefined;
  }
}

/** The form on screen with its owner; nothing where no form is filled in. */
export const ownerInView = (situation: Situation): FormOwner | undefined =>
  situation.services.formOwner(situation);

/** The form on screen. */
export const formInView = (situation: Situation): FormUi | undefined => ownerInView(situation)?.form;

/** The focused row of the form on screen. */
export function rowInView(situation: Situation): FieldRow | undefined {
  const now = formInView(situation);
  return now && focusedRow(now);
}

/** Changes the form on screen; nothing happens where there is none. */
export function changeForm(context: Context, change: (form: FormUi) => FormUi): void {
  const owner = ownerInView(context);
  const form = owner && change(owner.form);
  if (form === undefined || form === owner?.form) return;
  if (owner?.isRecorded && !isSame(form, owner.form))
    warn(context, 'Arguments cannot be changed in a recording.');
  else context.ui.update(owner?.change(() => form) ?? ((ui) => ui));
}

/** Would the same be sent? */
const isSame = (one: FormUi, other: FormUi): boolean =>
  one.json === undefined || other.json === undefined
    ? argumentsText(one.form) === argumentsText(other.form)
    : one.json.text === other.json.text;

/** Puts the focus on the first problem after the focused field, round and round; says so when there is none. */
export function toNextProblem(context: Context): void {
  const form = formInView(context);
  const next = form && nextProblem(form);
  if (next !== undefined) changeForm(context, (one) => intoProblem(focusOn({ ...one, tried: true }, next)));
  else if (form !== undefined) tell(context, 'No problems left.');
}

/** Goes from a folded row with a problem inside to where it is, unfolding what is around it. */
function intoProblem(form: FormUi): FormUi {
  const row = focusedRow(form);
  if (row?.open !== false || row.problem === undefined) return form;
  const opened = unfold(form, row, true);
  const next = nextProblem(opened);
  if (next !== undefined && next !== row.key) return intoProblem(focusOn(opened, next));
  // What is missing as a whole is begun with its first field.
  const rows = visibleFields(opened.form);
  const inside = rows[rows.findIndex(({ key }) => key === row.key) + 1]?.key;
  return inside?.startsWith(`${row.key}/`) ? focusOn(opened, inside) : opened;
}

/** Stays on a field with a problem of its own, or goes to the first one. */
export function toFirstProblem(context: Context): void {
  changeForm(context, (before) => {
    const form = { ...before, tried: true } as const;
    const rows = visibleFields(form.form).filter(({ problem }) => problem !== undefined);
    const [first] = rows;
    if (first === undefined) return form;
    return intoProblem(rows.some(({ key }) => key === form.focus) ? form : focusOn(form, first.key));
  });
  const left = formInView(context);
  const isAlone = left !== undefined && visibleFields(left.form).filter(({ problem }) => problem).length < 2;
  if (!isAlone) tell(context, 'ctrl+g goes to the next problem');
}

/** Adds a row to a list; the name of what is added to a map is asked for first, `typed` being its beginning. */
export function add(context: Context, row: FieldRow, typed = ''): void {
  if (!takesNames(row)) changeForm(context, (form) => addRow(form, row));
  else
    context.ui.update(
      openPrompt(
        'name of the new property',
        { id: 'property', accept: (now, name) => addProperty(now, row.path, name) },
        typed,
      ),
    );
}

/** Adds a property to a map under a name, which must be free. */
function addProperty(context: Context, path: Path, name: string): void {
  changeForm(context, (form) => {
    const added = name === '' ? form : addNamed(form, path, name);
    if (added === form)
      warn(context, name === '' ? 'Nothing was added: the name is missing.' : `${name} already exists.`);
    return added;
  });
}

/** Adds the first to what holds nothing; where nothing can be added it is unfolded or folded. */
export function addTo(context: Context, row: FieldRow): void {
  const before = formInView(context);
  add(context, row);
  if (!takesNames(row) && formInView(context)?.focus === before?.focus)
    changeForm(context, (form) => unfold(form, row, row.open !== true));
}

/** Asks for another name of a member of a map. */
export function askForName({ ui }: Context, { path }: FieldRow): void {
  ui.update(openPrompt('name', { id: 'rename', accept: (now, name) => renameMember(now, path, name) }));
}

/** Gives a member of a map another name, which must be free; the focus goes with it. */
function renameMember(context: Context, path: Path, name: string): void {
  if (name === '') return;
  changeForm(context, (form) => {
    const renamed = change(form, { do: 'rename', path, name });
    if (renamed === form && path.at(-1) !== name) warn(context, `${name} already exists`);
    return renamed === form ? form : focusOn(renamed, pointerOf([...path.slice(0, -1), name]));
  });
}
