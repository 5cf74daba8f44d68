import type { FieldRow } from '../../../form/rows.ts';
import { type Path, pointerOf } from '../../../json/path.ts';
import { openPrompt } from '../../overlay/typed.ts';
import type { Context } from '../../world/command.ts';
import { warn } from '../../world/say.ts';
import { addNamed, addRow, takesNames } from './adding.ts';
import { changeForm, formInView } from './in-view.ts';
import { change, focusOn, unfold } from './state.ts';

/** Adds a row to a list; the name of what is added to a map is asked for first, `typed` being its beginning. */
export function add(context: Context, row: FieldRow, typed = ''): void {
  if (!takesNames(row)) changeForm(context, (form) => addRow(form, row));
  else context.ui.update(openPrompt('name of the property', { kind: 'property', path: row.path }, typed));
}

/** Adds a property to a map under a name, which must be free. */
export function addProperty(context: Context, path: Path, name: string): void {
  changeForm(context, (form) => {
    const added = name === '' ? form : addNamed(form, path, name);
    if (added === form)
      warn(context, name === '' ? 'Nothing was added: a name is needed.' : `${name} already exists.`);
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
  ui.update(openPrompt('name', { kind: 'rename', path }));
}

/** Gives a member of a map another name, which must be free; the focus goes with it. */
export function renameMember(context: Context, path: Path, name: string): void {
  changeForm(context, (form) => {
    const renamed = change(form, { do: 'rename', path, name });
    if (renamed === form && path.at(-1) !== name) warn(context, `there is already a member ${name}`);
    return renamed === form ? form : focusOn(renamed, pointerOf([...path.slice(0, -1), name]));
  });
}
