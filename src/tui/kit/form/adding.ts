import { type FieldRow, visibleFields } from '../../../form/rows.ts';
import { type Path, pointerOf } from '../../../json/path.ts';
import { change, type FormUi, focusOn, moveFocus } from './state.ts';

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
