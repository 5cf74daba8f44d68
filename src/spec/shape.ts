import { isObject } from '../json/shape.ts';
import { shortJson } from '../json/short-json.ts';
import { base64Problem } from '../text/base64.ts';
import { type Revision, type RevisionSpan, spans } from './revision.ts';

/**
 * What a JSON value must be. The table of the specification is written in these: a shape is data, {@link fits}
 * and shape-faults.ts hold a value against it. Objects may always have members that the shape does not name.
 */
export type Shape =
  | { readonly kind: 'any' }
  | { readonly kind: 'boolean' }
  | { readonly kind: 'null' }
  | { readonly kind: 'text'; readonly format?: TextFormat }
  | { readonly kind: 'number'; readonly integer: boolean; readonly least?: number; readonly most?: number }
  | { readonly kind: 'oneOf'; readonly values: readonly string[] }
  | { readonly kind: 'list'; readonly of: VersionedShape; readonly most?: number }
  | { readonly kind: 'map'; readonly of: VersionedShape }
  | { readonly kind: 'object'; readonly members: Members }
  | { readonly kind: 'either'; readonly of: readonly VersionedShape[] }
  | Tagged;

/** Formats of text that are checked. */
export type TextFormat = 'uri' | 'base64' | 'time';

/** An object whose shape depends on one of its members; `others`: its shape when the text there is unknown. */
export interface Tagged {
  readonly kind: 'tagged';
  readonly tag: string;
  readonly by: Members;
  /** What it is when the member is missing; nothing: it must be there. */
  readonly missing?: VersionedShape;
  /** What it is when the member has another text; nothing: it must be one of those. */
  readonly others?: VersionedShape;
}

export type Members = Readonly<Record<string, VersionedShape>>;

/** A shape with the revisions it is in, and whether it may be left out. */
interface Marked extends RevisionSpan {
  readonly kind: 'marked';
  readonly part: VersionedShape;
  readonly optional: boolean;
}

/** What is another thing in later revisions: the last step that is not later than the revision counts. */
interface Revised {
  readonly kind: 'revised';
  readonly steps: readonly (readonly [since: Revision | undefined, part: VersionedShape])[];
}

/** A place in a larger shape. A bare shape is required, in all revisions. */
export type VersionedShape = Shape | Marked | Revised;

/** What a method's messages hold: `params`, and where it is a request its `result`. */
export interface MessageShape {
  readonly params: VersionedShape;
  readonly result?: VersionedShape;
}

/** Shapes by method, as each file of the table has those of its subject. */
export type MessageShapes = Readonly<Record<string, MessageShape>>;

/** What a part comes to in one revision; nothing when the revision does not have it. */
export interface ResolvedShape {
  readonly shape: Shape;
  readonly optional: boolean;
}

/** Resolves the marks of a part. */
export function shapeIn(part: VersionedShape, revision: Revision): ResolvedShape | undefined {
  if (part.kind === 'marked') {
    if (!spans(part, revision)) return undefined;
    const inner = shapeIn(part.part, revision);
    return part.optional && inner !== undefined ? { ...inner, optional: true } : inner;
  }
  if (part.kind === 'revised') {
    const step = part.steps.findLast(([since]) => since === undefined || since <= revision);
    return step === undefined ? undefined : shapeIn(step[1], revision);
  }
  return { shape: part, optional: false };
}

/** The span of a part; that of what is not marked is all revisions. */
export function spanOf(part: VersionedShape): RevisionSpan {
  return part.kind === 'marked' ? part : {};
}

/** Whether a value is of the JSON type that a shape has, whatever is in it; of several that is decided one by one. */
export function isOfType(shape: Shape, value: unknown): boolean {
  switch (shape.kind) {
    case 'any':
    case 'either':
      return true;
    case 'boolean':
      return typeof value === 'boolean';
    case 'null':
      return value === null;
    case 'text':
    case 'oneOf':
      return typeof value === 'string';
    case 'number':
      return typeof value === 'number' && (!shape.integer || Number.isInteger(value));
    case 'list':
      return Array.isArray(value);
    case 'map':
    case 'object':
    case 'tagged':
      return isObject(value);
  }
}

/** Whether a value is what a shape says, as far as that shows without a look at what is in it. */
export function fits(shape: Shape, value: unknown, revision: Revision): boolean {
  if (!isOfType(shape, value)) return false;
  switch (shape.kind) {
    case 'text':
      return shape.format === undefined || FORMATS[shape.format].fits(value as string);
    case 'number':
      return (value as number) >= (shape.least ?? -Infinity) && (value as number) <= (shape.most ?? Infinity);
    case 'oneOf':
      return shape.values.includes(value as string);
    case 'either':
      return shape.of.some((part) => {
        const resolved = shapeIn(part, revision);
        return resolved !== undefined && fits(resolved.shape, value, revision);
      });
    case 'any':
    case 'boolean':
    case 'null':
    case 'list':
    case 'map':
    case 'object':
    case 'tagged':
      return true;
  }
}

