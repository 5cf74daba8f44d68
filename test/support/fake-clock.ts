import type { Clock } from '../../src/time/clock.ts';

/** A clock that stands still until time is let pass. */
export interface FakeClock extends Clock {
  /** Lets so many ms pass: what is due meanwhile is run in its order, each with what follows from it at once. */
  pass(ms: number): Promise<void>;
}

export function fakeClock(): FakeClock {
  let time = 0;
  let alarms: { readonly at: number; readonly task: () => void }[] = [];
  return {
    now: () => time,
    soon: (task) => void setImmediate(task),
    later(ms, task) {
      const alarm = { at: time + ms, task };
      alarms.push(alarm);
      return () => {
        alarms = alarms.filter((one) => one !== alarm);
      };
    },
    async pass(ms) {
      const end = time + ms;
      for (;;) {
        const next = alarms.toSorted((one, other) => one.at - other.at).find(({ at }) => at <= end);
        if (next === undefined) break;
        alarms = alarms.filter((one) => one !== next);
        time = next.at;
        next.task();
        await new Promise(setImmediate);
      }
      time = end;
    },
  };
}
