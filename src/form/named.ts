import type { GroupField, Property } from './field.ts';

/** A property with its place in the order of its group. */
interface Named {
  readonly property: Property;
  readonly place: number;
}

const known = new WeakMap<readonly Property[], ReadonlyMap<string, Named>>();

/** The properties of a group by their names; kept with the group, since some have a hundred thousand. */
export function namedIn({ properties }: Pick<GroupField, 'properties'>): ReadonlyMap<string, Named> {
  const kept = known.get(properties);
  if (kept !== undefined) return kept;
  const named = new Map(properties.map((property, place) => [property.name, { property, place }]));
  known.set(properties, named);
  return named;
}
