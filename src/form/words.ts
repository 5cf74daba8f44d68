import { jsonOf } from '../json/json-of.ts';
import type { Field, UnionField } from './field.ts';
import { fieldOf } from './field-of.ts';
import type { Schema, SchemaDocument } from './schema.ts';

/** The type of a field in a word or two, for its row: `number`, `list of text`, `one of 5`. */
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
      return field.schema.formatHint ?? 'text';
    case 'number':
    case 'integer':
      return field.kind;
    case 'boolean':
      return 'true/false';
    case 'choice':
      return field.options.length === 1 ? 'constant' : `one of ${field.options.length}`;
    case 'multi-choice':
      return `some of ${field.options.length}`;
    case 'list':
      if (field.prefix.length > 0) return `list of ${field.prefix.length}`;
      return containerWord('list', fieldOf(document, field.rest), inside);
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
  return `${noun} of ${inner.kind === 'list' || inner.kind === 'map' ? `${inner.kind}s` : inside(inner)}`;
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
    range(schema.minProperties, schema.maxProperties, 'member'),
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

/** Examples that are told, and characters of each. */
const EXAMPLES = { most: 3, length: 40 };

function exampleWords(examples: readonly unknown[] = []): string | undefined {
  const told = examples.slice(0, EXAMPLES.most).map((example) => {
    const text = typeof example === 'string' && example !== '' ? example : jsonOf(example);
    return text.length > EXAMPLES.length ? `${text.slice(0, EXAMPLES.length)}…` : text;
  });
  if (told.length === 0) return undefined;
  return `such as ${told.join(', ')}${examples.length > told.length ? ' …' : ''}`;
}

/** Bounds at the edge of what a double holds exactly are what code generators add; they tell a person nothing. */
function range(low: number | undefined, high: number | undefined, noun: string): string | undefined {
  const least = low === undefined || low <= Number.MIN_SAFE_INTEGER ? undefined : low;
  const most = high === undefined || high >= Number.MAX_SAFE_INTEGER ? undefined : high;
  const nouns = (count: number) => (noun === '' ? '' : ` ${noun}${count === 1 ? '' : 's'}`);
  if (least === undefined && most === undefined) return undefined;
  if (least === undefined) return `at most ${most}${nouns(most ?? 0)}`;
  if (most === undefined) return noun !== '' && least === 0 ? undefined : `at least ${least}${nouns(least)}`;
  return least === most ? `exactly ${least}${nouns(least)}` : `${least} to ${most}${nouns(most)}`;
}

/** The default as JSON text, to be shown and never sent; text without its quotes. */
export function defaultText(schema: Schema): string | undefined {
  const { default: given } = schema;
  if (given === undefined) return undefined;
  return typeof given === 'string' && given !== '' ? given : jsonOf(given);
}
