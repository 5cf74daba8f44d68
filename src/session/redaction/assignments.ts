import { isPair, isSecretValue, kindOf, kindOfVariable, looksRandom } from './names.ts';
import type { SecretSpan } from './redaction.ts';
import type { SecretKind } from './words.ts';

/**
 * A name as people and programs write it before a value: `KEY=value`, `password: x`, `"token": "x"` at any depth of
 * quoting, `--token x`, `<secret>x`. What ends the name, its quote, and what parts it from the value.
 */
const SEPARATED =
  /(?:(?<=[?&])code|code_verifier|(?<![a-z\d])pw|token|secret|passw(?:or)?d|passwort|passphrase|passcode|pass|pwd|auth|authorization|authentication|cookie|cred|credential|key|jwt|otp|pat|dsn|bearer|sid|session|sessionid|sig|signature|[cx]srf|connection[-_ ]?string)s?(?:[-_.]?(?:id|value|string|text|plain|raw|base64|b64|base|hex|confirm(?:ation)?|new|old|current|\d{1,3}|header)){0,2}(\\*["'`]?\]?)(\s{0,3}(?:=>|:=|==?|:)[ \t]{0,8}|>|[ \t](?=[^\s-]))/gi;

/** The secrets that a text has under their names. */
export function assignmentsIn(text: string): SecretSpan[] {
  const spans: SecretSpan[] = [];
  SEPARATED.lastIndex = 0;
  for (let match = SEPARATED.exec(text); match !== null; match = SEPARATED.exec(text)) {
    const at = SEPARATED.lastIndex;
    const [whole, quote = '', separator = ''] = match;
    const nameEnd = at - separator.length - quote.length;
    const nameStart = beginningOf(text, match.index);
    const found = valueAt(text, { nameStart, nameEnd, at, quote, separator });
    if (found !== undefined) {
      for (const span of found) spans.push(span);
      SEPARATED.lastIndex = found.at(-1)?.end ?? at;
    } else SEPARATED.lastIndex = Math.max(match.index + 1, at - (whole.endsWith(' ') ? 1 : 0));
  }
  return spans;
}

/** `"name": "password", "value": "…"` and `["X-Api-Key", "…"]` in JSON within a text, at any depth of quoting. */
const SAID =
  /"(?:name|key|header|field|variable|param)(\\{0,63})"\s{0,8}:\s{0,8}\1"([\w.-]{1,64})\1"\s{0,8},\s{0,8}\1"(?:value|val|v)\1"\s{0,8}:\s{0,8}\1"/gi;
const LISTED = /[[,]\s{0,8}(\\{0,63})"([\w.-]{1,64})\1"\s{0,8},\s{0,8}\1"/g;

/** The secrets that a text has beside their names. */
export function pairsIn(text: string): SecretSpan[] {
  const spans: SecretSpan[] = [];
  for (const pattern of [SAID, LISTED]) {
    for (const { 0: found, 1: slashes = '', 2: name = '', index } of text.matchAll(pattern)) {
      const kind = kindOf(name);
      if (kind === undefined) continue;
      const start = index + found.length;
      const quote = closing(text, start, '"', slashes.length);
      const end = quote - slashesBefore(text, quote, slashes.length);
      const value = text.slice(start, end);
      if (pattern === SAID ? isSecretValue(kind, value) : isPair(name, value)) spans.push({ start, end });
    }
  }
  return spans;
}

/** A name and, behind signs of any kind, what looks random: `password is …`, `token (…)`, `secret%3D…`. */
const NEAR =
  /(?:token|secret|passw(?:or)?d|passphrase|passcode|pwd|credential|(?:api|access|private|signing)[-_ ]?key)s?((?:%[0-9a-f]{2}|&#\d{1,4};|\x1b\[\d{1,3}m|is|was|for \w{1,20}|[^A-Za-z0-9]){1,6})([A-Za-z0-9+/=_.~-]{10,4096})/gi;

/** A stretch of base64. */
const CODE_LENGTH = 64;
const CODE = /[A-Za-z0-9+/]{60}(?:%2[bf])?$/i;

/** `name: DB_PASSWORD` and `value: …` on the next line, as YAML has it. */
const YAML =
  /\b(?:name|key):[ \t]{0,4}["']?([\w.-]{1,64})["']?[ \t]{0,4}\r?\n[ \t]{0,40}value:[ \t]{0,4}["']?([^\s"']{1,4096})/g;

/** The secrets that a text has near their names, when they look random. */
export function nearIn(text: string): SecretSpan[] {
  const spans: SecretSpan[] = [];
  for (const { 0: found, 1: between = '', 2: value = '', index } of text.matchAll(NEAR)) {
    const end = index + found.length;
    const start = end - value.length;
    // In base64 a name is one by chance.
    if (/^(?:[+/]|%2[bf])+$/i.test(between) && CODE.test(text.slice(Math.max(0, index - CODE_LENGTH), index)))
      continue;
    const name = text.slice(beginningOf(text, index), start - between.length);
    if (looksRandom(value) && kindOf(name.replace(/^[-.$]+/, '')) !== undefined) spans.push({ start, end });
  }
  for (const { 0: found, 1: name = '', 2: value = '', index } of text.matchAll(YAML)) {
    const kind = kindOf(name);
    const end = index + found.length;
    if (kind !== undefined && isSecretValue(kind, value)) spans.push({ start: end - value.length, end });
  }
  return spans;
}

interface Place {
  readonly nameStart: number;
  readonly nameEnd: number;
  /** Where the value begins. */
  readonly at: number;
  readonly quote: string;
  readonly separator: string;
}

const LONGEST_NAME = 64;

function beginningOf(text: string, from: number): number {
  let at = from;
  while (at > 0 && from - at < LONGEST_NAME && /[\w.$-]/.test(text[at - 1] ?? '')) at--;
  // `API key: …`
  const before = /(?:api|access|secret|private|signing|encryption) $/i.exec(
    text.slice(Math.max(0, at - 12), at),
  );
  return before === null || at !== from ? at : at - before[0].length;
}

function valueAt(text: string, place: Place): SecretSpan[] | undefined {
  const { nameStart, nameEnd, at, separator } = place;
  const sign = separator.trim();
  const isTag = sign === '>';
  const isOption = sign === '';
  const before = text[nameStart - 1] ?? '';
  const name = text.slice(nameStart, nameEnd);
  if (isTag && before !== '<') return undefined;
  if (isOption && !name.startsWith('--')) return undefined;
  const bare = name.replace(/^[-.$]+|[-.]+$/g, '');
  const isQuery = before === '?' || before === '&';
  const kind = sign.startsWith('=') || isOption ? kindOfVariable(bare) : kindOf(bare);
  const held = kind ?? (isQuery && /^(?:key|sig|code)$/i.test(bare) ? 'random' : undefined);
  if (held === undefined) return undefined;
  const quoted = /^(?:\[\s{0,8})?(\\{0,63})(["'`])/.exec(text.slice(at, at + 80));
  if (quoted !== null && !isTag) return quotedValues(text, at, quoted, held);
  if (/[[{(]/.test(text[at] ?? '') || text.startsWith('${', at) || text.startsWith('$(', at))
    return undefined;
  if (sign === ':' && /^(?:proxy-)?authorization$/i.test(bare)) return credentials(text, at);
  const cookies = sign === ':' && /^(?:set-)?cookie$/i.test(bare) ? restOfLine(text, at, /=/) : undefined;
  if (cookies !== undefined) return cookies;
  const groups = isTag || isOption ? undefined : groupsAt(text, at);
  if (groups !== undefined && held === 'always') return [groups];
  const word = isQuery ? (wordAt(text, at, false).split('#', 1)[0] ?? '') : wordAt(text, at, isTag);
  // `KEY=1` in a text about variables.
  if (word.length < 4 && !isQuery && !isTag) return undefined;
  if (word === '' || isCode(text, at, word) || !isSecretValue(held, word)) return undefined;
  if (isTag && !isContent(text, at, word, name)) return undefined;
  const isProse = sign === ':' || separator !== sign;
  if (isOption && /^(?:\p{Ll}+|[A-Z_]+)$/u.test(word)) return undefined;
  if (isProse && !isOption && !isTag && mayBeProse(text, place, word, held)) return undefined;
  return [{ start: at, end: at + word.length }];
}

/** The strings in quotes of this depth: one, or those of a list. */
function quotedValues(
  text: string,
  from: number,
  first: RegExpExecArray,
  kind: SecretKind,
): SecretSpan[] | undefined {
  const [opening, slashes = '', mark = '"'] = first;
  const spans: SecretSpan[] = [];
  const isList = opening.startsWith('[');
  const another = isList
    ? new RegExp(`${mark}\\s{0,8},\\s{0,8}\\\\{${slashes.length}}${mark}`, 'y')
    : undefined;
  for (let at = from + opening.length; ; at = another.lastIndex) {
    const end = closing(text, at, mark, slashes.length);
    const inside = end - slashesBefore(text, end, slashes.length);
    if (isSecretValue(kind, text.slice(at, inside))) spans.push({ start: at, end: inside });
    if (another === undefined) break;
    if (spans.length >= MOST_ITEMS) return [...spans, { start: end, end: endOfList(text, end) }];
    another.lastIndex = end;
    if (!another.test(text)) break;
  }
  return spans.length === 0 ? undefined : spans;
}

/** Of a longer list the rest is one secret. */
const MOST_ITEMS = 100;

function endOfList(text: string, from: number): number {
  const end = text.indexOf(']', from);
  return end < 0 ? text.length : end;
}

const LONGEST_VALUE = 10_000;

/** The next quote with no more backslashes before it than the first has, or the end of the line or the text. */
export function closing(text: string, from: number, mark: string, slashes: number): number {
  for (
    let end = text.indexOf(mark, from);
    end >= 0 && end - from < LONGEST_VALUE;
    end = text.indexOf(mark, end + 1)
  ) {
    if (slashesBefore(text, end, slashes + 1) <= slashes) return end;
  }
  const line = text.indexOf('\n', from);
  return Math.min(line < 0 ? text.length : line, from + LONGEST_VALUE);
}

export function slashesBefore(text: string, at: number, most: number): number {
  let count = 0;
  while (count < most && text[at - 1 - count] === '\\') count++;
  return count;
}

/**
 * Whether what follows `<password>` is in the element of that name, whose end may be cut off: in `<user>:<password> …` it is
 * a placeholder.
 */
function isContent(text: string, at: number, word: string, name: string): boolean {
  const end = at + word.length;
  const [closing, closes = ''] = /^[.:]{0,3}<\\?\/([\w.-]{0,64})/.exec(text.slice(end, end + 72)) ?? [];
  if (closing === undefined)
    return /^[\w$!#%^*+=~-]\S*$/.test(word) && /^\s*$/.test(text.slice(end, end + 80));
  const isCut = end + closing.length === text.length;
  return isCut ? name.startsWith(closes) : name === closes;
}

/** A password for a program, in groups of four letters as services show it. */
function groupsAt(text: string, from: number): SecretSpan | undefined {
  GROUPS.lastIndex = from;
  const found = GROUPS.exec(text)?.[0];
  return found === undefined || new Set(found).size < 9
    ? undefined
    : { start: from, end: from + found.length };
}

const GROUPS = /(?:[a-z]{4} ){3}[a-z]{4}(?![\w ])|(?:[A-Za-z0-9]{4} ){5}[A-Za-z0-9]{4}(?![A-Za-z0-9])/y;

const WORD = /[^\s"'`<>;,|)\]}&\\]+/y;
const TAG = /[^<\n]{1,1000}/y;

function wordAt(text: string, at: number, isTag: boolean): string {
  const pattern = isTag ? TAG : WORD;
  pattern.lastIndex = at;
  const word = pattern.exec(text)?.[0] ?? '';
  return word.length > LONGEST_VALUE ? word : word.replace(/[.:]+$/, '');
}

/** An expression of a program in place of a value. */
const isCode = (text: string, at: number, word: string): boolean =>
  (/[([]/.test(text[at + word.length] ?? '') && /^[\w.$]+$/.test(word)) ||
  /[([]$|\(|^\w+\[/.test(word) ||
  /^(?:[a-z_$][A-Za-z_$]*\.)+[A-Za-z_$]+$/.test(word);

/** A word of a sentence (`token: expected a string`), which a value is only where it stands alone on its line. */
function mayBeProse(
  text: string,
  { nameStart, nameEnd, at }: Place,
  word: string,
  kind: SecretKind,
): boolean {
  if (/^\d{1,3}$/.test(word)) return true;
  if (/^\p{Ll}+$/u.test(word) && /cookies?$/i.test(text.slice(nameStart, nameEnd))) return true;
  if (!/^\p{L}[\p{Ll}'’-]*$/u.test(word) && !/^[A-Z][\p{L}]*$/u.test(word)) return false;
  if (looksRandom(word)) return false;
  const isFirst = /(?:^|[\r\n{,;(])[\s\-"'\\]*$/.test(text.slice(Math.max(0, nameStart - 20), nameStart));
  const isLast = /^\s*(?:[\r\n,;)}]|$)/.test(text.slice(at + word.length, at + word.length + 20));
  return kind !== 'always' || !(isFirst && isLast);
}

/** Schemes of authorization that are followed by one word, and those that are followed by many. */
const ONE_WORD = /(?:basic|bearer|token|apikey|api-key|ssws|negotiate|key|dpop|bot|bitbucket|gnap)[ \t]+/iy;
const MANY_WORDS = /(?:digest|oauth|hawk|aws4-hmac-sha256|signature|hmac\S*|ntlm)[ \t]+/iy;

/** `username="me", response="…"`, at any depth of quoting. */
const PARAMETERS =
  /(?:[\w-]{1,40}=(?:\\*"[^"\\\r\n]{0,2000}\\*"|[^\s,"'\\]{1,2000})(?:,[ \t]*|(?=[^\w=]|$))){2,40}/y;

/** What follows `Authorization:`, with its scheme left readable. */
function credentials(text: string, from: number): SecretSpan[] | undefined {
  MANY_WORDS.lastIndex = from;
  const many = MANY_WORDS.exec(text)?.[0];
  if (many !== undefined) {
    const start = from + many.length;
    PARAMETERS.lastIndex = start;
    const all = PARAMETERS.exec(text)?.[0].replace(/,?\s*$/, '');
    return all === undefined ? restOfLine(text, start, /=|\S{16}/) : [{ start, end: start + all.length }];
  }
  ONE_WORD.lastIndex = from;
  const at = from + (ONE_WORD.exec(text)?.[0].length ?? 0);
  const word = wordAt(text, at, false);
  const isOnly =
    at > from || /^\s*(?:[\r\n\\"'`,;)}]|$)/.test(text.slice(at + word.length, at + word.length + 9));
  const isValue = isSecretValue('token', word) && (isOnly || looksRandom(word));
  return isValue ? [{ start: at, end: at + word.length }] : undefined;
}

function restOfLine(text: string, from: number, has: RegExp): SecretSpan[] | undefined {
  const pattern = /[^\r\n"'`\\]{1,10000}/y;
  pattern.lastIndex = from;
  const rest = pattern.exec(text)?.[0].trimEnd() ?? '';
  return has.test(rest) ? [{ start: from, end: from + rest.length }] : undefined;
}
