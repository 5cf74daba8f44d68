import { keyName } from '../keys.ts';
import { readSequence } from './sequence.ts';
import type { KeyToken, Token } from './token.ts';

/**
 * What the tokenizer waits for. A lone `escape` may be the key or the beginning of a sequence; a begun `sequence`
 * goes on for certain unless somebody pressed alt with `[`; a `paste` ends with its bracket and nothing else. When
 * Esc was taken for the key too early, the `remainder` of a sequence may still come and must not be typed.
 *
 *     text ──ESC──▶ escape ──[ O ] P _──▶ sequence ──final──▶ text
 *      ▲              │ flush = esc, then remainder ──[ O──▶ sequence
 *      │              │                      │ CSI 200 ~
 *      └──────────────┴────── CSI 201 ~ ── paste
 */
export type Waiting = 'nothing' | 'escape' | 'sequence' | 'paste' | 'remainder';

/** Cuts what a terminal sends into tokens, however it is split over reads. Pure but for what it waits for. */
export interface Tokenizer {
  /** The tokens that are complete with this text. */
  push(text: string): Token[];
  /** What is unfinished taken for what it is without more: the key Esc, or alt with a character. */
  flush(): Token[];
  waiting(): Waiting;
  /** Forgets what is unfinished. */
  reset(): void;
}

const pasteStart = '\x1b[200~';
const pasteEnd = '\x1b[201~';

