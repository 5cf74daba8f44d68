import { isObject, type JsonObject, typeName } from '../../json/shape.ts';
import { shortJson } from '../../json/short-json.ts';

const TYPES = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']);

/** Keywords that hold one schema, a list of them, and schemas by name. */
const ONE = ['items', 'contains', 'additionalProperties', 'propertyNames', 'not', 'if', 'then', 'else'];
const LISTS = ['oneOf', 'anyOf', 'allOf', 'prefixItems'];
const NAMED = ['properties', 'patternProperties', 'dependentSchemas', '$defs', 'definitions'];

/** How deep a schema is looked through, and how many of its parts. */
const DEEPEST = 40;
const MOST = 5_000;
/** Faults that are reported for one schema. */
const TOLD = 5;

/** Something wrong inside of a schema. */
export interface SchemaFault {
  /** In a sentence that begins with the place. */
  readonly says: string;
  /** It is valid, but no value fits, or none but an empty one. */
  readonly isDeadEnd?: true;
}

/**
 * What validators stumble over inside of a schema: a type that does not exist, a `$ref` into the schema that leads
 * nowhere, a schema that is none, a list that is none (`required: true`), a keyword with a value that it cannot have, a
 * pattern that is none; and what no value fits. Of the root the type and the lists are for others to judge.
 *
 * @param where what the place begins with, such as `inputSchema`
 */
export function schemaFaults(where: string, schema: JsonObject): readonly SchemaFault[] {
  const faults: SchemaFault[] = [];
  const add = (sentences: readonly string[]): void => {
    faults.push(...sentences.map((says) => ({ says })));
  };
  let left = MOST;

  // What a pointer is meant in: the nearest schema around it with an id of its own, else the whole.
  let resource = schema;

  const visit = (at: string, value: unknown, depth: number): void => {
    left -= 1;
    if (faults.length >= TOLD || left < 0 || depth > DEEPEST) return;
    if (!isObject(value)) {
      if (typeof value !== 'boolean') add([`${at} is ${typeName(value)}; it must be a schema`]);
      return;
    }
    if (depth > 0) add([...typeFault(at, value['type']), ...shapeFaults(at, value)]);
    add([...choicesFault(at, value['enum']), ...keywordFaults(at, value)]);
    for (const says of deadEnds(at, value)) faults.push({ says, isDeadEnd: true });
    const around = resource;
    if (typeof value['$id'] === 'string') resource = value;
    add(refFault(at, value['$ref'], [resource, schema]));
    inside(at, value, depth + 1);
    resource = around;
  };

  const inside = (at: string, value: JsonObject, depth: number): void => {
    for (const keyword of NAMED) {
      const named = value[keyword];
      if (isObject(named)) for (const name in named) visit(`${at}.${keyword}.${name}`, named[name], depth);
    }
    for (const keyword of ONE) {
      const one = value[keyword];
      // Before 2020-12 `items` held a list, too.
      if (Array.isArray(one)) visitAll(`${at}.${keyword}`, one, depth);
      else if (one !== undefined) visit(`${at}.${keyword}`, one, depth);
    }
    for (const keyword of LISTS) {
      const list = value[keyword];
      if (Array.isArray(list)) visitAll(`${at}.${keyword}`, list, depth);
    }
  };

  const visitAll = (at: string, list: readonly unknown[], depth: number): void => {
    for (const [place, one] of list.entries()) visit(`${at}[${place}]`, one, depth);
  };

  visit(where, schema, 0);
  return faults.slice(0, TOLD);
}

function typeFault(where: string, type: unknown): readonly string[] {
  const types: readonly unknown[] = Array.isArray(type) ? type : [type];
  const unknown = types.find((one) => one !== undefined && !(typeof one === 'string' && TYPES.has(one)));
  return unknown === undefined
    ? []
    : [`${where}.type is ${shortJson(unknown)}, which JSON Schema does not know`];
}

/** A property that is required is named by what is around it; before draft-04 it said so itself. */
function shapeFaults(where: string, { properties, required }: JsonObject): readonly string[] {
  const names = Array.isArray(required) && required.every((name) => typeof name === 'string');
  return [
    ...(properties === undefined || isObject(properties)
      ? []
      : [`${where}.properties is ${typeName(properties)}; it must be an object`]),
    ...(required === undefined || names
      ? []
      : [`${where}.required is ${shortJson(required)}; it must be a list of names`]),
  ];
}

function choicesFault(where: string, choices: unknown): readonly string[] {
  if (choices === undefined || Array.isArray(choices)) return [];
  return [`${where}.enum is ${typeName(choices)}; it must be a list of values`];
}

/** Pairs of keywords that bound the same from below and from above. */
const BOUNDS = [
  ...[['minimum', 'maximum'] as const, ['minLength', 'maxLength'] as const],
  ...[['minItems', 'maxItems'] as const, ['minProperties', 'maxProperties'] as const],
];

