import type { Seqs } from './column.ts';

/** A packed list of seqs in an order, into which and out of which lines can be taken anywhere. */
export interface Ordered extends Seqs {
  has(seq: number): boolean;
  /** Puts lines in that are not there, in whatever order they are given. */
  add(seqs: readonly number[]): void;
  remove(seq: number): void;
}

/**
 * An empty list. Lines that stand behind all others cost nothing, others what comes behind the first of them.
 *
 * @param time when a line was; lines of the same time stand in the order of their numbers
 */
export function createOrdered(time: (seq: number) => number = () => 0): Ordered {
  let list = new Float64Array(64);
  let length = 0;

  const compare = (one: number, other: number): number => time(one) - time(other) || one - other;
  const isBehind = (seq: number, other: number): boolean => seq === other || compare(seq, other) > 0;
  /** The last of the first `end` that is not after a line. */
  const placeAmong = (end: number, seq: number): number => {
    if (end > 0 && isBehind(seq, list[end - 1]!)) return end - 1;
    const at = time(seq);
    let [low, high] = [0, end];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const other = list[middle]!;
      const since = time(other) - at || other - seq;
      if (since <= 0) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  };
  const placeOf = (seq: number): number => placeAmong(length, seq);
  const makeRoom = (more: number): void => {
    if (length + more <= list.length) return;
    const larger = new Float64Array(Math.max(length + more, list.length * 2));
    larger.set(list.subarray(0, length));
    list = larger;
  };
  const insert = (late: readonly number[]): void => {
    // From the last on, so that each line is moved once.
    let end = length;
    for (let at = late.length - 1; at >= 0; at -= 1) {
      const place = placeAmong(end, late[at]!) + 1;
      list.copyWithin(place + at + 1, place, end);
      list[place + at] = late[at]!;
      end = place;
    }
    length += late.length;
  };

  return {
    get length() {
      return length;
    },
    at: (place) => (place < length ? (list[place] ?? 0) : 0),
    placeOf,
    has: (seq) => list[placeOf(seq)] === seq,
    add(seqs) {
      makeRoom(seqs.length);
      const late: number[] = [];
      let end = length === 0 ? Number.NEGATIVE_INFINITY : time(list[length - 1]!);
      for (const seq of seqs) {
        const at = time(seq);
        if (at > end || length === 0 || (at === end && seq > list[length - 1]!)) {
          list[length++] = seq;
          end = at;
        } else late.push(seq);
      }
      if (late.length > 0) insert(late.sort(compare));
    },
    remove(seq) {
      const place = placeOf(seq);
      if (list[place] !== seq) return;
      list.copyWithin(place, place + 1, length);
      length -= 1;
    },
  };
}
