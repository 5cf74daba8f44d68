/** How well a text matches, higher being better, and the code units to highlight, ascending. */
export interface FuzzyMatch {
  readonly score: number;
  readonly positions: readonly number[];
}

/**
 * Whether the letters of a query occur in a text in this order, and how well: best are runs of neighbours and
 * beginnings of words (`gs` finds `get-sum` before `messages`). Words of the query match independently. Case
 * counts only if the query has a capital letter. The empty query matches everything alike.
 */
export function fuzzy(query: string, text: string): FuzzyMatch | undefined {
  const haystack = CAPITAL.test(query) ? text : lowered(text);
  let score = 0;
  const positions = new Set<number>();
  for (const word of query.split(' ')) {
    if (word === '') continue;
    const match = matchWord(word, haystack, text);
    if (match === undefined) return undefined;
    score += match.score;
    for (const position of match.positions) positions.add(position);
  }
  return { score, positions: [...positions].sort((a, b) => a - b) };
}

const WORD_START = 8;
const NEIGHBOUR = 10;
const GAP = 3;
/** Taken off for each letter before the match and in the whole text: the earlier and the shorter come first. */
const LATE = 0.02;

/** Lower case of the same length, so that positions stay those of the text. */
function lowered(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === text.length ? lower : text;
}

function matchWord(word: string, haystack: string, text: string): FuzzyMatch | undefined {
  const positions = together(word, haystack, text) ?? scattered(word, haystack, text);
  return positions && { score: scoreOf(positions, text), positions };
}

/** The places of a word that occurs literally, preferably at the beginning of a word. */
function together(word: string, haystack: string, text: string): number[] | undefined {
  const first = haystack.indexOf(word);
  let start = first;
  while (start !== -1 && !isWordStart(text, start)) start = haystack.indexOf(word, start + 1);
  const from = start === -1 ? first : start;
  return from === -1 ? undefined : Array.from({ length: word.length }, (_, n) => from + n);
}

/** The places of its letters one by one: the neighbour of the last, else the next beginning of a word, else the next. */
function scattered(word: string, haystack: string, text: string): number[] | undefined {
  if (!occurs(word, haystack, 0)) return undefined;
  const positions: number[] = [];
  for (let letter = 0; letter < word.length; letter += 1) {
    const from = (positions.at(-1) ?? -1) + 1;
    const next = haystack.indexOf(word[letter]!, from);
    let at = next;
    while (at !== -1 && at !== from && !isWordStart(text, at)) at = haystack.indexOf(word[letter]!, at + 1);
    positions.push(at !== -1 && occurs(word.slice(letter + 1), haystack, at + 1) ? at : next);
  }
  return positions;
}

/** Whether the letters of a word follow one another in a text, from a place on. */
function occurs(word: string, haystack: string, from: number): boolean {
  let at = from;
  for (let letter = 0; letter < word.length; letter += 1) {
    at = haystack.indexOf(word[letter]!, at) + 1;
    if (at === 0) return false;
  }
  return true;
}

function scoreOf(positions: readonly number[], text: string): number {
  let score = -LATE * (text.length + positions[0]!);
  for (const [index, at] of positions.entries()) {
    if (isWordStart(text, at)) score += WORD_START;
    if (index > 0) score += at === positions[index - 1]! + 1 ? NEIGHBOUR : -GAP;
  }
  return score;
}

/** After something that is not a letter or digit, or a capital after a small letter. */
function isWordStart(text: string, at: number): boolean {
  if (at === 0) return true;
  const before = text[at - 1]!;
  return !LETTER.test(before) || (CAPITAL.test(text[at]!) && !CAPITAL.test(before));
}

const LETTER = /[\p{L}\p{N}]/u;
const CAPITAL = /\p{Lu}/u;
