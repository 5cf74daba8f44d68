import { type FieldRow, visibleFields } from '../../form/rows.ts';
import { change, type FormUi, focusOn, moveFocus } from './form.ts';

/** One more row of a list or a map, with the focus on it; a member gets a name that is free, to be changed. */
export function addRow(ui: FormUi, row: FieldRow): FormUi {
  const named = row.edited.kind === 'map' || row.edited.kind === 'group';
  const added = change(ui, { do: 'add', path: row.path, ...(named ? { name: freeName(ui, row) } : {}) });
  const before = new Set(visibleFields(ui.form).map(({ key }) => key));
  const fresh = visibleFields(added.form).find(({ key }) => !before.has(key));
  return focusOn(added, fresh?.key ?? row.key);
}

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

function freeName({ form }: FormUi, row: FieldRow): string {
  const depth = row.path.length + 1;
  const taken = new Set(
    visibleFields(form).flatMap(({ path, name }) => (path.length === depth ? [name] : [])),
  );
  for (let nth = 1; ; nth += 1) if (!taken.has(`key${nth}`)) return `key${nth}`;
}
