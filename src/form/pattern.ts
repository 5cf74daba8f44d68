/**
 * A regular expression of a schema (ECMA 262, JSON Schema §6.3.3): as it stands when it compiles with the `u` flag, else
 * rewritten where only the old, lax syntax allowed it (`[\w-.]`, `\_`, a lone brace), else without the flag. Undefined
 * when it is no JavaScript pattern at all, such as `(?i)…`, or means something else in the language that it is from.
 */
export function readPattern(source: string): RegExp | undefined {
  const strict = compiled(source, 'u');
  if (strict !== undefined || isForeign(source)) return strict;
  return compiled(rewrite(source), 'u') ?? compiled(source, '');
}

function compiled(source: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(source, flags);
  } catch {
    return undefined;
  }
}

const pieces = /\\(?:x[\da-f]{2}|u[\da-f]{4}|c[a-z]|.)|\[\^?\]?|\{,\d+\}|./gis;

/**
 * Whether lax JavaScript reads plain characters where other languages read more: an end of the text (`\A`, `\Z`), a
 * class by name (`\h`, `\p`, `[[:alpha:]]`), classes in a class (`[a-z&&[^b]]`), a bracket first in its class (`[]a]`),
 * a count without a lower bound (`{,3}`).
 */
function isForeign(source: string): boolean {
  let inClass = false;
  let isNested = false;
  let isLone = false;
  for (const [piece] of source.matchAll(pieces)) {
    if (/^\\[a-zA-Z]$/.test(piece) && !'dDwWsSbBnrtfv'.includes(piece.charAt(1))) return true;
    if (inClass) {
      isNested ||= piece.startsWith('[');
      inClass = !piece.endsWith(']') || piece.startsWith('\\');
    } else if (piece.startsWith('[')) {
      if (piece.endsWith(']')) return true;
      inClass = true;
    } else {
      if (piece.startsWith('{,')) return true;
      isLone ||= piece === ']';
    }
  }
  return isNested && isLone;
}

const syntax = '^$\\.*+?()[]{}|/';
const classEscape = /^\\[dDwWsS]$/;
const quantifier = /^\{\d+(?:,\d*)?\}/;

/** Adds the backslashes that `u` asks for and removes those that it forbids. */
function rewrite(source: string): string {
  let out = '';
  let inClass = false;
  for (let i = 0; i < source.length; i += 1) {
    const character = source.charAt(i);
    if (character === '\\') {
      i += 1;
      out += escaped(source.charAt(i), inClass);
    } else if (inClass) {
      if (character === ']') inClass = false;
      out += character === '-' && besideClassEscape(source, i) ? '\\-' : character;
    } else if (character === '[') {
      inClass = true;
      out += character;
    } else if (character === '{' && quantifier.test(source.slice(i))) {
      const repeated = quantifier.exec(source.slice(i))?.[0] ?? '';
      out += repeated;
      i += repeated.length - 1;
    } else {
      out += '{}]'.includes(character) ? `\\${character}` : character;
    }
  }
  return out;
}

function escaped(character: string, inClass: boolean): string {
  const means = syntax.includes(character) || /[a-zA-Z0-9]/.test(character) || (inClass && character === '-');
  const lax = /[a-zA-Z]/.test(character) && !/[dDwWsSbBnrtfv0cxukpP]/.test(character);
  return means && !lax ? `\\${character}` : character;
}

/** `[\w-.]`: a hyphen beside a class escape is a hyphen, no range. */
function besideClassEscape(source: string, at: number): boolean {
  return classEscape.test(source.slice(at - 2, at)) || classEscape.test(source.slice(at + 1, at + 3));
}
