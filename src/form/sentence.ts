import { jsonOf } from '../json/json-of.ts';
import type { Path } from '../json/path.ts';
import { firstRepeated } from '../json/same.ts';
import { isObject } from '../json/shape.ts';
import { cut } from '../text/cut.ts';
import { counted } from '../text/measure.ts';
import type { Field, UnionField } from './field.ts';
import { fieldOf } from './field-of.ts';
import type { Problem } from './problem.ts';
import { isImpossible, type Schema, type SchemaDocument, type TypeName } from './schema.ts';

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

/** What is wrong, in the words of JSON Schema and of JSON, to complete “this field …”. */
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
      return sizeSentence('least', schema.minLength, 'character', [...String(value)].length);
    case 'maxLength':
      return sizeSentence('most', schema.maxLength, 'character', [...String(value)].length);
    case 'pattern':
      return `must match ${schema.pattern}`;
    case 'minItems':
      return sizeSentence('least', schema.minItems, 'item', sizeOf(value));
    case 'maxItems':
      return sizeSentence('most', schema.maxItems, 'item', sizeOf(value));
    case 'uniqueItems':
      return repeated(value);
    case 'contains':
    case 'minContains':
      return `must contain ${schema.minContains === undefined ? 'an item' : `at least ${counted(schema.minContains, 'item')}`} matching ${jsonOf(schema.contains)}`;
    case 'maxContains':
      return `must contain at most ${counted(schema.maxContains ?? 0, 'item')} matching ${jsonOf(schema.contains)}`;
    case 'minProperties':
      return sizeSentence('least', schema.minProperties, 'property', sizeOf(value));
    case 'maxProperties':
      return sizeSentence('most', schema.maxProperties, 'property', sizeOf(value));
    case 'not':
      return notSentence(schema.not ?? {}, by);
    default:
      return `does not meet ${keyword}`;
  }
}

const typeNames: Readonly<Record<TypeName, string>> = {
  string: 'a string',
  number: 'a number',
  integer: 'an integer',
  boolean: 'a boolean',
  array: 'an array',
  object: 'an object',
  null: 'null',
};

/** Names that are listed one by one. */
const LISTED = 20;

/** “must be a string or an array”. */
export function typeSentence(types: readonly TypeName[]): string {
  if (types.join() === 'boolean') return 'must be true or false';
  return `must be ${list(
    [...new Set(types)].map((type) => typeNames[type]),
    'or',
  )}`;
}

