import { jsonOf } from '../json/json-of.ts';
import type { Path } from '../json/path.ts';
import { firstRepeated } from '../json/same.ts';
import { isObject } from '../json/shape.ts';
import type { Problem } from './problem.ts';
import { isImpossible, type Schema, type TypeName } from './schema.ts';

/** A keyword that a value does not meet. */
export interface Broken {
  readonly path: Path;
  /** The value at the path. */
  readonly value: unknown;
  /** The schema that has the keyword. */
  readonly schema: Schema;
  readonly keyword: string;
  /** By which keywords, this one last. */
  readonly by: Path;
  /** The member that is missing, where that is what is wrong. */
  readonly name?: string;
}

/** What is wrong, in plain words that complete “this field …”. */
export function problemOf(broken: Broken): Problem {
  const { path, keyword, name } = broken;
  if (name === undefined) return { path, sentence: sentenceOf(broken) };
  const sentence = keyword === 'required' ? 'is required' : dependentSentence(broken, name);
  return { path: [...path, name], sentence };
}

function sentenceOf({ value, schema, keyword, by }: Broken): string {
  switch (keyword) {
    case 'type':
      return typeSentence(schema.type ?? []);
    case 'const':
      return `must be ${jsonOf(schema.const)}`;
    case 'enum':
      return choiceSentence(schema.enum ?? []);
    case 'minimum':
      return `must be at least ${schema.minimum}`;
    case 'maximum':
      return `must be at most ${schema.maximum}`;
    case 'exclusiveMinimum':
      return `must be more than ${schema.exclusiveMinimum}`;
    case 'exclusiveMaximum':
      return `must be less than ${schema.exclusiveMaximum}`;
    case 'multipleOf':
      return `must be a multiple of ${schema.multipleOf}`;
    case 'minLength':
      return tooShort(String(value), schema.minLength ?? 0);
    case 'maxLength':
      return `must have at most ${count(schema.maxLength, 'character')}, has ${[...String(value)].length}`;
    case 'pattern':
      return `must match ${schema.pattern}`;
    case 'minItems':
      return needsMore((schema.minItems ?? 0) - sizeOf(value), 'item');
    case 'maxItems':
      return `has ${count(sizeOf(value) - (schema.maxItems ?? 0), 'item')} too many`;
    case 'uniqueItems':
      return repeated(value);
    case 'contains':
    case 'minContains':
      return needsMatching(schema);
    case 'maxContains':
      return `must have at most ${count(schema.maxContains, 'such item')}`;
    case 'minProperties':
      return needsMore((schema.minProperties ?? 0) - sizeOf(value), 'member');
    case 'maxProperties':
      return `has ${count(sizeOf(value) - (schema.maxProperties ?? 0), 'member')} too many`;
    case 'not':
      return notSentence(schema.not ?? {}, by);
    default:
      return `is not right: ${keyword}`;
  }
}

const typeNames: Readonly<Record<TypeName, string>> = {
  string: 'text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
};

/** Names that are told one by one. */
const LISTED = 20;

/** “must be text or a list”. */
export function typeSentence(types: readonly TypeName[]): string {
  return `must be ${list(
    [...new Set(types)].map((type) => typeNames[type]),
    'or',
  )}`;
}

/** “a, b or c”; of very many the first. */
export function list(words: readonly string[], last: string): string {
  const [only = ''] = words;
  if (words.length > LISTED) return `${words.slice(0, 8).join(', ')} … (${words.length})`;
  return words.length < 2 ? only : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`;
}

/** “must be one of: a, b”; of types that are right as well null goes without saying: “must be a list or one of: a, b”. */
export function choiceSentence(choices: readonly unknown[], types: readonly TypeName[] = []): string {
  const shown = choices.slice(0, 8).map((one) => (typeof one === 'string' && one !== '' ? one : jsonOf(one)));
  if (choices.length === 0) return 'has an empty list of choices: no value is right';
  const others = types.filter((type) => type !== 'null');
  const start = others.length === 0 ? 'must be' : `${typeSentence(others)} or`;
  if (choices.length === 1) return `${start} ${shown[0]}`;
  return `${start} one of: ${shown.join(', ')}${choices.length > 8 ? ` … (${choices.length})` : ''}`;
}

function count(number: number | undefined, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

function needsMore(number: number, noun: string): string {
  return number === 1 ? `needs one more ${noun}` : `needs ${number} more ${noun}s`;
}

function sizeOf(value: unknown): number {
  return typeof value === 'object' && value !== null ? Object.keys(value).length : 0;
}

function tooShort(text: string, least: number): string {
  const length = [...text].length;
  if (length === 0 && least === 1) return 'must not be empty';
  return `must have at least ${count(least, 'character')}, has ${length}`;
}

function repeated(value: unknown): string {
  const list = Array.isArray(value) ? value : [];
  const text = jsonOf(list[firstRepeated(list)]);
  return `has ${text.length > 40 ? 'an item' : text} twice`;
}

function needsMatching({ contains, minContains = 1 }: Schema): string {
  const wanted = jsonOf(contains);
  return `needs ${minContains === 1 ? 'an item' : `${minContains} items`} like ${wanted}`;
}

function notSentence(not: Schema, by: Path): string {
  const unknown = ['additionalProperties', 'unevaluatedProperties'].includes(String(by.at(-2)));
  if (isImpossible({ not })) return unknown ? 'is not a parameter here' : 'must not be given';
  if (not.required !== undefined)
    return `must not have ${list(not.required, 'and')}${not.required.length > 1 ? ' together' : ''}`;
  if (not.const !== undefined) return `must not be ${jsonOf(not.const)}`;
  if (not.enum !== undefined) return `must not be one of: ${not.enum.map((one) => jsonOf(one)).join(', ')}`;
  if (not.type !== undefined) return typeSentence(not.type).replace('must', 'must not');
  if (not.pattern !== undefined) return `must not match ${not.pattern}`;
  return `must not fit ${jsonOf(not)}`;
}

function dependentSentence({ value, schema }: Broken, name: string): string {
  const [because] = Object.entries(schema.dependentRequired ?? {}).find(
    ([given, names]) => isObject(value) && Object.hasOwn(value, given) && names.includes(name),
  ) ?? [name];
  return `is required because ${because} is given`;
}
