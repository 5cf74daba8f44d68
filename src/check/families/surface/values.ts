import { checkValue } from '../../../form/check.ts';
import { compileSchema } from '../../../form/compile.ts';
import { pathText } from '../../../form/problem.ts';
import type { Schema, SchemaDocument } from '../../../form/schema.ts';
import { jsonOf } from '../../../json/json-of.ts';
import { type Path, pointerOf, pointerStep, stepsTo } from '../../../json/path.ts';
import { isObject, type JsonObject } from '../../../json/shape.ts';
import { shortJson } from '../../../json/short-json.ts';
import { visible } from '../../../text/visible.ts';
import { excerpt, type Mask } from '../../excerpt.ts';
import type { FamilyFinding } from '../../finding.ts';
import { placeName } from '../../place-name.ts';
import type { SchemaNode, ToolSchema } from '../../schema-nodes.ts';

type Id = 'default-refused' | 'example-refused' | 'choice-refused';

/** A value that a schema holds for itself. */
interface Held {
  readonly id: Id;
  readonly what: string;
  readonly value: unknown;
  readonly at: Path;
}

/** Values of one enum, or examples, that are looked at. */
const MOST = 300;

function heldBy({ default: preset, enum: choices, examples, example }: JsonObject): readonly Held[] {
  const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value.slice(0, MOST) : []);
  return [
    ...(preset === undefined
      ? []
      : [{ id: 'default-refused', what: 'the default', value: preset, at: ['default'] } as const]),
    ...list(choices).map(
      (value, at): Held => ({ id: 'choice-refused', what: 'the choice', value, at: ['enum', at] }),
    ),
    ...list(examples).map(
      (value, at): Held => ({ id: 'example-refused', what: 'the example', value, at: ['examples', at] }),
    ),
    ...(example === undefined
      ? []
      : [{ id: 'example-refused', what: 'the example', value: example, at: ['example'] } as const]),
  ];
}

/** Findings in one schema, and schemas in it that could not be checked to the end, after which no more are looked at. */
const TOLD = 30;
const UNCHECKED = 2;

/** Defaults, examples and choices that the schema they stand in refuses. */
export function valuesRefused(
  { item, member, schema, nodes }: ToolSchema,
  mask: Mask,
): readonly FamilyFinding<Id>[] {
  const found: FamilyFinding<Id>[] = [];
  let whole: SchemaDocument | undefined;
  let unchecked = 0;
  for (const place of nodes) {
    const { node, trail } = place;
    if (found.length >= TOLD || unchecked >= UNCHECKED) break;
    if (holdsOnlyFitting(node)) continue;
    whole ??= compileSchema(schema);
    const compiled = compiledAt(whole, place) ?? aloneOf(node);
    if (compiled === undefined) continue;
    const told = new Set<Id>();
    for (const { id, what, value, at } of heldBy(node)) {
      if (told.has(id)) continue;
      const { why, isUnsure } = refusal(compiled, value, mask);
      if (isUnsure) {
        unchecked += 1;
        break;
      }
      if (why === undefined) continue;
      told.add(id);
      const shown = visible(shortJson(maskedValue(value, mask)));
      const path = `/${member}${pointerOf(stepsTo(trail))}${pointerOf(at)}`;
      const message = `${what} ${shown} of ${placeName(member, stepsTo(trail))} is not valid by its own schema: ${why}`;
      const isNothing = value === null && id === 'default-refused';
      const fix = isNothing ? { fix: 'Leave the default out, or allow null in the type.' } : {};
      found.push({ id, item, path, message, ...fix });
    }
  }
  return found;
}

/** Whether all values that a schema holds fit for certain, without it being compiled. */
function holdsOnlyFitting(schema: JsonObject): boolean {
  const { default: preset, enum: choices, examples, example } = schema;
  return (
    (preset === undefined || allFit(schema, [preset])) &&
    (example === undefined || allFit(schema, [example])) &&
    (!Array.isArray(choices) || allFit(schema, choices, 'enum')) &&
    (!Array.isArray(examples) || allFit(schema, examples))
  );
}

/** Keywords that leave a value as good as it is. */
const HARMLESS: ReadonlySet<string> = new Set([
  ...['default', 'examples', 'example', 'title', 'description', 'format', 'deprecated', '$comment'],
  ...['readOnly', 'writeOnly', 'contentMediaType'],
]);

type Fits = (value: unknown, given: unknown) => boolean;

