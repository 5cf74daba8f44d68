import { brief } from '../../json/brief.ts';
import { isObject, type JsonObject } from '../../json/shape.ts';

type Fits = (value: unknown) => boolean;

const isCount: Fits = (value) => Number.isInteger(value) && Number(value) >= 0;
const isNumber: Fits = (value) => typeof value === 'number';
/** Draft-04 has it beside the bound itself. */
const isBound: Fits = (value) => isNumber(value) || typeof value === 'boolean';

const count = { fits: isCount, what: 'a whole number, 0 or more' };
const number = { fits: isNumber, what: 'a number' };
const bound = { fits: isBound, what: 'a number' };

/** What the value of a keyword must be: a validator refuses the whole schema for one that is not. */
const KEYWORDS: Readonly<Record<string, { readonly fits: Fits; readonly what: string }>> = {
  minimum: number,
  maximum: number,
  exclusiveMinimum: bound,
  exclusiveMaximum: bound,
  multipleOf: { fits: (value) => isNumber(value) && Number(value) > 0, what: 'a number above 0' },
  minLength: count,
  maxLength: count,
  minItems: count,
  maxItems: count,
  minContains: count,
  maxContains: count,
  minProperties: count,
  maxProperties: count,
  uniqueItems: { fits: (value) => typeof value === 'boolean', what: 'true or false' },
  pattern: { fits: (value) => typeof value === 'string', what: 'text' },
};

/** Keywords of a schema whose values validators such as Ajv do not take, in sentences that begin with the place. */
export function keywordFaults(where: string, schema: JsonObject): readonly string[] {
  const faults: string[] = [];
  for (const keyword in schema) {
    const known = Object.hasOwn(KEYWORDS, keyword) ? KEYWORDS[keyword] : undefined;
    if (known !== undefined && !known.fits(schema[keyword]))
      faults.push(`${where}.${keyword} is ${brief(schema[keyword])}; it must be ${known.what}`);
  }
  const { pattern, patternProperties, required } = schema;
  const patterns = isObject(patternProperties) ? Object.keys(patternProperties).slice(0, LOOKED_AT) : [];
  const places = [
    ...(typeof pattern === 'string' ? [{ at: `${where}.pattern is`, source: pattern }] : []),
    ...patterns.map((source) => ({ at: `${where}.patternProperties has`, source })),
  ];
  for (const { at, source } of places)
    if (!isPattern(source))
      faults.push(
        `${at} ${brief(source)}, which is not a valid JavaScript pattern: validators refuse the schema`,
      );
  const twice = Array.isArray(required) ? repeatedIn(required) : undefined;
  if (twice !== undefined) faults.push(`${where}.required has ${brief(twice)} twice`);
  return faults;
}

const LOOKED_AT = 100;

/** Whether validators can compile it: they use the flag `u` (JSON Schema 2020-12, core §6.4). */
function isPattern(source: string): boolean {
  try {
    new RegExp(source, 'u');
    return true;
  } catch {
    return false;
  }
}

function repeatedIn(list: readonly unknown[]): unknown {
  const seen = new Set<unknown>();
  return list.find((one) => seen.size === seen.add(one).size);
}
