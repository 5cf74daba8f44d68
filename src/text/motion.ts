import { graphemes } from './width.ts';

/** Where a cursor can go; lines are those of the text, not the rows it is drawn in. */
export type Motion =
  | 'left'
  | 'right'
  | 'word left'
  | 'word right'
  /** To the beginning of what spaces separate: a whole URL or path. */
  | 'blank left'
  | 'line start'
  | 'line end'
  | 'start'
  | 'end';

/** The offset a motion leads to; unchanged at the end. */
export function target(text: string, from: number, motion: Motion): number {
  switch (motion) {
    case 'left':
      return from - (graphemes(text.slice(Math.max(0, from - REACH), from)).at(-1)?.length ?? 0);
    case 'right':
      return from + (graphemes(text.slice(from, from + REACH))[0]?.length ?? 0);
    case 'word left':
      return back(text, back(text, from, NO_WORD), WORD);
    case 'word right':
      return forth(text, forth(text, from, NO_WORD), WORD);
    case 'blank left':
      return back(text, back(text, from, SPACE), NO_SPACE);
    case 'line start':
      return from === 0 ? 0 : text.lastIndexOf('\n', from - 1) + 1;
    case 'line end':
      return text.includes('\n', from) ? text.indexOf('\n', from) : text.length;
    case 'start':
      return 0;
    case 'end':
      return text.length;
  }
}

/** Graphemes are looked for this far around the cursor, which bounds what a key costs in a line of megabytes. */
const REACH = 400;

const WORD = /[\p{L}\p{N}\p{M}_]/u;
const NO_WORD = /[^\p{L}\p{N}\p{M}_]/u;
const SPACE = /\s/;
const NO_SPACE = /\S/;

/** Backwards over all characters of a kind. */
function back(text: string, from: number, kind: RegExp): number {
  let at = from;
  while (at > 0) {
    const length = isLowSurrogate(text.charCodeAt(at - 1)) && at > 1 ? 2 : 1;
    if (!kind.test(text.slice(at - length, at))) break;
    at -= length;
  }
  return at;
}

/** Forwards over all characters of a kind. */
function forth(text: string, from: number, kind: RegExp): number {
  let at = from;
  while (at < text.length) {
    const character = String.fromCodePoint(text.codePointAt(at)!);
    if (!kind.test(character)) break;
    at += character.length;
  }
  return at;
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff;
}
