import { countErrors } from '../form/check.ts';
import { own, type Schema, type SchemaDocument } from '../form/schema.ts';
import type { Path } from '../json/path.ts';
import { same } from '../json/same.ts';
import { areApart, type SchemaSide } from './apart.ts';
import { KEYWORDS, metBy } from './constraint.ts';
import {
  allowsType,
  type Normal,
  refusesAll,
  schemaOf,
  TEXTS,
  typesIn,
  type Union,
} from './normal-schema.ts';
import { normalOf, withVariant } from './normalize.ts';

/** Something that one of two schemas says and the other does not, at one place. */
export interface Disparity {
  /** The way to the schema that says it, by keywords. */
  readonly path: Path;
  /** The same place in words: `user.name`, `ids[]`. */
  readonly name: string;
  /** Which keyword says it; empty for the whole schema. */
  readonly keyword: string;
  /**
   * `refused`: the other rejects values that this one accepts. `unclear`: that cannot be decided. `gone`, `new`, `needed`: a
   * member is no longer named, is new, is new and required. `text`: a keyword that does not constrain values. `order`: the same
   * values in a different order.
   */
  readonly how: 'refused' | 'unclear' | 'gone' | 'new' | 'needed' | 'text' | 'order';
  /** What the keyword says in the one schema and in the other. */
  readonly from?: unknown;
  readonly to?: unknown;
}

/** Steps that a comparison may take; beyond them it is unclear. */
const STEPS = 20_000;

/** At most so many pairs of values of two enums are compared. */
const TRIED = 4_000_000;

/** A comparison of two documents, in one direction. */
export interface Comparison {
  readonly from: SchemaDocument;
  readonly to: SchemaDocument;
  /** Members and texts are compared in this direction only. */
  readonly isForward: boolean;
  /** What was found of two schemas; empty while they are being compared, as schemas may refer to themselves. */
  readonly known: Map<Normal, Map<Normal, readonly Disparity[]>>;
  readonly left: { steps: number };
  /** The same two the other way round. */
  readonly back: () => Comparison;
}

export function compareDocuments(before: SchemaDocument, after: SchemaDocument): Comparison {
  const left = { steps: STEPS };
  const forward: Comparison = {
    from: before,
    to: after,
    isForward: true,
    known: new Map(),
    left,
    back: () => backward,
  };
  const backward: Comparison = {
    from: after,
    to: before,
    isForward: false,
    known: new Map(),
    left,
    back: () => forward,
  };
  return forward;
}

/** Whether values are rejected, or may be. */
const isRefusal = ({ how }: Disparity): boolean => how === 'refused' || how === 'unclear' || how === 'needed';

const takesAll = (found: readonly Disparity[]): boolean => !found.some(isRefusal);

/** What the second schema rejects of what the first accepts, and what else differs. */
export function refusals(comparison: Comparison, from: Normal, to: Normal): readonly Disparity[] {
  const known = comparison.known.get(from) ?? new Map<Normal, readonly Disparity[]>();
  comparison.known.set(from, known);
  const done = known.get(to);
  if (done !== undefined) return done;
  comparison.left.steps -= 1;
  if (comparison.left.steps < 0) return [here('', 'unclear')];
  known.set(to, []);
  const found = compare(comparison, from, to);
  known.set(to, found);
  return found;
}

function compare(comparison: Comparison, from: Normal, to: Normal): readonly Disparity[] {
  if (refusesAll(from)) return [];
  if (refusesAll(to)) return [here('', 'refused')];
  const values = enumRefusals(comparison, from, to);
  const told = comparison.isForward ? [...texts(from, to), ...members(from, to)] : [];
  if (values !== undefined) return [...told, ...values];
  const plain = narrowed(comparison, from, (one) => plainRefusals(comparison, one, to));
  const union = to.union === undefined ? [] : unionRefusals(comparison, from, to.union);
  const also = (to.also ?? []).flatMap((part) => {
    const found = [from, ...(from.also ?? [])].map((one) => refusals(comparison, one, part));
    return found.some(takesAll) ? [] : [here('allOf', 'unclear')];
  });
  return [...told, ...plain, ...union, ...also];
}

const here = (
  keyword: string,
  how: Disparity['how'],
  said: Pick<Disparity, 'from' | 'to'> = {},
): Disparity => {
  return { path: [], name: '', keyword, how, ...said };
};

