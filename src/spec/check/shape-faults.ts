import type { Path } from '../../json/path.ts';
import { type JsonObject, typeName } from '../../json/shape.ts';
import { shortJson } from '../../json/short-json.ts';
import { type Revision, whereabouts } from '../revision.ts';
import {
  fits,
  isOfType,
  type Members,
  nameOf,
  type Shape,
  shapeIn,
  spanOf,
  type Tagged,
  type VersionedShape,
} from '../shape.ts';

/** Where a value is not what its shape says. */
export interface ShapeFault {
  readonly rule: ShapeRule;
  readonly path: Path;
  /** What is wrong there, to follow the pointer: `is missing; …`. */
  readonly says: string;
  /** An optional member is null where it should be left out. */
  readonly isNull?: true;
}

export type ShapeRule =
  | 'lint/missing'
  | 'lint/type'
  | 'lint/enum'
  | 'lint/range'
  | 'lint/format'
  | 'lint/snake-case'
  | 'lint/other-revision';

type Faults = readonly ShapeFault[];

const FITS: Faults = [];

/** Everything in a value that does not fit, in the order of the table; nothing when the revision has no such part. */
export function shapeFaults(value: unknown, part: VersionedShape, revision: Revision): Faults {
  const place = shapeIn(part, revision);
  return place === undefined ? FITS : against(place.shape, value, revision);
}

/** Whether a fault only says that a member means nothing in this revision: all the rest may be in order. */
export const isRemark = ({ rule }: { readonly rule: string }): boolean => rule === 'lint/other-revision';

function against(shape: Shape, value: unknown, revision: Revision): Faults {
  if (!isOfType(shape, value)) return otherType(shape, value, revision);
  switch (shape.kind) {
    case 'any':
    case 'boolean':
    case 'null':
      return FITS;
    case 'text':
    case 'number':
    case 'oneOf':
      return fits(shape, value, revision) ? FITS : unfitting(shape, value, revision);
    case 'list':
      return list(shape, value as readonly unknown[], revision);
    case 'map': {
      const map = value as JsonObject;
      return each(Object.keys(map), (name) => shapeFaults(map[name], shape.of, revision));
    }
    case 'object': {
      const object = value as JsonObject;
      return [
        ...each(Object.keys(shape.members), (name) =>
          member(object, name, shape.members[name] ?? shape, revision),
        ),
        ...snakes(shape.members, object),
      ];
    }
    case 'either':
      return either(shape, value, revision);
    case 'tagged':
      return byTag(shape, value as JsonObject, revision);
  }
}

const NULL: Faults = [{ rule: 'lint/type', path: [], says: 'is null; leave it out', isNull: true }];

const fault = (rule: ShapeRule, says: string): Faults => [{ rule, path: [], says }];

const knows = (revision: Revision, values: readonly string[]): string =>
  `${revision} knows ${values.map(shortJson).join(', ')}`;

function otherType(shape: Shape, value: unknown, revision: Revision): Faults {
  const found = typeof value === 'number' && shape.kind === 'number' ? shortJson(value) : typeName(value);
  return fault('lint/type', `is ${found}; in ${revision} it must be ${nameOf(shape, revision)}`);
}

/** A text or a number that is of the right type, and is not one of those that may stand there. */
function unfitting(
  shape: Extract<Shape, { kind: 'text' | 'number' | 'oneOf' }>,
  value: unknown,
  revision: Revision,
): Faults {
  if (shape.kind === 'oneOf')
    return fault('lint/enum', `is ${shortJson(value)}; ${knows(revision, shape.values)}`);
  const rule = shape.kind === 'text' ? 'lint/format' : 'lint/range';
  return fault(rule, `is ${shortJson(value)}; it must be ${nameOf(shape, revision)}`);
}

function list(
  shape: Extract<Shape, { kind: 'list' }>,
  value: readonly unknown[],
  revision: Revision,
): Faults {
  if (shape.most !== undefined && value.length > shape.most)
    return fault('lint/range', `has ${value.length} elements; ${revision} allows ${shape.most}`);
  return each(value.keys(), (at) => shapeFaults(value[at], shape.of, revision));
}

