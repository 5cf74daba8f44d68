import { useLayoutEffect, useRef } from 'react';
import { useWorld } from '../../world/world.ts';
import type { Cell } from '../cursor.tsx';
import type { PaintedRow } from '../rows.tsx';
import type { FormRows } from './rows.ts';

/** A form below what is said of it, as far as it is seen. */
export interface FormWindow {
  /** Names what is filled in: with another one the window begins at the top. */
  readonly name: string;
  readonly about: readonly string[];
  readonly form: FormRows;
  readonly height: number;
  readonly focused: boolean;
}

/** What is seen of it. */
export interface SeenForm {
  readonly rows: readonly PaintedRow[];
  /** Where text is being typed, counted from the first row seen. */
  readonly cursor?: Cell;
}

/** The rows that are seen, around the focus. */
export function useFormWindow(window: FormWindow): SeenForm {
  const { about, form, height } = window;
  const { extents } = useWorld();
  const top = useTop(window);
  useLayoutEffect(() => {
    const keyAt = (row: number, column: number) => form.keyAt(top + row - about.length, column);
    extents.set('form', { rows: about.length + form.count, height, keyAt });
  }, [extents, about, form, top, height]);
  const count = Math.max(0, Math.min(height, about.length + form.count - top));
  const rows = Array.from({ length: count }, (_, place) => {
    const at = top + place;
    return { key: at, text: at < about.length ? (about[at] ?? '') : form.row(at - about.length) };
  });
  const { cursor } = form;
  if (cursor === undefined) return { rows };
  const row = about.length + cursor.row - top;
  return row >= 0 && row < count ? { rows, cursor: { row, column: cursor.column } } : { rows };
}

/** The first row shown: it moves only as far as the focus asks for. */
function useTop({ name, about, form, height, focused }: FormWindow): number {
  const last = useRef({ name, top: 0 });
  const held = last.current.name === name && focused ? last.current.top : 0;
  const from = about.length + form.focus.from;
  const to = about.length + form.focus.to;
  const count = about.length + form.count;
  // All of the description is seen as long as the focused field is in sight with it.
  const wanted = focused ? Math.min(Math.max(held, to - height), from) : 0;
  const fits = focused && to <= height ? 0 : wanted;
  const top = Math.max(0, Math.min(fits, count - height));
  useLayoutEffect(() => {
    last.current = { name, top };
  }, [name, top]);
  return top;
}
