import { UsageError } from './exit.ts';

/** What stands between servers that are typed one after the other. */
export const JOIN = '+';

/**
 * The words of each server that a command line joins by a lone `+`, as typed; one part where there is none.
 *
 * @throws UsageError where a server is missing beside one
 */
export function partsOf(words: readonly string[]): readonly (readonly string[])[] {
  const parts: (readonly string[])[] = [];
  let from = 0;
  for (let at = words.indexOf(JOIN); at >= 0; at = words.indexOf(JOIN, from)) {
    parts.push(words.slice(from, at));
    from = at + 1;
  }
  parts.push(words.slice(from));
  const missing = parts.findIndex((part) => part.length === 0);
  if (parts.length > 1 && missing >= 0) throw new UsageError(`${placeOf(missing, parts)}; ${MEANING}`);
  return parts;
}

const MEANING = '+ joins servers, as in node a.js + node b.js; for an argument that is a +, write ++';

function placeOf(missing: number, parts: readonly (readonly string[])[]): string {
  if (missing === 0) return 'no server before the first +';
  return missing === parts.length - 1 ? 'no server after the last +' : 'no server between + and +';
}

/** Words as the server gets them: of a row of two plus signs or more one is taken off. */
export const unjoined = (words: readonly string[]): readonly string[] =>
  words.map((word) => (/^\+{2,}$/.test(word) ? word.slice(1) : word));
