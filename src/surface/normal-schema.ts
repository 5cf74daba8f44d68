import { isImpossible, type Schema, type TypeName } from '../form/schema.ts';

/**
 * A schema in a form that can be compared: `$ref` and `allOf` are merged into it, `const` is an `enum` of one value, null is
 * one of its types, `oneOf` whose variants exclude each other is `anyOf`, and keywords without effect are left out. Nested
 * schemas are still those of the document.
 */
export interface Normal extends Omit<Schema, '$ref' | 'const' | 'allOf' | 'anyOf' | 'oneOf'> {
  readonly union?: Union;
  /** Schemas that could not be merged, and hold as well. */
  readonly also?: readonly Normal[];
}

/** `anyOf` or `oneOf`. */
export interface Union {
  readonly keyword: 'anyOf' | 'oneOf';
  /** Whether a value must not meet a second variant, and the variants may overlap. */
  readonly isExclusive: boolean;
  readonly variants: readonly UnionVariant[];
}

/** One of the schemas of a union. */
export interface UnionVariant {
  readonly schema: Normal;
  /** Its place in the schema as sent. */
  readonly index: number;
}

/** Keywords that do not constrain values. */
export const TEXTS = [
  'title',
  'description',
  'default',
  'examples',
  'deprecated',
  'enumNames',
  'contentEncoding',
  'x-mcp-header',
] as const;

/** Whether it refuses every value. */
export const refusesAll = (schema: Normal): boolean =>
  isImpossible(schema) || schema.enum?.length === 0 || schema.type?.length === 0;

/** A normal form as a schema again, to validate values with. */
export function schemaOf({ union, also = [], ...plain }: Normal): Schema {
  const variants = union?.variants.map(({ schema }) => schemaOf(schema));
  return {
    ...plain,
    ...(union === undefined ? {} : { [union.isExclusive ? 'oneOf' : 'anyOf']: variants }),
    ...(also.length === 0 ? {} : { allOf: also.map(schemaOf) }),
  };
}

/** Whether values of a type are among those of some types; an integer is a number. */
export const allowsType = (types: readonly TypeName[], name: TypeName): boolean =>
  types.includes(name) || (name === 'integer' && types.includes('number'));

/** All types; integers are numbers. */
export const EVERY: readonly TypeName[] = ['null', 'boolean', 'number', 'string', 'array', 'object'];

/** The types of the values it allows. */
export function typesIn({ type, enum: choices }: Normal): readonly TypeName[] {
  if (choices !== undefined) return [...new Set(choices.map(typeOfValue))];
  return type ?? EVERY;
}

function typeOfValue(value: unknown): TypeName {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value as TypeName;
}

/** Whether a value is of one of the types. */
export const isOneOf = (value: unknown, types: readonly TypeName[] | undefined): boolean =>
  types === undefined || allowsType(types, typeOfValue(value));
