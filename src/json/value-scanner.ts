import { afterSpace, MARK, stringEnd } from './scan.ts';

/** Where a JSON value ends in a text: an index; or it goes on after the text; or it is not JSON at some index. */
export type ValueScan =
  | { readonly kind: 'whole'; readonly end: number }
  | { readonly kind: 'open' }
  | { readonly kind: 'bad'; readonly at: number };

/** What may come next, in the grammar of RFC 8259. */
type Expect = 'value' | 'value or ]' | 'key' | 'key or }' | ':' | ', or end';

interface State {
  /** One byte for each object and array that is open, its closing bracket: hostile texts open millions. */
  closers: Uint8Array;
  depth: number;
  expect: Expect;
}

const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

/**
 * Follows one JSON object or array through a text that comes in chunks, each ending at a line break, without
 * building the value. It is a little more lenient than `JSON.parse` (inside of strings it only looks for the
 * end), so what it calls whole still has to be parsed. Strings do not cross line breaks.
 *
 * The function returned takes the next chunk and where to begin in it; after `whole` or `bad` it is used up.
 */
export function createValueScanner(): (text: string, from?: number) => ValueScan {
  const state: State = { closers: new Uint8Array(64), depth: 0, expect: 'value' };
  return (text, from = 0) => {
    for (let at = afterSpace(text, from); at < text.length; ) {
      const after = take(state, text, at);
      if (after < 0) return { kind: 'bad', at };
      if (state.depth === 0) return { kind: 'whole', end: after };
      at = afterSpace(text, after);
    }
    return { kind: 'open' };
  };
}

/** Takes the token at an index and returns the index after it, or -1. */
function take(state: State, text: string, at: number): number {
  const { depth, expect } = state;
  const char = text.charCodeAt(at);
  const closer = depth === 0 ? 0 : state.closers[depth - 1];
  if (char === closer && (expect === ', or end' || expect === 'key or }' || expect === 'value or ]')) {
    state.depth -= 1;
    return next(state, ', or end', at + 1);
  }
  switch (expect) {
    case ':':
      return char === MARK.colon ? next(state, 'value', at + 1) : -1;
    case ', or end':
      if (char !== MARK.comma) return -1;
      return next(state, closer === MARK.objectEnd ? 'key' : 'value', at + 1);
    case 'key':
    case 'key or }':
      return char === MARK.quote ? next(state, ':', stringEnd(text, at)) : -1;
    case 'value':
    case 'value or ]':
      if (char === MARK.object) return open(state, MARK.objectEnd, 'key or }', at + 1);
      if (char === MARK.array) return open(state, MARK.arrayEnd, 'value or ]', at + 1);
      if (depth === 0) return -1;
      return next(state, ', or end', char === MARK.quote ? stringEnd(text, at) : scalarEnd(text, at));
  }
}

function next(state: State, expect: Expect, at: number): number {
  state.expect = expect;
  return at;
}

function open(state: State, closer: number, expect: Expect, at: number): number {
  if (state.depth === state.closers.length) {
    const more = new Uint8Array(2 * state.depth);
    more.set(state.closers);
    state.closers = more;
  }
  state.closers[state.depth] = closer;
  state.depth += 1;
  return next(state, expect, at);
}

/** The index after the scalar that begins at an index, or -1. */
function scalarEnd(text: string, at: number): number {
  SCALAR.lastIndex = at;
  return SCALAR.test(text) ? SCALAR.lastIndex : -1;
}
