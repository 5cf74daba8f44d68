import { changeForm, ownerInView } from '../kit/form/in-view.ts';
import { focusOn } from '../kit/form/state.ts';
import { scrollPane } from '../kit/movement.ts';
import { moveInSheet, selectInSheet } from '../kit/sheet/commands.ts';
import { DEFINITION_PANE } from '../overlay/definition.tsx';
import { HELP_PANE } from '../overlay/help.tsx';
import { miss } from '../overlay/question.ts';
import { askedArea } from '../screens/inbox/asked-box.tsx';
import { beginAnswer, missAsked } from '../screens/inbox/in-place.ts';
import type { MouseToken } from '../terminal/input/token.ts';
import type { Context } from '../world/command.ts';
import { type Area, inner, type Layout } from '../world/layout.ts';
import { overlayOf, showScreen, topOverlay } from '../world/overlay.ts';
import type { Extent } from '../world/pane-sizes.ts';
import type { PlaceId } from '../world/screen-id.ts';
import { paneName } from '../world/ui.ts';
import { goToPlace } from './browsing.ts';
import { dispatch, performById } from './commands.ts';
import { screenOf, screens } from './screen-list.ts';

/** How many rows a notch of the wheel moves. */
const NOTCH = 3;

/**
 * The mouse: a click selects and focuses, on a button or a hint it does what the key would, and the wheel scrolls the
 * pane under it.
 */
export function point({ action, button, row, column }: MouseToken, context: Context): void {
  const ui = context.ui.get();
  const { size } = ui;
  const isClick = action === 'press' && button === 'left';
  const pressed = isClick
    ? context.extents.buttons().find((one) => one.row === row && column >= one.from && column < one.to)
    : undefined;
  if (pressed !== undefined) {
    dispatch(pressed.key, context);
    return;
  }
  if (isClick && row === size.rows - 1) {
    const hint = context.extents.hints().find(({ from, to }) => column >= from && column < to);
    if (hint !== undefined) dispatch(hint.key, context);
    return;
  }
  if (isClick && miss(context, 'a click')) return;
  if (['palette', 'question', 'prompt'].includes(topOverlay(ui)?.kind ?? '')) return;
  const place = context.extents.layout();
  if (topOverlay(ui)?.kind === 'asked') {
    const box = place && askedArea(place);
    const tab = place && spotAt(place, row, column);
    if (!isClick || box === undefined) return;
    if (lies(row, column, box)) clickInBox(context, within('detail', box, row, column));
    else if (tab?.part === 'tabs' || tab?.part === 'sessions') click(context, tab, column);
    else missAsked(context, 'a click');
    return;
  }
  const spot = place && spotAt(place, row, column);
  if (spot === undefined) return;
  const part = overlayOf(ui, 'help') === undefined ? spot.part : HELP_PANE;
  if (action === 'wheel up') roll(context, part, -NOTCH);
  else if (action === 'wheel down') roll(context, part, NOTCH);
  else if (isClick && part !== HELP_PANE && overlayOf(ui, 'definition') === undefined)
    click(context, spot, column);
  else if (isClick && place !== undefined && topOverlay(ui)?.kind === 'definition')
    clickInSheet(context, within('detail', place.body, row, column));
}

function click(context: Context, spot: Spot, column: number): void {
  const { part, row } = spot;
  switch (part) {
    case 'sessions': {
      const session = context.extents.sessions().find(({ from, to }) => column >= from && column < to);
      if (session !== undefined) context.sessions.show(Number(session.key));
      return;
    }
    case 'tabs': {
      const tab = context.extents.tabs().find(({ from, to }) => column >= from && column < to);
      const screen = screens.find(({ key }) => key === tab?.key);
      if (screen !== undefined) context.ui.update(showScreen(screen.id));
      return;
    }
    case 'dock':
      context.ui.update(showScreen('traffic'));
      return;
    case 'list':
    case 'detail':
    case 'result':
    case 'main':
      if (row !== undefined) select(context, part, row);
      goToPlace(context, part);
      pressTop(context, spot);
      if (part === 'detail') clickInForm(context, spot);
      return;
  }
}

/** Selects a row of the sheet that lies over the panes; what is selected already is pressed. */
function clickInSheet(context: Context, { row }: Spot): void {
  const { selected = row, rows, height } = context.extents.get(DEFINITION_PANE);
  if (row === undefined || selected === undefined || row >= Math.min(rows, height)) return;
  if (row === selected) dispatch('enter', context);
  else selectInSheet(context, row - selected, 'detail');
}

