/** That some are left out: ` and 3 more`; empty where none is. */
export const andMore = (left: number): string => (left > 0 ? ` and ${left} more` : '');

/** The first of some words, and how many more there are: `a, b and 57 more`. */
export const firstOf = (words: readonly string[], most: number, between = ', '): string =>
  `${words.slice(0, most).join(between)}${andMore(words.length - most)}`;

/** The first sentences of many, and how many more there are. */
export const few = (sentences: readonly string[], most = 20): readonly string[] =>
  sentences.length <= most
    ? sentences
    : [...sentences.slice(0, most), `and ${sentences.length - most} more of that kind`];
