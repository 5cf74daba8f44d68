/** Character codes of what JSON is built of. */
export const MARK = {
  quote: 0x22,
  comma: 0x2c,
  colon: 0x3a,
  object: 0x7b,
  objectEnd: 0x7d,
  array: 0x5b,
  arrayEnd: 0x5d,
} as const;

/**
 * Told of each string (`mark` is its opening quote), bracket, comma and colon of a text; the token is
 * `text.slice(start, end)`. Ends the scan by returning true.
 */
type Visit = (mark: number, start: number, end: number) => boolean | undefined;

/**
 * Finds the strings and marks of a JSON text, in order and without checking the grammar; comments are passed over. Linear,
 * and fast on strings of many megabytes. A string that does not end goes on to the end of the text.
 */
export function scan(text: string, visit: Visit, from = 0): void {
  for (let at = from; at < text.length; ) {
    const code = text.charCodeAt(at);
    let end = at + 1;
    switch (code) {
      case MARK.quote:
        end = stringEnd(text, at);
        if (end < 0) end = text.length;
        break;
      case MARK.object:
      case MARK.objectEnd:
      case MARK.array:
      case MARK.arrayEnd:
      case MARK.comma:
      case MARK.colon:
        break;
      case SLASH:
        at = commentEnd(text, at);
        continue;
      default:
        at = end;
        continue;
    }
    if (visit(code, at, end) === true) return;
    at = end;
  }
}

const SLASH = 0x2f;

/** The index after the comment that begins at a slash, or after the slash. */
function commentEnd(text: string, at: number): number {
  const kind = text[at + 1];
  if (kind !== '/' && kind !== '*') return at + 1;
  const end = kind === '/' ? text.indexOf('\n', at) : text.indexOf('*/', at + 2);
  return end < 0 ? text.length : end + (kind === '/' ? 1 : 2);
}

/**
 * The index after the string that begins at a quote, or -1 where it does not end. By `indexOf`: a pattern with an alternative
 * for each character overflows on strings of some megabytes.
 *
 * @param mark the quote, where it may be another one
 */
export function stringEnd(text: string, at: number, mark = '"'): number {
  for (let quote = text.indexOf(mark, at + 1); quote >= 0; quote = text.indexOf(mark, quote + 1)) {
    let first = quote;
    while (text[first - 1] === '\\') first -= 1;
    if ((quote - first) % 2 === 0) return quote + 1;
  }
  return -1;
}

/** The index of the first character from here on that is not white space. */
export function afterSpace(text: string, from: number): number {
  for (let at = from; ; at += 1) {
    const code = text.charCodeAt(at);
    if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return at;
  }
}
