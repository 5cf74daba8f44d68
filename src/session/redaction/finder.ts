import { assignmentsIn, nearIn, pairsIn } from './assignments.ts';
import { commandSecretsIn, PROGRAMS } from './commands.ts';
import { base64Of, partsInBase64 } from './encoded.ts';
import { FOREIGN_PARTS, foreignNamesIn } from './foreign-names.ts';
import { looksRandom, shortestSecret } from './names.ts';
import { keysIn } from './private-keys.ts';
import type { SecretRule, SecretSpan } from './redaction.ts';
import { createScan, LOOK, type Scan } from './scan.ts';
import {
  beginnings,
  isDotted,
  middlesIn,
  SHAPE_PARTS,
  SHAPE_STARTS,
  schemesIn,
  shapesIn,
  userInfosIn,
} from './shapes.ts';

/** Finds the secrets that show by themselves in a decoded string, whatever name it stands under. */
export interface SpanFinder {
  /** Whether there may be any, for the hot path; never false when {@link find} finds something. */
  mayFind(text: string): boolean;
  /** The spans in order, apart from each other. */
  find(text: string): readonly SecretSpan[];
  /** Adds values to find wherever they occur; values too short to be distinguished from other text are left out. */
  learn(values: Iterable<string>): void;
  /** Adds a value that the person says is secret. */
  learnGiven(value: string): void;
  /** Adds words to find where they stand as such: lines of a key. The oldest are forgotten. */
  learnWords(words: Iterable<string>): void;
  /** Adds the parts of a secret that begins in one piece of a text and goes on in the next, or may do so. */
  learnSplit(before: readonly string[], piece: string): void;
}

/** What stands behind a name: the end of its quote, or what parts it from its value. */
const BEHIND = ['"', '%', '\\', '=', ':', ' ', "'", '`', 's', '_', '>', '-', '1', '2'];

/** What a part tells to look for. */
const SHAPED = 1;
const NAMED = 2;
const KNOWN = 4;
const COMMAND = 8;
const ENCODED = 16;
const RARE = 32;

/** What a secret is preceded by, or holds, so that a text without any of it needs no further look. */
const PARTS: readonly (readonly [kind: number, parts: readonly string[]])[] = [
  [
    SHAPED,
    [
      ...[
        'eare',
        'asic',
        'SSWS',
        'DPoP',
        'egin',
        '1//0',
        '1\\/\\',
        'u002',
        'u003',
        'u004',
        'u005',
        'u006',
        'u007',
      ],
      ...SHAPE_PARTS,
    ],
  ],
  [
    NAMED,
    [
      ...[
        'oken',
        'ecre',
        'assw',
        'assp',
        'assc',
        'pass',
        'hori',
        'ooki',
        'cred',
        'essi',
        'nstr',
        'n_st',
        'n-st',
      ],
      ...['n st', 'ture', 'csrf', 'xsrf', 'eare', '?code', '&code', 'rifier', 'kty"', 'kty\\'],
      ...['pw=', 'pw:', 'pw"'].flatMap((name) => [...'\0\n" _'].map((before) => before + name)),
      ...['pw\\"', 'pw\\\\'],
      ...FOREIGN_PARTS,
      ...['key', 'pwd', 'uth', 'jwt', 'otp', 'pat', 'dsn', 'sid', 'sig'].flatMap((end) =>
        BEHIND.map((sign) => end + sign),
      ),
    ],
  ],
  [ENCODED, SHAPE_STARTS.flatMap(partsInBase64)],
  [COMMAND, PROGRAMS.flatMap(({ parts }) => parts.flatMap((part) => beginnings(part)))],
];

