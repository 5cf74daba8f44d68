import type { Clock } from '../time/clock.ts';

/** Time, as a host needs it; passed in, so that a test can hold it. */
export interface HostClock extends Clock {
  /** Wall clock, ms since 1970. `now` is monotonic and begins anywhere. */
  readonly wall: () => number;
}

/** The clocks of this machine. */
export const systemClock: HostClock = {
  now: () => performance.now(),
  wall: () => Date.now(),
  soon: (task) => void setImmediate(task),
  later(ms, task) {
    // setTimeout cannot wait longer than this, and would not wait at all.
    const timer = setTimeout(task, Math.min(ms, 2 ** 31 - 1));
    return () => clearTimeout(timer);
  },
};
