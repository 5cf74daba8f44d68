/** Thrown when a value takes too many steps to check. */
class OverBudget extends Error {
  override name = 'OverBudget';
}

/** About 100 ms of checking. */
const steps = 200_000;
let left = steps;

/**
 * The validator has no bound of its own, and a recursive schema with unions can keep it busy for ever. It reads
 * `$recursiveRef` of every schema that it applies, so a getter there counts them.
 */
const counting = Object.defineProperty({}, '$recursiveRef', {
  get() {
    left -= 1;
    if (left < 0) throw new OverBudget(`more than ${steps} steps`);
    return undefined;
  },
});

/** A schema whose use by the validator is counted. */
export function counted<T extends object>(schema: T): T {
  return Object.assign(Object.create(counting), schema) as T;
}

/** Runs one check with a fresh budget. */
export function withBudget<T>(check: () => T): T {
  left = steps;
  return check();
}
