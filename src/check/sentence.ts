import { nameInSentence } from '../clients/crossing-words.ts';
import { visible } from '../text/visible.ts';

/**
 * A sentence below the heading of its item, `tool:find_orders`: `this tool` stands for the name there, once. Not where the item is one
 * of several, and not for a name that may be a word of the sentence: `title` has too many other meanings.
 */
export function belowItem(sentence: string, item: string): string {
  const [noun = '', ...rest] = item.split(':');
  const name = rest.join(':');
  if (name.length < LEAST || WORDS.test(name) || sentence.startsWith(`${noun}s `)) return sentence;
  for (const called of new Set([visible(name), nameInSentence(name)])) {
    if (sentence.includes(`name ${called}`)) return sentence;
    for (const words of [`${noun} ${called}`, called]) {
      const at = placeOf(sentence, words);
      if (at >= 0) return `${sentence.slice(0, at)}this ${noun}${sentence.slice(at + words.length)}`;
    }
  }
  return sentence;
}

/** Characters of the shortest name that is left out. */
const LEAST = 4;

/** Names that consist of words as they stand in sentences: `title`, `Search`, `read file`. */
const WORDS = /^\p{L}[\p{Ll}\s]{0,19}$/u;

/** Where words stand that are no part of a longer one, of a longer name or of a quotation; -1 where they do not. */
function placeOf(sentence: string, words: string): number {
  for (let at = sentence.indexOf(words); at >= 0; at = sentence.indexOf(words, at + 1)) {
    const behind = sentence.slice(at + words.length, at + words.length + 2);
    if (
      !/[\p{L}\p{N}_./:"'`-]$/u.test(sentence.slice(0, at)) &&
      !/^(?:[\p{L}\p{N}_/-]|[.:][^\s])/u.test(behind)
    )
      return at;
  }
  return -1;
}
