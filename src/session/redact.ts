import { secretsInJson } from './json-secrets.ts';
import { createSpanFinder, type Span } from './spans.ts';

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
  /** Takes a valid JSON text; all that is not replaced stays as it is, to the character. */
  json(text: string): Redacted | undefined;
  /** Takes any text: a line of stderr, a log prefix, an error. */
  plain(text: string): Redacted | undefined;
  /** The text with its secrets replaced, for showing. */
  mask(text: string): string;
  /** Adds values that are secret from now on. */
  learn(values: Iterable<string>): void;
  /** Adds words that are secret where they stand as such: lines of a key that came by the line. */
  learnWords(words: Iterable<string>): void;
  /** Adds the parts of a secret that begins in one piece of a text and goes on in the next, or may do so. */
  learnSplit(before: string, piece: string): void;
}

export function createRedactor(known: Iterable<string> = []): Redactor {
  const finder = createSpanFinder(known);
  const hide = (name: string, spans: readonly Span[]): string => replaced(name, spans)?.text ?? name;

  /** What is secret in a string: JSON is looked into, however deep it is quoted. */
  const find = (text: string): readonly Span[] => {
    if (!finder.mayFind(text)) return [];
    return isJson(text) ? secretsInJson(text, { find, hide, isMessage: false }).spans : finder.find(text);
  };

  const json = (text: string): Redacted | undefined => {
    if (!finder.mayFind(text)) return undefined;
    const { spans, pointers } = secretsInJson(text, { find, hide, isMessage: true });
    return replaced(text, spans, pointers);
  };
  const plain = (text: string): Redacted | undefined => {
    if (!finder.mayFind(text)) return undefined;
    if (text.includes('"jsonrpc"') && isJson(text)) return json(text);
    return replaced(text, find(text));
  };
  return {
    json,
    plain,
    mask: (text) => plain(text)?.text ?? text,
    learn: finder.learn,
    learnWords: finder.learnWords,
    learnSplit: finder.learnSplit,
  };
}

/** Whether a text is an object or an array of JSON. */
function isJson(text: string): boolean {
  if (!/^\s{0,99}(?:\{\s{0,99}["}]|\[)/.test(text) || !/[\]}]\s{0,99}$/.test(text.slice(-100))) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function replaced(
  text: string,
  spans: readonly Span[],
  pointers: readonly string[] = [],
): Redacted | undefined {
  if (spans.length === 0) return undefined;
  const hidden: Hidden[] = [];
  let done = '';
  let from = 0;
  for (const { start, end } of spans) {
    done += text.slice(from, start);
    hidden.push({ at: done.length, original: text.slice(start, end) });
    done += mark;
    from = end;
  }
  return { text: done + text.slice(from), hidden, pointers };
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
