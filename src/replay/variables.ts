import { afterSpace, MARK, scan } from '../json/scan.ts';
import { closest } from '../text/suggest.ts';

/** `$${` stands for itself; what is between `${` and `}` is a name. */
const PLACES = /\$\$\{|\$\{([^}]*)\}/g;

/** What a value may be saved under. */
export const VARIABLE_NAME = /^[A-Za-z_][\w.-]*$/;

/** The environment, by name. */
const ENV = 'env:';

/** The JSON text of a variable's value; undefined where it has none. */
export type ValueOf = (name: string) => string | undefined;

/** The names in the strings of a JSON text, each once, in their order: `id`, `env:KEY`. Names of members are no places for them. */
export function variablesIn(text: string): readonly string[] {
  const names = new Set<string>();
  for (const { value } of stringsIn(text))
    for (const [, name] of value.matchAll(PLACES)) if (name !== undefined) names.add(name);
  return [...names];
}

/**
 * A JSON text with the values of its variables: in the place of a string that is nothing but `${name}` the value itself, within a
 * longer one its text. A name without a value is left as it is.
 */
export function filledIn(text: string, given: ValueOf): string {
  let filled = '';
  let from = 0;
  for (const { start, end, value } of stringsIn(text)) {
    filled += text.slice(from, start) + filledString(value, given);
    from = end;
  }
  return filled + text.slice(from);
}

/** A text in which variables stand, with their values as text; `put` says how each is put in. */
export const filledText = (text: string, given: ValueOf, put: (value: string) => string = String): string =>
  text.replace(PLACES, (written, name: string | undefined) => {
    if (name === undefined) return '${';
    const value = given(name);
    if (value === undefined) return written;
    return put(value.startsWith('"') ? JSON.parse(value) : value);
  });

/** Whether a JSON text is a string that is nothing but one variable. */
export const isVariable = (text: string): boolean =>
  text.startsWith('"') && aloneIn(JSON.parse(text)) !== undefined;

const aloneIn = (value: string): string | undefined => /^\$\{([^}]*)\}$/.exec(value)?.[1];

function filledString(value: string, given: ValueOf): string {
  const alone = aloneIn(value);
  return (alone === undefined ? undefined : given(alone)) ?? JSON.stringify(filledText(value, given));
}

interface Found {
  readonly start: number;
  readonly end: number;
  readonly value: string;
}

/** The strings of a JSON text that hold a `${`; not the names of members. */
function stringsIn(text: string): readonly Found[] {
  const found: Found[] = [];
  if (!text.includes('${')) return found;
  scan(text, (mark, start, end) => {
    if (mark !== MARK.quote || text[afterSpace(text, end)] === ':') return false;
    const written = text.slice(start, end);
    if (written.includes('${')) found.push({ start, end, value: JSON.parse(written) });
    return false;
  });
  return found;
}

/** The values that steps have saved, and the environment. */
export interface StepVariables {
  readonly given: ValueOf;
  /** Saves the JSON text of a value; without one the name has none from now on. */
  save(name: string, text: string | undefined): void;
}

/** No value is saved yet. */
export function createVariables(env: Readonly<Record<string, string | undefined>>): StepVariables {
  const saved = new Map<string, string>();
  return {
    given(name) {
      if (!name.startsWith(ENV)) return saved.get(name);
      const value = environmentAt(env, name);
      return value === undefined ? undefined : JSON.stringify(value);
    },
    save(name, text) {
      if (text === undefined) saved.delete(name);
      else saved.set(name, text);
    },
  };
}

const environmentAt = (
  env: Readonly<Record<string, string | undefined>>,
  name: string,
): string | undefined => {
  const variable = name.slice(ENV.length);
  return Object.hasOwn(env, variable) ? env[variable] : undefined;
};

/** The variables of the environment among these names, with their values. */
export function environmentOf(
  names: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> {
  const found = names.flatMap((name) => {
    const value = name.startsWith(ENV) ? environmentAt(env, name) : undefined;
    return value === undefined ? [] : [[name.slice(ENV.length), value] as const];
  });
  return Object.fromEntries(found);
}

/** Why a name can have no value, where `saved` are the names that earlier steps save, `all` those of all steps. */
export function unsetSentence(
  name: string,
  env: Readonly<Record<string, string | undefined>>,
  saved: ReadonlySet<string>,
  all: ReadonlySet<string>,
): string | undefined {
  if (name.startsWith(ENV)) {
    if (environmentAt(env, name) !== undefined) return undefined;
    return `\${${name}}: the environment has no ${name.slice(ENV.length) || 'variable without a name'}`;
  }
  if (saved.has(name)) return undefined;
  const near = closest(name, saved);
  const why = all.has(name)
    ? 'it is saved by a later step, or by one beside it'
    : `no step before it saves that${near === undefined ? '' : `; did you mean \${${near}}?`}`;
  return `\${${name}}: ${why} (a text with \${ itself is written $\${)`;
}

/** The JSON text of a string in which what reads like a variable is none. */
export const literalText = (json: string): string =>
  (/\\u00(?:24|7b)/i.test(json) ? JSON.stringify(JSON.parse(json)) : json).replace(
    /\$+(?=\{)/g,
    (found) => `${found}$`,
  );
