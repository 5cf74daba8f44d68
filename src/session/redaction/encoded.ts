import type { SecretSpan } from './redaction.ts';

/** Finds the secrets in a text that was decoded. */
type Find = (decoded: string) => readonly SecretSpan[];

/**
 * The secrets that a text has in another writing: base64 and base64url, wherever it begins; hex; and escapes of URLs, JSON,
 * HTML and shells. The spans cover whatever a part of the secret is written in.
 */
export function encodedIn(text: string, find: Find): SecretSpan[] {
  return [...inBase64(text, find), ...inHex(text, find), ...inEscapes(text, find)];
}

/**
 * Whether there is anything long enough to hold one, at a glance: digits of hex with hyphens between them are an id, and no text
 * is in base64 without letters of both cases. By hand, for there are millions of lines.
 */
export function mayBeEncoded(text: string): boolean {
  let run = 0;
  let digits = 0;
  let seen = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const kind = code < KINDS.length ? KINDS[code]! : 0;
    if (kind === 0) {
      run = digits = seen = 0;
      if (MARKS.has(code) && ESCAPED.test(text.slice(at, at + 6))) return true;
      continue;
    }
    run++;
    digits = (kind & DIGIT) === 0 ? 0 : digits + 1;
    seen |= kind;
    if (run >= LEAST && ((seen & BASE64_LETTERS) === BASE64_LETTERS || digits >= LEAST)) return true;
  }
  return false;
}

const LEAST = 24;
/** A digit of hex. */
const DIGIT = 1;
/** A sign of base64 that is no letter. */
const SIGN = 2;
/** Letters in capitals and small ones, one of them at least none of hex. */
const CAPITAL = 4;
const SMALL = 8;
const BEYOND_HEX = 16;
const BASE64_LETTERS = CAPITAL | SMALL | BEYOND_HEX;
const KINDS = Uint8Array.from({ length: 128 }, (_, code) => {
  const char = String.fromCharCode(code);
  if (!/[\w+/-]/.test(char)) return 0;
  const letter = /[A-Z]/.test(char) ? CAPITAL : /[a-z]/.test(char) ? SMALL : SIGN;
  return letter | (/[0-9a-f]/i.test(char) ? DIGIT : 0) | (/[g-z]/i.test(char) ? BEYOND_HEX : 0);
});
/** `%`, `\` and `&`. */
const MARKS: ReadonlySet<number> = new Set([0x25, 0x5c, 0x26]);
const ESCAPED = /^(?:%[0-9a-f]{2}|\\(?:u[0-9a-f]{4}|x[0-9a-f]{2})|&#|&quot;)/i;

/** The characters of a pattern of one character, as a table by their codes. */
const classOf = (pattern: RegExp): Uint8Array =>
  Uint8Array.from({ length: 256 }, (_, code) => (pattern.test(String.fromCharCode(code)) ? 1 : 0));

/** Those of base64, also in URLs. Eighteen bytes and more: no secret is told by less. */
const BASE64 = classOf(/[\w+/-]/);
const BASE64_LEAST = 24;
/** Of base64 that is longer it is not looked for a beginning within it. */
const SHORT = 64 * 1024;
/** What `atob` takes at a time. */
const MOST = 16 * 1024 * 1024;

function inBase64(text: string, find: Find): SecretSpan[] {
  const spans: SecretSpan[] = [];
  for (const { 0: code, index } of runsIn(text, BASE64, BASE64_LEAST)) {
    let { length } = code;
    while (length < code.length + 2 && text[index + length] === '=') length++;
    // A word, a path or an id before it may run into it.
    for (let skipped = 0; skipped < (code.length < SHORT ? 4 : 1); skipped++) {
      const bytes = bytesOf(code.slice(skipped, MOST));
      const all = secretsInBytes(bytes, find);
      for (const { start, end, rule } of all) {
        const from = index + skipped + Math.floor((start * 4) / 3);
        const to = index + skipped + Math.ceil((end * 4) / 3);
        spans.push({ start: from, end: end === bytes.length ? index + length : to, rule });
      }
      if (all.length > 0) break;
    }
  }
  return spans;
}

/** One character a byte. */
function bytesOf(code: string): string {
  const whole = code.length % 4 === 1 ? code.slice(0, -1) : code;
  return atob(whole.replaceAll('-', '+').replaceAll('_', '/'));
}

/** A stretch of a text. */
interface Run {
  readonly 0: string;
  readonly index: number;
}

/** The stretches of at least so many characters that are all of a class. By hand: a pattern runs out of stack on megabytes. */
function runsIn(text: string, of: Uint8Array, least: number): readonly Run[] {
  const runs: Run[] = [];
  let from = 0;
  for (let at = 0; at <= text.length; at++) {
    const code = at < text.length ? text.charCodeAt(at) : 256;
    if (of[code] === 1) continue;
    if (at - from >= least) runs.push({ 0: text.slice(from, at), index: from });
    from = at + 1;
  }
  return runs;
}

/** The same of characters that are each followed by a zero. */
function wideRunsIn(text: string, of: Uint8Array, least: number): readonly Run[] {
  const runs: Run[] = [];
  for (let from = 0; from < text.length; ) {
    let at = from;
    while (of[text.charCodeAt(at)] === 1 && text.charCodeAt(at + 1) === 0) at += 2;
    if (at - from >= least * 2) runs.push({ 0: text.slice(from, at), index: from });
    from = Math.max(at, from + 1);
  }
  return runs;
}

/** Text among bytes: most of what is encoded is text as a whole, and all else has hardly any. */
const TEXT = classOf(/[\t\n\r\x20-\x7e]/);
const TEXT_LEAST = 12;

function secretsInBytes(bytes: string, find: Find): SecretSpan[] {
  const text = /[\x80-\xff]/.test(bytes) ? inUtf8(bytes) : undefined;
  if (text !== undefined)
    return find(text).map(({ start, end, rule }) => ({
      ...{ start: lengthOf(text.slice(0, start)), end: lengthOf(text.slice(0, end)), rule },
    }));
  const spans: SecretSpan[] = [];
  // UTF-16, as Windows has it.
  for (const { 0: part, index } of wideRunsIn(bytes, TEXT, TEXT_LEAST))
    for (const { start, end, rule } of find(part.replaceAll('\0', '')))
      spans.push({ start: index + start * 2, end: index + end * 2, rule });
  for (const { 0: part, index } of runsIn(bytes, TEXT, TEXT_LEAST))
    for (const { start, end, rule } of find(part))
      spans.push({ start: index + start, end: index + end, rule });
  return spans;
}

/** What bytes say in UTF-8; nothing where they are none, or hold what no text has. */
function inUtf8(bytes: string): string | undefined {
  if (/[\0-\x08\x0e-\x1f]/.test(bytes)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(
      Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)),
    );
  } catch {
    return undefined;
  }
}

