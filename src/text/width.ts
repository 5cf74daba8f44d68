import { eastAsianWidth } from 'get-east-asian-width';

/**
 * How many terminal cells a text takes: 0, 1 or 2 a grapheme, by the rules string-width 8 has, which is what Ink
 * measures with (a test holds the two together). Ours costs nothing for the text nearly everything is made of
 * and creates the segmenter only when one is needed. Expects text without control characters (see visible.ts).
 */
export function width(text: string): number {
  if (isOneCellEach(text)) return text.length;
  let cells = 0;
  for (const grapheme of graphemes(text)) cells += graphemeWidth(grapheme);
  return cells;
}

/** The characters of a text as a reader sees them: what a cursor steps over and what is never cut apart. */
export function graphemes(text: string): string[] {
  return isOneCellEach(text) ? text.split('') : Array.from(eachGrapheme(text));
}

/** The same one after the other, for those who stop early. */
export function* eachGrapheme(text: string): Generator<string> {
  let plain = false;
  for (const run of text.split(PLAIN_RUN)) {
    if (plain) for (let at = 0; at < run.length; at += 1) yield run[at]!;
    else yield* segments(run);
    plain = !plain;
  }
}

/**
 * Whether each code unit of a text is a character of its own, one cell wide: ASCII, Latin, Greek, Cyrillic,
 * punctuation, arrows, box drawing and our own marks. False means only that a closer look is needed.
 */
export function isOneCellEach(text: string): boolean {
  return ONE_CELL_EACH.test(text);
}

const ONE_CELL = String.raw`\x20-\x7e\xa0-\xac\xae-\u02ff\u0370-\u0482\u2010-\u2027\u2030-\u203b\u2190-\u21ff\u23ce\u2500-\u25fc\u2702\u2713\u2717\u276f`;
const ONE_CELL_EACH = new RegExp(`^[${ONE_CELL}]*$`);

/** Those, kana and the common ideographs: none joins another of them. */
const SINGLE = String.raw`[${ONE_CELL}\u3041-\u3096\u30a1-\u30ff\u4e00-\u9fff\uff01-\uff5e]`;

/** Runs of them that nothing before or after joins: they need no segmenter, which is slow. */
const PLAIN_RUN = new RegExp(String.raw`((?<!\p{Cf})${SINGLE}+(?=${SINGLE}|$))`, 'u');

/** What V8 segments in one go takes time that grows with the square of its length. */
const PIECE = 500;

function* segments(run: string): Generator<string> {
  let start = 0;
  while (start < run.length) {
    const piece = run.slice(start, start + PIECE);
    const goesOn = start + PIECE < run.length;
    let at = 0;
    for (const { segment } of segmenter().segment(piece)) {
      const mayGoOn = goesOn && at > 0 && at + segment.length === piece.length;
      if (mayGoOn) break;
      yield segment;
      at += segment.length;
    }
    start += at;
  }
}

let shared: Intl.Segmenter | undefined;

/** Made on first use: the first segmenter of a process costs several milliseconds. */
function segmenter(): Intl.Segmenter {
  shared ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  return shared;
}

const VISIBLE = /[^\p{Default_Ignorable_Code_Point}\p{Control}\p{Format}\p{Mn}\p{Me}\p{Surrogate}]/u;
const PICTOGRAPH = /\p{Extended_Pictographic}/gu;
const EMOJI =
  /^(?:[#*0-9]\uFE0F?\u20E3|\p{Regional_Indicator}{2}|(?![#*0-9]|\p{Regional_Indicator})\p{Emoji}(?:\uFE0F|\p{Emoji_Modifier}))/u;
const LEADING_JAMO_OR_SYLLABLE = /[\u1100-\u115F\uA960-\uA97C\uAC00-\uD7A3]/g;
const TRAILING_CELLS = /\p{Mc}|[\uFF00-\uFFEF]/gu;

/** The cells of one grapheme, as {@link graphemes} gives them; measuring it as a text would segment it again. */
export function graphemeWidth(grapheme: string): number {
  if (grapheme.length === 1 && isOneCellEach(grapheme)) return 1;
  const start = grapheme.search(VISIBLE);
  if (start === -1) return 0;
  if (isEmojiSequence(grapheme)) return 2;
  const base = start === 0 ? grapheme : grapheme.slice(start);
  const first = base.codePointAt(0)!;
  if (base.length === 1 || (first > 0xffff && base.length === 2)) return eastAsianWidth(first);
  if (isLeadingJamo(first)) return 2 * (base.match(LEADING_JAMO_OR_SYLLABLE)?.length ?? 1);
  let cells = eastAsianWidth(first);
  for (const [mark] of base.slice(first > 0xffff ? 2 : 1).matchAll(TRAILING_CELLS)) {
    cells += eastAsianWidth(mark.codePointAt(0)!);
  }
  return cells;
}

/** Several code points that are drawn as one picture, whatever the width of the first of them. */
function isEmojiSequence(grapheme: string): boolean {
  if (grapheme.length < 2) return false;
  if (EMOJI.test(grapheme)) return true;
  return grapheme.includes('\u200D') && (grapheme.match(PICTOGRAPH)?.length ?? 0) >= 2;
}

function isLeadingJamo(code: number): boolean {
  return (code >= 0x1100 && code <= 0x115f) || (code >= 0xa960 && code <= 0xa97c);
}
