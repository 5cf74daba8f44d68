import { countWrong } from './check.ts';
import { type Draft, textOf } from './draft.ts';
import { type Field, namedIn, optionsOf, type Property } from './field.ts';
import { fieldOf } from './field-of.ts';
import { extraNode, oneNode } from './group.ts';
import { declaredIn, isGroup } from './place.ts';
import { isImpossible, type SchemaDocument } from './schema.ts';
import { holds } from './variant.ts';

/**
 * The fields that an unfinished value may become a value of: of a union the variants that it fits with the fewest errors,
 * what is missing not counted, and of these those that know most of its names; all of them while nothing decides.
 */
export function possibleFields(document: SchemaDocument, field: Field, typed: () => Draft): readonly Field[] {
  if (!('variants' in field)) return [field];
  if (field.kind === 'any') return [];
  const draft = typed();
  const able = field.variants
    .map(({ node }) => node)
    .filter((node) => holds(document, fieldOf(document, node), draft));
  const text = textOf(draft, document.derive);
  const value: unknown = text === undefined ? undefined : JSON.parse(text);
  const right = fewest(able, (node) => (text === undefined ? 0 : countWrong(document, node, value)));
  const fields = right.flatMap((node) => possibleFields(document, fieldOf(document, node), () => draft));
  return fewest(fields, (one) => countUnknown(document, one, draft));
}

function fewest<Item>(items: readonly Item[], count: (item: Item) => number): readonly Item[] {
  if (items.length < 2) return items;
  const counts = items.map(count);
  const least = Math.min(...counts);
  return items.filter((_, i) => counts[i] === least);
}

/** How many members of a draft a field says nothing of. */
function countUnknown(document: SchemaDocument, field: Field, draft: Draft): number {
  if (draft.is !== 'object') return 0;
  return draft.members.filter(({ name }) => declaredIn(document, field, name) === undefined).length;
}

/** What the possible fields say of a member or an item; nothing where none of them says anything. */
export function memberIn(
  document: SchemaDocument,
  fields: readonly Field[],
  step: string | number,
): { readonly field: Field; readonly required: boolean } | undefined {
  const found = fields.flatMap((field) => declaredIn(document, field, step) ?? []);
  const node = oneNode(
    document,
    found.map((one) => one.node),
  );
  if (found.length === 0 || node === undefined) return undefined;
  const required = found.length === fields.length && found.every((one) => one.required === true);
  return { field: fieldOf(document, node), required };
}

/**
 * The properties of the possible fields that are not among the names: those that all of them require, then those that all
 * of them have, then the others. Names that a map prescribes are properties, too.
 */
export function missingFrom(
  document: SchemaDocument,
  fields: readonly Field[],
  names: ReadonlySet<string>,
): readonly Property[] {
  const found = new Map<string, Property[]>();
  for (const property of fields.flatMap((field) => namesOf(document, field))) {
    if (!names.has(property.name)) found.set(property.name, [...(found.get(property.name) ?? []), property]);
  }
  const ranked = [...found.values()].map((all) => {
    const isShared = all.length === fields.length;
    const property = oneOf(document, all, isShared);
    return { property, rank: property.required ? 0 : isShared ? 1 : 2 };
  });
  return ranked.sort((a, b) => a.rank - b.rank).map(({ property }) => property);
}

/** A property that several fields have, which only all of them can require. */
function oneOf(document: SchemaDocument, all: readonly Property[], isShared: boolean): Property {
  const [first, ...others] = all as readonly [Property, ...Property[]];
  const required = isShared && all.every((one) => one.required);
  if (others.length === 0) return first.required === required ? first : { ...first, required };
  const nodes = all.map((one) => one.node);
  return { name: first.name, node: oneNode(document, nodes) ?? first.node, required };
}

function namesOf(document: SchemaDocument, field: Field): readonly Property[] {
  if (!isGroup(field)) return [];
  const { properties, extra } = field;
  const options = extra.names && optionsOf(document, extra.names);
  if (options === undefined) return properties;
  const named = namedIn(document, field);
  const others = options.flatMap(({ value }) => {
    if (typeof value !== 'string' || named.has(value)) return [];
    const node = extraNode(extra, value);
    return isImpossible(node) ? [] : [{ name: value, node, required: false }];
  });
  return [...properties, ...others];
}
