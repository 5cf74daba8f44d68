import { stepsOf } from '../json/path.ts';
import { same } from '../json/same.ts';
import { shortJson } from '../json/short-json.ts';
import { LISTS } from '../spec/methods.ts';
import { firstOf } from '../text/few.ts';
import { counted } from '../text/measure.ts';
import { type Change, GROUPS, type Group, type InnerChange, type Whereabouts } from './change.ts';
import { type ItemId, idsIn } from './item-id.ts';

/**
 * A change within an item, in words: `parameter n: type number, was string`, `description changed`. It says so if it cannot
 * be compared.
 */
export function changeWords(change: InnerChange): string {
  const { path, kind, group, before, after, level, isUnclear } = change;
  if (change.says !== undefined) return change.says;
  if (path === '') return kind;
  const hidden = level === undefined ? '' : ', hides characters';
  const where = change.at ?? whereIn(path);
  if (where === undefined) return said((stepsOf(path) ?? []).join('.'), change) + hidden;
  const { of, name, keyword } = where;
  const place = name === '' ? WHOLE[of] : `${of} ${name}`;
  if (keyword === '' && kind === 'added') return `${place} added${group === 'breaking' ? ', required' : ''}`;
  if (keyword === '' && kind === 'removed') return `${place} removed`;
  if (keyword === 'required')
    return `${place}: ${kind === 'removed' || after === false ? 'optional' : 'required'} now`;
  if (keyword === 'enum' && Array.isArray(before) && Array.isArray(after))
    return `${place}: ${choices(before, after)}`;
  if (keyword === 'additionalProperties' && (isClosed(before) || isClosed(after)))
    return `${place}: others ${isClosed(after) ? 'no longer allowed' : 'allowed now'}`;
  const words = `${place}: ${said(keyword === '' ? 'now' : keyword, change)}`;
  return `${words}${hidden}${isUnclear ? ' (cannot be compared)' : ''}`;
}

/** What a change is in, as reports name it: `tool:NAME`; `server` for what it says of itself. */
export const changeId = ({ list, name, id }: Change): ItemId =>
  id ?? (list === undefined ? 'server' : idsIn(list)(name));

/** The place in a schema that a pointer leads to. */
function whereIn(path: string): Whereabouts | undefined {
  const [member = '', ...steps] = stepsOf(path) ?? [];
  if ((member !== 'inputSchema' && member !== 'outputSchema') || steps.length === 0) return undefined;
  const keyword = steps.pop() ?? '';
  let name = '';
  for (let step = steps.shift(); step !== undefined; step = steps.shift()) {
    if (step === 'properties') name += `.${steps.shift()}`;
    else if (step === 'items') name += '[]';
  }
  return { of: member === 'inputSchema' ? 'parameter' : 'output', name: name.replace(/^\./, ''), keyword };
}

const WHOLE: Readonly<Record<Whereabouts['of'], string>> = {
  parameter: 'parameters',
  output: 'output',
  argument: 'arguments',
};

/** Whether members that are not named are rejected. */
const isClosed = (value: unknown): boolean => value === false || same(value, { not: {} });

/** Members whose values are too long to show: that they changed is enough. */
const PROSE: ReadonlySet<string> = new Set([
  ...['title', 'description', 'instructions', 'examples', 'icons', 'outputSchema'],
  ...['if', 'contains', 'dependentSchemas', 'allOf'],
]);

function said(name: string, { kind, before, after }: InnerChange): string {
  if (PROSE.has(name.split('.').at(-1) ?? '')) return `${name} ${kind}`;
  const words = WORDS.get(name) ?? shortJson;
  if (kind === 'changed') return `${name} ${words(after)}, was ${words(before)}`;
  return `${name} ${words(kind === 'added' ? after : before)} ${kind}`;
}

/** Types are shown without quotes. */
const typeWords = (value: unknown): string =>
  [value].flat().every((one) => typeof one === 'string') ? [value].flat().join(' or ') : shortJson(value);

const unionWords = (value: unknown): string =>
  Array.isArray(value) ? counted(value.length, 'variant') : shortJson(value);

/** Numbers with more digits than a double are kept as text. */
const numberWords = (value: unknown): string => (typeof value === 'string' ? value : shortJson(value));

const WORDS: ReadonlyMap<string, (value: unknown) => string> = new Map([
  ['type', typeWords],
  ['anyOf', unionWords],
  ['oneOf', unionWords],
  ['minimum', numberWords],
  ['maximum', numberWords],
  ['exclusiveMinimum', numberWords],
  ['exclusiveMaximum', numberWords],
  ['multipleOf', numberWords],
]);