/** What is looked for beside what shows by itself: values with their first characters, and words. */
interface Table {
  /** For all that may be in a text, and for the known values alone. */
  readonly scan: Scan;
  readonly knownScan: Scan;
  /** The values by their first characters, the longest first. */
  readonly values: Map<string, readonly string[]>;
  readonly words: Set<string>;
  /** Those of the values that the person says are secret. */
  readonly given: Set<string>;
  /** Of these the ones that are too short to be looked for at a glance. */
  readonly short: Set<string>;
  readonly isOn: (rule: SecretRule) => boolean;
  /** Looks for what has no beginning that is looked for at a glance, too. */
  readonly isThorough: boolean;
  pieces: number;
  /** Characters of the longest value. */
  longest: number;
}

/**
 * @param isOn the rules that count
 * @param rare parts of what is found elsewhere
 */
export function createSpanFinder(
  known: Iterable<string>,
  isOn: (rule: SecretRule) => boolean = () => true,
  isThorough = false,
  rare: readonly string[] = [],
): SpanFinder {
  const table: Table = {
    scan: createScan(18),
    knownScan: createScan(),
    values: new Map(),
    words: new Set(),
    given: new Set(),
    short: new Set(),
    isOn,
    isThorough,
    pieces: 0,
    longest: 0,
  };
  for (const [kind, parts] of PARTS) for (const part of parts) table.scan.add(part, kind);
  for (const part of rare) table.scan.add(part, RARE);
  learn(table, known);
  return {
    mayFind: (text) => mayFind(table, text),
    find: (text) => find(table, text),
    learn: (values) => learn(table, values),
    learnGiven: (value) => {
      for (const variant of variantsOf(value, 1)) {
        table.given.add(variant);
        if (variant.length >= LOOK) add(table, variant);
        else table.short.add(variant);
      }
    },
    learnWords: (words) => learnWords(table, words),
    learnSplit: (before, piece) => learnSplit(table, before, piece),
  };
}

function mayFind({ scan, short }: Table, text: string): boolean {
  for (const value of short) if (text.includes(value)) return true;
  for (let at = scan.next(text, 0); at >= 0; at = scan.next(text, at)) {
    // The most frequent of all names is not secret.
    if (!text.startsWith('rogressToken', at - 12)) return true;
  }
  return text.includes('@') || isDotted(text);
}

function find(table: Table, text: string): readonly SecretSpan[] {
  const kinds = table.scan.kinds(text);
  const spans: SecretSpan[] = [];
  const take = (rule: SecretRule, found: readonly SecretSpan[]): void => {
    if (found.length === 0 || !table.isOn(rule)) return;
    for (const { start, end, rule: own = rule } of found) spans.push({ start, end, rule: own });
  };
  if (kinds & SHAPED) {
    take('tokens', shapesIn(text));
    take('headers', schemesIn(text));
  }
  if (kinds & SHAPED || table.isThorough || isDotted(text)) take('tokens', middlesIn(text));
  if (text.includes('@')) take('urls', userInfosIn(text));
  if (kinds & NAMED) {
    take('names', assignmentsIn(text));
    take('names', pairsIn(text));
    take('names', nearIn(text));
    take('names', foreignNamesIn(text));
  }
  if (kinds & COMMAND) take('commands', commandSecretsIn(text));
  if (kinds & SHAPED && (text.includes(' KEY') || text.includes(' key V1'))) take('keys', keysIn(text));
  if (kinds & KNOWN) {
    take('known', valuesIn(table, text));
    take('keys', wordsIn(text, table.words));
  }
  for (const value of table.short) take('given', allOf(text, value));
  return apart(spans);
}

function learn(table: Table, values: Iterable<string>): void {
  for (const value of values) for (const variant of variantsOf(value)) add(table, variant);
}

function add(table: Table, value: string): void {
  const { scan, knownScan, values } = table;
  const beginning = value.slice(0, LOOK);
  const others = values.get(beginning) ?? [];
  if (others.includes(value)) return;
  table.longest = Math.max(table.longest, value.length);
  values.set(
    beginning,
    [...others, value].sort((a, b) => b.length - a.length),
  );
  scan.add(beginning, KNOWN);
  knownScan.add(beginning, KNOWN);
}

