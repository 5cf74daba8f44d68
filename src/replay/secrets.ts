import { holdsJson } from '../json/inner.ts';
import { pointerStep } from '../json/path.ts';
import { spanAt } from '../json/reader.ts';
import { isObject } from '../json/shape.ts';
import { mark } from '../session/redaction/redaction.ts';

/** What is sent in the place of secrets that a recording does not have, by the pointer from the top of the message: `/params/…`. */
export type GivenSecrets = ReadonlyMap<string, string>;

/** The params of a request with its secrets, or the pointers of those that nobody has given. */
export type Restored = { readonly params: string } | { readonly missing: readonly string[] };

/**
 * Puts secrets in the place of what a recording has redacted; what is not redacted stays as it is, to the character.
 *
 * @param params the exact JSON text
 */
export function withSecrets(params: string, secrets: GivenSecrets): Restored {
  const { values: pointers, names } = redactedIn(params);
  const missing = [...pointers.filter((pointer) => !secrets.has(pointer)), ...names];
  if (missing.length > 0) return { missing };
  return {
    params: pointers.reduce((text, pointer) => {
      const span = spanAt(text, pointer.slice(TOP.length));
      if (span === undefined) return text;
      const found: string = JSON.parse(text.slice(span.start, span.end));
      const given = secrets.get(pointer) ?? '';
      const put = holdsJson(found) ? JSON.stringify(given).slice(1, -1) : given;
      return `${text.slice(0, span.start)}${JSON.stringify(found.replaceAll(mark, () => put))}${text.slice(span.end)}`;
    }, params),
  };
}

/** Why a request is not sent, and what to do about it, in one sentence. */
export const whyRedacted = (missing: readonly string[]): string =>
  `${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} redacted, and that is never sent: give the value with ${missing
    .map((pointer) => `--secret ${pointer}=@env:NAME`)
    .join(' ')}`;

const TOP = '/params';

/** The pointers to what is redacted in any of these params, each once. */
export const redactedAmong = (all: readonly (string | undefined)[]): readonly string[] => [
  ...new Set(all.flatMap((params = '{}') => redactedIn(params).values)),
];

/** The pointers from the top of the message of strings in which something was redacted, and of members in whose names it was. */
function redactedIn(params: string): {
  readonly values: readonly string[];
  readonly names: readonly string[];
} {
  const found = { values: [] as string[], names: [] as string[] };
  if (!params.includes(mark)) return found;
  const left: (readonly [pointer: string, value: unknown])[] = [[TOP, JSON.parse(params)]];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const [pointer, value] = next;
    if (typeof value === 'string' && value.includes(mark)) found.values.push(pointer);
    const inner = Array.isArray(value) ? [...value.entries()] : isObject(value) ? Object.entries(value) : [];
    for (const [step, one] of inner.reverse()) {
      const at = `${pointer}/${pointerStep(String(step))}`;
      if (String(step).includes(mark)) found.names.push(at);
      left.push([at, one]);
    }
  }
  return found;
}