/** Turns to the question of the server, or does in it what a click does in a form; beside it nothing. */
function clickInBox(context: Context, spot: Spot): void {
  if (spot.row === undefined) return;
  if (overlayOf(context.ui.get(), 'asked')?.answering === true) clickInForm(context, spot);
  else beginAnswer(context);
}

/** Focuses a field, or presses a button. */
function clickInForm(context: Context, { row, column }: Spot): void {
  const owner = ownerInView(context);
  if (owner === undefined || row === undefined || column === undefined) return;
  const key = context.extents.get('form').keyAt?.(row, column);
  if (key === undefined) return;
  const isButton = owner.form.buttons.includes(key);
  if (isButton || key !== owner.form.focus) changeForm(context, (now) => focusOn(now, key));
  if (isButton) owner.press(context, key);
}

/** Selects the row that is drawn there, in a pane in which rows can be selected. */
function select(context: Context, part: PlaceId, row: number): void {
  if (isForm(context, part)) return;
  const { selected, height, rows, top = 0, each = 1 } = extentOf(context, part);
  const at = Math.floor((row - top) / each);
  if (selected === undefined || at < 0 || at >= Math.min(height, rows)) return;
  if (part === 'detail' || part === 'result') selectInSheet(context, at - selected, part);
  else roll(context, part, at - selected);
}

/** Does what the row above a sheet offers, where that was clicked on. */
function pressTop(context: Context, { part, row }: Spot): void {
  if (row === undefined || part === 'sessions' || part === 'tabs' || part === 'dock' || isForm(context, part))
    return;
  const { top = 0, topCommand } = extentOf(context, part);
  if (row < top && topCommand !== undefined) performById(topCommand, context);
}

/** What was drawn last in a place: the third pane has the name of the detail, whose sheet it shows. */
const extentOf = ({ ui, extents }: Context, part: PlaceId): Extent =>
  extents.get(paneName(ui.get().screen, part === 'result' ? 'detail' : part));

/** The detail beside a third pane is no sheet. */
const isForm = ({ extents }: Context, part: string): boolean =>
  part === 'detail' && extents.layout()?.panes.result !== undefined;

/** Moves a part by rows: the selection of a list, the text of any other pane. */
function roll(context: Context, part: Spot['part'] | typeof HELP_PANE, rows: number): void {
  if (isForm(context, part)) return;
  const ui = context.ui.get();
  const { screen } = ui;
  const { move } = screenOf(screen);
  const isOver = overlayOf(ui, 'definition') !== undefined;
  for (let moved = 0; moved < Math.abs(rows); moved++) {
    const step = { by: 'row', way: rows < 0 ? -1 : 1 } as const;
    if (part === HELP_PANE) scrollPane(context, HELP_PANE, step);
    else if (isOver) moveInSheet(context, step);
    else if (part === 'list' && move !== undefined) move(context, step);
    else if (part === 'detail' || part === 'result') moveInSheet(context, step, part);
    else if (part !== 'sessions' && part !== 'tabs' && part !== 'dock')
      scrollPane(context, paneName(screen, part), step);
  }
}

/** A place in the window that the mouse can mean. */
export interface Spot {
  readonly part: PlaceId | 'sessions' | 'tabs' | 'dock';
  /** The row within the part, counted from 0 below its border or title; undefined on them. */
  readonly row?: number;
  /** The column within its border, where there is a row. */
  readonly column?: number;
}

/** What lies at a cell, counted from 0; nothing for the header, the footer and a window too small. */
export function spotAt(layout: Layout, row: number, column: number): Spot | undefined {
  if (layout.tiny) return undefined;
  if (layout.sessions && row === 1) return { part: 'sessions' };
  if (layout.tabs && row === 1 + Number(layout.sessions)) return { part: 'tabs' };
  if (layout.dock && lies(row, column, layout.dock)) return { part: 'dock' };
  for (const part of PARTS) {
    const area = layout.panes[part];
    if (area && lies(row, column, area)) return within(part, area, row, column);
  }
  return undefined;
}

const PARTS = ['list', 'detail', 'result', 'main'] as const satisfies readonly PlaceId[];

const lies = (row: number, column: number, { left, top, width, height }: Area): boolean =>
  row >= top && row < top + height && column >= left && column < left + width;

function within(part: PlaceId, area: Area, row: number, column: number): Spot {
  const { top, left, height } = inner(area);
  return row >= top && row < top + height ? { part, row: row - top, column: column - left } : { part };
}