const bound =
  (fits: (size: number, most: number) => boolean): Fits =>
  (value, given) =>
    typeof given === 'number' && (typeof value !== 'number' || fits(value, given));

const lengthBound =
  (fits: (size: number, most: number) => boolean): Fits =>
  (value, given) =>
    typeof given === 'number' && (typeof value !== 'string' || fits([...value].length, given));

/** Keywords that a value can be held against as they are. */
const PLAIN: ReadonlyMap<string, Fits> = new Map<string, Fits>([
  [
    'type',
    (value, given) =>
      Array.isArray(given) ? given.some((type) => isOfType(value, type)) : isOfType(value, given),
  ],
  ['enum', (value, given) => Array.isArray(given) && given.includes(value)],
  ['const', (value, given) => value === given],
  ['minimum', bound((size, least) => size >= least)],
  ['maximum', bound((size, most) => size <= most)],
  ['exclusiveMinimum', bound((size, least) => size > least)],
  ['exclusiveMaximum', bound((size, most) => size < most)],
  ['minLength', lengthBound((size, least) => size >= least)],
  ['maxLength', lengthBound((size, most) => size <= most)],
  // Lists in lists are left to who reads the whole schema.
  [
    'items',
    (value, given) =>
      !Array.isArray(value) ||
      value.length === 0 ||
      (isObject(given) && given['items'] === undefined && allFit(given, value)),
  ],
]);

/** Whether values fit a schema for certain, one keyword of which may be left aside. */
function allFit(schema: JsonObject, values: readonly unknown[], aside?: string): boolean {
  for (const keyword in schema) {
    if (HARMLESS.has(keyword) || keyword === aside) continue;
    const fits = PLAIN.get(keyword);
    if (fits === undefined || !values.every((value) => fits(value, schema[keyword]))) return false;
  }
  return true;
}

function isOfType(value: unknown, type: unknown): boolean {
  switch (type) {
    case 'integer':
      return Number.isInteger(value);
    case 'string':
    case 'number':
    case 'boolean':
      return typeof value === type;
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    default:
      return false;
  }
}

/** A schema with the document that its references are meant in. */
interface Compiled {
  readonly document: SchemaDocument;
  readonly schema: Schema;
}

/** What a place in a schema became when all of it was compiled; undefined where that is not known. */
function compiledAt(document: SchemaDocument, { trail }: SchemaNode): Compiled | undefined {
  const steps = stepsTo(trail);
  let schema: Schema | undefined = document.root;
  for (let at = 0; at < steps.length && schema !== undefined; at += 1) {
    const keyword = String(steps[at]);
    const next = steps[at + 1];
    if (keyword === '$defs' || keyword === 'definitions') {
      if (at > 0) return undefined;
      schema = document.refs[`#/${keyword}/${pointerStep(String(next))}`];
      at += 1;
      continue;
    }
    const inner: unknown =
      schema[(keyword === 'items' && typeof next === 'number' ? 'prefixItems' : keyword) as keyof Schema];
    const isOne = !Array.isArray(inner) && !NAMED.has(keyword);
    schema = (
      isOne ? inner : (inner as Readonly<Record<string | number, Schema>> | undefined)?.[next ?? '']
    ) as Schema | undefined;
    if (!isOne) at += 1;
  }
  return schema === undefined ? undefined : { document, schema };
}

const NAMED: ReadonlySet<string> = new Set(['properties', 'patternProperties', 'dependentSchemas']);

/** A schema compiled by itself, where it does not refer to anything outside of it. */
function aloneOf(node: JsonObject): Compiled | undefined {
  const document = compileSchema(node);
  return document.findings.length > 0 ? undefined : { document, schema: document.root };
}

/** Before it is shown in part. */
function maskedValue(value: unknown, mask: Mask): unknown {
  if (typeof value === 'string') return mask(value);
  return typeof value === 'object' && value !== null ? JSON.parse(mask(jsonOf(value))) : value;
}

/** Why a value is refused, in a sentence; `isUnsure` where that cannot be found out. */
function refusal(
  { document, schema }: Compiled,
  value: unknown,
  mask: Mask,
): { readonly why?: string; readonly isUnsure: boolean } {
  const { problems, unchecked } = checkValue(document, schema, value);
  const [first] = problems;
  if (first === undefined) return { isUnsure: unchecked !== undefined };
  const sentence = excerpt(first.sentence, 200, mask);
  const why = first.path.length === 0 ? `it ${sentence}` : `${visible(pathText(first.path))} ${sentence}`;
  return { why, isUnsure: false };
}
