/**
 * The name of a key: `q`, `?`, `Q`, `enter`, `pgup`, `f1`, with what is held before it in this order: `ctrl+s`,
 * `alt+x`, `ctrl+alt+up`, `shift+tab`. A character that shift makes is named by itself (`Q`, not `shift+q`).
 */
export type KeyName = string;

/** Keys that a person has given to commands, by the ids of the commands. */
export type Bindings = Readonly<Record<string, readonly KeyName[]>>;

/** No command has other keys than the usual ones. */
export const usualKeys: Bindings = {};

/** What is held while a key is pressed. */
export interface Held {
  readonly ctrl?: boolean;
  readonly alt?: boolean;
  readonly shift?: boolean;
  /** Super, hyper or meta, which only the kitty protocol reports. */
  readonly super?: boolean;
}

/** Reads a key as a person writes it in settings (`Ctrl+S`, `alt+shift+x`); nothing when there is no such key. */
export function parseKey(notation: string): KeyName | undefined {
  const parts = /^((?:(?:ctrl|alt|shift|super)\+)*)(.+)$/isu.exec(notation);
  const key = parts?.[2];
  if (key === undefined) return undefined;
  const held = new Set((parts?.[1] ?? '').toLowerCase().split('+'));
  const name = [...key].length === 1 ? key : key.toLowerCase();
  if (!isNamed(name) && !isCharacter(name)) return undefined;
  return keyName(name, {
    ctrl: held.has('ctrl'),
    alt: held.has('alt'),
    shift: held.has('shift'),
    super: held.has('super'),
  });
}

/**
 * The one name for a key, however the terminal reports it: what a plain terminal cannot tell apart has the same
 * name under the kitty protocol, so that a binding means the same everywhere.
 */
export function keyName(key: string, held: Held = {}): KeyName {
  const character = isCharacter(key);
  const letter = character && key.toLowerCase() !== key.toUpperCase();
  let name = key;
  let shift = held.shift ?? false;
  if (held.ctrl) name = key.toLowerCase();
  else if (letter && shift) {
    name = key.toUpperCase();
    shift = false;
  } else if (shiftless.has(key)) shift = false;
  const same = held.ctrl ? sameAs[`${shift ? 'shift+' : ''}${name}`] : undefined;
  const ctrl = same?.ctrl ?? held.ctrl ?? false;
  if (same) shift = false;
  return `${held.super ? 'super+' : ''}${ctrl ? 'ctrl+' : ''}${held.alt ? 'alt+' : ''}${shift ? 'shift+' : ''}${same?.key ?? name}`;
}

/**
 * Why no command may have this key; nothing when it may. A plain terminal sends the same byte for `ctrl+h` as for
 * backspace, for `ctrl+i` as for tab and for `ctrl+m` as for enter, so {@link parseKey} gives the latter.
 */
export function whyNoCommand(notation: string): string | undefined {
  const found = /^ctrl\+([him])$/i.exec(notation);
  if (found) return `${notation} is the same key as ${parseKey(notation)} in most terminals`;
  return parseKey(notation) === undefined ? `"${notation}" is not a key` : undefined;
}

/** A key as the footer and the help show it: `⏎`, `↑`, `ctrl+s`; `enter`, `up` with `ascii`. */
export function showKey(name: KeyName, ascii = false): string {
  if (ascii) return name;
  const cut = name.lastIndexOf('+', name.length - 2) + 1;
  return name.slice(0, cut) + (signs[name.slice(cut)] ?? name.slice(cut));
}

const signs: Readonly<Record<string, string>> = { enter: '⏎', up: '↑', down: '↓', left: '←', right: '→' };

/** Keys that are not characters. */
const named: ReadonlySet<string> = new Set([
  ...['esc', 'enter', 'tab', 'space', 'backspace', 'delete', 'insert'],
  ...['up', 'down', 'left', 'right', 'home', 'end', 'pgup', 'pgdn'],
  ...Array.from({ length: 24 }, (_, index) => `f${index + 1}`),
]);

const isNamed = (name: string): boolean => named.has(name);

const isCharacter = (name: string): boolean => !isNamed(name) && /^\P{C}\p{M}*$/u.test(name) && name !== ' ';

/** Keys of which a plain terminal does not say that shift was held. */
const shiftless: ReadonlySet<string> = new Set(['space', 'backspace', 'esc']);

/** Keys that with ctrl held send the byte of another key. */
const sameAs: Readonly<Record<string, { readonly key: string; readonly ctrl: boolean }>> = {
  h: { key: 'backspace', ctrl: false },
  i: { key: 'tab', ctrl: false },
  m: { key: 'enter', ctrl: false },
  '[': { key: 'esc', ctrl: false },
  '/': { key: '_', ctrl: true },
  '7': { key: '_', ctrl: true },
  'shift+-': { key: '_', ctrl: true },
  'shift+_': { key: '_', ctrl: true },
  '@': { key: 'space', ctrl: true },
  '2': { key: 'space', ctrl: true },
};
