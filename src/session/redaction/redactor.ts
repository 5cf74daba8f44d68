import type { Target } from '../target.ts';
import { maskHeader, maskWords, secretsOf } from './arguments.ts';
import { createSpanFinder } from './finder.ts';
import { secretsInJson } from './json.ts';
import {
  type Hidden,
  mark,
  type Redacted,
  type Redactor,
  type RedactorOptions,
  type SecretSpan,
} from './redaction.ts';

/** The redactor of a session with this target, which knows its secrets. */
export const redactorFor = (target: Target): Redactor =>
  createRedactor(target.transport === 'recorded' ? [] : secretsOf(target));

/** A redactor that knows these values, in addition to what it recognizes by itself. */
export function createRedactor(known: Iterable<string> = [], options: RedactorOptions = {}): Redactor {
  const { isOn = () => true, onFound } = options;
  const finder = createSpanFinder(known, isOn);
  const hide = (name: string, spans: readonly SecretSpan[]): string => replaced(name, spans)?.text ?? name;
  const told = (text: string, spans: readonly SecretSpan[], pointers?: readonly string[]) => {
    if (onFound !== undefined)
      for (const { start, end, rule = 'known' } of spans) onFound(rule, text.slice(start, end));
    return replaced(text, spans, pointers);
  };

  /** What is secret in a string: JSON is looked into, however deep it is quoted. */
  const find = (text: string): readonly SecretSpan[] => {
    if (!finder.mayFind(text)) return [];
    return isJson(text)
      ? secretsInJson(text, { find, hide, isMessage: false, isOn }).spans
      : finder.find(text);
  };

  const json = (text: string): Redacted | undefined => {
    if (!finder.mayFind(text)) return undefined;
    const { spans, pointers } = secretsInJson(text, { find, hide, isMessage: true, isOn });
    return told(text, spans, pointers);
  };
  const plain = (text: string): Redacted | undefined => {
    if (!finder.mayFind(text)) return undefined;
    if (text.includes('"jsonrpc"') && isJson(text)) return json(text);
    return told(text, find(text));
  };
  const mask = (text: string): string => plain(text)?.text ?? text;
  return {
    json,
    plain,
    mayFind: finder.mayFind,
    mask,
    words: (words) => maskWords(words, mask, (secret) => onFound?.('commands', secret)),
    header: (header) => {
      const [name, value] = header;
      if (!isOn('headers')) return [name, mask(value)];
      let isByName = true;
      const masked = maskHeader(header, (text) => {
        isByName = false;
        return mask(text);
      });
      if (isByName && masked[1] !== value) onFound?.('headers', value.replace(/^[A-Za-z]+ (?=\S)/, ''));
      return masked;
    },
    learn: finder.learn,
    learnGiven: finder.learnGiven,
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
