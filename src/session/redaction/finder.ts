import { assignmentsIn, nearIn, pairsIn } from './assignments.ts';
import { commandSecretsIn, PROGRAMS } from './commands.ts';
import { base64Of, partsInBase64 } from './encoded.ts';
import { FOREIGN_PARTS, foreignNamesIn } from './foreign-names.ts';
import { shortestSecret } from './names.ts';
import { keysIn } from './private-keys.ts';
import type { SecretRule, SecretSpan } from './redaction.ts';
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
  learnSplit(before: string, piece: string): void;
}

/** What stands behind a name: the end of its quote, or what parts it from its value. */
const BEHIND = ['"', '%', '\\', '=', ':', ' ', "'", '`', 's', '_', '>', '-', '1', '2'];

/** What a part tells to look for. */
const SHAPED = 1;
const NAMED = 2;
const KNOWN = 4;
const COMMAND = 8;
const ENCODED = 16;

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
      ...['n st', 'ture', 'csrf', 'xsrf', 'eare', '?code', '&code', 'kty"', 'kty\\'],
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
  readonly isOn: (rule: SecretRule) => boolean;
  /** Looks for what has no beginning that is looked for at a glance, too. */
  readonly isThorough: boolean;
  pieces: number;
}

/** @param isOn the rules that count */
export function createSpanFinder(
  known: Iterable<string>,
  isOn: (rule: SecretRule) => boolean = () => true,
  isThorough = false,
): SpanFinder {
  const table: Table = {
    scan: createScan(),
    knownScan: createScan(),
    values: new Map(),
    words: new Set(),
    given: new Set(),
    isOn,
    isThorough,
    pieces: 0,
  };
  for (const [kind, parts] of PARTS) for (const part of parts) table.scan.add(part, kind);
  learn(table, known);
  return {
    mayFind: (text) => mayFind(table, text),
    find: (text) => find(table, text),
    learn: (values) => learn(table, values),
    learnGiven: (value) => {
      for (const variant of variantsOf(value)) {
        table.given.add(variant);
        add(table, variant);
      }
    },
    learnWords: (words) => learnWords(table, words),
    learnSplit: (before, piece) => learnSplit(table, before, piece),
  };
}

function mayFind({ scan }: Table, text: string): boolean {
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
  if (kinds & SHAPED && text.includes(' KEY')) take('keys', keysIn(text));
  if (kinds & KNOWN) {
    take('known', valuesIn(table, text));
    take('keys', wordsIn(text, table.words));
  }
  return apart(spans);
}

function learn(table: Table, values: Iterable<string>): void {
  for (const value of values) for (const variant of variantsOf(value)) add(table, variant);
}

