/** The way from the top of a JSON value to one inside it: names of members, places in arrays. */
export type Path = readonly (string | number)[];

/** A path as it is gone: cheap to go one step further on, and written down only where it is needed. */
export interface Trail {
  readonly before: Trail | undefined;
  readonly step: string | number;
}

/** One step further: into a member by its name, or an item by its place. */
export const further = (before: Trail | undefined, step: string | number): Trail => ({ before, step });

/** The steps that led there, the first one first. */
export function stepsTo(trail: Trail | undefined): Path {
  const steps: (string | number)[] = [];
  for (let at = trail; at !== undefined; at = at.before) steps.push(at.step);
  return steps.reverse();
}

/** A path as a JSON pointer (RFC 6901): `/a/0/b~1c`; the top is the empty text. */
export function pointerOf(path: Path): string {
  return path.map((step) => `/${pointerStep(String(step))}`).join('');
}

/** One step as it is written in a JSON pointer. */
export const pointerStep = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

/**
 * The steps of a JSON pointer; undefined when it is not valid. Whether `0` is a name or a place depends on the value
 * it is used on, so all steps are text.
 */
export function stepsOf(pointer: string): readonly string[] | undefined {
  if (pointer === '') return [];
  if (!pointer.startsWith('/') || /~(?![01])/.test(pointer)) return undefined;
  return pointer
    .slice(1)
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** A path as jq takes it: `.tools[0].name`, `.["x-y"]`; the top is `.`. */
export function jqOf(path: Path): string {
  const steps = path.map((step) => {
    if (typeof step === 'number') return `[${step}]`;
    return IDENTIFIER.test(step) ? `.${step}` : `[${JSON.stringify(step)}]`;
  });
  const joined = steps.join('');
  return joined.startsWith('.') ? joined : `.${joined}`;
}

const IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** The value a pointer leads to in a parsed JSON value; undefined when it leads nowhere or is not valid. */
export function valueAt(value: unknown, pointer: string): unknown {
  let found = value;
  for (const step of stepsOf(pointer) ?? [undefined]) {
    if (step === undefined || typeof found !== 'object' || found === null) return undefined;
    if (Array.isArray(found) ? !INDEX.test(step) : !Object.hasOwn(found, step)) return undefined;
    found = (found as Readonly<Record<string, unknown>>)[step];
  }
  return found;
}

const INDEX = /^(?:0|[1-9]\d*)$/;

/** Whether a step of a pointer is the place of an array's element. */
export function isIndex(step: string, place: number): boolean {
  return INDEX.test(step) && Number(step) === place;
}
