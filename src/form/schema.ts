import type { Patterns } from './patterns.ts';

/** The types of JSON Schema; `integer` is a number without a fraction. */
export type TypeName = 'null' | 'boolean' | 'integer' | 'number' | 'string' | 'array' | 'object';

/**
 * A schema after {@link compileSchema}: the keywords that are well-formed, spelt as in JSON Schema 2020-12 whatever
 * the dialect was. What it
 * writes as `true` is `{}` here, `false` is `{"not": {}}`.
 *
 * A `$ref` is a key of {@link SchemaDocument.refs} and always resolves.
 */
export interface Schema {
  readonly $ref?: string;
  readonly type?: readonly TypeName[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly not?: Schema;
  readonly if?: Schema;
  readonly then?: Schema;
  readonly else?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema;
  readonly unevaluatedProperties?: Schema;
  readonly propertyNames?: Schema;
  readonly required?: readonly string[];
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly dependentRequired?: Readonly<Record<string, readonly string[]>>;
  readonly dependentSchemas?: Readonly<Record<string, Schema>>;
  readonly prefixItems?: readonly Schema[];
  readonly items?: Schema;
  readonly unevaluatedItems?: Schema;
  readonly contains?: Schema;
  readonly minContains?: number;
  readonly maxContains?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  /** Annotations: shown, never checked. */
  readonly title?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly deprecated?: boolean;
  /** The schema's `format`; the name keeps it from the validator, because formats are hints. */
  readonly formatHint?: string;
  readonly contentEncoding?: string;
  readonly enumNames?: readonly string[];
  readonly 'x-mcp-header'?: string;
  /** Of several schemas merged into one: what else may hold under a condition, for forms alone. */
  readonly conditional?: readonly Schema[];
  /** For a schema that could not be understood: why its field is edited as JSON. */
  readonly finding?: string;
}

/** A schema while it is being read: its members are added one by one. */
export type SchemaInProgress = { -readonly [key in keyof Schema]: Schema[key] };

/** Something wrong with a schema; `at` is a JSON pointer into it as sent. */
export interface SchemaFinding {
  readonly at: string;
  readonly message: string;
}

/** One tool's schema, ready for forms and for the validator; nothing of it is shared with another schema. */
export interface SchemaDocument {
  readonly root: Schema;
  readonly refs: Readonly<Record<string, Schema>>;
  /** The patterns in it, `patternProperties` too, by their text. */
  readonly patterns: Patterns;
  readonly findings: readonly SchemaFinding[];
  /** What is made of a part of it, or of a draft for it, made once. */
  readonly derive: Derive;
}

/**
 * Gives what `by` has made of a value before, or makes it. Neither parts of a document nor drafts ever change; what was
 * made of one is forgotten with it.
 */
export type Derive = <Made>(by: object, value: object, make: () => Made) => Made;

export function createDerive(): Derive {
  const made = new Map<object, WeakMap<object, unknown>>();
  return <Made>(by: object, value: object, make: () => Made) => {
    const parts = made.get(by) ?? new WeakMap<object, unknown>();
    made.set(by, parts);
    if (!parts.has(value)) parts.set(value, make());
    return parts.get(value) as Made;
  };
}

/** Whether no value at all is allowed: `false`, or as zod writes it `{"not": {}}`. */
export function isImpossible({ not }: Schema): boolean {
  return not !== undefined && Object.keys(not).length === 0;
}

/** The own member of a record, whatever its name (`__proto__`, `constructor`); undefined when there is none. */
export function own<T>(record: Readonly<Record<string, T>> | undefined, name: string): T | undefined {
  return record !== undefined && Object.hasOwn(record, name) ? record[name] : undefined;
}

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

/** Whether nothing but null is allowed. */
export function isNull(schema: Schema): boolean {
  return (schema.type?.length === 1 && schema.type[0] === 'null') || schema.const === null;
}
