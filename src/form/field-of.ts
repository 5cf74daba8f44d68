import { jsonOf } from '../json/json-of.ts';
import { type Branch, type Field, optionsOf, type Variant } from './field.ts';
import { extraOf, propertiesOf } from './group.ts';
import { flatten } from './merge.ts';
import {
  isImpossible,
  isNull,
  own,
  type Schema,
  type SchemaDocument,
  type TypeName,
  typesOf,
} from './schema.ts';

const noValue = 'the schema allows no value here';

/**
 * The field for a schema. Only this one level is looked at, so recursion costs nothing until it is opened; the answer
 * is kept with the document.
 */
export const fieldOf = (document: SchemaDocument, node: Schema): Field =>
  document.derive(fieldOf, node, () =>
    node === jsonNode
      ? { kind: 'json', schema: node, nullable: true }
      : read(document, flatten(document, node)),
  );

type Facts = Pick<Field, 'schema' | 'nullable' | 'finding'>;

function read(document: SchemaDocument, schema: Schema): Field {
  const nullable = schema.type?.includes('null') === true;
  const facts: Facts = {
    schema,
    nullable,
    ...(schema.finding === undefined ? {} : { finding: schema.finding }),
  };
  if (schema.enum?.length === 0) return { ...facts, kind: 'json' };
  const options = optionsOf(document, schema);
  if (options !== undefined) {
    return {
      ...facts,
      kind: 'choice',
      options,
      nullable: nullable || options.some(({ value }) => value === null),
    };
  }
  const union = unionOf(document, schema);
  if (union === undefined) return ofType(document, facts);
  if (!('single' in union)) return { ...facts, ...union };
  const only = fieldOf(document, union.single);
  return union.nullable ? { ...only, nullable: true } : only;
}

function ofType(document: SchemaDocument, facts: Facts): Field {
  const { schema } = facts;
  const [type] = typesOf(schema);
  if (type === undefined || type === 'null') return untyped(facts);
  switch (type) {
    case 'string':
      return { ...facts, kind: 'text', suggestions: suggestionsOf(schema) };
    case 'number':
    case 'integer':
    case 'boolean':
      return { ...facts, kind: type };
    case 'array':
      return ofArray(document, facts);
    case 'object':
      return ofObject(document, facts);
  }
}

function suggestionsOf(schema: Schema): readonly string[] {
  return (schema.examples ?? []).filter((example) => typeof example === 'string');
}

function ofArray(document: SchemaDocument, facts: Facts): Field {
  const { prefixItems = [], items = {} } = facts.schema;
  const options = prefixItems.length > 0 ? undefined : optionsOf(document, flatten(document, items));
  if (options !== undefined && options.length > 1) return { ...facts, kind: 'multi-choice', options };
  return { ...facts, kind: 'list', prefix: prefixItems, rest: items };
}

function ofObject(document: SchemaDocument, facts: Facts): Field {
  const properties = propertiesOf(document, facts.schema);
  const extra = extraOf(document, facts.schema, properties);
  return { ...facts, kind: properties.length === 0 ? 'map' : 'group', properties, extra };
}

/** No type is left: any value when the schema names none, else null alone, else nothing. */
function untyped(facts: Facts): Field {
  const { type } = facts.schema;
  if (facts.nullable) {
    return { ...facts, kind: 'choice', options: [{ label: 'null', text: 'null', value: null }] };
  }
  if (type !== undefined || isImpossible(facts.schema)) {
    return { ...facts, kind: 'json', finding: facts.finding ?? noValue };
  }
  return { ...facts, kind: 'any', nullable: true, variants: anyVariants };
}

/** A union as found in a schema; `single` when only one possibility is left beside null. */
type Union =
  | { readonly single: Schema; readonly nullable: boolean }
  | {
      readonly kind: 'union';
      readonly variants: readonly Variant[];
      readonly nullable: boolean;
      readonly discriminator?: string;
    };

/** More variants than this do not help a person; so many branches are looked at, as kinds of strings become one variant. */
const most = 100;
const lookedAt = 1_000;

/**
 * The variants of `anyOf`, `oneOf` or a list of types; unions inside of unions become one. Undefined when the schema is
 * no union, also when its branches only ask for more (`anyOf: [{required: ["url"]}, {required: ["id"]}]`): that is for
 * the validator to say.
 */
function unionOf(
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

/** A branch together with the keywords beside the union; a union in the branch is replaced by its variants. */
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
    label: type,
    node: { ...withoutWords(schema), type: [type] },
    route: [],
    type,
  }));
  return { kind: 'union', variants, nullable: schema.type?.includes('null') === true };
}

