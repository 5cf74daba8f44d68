import { stepsOf } from '../json/path.ts';
import { shortJson } from '../json/short-json.ts';
import type { Change, Inner, Whereabouts } from './change.ts';

/** What a change within an item is, in words: `parameter n: type "number", was "string"`, `description`. */
export function changeWords({ path, kind, before, after, at }: Inner): string {
  if (path === '') return kind === 'changed' ? 'everything' : kind;
  if (at === undefined) {
    const name = (stepsOf(path) ?? []).join('.');
    return kind === 'changed' ? name : `${name} ${kind}`;
  }
  const place = placeWords(at);
  if (at.keyword === '') return `${place} ${kind}`;
  if (at.keyword === 'required') return `${place} ${kind === 'added' ? 'is required' : 'is optional'} now`;
  return `${place}: ${at.keyword} ${shortJson(after)}, was ${shortJson(before)}`;
}

const ALL: Readonly<Record<Whereabouts['of'], string>> = {
  parameter: 'the parameters',
  output: 'the output',
  argument: 'the arguments',
};

const placeWords = ({ of, name }: Whereabouts): string => (name === '' ? ALL[of] : `${of} ${name}`);

/** How much is told of a list: names of each kind, and changes of each item. */
interface Length {
  readonly names: number;
  readonly changes: number;
}

/** What one line has room for, and what is told where there is more. */
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
    part(added, 'added', names),
    part(removed, 'removed', names),
    part(
      told.map(([name, inner]) => `${name}: ${upTo(most, inner.map(changeWords), '; ')}`),
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

/** The changes of a list: which items came, which went, and what changed within the others. */
export function byKind(changes: readonly Change[]) {
  const whole = (kind: Change['kind']) =>
    changes.filter((one) => one.path === '' && one.kind === kind).map(({ name }) => name);
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
  return names.length === 0 ? '' : `${names.length} ${word} (${upTo(most, names, ', ')})`;
}

/** So many of the words, and how many more there are. */
function upTo(most: number, words: readonly string[], between: string): string {
  const more = words.length > most ? [`and ${words.length - most} more`] : [];
  return [...words.slice(0, most), ...more].join(between);
}
