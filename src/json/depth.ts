/** Levels beyond which what goes into a value by recursion, `JSON.stringify` as well, may come to its end. */
export const DEEPEST = 1_000;

/** How many objects and arrays stand in each other where a JSON text, with or without comments, is deepest. */
export const depthOf = (text: string): number => measure(text).deepest;

/** Where a JSON text, with or without comments, goes deeper than {@link DEEPEST}; nothing where it does not. */
export const tooDeepAt = (text: string): number | undefined => measure(text).beyond;

function measure(text: string): { readonly deepest: number; readonly beyond: number | undefined } {
  let depth = 0;
  let deepest = 0;
  let beyond: number | undefined;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charCodeAt(at);
    if (character === QUOTE) at = endOfString(text, at);
    else if (character === SLASH) at = endOfComment(text, at);
    else if (character === OBJECT || character === ARRAY) {
      depth += 1;
      if (depth > deepest) deepest = depth;
      if (depth > DEEPEST) beyond ??= at;
    } else if (character === OBJECT_END || character === ARRAY_END) depth -= 1;
  }
  return { deepest, beyond };
}

/** Where a comment ends that begins here, if one does. */
function endOfComment(text: string, start: number): number {
  const kind = text[start + 1];
  if (kind !== '/' && kind !== '*') return start;
  const end = kind === '/' ? text.indexOf('\n', start) : text.indexOf('*/', start + 2);
  return end === -1 ? text.length : kind === '/' ? end : end + 1;
}

/** Where the quote is that ends the string which begins here. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text.charCodeAt(at - 1 - slashes) === BACKSLASH) slashes += 1;
    if (slashes % 2 === 0) return at;
  }
  return text.length;
}

const [QUOTE, BACKSLASH, SLASH] = [0x22, 0x5c, 0x2f];
const [OBJECT, OBJECT_END, ARRAY, ARRAY_END] = [0x7b, 0x7d, 0x5b, 0x5d];
