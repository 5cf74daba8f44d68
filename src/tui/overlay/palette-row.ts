import { cut, pad } from '../../text/cut.ts';
import { fuzzy } from '../../text/fuzzy.ts';
import { width } from '../../text/width.ts';
import type { Theme } from '../world/theme.ts';

/** What is drawn of a row of the palette, all of it visible text. */
export interface PaletteRow {
  readonly label: string;
  /** Stands dim beside the label: what else is told of it, or why it cannot run. */
  readonly about: string;
  /** Stands at the right end: its key, or what kind of thing it is. */
  readonly note: string;
  /** It cannot run now. */
  readonly dim: boolean;
}

/** A row in exactly `cells`; what of the label matches the query is marked. */
export function paletteRow(
  { label, about, note, dim }: PaletteRow,
  query: string,
  selected: boolean,
  cells: number,
  { paint, glyphs }: Theme,
): string {
  const room = Math.max(0, cells - 2 - (note === '' ? 0 : width(note) + 2));
  const name = cut(label, room);
  const indent = Math.max(2, COLUMN - width(name));
  const left = room - width(name) - indent;
  const told = about === '' || left < LEAST ? '' : `${' '.repeat(indent)}${cut(about, left)}`;
  const gap = ' '.repeat(Math.max(0, cells - 2 - width(name) - width(told) - width(note)));
  if (selected) return paint('selection', pad(`${glyphs.selected} ${name}${told}${gap}${note}`, cells));
  const shown = dim ? paint('dim', name) : marked(name, query, paint);
  return `  ${shown}${paint('dim', told)}${gap}${paint(dim ? 'dim' : 'accent', note)}`;
}

/** Where what is told begins beside a label that is not longer, and the cells below which nothing is told. */
const COLUMN = 22;
const LEAST = 8;

/** The letters of a text that match a query, each run of neighbours painted as one. */
export function marked(text: string, query: string, paint: Theme['paint']): string {
  const positions = query === '' ? undefined : fuzzy(query, text)?.positions;
  if (positions === undefined) return text;
  const found = new Set(positions);
  let row = '';
  for (let at = 0; at < text.length; ) {
    const start = at;
    const isFound = found.has(at);
    while (at < text.length && found.has(at) === isFound) at += 1;
    const run = text.slice(start, at);
    row += isFound ? paint('match', run) : run;
  }
  return row;
}