/** The same, found within a schema. */
const within = (path: Path, name: string, found: readonly Disparity[]): readonly Disparity[] =>
  found.map((one) => ({ ...one, path: [...path, ...one.path], name: name + one.name }));

/** What is rejected for some variant of the first schema, with everything else that holds taken into account. */
function narrowed(
  { from: document }: Comparison,
  schema: Normal,
  look: (schema: Normal) => readonly Disparity[],
): readonly Disparity[] {
  const found = look(schema);
  if (takesAll(found)) return found;
  const { union, also = [] } = schema;
  const others = found.filter((one) => !isRefusal(one));
  const isIn = (one: Disparity, some: readonly Disparity[]) =>
    some.some(({ keyword, path }) => keyword === one.keyword && same(path, one.path));
  let refused = found.filter(isRefusal);
  // It is enough if one part meets it.
  for (const part of also) {
    const still = look(part);
    refused = refused.filter((one) => isIn(one, still));
  }
  if (union === undefined || refused.length === 0) return [...others, ...refused];
  const each = union.variants.flatMap((variant) =>
    look(withVariant(document, schema, variant)).filter(isRefusal),
  );
  const kept = each.filter((one, at) => !isIn(one, each.slice(0, at)));
  return [...others, ...kept];
}

/** Tries each value of an enum; undefined if there is none. */
function enumRefusals(
  { to: document }: Comparison,
  from: Normal,
  to: Normal,
): readonly Disparity[] | undefined {
  const { enum: values } = from;
  if (values === undefined) return undefined;
  if (values.length * (to.enum?.length ?? 1) > TRIED)
    return same(values, to.enum) ? [] : [here('enum', 'unclear', { from: values, to: to.enum })];
  const schema = document.derive(schemaOf, to, () => schemaOf(to));
  const errors = values.map((value) => countErrors(document, schema, value));
  const said = { from: values, to: to.enum };
  if (errors.some((count) => count > 0 && count < Number.POSITIVE_INFINITY)) {
    const types = typesIn(to);
    const isOfType = typesIn(from).some((name) => allowsType(types, name));
    return [
      isOfType || to.enum !== undefined
        ? here('enum', 'refused', said)
        : here('type', 'refused', { from: typesIn(from), to: to.type }),
    ];
  }
  if (errors.includes(Number.POSITIVE_INFINITY)) return [here('enum', 'unclear', said)];
  const isReordered = to.enum !== undefined && values.length === to.enum.length && !same(values, to.enum);
  return isReordered ? [here('enum', 'order', said)] : [];
}

function texts(from: Normal, to: Normal): readonly Disparity[] {
  return TEXTS.flatMap((keyword) =>
    same(from[keyword], to[keyword]) ? [] : [here(keyword, 'text', { from: from[keyword], to: to[keyword] })],
  );
}

/** The members that only one of them names. Callers send what they know, so that a new optional member breaks nobody. */
function members(from: Normal, to: Normal): readonly Disparity[] {
  if (!typesIn(from).includes('object') || !typesIn(to).includes('object')) return [];
  const [old, now] = [from.properties ?? {}, to.properties ?? {}];
  const member = (name: string, how: Disparity['how'], said: Pick<Disparity, 'from' | 'to'>): Disparity => {
    return { path: ['properties', name], name: `.${name}`, keyword: '', how, ...said };
  };
  return [
    ...Object.keys(old).flatMap((name) =>
      Object.hasOwn(now, name) ? [] : [member(name, 'gone', { from: old[name] })],
    ),
    ...Object.keys(now).flatMap((name) =>
      Object.hasOwn(old, name)
        ? []
        : [member(name, to.required?.includes(name) ? 'needed' : 'new', { to: now[name] })],
    ),
  ];
}

/** What the keywords of a schema reject, except for its union. */
function plainRefusals(comparison: Comparison, from: Normal, to: Normal): readonly Disparity[] {
  return [
    ...KEYWORDS.flatMap((keyword) => {
      if (to[keyword] === undefined) return [];
      const verdict = metBy(keyword, from, to);
      const how = verdict === 'no' ? 'refused' : 'unclear';
      return verdict === 'yes' ? [] : [here(keyword, how, { from: from[keyword], to: to[keyword] })];
    }),
    ...(typesIn(from).includes('object') ? objectRefusals(comparison, from, to) : []),
    ...(typesIn(from).includes('array') ? arrayRefusals(comparison, from, to) : []),
    ...conditionRefusals(comparison, from, to),
    ...notRefusals(comparison, from, to),
  ];
}

