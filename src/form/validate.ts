import { further, type Path, stepsTo, type Trail } from '../json/path.ts';
import { firstRepeated, same } from '../json/same.ts';
import { isObject, type JsonObject } from '../json/shape.ts';
import { own, type Schema, type SchemaDocument, type TypeName } from './schema.ts';

/** A keyword that a value does not meet. */
export interface Violation {
  readonly keyword: string;
  /** Where in the value (the instance location of JSON Schema 2020-12, core §12.3.3). */
  readonly at: Path;
  /** By which keywords of the schema, from its root, this one last (the keyword location, §12.3.1). */
  readonly by: Path;
  /** The member that is missing, where that is the violation. */
  readonly name?: string;
  /** The branches of `oneOf` that are met, where they are too many. */
  readonly matching?: readonly number[];
}

/** A violation before its locations are written: most are of branches that are not needed. */
type Found = Pick<Violation, 'keyword' | 'name' | 'matching'> & { readonly place: Place };

/** Thrown when a value takes too many steps to check. */
class OverBudget extends Error {
  override name = 'OverBudget';
}

/** Steps that one check may take: some 200 ms. */
const STEPS = 1_000_000;

/** Violations that are reported of one value. */
const TOLD = 1_000;

/**
 * Holds a value against a schema: the violations, in the order of the schema, an outer one before those inside of it. A
 * schema that may be met, because a pattern in it cannot be tried, counts as met. Throws when it takes too many steps or
 * too much stack.
 *
 * Our own, since what is checked is hostile: a validator must count its steps, leave out patterns that take too long and
 * say nothing of what it left out.
 */
export function validate(document: SchemaDocument, schema: Schema, value: unknown): readonly Violation[] {
  const check = new Check(document);
  check.meets(schema, value, { at: undefined, by: undefined }, undefined);
  return check.violations.map(({ place, ...violation }) => ({
    ...violation,
    at: stepsTo(place.at),
    by: stepsTo(further(place.by, violation.keyword)),
  }));
}

/** Where a check is, in the value and in the schema. */
interface Place {
  readonly at: Trail | undefined;
  readonly by: Trail | undefined;
}

/** The members and items that a schema has said something of, for `unevaluatedProperties` and `unevaluatedItems`. */
type Seen = Set<string | number> | undefined;

/** One check. A class because every keyword adds to the same violations and steps. */
class Check {
  readonly violations: Found[] = [];
  private readonly document: SchemaDocument;
  private left = STEPS;
  /** How often a pattern was not tried: what was met since then may be not. */
  private unsure = 0;

  constructor(document: SchemaDocument) {
    this.document = document;
  }

  /** Whether a value meets a schema; each reason why not is added to the violations. */
  meets(schema: Schema, value: unknown, place: Place, outer: Seen): boolean {
    this.spend(1);
    const tracks = schema.unevaluatedProperties !== undefined || schema.unevaluatedItems !== undefined;
    const seen: Seen = outer ?? (tracks ? new Set() : undefined);
    // Every keyword is looked at, whatever the others say.
    let right = this.target(schema, value, place, seen);
    right = this.values(schema, value, place) && right;
    right = this.unions(schema, value, place, seen) && right;
    right = this.condition(schema, value, place, seen) && right;
    if (typeof value === 'string') return this.text(schema, value, place) && right;
    if (typeof value === 'number') return this.number(schema, value, place) && right;
    if (Array.isArray(value)) return this.list(schema, value, place, seen) && right;
    return (!isObject(value) || this.object(schema, value, place, seen)) && right;
  }

  private spend(steps: number): void {
    this.left -= steps;
    if (this.left < 0) throw new OverBudget(`more than ${STEPS} steps`);
  }

  private report(place: Place, keyword: string, more?: Pick<Violation, 'name' | 'matching'>): false {
    if (this.violations.length < TOLD) this.violations.push({ place, keyword, ...more });
    return false;
  }