export const any: Shape = { kind: 'any' };
export const boolean: Shape = { kind: 'boolean' };
export const nothing: Shape = { kind: 'null' };
export const text: Shape = { kind: 'text' };
export const uri: Shape = { kind: 'text', format: 'uri' };
export const base64: Shape = { kind: 'text', format: 'base64' };
export const time: Shape = { kind: 'text', format: 'time' };
export const number: Shape = { kind: 'number', integer: false };
export const integer: Shape = { kind: 'number', integer: true };
/** A number from 0 to 1. */
export const share: Shape = { kind: 'number', integer: false, least: 0, most: 1 };
/** A number that is not negative. */
export const span: Shape = { kind: 'number', integer: false, least: 0 };
/** An integer that is not negative. */
export const count: Shape = { kind: 'number', integer: true, least: 0 };

export const oneOf = (...values: readonly string[]): Shape => ({ kind: 'oneOf', values });
export const list = (of: VersionedShape, most?: number): Shape => ({
  kind: 'list',
  of,
  ...(most === undefined ? {} : { most }),
});
/** An object of any names whose values are alike. */
export const map = (of: VersionedShape): Shape => ({ kind: 'map', of });
export const object = (members: Members): Extract<Shape, { kind: 'object' }> => ({ kind: 'object', members });
/** Any object. */
export const open: Shape = object({});
export const either = (...of: readonly VersionedShape[]): Shape => ({ kind: 'either', of });
export const tagged = (tag: string, by: Members, rest: Pick<Tagged, 'missing' | 'others'> = {}): Shape => ({
  kind: 'tagged',
  tag,
  by,
  ...rest,
});

/** A member that may be left out. */
export const optional = (part: VersionedShape, span: RevisionSpan = {}): VersionedShape => ({
  kind: 'marked',
  part,
  optional: true,
  ...span,
});
/** A part of some revisions alone. */
export const only = (span: RevisionSpan, part: VersionedShape): VersionedShape => ({
  kind: 'marked',
  part,
  optional: false,
  ...span,
});
/** A part that later revisions changed, by the revision that did. */
export const revised = (
  first: VersionedShape,
  later: Partial<Readonly<Record<Revision, VersionedShape>>>,
): VersionedShape => ({
  kind: 'revised',
  steps: [[undefined, first], ...(Object.entries(later) as [Revision, VersionedShape][])],
});

/** What a text of each format is, and how that is called. */
const FORMATS = {
  uri: { fits: (value: string) => /^[a-z][a-z0-9+.-]*:/i.test(value), name: 'a URI with its scheme' },
  base64: { fits: (value: string) => base64Problem(value) === undefined, name: 'base64' },
  time: { fits: (value: string) => !Number.isNaN(Date.parse(value)), name: 'a time (ISO 8601)' },
} as const;

/** A shape in words, with its article. */
export function nameOf(shape: Shape, revision: Revision): string {
  switch (shape.kind) {
    case 'any':
      return 'any value';
    case 'boolean':
      return 'true or false';
    case 'null':
      return 'null';
    case 'text':
      return shape.format === undefined ? 'text' : FORMATS[shape.format].name;
    case 'number':
      return numberName(shape);
    case 'oneOf':
      return alternatives(shape.values.map(shortJson));
    case 'list':
      return 'an array';
    case 'map':
    case 'object':
    case 'tagged':
      return 'an object';
    case 'either': {
      const names = shape.of.flatMap((part) => {
        const place = shapeIn(part, revision);
        return place === undefined ? [] : [nameOf(place.shape, revision)];
      });
      return alternatives([...new Set(names)]);
    }
  }
}

/** `a or b`, `a, b or c`. */
const alternatives = (names: readonly string[]): string =>
  [names.slice(0, -1).join(', '), ...names.slice(-1)].filter((part) => part !== '').join(' or ');

function numberName({ integer, least, most }: Extract<Shape, { kind: 'number' }>): string {
  const kind = integer ? 'an integer' : 'a number';
  if (least === undefined) return most === undefined ? kind : `${kind} of at most ${most}`;
  return most === undefined ? `${kind} of at least ${least}` : `${kind} between ${least} and ${most}`;
}
