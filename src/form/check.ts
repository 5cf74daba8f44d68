import { type Path, pointerOf } from '../json/path.ts';
import { compileSchema } from './compile.ts';
import type { Branch } from './field.ts';
import type { Problem } from './problem.ts';
import { inPlace } from './ref.ts';
import { own, type Schema, type SchemaDocument, type TypeName } from './schema.ts';
import {
  type Broken,
  choiceSentence,
  nameSentence,
  needsSentence,
  problemOf,
  tooManySentence,
  typeSentence,
} from './sentence.ts';
import { type Violation, validate } from './validate.ts';

/** What a check found. */
export interface Verdict {
  readonly problems: readonly Problem[];
  /** Why the value could not be checked to the end. */
  readonly unchecked?: string;
}

/**
 * Checks a parsed value against a schema as a server sent it; for results against an `outputSchema` as well. Never
 * throws. Formats are hints and not checked.
 */
export function checkAgainst(raw: unknown, value: unknown): Verdict {
  const document = compileSchema(raw);
  return checkValue(document, document.root, value);
}

/** Checks a parsed value; `choose` says which variant the person picked, so that only that one is explained. */
export function checkValue(
  document: SchemaDocument,
  schema: Schema,
  value: unknown,
  choose?: Choose,
): Verdict {
  const found = run(document, schema, value);
  if (typeof found === 'string') return { problems: [], unchecked: found };
  const problems = explain({ document, schema, value, choose }, found);
  const unchecked = document.patterns.unchecked();
  return unchecked === undefined ? { problems } : { problems, unchecked };
}

/** How many errors a value has; 0 when it is right, infinite when that cannot be found out. */
export function countErrors(document: SchemaDocument, schema: Schema, value: unknown): number {
  const found = run(document, schema, value);
  return typeof found === 'string' ? Number.POSITIVE_INFINITY : found.length;
}

/** Keywords that ask for more than there is. */
const wanting = new Set(
  'required dependentRequired minProperties minItems minLength contains minContains'.split(' '),
);

/** How many errors an unfinished value has that nothing added to it could mend; of a union those of the best branch. */
export function countWrong(document: SchemaDocument, schema: Schema, value: unknown): number {
  const found = run(document, schema, value);
  return typeof found === 'string' ? Number.POSITIVE_INFINITY : wrongIn(found);
}

function wrongIn(errors: readonly Violation[]): number {
  let count = 0;
  for (let i = 0; i < errors.length; i += 1) {
    const error = errors[i] as Violation;
    const { keyword, by } = error;
    if (containers.has(keyword) || wanting.has(keyword)) continue;
    if (keyword !== 'anyOf' && keyword !== 'oneOf') {
      count += 1;
      continue;
    }
    const inside = insideOf(error, errors, i);
    const branches = [...new Set(inside.map((one) => one.by[by.length]))];
    const wrong = branches.map((branch) => wrongIn(inside.filter((one) => one.by[by.length] === branch)));
    // Without an error inside several branches are right, of which what is still to come may leave one.
    if (wrong.length > 0) count += Math.min(...wrong);
    i += inside.length;
  }
  return count;
}