  /** A keyword that holds schemas: a violation that says so comes before the violations inside. */
  private around(
    place: Place,
    keyword: string,
    inner: () => boolean,
    more?: () => Pick<Violation, 'matching'>,
  ): boolean {
    const from = this.violations.length;
    if (inner()) {
      // What is met has no violations; those are of branches that are not needed.
      this.violations.length = from;
      return true;
    }
    const inside = this.violations.splice(from);
    this.report(place, keyword, more?.());
    for (const violation of inside) if (this.violations.length < TOLD) this.violations.push(violation);
    return false;
  }

  /** Whether a schema is met for certain, perhaps or not at all; without a word about it. */
  private quietly(schema: Schema, value: unknown, place: Place, seen?: Seen): Met {
    const from = this.violations.length;
    const met = this.surely(() => this.also(schema, value, place, seen));
    this.violations.length = from;
    return met;
  }

  private surely(inner: () => boolean): Met {
    const before = this.unsure;
    if (!inner()) return 'no';
    return this.unsure === before ? 'yes' : 'perhaps';
  }

  /** A schema for the same value; what it has seen counts when it is met. */
  private also(schema: Schema, value: unknown, place: Place, seen: Seen): boolean {
    const inner: Seen = seen && new Set();
    const right = this.meets(schema, value, place, inner);
    if (right && inner !== undefined) for (const step of inner) seen?.add(step);
    return right;
  }

  private target({ $ref }: Schema, value: unknown, place: Place, seen: Seen): boolean {
    const target = $ref === undefined ? undefined : this.document.refs[$ref];
    if (target === undefined) return true;
    return this.around(place, '$ref', () => this.also(target, value, under(place, '$ref'), seen));
  }

  private values(schema: Schema, value: unknown, place: Place): boolean {
    const { type, enum: choices = [] } = schema;
    this.spend(choices.length / 8);
    const isRight = {
      type: type === undefined || type.some((name) => isOfType(value, name)),
      const: schema.const === undefined || same(value, schema.const),
      enum: schema.enum === undefined || choices.some((one) => same(value, one)),
    };
    return this.all(isRight, place);
  }

  /** Tells of the keywords that are not met. */
  private all(keywords: Readonly<Record<string, boolean>>, place: Place): boolean {
    let right = true;
    for (const keyword in keywords) if (!keywords[keyword]) right = this.report(place, keyword);
    return right;
  }

  private unions(schema: Schema, value: unknown, place: Place, seen: Seen): boolean {
    const { not } = schema;
    const isMet = not !== undefined && this.quietly(not, value, under(place, 'not')) === 'yes';
    let right = !isMet || this.report(place, 'not');
    for (const keyword of ['anyOf', 'allOf', 'oneOf'] as const) {
      const branches = schema[keyword];
      if (branches === undefined) continue;
      let matching: readonly number[] = [];
      const isMet = () => {
        const met = branches.map((branch, i) =>
          this.surely(() => this.also(branch, value, under(place, keyword, i), seen)),
        );
        if (keyword === 'allOf') return !met.includes('no');
        matching = met.flatMap((one, i) => (one === 'yes' ? [i] : []));
        const isOne = keyword === 'anyOf' || matching.length < 2;
        return isOne && met.some((one) => one !== 'no');
      };
      right = this.around(place, keyword, isMet, () => ({ matching })) && right;
    }
    return right;
  }

  private condition(schema: Schema, value: unknown, place: Place, seen: Seen): boolean {
    if (schema.if === undefined) return true;
    const met = this.quietly(schema.if, value, under(place, 'if'), seen);
    const keyword = met === 'yes' ? 'then' : 'else';
    const branch = met === 'perhaps' ? undefined : schema[keyword];
    if (branch === undefined) return true;
    return this.around(place, 'if', () => this.also(branch, value, under(place, keyword), seen));
  }

  private text({ minLength, maxLength, pattern }: Schema, text: string, place: Place): boolean {
    const counted = minLength !== undefined || maxLength !== undefined;
    const length = counted ? lengthOf(text) : 0;
    this.spend((text.length * (counted ? 2 : 1)) / 100);
    const isRight = {
      minLength: minLength === undefined || length >= minLength,
      maxLength: maxLength === undefined || length <= maxLength,
      pattern: pattern === undefined || this.matches(pattern, text) !== false,
    };
    return this.all(isRight, place);
  }

