/**
 * The candidate a mistyped word was most likely meant to be, for "did you mean"; undefined when none is close:
 * at most one edit (a letter more, less, other or swapped) for every three letters, case ignored.
 */
export function closest(word: string, candidates: Iterable<string>): string | undefined {
  const typed = word.toLowerCase();
  let limit = Math.max(1, Math.floor(typed.length / 3));
  let best: string | undefined;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - word.length) > limit) continue;
    const edits = distance(typed, candidate.toLowerCase());
    if (edits > limit || (best !== undefined && edits === limit)) continue;
    best = candidate;
    limit = edits;
  }
  return best;
}

/** So many of the candidates, those with the fewest edits first, however far off they are. */
export const nearest = (word: string, candidates: readonly string[], most: number): readonly string[] =>
  candidates
    .map((one) => [distance(word.toLowerCase(), one.toLowerCase()), one] as const)
    .sort(([one], [other]) => one - other)
    .slice(0, most)
    .map(([, one]) => one);

/** Edits between two words: insertions, deletions, replacements and swaps of neighbours (optimal string alignment). */
function distance(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      let cost = Math.min(replaced, row[j]! + 1, next[j - 1]! + 1);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        cost = Math.min(cost, before[j - 2]! + 1);
      }
      next.push(cost);
    }
    before = row;
    row = next;
  }
  return row[b.length]!;
}
