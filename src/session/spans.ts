import { assignmentsIn, nearIn, pairsIn } from './assignments.ts';
import { commandSecretsIn, PROGRAMS } from './command-secrets.ts';
import { keysIn } from './key-block.ts';
import { variantsOf } from './known-values.ts';
import { createScan, LOOK } from './scan.ts';
import { MIDDLES, SHAPES, type Shape } from './secret-shapes.ts';
import { isSecretValue, looksRandom } from './secrets.ts';
import type { Span } from './span.ts';

/** Finds the secrets that show by themselves in a decoded string, whatever name it stands under. */
export interface SpanFinder {
  /** Whether there may be any, for the hot path; never false when {@link find} finds something. */
  mayFind(text: string): boolean;
  /** The spans in order, apart from each other. */
  find(text: string): readonly Span[];
  /** Adds values to find wherever they occur; those too short to be told from other text are left out. */
  learn(values: Iterable<string>): void;
  /** Adds words to find where they stand as such: lines of a key. The oldest are forgotten. */
  learnWords(words: Iterable<string>): void;
  /** Adds the parts of a secret that begins in one piece of a text and goes on in the next, or may do so. */
  learnSplit(before: string, piece: string): void;
}

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz0123456789_-'];
/** What stands behind a name: the end of its quote, or what parts it from its value. */
const BEHIND = ['"', '%', '\\', '=', ':', ' ', "'", '`', 's', '_', '>', '-', '1', '2'];

/** What a part tells to look for. */
const SHAPED = 1;
const NAMED = 2;
const KNOWN = 4;
const COMMAND = 8;

/** What a secret is preceded by, or holds, so that a text without any of it needs no further look. */
const PARTS: readonly (readonly [kind: number, parts: readonly string[]])[] = [
  [
    SHAPED,
    [
      ...['eare', 'asic', 'egin', '1//0', '1\\/\\', 'u002', 'u003', 'u004', 'u005', 'u006', 'u007'],
      ...SHAPES.flatMap(({ starts, digits }) => starts.flatMap((start) => beginnings(start, digits))),
      ...MIDDLES.flatMap(({ at }) => (at === '' ? [] : beginnings(at))),
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
      ...['n st', 'ture', 'csrf', 'xsrf', 'eare'],
      ...['key', 'pwd', 'uth', 'jwt', 'otp', 'pat', 'dsn', 'sid', 'sig'].flatMap((end) =>
        BEHIND.map((sign) => end + sign),
      ),
    ],
  ],
  [COMMAND, PROGRAMS.flatMap(({ parts }) => parts.flatMap((part) => beginnings(part)))],
];

/** The last characters of a literal, but for slashes, which JSON may escape; a short one with all that may follow. */
function beginnings(start: string, letters: readonly string[] = LETTERS): string[] {
  const part = start.replace(/\/$/, '').slice(-LOOK);
  return part.length === LOOK ? [part] : letters.flatMap((letter) => beginnings(start + letter, letters));
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

/** A letter before it makes it a part of a word, unless that is an escape of JSON: `\n`. */
function sourceOf({ starts, rest, within }: Shape): string {
  const start = starts.length === 1 ? escaped(starts[0] ?? '') : `(?:${starts.map(escaped).join('|')})`;
  return `${start}${within ? '' : `(?<!(?:^|[^\\\\])[A-Za-z0-9]${start})`}${rest.replaceAll(',}', `,${MOST}}`)}`;
}

/** Characters that a pattern takes at a time; an engine that takes millions overflows. */
const MOST = 4096;

const SHAPE = new RegExp(SHAPES.map(sourceOf).join('|'), 'g');
const MIDDLE = new RegExp(MIDDLES.map(({ source }) => source).join('|'), 'g');
/** Whether the latter may be there: tokens in parts, with dots between them. */
function isDotted(text: string): boolean {
  for (let at = text.indexOf('.'); at >= 0; at = text.indexOf('.', at + 1)) {
    if (text[at + 7] === '.' || (at + 32 < text.length && /^[0-9a-f]{32}/.test(text.slice(at + 1, at + 33))))
      return true;
  }
  return false;
}

