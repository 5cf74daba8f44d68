/** A clock and an alarm. */
export interface Clock {
  readonly now: () => number;
  /** Runs a task when the current turn of the event loop is over. */
  readonly soon: (task: () => void) => void;
  /** Runs a task after so many ms; what it returns calls that off. */
  readonly later: (ms: number, task: () => void) => () => void;
}