function learnWords({ scan, words }: Table, more: Iterable<string>): void {
  for (const word of more) {
    if (word.length < LOOK) continue;
    words.delete(word);
    words.add(word);
    scan.add(word, KNOWN);
  }
  for (const word of words) {
    if (words.size <= MOST_WORDS) break;
    words.delete(word);
  }
}

function learnSplit(table: Table, pieces: readonly string[], piece: string): void {
  const isJoint = !ENDS_WORD.has(piece[0] ?? ' ') && !ENDS_WORD.has(pieces.at(-1)?.at(-1) ?? ' ');
  if (isJoint) learnCrossing(table, pieces, piece);
  const most = Math.min(table.longest, LONGEST_PIECE);
  if (most === 0) return;
  const before = pieces.join('').slice(-most);
  const { length } = before;
  if (length > 0) {
    for (const { start, end } of valuesIn(table, before + piece.slice(0, most))) {
      if (start >= length || end <= length) continue;
      addPiece(table, before.slice(start));
      addPiece(table, piece.slice(0, end - length));
    }
  }
  const begun = begunIn(table, (before + piece).slice(-most));
  if (begun !== undefined) addPiece(table, begun.slice(-piece.length));
}

/**
 * Learns the parts of a secret that shows by itself only where two pieces are read as one, and what goes on in a piece that has
 * nothing else.
 */
function learnCrossing(table: Table, pieces: readonly string[], piece: string): void {
  const before = pieces.join('');
  const tail = firstWord(piece);
  const head = lastWord(before);
  if (tail === '' || head === '' || head.length + tail.length < 16) return;
  const near = before.slice(-(head.length + CONTEXT));
  const joined = near + tail;
  const { length } = near;
  if (!mayFind(table, joined)) return;
  const crossing = find(table, joined).filter(
    ({ start, end, rule }) => start <= length && end > length && rule !== 'keys',
  );
  if (crossing.length === 0) return;
  const isWhole = find(table, near).some(({ end }) => end === length);
  for (const { start, end, rule } of crossing) {
    const rest = piece.slice(0, end - length);
    // A path or a word in the next piece goes on with nothing.
    if (rule !== 'tokens' && !looksRandom(joined.slice(start, end))) continue;
    const isAlone = rest === piece.trim() && /\d/.test(rest) && /^[\w.~+/=-]{4,}$/.test(rest);
    if ((isWhole || start === length) && !isAlone && !looksRandom(rest)) continue;
    let from = length - before.length;
    for (const one of pieces) {
      if (from + one.length > start) addPiece(table, one.slice(Math.max(0, start - from)));
      from += one.length;
    }
    addPiece(table, rest);
  }
}

/** Characters before a word that may say what it is. */
const CONTEXT = 40;
/** What no secret goes on over. */
const ENDS_WORD = new Set(' \t\r\n"\'`<>{}()[],;');

function firstWord(text: string): string {
  let end = 0;
  while (end < text.length && end < LONGEST_PIECE && !ENDS_WORD.has(text[end] ?? '')) end++;
  return text.slice(0, end);
}

function lastWord(text: string): string {
  let start = text.length;
  while (start > 0 && !ENDS_WORD.has(text[start - 1] ?? '')) start--;
  return text.slice(start);
}

function addPiece(table: Table, piece: string): void {
  if (piece.length < LOOK || !/[A-Za-z0-9]{3}/.test(piece) || table.pieces >= MOST_PIECES) return;
  table.pieces += 1;
  add(table, piece);
}

/** A known value that a text ends inside of: what there is of it. */
function begunIn({ knownScan, values }: Table, text: string): string | undefined {
  for (let at = knownScan.next(text, 0); at >= 0; at = knownScan.next(text, at)) {
    const part = text.slice(at - LOOK);
    const isOne = values
      .get(part.slice(0, LOOK))
      ?.some((one) => one.length > part.length && one.startsWith(part));
    // A few letters are the beginning of many a word.
    if (isOne && (part.length >= 6 || /[^A-Za-z]/.test(part))) return part;
  }
  return undefined;
}

