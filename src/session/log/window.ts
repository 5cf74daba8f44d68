/** The newest things that were kept, by number, as many as their weight allows. */
export interface Window<T> {
  get(seq: number): T | undefined;
  /** Keeps a thing; what is too old for it falls out. Numbers must come in ascending order. */
  keep(seq: number, thing: T, weight: number): void;
  /** How many fell out. */
  readonly fallen: () => number;
}

/**
 * @param limit what may be kept in all, by weight; the newest thing always is, whatever it weighs
 * @param most how many may be kept
 */
export function createWindow<T>(limit: number, most = Number.POSITIVE_INFINITY): Window<T> {
  // Three lists that go together, for there are millions of things; before `first` stands what fell out.
  let seqs: number[] = [];
  let things: (T | undefined)[] = [];
  let weights: number[] = [];
  let first = 0;
  let held = 0;
  let fallen = 0;

  const drop = (): void => {
    held -= weights[first] ?? 0;
    things[first] = undefined;
    first += 1;
    fallen += 1;
    if (first < 4_096 || first * 2 < seqs.length) return;
    seqs = seqs.slice(first);
    things = things.slice(first);
    weights = weights.slice(first);
    first = 0;
  };

  const placeOf = (seq: number): number => {
    let low = first;
    let high = seqs.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((seqs[middle] ?? 0) < seq) low = middle + 1;
      else high = middle;
    }
    return low;
  };

  return {
    get(seq) {
      const place = placeOf(seq);
      return seqs[place] === seq ? things[place] : undefined;
    },
    fallen: () => fallen,
    keep(seq, thing, weight) {
      seqs.push(seq);
      things.push(thing);
      weights.push(weight);
      held += weight;
      while ((held > limit && seqs.length - first > 1) || seqs.length - first > most) drop();
    },
  };
}
