// @ts-check
// Stands in for string-width, which took 43 % of the busy time: Ink measures every cell it draws. Text that is one
// cell a character and holds nothing to be joined is answered here; all else goes to the real one, which is
// evaluated (with its Intl.Segmenter) when it is first needed.
import { ONE_CELL } from './one-cell.mjs';

const SIMPLE = new RegExp(`^[${ONE_CELL}]*$`);
const SGR = /\u001b\[[\d;]*m/g;

/**
 * Cells of a text in a terminal; the same as string-width for every text.
 * @param {string} text
 * @param {{ ambiguousIsNarrow?: boolean, countAnsiEscapeCodes?: boolean }} [options]
 * @returns {number}
 */
export default function stringWidth(text, options) {
  if (typeof text === 'string' && options === undefined) {
    const bare = text.includes('\u001b') ? text.replace(SGR, '') : text;
    if (SIMPLE.test(bare)) return bare.length;
  }
  return require('string-width').default(text, options);
}