/** What follows the ESC of a key, of a mouse report or of a paste's opening bracket. */
const remainder = /^(?:\[200~|\[<\d|(?:\[[\d;:]*[A-Za-z~]?|O[A-S]?)$)/;

/** A tokenizer that waits for nothing. */
export function createTokenizer(): Tokenizer {
  let rest = '';
  let paste: string | undefined;
  let interrupted = false;
  // Esc was flushed as the key just now; and what is unfinished is the remainder of it.
  let late = false;
  let isRemainder = false;

  const push = (text: string): Token[] => {
    const tokens: Token[] = [];
    if (late && remainder.test(text)) {
      rest = '\x1b';
      isRemainder = true;
    }
    late = false;
    let input = rest + text;
    rest = '';
    while (input !== '') {
      if (paste !== undefined) {
        input = endPaste(input, text, tokens);
        continue;
      }
      const next = readToken(input);
      if (next === undefined) {
        rest = input;
        break;
      }
      isRemainder = false;
      if (next.paste) {
        paste = '';
        interrupted = false;
      }
      tokens.push(...next.tokens);
      input = input.slice(next.length);
    }
    return tokens;
  };

  /** Adds to the paste; returns what follows it. */
  const endPaste = (input: string, chunk: string, tokens: Token[]): string => {
    // A terminal that lost the closing bracket would leave us deaf: ctrl+c by itself, twice, opens our ears again.
    const lost = chunk === '\x03' && interrupted;
    interrupted = chunk === '\x03';
    const end = lost ? input.length - 1 : input.indexOf(pasteEnd);
    if (end === -1) {
      const kept = partOf(pasteEnd, input);
      paste += input.slice(0, input.length - kept);
      rest = input.slice(input.length - kept);
      return '';
    }
    tokens.push({ kind: 'paste', text: (paste + input.slice(0, end)).replace(/\r\n?/g, '\n') });
    paste = undefined;
    return input.slice(end + (lost ? 0 : pasteEnd.length));
  };

  return {
    push,
    flush: () => {
      late = paste === undefined && rest === '\x1b';
      if (paste !== undefined || rest === '') return [];
      const unfinished = rest;
      rest = '';
      if (!isRemainder) return flushed(unfinished);
      // No remainder after all: somebody was quick to type it after Esc.
      isRemainder = false;
      return [{ kind: 'text', text: unfinished.slice(1) }];
    },
    waiting: () => {
      if (paste !== undefined) return 'paste';
      if (rest === '') return late ? 'remainder' : 'nothing';
      return /^\x1b+$/.test(rest) ? 'escape' : 'sequence';
    },
    reset: () => {
      rest = '';
      paste = undefined;
      late = false;
      isRemainder = false;
    },
  };
}

interface Read {
  readonly tokens: readonly Token[];
  readonly length: number;
  /** It was the opening bracket of a paste. */
  readonly paste?: boolean;
}

/** The first token of a text that is not empty; nothing when it is unfinished. */
function readToken(input: string): Read | undefined {
  const first = input.charCodeAt(0);
  if (first === 0x1b) return readEscape(input);
  if (first < 0x20 || first === 0x7f) return { tokens: [control(first)], length: 1 };
  const run = /^[^\x00-\x1f\x7f]+/.exec(input)?.[0] ?? input;
  return { tokens: [{ kind: 'text', text: run }], length: run.length };
}

function readEscape(input: string): Read | undefined {
  const second = input[1];
  if (second === undefined) return undefined;
  if (second === '\x1b') {
    const third = input[2];
    if (third === undefined) return undefined;
    // Two of them are the key twice, unless the second begins a sequence: then the first is alt.
    if (third !== '[' && third !== 'O') return { tokens: [esc], length: 1 };
    return readControl(input, 2);
  }
  if (second === '[' || second === 'O') return readControl(input, 1);
  return readString(input) ?? (beginsString.test(input) ? undefined : readAlt(input));
}

const esc: KeyToken = { kind: 'key', name: 'esc' };

/** `ESC [ parameters final` or `ESC O final`; `at` is the index of `[` or `O`. */
function readControl(input: string, at: number): Read | undefined {
  const shape = input[at] === '[' ? csi : ss3;
  shape.lastIndex = at + 1;
  const found = shape.exec(input);
  if (found) {
    const bytes = input.slice(0, shape.lastIndex);
    if (bytes === pasteStart) return { tokens: [], length: bytes.length, paste: true };
    return { tokens: some(readSequence(bytes)), length: bytes.length };
  }
  begun.lastIndex = at + 1;
  if (begun.test(input)) return undefined;
  // A byte that no sequence can hold: what came before it was alt with `[` or `O`, or noise to be dropped.
  const broken = /[^\x20-\x3f]/.exec(input.slice(at + 1));
  const length = at + 1 + (broken?.index ?? 0);
  return { tokens: flushed(input.slice(0, length)), length };
}

// The second alternatives are keys of the Linux console (`CSI [ A`) and of rxvt (`CSI 3 $`).
const csi = /(?:\[[A-E]|\d\$|[\x30-\x3f]*[\x20-\x2f]*[\x40-\x5a\x5c-\x7e])/y;
const ss3 = /\d*[\x40-\x7e ]/y;
const begun = /\[?[\x30-\x3f]*[\x20-\x2f]*$/y;

/**
 * Strings that only terminals send: OSC, DCS and APC, to BEL or ST. Each opening is also alt with a character, so
 * only what such an answer begins with is taken for one.
 */
const beginsString = /^\x1b(?:[\]P_]$|\]\d|P[\d$>!+|]|_G)/;

function readString(input: string): Read | undefined {
  if (!beginsString.test(input)) return undefined;
  const found = /\x07|\x1b\\/.exec(input.slice(2));
  if (!found) return undefined;
  const length = 2 + found.index + found[0].length;
  return { tokens: [{ kind: 'reply', bytes: input.slice(0, length) }], length };
}

function readAlt(input: string): Read {
  const character = String.fromCodePoint(input.codePointAt(1) ?? 0);
  return { tokens: [withAlt(character)], length: 1 + character.length };
}

function withAlt(character: string): KeyToken {
  const code = character.charCodeAt(0);
  if (code >= 0x20 && code !== 0x7f)
    return { kind: 'key', name: keyName(character === ' ' ? 'space' : character, { alt: true }) };
  const { key, ctrl } = controlKey(code);
  return { kind: 'key', name: keyName(key, { alt: true, ctrl }) };
}

function control(code: number): KeyToken {
  const { key, ctrl } = controlKey(code);
  return { kind: 'key', name: keyName(key, { ctrl }) };
}

function controlKey(code: number): { readonly key: string; readonly ctrl: boolean } {
  const plain = { 8: 'backspace', 9: 'tab', 13: 'enter', 27: 'esc', 127: 'backspace' }[code];
  if (plain !== undefined) return { key: plain, ctrl: false };
  return { key: code === 0 ? 'space' : String.fromCharCode(code + (code <= 26 ? 0x60 : 0x40)), ctrl: true };
}

/** An unfinished sequence, of which nothing more came. */
function flushed(bytes: string): Token[] {
  if (/^\x1b+$/.test(bytes)) return Array.from(bytes, () => esc);
  if (bytes.length === 2) return [withAlt(bytes.slice(1))];
  return [{ kind: 'reply', bytes }];
}

const some = (token: Token | undefined): Token[] => (token === undefined ? [] : [token]);

/** How much of the end of `text` may be the beginning of `mark`. */
function partOf(mark: string, text: string): number {
  for (let length = Math.min(mark.length - 1, text.length); length > 0; length--) {
    if (mark.startsWith(text.slice(-length))) return length;
  }
  return 0;
}
