import { Box } from 'ink';
import { type ComponentProps, type ReactNode, useLayoutEffect } from 'react';
import { cut } from '../../text/cut.ts';
import { width as widthOf } from '../../text/width.ts';
import { wrap } from '../../text/wrap.ts';
import { type Area, inner, type Size } from '../world/layout.ts';
import type { ButtonPlace } from '../world/pane-sizes.ts';
import { type Theme, useTheme } from '../world/theme.ts';
import { Over } from './over.tsx';
import { Pane } from './pane.tsx';
import { Rows } from './rows.tsx';

/** A key with the word for what it does, to be pressed or clicked. */
export interface Button {
  /** The key as it is shown. */
  readonly key: string;
  readonly word: string;
  /** The key that a click presses. */
  readonly presses: string;
  /** How enter is shown, if it presses the button as well; it presses the one that does no harm. */
  readonly safe?: string;
}

/** What a box says. */
export interface DialogText {
  readonly title: string;
  /** In sentences: all of it visible text. */
  readonly text: string;
  /** What it is about, a line each; what has no room is counted. */
  readonly details?: readonly string[];
  /** The newest key that was no answer, in words, and how many there have been. */
  readonly missed?: { readonly words: string; readonly count: number } | undefined;
}

/** What lies over everything is given: where it may lie, and what can be pressed in it. */
export interface BoxProps {
  readonly place: BoxPlace;
  /** What can be pressed in it. */
  readonly buttons: readonly Button[];
  /** Called with where the buttons are, and when they are gone; absent without the mouse. */
  readonly onButtons?: ((places: readonly ButtonPlace[]) => void) | undefined;
}

/** Where a box may lie. */
export interface BoxPlace {
  /** The space of the panes. */
  readonly body: Area;
  /** The pane that it is about. */
  readonly about: Area;
  /** It has all of the space, since nothing is to be seen beside it. */
  readonly alone: boolean;
}

interface Props extends DialogText, Omit<BoxProps, 'place'> {
  readonly area: Area;
}

/** A question in a box over what is there, with its answers as buttons; without them their row stays empty. */
export function Dialog({ area, buttons, onButtons, ...text }: Props): ReactNode {
  const theme = useTheme();
  const rows = dialogRows(text, inner(area), theme).map((row, key) => ({ key, text: row }));
  return (
    <Framed area={area} title={text.title} failed={isFlashed(text)} buttons={buttons} onButtons={onButtons}>
      <Rows rows={rows} />
    </Framed>
  );
}

interface FramedProps extends Omit<ComponentProps<typeof Pane>, 'focused'> {
  /** What can be pressed, in the last row; absent where its rows themselves are the buttons. */
  readonly buttons?: readonly Button[];
  readonly onButtons?: BoxProps['onButtons'];
}

const NONE: readonly Button[] = [];

/** A box over what is there, with buttons in its last row. */
export function Framed({ buttons = NONE, onButtons, children, ...pane }: FramedProps): ReactNode {
  const theme = useTheme();
  const { left, top, width, height } = inner(pane.area);
  const own = Number(buttons !== NONE);
  useButtonPlaces(buttons, { row: top + height - 1, left }, onButtons);
  return (
    <Over area={pane.area}>
      <Pane {...pane} focused>
        <Box height={Math.max(0, height - own)} flexDirection="column" flexShrink={0} overflow="hidden">
          {children}
        </Box>
        {own > 0 && <Rows rows={[{ key: 'buttons', text: buttonRow(buttons, width, theme) }]} />}
      </Pane>
    </Over>
  );
}

/** Reports where buttons are, which are drawn from a cell on; and that they are gone. */
function useButtonPlaces(
  buttons: readonly Button[],
  { row, left }: { readonly row: number; readonly left: number },
  onButtons: BoxProps['onButtons'],
): void {
  useLayoutEffect(() => {
    let from = left;
    const places = buttons.map((button) => {
      const to = from + widthOf(wordOf(button));
      const place = { key: button.presses, row, from, to };
      from = to + GAP.length;
      return place;
    });
    onButtons?.(places);
    return () => onButtons?.([]);
  }, [buttons, row, left, onButtons]);
}

/** A box so large, in the middle of what it is about, and within the body of the window. */
export function boxArea({ body, about, alone }: BoxPlace, cells: number, rows: number): Area {
  if (alone) return body;
  const width = Math.min(body.width, cells);
  const height = Math.min(body.height, rows);
  const left = about.left + Math.floor((about.width - width) / 2);
  const top = about.top + Math.floor((about.height - height) / 2);
  return {
    left: Math.max(body.left, Math.min(left, body.left + body.width - width)),
    top: Math.max(body.top, Math.min(top, body.top + body.height - height)),
    width,
    height,
    border: body.border,
  };
}

/** Cells and rows of a border on both sides, with the space within it. */
export const frameOf = ({ border }: Area): Size =>
  border ? { columns: 4, rows: 2 } : { columns: 0, rows: 1 };

/** Cells of the widest box with sentences, its border included, and of the narrowest. */
const WIDEST = 80;
const NARROWEST = 44;

/** The place of a box with these words. */
export function dialogArea(place: BoxPlace, text: DialogText, buttons: readonly Button[]): Area {
  const frame = frameOf(place.body);
  const most = Math.min(place.body.width, WIDEST) - frame.columns;
  const details = (text.details ?? []).map((line) => `  ${line}`);
  const needed = [text.text, ...details, buttonsText(buttons)].map(widthOf);
  const cells = Math.min(most, Math.max(NARROWEST - frame.columns, ...needed));
  const lines = wrap(text.text, cells).length + detailRows(text, cells).length;
  // A row for a key that was no answer, and one for the buttons.
  return boxArea(place, cells + frame.columns, lines + 2 + frame.rows);
}

const detailRows = ({ details = [] }: DialogText, cells: number): readonly string[] =>
  details.flatMap((line) => wrap(line, Math.max(1, cells - 2)).map((row) => `  ${row}`));

/** What stands above the buttons; the last row tells of a key that was no answer. */
export function dialogRows(
  text: DialogText,
  { width, height }: Pick<Area, 'width' | 'height'>,
  { paint, glyphs }: Theme,
): readonly string[] {
  const room = Math.max(1, height - 2);
  const said = wrap(text.text, width).slice(0, room);
  const details = detailRows(text, width);
  const left = room - said.length;
  const shown = details.length > left ? details.slice(0, Math.max(0, left - 1)) : details;
  const more =
    details.length > left && left > 0
      ? [paint('dim', cut(`  ${glyphs.more} ${details.length - shown.length} more`, width))]
      : [];
  const look = isFlashed(text) ? 'selection' : 'running';
  const missed = text.missed === undefined ? '' : paint(look, cut(text.missed.words, width));
  return [...said.map((row) => paint('strong', row)), ...shown, ...more, missed];
}

/** Every key that is no answer changes what is seen. */
const isFlashed = ({ missed }: DialogText): boolean => missed !== undefined && missed.count % 2 === 1;

/** Between buttons. */
const GAP = ' ';

const wordOf = ({ key, word, safe }: Button): string => `[ ${[key, word, safe].filter(Boolean).join(' ')} ]`;

const buttonsText = (buttons: readonly Button[]): string => buttons.map(wordOf).join(GAP);

/** The buttons in a row; that of enter is marked. */
export const buttonRow = (buttons: readonly Button[], cells: number, { paint }: Theme): string =>
  widthOf(buttonsText(buttons)) > cells
    ? cut(buttonsText(buttons), cells)
    : buttons.map((button) => paint(button.safe ? 'selection' : 'strong', wordOf(button))).join(GAP);
