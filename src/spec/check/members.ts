import { type JsonObject, typeName } from '../../json/shape.ts';
import { shortJson } from '../../json/short-json.ts';
import type { Finding } from '../finding.ts';
import { LEGACY } from '../revision.ts';
import type { RuleId } from '../rules.ts';
import { fits, type Members, nameOf, type ResolvedShape, type Shape, shapeIn } from '../shape.ts';

/** A member that is missing, or is not what it must be whatever the revision. */
export interface MemberFault {
  readonly member: string;
  /** What is wrong, to follow the name: `is missing`, `is an array; it must be text`. */
  readonly says: string;
  readonly isMissing?: true;
  /** An optional member is null where it should be left out. */
  readonly isNull?: true;
}

const NONE: readonly never[] = [];

/**
 * Makes the check for what breaks clients of any revision: a member that they rely on is missing, or is not what they
 * read. It does not look into members; what the revision says beside that is checked in shapes.ts. The shapes are resolved
 * here, once, since every frame is checked.
 */
export function memberCheck(members: Members): (value: JsonObject) => readonly MemberFault[] {
  const required = Object.entries(members).flatMap(([member, part]) => {
    const resolved = shapeIn(part, LEGACY.until);
    return resolved === undefined ? [] : [{ member, shape: resolved.shape, optional: resolved.optional }];
  });
  return (value) => {
    let faults: MemberFault[] | undefined;
    for (const one of required) {
      const given = value[one.member];
      if (given === undefined ? one.optional : fits(one.shape, given, LEGACY.until)) continue;
      faults ??= [];
      faults.push(faultOf(one, given));
    }
    return faults ?? NONE;
  };
}

function faultOf(
  { member, shape, optional }: ResolvedShape & { member: string },
  given: unknown,
): MemberFault {
  if (given === undefined) return { member, says: 'is missing', isMissing: true };
  const says = saying(shape, given);
  return given === null && optional ? { member, says, isNull: true } : { member, says };
}

function saying(shape: Shape, given: unknown): string {
  const isShown =
    typeof given === 'string' ||
    shape.kind === 'oneOf' ||
    (typeof given === 'number' && (shape.kind === 'number' || shape.kind === 'either'));
  return `is ${isShown ? shortJson(given) : typeName(given)}; it must be ${nameOf(shape, LEGACY.until)}`;
}

/** The same check as findings of one rule; `at` is the pointer to the value whose members they are. */
export function checkOf(
  rule: RuleId,
  members: Members,
): (value: JsonObject, at: string) => readonly Finding[] {
  const faultsOf = memberCheck(members);
  return (value, at) => {
    const faults = faultsOf(value);
    if (faults.length === 0) return NONE;
    return faults.map(({ member, says }) => ({
      rule,
      path: `${at}/${member}`,
      message: `${member} ${says}`,
    }));
  };
}
