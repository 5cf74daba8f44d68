import { diffArrays } from 'diff';

/** A run of one kind in a comparison of two sequences: in both, in the first alone, in the second alone. */
export interface Run<T> {
  readonly kind: 'same' | 'removed' | 'added';
  readonly items: readonly T[];
}

/** Changes that are looked for, and ms that it may take: what differs more is reported as removed and added as a whole. */
const CHANGES = 2_000;
const TIME = 250;

/** The shortest way from one sequence to another; what is removed comes before what is added in its place. */
export function sequenceDiff<T>(before: readonly T[], after: readonly T[]): readonly Run<T>[] {
  let first = 0;
  const shorter = Math.min(before.length, after.length);
  while (first < shorter && before[first] === after[first]) first += 1;
  let last = 0;
  while (last < shorter - first && before.at(-1 - last) === after.at(-1 - last)) last += 1;
  const middle = between(before.slice(first, before.length - last), after.slice(first, after.length - last));
  const runs: readonly Run<T>[] = [
    { kind: 'same', items: before.slice(0, first) },
    ...middle,
    { kind: 'same', items: before.slice(before.length - last) },
  ];
  return runs.filter(({ items }) => items.length > 0);
}

function between<T>(before: readonly T[], after: readonly T[]): readonly Run<T>[] {
  const whole: readonly Run<T>[] = [
    { kind: 'removed', items: before },
    { kind: 'added', items: after },
  ];
  if (before.length === 0 || after.length === 0) return whole;
  const found = diffArrays([...before], [...after], { maxEditLength: CHANGES, timeout: TIME });
  return (
    found?.map(({ added, removed, value }) => ({
      kind: added ? 'added' : removed ? 'removed' : 'same',
      items: value,
    })) ?? whole
  );
}
