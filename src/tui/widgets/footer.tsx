import { Text } from 'ink';
import type { ReactNode } from 'react';
import { memo } from 'react';
import { cut } from '../../text/cut.ts';
import { width } from '../../text/width.ts';
import type { Meaning, Theme } from '../theme.ts';
import { useTheme } from '../theme.ts';

/** A key and the word for what it does. */
export interface Hint {
  readonly key: string;
  readonly word: string;
  /** It is never left out: a sentence for the moment is cut instead. */
  readonly lasting?: boolean;
}

/** A sentence for the moment. */
export interface Notice {
  readonly text: string;
  readonly meaning: Meaning;
  /** Nobody has asked for it: the nearest keys are to be seen beside it. */
  readonly isNews: boolean;
}

interface Props {
  /** The nearest first; the last one is kept when the others have no room. */
  readonly hints: readonly Hint[];
  readonly notice?: Notice | undefined;
  readonly width: number;
}

/** The bottom row: a sentence for the moment, and what the keys do here. */
export const Footer = memo(function Footer({ hints, notice, width }: Props): ReactNode {
  const theme = useTheme();
  return <Text wrap="truncate">{footerRow(hints, notice, width, theme)}</Text>;
});

/**
 * The bottom row in at most `cells`: hints are left out whole, from the end, the last one after all others and a
 * lasting one not at all. News leaves them a third of the row.
 */
export function footerRow(
  hints: readonly Hint[],
  notice: Notice | undefined,
  cells: number,
  { paint }: Theme,
): string {
  const least = sizes(fitting(hints, notice?.isNews ? Math.floor(cells / 3) : 0));
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
