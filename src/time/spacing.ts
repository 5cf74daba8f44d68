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
/** Sessions that are restarted. */
export const SESSIONS: SpacingLimits = { within: 5_000, free: 3, first: 500, most: 30_000 };
/** Event streams that are resumed. */
export const STREAMS: SpacingLimits = { within: 500, free: 20, first: 100, most: 2_000 };
/** Answers to the server's own requests. */
export const ANSWERS: SpacingLimits = { within: 250, free: 200, first: 10, most: 250 };

/** So often in a row is a loop, even where each time brings something new. */
const LOOP = 12;

/** How one thing has been spaced out so far: a value of its own, changed in place. */
export interface Pace {
  readonly limits: SpacingLimits;
  last: number;
  began: number;
  inARow: number;
  fruitless: number;
  isTold: boolean;
}

export const paceOf = (limits: SpacingLimits): Pace => ({
  limits,
  last: Number.NEGATIVE_INFINITY,
  began: 0,
  inARow: 0,
  fruitless: 0,
  isTold: false,
});

/**
 * How many ms to wait before it is done again. What a server has us do is spaced out, so that one that says "changed"
 * whenever it is asked is not asked for ever at full speed.
 *
 *   done ─▶ wanted as its consequence ─▶ at once, a few times ─▶ after a pause, longer each time
 *     └──▶ wanted later ───────────────▶ at once, and the count begins again
 *
 * @param onLoop called once, when it has brought nothing new so often in a row that a pause is due: how often, in words
 */
export function pauseBefore(pace: Pace, now: number, onLoop: (loop: string) => void): number {
  const { within, free, first, most } = pace.limits;
  if (now - pace.last > within) {
    pace.began = now;
    pace.inARow = 0;
    pace.fruitless = 0;
    return 0;
  }
  pace.inARow += 1;
  const isFruitless = pace.fruitless >= free || pace.inARow >= LOOP;
  if (!pace.isTold && pace.inARow >= free && isFruitless) {
    pace.isTold = true;
    onLoop(
      `${pace.inARow} times in ${short(now - pace.began)}, from now on at most one every ${short(most)}`,
    );
  }
  return pace.inARow < free ? 0 : Math.min(most, first * 2 ** (pace.inARow - free));
}

/** It was done; `isNew` says that it brought something new. */
export function wasDone(pace: Pace, now: number, isNew = false): void {
  pace.last = now;
  pace.fruitless = isNew ? 0 : pace.fruitless + 1;
}

/** The same with a clock of its own. */
export function createSpacing(
  { now }: Pick<Clock, 'now'>,
  limits: SpacingLimits,
  onLoop: (loop: string) => void = () => {},
): Spacing {
  const pace = paceOf(limits);
  return {
    wait: () => pauseBefore(pace, now(), onLoop),
    done: (isNew) => wasDone(pace, now(), isNew),
  };
}

const short = (ms: number): string => (ms < 1_000 ? `${Math.round(ms)} ms` : seconds(ms));
