import { elementTexts, memberTexts } from '../json/parts.ts';
import { pointerStep } from '../json/path.ts';
import { isObject } from '../json/shape.ts';
import { type Guard, guard } from '../text/guard.ts';
import { closest } from '../text/suggest.ts';
import { FLEETING_KINDS } from './fleeting.ts';
import { StepError } from './step-error.ts';
import { filledText, isVariable, type ValueOf, variablesIn } from './variables.ts';

/** What `$type` knows: the types of JSON, whole numbers, texts of a kind, and that nothing is there at all. */
export const TYPES = [
  'string',
  'number',
  'integer',
  'boolean',
  'null',
  'object',
  'array',
  'missing',
  ...FLEETING_KINDS,
] as const;

export type TypeWord = (typeof TYPES)[number];

/** What must hold of one value of an answer. Texts are JSON, in which variables may stand (`${name}`). */
export type ValueTest =
  /** The same value, numbers to the last digit. */
  | { readonly kind: 'value'; readonly text: string }
  /** An object or array part by part; where it is `open`, further ones may be there. */
  | (Parted & { readonly kind: 'object'; readonly members: readonly NamedTest[] })
  | (Parted & { readonly kind: 'array'; readonly items: readonly ValueTest[] })
  | { readonly kind: 'match'; readonly source: string; readonly filled: (given: ValueOf) => FilledPattern }
  | { readonly kind: 'type'; readonly types: readonly TypeWord[] }
  | { readonly kind: 'min' | 'max'; readonly text: string }
  | { readonly kind: 'length' | 'has'; readonly test: ValueTest }
  | { readonly kind: 'not'; readonly test: ValueTest }
  | { readonly kind: 'any'; readonly tests: readonly ValueTest[] }
  | { readonly kind: 'all'; readonly tests: readonly ValueTest[] }
  /** Of the tool itself where there is none here. */
  | { readonly kind: 'schema'; readonly schema?: unknown };

/** A pattern with the values of its variables, which stand for themselves in it; why it is none. */
interface FilledPattern {
  readonly source: string;
  readonly pattern: Guard | string;
}

interface Parted {
  readonly open: boolean;
  /** As it is written. */
  readonly text: string;
}

type NamedTest = readonly [name: string, test: ValueTest];

/** Reads what stands behind one `$word`; `at` is its place in the step, a JSON pointer. */
type ReadTest = (text: string, at: string) => ValueTest;

const READ: Readonly<Record<string, ReadTest>> = {
  $eq: (text) => literal(text),
  $like: (text, at) => readValue(text, at, true),
  $match: match,
  $type: type,
  $min: (text, at) => ({ kind: 'min', text: number(text, at, '$min') }),
  $max: (text, at) => ({ kind: 'max', text: number(text, at, '$max') }),
  $len: (text, at) => ({ kind: 'length', test: readLength(text, at) }),
  $has: (text, at) => ({ kind: 'has', test: readTest(text, at) }),
  $not: (text, at) => ({ kind: 'not', test: readTest(text, at) }),
  $any: any,
  $schema: schema,
};

/** The tests there are, as they are written. */
const TEST_WORDS: readonly string[] = Object.keys(READ);

/**
 * Reads what is expected of a value from its exact text: a value, in which tests may stand, or a test. An object with members
 * that begin with `$` is a test, all of which must hold. Throws a StepError that says where it is wrong.
 */
export const readTest: ReadTest = (text, at) => readValue(text, at, false);

const readValue = (text: string, at: string, open: boolean): ValueTest =>
  parted(
    text,
    open,
    (one, step) => readValue(one, into(at, step), open),
    (members) => (isTestOf(members) ? readWords(members, at) : undefined),
  );

/** Whether a JSON text is a test, and no value. */
export const isTest = (text: string): boolean => isTestOf(memberTexts(text) ?? []);

const isTestOf = (members: Members): boolean => members.some(([name]) => name.startsWith('$'));

/** A value in which nothing is a test. */
const literal = (text: string): ValueTest => parted(text, false, literal);

type Members = readonly (readonly [name: string, text: string])[];

/** A test of a value part by part; `asTest` is asked first of each object. */
function parted(
  text: string,
  open: boolean,
  read: (text: string, step: string | number) => ValueTest,
  asTest?: (members: Members) => ValueTest | undefined,
): ValueTest {
  const members = memberTexts(text);
  if (members !== undefined) {
    const named = (): ValueTest => {
      // Of those with the same name the last counts.
      const last = [...new Map(members)];
      return { kind: 'object', open, text, members: last.map(([name, one]) => [name, read(one, name)]) };
    };
    return asTest?.(members) ?? named();
  }
  const items = elementTexts(text);
  if (items === undefined) return { kind: 'value', text };
  return { kind: 'array', open, text, items: items.map(read) };
}

