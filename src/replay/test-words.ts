import { compact } from '../json/compact.ts';
import type { TypeWord, ValueTest } from './value-test.ts';
import { filledIn, type ValueOf } from './variables.ts';

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