  /** Undefined when it cannot be found out. */
  private matches(pattern: string, text: string): boolean | undefined {
    const matches = this.document.patterns.test(pattern, text);
    if (matches === undefined) this.unsure += 1;
    return matches;
  }

  private number(schema: Schema, value: number, place: Place): boolean {
    const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
    const isRight = {
      minimum: minimum === undefined || value >= minimum,
      maximum: maximum === undefined || value <= maximum,
      exclusiveMinimum: exclusiveMinimum === undefined || value > exclusiveMinimum,
      exclusiveMaximum: exclusiveMaximum === undefined || value < exclusiveMaximum,
      multipleOf: multipleOf === undefined || isMultipleOf(value, multipleOf),
    };
    return this.all(isRight, place);
  }

  private object(schema: Schema, value: JsonObject, place: Place, seen: Seen): boolean {
    const { required = [], minProperties = 0, maxProperties, propertyNames } = schema;
    const names = Object.keys(value);
    this.spend(required.length / 8);
    let right = true;
    for (const name of required)
      if (!Object.hasOwn(value, name)) right = this.report(place, 'required', { name });
    const isRight = {
      minProperties: names.length >= minProperties,
      maxProperties: maxProperties === undefined || names.length <= maxProperties,
    };
    right = this.all(isRight, place) && right;
    for (const name of propertyNames === undefined ? [] : names) {
      const inside = { at: further(place.at, name), by: further(place.by, 'propertyNames') };
      const meets = () => this.meets(propertyNames ?? {}, name, inside, undefined);
      right = this.around(place, 'propertyNames', meets) && right;
    }
    right = this.dependents(schema, value, place, seen) && right;
    return this.members(schema, value, names, place, seen) && right;
  }

  private dependents(schema: Schema, value: JsonObject, place: Place, seen: Seen): boolean {
    let right = true;
    for (const [name, wanted] of Object.entries(schema.dependentRequired ?? {})) {
      if (!Object.hasOwn(value, name)) continue;
      for (const other of wanted)
        if (!Object.hasOwn(value, other)) right = this.report(place, 'dependentRequired', { name: other });
    }
    for (const [name, node] of Object.entries(schema.dependentSchemas ?? {})) {
      if (!Object.hasOwn(value, name)) continue;
      const also = () => this.also(node, value, under(place, 'dependentSchemas', name), seen);
      right = this.around(place, 'dependentSchemas', also) && right;
    }
    return right;
  }

  private members(
    schema: Schema,
    value: JsonObject,
    names: readonly string[],
    place: Place,
    seen: Seen,
  ): boolean {
    const { properties = {}, patternProperties = {}, additionalProperties, unevaluatedProperties } = schema;
    const declared = new Set<string>();
    let right = true;
    const member = (name: string, node: Schema, ...by: readonly [keyword: string, ...string[]]): void => {
      const [keyword] = by;
      const inside = { at: further(place.at, name), by: by.reduce<Trail | undefined>(further, place.by) };
      if (this.around(place, keyword, () => this.meets(node, value[name], inside, undefined)))
        seen?.add(name);
      else right = false;
    };
    for (const name of namesOf(this.document, properties, names, value)) {
      declared.add(name);
      member(name, own(properties, name) ?? {}, 'properties', name);
    }
    for (const [pattern, node] of Object.entries(patternProperties)) {
      this.spend(names.length);
      for (const name of names) {
        const matches = this.matches(pattern, name);
        if (matches !== false) declared.add(name);
        if (matches === true) member(name, node, 'patternProperties', pattern);
        // What it may be meant for is neither additional nor unevaluated for certain.
        if (matches === undefined) seen?.add(name);
      }
    }
    const [keyword, rest, known] =
      additionalProperties === undefined
        ? (['unevaluatedProperties', unevaluatedProperties, seen] as const)
        : (['additionalProperties', additionalProperties, declared] as const);
    if (rest !== undefined) for (const name of names) if (!known?.has(name)) member(name, rest, keyword);
    return right;
  }

