import { createScanner } from './tokens.ts';

/**
 * The JSON value that begins at an offset, on one line of at most `limit` code units: `{"a": [1, 2, {"b"…`.
 * Nothing but the white space between tokens is changed, and only the beginning of a large value is read.
 */
export function compact(text: string, limit: number, from = 0): string {
  const head = text.slice(from, from + 4 * limit + 4);
  const scanner = createScanner(head);
  let line = '';
  let depth = 0;
  do {
    const before = scanner.end;
    const token = scanner.next();
    if (token === 'end') break;
    if (token === 'error') {
      line += head.slice(before);
      break;
    }
    line += head.slice(scanner.start, scanner.end);
    if (token === ',' || token === ':') line += ' ';
    if (token === '{' || token === '[') depth += 1;
    if (token === '}' || token === ']') depth -= 1;
  } while (depth > 0 && line.length <= limit);
  const unfinished = depth > 0 && from + head.length < text.length;
  return line.length > limit || unfinished ? `${wholePairs(line.slice(0, limit - 1))}…` : line;
}

/** A text without half a surrogate pair at its end. */
function wholePairs(text: string): string {
  return /[\uD800-\uDBFF]$/.test(text) ? text.slice(0, -1) : text;
}
