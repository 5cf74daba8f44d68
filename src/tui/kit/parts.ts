import { cut } from '../../text/cut.ts';
import { visible } from '../../text/visible.ts';
import { width } from '../../text/width.ts';
import { wrap } from '../../text/wrap.ts';
import type { Meaning, Theme } from '../world/theme.ts';

/** A row in parts of one meaning each; no part holds anything but visible text. */
export type Parts = readonly (readonly [Meaning | undefined, string])[];

/** Cells of the labels of the Server screen. */
export const LABEL = 13;

/** Any text of the server's as rows. */
export const text = (value: string, cells: number): Parts[] =>
  value
    .split(/\r\n|\r|\n/)
    .flatMap((line) => wrap(visible(line), Math.max(1, cells)).map((part): Parts => [[undefined, part]]));

export const plain = (parts: Parts): string => parts.map(([, part]) => part).join('');

/** A value beside its label, wrapped; nothing for an empty one. */
export function labelled(label: string, value: string, cells: number, meaning?: Meaning): Parts[] {
  if (value === '') return [];
  return text(value, cells - LABEL).map(
    (line, at): Parts => [
      ['dim', (at === 0 ? label : '').padEnd(LABEL)],
      [meaning, plain(line)],
    ],
  );
}

/** Cuts a row to the cells it has and paints each part by its meaning. */
export function paintRow(parts: Parts, cells: number, theme: Theme): string {
  let room = cells;
  let row = '';
  for (const [meaning, part] of parts) {
    if (room <= 0) break;
    const shown = cut(part, room);
    room -= width(shown);
    row += meaning === undefined ? shown : theme.paint(meaning, shown);
  }
  return row;
}
