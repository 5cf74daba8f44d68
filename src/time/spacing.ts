import { seconds } from '../text/measure.ts';
import type { Clock } from './clock.ts';

/** How what is done again and again is spaced out. */
export interface SpacingLimits {
  /** What comes within so many ms of the last time is taken for its consequence. */
  readonly within: number;
  /** How often in a row it is done at once. */
  readonly free: number;
  /** ms of the first pause, which doubles from then on up to the longest. */
  readonly first: number;
  readonly most: number;
}

/** One thing that is done again and again because the server says so. */
export interface Spacing {
  /** Called when it is to be done again: ms to wait first. */
  wait(): number;
  /** It was done; `isNew` says that it brought something new. */
  done(isNew?: boolean): void;
}

/** Lists that are asked for again, and resources that are read again. */
export const REQUESTS: SpacingLimits = { within: 500, free: 4, first: 100, most: 10_000 };
/** Sessions that are begun anew. */
export const SESSIONS: SpacingLimits = { within: 5_000, free: 3, first: 500, most: 30_000 };
/** Event streams that are resumed. */
export const STREAMS: SpacingLimits = { within: 500, free: 20, first: 100, most: 2_000 };
/** Answers to the server's own requests. */
export const ANSWERS: SpacingLimits = { within: 250, free: 200, first: 10, most: 250 };

/** So often in a row is a loop, even where each time brings something new. */
const LOOP = 12;

/**
 * Spaces out what a server has us do, so that one that says "changed" whenever it is asked is not asked for ever at
 * full speed.
 *
 *   done ─▶ wanted as its consequence ─▶ at once, a few times ─▶ after a pause, longer each time
 *     └──▶ wanted later ───────────────▶ at once, and the count begins anew
 *
 * @param onLoop is told once, when it has brought nothing new so often in a row that a pause is due: how often, in words
 */
export function createSpacing(
  { now }: Pick<Clock, 'now'>,
  { within, free, first, most }: SpacingLimits,
  onLoop: (loop: string) => void = () => {},
): Spacing {
  let last = Number.NEGATIVE_INFINITY;
  let began = 0;
  let inARow = 0;
  let fruitless = 0;
  let isTold = false;
  return {
    wait() {
      const at = now();
      if (at - last > within) {
        [began, inARow, fruitless] = [at, 0, 0];
        return 0;
      }
      inARow += 1;
      if (!isTold && inARow >= free && (fruitless >= free || inARow >= LOOP)) {
        isTold = true;
        onLoop(`${inARow} times in ${short(at - began)}, from now on at most one every ${short(most)}`);
      }
      return inARow < free ? 0 : Math.min(most, first * 2 ** (inARow - free));
    },
    done(isNew = false) {
      last = now();
      fruitless = isNew ? 0 : fruitless + 1;
    },
  };
}

const short = (ms: number): string => (ms < 1_000 ? `${Math.round(ms)} ms` : seconds(ms));
