// @ts-check
// Stands in for @alcalzone/ansi-tokenize, by which Ink takes every line of the screen apart into cells, for every
// frame anew: half of what painting costs. Lines seen before are remembered, those without anything to be joined or
// wide are taken apart without Intl.Segmenter, and cells of the same character and style are one.
import {
  ansiCodesToString,
  diffAnsiCodes,
  reduceAnsiCodesIncremental,
  tokenize as tokenizeAny,
} from '@alcalzone/ansi-tokenize';
import { ONE_CELL } from './one-cell.mjs';

/** @typedef {import('@alcalzone/ansi-tokenize').Token} Token */
/** @typedef {import('@alcalzone/ansi-tokenize').StyledChar} Cell */

/** A screen has up to a hundred lines, each of which is taken apart in up to three forms. */
const REMEMBERED = 400;
/** A row of a picture has two colours of its own for each cell. */
const LONGEST = 12_000;

/** @type {Map<string, Token[]>} */
const known = new Map();
/** @type {WeakMap<readonly Token[], Cell[]>} */
const cells = new WeakMap();

/**
 * The codes and characters of a text. The list is shared: it is not to be changed.
 * @param {string} text
 * @param {number} [end] how many cells at most
 * @returns {Token[]}
 */
export function tokenize(text, end) {
  if (end !== undefined || text.length > LONGEST) return tokenizeAny(text, end);
  const seen = known.get(text);
  if (seen !== undefined) known.delete(text); // and comes back as the youngest
  const tokens = seen ?? (SIMPLE.test(text) ? tokenizeSimple(text) : tokenizeAny(text));
  known.set(text, tokens);
  if (known.size > REMEMBERED) known.delete(/** @type {string} */ (known.keys().next().value));
  return tokens;
}

const SIMPLE = new RegExp(`^(?:[\\n${ONE_CELL}]|\\u001b\\[[\\d;]*m)*$`);
const SGR = /(\u001b\[[\d;]*m)/;

/**
 * @param {string} text of characters that are a grapheme each, and colours
 * @returns {Token[]}
 */
const tokenizeSimple = (text) =>
  text.split(SGR).flatMap((part, i) => (i % 2 === 0 ? Array.from(part, character) : codesOf(part)));

/**
 * The colours of a theme are few.
 * @type {Map<string, Token[]>}
 */
const codes = new Map();

/** @param {string} code */
function codesOf(code) {
  const seen = codes.get(code);
  if (seen !== undefined) return seen;
  const tokens = tokenizeAny(code);
  if (codes.size < REMEMBERED) codes.set(code, tokens);
  return tokens;
}

/**
 * One token for each character of the fast class.
 * @type {Map<string, Token>}
 */
const characters = new Map();

/** @param {string} value */
function character(value) {
  let token = characters.get(value);
  if (token === undefined) {
    token = { type: 'char', value, fullWidth: false };
    characters.set(value, token);
  }
  return token;
}

/**
 * A list of styles, with the lists that a code leads to from there and the cells that have it. One for all lines:
 * what a flood paints is gone before it has cost memory, and neighbours of one style share its list.
 * @typedef {{ styles: Cell['styles'], next: Map<string, Style>, cells: Map<string, Cell> }} Style
 */

/** Pictures have a style for each cell; those of a theme are a few dozen. */
const STYLES = 500;
const CELLS = 500;

/** @type {Style} */
const PLAIN = { styles: [], next: new Map(), cells: new Map() };
/** @type {Map<string, Style>} */
const styles = new Map([['', PLAIN]]);

/**
 * @param {Style} from
 * @param {import('@alcalzone/ansi-tokenize').AnsiCode} code
 */
function styleAfter(from, code) {
  const known = from.next.get(code.code);
  if (known !== undefined) return known;
  const list = reduceAnsiCodesIncremental(from.styles, [code]);
  const name = list.map(({ code }) => code).join('');
  const found = styles.get(name) ?? { styles: list, next: new Map(), cells: new Map() };
  if (styles.size < STYLES) {
    styles.set(name, found);
    from.next.set(code.code, found);
  }
  return found;
}

/**
 * @param {Style} style
 * @param {import('@alcalzone/ansi-tokenize').Char} character
 */
function cellOf({ styles, cells }, { value, fullWidth }) {
  const known = cells.get(value);
  if (known !== undefined) return known;
  // Written out: a spread with a member after it gives every object a hidden class of its own in Node.js 20.
  const cell = /** @type {Cell} */ ({ type: 'char', value, fullWidth, styles });
  if (cells.size < CELLS) cells.set(value, cell);
  return cell;
}

/**
 * The characters among the tokens, each with the styles that hold there. The cells are shared: they are not to be
 * changed.
 * @param {readonly Token[]} tokens
 * @returns {Cell[]}
 */
export function styledCharsFromTokens(tokens) {
  const seen = cells.get(tokens);
  if (seen !== undefined) return seen;
  let style = PLAIN;
  /** @type {Cell[]} */
  const found = [];
  for (const token of tokens) {
    if (token.type === 'ansi') style = styleAfter(style, token);
    else if (token.type === 'char') found.push(cellOf(style, token));
  }
  cells.set(tokens, found);
  return found;
}

/**
 * What leads from one list of styles to another; they are shared, so that few are ever asked for.
 * @type {WeakMap<Cell['styles'], WeakMap<Cell['styles'], string>>}
 */
const changes = new WeakMap();

/**
 * @param {Cell['styles']} from
 * @param {Cell['styles']} to
 */
function change(from, to) {
  if (from === to) return '';
  const known = changes.get(from) ?? new WeakMap();
  let text = known.get(to);
  if (text === undefined) {
    text = ansiCodesToString(diffAnsiCodes(from, to));
    known.set(to, text);
    changes.set(from, known);
  }
  return text;
}

/**
 * The text of cells, with the codes between those whose styles differ; it ends without any.
 * @param {readonly Cell[]} cells
 */
export function styledCharsToString(cells) {
  let text = '';
  let now = PLAIN.styles;
  for (const { value, styles } of cells) {
    const next = styles.length === 0 ? PLAIN.styles : styles;
    text += change(now, next) + value;
    now = next;
  }
  return text + change(now, PLAIN.styles);
}