function choices(before: readonly unknown[], after: readonly unknown[]): string {
  const less = (one: readonly unknown[], other: readonly unknown[]) =>
    one.filter((value) => !other.some((another) => same(value, another)));
  const [gone, come] = [less(before, after), less(after, before)];
  const part = (values: readonly unknown[], how: string) =>
    values.length === 0 ? [] : [`${firstOf(values.map(shortJson), CHOICES)} ${how}`];
  const parts = [...part(gone, 'no longer allowed'), ...part(come, 'allowed now')];
  return parts.length === 0 ? 'choices in another order' : parts.join(', ');
}

const CHOICES = 5;

/** How much is said of a list: names of each kind, and changes of each item. */
interface Length {
  readonly names: number;
  readonly changes: number;
}

/** For one line, and where there is more room. */
const SHORT: Length = { names: 5, changes: 3 };
export const LONG: Length = { names: 200, changes: 50 };

/**
 * What changed in a list, in one line: `2 added (a, b), 1 removed (c), 1 changed, breaking (d: parameter n: type
 * "number", was "string")`. Empty when nothing did.
 */
export function listWords(changes: readonly Change[], { names, changes: most } = SHORT): string {
  const { added, removed, changed } = byKind(changes);
  const told = [...changed].sort(([, one], [, other]) => Number(isBreaking(other)) - Number(isBreaking(one)));
  const breaking = told.filter(([, inner]) => isBreaking(inner)).length;
  return [
    part(
      added.map(({ name }) => name),
      'added',
      names,
    ),
    part(
      removed.map(({ name, renamed }) => (renamed === undefined ? name : `${name}, probably ${renamed} now`)),
      'removed',
      names,
    ),
    part(
      told.map(([name, inner]) => `${name}: ${firstOf(inner.map(changeWords), most, '; ')}`),
      breaking === 0
        ? 'changed'
        : breaking === told.length
          ? 'changed, breaking'
          : `changed, ${breaking} breaking`,
      names,
    ),
  ]
    .filter((one) => one !== '')
    .join(', ');
}

/** What each group says of its changes. */
export const GROUP_SAYS: Readonly<Record<Group, string>> = {
  breaking: 'breaking: callers break',
  client: 'client: crosses a limit of a client',
  policy: 'policy: permissions were given for something else',
  review: 'review: to be looked at',
  safe: 'safe: nobody breaks',
};

/** How many changes there are of each group, in words: `2 breaking, 1 safe`; empty where there are none. */
export const countWords = (changes: readonly { readonly group: Group }[]): string =>
  GROUPS.flatMap((group) => {
    const { length } = changes.filter((one) => one.group === group);
    return length === 0 ? [] : [`${length} ${group}`];
  }).join(', ');

/** The changes of each item, by what it is called in words: `tool find`, `server`. */
export function byItem(changes: readonly Change[]): ReadonlyMap<string, readonly Change[]> {
  const found = new Map<string, Change[]>();
  for (const change of changes) {
    const { list, name } = change;
    const item = list === undefined ? 'server' : `${LISTS[list].noun} ${name}`;
    const known = found.get(item);
    if (known === undefined) found.set(item, [change]);
    else known.push(change);
  }
  return found;
}

/** What changed in what a server says of itself, in one line; empty when nothing did. */
export const serverWords = (changes: readonly Change[], { changes: most } = SHORT): string =>
  firstOf([...changes].sort(byWeight).map(changeWords), most, '; ');

const byWeight = (one: Change, other: Change): number =>
  GROUPS.indexOf(one.group) - GROUPS.indexOf(other.group);

/** A change as it is reported in JSON. */
export function reportedChange(change: Change) {
  const { path, group, clients, level, row, before, after, renamed } = change;
  return {
    ...{ item: changeId(change), path, group, clients, level, row, before, after, renamed },
    message: fullWords(change),
  };
}

/** A change in words; of what is gone also what it is most likely called now. */
export const fullWords = (change: Change): string =>
  change.renamed === undefined
    ? changeWords(change)
    : `${changeWords(change)}, probably ${change.renamed} now`;

/** The changes of a list: which items were added, which removed, and what changed within the others. */
export function byKind(changes: readonly Change[]) {
  const whole = (kind: Change['kind']) => changes.filter((one) => one.path === '' && one.kind === kind);
  const changed = new Map<string, Change[]>();
  for (const change of changes) {
    if (change.path === '' && change.kind !== 'changed') continue;
    const known = changed.get(change.name);
    if (known === undefined) changed.set(change.name, [change]);
    else known.push(change);
  }
  return {
    added: whole('added'),
    removed: whole('removed'),
    changed: changed as ReadonlyMap<string, readonly Change[]>,
  };
}

const isBreaking = (changes: readonly Change[]): boolean => changes.some(({ group }) => group === 'breaking');

function part(names: readonly string[], word: string, most: number): string {
  return names.length === 0 ? '' : `${names.length} ${word} (${firstOf(names, most)})`;
}
