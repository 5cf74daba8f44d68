import type { Target } from '../target.ts';
import { maskHeader, maskWords, secretsOf } from './arguments.ts';
import { createSpanFinder } from './finder.ts';
import { secretsInJson } from './json.ts';
import { type Hidden, mark, type Redacted, type Redactor, type SecretSpan } from './redaction.ts';

/** The redactor of a session with this target, which knows its secrets. */
export const redactorFor = (target: Target): Redactor =>
  createRedactor(target.transport === 'recorded' ? [] : secretsOf(target));

/** A redactor that knows these values, in addition to what it recognizes by itself. */
export function createRedactor(known: Iterable<string> = []): Redactor {
  const finder = createSpanFinder(known);
  const hide = (name: string, spans: readonly SecretSpan[]): string => replaced(name, spans)?.text ?? name;

  /** What is secret in a string: JSON is looked into, however deep it is quoted. */
  const find = (text: string): readonly SecretSpan[] => {
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
  const mask = (text: string): string => plain(text)?.text ?? text;
  return {
    json,
    plain,
    mask,
    words: (words) => maskWords(words, mask),
    header: (header) => maskHeader(header, mask),
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
  spans: readonly SecretSpan[],
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
