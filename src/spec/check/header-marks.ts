import { isObject, type JsonObject } from '../../json/shape.ts';
import { shortJson } from '../../json/short-json.ts';

/** A parameter that a tool wants mirrored into the header `Mcp-Param-…` (server/tools#x-mcp-header, 2026-07-28). */
export interface HeaderMark {
  /** The property names that lead to it from the arguments. */
  readonly path: readonly string[];
  /** The header's name behind `Mcp-Param-`, as the schema spells it. */
  readonly header: string;
}

/** The marks of an input schema, and what is wrong with them in sentences. */
export interface HeaderMarks {
  readonly marks: readonly HeaderMark[];
  readonly problems: readonly string[];
}

/** Types of a header's value; `number` is not one of them. */
const TYPES = new Set(['string', 'integer', 'boolean']);

/** A field name (RFC 9110, 5.1). */
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/** Where schemas stand in a schema beside `properties`: by themselves or in a list, and by name. */
const SCHEMAS = [
  ...[
    'items',
    'prefixItems',
    'contains',
    'additionalProperties',
    'unevaluatedProperties',
    'unevaluatedItems',
  ],
  ...['propertyNames', 'oneOf', 'anyOf', 'allOf', 'not', 'if', 'then', 'else'],
];
const NAMED = ['patternProperties', 'dependentSchemas', '$defs', 'definitions'];

/** How deep a schema is looked through. */
const DEEPEST = 60;

const KEY = 'x-mcp-header';

/**
 * Reads the `x-mcp-header` marks of an input schema. They stand on properties alone, at any depth, that are reached
 * through nothing but `properties`; one anywhere else, like one that is out of shape, spoils the tool.
 */
export function headerMarks(schema: unknown): HeaderMarks {
  const marks: HeaderMark[] = [];
  const problems: string[] = [];
  const seen = new Set<string>();

  const mark = (node: JsonObject, path: readonly string[]): void => {
    const header = node[KEY];
    const problem = problemOf(header, node['type'], path, seen);
    if (problem !== undefined) problems.push(problem);
    else if (typeof header === 'string') marks.push({ path, header });
  };

  const visit = (node: unknown, path: readonly string[], isReached: boolean): void => {
    if (!isObject(node) || path.length > DEEPEST) return;
    if (KEY in node) {
      if (isReached && path.length > 0) mark(node, path);
      else problems.push(`${placeOf(path)} is in a place whose value is not known in advance`);
    }
    for (const [name, child] of membersOf(node['properties'])) visit(child, [...path, name], isReached);
    for (const keyword of SCHEMAS) {
      const value = node[keyword];
      for (const child of Array.isArray(value) ? value : [value]) visit(child, [...path, keyword], false);
    }
    for (const keyword of NAMED) {
      for (const [name, child] of membersOf(node[keyword])) visit(child, [...path, keyword, name], false);
    }
  };

  visit(schema, [], true);
  return { marks, problems };
}

function problemOf(
  header: unknown,
  type: unknown,
  path: readonly string[],
  seen: Set<string>,
): string | undefined {
  const where = placeOf(path);
  if (typeof header !== 'string' || !TOKEN.test(header)) {
    return `${where} is ${shortJson(header)}; it must be a header name`;
  }
  if (seen.has(header.toLowerCase())) return `${where} is ${shortJson(header)}, which is given twice`;
  seen.add(header.toLowerCase());
  if (typeof type === 'string' && TYPES.has(type)) return undefined;
  const found = type === undefined ? 'without a type' : `of type ${shortJson(type)}`;
  return `${where} is on a parameter ${found}; only text, integers and booleans can be sent in headers`;
}

const placeOf = (path: readonly string[]): string => `${KEY} of ${path.join('.') || 'the schema itself'}`;

const membersOf = (value: unknown): readonly (readonly [string, unknown])[] =>
  isObject(value) ? Object.entries(value) : [];
