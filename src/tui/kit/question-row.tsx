import { Box, Text } from 'ink';
import TextInput from 'ink-text-input';
import { type ReactNode, useState } from 'react';
import { cut } from '../../text/cut.ts';
import { width, width as widthOf } from '../../text/width.ts';
import { wrap } from '../../text/wrap.ts';
import type { Size } from '../world/layout.ts';
import { type Theme, useTheme } from '../world/theme.ts';
import { type Hint, type OnHints, useHintPlaces } from './footer.tsx';

/** What is asked, in words. */
export interface QuestionText {
  readonly text: string;
  /** What it is about in full. */
  readonly details?: string;
  /** The newest key that was no answer, and how many there have been. */
  readonly missed?: { readonly key: string; readonly count: number };
}

interface Props {
  readonly question: QuestionText;
  readonly hints: readonly Hint[];
  readonly width: number;
  readonly height: number;
  readonly onHints?: OnHints;
}

/** A question at the bottom with what the keys do. */
export function QuestionRows({ question, hints, width: cells, height, onHints }: Props): ReactNode {
  const theme = useTheme();
  const rows = questionRows(question, hints, { columns: cells, rows: height }, theme);
  useHintPlaces(rows.at(-1) ?? '', hints, 0, onHints);
  return rows.map((row, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the rows have no other name than their place
    <Text key={at} wrap="truncate">
      {row}
    </Text>
  ));
}

/** Cells that the answers are given beside a question of one row. */
const BESIDE = 40;

/** Rows of the longest question, its answers aside. */
const MOST = 5;

/** How many rows a question takes in a window: one with its answers beside it, or more and one for the answers. */
export function questionHeight(question: QuestionText, { columns, rows }: Size): number {
  const all = linesOf(question, columns).length;
  const isOne = all === 1 && width(question.text) + width(question.details ?? '') + 2 + BESIDE <= columns;
  return isOne ? 1 : Math.min(all, MOST, Math.floor(rows / 3)) + 1;
}

function linesOf({ text, details }: QuestionText, columns: number): readonly string[] {
  const whole = details === undefined ? text : `${text} ${details}`;
  const room = Math.max(1, columns - 2);
  if (details === undefined || width(whole) <= room) return wrap(whole, room);
  return [...wrap(text, room), ...wrap(details, room)];
}

/** The question in rows of at most `columns`, the answers on the last one; what else can be pressed has to leave them their room. */
export function questionRows(
  question: QuestionText,
  hints: readonly Hint[],
  { columns, rows }: Size,
  { paint }: Theme,
): readonly string[] {
  const { missed } = question;
  // Every key that is not a choice changes what is seen.
  const look = missed !== undefined && missed.count % 2 === 1 ? 'selection' : 'running';
  const no = missed === undefined ? '' : `${missed.key} is not a choice `;
  if (rows < 2) {
    const text = `${no === '' ? '' : `${no}· `}${[question.text, question.details ?? ''].join(' ').trim()}`;
    const answers = answersIn(hints, columns - 1 - width(text));
    return [` ${paint(look, cut(text, columns - 1 - width(answers)))}${paint('strong', answers)}`];
  }
  const lines = linesOf(question, columns);
  const shown = lines.slice(0, rows - 1);
  if (lines.length > shown.length) shown.push(cut(`${shown.pop()}……`, columns - 2));
  return [
    ...shown.map((line) => ` ${paint(look, line)}`),
    ` ${paint(look, no)}${paint('strong', answersIn(hints, columns - 1 - width(no)).slice(no === '' ? 3 : 1))}`,
  ];
}

/** The answers and, as far as there is room, what else can be pressed. */
function answersIn(hints: readonly Hint[], cells: number): string {
  let room = cells;
  return hints
    .map(({ key, word, lasting = false }) => ({ text: `   ${key} ${word}`, lasting }))
    .filter(({ text, lasting }) => {
      room -= width(text);
      return lasting || room >= 0;
    })
    .map(({ text }) => text)
    .join('');
}

interface FilterProps {
  /** What is wrong, or what can come next; all of it visible text. */
  readonly help:
    | { readonly kind: 'problem'; readonly text: string }
    | { readonly kind: 'offers'; readonly texts: readonly string[]; readonly about: string };
  readonly width: number;
}

/** What stands beside a filter that is being typed. */
export function FilterRow({ help, width }: FilterProps): ReactNode {
  const { paint, glyphs } = useTheme();
  if (help.kind === 'problem')
    return <Text wrap="truncate">{paint('error', cut(` ${glyphs.error} ${help.text}`, width))}</Text>;
  const { texts, about } = help;
  if (texts.length === 0 && about === '') return <Text> </Text>;
  const offers = texts.length === 0 ? about : texts.join('  ');
  const room = Math.max(0, width - 5);
  return (
    <Text wrap="truncate">
      {texts.length === 0 ? ' ' : ` ${paint('accent', 'tab')} `}
      {paint('dim', cut(offers, room))}
    </Text>
  );
}

interface LineProps {
  readonly label: string;
  readonly value: string;
  readonly width: number;
  readonly onChange: (value: string) => void;
}

/** Cells that what is typed has at least, however long the label is. */
const TYPED = 14;

/** A line that is being typed, behind its label. A line longer than the room is shown from its end. */
export function LineInput({ label, value, width, onChange }: LineProps): ReactNode {
  const { paint } = useTheme();
  const shown = cut(label, Math.max(1, width - 2 - TYPED));
  const room = Math.max(1, width - widthOf(shown) - 2);
  // One cell more for the cursor behind the last character.
  const needed = widthOf(value) + 1;
  const [input, setInput] = useState({ value, version: 0 });
  // The input of the library moves its cursor in a late effect when somebody else writes the line, and what is typed
  // meanwhile would go to the wrong place. A new input begins with its cursor at the end.
  if (input.value !== value) setInput({ value, version: input.version + 1 });
  const take = (next: string): void => {
    setInput({ value: next, version: input.version });
    onChange(next);
  };
  return (
    <Box width={width} height={1} flexShrink={0}>
      <Text wrap="truncate">{` ${paint('focus', shown)} `}</Text>
      <Box width={room} height={1} overflow="hidden" contentOffsetX={Math.max(0, needed - room)}>
        <Box width={Math.max(room, needed)} flexShrink={0}>
          <TextInput key={input.version} value={value} onChange={take} />
        </Box>
      </Box>
    </Box>
  );
}
