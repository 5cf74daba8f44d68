import { MARK, scan } from './scan.ts';

/** Levels beyond which what goes into a value by recursion, `JSON.stringify` as well, may come to its end. */
export const DEEPEST = 1_000;

/** Levels that are looked into where two values are compared: what is deeper is compared as a whole. */
export const LEVELS_COMPARED = 64;

/** A text that is longer is looked at before it is parsed: levels cost memory, and hostile texts have millions. */
const LONG = 1024 * 1024;
const MAX_LEVELS = 1_000_000;

const BEGINS_JSON = /^[ \t\r\n]*[[{"\-\dtfn]/;

/** `JSON.parse`, with undefined (which JSON cannot hold) for a text that is not JSON. */
export function parse(text: string): unknown {
  // Errors are dear, and logs come by the thousand.
  if (!BEGINS_JSON.test(text)) return undefined;
  if (text.length > LONG && depthOf(text) > MAX_LEVELS) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** How deep the objects and arrays of a JSON text, with or without comments, are nested. */
export const depthOf = (text: string): number => measure(text).deepest;

/** Where a JSON text, with or without comments, goes deeper than {@link DEEPEST}; nothing where it does not. */
export const tooDeepAt = (text: string): number | undefined => measure(text).beyond;

function measure(text: string): { readonly deepest: number; readonly beyond: number | undefined } {
  let depth = 0;
  let deepest = 0;
  let beyond: number | undefined;
  scan(text, (mark, start) => {
    if (mark === MARK.object || mark === MARK.array) {
      depth += 1;
      if (depth > deepest) deepest = depth;
      if (depth > DEEPEST) beyond ??= start;
    } else if (mark === MARK.objectEnd || mark === MARK.arrayEnd) depth -= 1;
    return false;
  });
  return { deepest, beyond };
}