/** Known values in a text. */
function valuesIn(table: Table, text: string): SecretSpan[] {
  const { knownScan, values } = table;
  const spans: SecretSpan[] = [];
  for (let at = knownScan.next(text, 0); at >= 0; at = knownScan.next(text, at)) {
    const start = at - LOOK;
    const value = values.get(text.slice(start, at))?.find((one) => text.startsWith(one, start));
    if (value === undefined) continue;
    const end = start + value.length;
    spans.push(table.given.has(value) ? { start, end, rule: 'given' } : { start, end });
    at = end;
  }
  return spans;
}

function allOf(text: string, value: string): SecretSpan[] {
  const spans: SecretSpan[] = [];
  for (let start = text.indexOf(value); start >= 0; start = text.indexOf(value, start + value.length))
    spans.push({ start, end: start + value.length });
  return spans;
}

const LONGEST_PIECE = 512;
/** Parts of values that are kept in mind. */
const MOST_PIECES = 200;

/** Lines of keys that are kept in mind. */
const MOST_WORDS = 4_000;

/** Words that stand as such; a short one only as the whole of a string. */
function wordsIn(text: string, words: ReadonlySet<string>): SecretSpan[] {
  const spans: SecretSpan[] = [];
  for (const { 0: word, index } of text.matchAll(/[A-Za-z0-9+/=_-]{4,4096}/g)) {
    const end = index + word.length;
    const isWhole =
      /^["\s]*$/.test(text.slice(Math.max(0, index - 1), index)) && /^["\s]*$/.test(text.slice(end, end + 1));
    if (words.has(word) && (word.length >= 16 || word.endsWith('=') || isWhole))
      spans.push({ start: index, end });
  }
  return spans;
}

/** The spans in order; those that overlap are one. */
export function apart(spans: SecretSpan[]): SecretSpan[] {
  const merged: SecretSpan[] = [];
  for (const span of spans.sort((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    if (span.start === span.end) continue;
    if (last === undefined || span.start >= last.end) merged.push(span);
    else if (span.end > last.end) merged[merged.length - 1] = { ...last, end: span.end };
  }
  return merged;
}

/**
 * A value as it may be met, if it has so many characters at least: as it is, its single lines (stderr comes by the line), escaped as in JSON inside a
 * string, once more in that, and in ASCII; percent-encoded as in URLs and in forms; as the bytes of UTF-8; in hex; in
 * base64, wherever it begins in what is encoded.
 */
function variantsOf(value: string, least = shortestSecret): Set<string> {
  const found = new Set<string>();
  for (const part of [value, ...value.split(/[\r\n]+/)]) {
    const trimmed = part.trim();
    if (trimmed.length < least) continue;
    const whole = trimmed.replace(/\p{Surrogate}/gu, '\ufffd');
    const bytes = new TextEncoder().encode(whole.slice(0, 10_000));
    const escaped = JSON.stringify(trimmed).slice(1, -1);
    found.add(trimmed).add(escaped).add(JSON.stringify(escaped).slice(1, -1)).add(inAscii(escaped));
    found.add(escaped.replaceAll('/', '\\/'));
    found.add(encodeURIComponent(whole)).add(new URLSearchParams([['', whole]]).toString().slice(1));
    found.add(String.fromCharCode(...bytes));
    const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
    found.add(hex).add(hex.toUpperCase());
    for (const text of base64Of(bytes).filter(({ length }) => length >= Math.max(LOOK, least)))
      found.add(text).add(text.replaceAll('+', '-').replaceAll('/', '_'));
  }
  return found;
}

const inAscii = (text: string): string =>
  text.replace(/[^\x00-\x7f]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
