import { READING, WRITING } from '../text/verbs.ts';

/** Words of names that say what is done and changes nothing, or something; those that clients look for stand in `text/verbs.ts`. */
const READS =
  'export retrieve inspect preview validate verify explain analyze analyse compare summarize diff is has can dry simulate estimate suggest wait resolve test plan';
const WRITES =
  'copy start stop run open enable disable approve assign unassign apply build deploy install uninstall import split push pull restart revert restore save select submit subscribe unsubscribe sync toggle transfer trigger unarchive attach detach connect disconnect click';

/** Words of names that say that something is gone afterwards. */
const DELETES = 'delete remove destroy drop purge erase wipe truncate uninstall unlink trash expunge nuke rm';

const set = (words: string, others: readonly string[] = []): ReadonlySet<string> =>
  new Set([...others, ...words.split(' ')]);

const reads = set(READS, READING);
const deletes = set(DELETES);
const verbs = set(`${READS} ${WRITES} ${DELETES}`, [...READING, ...WRITING]);

/** Words that are no nouns as the last word of a name, so that they tell what is done. */
const lastVerbs = set('get create delete remove add fetch insert edit send update destroy upsert retrieve');

/** What the words of a name say that a tool does: the first of them that is a verb we know. */
export function deedOf(words: readonly string[]): 'deletes' | 'reads' | 'writes' | undefined {
  const verb = words.find((word) => verbs.has(word));
  if (verb === undefined) return undefined;
  return deletes.has(verb) ? 'deletes' : reads.has(verb) ? 'reads' : 'writes';
}

/** Whether a name begins with a verb, ends in one, or neither is clear. */
export function verbPlace(words: readonly string[]): 'first' | 'last' | undefined {
  if (words.length < 2) return undefined;
  if (verbs.has(words[0] ?? '')) return 'first';
  return lastVerbs.has(words.at(-1) ?? '') ? 'last' : undefined;
}

/** What the words of a name are about: those without verbs, in the singular. */
export const nounsOf = (words: readonly string[]): readonly string[] =>
  words.filter((word) => !verbs.has(word)).map(singular);

/** A word without the ending of its plural. */
function singular(word: string): string {
  if (/[^aeiou]ies$/.test(word) && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(?:ch|sh|x|ss|z)es$/.test(word)) return word.slice(0, -2);
  return /[a-z]{2}s$/.test(word) && !/(?:ss|us|is)$/.test(word) ? word.slice(0, -1) : word;
}

/** What is left of a word without the ending of its form: `creat` of `creates`, `creating` and `create`. */
export function stemOf(word: string): string {
  const bare = singular(word);
  const cut = bare.length > 5 ? bare.replace(/(?:ing|ed)$/, '') : bare;
  return cut.replace(/([bdgmnprt])\1$/, '$1').replace(/e$/, '');
}
