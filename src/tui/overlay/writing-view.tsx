import type { ReactNode } from 'react';
import { useLayoutEffect } from 'react';
import { locateError } from '../../json/locate.ts';
import { cut } from '../../text/cut.ts';
import { layoutText } from '../../text/layout.ts';
import { Cursor } from '../kit/cursor.tsx';
import { Pane } from '../kit/pane.tsx';
import { Rows } from '../kit/rows.tsx';
import { type Area, inner } from '../world/layout.ts';
import { useTheme } from '../world/theme.ts';
import type { Ui } from '../world/ui.ts';
import { useUi, useWorld } from '../world/world.ts';

const editorOf = (ui: Ui): NonNullable<Ui['writing']>['editor'] | undefined => ui.writing?.editor;

interface Props {
  readonly area: Area;
  /** The name under which the extent is kept. */
  readonly name: string;
}

/** A message that is written by hand, over the panes, with where it is no JSON. */
export function WritingPane({ area, name }: Props): ReactNode {
  const theme = useTheme();
  const { extents } = useWorld();
  const editor = useUi(editorOf);
  const { width, height } = inner(area);
  const cells = Math.max(1, width - 1);
  useLayoutEffect(() => extents.set(name, { rows: 0, height, cells }), [extents, name, height, cells]);
  if (editor === undefined) return null;
  const { rows, row, column } = layoutText(editor, cells, Math.max(1, height - 2));
  const problem = locateError(editor.text);
  const told =
    problem === undefined
      ? ''
      : `not valid JSON from line ${problem.line}, column ${problem.column}; it is sent anyway`;
  const shown = [
    theme.paint('dim', cut('Sent exactly as typed; JSON on one line.', width)),
    ...rows,
    theme.paint('finding', cut(told === '' ? '' : `${theme.glyphs.finding} ${told}`, width)),
  ];
  return (
    <Pane area={area} title="Send raw" right="esc closes, keeps the draft" focused>
      <Rows rows={shown.map((text, key) => ({ key, text }))} />
      <Cursor area={area} cell={{ row: 1 + row, column }} />
    </Pane>
  );
}