/** The schema of a value that is typed as JSON. */
const jsonNode: Schema = {};

/** The types to choose from where any value is allowed; JSON, the first, can be each of them. */
const anyVariants: readonly Variant[] = [
  { label: 'JSON', node: jsonNode, route: [] },
  ...(['string', 'number', 'boolean', 'array', 'object'] as const).map((type: TypeName) => ({
    label: type,
    node: { type: [type] },
    route: [],
    type,
  })),
];

/** The names of the variants of a union, and the property that tells them apart. */
interface Labels {
  readonly labels: readonly string[];
  readonly discriminator?: string;
}

/**
 * Names variants by their discriminating constant, else by title (or the name they are referred to by), else by the
 * names only they have, else by type; all different.
 */
function labelVariants(document: SchemaDocument, members: readonly Schema[]): Labels {
  const schemas = members.map((member) => flatten(document, member));
  const constants = schemas.map((schema) => constantsOf(document, schema));
  const discriminator = discriminatorOf(constants);
  const labels = schemas.map((schema, i) => {
    const constant = discriminator === undefined ? undefined : constants[i]?.get(discriminator);
    if (constant !== undefined) return constant;
    return nameOf(members[i]) ?? distinguishing(schema, schemas) ?? typeLabel(document, schema);
  });
  return { labels: unique(labels), ...(discriminator === undefined ? {} : { discriminator }) };
}

/** The properties that can have one value only, with that value as shown. */
function constantsOf(document: SchemaDocument, schema: Schema): ReadonlyMap<string, string> {
  const constants = new Map<string, string>();
  for (const [name, node] of Object.entries(schema.properties ?? {})) {
    const property = flatten(document, node);
    const values = property.const === undefined ? property.enum : [property.const];
    if (values?.length !== 1) continue;
    constants.set(name, typeof values[0] === 'string' ? values[0] : jsonOf(values[0]));
  }
  return constants;
}

/** The property with a constant in most variants, all of them different; none when it tells fewer than two apart. */
function discriminatorOf(constants: readonly ReadonlyMap<string, string>[]): string | undefined {
  let best: string | undefined;
  let most = 1;
  for (const name of new Set(constants.flatMap((map) => [...map.keys()]))) {
    const values = constants.map((map) => map.get(name)).filter((value) => value !== undefined);
    if (new Set(values).size < values.length || values.length <= most) continue;
    best = name;
    most = values.length;
  }
  return best;
}

function nameOf(member: Schema | undefined): string | undefined {
  if (member === undefined) return undefined;
  if (member.title !== undefined && member.title !== '') return member.title;
  return /^#\/(?:\$defs|definitions)\/([^/]+)$/.exec(member.$ref ?? '')?.[1];
}

function distinguishing(schema: Schema, all: readonly Schema[]): string | undefined {
  const others = all.filter((other) => other !== schema);
  const names = (of: Schema) => (of.required?.length ? of.required : Object.keys(of.properties ?? {}));
  const only = names(schema).filter((name) => !others.some((other) => names(other).includes(name)));
  if (only.length > 0) return only.slice(0, 3).join(', ');
  const declared = Object.keys(schema.properties ?? {});
  const new_ = declared.filter((name) => !others.some((other) => own(other.properties, name) !== undefined));
  return new_.length > 0 ? new_.slice(0, 3).join(', ') : undefined;
}

/** The type in words: `string`, `array of strings`; of a choice the values, when they are few. */
function typeLabel(document: SchemaDocument, schema: Schema): string {
  const options = optionsOf(document, schema);
  if (options !== undefined) {
    return options.length <= 3 ? options.map(({ label }) => label).join(', ') : `one of ${options.length}`;
  }
  const types = typesOf(schema);
  if (types[0] === 'array' && types.length === 1)
    return listLabel(document, flatten(document, schema.items ?? {}));
  return types.length === 0 ? 'any' : types.join(' or ');
}

function listLabel(document: SchemaDocument, item: Schema): string {
  const [type, ...others] = typesOf(item);
  const isPlain = type !== undefined && others.length === 0 && optionsOf(document, item) === undefined;
  const label = isPlain ? `${type}s` : typeLabel(document, item);
  return label === 'any' ? 'array' : `array of ${label}`;
}

function unique(labels: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  return labels.map((label) => {
    const count = (counts.get(label) ?? 0) + 1;
    counts.set(label, count);
    return count === 1 ? label : `${label} ${count}`;
  });
}
