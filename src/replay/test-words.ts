import { compact } from '../json/compact.ts';
import { write } from '../json/write.ts';
import { sequenceDiff } from '../text/sequence-diff.ts';
import { isProse, wordLine } from '../text/word-diff.ts';
import type { TypeWord, ValueTest } from './value-test.ts';
import { filledIn, type ValueOf } from './variables.ts';
import type { AnswerDifference } from './verification.ts';

/** Code units of a value in a sentence. */
const SHORT = 200;

const brief = (text: string): string => compact(text, SHORT);

/** What a test wants, to follow "wanted": `a number of at least 3`. */
export function wantedBy(test: ValueTest, given: ValueOf): string {
  const filled = (text: string): string => brief(filledIn(text, given));
  const within = (one: ValueTest): string => wantedBy(one, given);
  switch (test.kind) {
    case 'value':
    case 'object':
    case 'array':
      return 'open' in test && test.open ? `something like ${filled(test.text)}` : filled(test.text);
    case 'match': {
      const { source, pattern } = test.filled(given);
      const isNone = typeof pattern === 'string' ? `, which is not a valid pattern: ${pattern}` : '';
      const isSlow =
        typeof pattern !== 'string' && pattern.isSlow() ? ', which takes too long to find out' : '';
      return `a text that matches ${source}${isNone}${isSlow}`;
    }
    case 'type':
      return test.types.map((type) => TYPE_NOUNS[type]).join(' or ');
    case 'min':
      return `at least ${filled(test.text)}`;
    case 'max':
      return `at most ${filled(test.text)}`;
    case 'length':
      return `a length of ${within(test.test)}`;
    case 'has':
      return `something with ${within(test.test)}`;
    case 'not':
      return test.test.kind === 'has'
        ? `nothing with ${within(test.test.test)}`
        : `anything but ${within(test.test)}`;
    case 'any':
      return test.tests.map(within).join(' or ');
    case 'all':
      return test.tests.map(within).join(' and ');
    case 'schema':
      return `a value that fits ${schemaNoun(test)}`;
  }
}

/** How a schema is called in a sentence. */
export const schemaNoun = ({ schema }: Extract<ValueTest, { readonly kind: 'schema' }>): string =>
  schema === undefined ? 'the outputSchema' : 'the schema';

const TYPE_NOUNS: Readonly<Record<TypeWord, string>> = {
  string: 'a string',
  number: 'a number',
  integer: 'an integer',
  boolean: 'a boolean',
  null: 'null',
  object: 'an object',
  array: 'an array',
  missing: 'nothing',
  time: 'an ISO time',
  uuid: 'a UUID',
  duration: 'an ISO duration',
};

/** What a pointer to something that was not wanted leads to. */
export const partNoun = (pointer: string): string => (/\/\d+$/.test(pointer) ? 'element' : 'member');

/** Lines of a text that are shown around a change. */
const AROUND = 1;
const MOST_LINES = 40;
/** Code units of the words that are shown of a text on one line. */
export const MOST_UNITS = 600;

/**
 * A difference for people: where it is with what was wanted and what came; of texts with several words or lines the difference below,
 * `[-wanted-] {+got+}` or a line each with `-` and `+` in front. Not yet safe to show.
 */
export function differenceLines(difference: AnswerDifference): readonly string[] {
  const { pointer, kind, was, is, wanted } = difference;
  const want = wanted ?? ('was' in difference ? brief(write(was)) : undefined);
  const got = difference.got ?? ('is' in difference ? brief(write(is)) : 'nothing');
  const head =
    kind === 'added'
      ? `${pointer}: one more ${partNoun(pointer)}: ${got}`
      : `${pointer}: wanted ${want ?? 'something'}, got ${got}`;
  if (!isProse(was) || !isProse(is)) return [head];
  if (!was.includes('\n') && !is.includes('\n')) return [head, `  ${wordLine(was, is, MOST_UNITS)}`];
  return [head, ...changedLines(was, is)];
}

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