/** “a, b or c”; of very many the first. */
function list(words: readonly string[], last: string): string {
  const [only = ''] = words;
  if (words.length > LISTED) return `${words.slice(0, 8).join(', ')} … (${words.length})`;
  return words.length < 2 ? only : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`;
}

/** “must be one of: a, b”; of types that are right as well null goes without saying: “must be an array or one of: a, b”. */
export function choiceSentence(choices: readonly unknown[], types: readonly TypeName[] = []): string {
  const shown = choices.slice(0, 8).map((one) => (typeof one === 'string' && one !== '' ? one : jsonOf(one)));
  if (choices.length === 0) return 'has an empty enum, so no value is valid';
  const others = types.filter((type) => type !== 'null');
  const start = others.length === 0 ? 'must be' : `${typeSentence(others)} or`;
  if (choices.length === 1) return `${start} ${shown[0]}`;
  return `${start} one of: ${shown.join(', ')}${choices.length > 8 ? ` … (${choices.length})` : ''}`;
}

function sizeSentence(edge: 'least' | 'most', size = 0, noun: string, has: number): string {
  if (edge === 'least' && size === 1) return 'must not be empty';
  return `must have at ${edge} ${counted(size, noun)}, has ${has}`;
}

function sizeOf(value: unknown): number {
  return typeof value === 'object' && value !== null ? Object.keys(value).length : 0;
}

function repeated(value: unknown): string {
  const list = Array.isArray(value) ? value : [];
  const text = jsonOf(list[firstRepeated(list)]);
  return `has ${text.length > 40 ? 'an item' : text} twice`;
}

function notSentence(not: Schema, by: Path): string {
  const unknown = ['additionalProperties', 'unevaluatedProperties'].includes(String(by.at(-2)));
  if (isImpossible({ not })) return unknown ? UNKNOWN : 'must not be given';
  if (not.required !== undefined)
    return `must not have ${list(not.required, 'and')}${not.required.length > 1 ? ' together' : ''}`;
  if (not.const !== undefined) return `must not be ${jsonOf(not.const)}`;
  if (not.enum !== undefined) return `must not be one of: ${not.enum.map((one) => jsonOf(one)).join(', ')}`;
  if (not.type !== undefined) return typeSentence(not.type).replace('must', 'must not');
  if (not.pattern !== undefined) return `must not match ${not.pattern}`;
  return `must not match ${jsonOf(not)}`;
}

function dependentSentence({ value, schema }: Broken, name: string): string {
  const [because] = Object.entries(schema.dependentRequired ?? {}).find(
    ([given, names]) => isObject(value) && Object.hasOwn(value, given) && names.includes(name),
  ) ?? [name];
  return `is required because ${because} is given`;
}

/** A property that a schema does not name. */
export const UNKNOWN = 'is not a known property';

/** The name of a property that its own schema forbids. */
export const nameSentence = (name: string, sentence: string): string =>
  `the property name “${name}” ${sentence}`;

/** Which members of an object are wanted, of each set one: “needs url or id”. */
export const needsSentence = (sets: readonly string[]): string => `needs ${list(sets, 'or')}`;

/** Why a value that several variants take is wrong: of a union of names, only one of which may be there, these. */
export const tooManySentence = (count: number, names: readonly string[] | undefined): string =>
  names === undefined
    ? `matches ${count} of the variants, must match exactly one`
    : `must have only one of: ${names.slice(0, LISTED).join(', ')}`;

/** What is wrong where a value is still to be entered. */
export const NEEDS_VALUE = 'needs a value';
export const needsVariant = (labels: readonly string[]): string => `needs a choice of ${labels.join(' or ')}`;

const FORMAT_EXAMPLES: Readonly<Record<string, string>> = {
  date: '2026-01-31',
  time: '14:30:00Z',
  'date-time': '2026-01-31T14:30:00Z',
  duration: 'P1DT12H',
  uri: 'https://example.com/a',
  email: 'ada@example.com',
  uuid: '3f2b6c1e-8a4d-4c6f-9b1a-0d2e4f6a8b0c',
  ipv4: '192.0.2.1',
};

/** “is not a valid date (example: 2026-01-31)”. */
export function formatSentence(format: string): string {
  const example = FORMAT_EXAMPLES[format];
  return `is not a valid ${format}${example === undefined ? '' : ` (example: ${example})`}`;
}

/** A number that many programs cannot hold. */
export const DIGITS_HINT = 'is sent as typed; many programs round numbers beyond 2^53';

/** How much is wrong inside of what is folded. */
export const insideSentence = (problems: number): string => `${counted(problems, 'problem')} inside`;

/** What a text in the place of a value is, after what it must be: “must be a number, is “four””. */
export const isInstead = (wanted: string, text: string): string =>
  `${wanted}, is ${text === '' ? 'empty' : `“${text}”`}`;

/** The same of a text that is to be JSON, and why it is not; the text cut, enough to know it again. */
export const notJson = (wanted: string, text: string, why: string): string =>
  text === '' ? isInstead(wanted, text) : `${isInstead(wanted, cut(text.replace(/\s+/g, ' '), 40))}: ${why}`;

/** The type of a field in a word or two, for its row: `number`, `array of strings`, `one of 5`. */
export function typeWord(document: SchemaDocument, field: Field): string {
  return wordOf(document, field, 2);
}

/** Types can contain themselves, so only so many levels of lists, maps and unions are named. */
function wordOf(document: SchemaDocument, field: Field, levels: number): string {
  if (levels < 0) return 'values';
  const word = plainWord(document, field, (inner) => wordOf(document, inner, levels - 1));
  return field.nullable && field.kind !== 'any' ? `${word} or null` : word;
}

/** `inside` names what a list, map or union is of. */
function plainWord(document: SchemaDocument, field: Field, inside: (field: Field) => string): string {
  switch (field.kind) {
    case 'text':
      return field.schema.formatHint ?? 'string';
    case 'number':
    case 'integer':
    case 'boolean':
      return field.kind;
    case 'choice':
      return field.options.length === 1 ? 'constant' : `one of ${field.options.length}`;
    case 'multi-choice':
      return `any of ${field.options.length}`;
    case 'list':
      if (field.prefix.length > 0) return `array of ${field.prefix.length}`;
      return containerWord('array', fieldOf(document, field.rest), inside);
    case 'group':
      return 'object';
    case 'map':
      return containerWord(
        'map',
        fieldOf(document, field.extra.patterns[0]?.node ?? field.extra.rest),
        inside,
      );
    case 'union':
      return unionWord(document, field, inside);
    case 'any':
      return 'any';
    case 'json':
      return 'JSON';
  }
}

function containerWord(noun: string, inner: Field, inside: (field: Field) => string): string {
  if (inner.kind === 'any' || inner.kind === 'json') return noun;
  if (inner.kind === 'list' || inner.kind === 'map')
    return `${noun} of ${inner.kind === 'list' ? 'arrays' : 'maps'}`;
  return `${noun} of ${pluralOf(inside(inner))}`;
}

function unionWord(
  document: SchemaDocument,
  { variants }: UnionField,
  inside: (field: Field) => string,
): string {
  const kinds = variants.map(({ node }) => fieldOf(document, node));
  if (kinds.every(({ kind }) => kind === 'group' || kind === 'map')) return `${kinds.length} variants`;
  return [...new Set(kinds.map(inside))].join(' or ');
}

/** “strings”, where the word is a type's and not “date-time” or “string or null”. */
const pluralOf = (word: string): string =>
  /^(?:string|number|integer|boolean|object)$/.test(word) ? `${word}s` : word;

/** What a schema asks of the values of a field, in words, the most telling first; without what everybody has. */
export function constraintWords(schema: Schema): readonly string[] {
  const words = [
    range(schema.minimum, schema.maximum, ''),
    schema.exclusiveMinimum === undefined ? undefined : `more than ${schema.exclusiveMinimum}`,
    schema.exclusiveMaximum === undefined ? undefined : `less than ${schema.exclusiveMaximum}`,
    schema.multipleOf === undefined ? undefined : `a multiple of ${schema.multipleOf}`,
    range(schema.minLength, schema.maxLength, 'character'),
    range(schema.minItems, schema.maxItems, 'item'),
    schema.uniqueItems === true ? 'no duplicates' : undefined,
    range(schema.minProperties, schema.maxProperties, 'property'),
    schema.formatHint === undefined ? undefined : `format ${schema.formatHint}`,
    schema.contentEncoding === undefined ? undefined : `encoded as ${schema.contentEncoding}`,
    schema.pattern === undefined ? undefined : `matches ${schema.pattern}`,
    exampleWords(schema.examples),
    schema.deprecated === true ? 'deprecated' : undefined,
    schema['x-mcp-header'] === undefined
      ? undefined
      : `sent as the header Mcp-Param-${schema['x-mcp-header']}`,
  ];
  return words.filter((word) => word !== undefined);
}

/** Examples that are shown, and characters of each. */
const EXAMPLES = { most: 3, length: 40 };

function exampleWords(examples: readonly unknown[] = []): string | undefined {
  const shown = examples.slice(0, EXAMPLES.most).map((example) => {
    const text = typeof example === 'string' && example !== '' ? example : jsonOf(example);
    return text.length > EXAMPLES.length ? `${text.slice(0, EXAMPLES.length)}…` : text;
  });
  if (shown.length === 0) return undefined;
  return `such as ${shown.join(', ')}${examples.length > shown.length ? ' …' : ''}`;
}

/** Bounds at the edge of what a double holds exactly are what code generators add; they say nothing to a person. */
function range(low: number | undefined, high: number | undefined, noun: string): string | undefined {
  const least = low === undefined || low <= Number.MIN_SAFE_INTEGER ? undefined : low;
  const most = high === undefined || high >= Number.MAX_SAFE_INTEGER ? undefined : high;
  const sized = (count: number, before = '') =>
    noun === '' ? `${before}${count}` : `${before}${counted(count, noun)}`;
  if (least === undefined && most === undefined) return undefined;
  if (least === undefined) return `at most ${sized(most ?? 0)}`;
  if (most === undefined) return noun !== '' && least === 0 ? undefined : `at least ${sized(least)}`;
  return least === most ? `exactly ${sized(least)}` : sized(most, `${least} to `);
}

/** The default as JSON text, to be shown and never sent; text without its quotes. */
export function defaultText(schema: Schema): string | undefined {
  const { default: given } = schema;
  if (given === undefined) return undefined;
  return typeof given === 'string' && given !== '' ? given : jsonOf(given);
}
