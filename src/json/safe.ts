import { replaceHidden } from '../text/visible.ts';

/**
 * JSON text made safe to print in a terminal and still the same JSON: what `visible` would name (controls, characters
 * that reorder text or cannot be seen, lone surrogates) becomes `\u` escapes. These characters can only occur inside
 * strings, where the escape means the same. Space between tokens becomes blanks, so that a document is one line.
 */
export function safeJson(text: string): string {
  return replaceHidden(text, escaped);
}

function escaped(character: string): string {
  if (character === '\n' || character === '\r' || character === '\t') return ' ';
  return character.replace(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
