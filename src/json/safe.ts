/**
 * JSON text made safe to print in a terminal and still the same JSON: characters that control a terminal, break
 * lines or reorder text (DEL, C1, U+2028/9, bidi controls, lone surrogates) become `\u` escapes. They can only stand
 * inside strings, where the escape means the same. Line breaks between tokens become spaces, so that a document is
 * one line.
 */
export function safeJson(text: string): string {
  return UNSAFE.test(text) ? text.replace(UNSAFE_ALL, escaped) : text;
}

const UNSAFE_SET = String.raw`[\n\r\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]`;
const UNSAFE = new RegExp(UNSAFE_SET, 'u');
const UNSAFE_ALL = new RegExp(UNSAFE_SET, 'gu');

function escaped(character: string): string {
  if (character === '\n' || character === '\r') return ' ';
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