  private list(schema: Schema, list: readonly unknown[], place: Place, seen: Seen): boolean {
    const { prefixItems = [], items, minItems = 0, maxItems, unevaluatedItems } = schema;
    let right = this.all(
      { maxItems: maxItems === undefined || list.length <= maxItems, minItems: list.length >= minItems },
      place,
    );
    const item = (i: number, node: Schema, ...by: readonly [keyword: string, ...number[]]): void => {
      const inside = { at: further(place.at, i), by: by.reduce<Trail | undefined>(further, place.by) };
      const meets = () => this.meets(node, list[i], inside, undefined);
      right = this.around(place, by[0], meets) && right;
      seen?.add(i);
    };
    for (let i = 0; i < list.length; i += 1) {
      const node = prefixItems[i];
      if (node !== undefined) item(i, node, 'prefixItems', i);
      else if (items !== undefined) item(i, items, 'items');
    }
    right = this.contained(schema, list, place, seen) && right;
    for (let i = 0; unevaluatedItems !== undefined && i < list.length; i += 1)
      if (!seen?.has(i)) item(i, unevaluatedItems, 'unevaluatedItems');
    if (schema.uniqueItems === true && firstRepeated(list) >= 0) right = this.report(place, 'uniqueItems');
    return right;
  }

  private contained(schema: Schema, list: readonly unknown[], place: Place, seen: Seen): boolean {
    const { contains, minContains, maxContains = Number.POSITIVE_INFINITY } = schema;
    if (contains === undefined) return true;
    let surely = 0;
    let perhaps = 0;
    for (let i = 0; i < list.length; i += 1) {
      const inside = { at: further(place.at, i), by: further(place.by, 'contains') };
      const met = this.quietly(contains, list[i], inside);
      if (met === 'no') continue;
      perhaps += 1;
      if (met === 'yes') surely += 1;
      seen?.add(i);
    }
    if (perhaps < (minContains ?? 1))
      return this.report(place, minContains === undefined ? 'contains' : 'minContains');
    return surely <= maxContains || this.report(place, 'maxContains');
  }
}

type Met = 'yes' | 'perhaps' | 'no';

/** The same value, by these keywords. */
const under = ({ at, by }: Place, ...steps: readonly (string | number)[]): Place => ({
  at,
  by: steps.reduce<Trail | undefined>(further, by),
});

function isOfType(value: unknown, type: TypeName): boolean {
  switch (type) {
    case 'null':
      return value === null;
    case 'integer':
      return typeof value === 'number' && value % 1 === 0;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isObject(value);
    case 'string':
    case 'number':
    case 'boolean':
      return typeof value === type;
  }
}

/** Characters, those beyond U+FFFF counted once. */
function lengthOf(text: string): number {
  return text.length - (text.match(/[\uD800-\uDBFF][\uDC00-\uDFFF]/g)?.length ?? 0);
}

/** The declared names among those of a value, in the order of the schema. */
function namesOf(
  { derive }: SchemaDocument,
  properties: Readonly<Record<string, Schema>>,
  names: readonly string[],
  value: JsonObject,
): readonly string[] {
  if (names.length < 2) return names.filter((name) => Object.hasOwn(properties, name));
  const declared = derive(namesOf, properties, () => Object.keys(properties));
  return declared.filter((name) => Object.hasOwn(value, name));
}

/** Whether a number is a multiple of another in the decimals that both are written in: 0.3 is one of 0.1. */
export function isMultipleOf(value: number, of: number): boolean {
  const [digits, exponent] = decimal(value);
  const [others, other] = decimal(of);
  const difference = exponent - other;
  if (difference >= 0) return (digits * 10n ** BigInt(difference)) % others === 0n;
  return digits % (others * 10n ** BigInt(-difference)) === 0n;
}

/** A number as whole digits and a power of ten. */
function decimal(value: number): readonly [digits: bigint, exponent: number] {
  const [coefficient = '', exponent = '0'] = String(Math.abs(value)).split('e');
  const [whole = '', fraction = ''] = coefficient.split('.');
  return [BigInt(whole + fraction), Number(exponent) - fraction.length];
}