const into = (at: string, step: string | number): string => `${at}/${pointerStep(String(step))}`;

function readWords(members: Members, at: string): ValueTest {
  const tests = members.map(([word, text]): ValueTest => {
    const here = into(at, word);
    const read = Object.hasOwn(READ, word) ? READ[word] : undefined;
    if (read !== undefined) return read(text, here);
    if (!word.startsWith('$'))
      throw new StepError(`"${word}" cannot stand beside a test; write it within {"$like": {…}}`, here);
    const near = closest(word, TEST_WORDS);
    const hint = near === undefined ? `there are ${TEST_WORDS.join(', ')}` : `did you mean ${near}?`;
    throw new StepError(
      `"${word}" is not a test: ${hint} (a value with such a name is written {"$eq": {…}})`,
      here,
    );
  });
  const [first] = tests;
  return first !== undefined && tests.length === 1 ? first : { kind: 'all', tests };
}

function match(text: string, at: string): ValueTest {
  const source: unknown = JSON.parse(text);
  if (typeof source !== 'string')
    throw new StepError('"$match" needs a pattern, e.g. {"$match": "^id-"}', at);
  // One for all values that it is tried with, so that what takes too long does so once.
  let last: FilledPattern | undefined;
  const filled = (given: ValueOf): FilledPattern => {
    const now = filledText(source, given, asPattern);
    if (last?.source !== now) last = { source: now, pattern: patternOf(now) };
    return last;
  };
  const { pattern } = filled(() => undefined);
  if (typeof pattern === 'string' && variablesIn(text).length === 0)
    throw new StepError(`"$match" is not a valid pattern: ${pattern}`, at);
  return { kind: 'match', source, filled };
}

/** A text as a pattern that finds it, with whatever flags. */
const asPattern = (value: string): string =>
  value.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&').replaceAll('-', '\\x2d');

/** A pattern as it is written, with flags as `/…/i`; why it is none. */
function patternOf(written: string): Guard | string {
  const [, source, flags] = /^\/(.*)\/([imsu]*)$/s.exec(written) ?? [];
  try {
    return guard(source === undefined ? new RegExp(written) : new RegExp(source, flags));
  } catch (error) {
    return error instanceof Error
      ? error.message.replace(/^Invalid regular expression: /, '')
      : String(error);
  }
}

function type(text: string, at: string): ValueTest {
  const value: unknown = JSON.parse(text);
  const words: readonly unknown[] = Array.isArray(value) ? value : [value];
  const wrong = words.find((word) => !TYPES.some((known) => known === word));
  if (words.length === 0 || wrong !== undefined) {
    const near = typeof wrong === 'string' ? closest(wrong, TYPES) : undefined;
    const hint = near === undefined ? '' : `; did you mean "${near}"?`;
    throw new StepError(`"$type" needs one of ${TYPES.join(', ')}, or an array of them${hint}`, at);
  }
  return { kind: 'type', types: TYPES.filter((known) => words.includes(known)) };
}

function number(text: string, at: string, word: string): string {
  if (/^[-\d]/.test(text) || isVariable(text)) return text;
  throw new StepError(`"${word}" needs a number, e.g. {"${word}": 1}`, at);
}

function readLength(text: string, at: string): ValueTest {
  if (/^\d+$/.test(text) || isVariable(text)) return { kind: 'value', text };
  if (isTest(text)) return readTest(text, at);
  throw new StepError('"$len" needs a whole number or a test of it, e.g. {"$len": {"$min": 1}}', at);
}

function any(text: string, at: string): ValueTest {
  const items = elementTexts(text);
  if (items === undefined || items.length === 0)
    throw new StepError('"$any" needs an array of values or tests, e.g. {"$any": [1, {"$min": 7}]}', at);
  return { kind: 'any', tests: items.map((item, place) => readTest(item, into(at, place))) };
}

function schema(text: string, at: string): ValueTest {
  const value: unknown = JSON.parse(text);
  if (value === true) return { kind: 'schema' };
  if (isObject(value)) return { kind: 'schema', schema: value };
  throw new StepError('"$schema" needs true, for the outputSchema of the tool, or a JSON Schema', at);
}
