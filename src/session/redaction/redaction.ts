import type { HeaderLine } from '../frame.ts';

/**
 * What tells a secret: `tokens` have a shape, `names` say of their value that it is one, as `headers`, `commands` and `urls`
 * do; `keys` are private keys; `known` is what was found or given elsewhere, `given` what the person says is one, `patterns`
 * what a pattern of theirs matches.
 */
export const SECRET_RULES = [
  ...(['tokens', 'names', 'headers', 'commands', 'urls', 'keys', 'known', 'given', 'patterns'] as const),
] as const;

export type SecretRule = (typeof SECRET_RULES)[number];

/** A stretch of a string, from `start` to before `end`, in UTF-16 code units. */
export interface SecretSpan {
  readonly start: number;
  readonly end: number;
  /** Absent while who looks for one rule alone has it. */
  readonly rule?: SecretRule | undefined;
}

/** What takes too long to look for in every frame, or is too seldom: `redact` looks for it in what was written. */
export interface RareSecrets {
  /** Four characters that a text has in which one may be, where nothing else tells. */
  readonly parts: readonly string[];
  /** @param find what is secret in a text that was put together */
  find(text: string, find: (text: string) => readonly SecretSpan[]): SecretSpan[];
  /** In a text that is JSON as a whole. */
  inJson(text: string): SecretSpan[];
}

/** How secrets are looked for, where that is not as always. */
export interface RedactorOptions {
  /** The rules that count: all, unless they are named. */
  readonly isOn?: ((rule: SecretRule) => boolean) | undefined;
  /** Looks into everything that may be encoded: what a person waits for may take its time. */
  readonly isThorough?: boolean | undefined;
  /** What is looked for only where there is time for it. */
  readonly rare?: RareSecrets | undefined;
  /** What a person has patterns for. */
  readonly patterns?: ((text: string) => readonly SecretSpan[]) | undefined;
  /** Called with each secret that is replaced, as it stands in its text. */
  readonly onFound?: ((rule: SecretRule, secret: string) => void) | undefined;
}

/** What stands in place of a secret. */
export const mark = '[redacted]';

/** A secret that was replaced: where its {@link mark} begins in the redacted text, and the text it stands for. */
export interface Hidden {
  readonly at: number;
  readonly original: string;
}

/** A text with its secrets replaced. */
export interface Redacted {
  readonly text: string;
  readonly hidden: readonly Hidden[];
  /** JSON pointers of the strings something was replaced in; empty for plain text. */
  readonly pointers: readonly string[];
}

/**
 * Finds secrets and replaces them, as docs/transcript.md says: by the name they stand under, by their shape, and
 * known values wherever they occur. Both readings give nothing when there is nothing to replace.
 */
export interface Redactor {
  /** Takes a valid JSON text; everything that is not replaced stays as it is, to the character. */
  json(text: string): Redacted | undefined;
  /** Takes any text: a line of stderr, a log prefix, an error. */
  plain(text: string): Redacted | undefined;
  /** Takes a text of a log: lines, or a document of JSON. Whose session a line is of stays readable. */
  log(text: string): Redacted | undefined;
  /** Whether there may be a secret in a text, at a glance; never false when there is one. */
  mayFind(text: string): boolean;
  /** The text with its secrets replaced, for showing. */
  mask(text: string): string;
  /** The words of a command line with the values of its secret options, assignments and headers replaced. */
  words(words: readonly string[]): string[];
  /** A header as it may be shown: without its value where the name says so. */
  header(header: HeaderLine): HeaderLine;
  /** Adds values that are secret from now on. */
  learn(values: Iterable<string>): void;
  /** Adds a value that the person says is secret. */
  learnGiven(value: string): void;
  /** Adds words that are secret where they stand as such: lines of a key that came by the line. */
  learnWords(words: Iterable<string>): void;
  /** Adds the parts of a secret that begins in one piece of a text and goes on in the next, or may do so. */
  learnSplit(before: readonly string[], piece: string): void;
}

/** Puts the originals back: what {@link Redacted} was made from, to the character. */
export function restore(text: string, hidden: readonly Hidden[]): string {
  let done = '';
  let from = 0;
  for (const { at, original } of hidden) {
    done += text.slice(from, at) + original;
    from = at + mark.length;
  }
  return done + text.slice(from);
}
