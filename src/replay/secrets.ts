import { holdsJson } from '../json/inner.ts';
import { pointerStep } from '../json/path.ts';
import { spanAt } from '../json/reader.ts';
import { isObject } from '../json/shape.ts';
import { mark } from '../session/redaction/redaction.ts';

/** What is sent in the place of secrets that a recording does not have, by the pointer from the top of the message: `/params/…`. */
export type GivenSecrets = ReadonlyMap<string, string>;

/** The params of a request with its secrets, or why it is not sent, in one sentence. */
export type Restored = { readonly params: string } | { readonly why: string };

/**
 * Puts secrets in the place of what a recording has redacted; what is not redacted stays as it is, to the character.
 *
 * @param params the exact JSON text
 * @param secrets absent where nobody can give any
 */
export function withSecrets(params: string, secrets: GivenSecrets | undefined): Restored {
  const { values: pointers, others } = redactedIn(params);
  const missing = pointers.filter((pointer) => secrets?.has(pointer) !== true);
  if (missing.length + others.length > 0) return { why: whyRedacted(missing, others, secrets !== undefined) };
  return {
    params: pointers.reduce((text, pointer) => {
      const span = spanAt(text, pointer.slice(TOP.length));
      if (span === undefined) return text;
      const found: string = JSON.parse(text.slice(span.start, span.end));
      const given = secrets?.get(pointer) ?? '';
      const put = holdsJson(found) ? JSON.stringify(given).slice(1, -1) : given;
      return `${text.slice(0, span.start)}${JSON.stringify(found.replace(mark, () => put))}${text.slice(span.end)}`;
    }, params),
  };
}

/** Whether something was redacted in a JSON text, however it is spelled. */
export function holdsRedacted(text: string): boolean {
  const { values, others } = redactedIn(text);
  return values.length + others.length > 0;
}

/** Why a request is not sent, and what to do about it. */
function whyRedacted(missing: readonly string[], others: readonly string[], canBeGiven: boolean): string {
  const all = [...missing, ...others];
  const why = `${all.join(', ')} ${all.length === 1 ? 'is' : 'are'} redacted, and that is never sent`;
  if (!canBeGiven) return `${why}: write the value, or \${env:NAME}, in its place`;
  const given = missing.map((pointer) => `--secret ${pointer}=@env:NAME`).join(' ');
  if (others.length === 0) return `${why}: give the value with ${given}`;
  return `${why}: ${others.join(', ')} cannot be given with --secret, which gives one whole value in the place of one [redacted]`;
}

const TOP = '/params';

/** The pointers to what is redacted in any of these params, each once. */
export const redactedAmong = (all: readonly (string | undefined)[]): readonly string[] => [
  ...new Set(
    all.flatMap((params = '{}') => {
      const { values, others } = redactedIn(params);
      return [...values, ...others];
    }),
  ),
];

/**
 * The pointers from the top of the message of strings in which one thing was redacted; and of what no single value restores: several
 * in one string, the names of members, and what is spelled otherwise in JSON within a text.
 */
function redactedIn(text: string): {
  readonly values: readonly string[];
  readonly others: readonly string[];
} {
  const found = { values: [] as string[], others: [] as string[] };
  // A character can be written as an escape.
  if (!text.includes(mark) && !text.includes('\\')) return found;
  const left: (readonly [pointer: string, value: unknown])[] = [[TOP, JSON.parse(text)]];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const [pointer, value] = next;
    if (typeof value === 'string') {
      const count = value.split(mark).length - 1;
      if (count === 1) found.values.push(pointer);
      else if (count > 1 || (holdsJson(value) && holdsRedacted(value))) found.others.push(pointer);
    }
    const inner = Array.isArray(value) ? [...value.entries()] : isObject(value) ? Object.entries(value) : [];
    for (const [step, one] of inner.reverse()) {
      const at = `${pointer}/${pointerStep(String(step))}`;
      if (String(step).includes(mark)) found.others.push(at);
      left.push([at, one]);
    }
  }
  return found;
}
