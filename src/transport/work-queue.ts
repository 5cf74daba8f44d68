/** A step of some work; true when it was the last of it. */
export type WorkStep = () => boolean;

/** Work in steps, in an order that may change while it is done. */
export interface WorkQueue {
  /** Puts work before all that waits. */
  next(task: WorkStep): void;
  /** Puts work behind all that waits. */
  last(task: WorkStep): void;
  /** Takes a step; false when nothing is left. */
  step(): boolean;
  /** Takes all the steps. */
  finish(): void;
  /** Forgets what waits. */
  drop(): void;
}

/** A stack at one end and a queue at the other; a step that adds work does not lose its own place. */
export function createWorkQueue(): WorkQueue {
  /** The last one is the next. */
  const tasks: WorkStep[] = [];

  const step = (): boolean => {
    const task = tasks.at(-1);
    if (task?.()) tasks.splice(tasks.lastIndexOf(task), 1);
    return tasks.length > 0;
  };

  return {
    next: (task) => void tasks.push(task),
    last: (task) => void tasks.unshift(task),
    step,
    finish() {
      while (step());
    },
    drop() {
      tasks.length = 0;
    },
  };
}
