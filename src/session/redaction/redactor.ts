import { MARK, scan } from '../../json/scan.ts';
import type { Target } from '../target.ts';
import { maskHeader, maskWords, secretsOf } from './arguments.ts';
import { encodedIn, mayBeEncoded } from './encoded.ts';
import { apart, createSpanFinder } from './finder.ts';
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
  const { isOn = () => true, onFound, isThorough = false, patterns, rare } = options;
  const finder = createSpanFinder(known, isOn, isThorough, rare?.parts);
  const hide = (name: string, spans: readonly SecretSpan[]): string => replaced(name, spans)?.text ?? name;
  const told = (text: string, spans: readonly SecretSpan[], pointers?: readonly string[]) => {
    if (onFound !== undefined)
      for (const { start, end, rule = 'known' } of spans) onFound(rule, text.slice(start, end));
    return replaced(text, spans, pointers);
  };

  const mayFind = (text: string): boolean =>
    finder.mayFind(text) || (isThorough && mayBeEncoded(text)) || patterns !== undefined;
  const counts = ({ rule }: SecretSpan): boolean => rule === undefined || isOn(rule);
  let depth = 0;

  /** What is secret in a string: JSON is looked into, however deep it is quoted or encoded. */
  const find = (text: string): readonly SecretSpan[] => {
    if (depth > MOST_LEVELS || !mayFind(text)) return [];
    depth++;
    try {
      if (isJson(text)) {
        const { spans } = secretsInJson(text, { find, hide, isMessage: false, isThorough, isOn });
        return rare === undefined ? spans : apart([...rare.inJson(text).filter(counts), ...spans]);
      }
      const parts = jsonPartsIn(text);
      // What is JSON is read as such: a name in it would take the quote behind it for that of a value.
      const own = [...finder.find(text), ...(rare?.find(text, find).filter(counts) ?? [])].filter(
        ({ start, rule }) => !isRead(rule) || !parts.some((part) => part.start <= start && start < part.end),
      );
      return apart([
        ...[...(patterns?.(text) ?? []), ...own],
        ...[...encodedIn(text, find), ...inJsonParts(text, parts)],
      ]);
    } finally {
      depth--;
    }
  };

  /** What is secret in the JSON that a line of text has in it. */
  const inJsonParts = (text: string, parts: readonly SecretSpan[]): SecretSpan[] =>
    parts.flatMap((at) => {
      const part = text.slice(at.start, at.end);
      const isMessage = part.includes('"jsonrpc"');
      const { spans } = secretsInJson(part, { find, hide, isMessage, isThorough, isOn });
      return spans.map(({ start, end, rule }) => ({ start: at.start + start, end: at.start + end, rule }));
    });

  const json = (text: string): Redacted | undefined => {
    if (!mayFind(text)) return undefined;
    const { spans, pointers } = secretsInJson(text, { find, hide, isMessage: true, isThorough, isOn });
    return told(text, spans, pointers);
  };
  const plain = (text: string): Redacted | undefined => {
    if (!mayFind(text)) return undefined;
    if (text.includes('"jsonrpc"') && isJson(text)) return json(text);
    return told(text, find(text));
  };
  const log = (text: string): Redacted | undefined => {
    if (!mayFind(text)) return undefined;
    // The mark of a file is before its text.
    const from = /^(?:\ufeff|\xef\xbb\xbf)/.exec(text)?.[0].length ?? 0;
    if (from > 0) return marked(text.slice(0, from), log(text.slice(from)));
    const isMessage = text.includes('"jsonrpc"') && isJson(text);
    const spans = isMessage
      ? secretsInJson(text, { find, hide, isMessage, isThorough, isOn }).spans
      : find(text);
    const kept = spans.filter(({ start }) => !SESSION.test(text.slice(Math.max(0, start - 40), start)));
    return told(
      text,
      kept.flatMap((span) => linesOf(text, span)),
    );
  };
  const mask = (text: string): string => plain(text)?.text ?? text;
  return {
    json,
    plain,
    log,
    mayFind,
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

const marked = (mark: string, done: Redacted | undefined): Redacted | undefined =>
  done === undefined ? undefined : { ...done, text: `${mark}${done.text}` };

/** What a log calls the session that a line belongs to: without it nobody could tell two of them apart. */
const SESSION = /(?<![\w-])session(?:_?id)?["']?\s{0,4}[:=]\s{0,4}["']?$/i;

/** A stretch by the line: those who read a log find the others where they were. */
function linesOf(text: string, { start, end, rule }: SecretSpan): readonly SecretSpan[] {
  const stretch = text.slice(start, end);
  if (!stretch.includes('\n')) return [{ start, end, rule }];
  return [...stretch.matchAll(/[^\s](?:[^\r\n]*[^\s])?/g)].map(({ 0: line, index }) => ({
    ...{ start: start + index, end: start + index + line.length, rule },
  }));
}

/** Rules that look at what stands around a value. */
const isRead = (rule: SecretSpan['rule']): boolean =>
  rule === 'names' || rule === 'commands' || rule === 'headers';

/** How often a text may be quoted or encoded in another. */
const MOST_LEVELS = 8;

/** Beginnings of JSON that are tried in a text, and how long a text is in which they are looked for. */
const MOST_PARTS = 50;
const LONGEST_TEXT = 1024 * 1024;

/** Where a text that is no JSON has objects and arrays of JSON in it. */
function jsonPartsIn(text: string): SecretSpan[] {
  const parts: SecretSpan[] = [];
  if (text.length > LONGEST_TEXT) return parts;
  for (let at = text.search(BEGINNING), tries = 0; at >= 0 && tries < MOST_PARTS; tries++) {
    const end = endOfValue(text, at);
    const isPart = end > at && isJson(text.slice(at, end));
    if (isPart) parts.push({ start: at, end });
    BEGINNINGS.lastIndex = isPart ? end : at + 1;
    at = BEGINNINGS.exec(text)?.index ?? -1;
  }
  return parts;
}

const BEGINNING = /\{\s{0,9}"|\[\s{0,9}[{"]/;
const BEGINNINGS = new RegExp(BEGINNING, 'g');

/** Behind the bracket that closes the one here; -1 where none does. */
function endOfValue(text: string, from: number): number {
  let depth = 0;
  let found = -1;
  scan(
    text,
    (mark, _, end) => {
      if (mark === MARK.object || mark === MARK.array) depth += 1;
      else if (mark === MARK.objectEnd || mark === MARK.arrayEnd) depth -= 1;
      if (depth === 0 && mark !== MARK.quote) found = end;
      return found >= 0;
    },
    from,
  );
  return found;
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
