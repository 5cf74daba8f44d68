/** A clock and an alarm: `later` runs a task after so many ms and returns the way to call it off. */
export interface Clock {
  readonly now: () => number;
  readonly later: (ms: number, task: () => void) => () => void;
}
