import { atMost } from '../time/at-most.ts';
import type { Clock } from '../time/clock.ts';
import type { Hold } from './sluice.ts';

/** What was sent over HTTP and has not reached the server yet, each in an exchange of its own. */
export interface Arrivals {
  /** Takes what settles when the server has begun to answer, or never will. */
  add(arrived: Promise<unknown>): void;
  /** Resolves when all of it has. */
  all(): Promise<void>;
  /** While very much is on its way, such as answers to a flood of requests, no more is read for a moment. */
  readonly hold: Hold;
}

const MOST = 64;
/** ms that are waited: a server may take a message and never answer its POST. */
const MOMENT = 1_000;

/** Keeps what is under way; a send that fails has arrived, too: its error is told by whoever sent it. */
export function createArrivals(clock: Pick<Clock, 'later'>): Arrivals {
  const arriving = new Set<Promise<unknown>>();
  return {
    add(arrived) {
      const settled: Promise<unknown> = arrived.catch(() => {}).finally(() => arriving.delete(settled));
      arriving.add(settled);
    },
    all: async () => void (await Promise.all(arriving)),
    hold: () => (arriving.size < MOST ? undefined : atMost(clock, MOMENT, Promise.race(arriving))),
  };
}
