import type { Branch, Variant } from './field.ts';
import { labelVariants } from './label.ts';
import { flatten } from './merge.ts';
import { optionsOf } from './option.ts';
import { isImpossible, type Schema, type SchemaDocument, type TypeName } from './schema.ts';
import { isNull, typesOf, typeWords } from './type.ts';

/** A union as found in a schema; `single` when only one possibility is left beside null. */
export type Union =
  | { readonly single: Schema; readonly nullable: boolean }
  | {
      readonly kind: 'union';
      readonly variants: readonly Variant[];
      readonly nullable: boolean;
      readonly discriminator?: string;
    };

/** More variants than this are no help to a person; so many branches are looked at, kinds of text being one variant. */
const most = 100;
const lookedAt = 1_000;

/**
 * The variants of `anyOf`, `oneOf` or a list of types; unions inside of unions become one. Undefined when the schema is
 * no union, also when its branches only ask for more (`anyOf: [{required: ["url"]}, {required: ["id"]}]`): that is for
 * the validator to say.
 */
export function unionOf(
  document: SchemaDocument,
  schema: Schema,
  room: Room = { left: lookedAt },
): Union | undefined {
  const keyword = schema.anyOf === undefined ? 'oneOf' : 'anyOf';
  const { [keyword]: members, ...base } = schema;
  if (members === undefined) return unionOfTypes(schema);
  room.left -= members.length;
  if (room.left < 0) return undefined;
  const branches = members
    .map((node, index) => ({ node, schema: flatten(document, node), branch: { keyword, index } as Branch }))
    .filter((one) => !isImpossible(one.schema));
  const values = branches.filter((one) => !isNull(one.schema));
  const nullable = values.length < branches.length || schema.type?.includes('null') === true;
  if (values.length === 0) return nullable ? { single: { ...base, type: ['null'] }, nullable } : undefined;
  if (values.every((one) => onlyAsks(one.schema))) return unionOf(document, base, room);
  const candidates = values.flatMap((one) => spread(document, base, one.node, one.branch, room));
  if (room.left < 0) return undefined;
  const merged = mergeTexts(document, candidates);
  const [only, ...others] = merged;
  if (only !== undefined && others.length === 0) return { single: describedBy(base, only.node), nullable };
  if (merged.length > most) return undefined;
  const { labels, ...discriminator } = labelVariants(
    document,
    merged.map((one) => one.member),
  );
  const variants = merged.map(({ node, route }, i) => ({ node, route, label: labels[i] ?? '' }));
  return { kind: 'union', variants, nullable, ...discriminator };
}

/** Branches that may still be looked at: unions within unions grow like powers. */
interface Room {
  left: number;
}

/** A branch that adds no value of its own: no type, no properties, only conditions on what is there. */
function onlyAsks(schema: Schema): boolean {
  return Object.keys(schema).every(
    (keyword) => asking.has(keyword) || (keyword === 'type' && schema.type?.join() === 'object'),
  );
}

const asking = new Set([
  'required',
  'not',
  'minProperties',
  'maxProperties',
  'dependentRequired',
  'title',
  'description',
]);

interface Candidate {
  readonly node: Schema;
  /** The branch as written, for its name. */
  readonly member: Schema;
  readonly route: readonly Branch[];
}

/** A branch together with what stands beside the union; a union in the branch is spread into its variants. */
function spread(
  document: SchemaDocument,
  base: Schema,
  member: Schema,
  branch: Branch,
  room: Room,
): readonly Candidate[] {
  const node: Schema = { allOf: [withoutWords(base), member] };
  const inner =
    optionsOf(document, flatten(document, member)) === undefined
      ? unionOf(document, flatten(document, node), room)
      : undefined;
  if (inner === undefined) return [{ node, member, route: [branch] }];
  if ('single' in inner) return [{ node: inner.single, member, route: [branch] }];
  return inner.variants.map((variant) => ({
    node: variant.node,
    member: { title: variant.label },
    route: [branch, ...variant.route],
  }));
}

/** What a union says of itself is not said of each variant. */
function withoutWords(schema: Schema): Schema {
  const { title, description, default: given, examples, ...rest } = schema;
  return rest;
}

function describedBy(base: Schema, node: Schema): Schema {
  const { title, description, default: given, examples } = base;
  const words = Object.entries({ title, description, default: given, examples });
  return { allOf: [Object.fromEntries(words.filter(([, word]) => word !== undefined)), node] };
}

/** Several kinds of text (choices and free text, two patterns) are one text with suggestions. */
function mergeTexts(document: SchemaDocument, candidates: readonly Candidate[]): readonly Candidate[] {
  const texts = candidates.filter(({ node }) => isText(document, node));
  const free = texts.filter(({ node }) => optionsOf(document, flatten(document, node)) === undefined);
  if (texts.length < 2 || free.length === 0) return candidates;
  const suggestions = texts.flatMap(({ node }) => optionsOf(document, flatten(document, node)) ?? []);
  const first = texts[0] as Candidate;
  const formats = free.flatMap(({ node }) => flatten(document, node).formatHint ?? []);
  const node: Schema = {
    type: ['string'],
    examples: suggestions.map((option) => option.value),
    // A hint; with choices beside it, of which it says nothing, it would mislead.
    ...(formats[0] === undefined || suggestions.length > 0 ? {} : { formatHint: formats[0] }),
  };
  const text: Candidate = { node, member: { type: ['string'] }, route: [] };
  return candidates.flatMap((one) => (one === first ? [text] : texts.includes(one) ? [] : [one]));
}

function isText(document: SchemaDocument, node: Schema): boolean {
  const schema = flatten(document, node);
  const options = optionsOf(document, schema);
  if (options !== undefined) return options.every(({ value }) => typeof value === 'string');
  const types = typesOf(schema);
  return types.length === 1 && types[0] === 'string';
}

function unionOfTypes(schema: Schema): Union | undefined {
  const types = typesOf(schema);
  if (types.length < 2) return undefined;
  const variants = types.map((type) => ({
    label: typeWords[type],
    node: { ...withoutWords(schema), type: [type] },
    route: [],
    type,
  }));
  return { kind: 'union', variants, nullable: schema.type?.includes('null') === true };
}

/** The schema of a value that is typed as JSON. */
export const jsonNode: Schema = {};

/** The types to choose from where any value is allowed; JSON, the first, can be each of them. */
export const anyVariants: readonly Variant[] = [
  { label: 'JSON', node: jsonNode, route: [] },
  ...(['string', 'number', 'boolean', 'array', 'object'] as const).map((type: TypeName) => ({
    label: typeWords[type],
    node: { type: [type] },
    route: [],
    type,
  })),
];
