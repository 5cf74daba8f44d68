import { commonTypes } from '../form/merge.ts';
import { isImpossible, own, type Schema } from '../form/schema.ts';
import { same } from '../json/same.ts';
import { type Normal, refusesAll, typesIn } from './normal-schema.ts';

/** A schema, and the function that normalizes the schemas within it. */
export interface SchemaSide {
  readonly schema: Normal;
  readonly normal: (node: Schema) => Normal;
}

/** Whether no value meets both schemas; false where that cannot be decided. */
export function areApart(one: SchemaSide, other: SchemaSide, levels = 8): boolean {
  const [mine, theirs] = [one.schema, other.schema];
  if (refusesAll(mine) || refusesAll(theirs)) return true;
  if (levels === 0) return false;
  const types = commonTypes(typesIn(mine), typesIn(theirs)) ?? [];
  if (types.length === 0) return true;
  if (mine.enum !== undefined && theirs.enum !== undefined) {
    const { enum: others } = theirs;
    return !mine.enum.some((value) => others.some((another) => same(value, another)));
  }
  if (areVariantsApart(one, other, levels) || areVariantsApart(other, one, levels)) return true;
  if (types.every((name) => name === 'integer' || name === 'number'))
    return isBelow(mine, theirs) || isBelow(theirs, mine);
  if (!types.every((name) => name === 'object')) return false;
  return areMembersApart(one, other, levels) || areMembersApart(other, one, levels);
}

const areVariantsApart = ({ normal, schema }: SchemaSide, other: SchemaSide, levels: number): boolean =>
  schema.union?.variants.every((one) => areApart({ normal, schema: one.schema }, other, levels - 1)) === true;

/** Whether all numbers of one schema are below those of the other. */
function isBelow(one: Normal, other: Normal): boolean {
  const most = Math.min(
    one.maximum ?? Number.POSITIVE_INFINITY,
    one.exclusiveMaximum ?? Number.POSITIVE_INFINITY,
  );
  const least = Math.max(
    other.minimum ?? Number.NEGATIVE_INFINITY,
    other.exclusiveMinimum ?? Number.NEGATIVE_INFINITY,
  );
  if (most < least) return true;
  return most === least && (one.exclusiveMaximum === most || other.exclusiveMinimum === least);
}

/** Whether a member that one schema requires has no value that both accept. */
function areMembersApart(one: SchemaSide, other: SchemaSide, levels: number): boolean {
  const { properties, patternProperties, additionalProperties } = other.schema;
  return (one.schema.required ?? []).some((name) => {
    const mine = own(one.schema.properties, name);
    const theirs =
      own(properties, name) ?? (patternProperties === undefined ? additionalProperties : undefined);
    if (theirs === undefined) return false;
    if (isImpossible(theirs)) return true;
    return (
      mine !== undefined &&
      areApart(
        { normal: one.normal, schema: one.normal(mine) },
        { normal: other.normal, schema: other.normal(theirs) },
        levels - 1,
      )
    );
  });
}
