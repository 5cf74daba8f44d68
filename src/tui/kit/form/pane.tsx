import { type ReactNode, useLayoutEffect, useMemo, useRef } from 'react';
import { type Area, inner } from '../../world/layout.ts';
import { useTheme } from '../../world/theme.ts';
import { useWorld } from '../../world/world.ts';
import { Cursor } from '../cursor.tsx';
import { Over } from '../over.tsx';
import { Pane } from '../pane.tsx';
import { Rows } from '../rows.tsx';
import type { FormRows } from './drawing.ts';
import { formRows } from './rows.ts';
import type { FormUi } from './state.ts';

interface Props {
  readonly area: Area;
  /** Names what is filled in: with another one the window begins at the top. */
  readonly name: string;
  readonly form: FormUi;
  /** The words on the buttons. */
  readonly buttons: readonly string[];
  /** What the button does with the values as they stand, above it. */
  readonly preview?: string | undefined;
  /** What is said above the form, by how many rows that takes; the same function as long as it says the same. */
  readonly about: (count: number) => readonly string[];
  /** Already visible text. */
  readonly title: string;
  readonly right: (rows: FormRows) => string;
  readonly focused: boolean;
  /** Without the focus it stays scrolled as it is. */
  readonly held?: boolean;
  /** It is a box over what lies in the area, with this as its last row. */
  readonly foot?: string;
  /** That box is no higher than it has to be. */
  readonly low?: boolean;
}

/** A form below what is said of it, scrolled so that the field that has the focus is seen. */
export function FormPane(props: Props): ReactNode {
  const { area, form, buttons, preview, about: aboutOf, title, right, focused, held = false, foot } = props;
  const theme = useTheme();
  const { extents } = useWorld();
  const { width, height: cells } = inner(area);
  const height = cells - Number(foot !== undefined);
  const words = buttons.join('\n');
  const rows = useMemo(
    () =>
      formRows(form, {
        theme,
        cells: width,
        rows: height,
        active: focused,
        buttons: words.split('\n'),
        ...(preview === undefined ? {} : { preview }),
      }),
    [form, words, preview, theme, width, height, focused],
  );
  const about = useMemo(() => aboutOf(rows.count), [aboutOf, rows.count]);
  const top = useTop({ name: props.name, about, form: rows, height, focused, held });
  useLayoutEffect(() => {
    const keyAt = (row: number, column: number) => rows.keyAt(top + row - about.length, column);
    const { wrapped: cells = width } = rows;
    extents.set('form', { rows: about.length + rows.count, height, cells, keyAt });
  }, [extents, about, rows, top, width, height]);
  const count = Math.max(0, Math.min(height, about.length + rows.count - top));
  const shown = Array.from({ length: count }, (_, place) => {
    const at = top + place;
    return { key: at, text: at < about.length ? (about[at] ?? '') : rows.row(at - about.length) };
  });
  const { cursor } = rows;
  const row = cursor === undefined ? -1 : about.length + cursor.row - top;
  const pane = (place: Area, more: readonly string[]): ReactNode => (
    <Pane
      area={place}
      title={title}
      right={right(rows)}
      focused={focused || foot !== undefined}
      seen={{ from: top, to: top + count, count: about.length + rows.count }}
    >
      <Rows rows={shown} />
      <Rows rows={more.map((text, key) => ({ key: `foot ${key}`, text }))} />
      {cursor !== undefined && row >= 0 && row < count && (
        <Cursor area={place} cell={{ row, column: cursor.column }} />
      )}
    </Pane>
  );
  if (foot === undefined) return pane(area, []);
  // Who hears the screen has nothing before them that it could lie over.
  if (theme.linear) return pane(area, ['', foot]);
  const gap = props.low === true ? Math.min(1, height - count) : height - count;
  const box = { ...area, height: area.height - (height - count - gap) };
  return <Over area={box}>{pane(box, [...Array<string>(gap).fill(''), foot])}</Over>;
}

interface Window {
  readonly name: string;
  readonly about: readonly string[];
  readonly form: FormRows;
  readonly height: number;
  readonly focused: boolean;
  readonly held: boolean;
}

/** The first row shown: it moves only as far as the focus asks for. */
function useTop({ name, about, form, height, focused, held }: Window): number {
  const last = useRef({ name, top: 0 });
  const before = last.current.name === name && (focused || held) ? last.current.top : 0;
  const from = about.length + form.focus.from;
  const to = about.length + form.focus.to;
  const count = about.length + form.count;
  // All of the description is seen as long as the focused field is in sight with it.
  const wanted = focused ? Math.min(Math.max(before, to - height), from) : before;
  const fits = focused && to <= height ? 0 : wanted;
  const top = Math.max(0, Math.min(fits, count - height));
  useLayoutEffect(() => {
    last.current = { name, top };
  }, [name, top]);
  return top;
}
