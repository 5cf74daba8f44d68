/** Where a JSON value ends in a text: an index; or it goes on after the text; or it is no JSON at some index. */
export type Extent =
  | { readonly kind: 'whole'; readonly end: number }
  | { readonly kind: 'open' }
  | { readonly kind: 'bad'; readonly at: number };

/** What may come next, in the grammar of RFC 8259. */
type Expect = 'value' | 'value or ]' | 'key' | 'key or }' | ':' | ', or end';

const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

/**
 * Follows one JSON object or array through a text that comes in pieces, each ending at a line break, without
 * building the value. It is a little more lenient than `JSON.parse` (inside of strings it only looks for the
 * end), so what it calls whole still has to be parsed. Strings do not cross line breaks.
 *
 * The function returned takes the next piece and where to begin in it; after `whole` or `bad` it is used up.
 */
export function createExtent(): (text: string, from?: number) => Extent {
  /** One byte for each that is open: hostile texts open millions. */
  let closers = new Uint8Array(64);
  let depth = 0;
  let expect: Expect = 'value';

  /** Takes the token at an index and returns the index after it, or -1. */
  function take(text: string, at: number): number {
    const char = text.charCodeAt(at);
    const closer = depth === 0 ? 0 : closers[depth - 1];
    if (expect === ':') return char === COLON ? next('value', at + 1) : -1;
    if (expect === ', or end' && char === COMMA) return next(closer === OBJECT_END ? 'key' : 'value', at + 1);
    if (char === closer && expect !== 'value' && expect !== 'key') return close(at + 1);
    if (expect === ', or end') return -1;
    if (expect === 'key' || expect === 'key or }')
      return char === QUOTE ? next(':', stringEnd(text, at)) : -1;
    if (char === OBJECT) return open(OBJECT_END, at + 1);
    if (char === ARRAY) return open(ARRAY_END, at + 1);
    if (depth === 0) return -1;
    return next(', or end', char === QUOTE ? stringEnd(text, at) : match(SCALAR, text, at));
  }
  function next(what: Expect, at: number): number {
    expect = what;
    return at;
  }
  function open(closer: number, at: number): number {
    if (depth === closers.length) {
      const more = new Uint8Array(2 * depth);
      more.set(closers);
      closers = more;
    }
    closers[depth] = closer;
    depth += 1;
    return next(closer === OBJECT_END ? 'key or }' : 'value or ]', at);
  }
  function close(at: number): number {
    depth -= 1;
    return next(', or end', at);
  }

  return (text, from = 0) => {
    let at = afterSpace(text, from);
    while (at < text.length) {
      const after = take(text, at);
      if (after < 0) return { kind: 'bad', at };
      if (depth === 0) return { kind: 'whole', end: after };
      at = afterSpace(text, after);
    }
    return { kind: 'open' };
  };
}

function afterSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && isSpace(text.charCodeAt(at))) at += 1;
  return at;
}

const isSpace = (char: number): boolean => char === 0x20 || char === 0x09 || char === 0x0a || char === 0x0d;

const [QUOTE, COMMA, COLON] = [0x22, 0x2c, 0x3a];
const [OBJECT, OBJECT_END, ARRAY, ARRAY_END] = [0x7b, 0x7d, 0x5b, 0x5d];

/** The end of what a sticky pattern finds at an index, or -1. */
function match(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : -1;
}

/** The index after the string that begins at an index, or -1; in time linear to its length. */
export function stringEnd(text: string, at: number): number {
  for (let quote = text.indexOf('"', at + 1); quote >= 0; quote = text.indexOf('"', quote + 1)) {
    let first = quote;
    while (text[first - 1] === '\\') first--;
    if ((quote - first) % 2 === 0) return quote + 1;
  }
  return -1;
}
