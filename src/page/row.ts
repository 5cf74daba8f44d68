import { bytes } from '../text/measure.ts';
import type { PageLine } from './data.ts';
import { make, part } from './dom.ts';
import type { PageLines } from './lines.ts';
import { isBad, latencyOf, timeOf, toldOf } from './told.ts';

/** Where a row stands. */
interface Place {
  readonly id: string;
  readonly at: number;
  readonly count: number;
  readonly selected: PageLine | undefined;
}

/** Characters of what a row is about; more than any window shows. */
const LONG = 400;

/** A line as a row of its list. */
export function rowElement(
  lines: PageLines,
  line: PageLine,
  { id, at, count, selected }: Place,
): HTMLElement {
  const { glyph, look, what, subject } = toldOf(lines, line);
  const isTied = selected?.s === line.s && line.with !== undefined && line.with === selected.with;
  const looks = ['row', look, isBad(line) ? 'failed' : '', isTied ? 'tied' : ''];
  return make(
    'div',
    looks.filter((one) => one !== '').join(' '),
    {
      ...{ role: 'option', id: rowId(id, at), 'data-at': at, 'aria-selected': String(line === selected) },
      ...{ 'aria-posinset': at + 1, 'aria-setsize': count },
    },
    part('label', lines.label(line)),
    part('time', timeOf(lines, line)),
    part('glyph', glyph),
    part('flags', line.marked ? '◆' : '', line.finding ? '!' : ''),
    part(
      'about',
      part('what', what),
      ' ',
      part('subject', subject.slice(0, LONG)),
      line.note === undefined ? undefined : part('noted', ` ${line.note}`),
    ),
    part('latency', latencyOf(line)),
    part('size', line.size > 0 ? bytes(line.size) : ''),
  );
}

/** The id of the element of a row. */
export const rowId = (id: string, at: number): string => `${id}-row-${at}`;
