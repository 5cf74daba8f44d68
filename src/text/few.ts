/** Sentences that people are told, and how many more there are where that would be too many. */
export const few = (sentences: readonly string[], most = 20): readonly string[] =>
  sentences.length <= most
    ? sentences
    : [...sentences.slice(0, most), `and ${sentences.length - most} more of that kind`];
