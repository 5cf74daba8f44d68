import type { Schema, TypeName } from './schema.ts';

/** The types a value may have, null aside; guessed from the other keywords when `type` is missing; empty for any. */
export function typesOf(schema: Schema): readonly TypeName[] {
  if (schema.type !== undefined) {
    const types = schema.type.filter((name) => name !== 'null');
    return types.includes('number') ? types.filter((name) => name !== 'integer') : types;
  }
  for (const [type, keywords] of telling) {
    if (keywords.some((keyword) => schema[keyword] !== undefined)) return [type];
  }
  return [];
}

const telling: readonly (readonly [TypeName, readonly (keyof Schema)[]])[] = [
  [
    'object',
    ['properties', 'required', 'patternProperties', 'additionalProperties', 'propertyNames', 'minProperties'],
  ],
  ['array', ['items', 'prefixItems', 'minItems', 'maxItems', 'uniqueItems', 'contains']],
  ['string', ['minLength', 'maxLength', 'pattern', 'formatHint', 'contentEncoding']],
  ['number', ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']],
];

/** Types in the words of the forms. */
export const typeWords: Readonly<Record<TypeName, string>> = {
  string: 'text',
  number: 'number',
  integer: 'integer',
  boolean: 'true/false',
  array: 'list',
  object: 'object',
  null: 'null',
};

/** Whether nothing but null is allowed. */
export function isNull(schema: Schema): boolean {
  return (schema.type?.length === 1 && schema.type[0] === 'null') || schema.const === null;
}
