import type { Path } from '../../json/path.ts';
import { type JsonObject, typeName } from '../../json/shape.ts';
import { shortJson } from '../../json/short-json.ts';
import { type Revision, whereabouts } from '../revision.ts';
import {
  FORMATS,
  isOfType,
  type Members,
  nameOf,
  numberName,
  type Shape,
  shapeIn,
  spanOf,
  type Tagged,
  type VersionedShape,
} from '../shape.ts';

/** Where a value is not what its shape says. */
export interface Misfit {
  readonly rule: MisfitRule;
  readonly path: Path;
  /** What is wrong there, to follow the pointer: `is missing; …`. */
  readonly says: string;
  /** An optional member is null where it should be left out. */
  readonly isNull?: true;
}

export type MisfitRule =
  | 'lint/missing'
  | 'lint/type'
  | 'lint/enum'
  | 'lint/range'
  | 'lint/format'
  | 'lint/snake-case'
  | 'lint/other-revision';

type Found = readonly Misfit[];

const FITS: Found = [];

/** All of a value that does not fit, in the order of the table; nothing when the revision has no such part. */
export function misfits(value: unknown, part: VersionedShape, revision: Revision): Found {
  const place = shapeIn(part, revision);
  return place === undefined ? FITS : against(place.shape, value, revision);
}

/** A misfit that only says that what stands there means nothing in this revision: all the rest may be in order. */
export const isRemark = ({ rule }: { readonly rule: string }): boolean => rule === 'lint/other-revision';

function against(shape: Shape, value: unknown, revision: Revision): Found {
  if (!isOfType(shape, value)) return otherType(shape, value, revision);
  switch (shape.kind) {
    case 'any':
    case 'boolean':
    case 'null':
      return FITS;
    case 'text':
      return format(shape, value as string);
    case 'number':
      return range(shape, value as number);
    case 'oneOf':
      return shape.values.includes(value as string)
        ? FITS
        : wrong('lint/enum', `is ${shortJson(value)}; ${knows(revision, shape.values)}`);
    case 'list':
      return list(shape, value as readonly unknown[], revision);
    case 'map': {
      const map = value as JsonObject;
      return each(Object.keys(map), (name) => misfits(map[name], shape.of, revision));
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

const NULL: Found = [{ rule: 'lint/type', path: [], says: 'is null; leave it out', isNull: true }];

const wrong = (rule: MisfitRule, says: string): Found => [{ rule, path: [], says }];

const knows = (revision: Revision, values: readonly string[]): string =>
  `${revision} knows ${values.map(shortJson).join(', ')}`;

function otherType(shape: Shape, value: unknown, revision: Revision): Found {
  const found = typeof value === 'number' && shape.kind === 'number' ? shortJson(value) : typeName(value);
  return wrong('lint/type', `is ${found}; in ${revision} it must be ${nameOf(shape, revision)}`);
}

function format(shape: Extract<Shape, { kind: 'text' }>, value: string): Found {
  if (shape.format === undefined || FORMATS[shape.format].fits(value)) return FITS;
  return wrong('lint/format', `is ${shortJson(value)}; it must be ${FORMATS[shape.format].name}`);
}

function range(shape: Extract<Shape, { kind: 'number' }>, value: number): Found {
  if (value >= (shape.least ?? value) && value <= (shape.most ?? value)) return FITS;
  return wrong('lint/range', `is ${shortJson(value)}; it must be ${numberName(shape)}`);
}

function list(shape: Extract<Shape, { kind: 'list' }>, value: readonly unknown[], revision: Revision): Found {
  if (shape.most !== undefined && value.length > shape.most)
    return wrong('lint/range', `has ${value.length} elements; ${revision} allows ${shape.most}`);
  return each(value.keys(), (at) => misfits(value[at], shape.of, revision));
}

/** The misfits of each member or element, with the step to it. */
function each<Step extends string | number>(steps: Iterable<Step>, of: (step: Step) => Found): Found {
  let all: Misfit[] | undefined;
  for (const step of steps) {
    const found = of(step);
    if (found.length === 0) continue;
    all ??= [];
    for (const one of found) all.push({ ...one, path: [step, ...one.path] });
  }
  return all ?? FITS;
}

/** Members that the revision knows without their underlines, as languages write names that use those. */
function snakes(members: Members, value: JsonObject): Found {
  const names = Object.keys(value).filter(
    (name) => /[a-z]_[a-z]/.test(name) && !Object.hasOwn(members, name),
  );
  return each(names, (name) => {
    const camel = name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
    if (!Object.hasOwn(members, camel) || Object.hasOwn(value, camel)) return FITS;
    return wrong('lint/snake-case', `is not defined: did you mean ${camel}?`);
  });
}

function member(value: JsonObject, name: string, part: VersionedShape, revision: Revision): Found {
  const place = shapeIn(part, revision);
  const isThere = Object.hasOwn(value, name);
  if (place === undefined) {
    if (!isThere) return FITS;
    return wrong(
      'lint/other-revision',
      `means nothing in ${revision}: ${whereabouts(spanOf(part), revision)}`,
    );
  }
  if (isThere) {
    const found = against(place.shape, value[name], revision);
    return value[name] === null && place.optional && found.length > 0 ? NULL : found;
  }
  if (place.optional) return FITS;
  return wrong('lint/missing', `is missing; ${revision} requires it: ${nameOf(place.shape, revision)}`);
}

/** An object is what its tag says. */
function byTag(shape: Tagged, value: JsonObject, revision: Revision): Found {
  const tag = value[shape.tag];
  const known = Object.keys(shape.by).filter((name) => shapeIn(shape.by[name] ?? shape, revision));
  if (typeof tag === 'string' && known.includes(tag)) return misfits(value, shape.by[tag] ?? shape, revision);
  if (tag === undefined && shape.missing !== undefined) return misfits(value, shape.missing, revision);
  if (typeof tag === 'string' && shape.others !== undefined) return misfits(value, shape.others, revision);
  return each([shape.tag], () => wrongTag(shape, tag, known, revision));
}

function wrongTag(shape: Tagged, tag: unknown, known: readonly string[], revision: Revision): Found {
  if (tag === undefined) return wrong('lint/missing', `is missing; ${knows(revision, known)}`);
  if (typeof tag !== 'string') return wrong('lint/type', `is ${typeName(tag)}; ${knows(revision, known)}`);
  const elsewhere = Object.hasOwn(shape.by, tag) ? shape.by[tag] : undefined;
  const when = elsewhere === undefined ? '' : ` (${whereabouts(spanOf(elsewhere), revision)})`;
  return wrong('lint/enum', `is ${shortJson(tag)}; ${knows(revision, known)}${when}`);
}

/** What is wrong by the alternative that comes closest. */
function either(shape: Extract<Shape, { kind: 'either' }>, value: unknown, revision: Revision): Found {
  let best: Found | undefined;
  for (const part of shape.of) {
    if (shapeIn(part, revision) === undefined) continue;
    const found = misfits(value, part, revision);
    if (found.every(isRemark)) return found;
    const isOtherType = found.some(({ rule, path }) => rule === 'lint/type' && path.length === 0);
    if (!isOtherType && (best === undefined || distance(found) < distance(best))) best = found;
  }
  return best ?? otherType(shape, value, revision);
}

/** How far a value is from an alternative: what its own members lack tells most. */
const distance = (found: Found): number =>
  found.reduce((sum, { rule, path }) => sum + (rule === 'lint/missing' && path.length === 1 ? 1_000 : 1), 0);