/** The faults of each member or element, with the step to it. */
function each<Step extends string | number>(steps: Iterable<Step>, of: (step: Step) => Faults): Faults {
  let all: ShapeFault[] | undefined;
  for (const step of steps) {
    const found = of(step);
    if (found.length === 0) continue;
    all ??= [];
    for (const one of found) all.push({ ...one, path: [step, ...one.path] });
  }
  return all ?? FITS;
}

/** Members that the revision knows without their underlines, as languages write names that use those. */
function snakes(members: Members, value: JsonObject): Faults {
  const names = Object.keys(value).filter(
    (name) => /[a-z]_[a-z]/.test(name) && !Object.hasOwn(members, name),
  );
  return each(names, (name) => {
    const camel = name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
    if (!Object.hasOwn(members, camel) || Object.hasOwn(value, camel)) return FITS;
    return fault('lint/snake-case', `is not defined: did you mean ${camel}?`);
  });
}

function member(value: JsonObject, name: string, part: VersionedShape, revision: Revision): Faults {
  const place = shapeIn(part, revision);
  const isThere = Object.hasOwn(value, name);
  if (place === undefined) {
    if (!isThere) return FITS;
    return fault(
      'lint/other-revision',
      `means nothing in ${revision}: ${whereabouts(spanOf(part), revision)}`,
    );
  }
  if (isThere) {
    const found = against(place.shape, value[name], revision);
    return value[name] === null && place.optional && found.length > 0 ? NULL : found;
  }
  if (place.optional) return FITS;
  return fault('lint/missing', `is missing; ${revision} requires it: ${nameOf(place.shape, revision)}`);
}

/** An object is what its tag says. */
function byTag(shape: Tagged, value: JsonObject, revision: Revision): Faults {
  const tag = value[shape.tag];
  const known = Object.keys(shape.by).filter((name) => shapeIn(shape.by[name] ?? shape, revision));
  if (typeof tag === 'string' && known.includes(tag))
    return shapeFaults(value, shape.by[tag] ?? shape, revision);
  if (tag === undefined && shape.missing !== undefined) return shapeFaults(value, shape.missing, revision);
  if (typeof tag === 'string' && shape.others !== undefined)
    return shapeFaults(value, shape.others, revision);
  return each([shape.tag], () => tagFaults(shape, tag, known, revision));
}

function tagFaults(shape: Tagged, tag: unknown, known: readonly string[], revision: Revision): Faults {
  if (tag === undefined) return fault('lint/missing', `is missing; ${knows(revision, known)}`);
  if (typeof tag !== 'string') return fault('lint/type', `is ${typeName(tag)}; ${knows(revision, known)}`);
  const elsewhere = Object.hasOwn(shape.by, tag) ? shape.by[tag] : undefined;
  const when = elsewhere === undefined ? '' : ` (${whereabouts(spanOf(elsewhere), revision)})`;
  return fault('lint/enum', `is ${shortJson(tag)}; ${knows(revision, known)}${when}`);
}

/** What is wrong by the alternative that comes closest. */
function either(shape: Extract<Shape, { kind: 'either' }>, value: unknown, revision: Revision): Faults {
  let best: Faults | undefined;
  for (const part of shape.of) {
    if (shapeIn(part, revision) === undefined) continue;
    const found = shapeFaults(value, part, revision);
    if (found.every(isRemark)) return found;
    const isOtherType = found.some(({ rule, path }) => rule === 'lint/type' && path.length === 0);
    if (!isOtherType && (best === undefined || distance(found) < distance(best))) best = found;
  }
  return best ?? otherType(shape, value, revision);
}

/** How far a value is from an alternative: what its own members lack tells most. */
const distance = (found: Faults): number =>
  found.reduce((sum, { rule, path }) => sum + (rule === 'lint/missing' && path.length === 1 ? 1_000 : 1), 0);
