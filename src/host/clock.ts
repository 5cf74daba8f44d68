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

/** A clock that can be held at the moment that is spoken of, which is over. */
export interface HeldClock extends HostClock {
  /** Shows this time until it is told another one; none is that of now. */
  set(time: number | undefined): void;
  /** The time of now, whatever it shows. */
  present(): number;
}

/** @param clock whose times it shows, and whose alarms it has */
export function createHeldClock(clock: HostClock): HeldClock {
  let held: number | undefined;
  return {
    ...clock,
    now: () => held ?? clock.now(),
    wall: () => clock.wall() - (held === undefined ? 0 : clock.now() - held),
    set(time) {
      held = time;
    },
    present: clock.now,
  };
}
