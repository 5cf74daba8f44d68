import { type JsonObject, typeName } from '../../json/shape.ts';
import { shortJson } from '../../json/short-json.ts';
import { LEGACY } from '../revision.ts';
import { FORMATS, isOfType, type Members, nameOf, type Shape, shapeIn } from '../shape.ts';

/** A member that is missing, or is not what it must be whatever the revision. */
export interface MemberFault {
  readonly member: string;
  /** What is wrong, to follow the name: `is missing`, `is an array; it must be text`. */
  readonly says: string;
  readonly isMissing?: true;
  /** An optional member is null where it should be left out. */
  readonly isNull?: true;
}

/**
 * What breaks clients of any revision: a member that they rely on is missing, or is of another type than they read. What
 * is within is not looked at; what the revision says beside it is for shapes.ts.
 */
export function memberFaults(value: JsonObject, members: Members): readonly MemberFault[] {
  return Object.entries(members).flatMap(([member, part]): readonly MemberFault[] => {
    const place = shapeIn(part, LEGACY.until);
    if (place === undefined) return [];
    const given = value[member];
    if (given === undefined) return place.optional ? [] : [{ member, says: 'is missing', isMissing: true }];
    if (isOfType(place.shape, given) && hasFormat(place.shape, given)) return [];
    const found = typeof given === 'string' ? shortJson(given) : typeName(given);
    const says = `is ${found}; it must be ${nameOf(place.shape, LEGACY.until)}`;
    return [{ member, says, ...(given === null && place.optional ? { isNull: true } : {}) }];
  });
}

const hasFormat = (shape: Shape, value: unknown): boolean =>
  shape.kind !== 'text' || shape.format === undefined || FORMATS[shape.format].fits(value as string);