function add({ scan, knownScan, values }: Table, value: string): void {
  const beginning = value.slice(0, LOOK);
  const others = values.get(beginning) ?? [];
  if (others.includes(value)) return;
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

function learnSplit(table: Table, before: string, piece: string): void {
  const { length } = before;
  if (length > 0 && table.values.size > 0) {
    for (const { start, end } of valuesIn(table, before + piece.slice(0, LONGEST_PIECE))) {
      if (start >= length || end <= length) continue;
      addPiece(table, before.slice(start));
      addPiece(table, piece.slice(0, end - length));
    }
  }
  const begun = begunIn(table, (before + piece).slice(-LONGEST_PIECE));
  if (begun !== undefined) addPiece(table, begun.slice(-piece.length));
}

function addPiece(table: Table, piece: string): void {
  if (piece.length < LOOK || table.pieces >= MOST_PIECES) return;
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
 * A value as it may be met: as it is, its single lines (stderr comes by the line), escaped as in JSON inside a
 * string, once more in that, and in ASCII; percent-encoded as in URLs and in forms; as the bytes of UTF-8; in hex; in
 * base64, wherever it begins in what is encoded.
 */
function variantsOf(value: string): Set<string> {
  const found = new Set<string>();
  for (const part of [value, ...value.split(/[\r\n]+/)]) {
    const trimmed = part.trim();
    if (trimmed.length < shortestSecret) continue;
    const whole = trimmed.replace(/\p{Surrogate}/gu, '\ufffd');
    const bytes = new TextEncoder().encode(whole.slice(0, 10_000));
    const escaped = JSON.stringify(trimmed).slice(1, -1);
    found.add(trimmed).add(escaped).add(JSON.stringify(escaped).slice(1, -1)).add(inAscii(escaped));
    found.add(escaped.replaceAll('/', '\\/'));
    found.add(encodeURIComponent(whole)).add(new URLSearchParams([['', whole]]).toString().slice(1));
    found.add(String.fromCharCode(...bytes));
    const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
    found.add(hex).add(hex.toUpperCase());
    for (const text of base64Of(bytes).filter(({ length }) => length >= shortestSecret))
      found.add(text).add(text.replaceAll('+', '-').replaceAll('/', '_'));
  }
  return found;
}

const inAscii = (text: string): string =>
  text.replace(/[^\x00-\x7f]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Looks at every character of a text once and tells where something may be that is looked for. */
interface Scan {
  /** Adds a part that is looked for, in any case; its first four characters count. `kind` is one bit. */
  add(part: string, kind: number): void;
  /**
   * The place behind the next four characters of a part, from a place on; -1 when there is none. It may be wrong in
   * finding something, never in finding nothing.
   */
  next(text: string, from: number): number;
  /** The kinds of all that may be in a text, together. */
  kinds(text: string): number;
}

/** Characters of a part that count. */
const LOOK = 4;
/** Folds case; characters beyond ASCII fall on others, which costs a further look. */
const FOLDED = Uint8Array.from({ length: 128 }, (_, code) =>
  String.fromCharCode(code).toLowerCase().charCodeAt(0),
);

/** The newest four characters, seven bits each. */
const step = (window: number, code: number): number => ((window << 7) | FOLDED[code & 0x7f]!) & 0xfffffff;

const slotOf = (window: number): number => (window ^ (window >>> 11)) & 0xffff;

/** One pass for any number of parts; a pattern of as many alternatives takes ten times as long. */
function createScan(): Scan {
  const parts = new Map<number, number>();
  /** Rules out nearly everything without a search. */
  const slots = new Uint8Array(0x10000);

  /** The first place at or just before which a window may be of a part; two at a time, which is faster by a third. */
  const candidate = (text: string, from: number, before: number): number => {
    const end = text.length - 1;
    let window = before;
    let at = from;
    for (; at < end; at += 2) {
      const first = step(window, text.charCodeAt(at));
      window = step(first, text.charCodeAt(at + 1));
      if ((slots[slotOf(first)]! | slots[slotOf(window)]!) !== 0) return at;
    }
    return at > end || slots[slotOf(step(window, text.charCodeAt(at)))] === 0 ? -1 : at;
  };

  const windowBefore = (text: string, at: number): number => {
    let window = 0;
    for (let i = Math.max(0, at - LOOK + 1); i < at; i++) window = step(window, text.charCodeAt(i));
    return window;
  };

  const next = (text: string, from: number): number => {
    for (let at = from; ; ) {
      const found = candidate(text, at, windowBefore(text, at));
      if (found < 0) return -1;
      let window = windowBefore(text, found);
      for (let i = found; i < found + 2 && i < text.length; i++) {
        window = step(window, text.charCodeAt(i));
        if (parts.has(window)) return i + 1;
      }
      at = found + 2;
    }
  };

  return {
    add(part, kind) {
      let window = 0;
      for (let at = 0; at < LOOK; at++) window = step(window, part.charCodeAt(at));
      parts.set(window, (parts.get(window) ?? 0) | kind);
      slots[slotOf(window)] = 1;
    },
    next,
    kinds(text) {
      let kinds = 0;
      for (let at = next(text, 0); at >= 0; at = next(text, at)) {
        kinds |= parts.get(step(windowBefore(text, at - 1), text.charCodeAt(at - 1))) ?? 0;
      }
      return kinds;
    },
  };
}
