/**
 * The bytes a terminal sends for a key: `ctrl+c`, `alt+x`, `shift+tab`, `f1`, `pgup`, `enter`, `esc`, `q`.
 * With `kitty` (the protocol's first level: disambiguated escape codes) as `CSI … u` where that differs.
 * Throws for a name it does not know, so that a story cannot press nothing by mistake.
 */
export function keystroke(name: string, kitty = false): string {
  const parts = /^((?:(?:ctrl|alt|shift)\+)*)(.+)$/su.exec(name);
  const held = new Set((parts?.[1] ?? '').split('+').filter(Boolean));
  const key = parts?.[2] ?? name;
  const modifier = 1 + (held.has('shift') ? 1 : 0) + (held.has('alt') ? 2 : 0) + (held.has('ctrl') ? 4 : 0);
  const special = sequences[key];
  if (special !== undefined) return modified(special, modifier);
  const code = codes[key] ?? (Array.from(key).length === 1 ? key.codePointAt(0) : undefined);
  if (code === undefined) throw new Error(`No key is called "${name}".`);
  if (kitty && (key === 'esc' || (modifier > 1 && !(modifier === 2 && codes[key] === undefined)))) {
    return modifier === 1 ? `\x1b[${code}u` : `\x1b[${code};${modifier}u`;
  }
  return legacy(key, code, held);
}

/** Keys with a sequence of their own: the letter or number that ends or begins it. */
const sequences: Readonly<Record<string, string>> = {
  up: 'A',
  down: 'B',
  right: 'C',
  left: 'D',
  end: 'F',
  home: 'H',
  insert: '2~',
  delete: '3~',
  pgup: '5~',
  pgdn: '6~',
  f1: 'P',
  f2: 'Q',
  f3: 'R',
  f4: 'S',
  f5: '15~',
  f6: '17~',
  f7: '18~',
  f8: '19~',
  f9: '20~',
  f10: '21~',
  f11: '23~',
  f12: '24~',
};

const codes: Readonly<Record<string, number>> = { tab: 9, enter: 13, esc: 27, space: 32, backspace: 127 };

function modified(sequence: string, modifier: number): string {
  if (sequence.endsWith('~')) {
    return modifier === 1 ? `\x1b[${sequence}` : `\x1b[${sequence.slice(0, -1)};${modifier}~`;
  }
  if (modifier > 1) return `\x1b[1;${modifier}${sequence}`;
  return 'PQRS'.includes(sequence) ? `\x1bO${sequence}` : `\x1b[${sequence}`;
}

/** What digits are with shift, on a keyboard as in the United States. */
const SHIFTED: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from('!@#$%^&*(', (sign, at) => [String(at + 1), sign]),
);

function legacy(key: string, code: number, held: ReadonlySet<string>): string {
  const prefix = held.has('alt') ? '\x1b' : '';
  if (key === 'tab' && held.has('shift')) return `${prefix}\x1b[Z`;
  const plain = String.fromCodePoint(code);
  const shifted = held.has('shift') ? (SHIFTED[plain] ?? plain.toUpperCase()) : plain;
  if (!held.has('ctrl')) return prefix + shifted;
  if (key === 'space') return `${prefix}\0`;
  return prefix + String.fromCharCode(shifted.toUpperCase().charCodeAt(0) & 0x1f);
}
