import type { TypeName } from '../form/schema.ts';
import { isMultipleOf } from '../form/validate.ts';
import { same } from '../json/same.ts';
import { allowsType, type Normal, typesIn } from './normal-schema.ts';

/** Whether all values of a schema meet a keyword of another; `unclear` if that cannot be decided. */
export type Implied = 'yes' | 'no' | 'unclear';

/** A keyword that is decided without looking at nested schemas. */
export type Keyword = keyof typeof CONSTRAINTS;

interface Constraint {
  /** The only type that it constrains. */
  readonly type?: TypeName;
  readonly met: (by: Normal, of: Normal) => Implied | boolean;
}

const limit = (
  key: 'minLength' | 'minItems' | 'minProperties' | 'maxLength' | 'maxItems' | 'maxProperties',
  type: TypeName,
): Constraint => ({
  type,
  met: ({ [key]: own }, { [key]: wanted = 0 }) =>
    own !== undefined && (key.startsWith('min') ? own >= wanted : own <= wanted),
});

const reaches = (
  wanted: number | undefined,
  at: number | undefined,
  beyond: number | undefined,
  sign: 1 | -1,
) => [at, beyond].some((own) => own !== undefined && wanted !== undefined && sign * own >= sign * wanted);

/** Text that has to be equal: whether two different ones accept the same values cannot be decided. */
const text = (key: 'pattern' | 'formatHint', other: Implied): Constraint => ({
  type: 'string',
  met: ({ [key]: own }, { [key]: wanted }) => own === wanted || (own !== undefined && other),
});

const CONSTRAINTS = {
  type: {
    met: (by, { type = [] }) => typesIn(by).every((name) => allowsType(type, name)),
  },
  enum: {
    // The values of an enum are tried one by one elsewhere; without an enum only null and booleans can be counted.
    met: (by, { enum: choices = [] }) =>
      typesIn(by).every(
        (name) =>
          (name === 'null' && choices.includes(null)) ||
          (name === 'boolean' && choices.includes(true) && choices.includes(false)),
      ),
  },
  minimum: {
    type: 'number',
    met: (by, { minimum }) => reaches(minimum, by.minimum, by.exclusiveMinimum, 1),
  },
  maximum: {
    type: 'number',
    met: (by, { maximum }) => reaches(maximum, by.maximum, by.exclusiveMaximum, -1),
  },
  exclusiveMinimum: {
    type: 'number',
    met: ({ minimum, exclusiveMinimum: own }, { exclusiveMinimum: wanted = 0 }) =>
      (own !== undefined && own >= wanted) || (minimum !== undefined && minimum > wanted),
  },
  exclusiveMaximum: {
    type: 'number',
    met: ({ maximum, exclusiveMaximum: own }, { exclusiveMaximum: wanted = 0 }) =>
      (own !== undefined && own <= wanted) || (maximum !== undefined && maximum < wanted),
  },
  multipleOf: {
    type: 'number',
    met: ({ multipleOf, type }, { multipleOf: wanted = 1 }) => {
      const own = multipleOf ?? (type?.includes('integer') ? 1 : undefined);
      return own !== undefined && isMultipleOf(own, wanted);
    },
  },
  minLength: limit('minLength', 'string'),
  maxLength: limit('maxLength', 'string'),
  pattern: text('pattern', 'unclear'),
  formatHint: text('formatHint', 'no'),
  minItems: limit('minItems', 'array'),
  maxItems: limit('maxItems', 'array'),
  uniqueItems: {
    type: 'array',
    met: ({ uniqueItems, maxItems = 2 }) => uniqueItems === true || maxItems < 2,
  },
  contains: {
    type: 'array',
    met: (by, of) =>
      same([by.contains, by.minContains, by.maxContains], [of.contains, of.minContains, of.maxContains]) ||
      (by.contains !== undefined && 'unclear'),
  },
  unevaluatedItems: {
    type: 'array',
    met: ({ unevaluatedItems: own, items }, { unevaluatedItems: wanted }) =>
      own === undefined ? items !== undefined && 'unclear' : same(own, wanted) || 'unclear',
  },
  minProperties: limit('minProperties', 'object'),
  maxProperties: limit('maxProperties', 'object'),
  unevaluatedProperties: {
    type: 'object',
    met: ({ unevaluatedProperties: own, additionalProperties }, { unevaluatedProperties: wanted }) =>
      own === undefined ? additionalProperties !== undefined && 'unclear' : same(own, wanted) || 'unclear',
  },
  dependentRequired: {
    type: 'object',
    met: ({ dependentRequired: own = {}, required = [], properties }, { dependentRequired: wanted = {} }) =>
      Object.entries(wanted).every(([name, others]) =>
        others.every(
          (other) =>
            required.includes(other) ||
            (Object.hasOwn(own, name) && own[name]?.includes(other)) ||
            // A member that is forbidden requires nothing.
            (properties?.[name]?.not !== undefined && Object.keys(properties[name].not).length === 0),
        ),
      ),
  },
} as const satisfies Readonly<Partial<Record<keyof Normal, Constraint>>>;

/** These keywords, in the order in which they are reported. */
export const KEYWORDS = Object.keys(CONSTRAINTS) as readonly Keyword[];

/** Whether all values of one schema meet a keyword that the other has. */
export function metBy(keyword: Keyword, one: Normal, other: Normal): Implied {
  const { type, met }: Constraint = CONSTRAINTS[keyword];
  if (type !== undefined && !typesIn(one).some((name) => allowsType([type], name))) return 'yes';
  const verdict = met(one, other);
  return typeof verdict === 'boolean' ? (verdict ? 'yes' : 'no') : verdict;
}
