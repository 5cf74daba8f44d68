import type { ReactNode } from 'react';
import { useCallback, useEffect, useLayoutEffect } from 'react';
import { cutMiddle } from '../../../text/cut.ts';
import { visible } from '../../../text/visible.ts';
import { width as textWidth } from '../../../text/width.ts';
import { type Area, inner } from '../../world/layout.ts';
import { useTheme } from '../../world/theme.ts';
import type { Ui } from '../../world/ui.ts';
import { useUi, useWorld } from '../../world/world.ts';
import { Pane, type Stretch } from '../pane.tsx';
import { type PaintedRow, Rows } from '../rows.tsx';
import { flowOf, jqOfItem, pathOfItem } from './flow.ts';
import { selectedItem } from './move.ts';
import { lookAt } from './opened.ts';
import { stop } from './place.ts';
import type { Sheet } from './sheet.ts';
import { MARKER, sheetWindow } from './window.ts';

interface Props {
  readonly area: Area;
  /** The name under which the pane's state is kept. */
  readonly name: string;
  readonly sheet: Sheet;
  /** Already visible text. */
  readonly title: string;
  /** What it shows went wrong. */
  readonly failed?: boolean;
  /** The characters of the title that are seen before where in the message one is. */
  readonly kept?: number;
  readonly focused: boolean;
  readonly above?: RowAbove | undefined;
}

/** A row above a sheet that stays where it is. */
export interface RowAbove {
  /** Painted and cut to the width. */
  readonly text: string;
  /** The id of the command that a click on it runs. */
  readonly command: string;
}

/** Cells of the top border around the title, the pointer and the place, and of the shortest pointer that says something. */
const AROUND = 11;
const LEAST = 8;

/** A sheet with its selected row; in the border where that is in the message, and how far down in the sheet. */
export function SheetPane(props: Props): ReactNode {
  const { area, name, sheet: base, title, failed = false, kept = 0, focused, above } = props;
  const theme = useTheme();
  const { extents, pictures } = useWorld();
  const sheets = useUi(useCallback((ui: Ui) => ui.sheets, []));
  const { sheet, ui } = lookAt(sheets, name, base);
  const flow = flowOf(sheet, ui);
  const { width, height: all } = inner(area);
  const top = above === undefined ? {} : { top: 1, topCommand: above.command };
  const height = Math.max(1, all - (top.top ?? 0));
  const cells = Math.max(1, width - MARKER);
  const view = { cells, height, pictures };
  const at = stop(flow, ui.at, view);
  const rows = sheetWindow({ sheet, flow, ui, at }, view, focused, theme);
  const selected = rows.findIndex(({ key }) => key === `${at.item} ${at.row}`);
  useLayoutEffect(() =>
    extents.set(name, { rows: Math.max(flow.count, rows.length), height, selected, cells, ...top }),
  );
  // Only what is seen is decoded; when one is, the next render begins with the next one.
  useEffect(() => pictures.decode(rows.flatMap(({ picture }) => picture ?? [])));
  const item = selectedItem({ sheet, ui });
  const path = [sheet.within, item && pathOfItem(item)].filter((part) => part !== undefined && part !== '');
  const pointer = visible(path.join(` ${theme.glyphs.folded} `));
  const half = Math.floor(area.width / 2) - 10;
  const nth = `${at.item + 1}/${flow.count}`;
  const room = Math.min(half, area.width - AROUND - nth.length - textWidth(title.slice(0, kept)));
  // The same for jq, where there is room for both.
  const jq = item === undefined || sheet.within !== undefined ? '' : visible(jqOfItem(item) ?? '');
  const both = `${pointer} ${theme.glyphs.bullet} ${jq}`;
  // "." is the whole of it, which the pointer says already.
  const isSaid = jq === '' || jq === '.';
  const where =
    pointer !== '' && !isSaid && both.length <= room ? both : room < LEAST ? '' : cutMiddle(pointer, room);
  const place = flow.count > height || where !== '' ? nth : '';
  return (
    <Pane
      area={area}
      title={title}
      right={[where, place].filter((text) => text !== '').join(' ')}
      focused={focused}
      failed={failed}
      seen={seenOf(rows, flow.count)}
    >
      <Rows rows={above === undefined ? rows : [{ key: 'above', text: above.text }, ...rows]} />
    </Pane>
  );
}

/** The items of which rows are drawn, of all that can be seen: a row's key begins with the number of its item. */
function seenOf(rows: readonly PaintedRow[], count: number): Stretch {
  const itemOf = (row: PaintedRow | undefined): number => Number.parseInt(`${row?.key ?? 0}`, 10);
  return { from: itemOf(rows[0]), to: itemOf(rows.at(-1)) + 1, count };
}
