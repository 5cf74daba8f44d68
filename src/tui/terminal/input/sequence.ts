import { type Held, keyName } from '../keys.ts';
import type { KeyToken, MouseToken, Token } from './token.ts';

/**
 * What a whole escape sequence (CSI or SS3, with its ESC) means. Nothing for the release of a key; a sequence that
 * stands for no key is a `reply`. Knows xterm, VT220, rxvt, the Linux console, `modifyOtherKeys` and the kitty
 * keyboard protocol; `ESC ESC [ A` is alt with the rest.
 */
export function readSequence(bytes: string): Token | undefined {
  const alt = bytes.startsWith('\x1b\x1b');
  const body = bytes.slice(alt ? 2 : 1);
  if (body.startsWith('O')) return key(ss3(body.slice(1)), alt) ?? { kind: 'reply', bytes };
  if (body.startsWith('[<')) return mouse(body) ?? { kind: 'reply', bytes };
  const csi = /^\[(\[?)([\d;:]*)([@A-Za-z~^$])$/.exec(body);
  if (!csi) return { kind: 'reply', bytes };
  const [, console = '', list = '', final = ''] = csi;
  const params = list.split(';').map((param) => param.split(':').map(Number));
  // The third state of a key in the kitty protocol is its release.
  if (params[1]?.[1] === 3) return undefined;
  return key(console ? linux[final] : named(params, final), alt) ?? { kind: 'reply', bytes };
}

interface Pressed {
  readonly key: string;
  readonly held?: Held;
  readonly text?: string;
}

function key(pressed: string | Pressed | undefined, alt: boolean): KeyToken | undefined {
  if (pressed === undefined) return undefined;
  const { key, held = {}, text } = typeof pressed === 'string' ? { key: pressed } : pressed;
  return {
    kind: 'key',
    name: keyName(key, alt ? { ...held, alt } : held),
    ...(text === undefined || alt ? {} : { text }),
  };
}

function named(params: readonly (readonly number[])[], final: string): Pressed | undefined {
  const number = params[0]?.[0] ?? 0;
  const held = heldBy(params[1]?.[0]);
  if (final === 'u') return coded(number, params[0]?.[1], held, params[2]);
  if (final === '~' && number === 27) return coded(params[2]?.[0] ?? 0, undefined, held);
  if (final === '~') return withHeld(numbers[number], held);
  if (final === '$') return withHeld(numbers[number], { shift: true });
  if (final === '^') return withHeld(numbers[number], { ctrl: true });
  if (final === '@') return withHeld(numbers[number], { ctrl: true, shift: true });
  if (final === 'Z') return { key: 'tab', held: { ...held, shift: true } };
  if (final >= 'a' && final <= 'd') return withHeld(letters[final.toUpperCase()], { shift: true });
  // With another number it is a report: `CSI row ; column R` is where the cursor stands.
  return number > 1 ? undefined : withHeld(letters[final], held);
}

const withHeld = (key: string | undefined, held: Held): Pressed | undefined =>
  key === undefined ? undefined : { key, held };

/** A key given by its code point (`CSI code ; modifiers u`), or by a number of kitty's private range. */
function coded(
  code: number,
  shifted: number | undefined,
  held: Held,
  typed?: readonly number[],
): Pressed | undefined {
  const special = codes[code] ?? keypad[code];
  if (special !== undefined && [...special].length > 1) {
    return { key: special, held, ...(special === 'space' && !held.ctrl && !held.alt ? { text: ' ' } : {}) };
  }
  if (
    special === undefined &&
    (code < 32 || (code >= 0x7f && code < 0xa0) || (code >= 0xe000 && code <= 0xf8ff))
  ) {
    return undefined;
  }
  if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return undefined;
  const plain = special ?? String.fromCodePoint(code);
  const withShift = held.shift && shifted ? String.fromCodePoint(shifted) : undefined;
  // The shifted character says already that shift was held.
  const key = withShift ?? plain;
  const rest = withShift === undefined ? held : { ...held, shift: false };
  if (held.ctrl || held.alt || held.super)
    return { key: held.ctrl ? plain : key, held: held.ctrl ? held : rest };
  const text = typed?.[0]
    ? String.fromCodePoint(...typed)
    : key === plain && held.shift
      ? key.toUpperCase()
      : key;
  return { key: text, text };
}

/** Modifiers are sent as one more than their sum; caps lock and num lock are not held. */
function heldBy(sent = 1): Held {
  const bits = Math.max(1, sent || 1) - 1;
  return {
    shift: (bits & 1) !== 0,
    alt: (bits & 2) !== 0,
    ctrl: (bits & 4) !== 0,
    super: (bits & (8 | 16 | 32)) !== 0,
  };
}

function ss3(rest: string): Pressed | undefined {
  const held = heldBy(Number(rest.slice(0, -1)));
  const final = rest.slice(-1);
  if (final >= 'a' && final <= 'd') return withHeld(letters[final.toUpperCase()], { ctrl: true });
  if (final === 'M') return { key: 'enter', held };
  if (final === 'I') return { key: 'tab', held };
  // The keypad in application mode sends its characters 0x40 higher.
  if (final >= 'j' && final <= 'y') {
    const text = String.fromCharCode(final.charCodeAt(0) - 0x40);
    return { key: text, text };
  }
  return withHeld(letters[final], held);
}

function mouse(body: string): MouseToken | undefined {
  const found = /^\[<(\d+);(\d+);(\d+)([Mm])$/.exec(body);
  if (!found) return undefined;
  const code = Number(found[1]);
  const at = { column: Number(found[2]) - 1, row: Number(found[3]) - 1 };
  if (code & 64) {
    // 66 and 67 are the wheel to the left and right; a wheel is never released.
    if (code & 2 || found[4] === 'm') return undefined;
    return { kind: 'mouse', action: code & 1 ? 'wheel down' : 'wheel up', button: 'none', ...at };
  }
  const button = (['left', 'middle', 'right', 'none'] as const)[code & 3] ?? 'none';
  const action = code & 32 ? 'move' : found[4] === 'M' ? 'press' : 'release';
  return { kind: 'mouse', action, button, ...at };
}

const letters: Readonly<Record<string, string>> = {
  A: 'up',
  B: 'down',
  C: 'right',
  D: 'left',
  F: 'end',
  H: 'home',
  P: 'f1',
  Q: 'f2',
  R: 'f3',
  S: 'f4',
};

const linux: Readonly<Record<string, string>> = { A: 'f1', B: 'f2', C: 'f3', D: 'f4', E: 'f5' };

const numbers: Readonly<Record<number, string>> = {
  ...Object.fromEntries(
    ['home', 'insert', 'delete', 'end', 'pgup', 'pgdn', 'home', 'end'].map((key, at) => [at + 1, key]),
  ),
  ...Object.fromEntries(
    [11, 12, 13, 14, 15, 17, 18, 19, 20, 21, 23, 24, 25, 26, 28, 29, 31, 32, 33, 34].map((n, at) => [
      n,
      `f${at + 1}`,
    ]),
  ),
};

const codes: Readonly<Record<number, string>> = {
  9: 'tab',
  13: 'enter',
  27: 'esc',
  32: 'space',
  127: 'backspace',
  8: 'backspace',
};

/** The keys of the keypad have numbers of their own in the kitty protocol, from 57399. */
const keypad: Readonly<Record<number, string>> = {
  ...Object.fromEntries(
    [
      ...'0123456789./*-+',
      'enter',
      '=',
      ',',
      'left',
      'right',
      'up',
      'down',
      'pgup',
      'pgdn',
      'home',
      'end',
      'insert',
      'delete',
    ].map((key, at) => [57399 + at, key]),
  ),
  ...Object.fromEntries(Array.from({ length: 12 }, (_, at) => [57376 + at, `f${at + 13}`])),
};
