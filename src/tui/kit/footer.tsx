import { stripVTControlCharacters } from 'node:util';
import { Text } from 'ink';
import type { ReactNode } from 'react';
import { memo, useLayoutEffect } from 'react';
import { cut } from '../../text/cut.ts';
import { width } from '../../text/width.ts';
import { wrap } from '../../text/wrap.ts';
import type { HintPlace } from '../world/pane-sizes.ts';
import { type Meaning, type Theme, useTheme } from '../world/theme.ts';
import { Rows } from './rows.tsx';

/** A key and the word for what it does. */
export interface Hint {
  readonly key: string;
  readonly word: string;
  /** It is never left out: a sentence for the moment is cut instead. */
  readonly lasting?: boolean;
  /** What a click on it presses. */
  readonly presses?: string;
}

/** Where the hints are that a row holds, drawn in their order at its end. */
export function hintPlaces(row: string, hints: readonly Hint[], left = 0): readonly HintPlace[] {
  let text = stripVTControlCharacters(row);
  return hints.toReversed().flatMap(({ key, word, presses }) => {
    const at = text.lastIndexOf(`${key} ${word}`);
    if (at < 0 || presses === undefined) return [];
    text = text.slice(0, at);
    const from = left + width(text);
    return [{ key: presses, from, to: from + width(`${key} ${word}`) }];
  });
}

/** Called with where hints are drawn, and when they are gone. */
export type OnHints = ((places: readonly HintPlace[]) => void) | undefined;

/** Reports where the hints are in a row that begins so many cells from the left. */
function useHintPlaces(row: string, hints: readonly Hint[], left: number, onHints: OnHints): void {
  useLayoutEffect(() => {
    onHints?.(hintPlaces(row, hints, left));
    return () => onHints?.([]);
  }, [row, hints, left, onHints]);
}

/** A sentence for the moment. */
export interface Notice {
  readonly text: string;
  readonly meaning: Meaning;
}

interface Props {
  /** The nearest first; the last one is kept when the others have no room. */
  readonly hints: readonly Hint[];
  readonly notice?: Notice | undefined;
  readonly width: number;
  readonly height?: number;
  /** Cells to the left of it. */
  readonly left?: number;
  readonly onHints?: OnHints;
}

/** The bottom: a sentence for the moment, and what the keys do here. */
export const Footer = memo(function Footer(props: Props): ReactNode {
  const { hints, notice, width, height = 1, left = 0, onHints } = props;
  const theme = useTheme();
  const row = footerRow(hints, height < 2 ? notice : undefined, width, theme);
  useHintPlaces(row, hints, left, onHints);
  if (notice === undefined || height < 2) return <Text wrap="truncate">{row}</Text>;
  const rows = noticeLines(notice.text, width).slice(0, height - 1);
  return (
    <>
      <Rows rows={rows.map((row, key) => ({ key, text: ` ${theme.paint(notice.meaning, row)}` }))} />
      <Text wrap="truncate">{row}</Text>
    </>
  );
});

/** Rows of the longest sentence. */
const MOST = 3;

/** How many rows the bottom takes with this sentence: one where it leaves the keys a third of it. */
export const footerHeight = (text: string, cells: number): number =>
  width(text) + 3 <= cells - Math.floor(cells / 3) ? 1 : noticeLines(text, cells).length + 1;

const noticeLines = (text: string, cells: number): readonly string[] =>
  wrap(text, Math.max(1, cells - 2)).slice(0, MOST);

/**
 * The bottom row in at most `cells`: hints are left out whole, from the end, the last one after all others and a
 * lasting one not at all. A sentence leaves them a third of the row; one that is longer has rows of its own above them.
 */
export function footerRow(
  hints: readonly Hint[],
  notice: Notice | undefined,
  cells: number,
  { paint }: Theme,
): string {
  const least = sizes(fitting(hints, Math.floor(cells / 3)));
  const said = notice === undefined ? '' : ` ${cut(notice.text, cells - 2 - least)}`;
  const gap = notice === undefined ? ' ' : '  ';
  const row = fitting(hints, cells - width(said) - gap.length)
    .map(({ key, word }) => `${paint('accent', key)} ${paint('dim', word)}`)
    .join(GAP);
  if (notice === undefined) return `${gap}${row}`;
  // Blanks at the end would not fit, and be cut with a second "…".
  return `${paint(notice.meaning, row === '' ? said : said + gap)}${row}`;
}

/** The hints that have room in so many cells, and those that last. */
function fitting(hints: readonly Hint[], cells: number): readonly Hint[] {
  let room = cells + GAP.length - sizes(hints.filter((hint) => hint.lasting));
  const fits = (hint: Hint): boolean => {
    if (hint.lasting) return true;
    room -= sizes([hint]);
    return room >= 0;
  };
  const last = hints.slice(-1).filter(fits);
  return [...hints.slice(0, -1).filter(fits), ...last];
}

const GAP = '   ';

const sizes = (hints: readonly Hint[]): number =>
  hints.reduce((sum, { key, word }) => sum + width(key) + 1 + width(word) + GAP.length, 0);