/** Accepts everything. */
const ANY: Schema = {};

/** What a nested schema rejects; if only one side has one, the keyword itself is reported. */
function inner(
  comparison: Comparison,
  keyword: keyof Normal,
  from: Schema | undefined,
  to: Schema | undefined,
  name: string,
): readonly Disparity[] {
  if (to === undefined) return [];
  const found = between(comparison, from ?? ANY, to);
  if (from !== undefined && !found.some((one) => one.keyword === '' && one.path.length === 0))
    return within([keyword], name, found);
  if (takesAll(found)) return [];
  return [here(keyword, found.some(({ how }) => how !== 'unclear') ? 'refused' : 'unclear', { from, to })];
}

const between = (comparison: Comparison, from: Schema, to: Schema): readonly Disparity[] =>
  refusals(comparison, normalOf(comparison.from, from), normalOf(comparison.to, to));

/** A schema of the first document, to be compared with one of the second. */
const sideOf = ({ from: document }: Comparison, schema: Normal): SchemaSide => {
  return { schema, normal: (node) => normalOf(document, node) };
};

function objectRefusals(comparison: Comparison, from: Normal, to: Normal): readonly Disparity[] {
  const { properties = {}, patternProperties = {}, dependentSchemas = {} } = to;
  const required = (to.required ?? []).filter((name) => !from.required?.includes(name));
  return [
    ...required.map((name): Disparity => {
      return { path: [], name: `.${name}`, keyword: 'required', how: 'refused', to: name };
    }),
    ...Object.entries(properties).flatMap(([name, node]) => {
      const mine = own(from.properties, name);
      if (mine === undefined) return [];
      const found = between(comparison, mine, node);
      return within(['properties', name], `.${name}`, found);
    }),
    ...Object.entries(patternProperties).flatMap(([pattern, node]) => {
      const mine = own(from.patternProperties, pattern) ?? from.additionalProperties ?? ANY;
      const found = between(comparison, mine, node);
      return within(['patternProperties', pattern], `./${pattern}/`, found);
    }),
    ...inner(comparison, 'additionalProperties', from.additionalProperties, to.additionalProperties, '.*'),
    ...inner(comparison, 'propertyNames', from.propertyNames, to.propertyNames, ' (names)'),
    ...Object.entries(dependentSchemas).flatMap(([name, node]) => {
      const wanted = normalOf(comparison.to, node);
      const mine = own(from.dependentSchemas, name);
      const parts = [from, ...(mine === undefined ? [] : [normalOf(comparison.from, mine)])];
      const isMet = parts.some((part) => takesAll(refusals(comparison, part, wanted)));
      return isMet ? [] : [here('dependentSchemas', mine === undefined ? 'refused' : 'unclear')];
    }),
  ];
}

function arrayRefusals(comparison: Comparison, from: Normal, to: Normal): readonly Disparity[] {
  const [mine, theirs] = [from.prefixItems ?? [], to.prefixItems ?? []];
  const length = Math.min(Math.max(mine.length, theirs.length), from.maxItems ?? Number.POSITIVE_INFINITY);
  const places = Array.from({ length }, (_, at) => {
    const [one, other] = [mine[at] ?? from.items ?? ANY, theirs[at] ?? to.items ?? ANY];
    const found = between(comparison, one, other);
    return within(['prefixItems', at], `[${at}]`, found);
  });
  const isFull = from.maxItems !== undefined && from.maxItems <= length;
  return [...places.flat(), ...(isFull ? [] : inner(comparison, 'items', from.items, to.items, '[]'))];
}

function conditionRefusals(comparison: Comparison, from: Normal, to: Normal): readonly Disparity[] {
  if (to.if === undefined) return [];
  const branches = ['then', 'else'] as const;
  const isSame = from.if !== undefined && same(from.if, to.if);
  const { if: _, then: __, else: ___, ...rest } = from;
  const found = branches.flatMap((keyword) => {
    const wanted = to[keyword];
    if (wanted === undefined) return [];
    const mine = isSame ? from[keyword] : undefined;
    const parts = [rest, ...(mine === undefined ? [] : [normalOf(comparison.from, mine)])];
    const refused = parts.map((part) =>
      refusals(comparison, part, normalOf(comparison.to, wanted)).filter(isRefusal),
    );
    const least = refused.find((one) => one.length === 0) ?? refused.at(-1) ?? [];
    return within([keyword], '', least);
  });
  if (found.length === 0 || isSame) return found;
  return from.if === undefined
    ? found.map((one) => ({ ...one, how: 'refused' as const }))
    : [here('if', 'unclear')];
}

