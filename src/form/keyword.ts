import { pointerStep } from '../json/path.ts';
import { isObject, type JsonObject } from '../json/shape.ts';
import { shortJson } from '../json/short-json.ts';
import type { Patterns } from './patterns.ts';
import type { Schema, SchemaInProgress, TypeName } from './schema.ts';

/** Reads the schemas inside a keyword and takes what is wrong with them. */
export interface SchemaReader {
  readonly dialect: Dialect;
  readonly patterns: Patterns;
  node(raw: unknown, at: string, depth: number): Schema;
  finding(at: string, message: string): void;
}

/** One keyword of one schema, about to be read. */
interface Reading {
  readonly reader: SchemaReader;
  readonly schema: SchemaInProgress;
  readonly raw: JsonObject;
  readonly keyword: string;
  readonly value: unknown;
  /** JSON pointer of the value. */
  readonly at: string;
  readonly depth: number;
}

type Read = (reading: Reading) => void;

/** How each keyword is read; one that is not here is ignored, and that is not reported. */
export const keywords: Readonly<Record<string, Read>> = Object.assign(Object.create(null), {
  type: readType,
  const: take(() => true, 'a value'),
  enum: readEnum,
  allOf: schemas,
  anyOf: schemas,
  oneOf: schemas,
  not: schema,
  if: schema,
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
  then: schema,
  else: schema,
  properties: schemaMap,
  patternProperties: readPatternProperties,
  additionalProperties: schema,
  unevaluatedProperties: schema,
  propertyNames: schema,
  required: take(isStrings, 'an array of names'),
  minProperties: take(isCount, 'a non-negative number'),
  maxProperties: take(isCount, 'a non-negative number'),
  dependentRequired: readDependentRequired,
  dependentSchemas: schemaMap,
  dependencies: readDependencies,
  prefixItems: schemas,
  items: readItems,
  additionalItems: readAdditionalItems,
  unevaluatedItems: schema,
  contains: schema,
  minContains: take(isCount, 'a non-negative number'),
  maxContains: take(isCount, 'a non-negative number'),
  minItems: take(isCount, 'a non-negative number'),
  maxItems: take(isCount, 'a non-negative number'),
  uniqueItems: take(isBoolean, 'true or false'),
  minimum: readBound,
  maximum: readBound,
  exclusiveMinimum: readBound,
  exclusiveMaximum: readBound,
  multipleOf: take((value) => isNumber(value) && value > 0, 'a number above 0'),
  minLength: take(isCount, 'a non-negative number'),
  maxLength: take(isCount, 'a non-negative number'),
  pattern: readPattern,
  title: annotation(isString),
  description: annotation(isString),
  default: annotation(() => true),
  examples: annotation(Array.isArray),
  deprecated: annotation(isBoolean),
  contentEncoding: annotation(isString),
  enumNames: annotation(isStrings),
  'x-mcp-header': annotation(isString),
  format: ({ schema, value }: Reading) => {
    if (typeof value === 'string') schema.formatHint = value;
  },
} satisfies Record<string, Read>);

function isString(value: unknown): value is string {
  return typeof value === 'string';
}