/** What is wrong, or why that cannot be found out. How deep and how long it goes is bounded. */
function run(document: SchemaDocument, schema: Schema, value: unknown): readonly Violation[] | string {
  try {
    const found = document.patterns.within(() => validate(document, schema, value));
    return found?.value ?? document.patterns.unchecked() ?? 'it takes too long to check';
  } catch (error) {
    return `too large to be checked here: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** The branch a person picked at a place; `level` counts unions within unions at one place. */
type Choose = (path: Path, level: number) => Branch | undefined;

/** What the errors are about. */
interface Checked {
  readonly document: SchemaDocument;
  readonly schema: Schema;
  readonly value: unknown;
  readonly choose: Choose | undefined;
}

/**
 * Turns the validator's errors into problems: one sentence for each cause, at the place where something is to be done.
 * Of a union only the branch that was picked is explained, else the one that fits best.
 *
 * The validator lists an error of a keyword that holds schemas and, after it, the errors inside; those of the inside
 * begin with the location of the outside.
 */
function explain(checked: Checked, errors: readonly Violation[]): readonly Problem[] {
  const problems = new Map<string, Problem>();
  const sure = errors.filter((error) => !isUnsure(checked, error));
  const found = explainAll(checked, sure, [], 0);
  for (const problem of found.length > 0 ? found : explainAll(checked, errors, [], 0)) {
    problems.set(`${pointerOf(problem.path)} ${problem.sentence}`, problem);
  }
  return [...problems.values()];
}

/**
 * Whether an error may only follow from another one: a member that is wrong, or whose branch is, counts as not
 * evaluated (JSON Schema 2020-12, core §11), although the schema has its name.
 */
function isUnsure(checked: Checked, error: Violation): boolean {
  if (error.keyword !== 'not' || error.by.at(-2) !== 'unevaluatedProperties') return false;
  return declares(checked.document, schemaAt(checked, error.by.slice(0, -2)), String(error.at.at(-1)));
}

/** Whether a schema, or one that is applied to the same value, has a property of a name. */
function declares(document: SchemaDocument, schema: Schema, name: string): boolean {
  if (own(schema.properties, name) !== undefined) return true;
  const target = schema.$ref === undefined ? undefined : document.refs[schema.$ref];
  return [target, ...inPlace(schema)].some((part) => part !== undefined && declares(document, part, name));
}

/** Keywords whose error only says that there are errors inside. */
const containers = new Set(
  (
    '$ref allOf properties patternProperties additionalProperties unevaluatedProperties prefixItems items ' +
    'unevaluatedItems dependentSchemas if'
  ).split(' '),
);

function explainAll(
  checked: Checked,
  errors: readonly Violation[],
  at: Path,
  level: number,
): readonly Problem[] {
  const problems: Problem[] = [];
  for (let i = 0; i < errors.length; i += 1) {
    const error = errors[i] as Violation;
    if (containers.has(error.keyword)) continue;
    const inside = insideOf(error, errors, i);
    if (error.keyword === 'anyOf' || error.keyword === 'oneOf') {
      const depth = isSame(error.at, at) ? level : 0;
      problems.push(...explainUnion(checked, error, inside, depth));
    } else if (error.keyword === 'propertyNames') {
      problems.push(...explainNames(checked, inside));
    } else {
      problems.push(problemOf(broken(checked, error)));
    }
    i += inside.length;
  }
  return problems;
}

/** The errors after the i-th that lie inside of it. */
function insideOf({ by }: Violation, errors: readonly Violation[], i: number): readonly Violation[] {
  const isInside = (error: Violation) =>
    error.by.length > by.length && isSame(error.by.slice(0, by.length), by);
  const end = errors.findIndex((error, at) => at > i && !isInside(error));
  return errors.slice(i + 1, end < 0 ? errors.length : end);
}

/** The place, the value there and the schema whose keyword is broken. */
function broken(checked: Checked, error: Violation): Broken {
  const { at, by, keyword, name } = error;
  return {
    path: at,
    value: at.reduce(memberAt, checked.value),
    schema: schemaAt(checked, by.slice(0, -1)),
    keyword,
    by,
    ...(name === undefined ? {} : { name }),
  };
}

const isSame = (one: Path, other: Path): boolean =>
  one.length === other.length && one.every((step, i) => step === other[i]);

function memberAt(value: unknown, step: string | number): unknown {
  return typeof value === 'object' && value !== null
    ? own(value as Record<string, unknown>, String(step))
    : undefined;
}

function schemaAt({ document, schema }: Checked, steps: Path): Schema {
  let at: unknown = schema;
  for (const step of steps) {
    at = step === '$ref' ? document.refs[String(memberAt(at, '$ref'))] : memberAt(at, step);
  }
  return (at ?? {}) as Schema;
}

function explainNames(checked: Checked, errors: readonly Violation[]): readonly Problem[] {
  const [first] = errors.filter(({ keyword }) => !containers.has(keyword));
  if (first === undefined) return [];
  const { path, ...rest } = broken(checked, first);
  const name = path.at(-1);
  const { sentence } = problemOf({ ...rest, path, value: name });
  return [{ path, sentence: nameSentence(String(name), sentence) }];
}

function explainUnion(
  checked: Checked,
  error: Violation,
  inside: readonly Violation[],
  level: number,
): readonly Problem[] {
  const found = broken(checked, error);
  const { path, schema } = found;
  const keyword = error.keyword as Branch['keyword'];
  const members = schema[keyword] ?? [];
  // A list of values with titles: all of them are listed, as with enum.
  if (members.length > 0 && members.every((member) => member.const !== undefined))
    return [
      problemOf({ ...found, keyword: 'enum', schema: { enum: members.map((member) => member.const) } }),
    ];
  const branches = branchesOf(error, members.length, inside);
  const needs = members.map((member) =>
    asksForNames(member) ? (member.required ?? []).join(' and ') : undefined,
  );
  const { matching = [] } = error;
  if (matching.length > 1) return [{ path, sentence: tooMany(needs, matching) }];
  if (needs.every((names) => names !== undefined)) return [{ path, sentence: needsSentence(needs) }];
  const values = wantedValues(checked, branches, path);
  if (values !== undefined) return [{ path, sentence: values }];
  const kinds = wantedKinds(checked, branches, found);
  if (kinds !== undefined) return [kinds];
  const picked = checked.choose?.(path, level);
  const chosen = picked?.keyword === keyword ? branches[picked.index] : undefined;
  if (chosen !== undefined && chosen.length > 0) {
    return explainAll(checked, chosen, path, level + 1);
  }
  const types = branches.map((errors) => wrongType(checked, errors, path));
  if (types.every((type) => type !== undefined)) {
    return [{ path, sentence: typeSentence(types.flat()) }];
  }
  const penalties = branches.map((errors) => penalty(checked, errors, path));
  const best = branches[penalties.indexOf(penalties.reduce((least, one) => Math.min(least, one)))] ?? [];
  return explainAll(checked, best, path, level + 1);
}

/** A branch such as `{"required": ["url"]}`. */
function asksForNames(schema: Schema): boolean {
  return schema.required !== undefined && schema.properties === undefined && schema.$ref === undefined;
}

function tooMany(needs: readonly (string | undefined)[], matching: readonly number[]): string {
  const names = matching.map((i) => needs[i]);
  const all = names.every((name) => name !== undefined) ? names : undefined;
  return tooManySentence(matching.length, all);
}

/** The errors of each branch. */
function branchesOf(
  { by }: Violation,
  count: number,
  inside: readonly Violation[],
): readonly (readonly Violation[])[] {
  const branches: Violation[][] = Array.from({ length: count }, () => []);
  for (const one of inside) {
    branches[Number(one.by[by.length])]?.push(one);
  }
  return branches;
}

/** What is wanted where every branch wants certain values or another type: “must be an array or one of: a, b”. */
function wantedValues(
  checked: Checked,
  branches: readonly (readonly Violation[])[],
  at: Path,
): string | undefined {
  const wanted = branches.map((errors) => ({
    values: choicesAt(checked, errors, at),
    types: wrongType(checked, errors, at),
  }));
  if (wanted.some(({ values, types }) => values === undefined && types === undefined)) return undefined;
  const values = wanted.flatMap((one) => one.values ?? []);
  const types = wanted.flatMap((one) => (one.values === undefined ? (one.types ?? []) : []));
  return values.length === 0 ? undefined : choiceSentence(values, types);
}

/** Where no branch has the constant that distinguishes them, the constants of all of them. */
function wantedKinds(
  checked: Checked,
  branches: readonly (readonly Violation[])[],
  { path, value }: Broken,
): Problem | undefined {
  if (typeof value !== 'object' || value === null || branches.length < 2) return undefined;
  for (const name of Object.keys(value)) {
    const wanted: unknown[][] = [];
    for (const errors of branches) {
      const choices = choicesAt(checked, errors, [...path, name]);
      if (choices === undefined) break;
      wanted.push([...choices]);
    }
    if (wanted.length < branches.length) continue;
    const all = wanted.flat();
    const distinct = new Set(all.map((one) => JSON.stringify(one)));
    if (distinct.size === all.length) return { path: [...path, name], sentence: choiceSentence(all) };
  }
  return undefined;
}

/** The values that a branch wants at a place, when it wants certain ones; of a union within it those of all. */
function choicesAt(checked: Checked, errors: readonly Violation[], at: Path): readonly unknown[] | undefined {
  const here = errors.filter((error) => isSame(error.at, at));
  const lists = here.flatMap((error) => {
    if (error.keyword === 'const') return [[broken(checked, error).schema.const]];
    return error.keyword === 'enum' ? [broken(checked, error).schema.enum ?? []] : [];
  });
  const isUnion = here.some(({ keyword }) => keyword === 'anyOf' || keyword === 'oneOf');
  return isUnion && lists.length > 0 ? lists.flat() : lists[0];
}

/** The types wanted at this very place, when the type is what is wrong; in a union, in every branch. */
function wrongType(
  checked: Checked,
  errors: readonly Violation[],
  at: Path,
): readonly TypeName[] | undefined {
  for (let i = 0; i < errors.length; i += 1) {
    const error = errors[i] as Violation;
    const { keyword } = error;
    if (!isSame(error.at, at)) continue;
    if (keyword === 'type') return broken(checked, error).schema.type;
    if (keyword !== 'anyOf' && keyword !== 'oneOf') continue;
    const inside = insideOf(error, errors, i);
    const count = broken(checked, error).schema[keyword]?.length ?? 0;
    const types = branchesOf(error, count, inside).map((branch) => wrongType(checked, branch, at));
    if (types.every((type) => type !== undefined)) return types.flat();
    i += inside.length;
  }
  return undefined;
}

/** How badly a branch fits: a wrong type is worse than a wrong constant, that is worse than the number of errors. */
function penalty(checked: Checked, errors: readonly Violation[], at: Path): number {
  // Of so many errors only the first are kept: those of a branch may not be among them.
  if (errors.length === 0) return Number.POSITIVE_INFINITY;
  const type = wrongType(checked, errors, at) === undefined ? 0 : 1e6;
  const constants = errors.filter((one) => one.keyword === 'const' || one.keyword === 'enum').length;
  return type + constants * 1e3 + errors.length;
}
