/** That some are left out: ` and 3 more`; empty where none is. */
export const andMore = (left: number): string => (left > 0 ? ` and ${left} more` : '');

/** The first of some words, and how many more there are: `a, b and 57 more`. */
export const firstOf = (words: readonly string[], most: number): string =>
  `${words.slice(0, most).join(', ')}${andMore(words.length - most)}`;

/** Sentences that people are told, and how many more there are where that would be too many. */
export const few = (sentences: readonly string[], most = 20): readonly string[] =>
  sentences.length <= most
    ? sentences
    : [...sentences.slice(0, most), `and ${sentences.length - most} more of that kind`];