function isBoolean(value: unknown): value is boolean {
  return typeof value === 'boolean';
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

function isCount(value: unknown): value is number {
  return isNumber(value) && value >= 0;
}

function isStrings(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every(isString);
}

function put(reading: Reading, keyword: string, value: unknown): void {
  (reading.schema as Record<string, unknown>)[keyword] = value;
}

function malformed(reading: Reading, wanted: string): void {
  const { reader, at, keyword, value } = reading;
  reader.finding(at, `“${keyword}” should be ${wanted}, is ${shortJson(value)}; it is ignored`);
}

/** Takes a value as it is when it is of the right kind. */
function take(right: (value: unknown) => boolean, wanted: string): Read {
  return (reading) => {
    if (right(reading.value)) put(reading, reading.keyword, reading.value);
    else malformed(reading, wanted);
  };
}

/** Takes an annotation; one of another type is not worth reporting. */
function annotation(right: (value: unknown) => boolean): Read {
  return (reading) => {
    if (right(reading.value)) put(reading, reading.keyword, reading.value);
  };
}

function child(reading: Reading, raw: unknown, at = reading.at): Schema {
  return reading.reader.node(raw, at, reading.depth + 1);
}

function schema(reading: Reading): void {
  put(reading, reading.keyword, child(reading, reading.value));
}

function schemas(reading: Reading): void {
  const { value } = reading;
  if (!Array.isArray(value) || value.length === 0) {
    malformed(reading, 'an array of schemas');
    return;
  }
  put(reading, reading.keyword, nodes(reading, value));
}

function nodes(reading: Reading, values: readonly unknown[]): Schema[] {
  return values.map((item, i) => child(reading, item, `${reading.at}/${i}`));
}

function schemaMap(reading: Reading): void {
  if (!isObject(reading.value)) {
    malformed(reading, 'an object of schemas');
    return;
  }
  put(reading, reading.keyword, nodeMap(reading, Object.entries(reading.value)));
}

/** `fromEntries` makes own members of all names, `__proto__` too. */
function nodeMap(reading: Reading, entries: readonly (readonly [string, unknown])[]): Record<string, Schema> {
  return Object.fromEntries(
    entries.map(([name, raw]) => [name, child(reading, raw, `${reading.at}/${pointerStep(name)}`)]),
  );
}

const typeNames = new Set<unknown>(['null', 'boolean', 'integer', 'number', 'string', 'array', 'object']);

function isTypeName(value: unknown): value is TypeName {
  return typeNames.has(value);
}

function readType(reading: Reading): void {
  const names: readonly unknown[] = Array.isArray(reading.value) ? reading.value : [reading.value];
  const known = names.filter(isTypeName);
  for (const name of names) {
    if (!isTypeName(name))
      reading.reader.finding(reading.at, `${JSON.stringify(name)} is not a type of JSON Schema`);
  }
  if (known.length === 0) return;
  // OpenAPI 3.0 says beside a type that null is allowed as well.
  const nullable = reading.raw['nullable'] === true && !known.includes('null');
  reading.schema.type = nullable ? [...known, 'null'] : known;
}

function readEnum(reading: Reading): void {
  if (!Array.isArray(reading.value)) {
    malformed(reading, 'an array of values');
    return;
  }
  reading.schema.enum = reading.value;
  if (reading.value.length > 0) return;
  reading.schema.finding = 'its enum is empty, so no value is valid';
  reading.reader.finding(reading.at, 'enum is empty, so no value is valid');
}

/** Draft-04 writes `exclusiveMinimum: true` beside `minimum`; the bound then takes the name it has since. */
function readBound(reading: Reading): void {
  const { keyword, value, raw, reader } = reading;
  const old = reader.dialect === '4';
  if (old && isBoolean(value) && keyword.startsWith('exclusive')) return;
  if (!isNumber(value)) {
    malformed(reading, 'a number');
    return;
  }
  const exclusive = `exclusive${keyword.charAt(0).toUpperCase()}${keyword.slice(1)}`;
  put(reading, old && raw[exclusive] === true ? exclusive : keyword, value);
}

function readPattern(reading: Reading): void {
  if (!isString(reading.value)) {
    malformed(reading, 'a pattern');
    return;
  }
  takePattern(reading, reading.value);
  reading.schema.pattern = reading.value;
}

/** One that JavaScript does not understand stays in the schema, so that no value is refused because of it. */
function takePattern({ reader, at }: Reading, pattern: string): void {
  if (!reader.patterns.add(pattern))
    reader.finding(at, `the pattern ${pattern} is not valid in JavaScript and is not checked`);
}

function readPatternProperties(reading: Reading): void {
  if (!isObject(reading.value)) {
    malformed(reading, 'an object of schemas');
    return;
  }
  const entries = Object.entries(reading.value);
  for (const [pattern] of entries) takePattern(reading, pattern);
  reading.schema.patternProperties = nodeMap(reading, entries);
}

function readDependentRequired(reading: Reading): void {
  const { value } = reading;
  if (!isObject(value)) {
    malformed(reading, 'an object of arrays of names');
    return;
  }
  const entries = Object.entries(value).filter(([, names]) => isStrings(names));
  reading.schema.dependentRequired = Object.fromEntries(entries) as Record<string, readonly string[]>;
}

/** Up to draft-07 both kinds of dependencies have one keyword. */
function readDependencies(reading: Reading): void {
  const { value, schema } = reading;
  if (!isObject(value)) {
    malformed(reading, 'an object');
    return;
  }
  const entries = Object.entries(value);
  const names = entries.filter(([, dependency]) => Array.isArray(dependency));
  const others = entries.filter(([, dependency]) => !Array.isArray(dependency));
  if (names.length > 0) readDependentRequired({ ...reading, value: Object.fromEntries(names) });
  if (others.length > 0) schema.dependentSchemas = nodeMap(reading, others);
}

/** Before 2020-12 a list of schemas in `items` is what `prefixItems` is now. */
function readItems(reading: Reading): void {
  if (!Array.isArray(reading.value)) {
    schema(reading);
    return;
  }
  reading.schema.prefixItems = nodes(reading, reading.value);
}

function readAdditionalItems(reading: Reading): void {
  if (Array.isArray(reading.raw['items'])) put(reading, 'items', child(reading, reading.value));
}

/** The dialects that differ for us: draft-04 to draft-07 are one but for draft-04's boolean exclusive bounds. */
export type Dialect = '4' | '7' | '2019-09' | '2020-12';

/** The dialect a schema says it is in; 2020-12 when it says nothing or something unknown (MCP, tools). */
export function dialectOf(schema: unknown): Dialect {
  const named = isObject(schema) ? schema['$schema'] : undefined;
  if (typeof named !== 'string') return '2020-12';
  if (/draft-0?[34]\b/.test(named)) return '4';
  if (/draft-0?[67]\b/.test(named)) return '7';
  return /2019-09/.test(named) ? '2019-09' : '2020-12';
}

/** Keywords that mean something in 2019-09 and later only. */
const sinceDraft2019 = new Set([
  'dependentRequired',
  'dependentSchemas',
  'unevaluatedProperties',
  'unevaluatedItems',
  'minContains',
  'maxContains',
]);

/** Whether a dialect knows a keyword; an unknown one does not constrain. */
export function knows(dialect: Dialect, keyword: string): boolean {
  const old = dialect === '4' || dialect === '7';
  if (keyword === 'prefixItems' || keyword === '$dynamicRef') return dialect === '2020-12';
  if (keyword === '$recursiveRef') return dialect === '2019-09';
  if (sinceDraft2019.has(keyword)) return !old;
  if (keyword === 'const' || keyword === 'contains' || keyword === 'propertyNames' || keyword === 'if') {
    return dialect !== '4';
  }
  return true;
}