/** What leaves no value, or none but an empty object, which a conversion has mostly lost something of. */
function deadEnds(where: string, schema: JsonObject): readonly string[] {
  const { enum: choices, properties, patternProperties, propertyNames, additionalProperties } = schema;
  const bounds = BOUNDS.flatMap(([least, most]) => {
    const [low, high] = [schema[least], schema[most]];
    if (typeof low !== 'number' || typeof high !== 'number' || low <= high) return [];
    return [`${where}.${least} is ${low} and ${most} is ${high}, so no value is valid`];
  });
  const isClosed = additionalProperties === false && propertyNames !== undefined;
  const isEmpty = [properties, patternProperties].every((named) => !isObject(named) || isNone(named));
  return [
    ...(Array.isArray(choices) && choices.length === 0
      ? [`${where}.enum is an empty list, so no value is valid`]
      : []),
    ...bounds,
    ...(isClosed && isEmpty
      ? [
          `${where} names its properties by propertyNames, but additionalProperties is false: only {} is valid`,
        ]
      : []),
  ];
}

const isNone = (named: JsonObject): boolean => Object.keys(named).length === 0;

/** Only pointers into the same schema are followed: an anchor may stand anywhere, and nothing is ever fetched. */
function refFault(where: string, ref: unknown, roots: readonly JsonObject[]): readonly string[] {
  if (ref === undefined) return [];
  if (typeof ref !== 'string') return [`${where}.$ref is ${typeName(ref)}; it must be a string`];
  if (!ref.startsWith('#/') || roots.some((root) => leadsSomewhere(root, ref.slice(2)))) return [];
  return [`${where}.$ref is ${shortJson(ref)}, which leads nowhere`];
}

function leadsSomewhere(root: JsonObject, pointer: string): boolean {
  let value: unknown = root;
  for (const step of pointer.split('/')) {
    const name = unescaped(step);
    if (Array.isArray(value)) value = value[Number(name)];
    else if (isObject(value) && Object.hasOwn(value, name)) value = value[name];
    else return false;
  }
  return value !== undefined;
}

function unescaped(step: string): string {
  const text = step.replaceAll('~1', '/').replaceAll('~0', '~');
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

type Fits = (value: unknown) => boolean;

const isCount: Fits = (value) => Number.isInteger(value) && Number(value) >= 0;
const isNumber: Fits = (value) => typeof value === 'number';
/** Draft-04 has it beside the bound itself. */
const isBound: Fits = (value) => isNumber(value) || typeof value === 'boolean';

const count = { fits: isCount, what: 'a whole number, 0 or more' };
const number = { fits: isNumber, what: 'a number' };
const bound = { fits: isBound, what: 'a number' };

/** What the value of a keyword must be: validators refuse the whole schema otherwise. */
const KEYWORDS: Readonly<Record<string, { readonly fits: Fits; readonly what: string }>> = {
  minimum: number,
  maximum: number,
  exclusiveMinimum: bound,
  exclusiveMaximum: bound,
  multipleOf: { fits: (value) => isNumber(value) && Number(value) > 0, what: 'a number above 0' },
  minLength: count,
  maxLength: count,
  minItems: count,
  maxItems: count,
  minContains: count,
  maxContains: count,
  minProperties: count,
  maxProperties: count,
  uniqueItems: { fits: (value) => typeof value === 'boolean', what: 'true or false' },
  pattern: { fits: (value) => typeof value === 'string', what: 'text' },
};

/** Keywords of a schema whose values validators such as Ajv do not take, in sentences that begin with the place. */
function keywordFaults(where: string, schema: JsonObject): readonly string[] {
  const faults: string[] = [];
  for (const keyword in schema) {
    const known = Object.hasOwn(KEYWORDS, keyword) ? KEYWORDS[keyword] : undefined;
    if (known !== undefined && !known.fits(schema[keyword]))
      faults.push(`${where}.${keyword} is ${shortJson(schema[keyword])}; it must be ${known.what}`);
  }
  const { pattern, patternProperties, required } = schema;
  const patterns = isObject(patternProperties) ? Object.keys(patternProperties).slice(0, LOOKED_AT) : [];
  const places = [
    ...(typeof pattern === 'string' ? [{ at: `${where}.pattern is`, source: pattern }] : []),
    ...patterns.map((source) => ({ at: `${where}.patternProperties has`, source })),
  ];
  for (const { at, source } of places)
    if (!isPattern(source))
      faults.push(
        `${at} ${shortJson(source)}, which is not a valid JavaScript pattern: validators refuse the schema`,
      );
  const twice = Array.isArray(required) ? repeatedIn(required) : undefined;
  if (twice !== undefined) faults.push(`${where}.required has ${shortJson(twice)} twice`);
  return faults;
}

const LOOKED_AT = 100;

/** Whether validators can compile it: they use the flag `u` (JSON Schema 2020-12, core §6.4). */
function isPattern(source: string): boolean {
  try {
    new RegExp(source, 'u');
    return true;
  } catch {
    return false;
  }
}

function repeatedIn(list: readonly unknown[]): unknown {
  const seen = new Set<unknown>();
  return list.find((one) => seen.size === seen.add(one).size);
}
