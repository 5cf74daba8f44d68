/** Levels beyond which what goes into a value by recursion, `JSON.stringify` as well, may come to its end. */
export const DEEPEST = 1_000;

/** How many objects and arrays stand in each other where a JSON text is deepest. */
export function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charCodeAt(at);
    if (character === QUOTE) at = endOfString(text, at);
    else if (character === OBJECT || character === ARRAY) {
      depth += 1;
      if (depth > deepest) deepest = depth;
    } else if (character === OBJECT_END || character === ARRAY_END) depth -= 1;
  }
  return deepest;
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

const [QUOTE, BACKSLASH, OBJECT, OBJECT_END, ARRAY, ARRAY_END] = [0x22, 0x5c, 0x7b, 0x7d, 0x5b, 0x5d];
