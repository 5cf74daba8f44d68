/**
 * A regular expression of a schema (ECMA 262, JSON Schema §6.3.3) in the form the `u` flag takes: itself when it
 * compiles, else rewritten where only the old, lax syntax allowed it (`[\w-.]`, `\_`, a lone brace). Undefined when it
 * is no JavaScript pattern at all, such as `(?i)…`, or says something else in the language that it was written for.
 */
export function unicodePattern(source: string): string | undefined {
  if (compiles(source)) return source;
  if (foreign.test(source)) return undefined;
  const strict = rewrite(source);
  return compiles(strict) ? strict : undefined;
}

function compiles(source: string): boolean {
  try {
    new RegExp(source, 'u');
    return true;
  } catch {
    return false;
  }
}

/** Both ends of the text and classes by name, in Python, Go, Java, .NET and POSIX: plain letters in lax JavaScript. */
const foreign = /(?<!\\)(?:\\\\)*\\[AZz]|\[\[:\^?[a-z]+:\]/;

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
