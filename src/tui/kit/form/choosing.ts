import type { FieldRow } from '../../../form/rows.ts';
import { movedPick, type PickSource, pickFor } from './pick.ts';
import { change, type FormUi, focusedRow, moveFocus } from './state.ts';

/** Opens the list of choices of the focused row, or of the kinds its value can be; the same state when it has none. */
export function openPick(ui: FormUi, offer: PickSource = 'choices', filter = ''): FormUi {
  const row = focusedRow(ui);
  const pick = row && pickFor(row, offer, filter);
  return pick === undefined ? ui : { ...ui, pick };
}

/** Closes the list of choices. */
export function closePick(ui: FormUi): FormUi {
  const { pick: _, ...rest } = ui;
  return rest;
}

/** Narrows the list of choices to what matches. */
export function filterPick(ui: FormUi, filter: string): FormUi {
  return ui.pick === undefined ? ui : openPick(ui, ui.pick.offer, filter);
}

/** Moves the cursor in the list of choices. */
export const movePick = (ui: FormUi, by: number): FormUi =>
  ui.pick === undefined ? ui : { ...ui, pick: movedPick(ui.pick, by) };

/** Takes the choice under the cursor and goes on; a list of several is closed as it stands, unless nothing is ticked. */
export function takeChoice(ui: FormUi): FormUi {
  const { pick } = ui;
  const row = focusedRow(ui);
  const choice = pick?.shown[pick.at];
  if (pick === undefined || row === undefined || choice === undefined) return closePick(ui);
  switch (pick.does) {
    case 'choose':
      return moveFocus(change(closePick(ui), { do: 'choose', path: row.path, option: choice.index }), 1);
    case 'pick':
      return change(closePick(ui), { do: 'pick', path: row.path, variant: choice.index });
    case 'toggle':
      return closePick(
        isUnticked(row) ? change(ui, { do: 'toggle', path: row.path, option: choice.index }) : ui,
      );
  }
}

/** Is nothing of a multi-choice taken yet? Then enter means the one under the cursor. */
export const isUnticked = ({ state, text }: FieldRow): boolean => state !== 'set' || text === '[]';

/** The choice so many further on in the focused row, or the other truth, round and round; nothing where none is chosen. */
export function stepChoice(ui: FormUi, by: 1 | -1): FormUi | undefined {
  const row = focusedRow(ui);
  if (row?.kind === 'boolean') {
    const text = String(row.state === 'set' ? row.text !== 'true' : by > 0);
    return change(ui, { do: 'set', path: row.path, text });
  }
  if (row === undefined || row.edited.kind !== 'choice' || pickFor(row, 'choices', '')?.does !== 'choose')
    return undefined;
  const { options } = row.edited;
  const now = row.state === 'absent' ? -1 : options.findIndex(({ label }) => label === row.text);
  const option = now < 0 && by < 0 ? options.length - 1 : (now + by + options.length) % options.length;
  return change(ui, { do: 'choose', path: row.path, option });
}

/** Takes an option of a multi-choice in or out; the list stays open for the next one. */
export function toggleChoice(ui: FormUi): FormUi {
  const { pick } = ui;
  const row = focusedRow(ui);
  const choice = pick?.shown[pick.at];
  if (pick === undefined || row === undefined || choice === undefined) return ui;
  const toggled = change(ui, { do: 'toggle', path: row.path, option: choice.index });
  const after = focusedRow(toggled);
  const next = after && pickFor(after, pick.offer, pick.filter, pick.at);
  return next === undefined ? toggled : { ...toggled, pick: next };
}