const lengthOf = (text: string): number => new TextEncoder().encode(text).length;

/** Letters and digits, among which a stretch of nothing but hex is looked for. */
const ALPHANUMERIC = classOf(/[0-9A-Za-z]/);
const isHex = ({ 0: run }: Run): boolean => run.length % 2 === 0 && !/[^0-9a-f]/i.test(run);

function inHex(text: string, find: Find): SecretSpan[] {
  const spans: SecretSpan[] = [];
  for (const { 0: found, index } of runsIn(text, ALPHANUMERIC, TEXT_LEAST * 2).filter(isHex)) {
    const bytes = found.replace(/../g, (pair) => String.fromCharCode(Number.parseInt(pair, 16)));
    for (const { start, end, rule } of secretsInBytes(bytes, find))
      spans.push({ start: index + start * 2, end: index + end * 2, rule });
  }
  return spans;
}

/** A character in other words. */
const ESCAPE =
  /((?:%[cde][0-9a-f])(?:%[89ab][0-9a-f]){1,2})|%([0-9a-f]{2})|\\+u([0-9a-f]{4})|\\+x([0-9a-f]{2})|&#(\d{1,5});|&#x([0-9a-f]{1,4});|&(quot|apos|amp|lt|gt);/gi;
const NAMED: Readonly<Record<string, string>> = { quot: '"', apos: "'", amp: '&', lt: '<', gt: '>' };

function inEscapes(text: string, find: Find): SecretSpan[] {
  let decoded = '';
  let from = 0;
  /** Where in the decoded text an escape stands, and where behind it the text goes on. */
  const places: { readonly at: number; readonly before: number; readonly behind: number }[] = [];
  for (const match of text.matchAll(ESCAPE)) {
    const [whole, several, url, json, shell, decimal, hex, name] = match;
    const code =
      several !== undefined
        ? codeOf(several)
        : decimal === undefined
          ? Number.parseInt(url ?? json ?? shell ?? hex ?? '0', 16)
          : Number(decimal);
    decoded += text.slice(from, match.index);
    from = match.index + whole.length;
    places.push({ at: decoded.length, before: match.index, behind: from });
    decoded += name === undefined ? String.fromCharCode(code) : (NAMED[name.toLowerCase()] ?? ' ');
  }
  if (places.length === 0) return [];
  decoded += text.slice(from);
  let next = 0;
  const spans: SecretSpan[] = [];
  for (const { start, end, rule } of find(decoded)) {
    while (next < places.length && (places[next]?.at ?? 0) < start) next++;
    const first = places[next];
    const begin = first?.at === start ? first.before : placeOf(places[next - 1], start);
    let last = next;
    while (last < places.length && (places[last]?.at ?? 0) < end) last++;
    spans.push({ start: begin, end: placeOf(places[last - 1], end), rule });
  }
  return spans;
}

/** The character that several bytes of a URL are, all of one code unit. */
function codeOf(several: string): number {
  try {
    return decodeURIComponent(several).charCodeAt(0);
  } catch {
    return 0x20;
  }
}

/** Where a place of the decoded text, behind an escape, is in the text. */
const placeOf = (before: { readonly at: number; readonly behind: number } | undefined, at: number): number =>
  before === undefined ? at : before.behind + at - before.at - 1;

/** Characters of base64 that the bytes before them have a part in, by how many there are modulo three. */
const MIXED = [0, 2, 3] as const;

/** What is the same in base64 whatever stands before and behind, for each of the three places it may begin at. */
export function base64Of(bytes: Uint8Array): string[] {
  return MIXED.map((skipped, before) => {
    const text = btoa(String.fromCharCode(...new Uint8Array(before), ...bytes));
    const whole = Math.floor(((before + bytes.length) * 8) / 6);
    return text.slice(skipped, whole);
  });
}

/** Four characters that base64 has where this is encoded, for each of the three places it may begin at. */
export const partsInBase64 = (start: string): string[] =>
  base64Of(new TextEncoder().encode(start)).flatMap((text) => (text.length < 4 ? [] : [text.slice(-4)]));
