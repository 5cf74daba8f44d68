import { isSecretVariable } from '../session/redaction/names.ts';
import { mark, type Redacted } from '../session/redaction/redaction.ts';
import { redactorFor } from '../session/redaction/redactor.ts';
import { variableName } from '../session/redaction/variable-name.ts';
import type { Target } from '../session/target.ts';
import type { Invocation } from './invocation.ts';

/** A piece of a text: as it is, or what an environment variable holds. */
export type TextPart = string | { readonly variable: string };

/** The text of pieces where variables are not possible: each becomes a mark. */
export const plain = (pieces: readonly TextPart[]): string =>
  pieces.map((piece) => (typeof piece === 'string' ? piece : mark)).join('');

/** What a test of a request is named after, without its secrets. */
export const titleOf = (asked: Invocation, hide: Hider): string =>
  plain(hide.text(asked.method === 'resources/read' ? asked.uri : asked.name));

/**
 * Writes the strings of a program that have marks in them: in place of each an environment variable, named after the member
 * it stands in. Nothing for a string without.
 */
export function createSecrets(
  join: (pieces: readonly TextPart[]) => string,
): (text: string, member: string) => string | undefined {
  const taken: string[] = [];
  return (text, member) => {
    const [first = '', ...others] = text.split(mark);
    if (others.length === 0) return undefined;
    const pieces = others.flatMap((piece): readonly TextPart[] => {
      const variable = variableName(member, taken);
      taken.push(variable);
      return [{ variable }, piece];
    });
    return join([first, ...pieces].filter((piece) => piece !== ''));
  };
}

/** Takes secrets out of what is copied and puts a mark there, or the variable that they came from. */
export interface Hider {
  /** A text of any kind. */
  text(text: string): readonly TextPart[];
  /**
   * A JSON value inside of what surrounds it in a request, which is not part of the pieces; nothing where a name
   * around it is a secret itself.
   */
  json(json: string, around: readonly [before: string, after: string]): readonly TextPart[] | undefined;
  /** The words of a command line. */
  words(words: readonly string[]): readonly (readonly TextPart[])[];
}

/** Knows the secrets of a target: what was given by `-e`, inherited under a secret name or written in an option. */
export function createHider(target: Target): Hider {
  const redactor = redactorFor(target);
  const variables = variablesOf(target);
  const inPlaceOf = (original: string): TextPart => {
    const variable = variables.get(original);
    return variable === undefined ? mark : { variable };
  };
  return {
    text: (text) => split(redactor.plain(text) ?? whole(text), 0, 0, inPlaceOf),
    json(json, [before, after]) {
      const redacted = redactor.json(before + json + after);
      if (redacted === undefined) return [json];
      if (!redacted.text.startsWith(before)) return undefined;
      return split(redacted, before.length, after.length, inPlaceOf);
    },
    words(words) {
      const masked = redactor.words(words);
      return words.map((word, at) => piecesOfWord(word, masked[at] ?? mark, inPlaceOf));
    },
  };
}

/** The secret values by the variables that a shell can name. */
function variablesOf(target: Target): ReadonlyMap<string, string> {
  if (target.transport !== 'stdio') return new Map();
  const named = Object.entries(target.env).filter(
    ([name, value]) =>
      value !== '' && isVariable(name) && (target.given.includes(name) || isSecretVariable(name, value)),
  );
  return new Map(named.map(([name, value]) => [value, name]));
}

/** Whether a shell can name a variable so. */
export const isVariable = (name: string): boolean => /^[A-Za-z_]\w*$/.test(name);

const whole = (text: string): Redacted => ({ text, hidden: [], pointers: [] });

function split(
  { text, hidden }: Redacted,
  from: number,
  behind: number,
  inPlaceOf: (original: string) => TextPart,
): readonly TextPart[] {
  const pieces: TextPart[] = [];
  let at = from;
  for (const { at: place, original } of hidden) {
    pieces.push(text.slice(at, place), inPlaceOf(original));
    at = place + mark.length;
  }
  pieces.push(text.slice(at, text.length - behind));
  return pieces.filter((piece) => piece !== '');
}

/** A word of which a secret is the end, as in `--token=…`, or something within. */
function piecesOfWord(
  word: string,
  masked: string,
  inPlaceOf: (original: string) => TextPart,
): readonly TextPart[] {
  const head = masked.slice(0, -mark.length);
  if (!masked.endsWith(mark) || !word.startsWith(head)) return [masked];
  return [head, inPlaceOf(word.slice(head.length))].filter((piece) => piece !== '');
}
