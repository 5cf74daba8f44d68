import { cut } from '../text/cut.ts';
import { type Draft, isJsonNumber, jsonError } from './draft.ts';
import { draftOf } from './draft-text.ts';
import type { Field, UnionField } from './field.ts';
import { fieldOf } from './field-of.ts';
import type { SchemaDocument } from './schema.ts';
import { holds } from './variant.ts';

/** A value from the command line; with a problem it is text, for who sends it all the same. */
export interface ValueWord {
  readonly draft: Draft;
  /** Completes “key: …”. */
  readonly problem?: string;
}

/** A value written as JSON. */
export function jsonValue(text: string): ValueWord {
  const error = jsonError(text);
  return error === undefined
    ? { draft: draftOf(text) }
    : { draft: { is: 'text', text }, problem: noJson('must be', text, error) };
}

/** A value with the type that its field asks for. */
export function typedValue(document: SchemaDocument, field: Field, text: string): ValueWord {
  if (text === 'null' && field.nullable && !takesText(document, field)) return { draft: { is: 'null' } };
  switch (field.kind) {
    case 'text':
      return { draft: { is: 'text', text } };
    case 'number':
    case 'integer':
      return isJsonNumber(text) ? { draft: { is: 'number', text } } : wrong(text, 'must be a number');
    case 'boolean':
      if (text === 'true' || text === 'false') return { draft: { is: 'boolean', value: text === 'true' } };
      return wrong(text, 'must be true or false');
    case 'choice':
      return chosen(field, text);
    case 'multi-choice':
    case 'list':
      return asJson(text, 'must be a list');
    case 'group':
    case 'map':
      return asJson(text, 'must be an object');
    case 'any':
    case 'json':
      return asJson(text, 'takes any value');
    case 'union':
      return ofVariants(document, field, text);
  }
}

/** A value for a name that the schema does not know: JSON where it is JSON, else text. */
export function untypedValue(text: string): ValueWord {
  return { draft: jsonError(text) === undefined ? draftOf(text) : { is: 'text', text } };
}

function wrong(text: string, problem: string): ValueWord {
  return {
    draft: { is: 'text', text },
    problem: text === '' ? `${problem}, is empty` : `${problem}, is “${text}”`,
  };
}

function asJson(text: string, wanted: string): ValueWord {
  const error = jsonError(text);
  if (error === undefined) return { draft: draftOf(text) };
  return { draft: { is: 'text', text }, problem: noJson(`${wanted} in`, text, error) };
}

function noJson(wanted: string, text: string, error: string): string {
  return text === '' ? `${wanted} JSON, is empty` : `${wanted} JSON, is “${brief(text)}”: ${error}`;
}

/** The beginning of a text, enough to know it again. */
function brief(text: string): string {
  return cut(text.replace(/\s+/g, ' '), 40);
}

/** One of the choices; what is none of them is a number where all of them are. */
function chosen({ options }: Extract<Field, { kind: 'choice' }>, text: string): ValueWord {
  const option =
    options.find(({ value }) => value === text) ??
    options.find((one) => one.text === text) ??
    options.find(({ label }) => label === text);
  if (option !== undefined) return { draft: draftOf(option.text) };
  const numbers =
    isJsonNumber(text) && options.every(({ value }) => typeof value === 'number' || value === null);
  return { draft: { is: numbers ? 'number' : 'text', text } };
}

function takesText(document: SchemaDocument, field: Field): boolean {
  if (field.kind === 'union')
    return field.variants.some(({ node }) => takesText(document, fieldOf(document, node)));
  if (field.kind === 'choice') return field.options.some(({ value }) => value === 'null');
  return field.kind === 'text';
}

/**
 * JSON lists and objects go to the variant that takes them; what is no such is text where a variant takes text, else
 * what the first variant makes of it that understands it.
 */
function ofVariants(document: SchemaDocument, union: UnionField, text: string): ValueWord {
  const fields = union.variants.map(({ node }) => fieldOf(document, node));
  if (/^\s*[[{]/.test(text) && jsonError(text) === undefined) {
    const draft = draftOf(text);
    if (fields.some((field) => field.kind !== 'text' && holds(document, field, draft))) return { draft };
  }
  const typed = fields.map((field) => typedValue(document, field, text));
  const texts = fields.findIndex((field) => field.kind === 'text');
  const choice = typed.find(
    ({ draft }, i) => fields[i]?.kind === 'choice' && holds(document, fields[i] as Field, draft),
  );
  return (
    choice ?? typed[texts] ?? typed.find(({ problem }) => problem === undefined) ?? (typed[0] as ValueWord)
  );
}