/** A scheme of authorization before a token; what is no word keeps "Bearer authentication" readable. */
const SCHEME =
  /(?:[Bb]earer|BEARER)(?:\s+|%20|\+)((?=[A-Za-z._~+/=-]{0,512}[0-9])[A-Za-z0-9._~+/=-]{8,8192})|[Bb]asic\s+([A-Za-z0-9+/]{8,4096}={0,2})/g;
/** The user info of a URL. */
const USER_INFO = /:\/\/([^\s/?#@"'<>\\]{1,4096})@/g;

export function createSpanFinder(known: Iterable<string>): SpanFinder {
  const scan = createScan();
  for (const [kind, parts] of PARTS) for (const part of parts) scan.add(part, kind);
  /** The values by their first characters, the longest first. */
  const values = new Map<string, string[]>();
  const knownScan = createScan();
  const words = new Set<string>();

  const mayFind = (text: string): boolean => {
    for (let at = scan.next(text, 0); at >= 0; at = scan.next(text, at)) {
      // The most frequent of all names is none.
      if (!text.startsWith('rogressToken', at - 12)) return true;
    }
    return text.includes('@') || isDotted(text);
  };

  const add = (value: string): void => {
    const beginning = value.slice(0, LOOK);
    const others = values.get(beginning) ?? [];
    if (others.includes(value)) return;
    values.set(
      beginning,
      [...others, value].sort((a, b) => b.length - a.length),
    );
    scan.add(beginning, KNOWN);
    knownScan.add(beginning, KNOWN);
  };

  const learn = (more: Iterable<string>): void => {
    for (const value of more) for (const variant of variantsOf(value)) add(variant);
  };

  /** A known value that a text ends inside of: what there is of it. */
  const begunIn = (text: string): string | undefined => {
    for (let at = knownScan.next(text, 0); at >= 0; at = knownScan.next(text, at)) {
      const part = text.slice(at - LOOK);
      const isOne = values
        .get(part.slice(0, LOOK))
        ?.some((one) => one.length > part.length && one.startsWith(part));
      // A few letters are the beginning of many a word.
      if (isOne && (part.length >= 6 || /[^A-Za-z]/.test(part))) return part;
    }
    return undefined;
  };

  let pieces = 0;
  const addPiece = (piece: string): void => {
    if (piece.length < LOOK || pieces >= MOST_PIECES) return;
    pieces += 1;
    add(piece);
  };

  const findKnown = (text: string): Span[] => {
    const spans: Span[] = [];
    for (let at = knownScan.next(text, 0); at >= 0; at = knownScan.next(text, at)) {
      const start = at - LOOK;
      const value = values.get(text.slice(start, at))?.find((one) => text.startsWith(one, start));
      if (value === undefined) continue;
      spans.push({ start, end: start + value.length });
      at = start + value.length;
    }
    return spans;
  };

  const find = (text: string): readonly Span[] => {
    const kinds = scan.kinds(text);
    const found: Span[][] = [];
    if (kinds & SHAPED) found.push(shapesIn(text), schemesIn(text));
    if (kinds & SHAPED || isDotted(text)) found.push(middlesIn(text));
    if (text.includes('@')) found.push(userInfosIn(text));
    if (kinds & NAMED) found.push(assignmentsIn(text), pairsIn(text), nearIn(text));
    if (kinds & COMMAND) found.push(commandSecretsIn(text));
    if (kinds & SHAPED && text.includes(' KEY')) found.push(keysIn(text));
    if (kinds & KNOWN) found.push(findKnown(text), wordsIn(text, words));
    return merge(found.flat());
  };

  learn(known);
  return {
    mayFind,
    learn,
    learnWords(more) {
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
    },
    learnSplit(before, piece) {
      const { length } = before;
      if (length > 0 && values.size > 0) {
        for (const { start, end } of findKnown(before + piece.slice(0, LONGEST_PIECE))) {
          if (start >= length || end <= length) continue;
          addPiece(before.slice(start));
          addPiece(piece.slice(0, end - length));
        }
      }
      const begun = begunIn((before + piece).slice(-LONGEST_PIECE));
      if (begun !== undefined) addPiece(begun.slice(-piece.length));
    },
    find,
  };
}

const LONGEST_PIECE = 512;
/** Parts of values that are kept in mind. */
const MOST_PIECES = 200;

/** Lines of keys that are kept in mind. */
const MOST_WORDS = 4_000;

function shapesIn(text: string): Span[] {
  const spans: Span[] = [];
  for (const { 0: found, index } of text.matchAll(SHAPE)) {
    const shape = SHAPES.find(({ starts }) => starts.some((start) => found.startsWith(start)));
    if (shape?.slug && !isNoSlug(found)) continue;
    const start = shape?.after ? (shape.starts.find((one) => found.startsWith(one))?.length ?? 0) : 0;
    spans.push({ start: index + start, end: endOfToken(text, index + found.length, found.length) });
  }
  return spans;
}

/** A token that is longer than the pattern goes on. */
function endOfToken(text: string, at: number, length: number): number {
  if (length < MOST) return at;
  TOKEN.lastIndex = at;
  return at + (TOKEN.exec(text)?.[0].length ?? 0);
}

const TOKEN = /[\w.+/=-]*/y;

/** Whether something in it is no word of a title that is written in small letters: `sk-learn-intro-2024`. */
const isNoSlug = (text: string): boolean =>
  looksRandom(text) ||
  /[A-Z]/.test(text) ||
  text.split(/[-_]/).some((part) => part.length >= 16 || (/[a-z]\d|\d[a-z]/.test(part) && part.length >= 8));

function middlesIn(text: string): Span[] {
  return [...text.matchAll(MIDDLE)].map(({ 0: found, index }) => ({
    start: index,
    end: index + found.length,
  }));
}

function schemesIn(text: string): Span[] {
  const spans: Span[] = [];
  for (const { 0: found, 1: bearer, 2: basic, index } of text.matchAll(SCHEME)) {
    const secret = bearer ?? basic ?? '';
    const end = index + found.length;
    if (basic === undefined || isBasic(basic)) spans.push({ start: end - secret.length, end });
  }
  return spans;
}

/** Whether it is a user and a password, as `Basic` has them (RFC 7617). */
function isBasic(text: string): boolean {
  return text.replace(/=+$/, '').length % 4 !== 1 && atob(text).includes(':');
}

/** A user without a password is none, unless it is a key: `ssh://git@host` stays. */
function userInfosIn(text: string): Span[] {
  const spans: Span[] = [];
  for (const { 1: info = '', index } of text.matchAll(USER_INFO)) {
    const [user = '', ...password] = info.split(':');
    const isSecret = password.length > 0 ? isSecretValue('always', password.join(':')) : looksRandom(user);
    if (isSecret) spans.push({ start: index + 3, end: index + 3 + info.length });
  }
  return spans;
}

/** Words that stand as such; a short one only as the whole of a string. */
function wordsIn(text: string, words: ReadonlySet<string>): Span[] {
  const spans: Span[] = [];
  for (const { 0: word, index } of text.matchAll(/[A-Za-z0-9+/=_-]{4,4096}/g)) {
    const end = index + word.length;
    const isWhole =
      /^["\s]*$/.test(text.slice(Math.max(0, index - 1), index)) && /^["\s]*$/.test(text.slice(end, end + 1));
    if (words.has(word) && (word.length >= 16 || word.endsWith('=') || isWhole))
      spans.push({ start: index, end });
  }
  return spans;
}

function merge(spans: Span[]): Span[] {
  const merged: Span[] = [];
  for (const span of spans.sort((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    if (span.start === span.end) continue;
    if (last === undefined || span.start >= last.end) merged.push(span);
    else if (span.end > last.end) merged[merged.length - 1] = { start: last.start, end: span.end };
  }
  return merged;
}
