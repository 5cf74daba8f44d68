import { jsonOf } from '../json/json-of.ts';
import { flatten } from './merge.ts';
import { optionsOf } from './option.ts';
import { own, type Schema, type SchemaDocument } from './schema.ts';
import { typesOf, typeWords } from './type.ts';

/** The names of the variants of a union, and the property that tells them apart. */
export interface Labels {
  readonly labels: readonly string[];
  readonly discriminator?: string;
}

/**
 * Names variants by their discriminating constant, else by title (or the name they are referred to by), else by the
 * names only they have, else by type; all different.
 */
export function labelVariants(document: SchemaDocument, members: readonly Schema[]): Labels {
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

/** The type in words: `text`, `list of text`; of a choice the values, when they are few. */
function typeLabel(document: SchemaDocument, schema: Schema): string {
  const options = optionsOf(document, schema);
  if (options !== undefined) {
    return options.length <= 3 ? options.map(({ label }) => label).join(', ') : `one of ${options.length}`;
  }
  const types = typesOf(schema);
  if (types[0] === 'array' && types.length === 1)
    return listLabel(document, flatten(document, schema.items ?? {}));
  return types.length === 0 ? 'any' : types.map((type) => typeWords[type]).join(' or ');
}

function listLabel(document: SchemaDocument, item: Schema): string {
  const [type] = typesOf(item);
  if (type === 'array') return 'list of lists';
  const label = typeLabel(document, item);
  return label === 'any' ? 'list' : `list of ${label}`;
}

function unique(labels: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  return labels.map((label) => {
    const count = (counts.get(label) ?? 0) + 1;
    counts.set(label, count);
    return count === 1 ? label : `${label} ${count}`;
  });
}
