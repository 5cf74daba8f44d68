import { isImpossible, type Schema, type TypeName } from '../form/schema.ts';

/**
 * A schema as two can be compared: what it refers to and its `allOf` are merged into it, `const` is an `enum` of one,
 * null beside a type stands in the type, `oneOf` with variants that exclude each other is `anyOf`, and what means nothing
 * is left out. The schemas within its keywords are those of the document.
 */
export interface Normal extends Omit<Schema, '$ref' | 'const' | 'allOf' | 'anyOf' | 'oneOf'> {
  readonly union?: Union;
  /** What could not be merged: it holds as well. */
  readonly also?: readonly Normal[];
}

/** `anyOf` or `oneOf`. */
export interface Union {
  readonly keyword: 'anyOf' | 'oneOf';
  /** Whether a value must not meet a second variant, which is known of none. */
  readonly isExclusive: boolean;
  readonly variants: readonly UnionVariant[];
}

/** One of the schemas of a union. */
export interface UnionVariant {
  readonly schema: Normal;
  /** Its place in the schema as sent. */
  readonly index: number;
}

/** Of a schema's keywords, those that no value has to meet. */
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

/** A normal form as a schema again, to hold a value against. */
export function schemaOf({ union, also = [], ...plain }: Normal): Schema {
  const variants = union?.variants.map(({ schema }) => schemaOf(schema));
  return {
    ...plain,
    ...(union === undefined ? {} : { [union.isExclusive ? 'oneOf' : 'anyOf']: variants }),
    ...(also.length === 0 ? {} : { allOf: also.map(schemaOf) }),
  };
}

/** The types both allow; an integer is a number. */
export function commonTypes(
  one: readonly TypeName[] | undefined,
  other: readonly TypeName[] | undefined,
): readonly TypeName[] | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  const allows = (types: readonly TypeName[], name: TypeName) =>
    types.includes(name) || (name === 'integer' && types.includes('number'));
  return [...new Set([...one, ...other])].filter((name) => allows(one, name) && allows(other, name));
}

/** All types: of an integer every value is a number. */
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
export const isOneOf = (value: unknown, types: readonly TypeName[] | undefined): boolean => {
  const name = typeOfValue(value);
  return types === undefined || types.includes(name) || (name === 'integer' && types.includes('number'));
};
