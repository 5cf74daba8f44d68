import { Text } from 'ink';
import type { ReactNode } from 'react';
import { cut } from '../../text/cut.ts';
import { width } from '../../text/width.ts';
import type { Theme } from '../theme.ts';
import { useTheme } from '../theme.ts';
import type { Hint } from './footer.tsx';

interface Props {
  readonly text: string;
  readonly hints: readonly Hint[];
  readonly width: number;
}

/** A question in the bottom row with what the keys do. */
export function QuestionRow({ text, hints, width: cells }: Props): ReactNode {
  const theme = useTheme();
  return <Text wrap="truncate">{questionRow(text, hints, cells, theme)}</Text>;
}

/** The answers, which come first and are never left out. */
const ANSWERS = 2;

/** The bottom row in at most `cells`: what is not an answer has to leave the question its room. */
export function questionRow(text: string, hints: readonly Hint[], cells: number, { paint }: Theme): string {
  let room = cells - 1 - width(text);
  const kept = hints
    .map(({ key, word }) => `   ${key} ${word}`)
    .filter((hint, at) => {
      room -= width(hint);
      return at < ANSWERS || room >= 0;
    })
    .join('');
  return ` ${paint('running', cut(text, cells - 1 - width(kept)))}${paint('strong', kept)}`;
}
