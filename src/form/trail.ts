/** A step of a location and the steps before it: cheap to go further, written only where it is told. */
export interface Trail {
  readonly before: Trail | undefined;
  readonly step: string | number;
}

/** One step further: into a member by its name, or an item by its place. */
export const further = (before: Trail | undefined, step: string | number): Trail => ({ before, step });

/** As a JSON pointer in a fragment, where a percent sign begins an escape: `#/a/0`. */
export function written(trail: Trail | undefined): string {
  const steps: string[] = [];
  for (let at = trail; at !== undefined; at = at.before) steps.push(escaped(String(at.step)));
  return ['#', ...steps.reverse()].join('/');
}

const escaped = (step: string): string =>
  step.replaceAll('~', '~0').replaceAll('/', '~1').replaceAll('%', '%25');
