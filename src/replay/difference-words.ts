import { shortJson } from '../json/short-json.ts';
import { JsonText } from '../json/write.ts';
import { cutMiddle } from '../text/cut.ts';
import { sequenceDiff } from '../text/sequence-diff.ts';
import { isProse, wordLine } from '../text/word-diff.ts';
import { textSides } from './text-sides.ts';
import type { AnswerDifference } from './verification.ts';

/** What answers are held against. */
export type VerifiedKind = 'steps' | 'recording';

/** What was wanted and what came, in a few words each. */
interface TwoSides {
  readonly wanted: string;
  readonly got: string;
  /** What differs between two texts of several words. */
  readonly between?: string;
}

/** The two sides of a difference; not yet safe to show. */
export function sidesOf({ wanted, got, ...values }: AnswerDifference, kind: VerifiedKind): TwoSides {
  const { was, is } = values;
  const texts =
    wanted === undefined && typeof was === 'string' && typeof is === 'string'
      ? textSides(was, is)
      : undefined;
  if (texts !== undefined) return texts;
  const isProsaic = wanted === undefined && isProse(was) && isProse(is);
  return {
    wanted: wanted ?? ('was' in values ? said(was) : nothingAt(values, kind)),
    got: got ?? ('is' in values ? said(is) : 'nothing'),
    ...(isProsaic ? { between: wordLine(was, is, MOST_UNITS) } : {}),
  };
}

/** What was wanted where nothing was. */
const nothingAt = ({ pointer }: AnswerDifference, kind: VerifiedKind): string =>
  kind === 'steps' ? `no further ${/\/\d+$/.test(pointer) ? 'element' : 'member'}` : 'nothing';

/** A difference in one line: `/result/total: wanted 41, got 42`. */
export function differenceLine(difference: AnswerDifference, kind: VerifiedKind): string {
  const { wanted, got, between } = sidesOf(difference, kind);
  return `${difference.pointer}: ${between ?? `${wantedWord(kind)} ${wanted}, ${gotWord(kind)} ${got}`}`;
}

/** How both sides are called: a file of steps wants something, a recording has seen it. */
export const wantedWord = (kind: VerifiedKind): string => (kind === 'steps' ? 'wanted' : 'was');
export const gotWord = (kind: VerifiedKind): string => (kind === 'steps' ? 'got' : 'is');

/** Code units of the words that are shown of a text on one line. */
const MOST_UNITS = 600;

/** Columns of a value in a sentence. */
const LONG = 100;

const said = (value: unknown): string =>
  value instanceof JsonText ? cutMiddle(value.text, LONG) : shortJson(value);

/**
 * A difference from a step in lines: where it is with what was wanted and what came; of texts with several words or lines the
 * difference below, `[-wanted-] {+got+}` or a line each with `-` and `+` in front. Not yet safe to show.
 */
export function differenceLines(difference: AnswerDifference): readonly string[] {
  const { was, is, pointer } = difference;
  const { wanted, got, between } = sidesOf(difference, 'steps');
  const head = `${pointer}: wanted ${wanted}, got ${got}`;
  if (between === undefined) return [head];
  const areLines = isProse(was) && isProse(is) && /\n/.test(was + is);
  return [head, ...(areLines ? changedLines(was, is) : [`  ${between}`])];
}

/** Lines of a text that are shown around a change. */
const AROUND = 1;
const MOST_LINES = 40;

function changedLines(was: string, is: string): readonly string[] {
  const lines = (text: string): readonly string[] => text.split(/\r\n|\r|\n/);
  const runs = sequenceDiff(lines(was), lines(is));
  const shown = runs.flatMap(({ kind, items }, at) => {
    if (kind !== 'same') return items.map((line) => `  ${kind === 'removed' ? '-' : '+'} ${line}`);
    const before = at === 0 ? [] : items.slice(0, AROUND);
    const after = at === runs.length - 1 ? [] : items.slice(Math.max(before.length, items.length - AROUND));
    const left = items.length > before.length + after.length ? ['  …'] : [];
    return [...before.map((line) => `    ${line}`), ...left, ...after.map((line) => `    ${line}`)];
  });
  return shown.length > MOST_LINES ? [...shown.slice(0, MOST_LINES), '  …'] : shown;
}
