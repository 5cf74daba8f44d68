import { jsonOf } from '../json/json-of.ts';
import { flatten } from './merge.ts';
import { isNull, type Schema, type SchemaDocument, type TypeName } from './schema.ts';

/**
 * What a schema asks for at one place, whatever is entered there: the kind of its editor and what a person needs to know.
 * It has no path; the same field serves every item of a list.
 */
export type Field = FieldFacts &
  (
    | { readonly kind: 'text'; readonly suggestions: readonly string[] }
    | { readonly kind: 'number' | 'integer' }
    | { readonly kind: 'boolean' }
    /** One of a list of values. */
    | { readonly kind: 'choice'; readonly options: readonly Option[] }
    /** A list of some of a list of values. */
    | { readonly kind: 'multi-choice'; readonly options: readonly Option[] }
    | { readonly kind: 'list'; readonly prefix: readonly Schema[]; readonly rest: Schema }
    /** An object: named properties, and what else it takes. A map has no named properties. */
    | { readonly kind: 'group' | 'map'; readonly properties: readonly Property[]; readonly extra: Extra }
    /** One of several kinds of values; `any` offers every type of JSON. */
    | {
        readonly kind: 'union' | 'any';
        readonly variants: readonly Variant[];
        /** The property whose constant tells the variants apart. */
        readonly discriminator?: string;
      }
    /** What is not understood, or allows nothing: `finding` says why. */
    | { readonly kind: 'json' }
  );

/** The kinds of editors. */
export type FieldKind = Field['kind'];

interface FieldFacts {
  /** The schema with references and `allOf` merged in. */
  readonly schema: Schema;
  /** Null is allowed beside the values of the kind. */
  readonly nullable: boolean;
  readonly finding?: string;
}

/** A value to pick. */
interface Option {
  /** What is shown: the value's title, else the value. */
  readonly label: string;
  /** The value as JSON text; sent with its own type. */
  readonly text: string;
  readonly value: unknown;
}

/** A named property of a group. */
export interface Property {
  readonly name: string;
  readonly node: Schema;
  readonly required: boolean;
}

/** What an object takes beside its named properties. */
export interface Extra {
  readonly patterns: readonly { readonly matches: (name: string) => boolean; readonly node: Schema }[];
  /** Members that match no pattern; an impossible schema when there must be none. */
  readonly rest: Schema;
  /** What their names must look like. */
  readonly names?: Schema;
  /** The schema itself speaks of properties that it does not name. */
  readonly asked: boolean;
  /** The schema asks for them, so that a form should offer to add one. */
  readonly invited: boolean;
}

/** One possibility of a union. */
export interface Variant {
  /** The discriminating constant, the title, the distinguishing names or the type. */
  readonly label: string;
  readonly node: Schema;
  /** Where in the schema it was taken from, outermost first; empty for a type of a list of types. */
  readonly route: readonly Branch[];
  /** For the types of `any`: the type. */
  readonly type?: TypeName;
}

/** A branch of `anyOf` or `oneOf`. */
export interface Branch {
  readonly keyword: 'anyOf' | 'oneOf';
  readonly index: number;
}

export type GroupField = Extract<Field, { kind: 'group' | 'map' }>;
export type UnionField = Extract<Field, { kind: 'union' | 'any' }>;

/** Whether the field's value is one line or text that can be typed. */
export function isScalar(kind: FieldKind): boolean {
  return (
    kind === 'text' || kind === 'number' || kind === 'integer' || kind === 'boolean' || kind === 'choice'
  );
}

/** A property with its place in the order of its group. */
interface Named {
  readonly property: Property;
  readonly place: number;
}

/** The properties of a group by their names; kept with the document, since some have a hundred thousand. */
export const namedIn = (
  { derive }: SchemaDocument,
  { properties }: Pick<GroupField, 'properties'>,
): ReadonlyMap<string, Named> =>
  derive(
    namedIn,
    properties,
    () => new Map(properties.map((property, place) => [property.name, { property, place }])),
  );

/**
 * Texts to offer for a text field, which takes any other text as well: its examples, its default, and for a date or a
 * time the present moment in UTC.
 */
export function suggestionsFor(field: Field, now: Date): readonly string[] {
  if (field.kind !== 'text') return [];
  const { default: given, formatHint = '' } = field.schema;
  const known = [...field.suggestions, ...(typeof given === 'string' && given !== '' ? [given] : [])];
  const moment = momentIn(formatHint, now.toISOString());
  return [...new Set(moment === undefined ? known : [moment, ...known])];
}

/** Whether there are any. */
export const hasSuggestions = (field: Field): boolean => suggestionsFor(field, new Date(0)).length > 0;

/** The present moment as a format writes it (RFC 3339); nothing for a format that is not a date or time. */
function momentIn(format: string, iso: string): string | undefined {
  const seconds = iso.replace(/\.\d+/, '');
  switch (format) {
    case 'date-time':
      return seconds;
    case 'date':
      return seconds.slice(0, 10);
    case 'time':
      return seconds.slice(11);
    default:
      return undefined;
  }
}

/**
 * The values to pick from when a schema is a list of values: `enum` (with `enumNames`), `const`, or `oneOf`/`anyOf` of
 * such with titles. Undefined when it is anything else.
 */
export function optionsOf(document: SchemaDocument, schema: Schema): readonly Option[] | undefined {
  if (schema.const !== undefined) return [optionOf(schema.const, undefined)];
  if (schema.enum !== undefined) {
    return schema.enum.map((value, i) => optionOf(value, schema.enumNames?.[i]));
  }
  const members = schema.oneOf ?? schema.anyOf;
  return members === undefined ? undefined : optionsOfMembers(document, members);
}

function optionsOfMembers(
  document: SchemaDocument,
  members: readonly Schema[],
): readonly Option[] | undefined {
  const options: Option[] = [];
  for (const member of members) {
    const schema = flatten(document, member);
    const own = isNull(schema) ? [optionOf(null, schema.title)] : optionsOf(document, schema);
    if (own === undefined) return undefined;
    const [only, ...others] = own;
    if (only !== undefined && others.length === 0) options.push(optionOf(only.value, schema.title));
    else options.push(...own);
  }
  const hasValue = options.some(({ value }) => value !== null);
  const distinct = new Map(options.toReversed().map((option) => [option.text, option]));
  return hasValue ? options.filter((option) => distinct.get(option.text) === option) : undefined;
}

function optionOf(value: unknown, title: string | undefined): Option {
  const text = jsonOf(value);
  return { label: title ?? (typeof value === 'string' ? value : text), text, value };
}