/** What one schema excludes must be excluded by the other, too, or be impossible there. */
function notRefusals(comparison: Comparison, from: Normal, to: Normal): readonly Disparity[] {
  if (to.not === undefined) return [];
  const refused = normalOf(comparison.to, to.not);
  if (areApart(sideOf(comparison, from), sideOf(comparison.back(), refused))) return [];
  const mine = from.not && normalOf(comparison.from, from.not);
  if (mine !== undefined && takesAll(refusals(comparison.back(), refused, mine))) return [];
  return [here('not', 'refused', { from: from.not, to: to.not })];
}

/** Values of the first schema that meet no variant of a union, or several variants of an exclusive one. */
function unionRefusals(comparison: Comparison, from: Normal, union: Union): readonly Disparity[] {
  const { keyword, variants } = union;
  const parts = from.union?.variants.map((variant) => ({
    alone: variant.schema,
    schema: withVariant(comparison.from, from, variant),
  }));
  const types = typesIn(from);
  const split =
    types.length > 1 && from.type !== undefined ? types.map((name) => ({ ...from, type: [name] })) : [from];
  const found = (parts ?? split.map((schema) => ({ alone: undefined, schema }))).flatMap(
    ({ alone, schema }, at) => {
      // Most unions do not change: then each variant is compared with its counterpart only.
      const unmoved = alone === undefined ? undefined : variants[at];
      const isAsBefore = unmoved && alone && refusals(comparison, alone, unmoved.schema).length === 0;
      if (isAsBefore && (!union.isExclusive || isOnlyOne(comparison, from, at, at, union))) return [];
      const tries = variants.map((variant) => refusals(comparison, schema, variant.schema));
      const fitting = variants
        .flatMap((variant, nth) =>
          takesAll(tries[nth] ?? [])
            ? [{ variant, nth, told: alone === undefined ? [] : refusals(comparison, alone, variant.schema) }]
            : [],
        )
        .sort((one, other) => one.told.length - other.told.length);
      const [chosen] = fitting;
      if (chosen !== undefined) {
        const isOne = !union.isExclusive || isOnlyOne(comparison, from, at, chosen.nth, union);
        return [
          ...within(
            [keyword, chosen.variant.index],
            '',
            chosen.told.filter((one) => !isRefusal(one)),
          ),
          ...(isOne ? [] : [here(keyword, 'unclear')]),
        ];
      }
      if (alone === undefined) return [here(keyword, 'refused')];
      // The variant that it has become is told of; without one it is gone.
      const part = sideOf(comparison, schema);
      const likely = variants.flatMap((variant, nth) =>
        areApart(part, sideOf(comparison.back(), variant.schema))
          ? []
          : [{ variant, found: tries[nth] ?? [] }],
      );
      const count = (some: readonly Disparity[]) => some.filter(isRefusal).length;
      const [best] = [...likely].sort((one, other) => count(one.found) - count(other.found));
      if (best === undefined) return [here(keyword, 'refused')];
      return within([keyword, best.variant.index], '', best.found);
    },
  );
  return found.filter((one, at) => !found.slice(0, at).some((other) => same(one, other)));
}

/** Whether what meets one variant of a union cannot meet another one of it. */
function isOnlyOne(comparison: Comparison, from: Normal, at: number, fitting: number, union: Union): boolean {
  const mine = from.union;
  const schema = mine?.variants[at]?.schema ?? from;
  return union.variants.every(({ schema: other }, nth) => {
    if (nth === fitting) return true;
    if (areApart(sideOf(comparison, schema), sideOf(comparison.back(), other))) return true;
    // Then it would meet a second one of the first schema as well.
    return (
      mine?.isExclusive &&
      mine.variants.some(
        (variant, own) => own !== at && takesAll(refusals(comparison.back(), other, variant.schema)),
      )
    );
  });
}
