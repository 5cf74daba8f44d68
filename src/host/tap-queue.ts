import { reason } from '../text/reason.ts';
import type { HeldClock } from './clock.ts';
import type { Tapped } from './tapped.ts';

/** ms that what passed waits to be looked at, so that it is done between two messages. */
const TICK = 4;
/** ms of looking in one turn of the event loop. */
const SLICE = 0.5;
/** Bytes that may wait to be looked at; with more, all of it is done at once, and nothing passes meanwhile. */
const MOST = 8 * 1024 * 1024;

/** What is done about a transcript, in moments in which nothing passes. */
export interface TapQueue {
  /** Does something in its turn, at the time at which it passed. */
  add(task: (into: Tapped) => void, size?: number): void;
  /**
   * Does all that is left, and closes the transcript.
   *
   * @param detail why it ends, where that is not in it yet
   */
  finish(detail?: string): Promise<void>;
  /** Nothing is recorded any more, for this reason. */
  stop(why: unknown): void;
}

/** What a queue is given. */
export interface TapQueueOptions {
  readonly clock: HeldClock;
  /** Opens the transcript; what is done later by a clock goes through its guard. */
  readonly open: (guard: (task: () => void) => void) => Promise<Tapped>;
  /** Told once why nothing is recorded any more. */
  readonly onStop: (why: string) => void;
}

/** Something that passed, and waits to be looked at. */
interface Waiting {
  readonly task: (into: Tapped) => void;
  readonly size: number;
  /** When it passed. */
  readonly at: number;
}

interface State extends TapQueueOptions {
  readonly waiting: Waiting[];
  /** Bytes. */
  size: number;
  into: Tapped | undefined;
  isDue: boolean;
  /** What waits is being looked at. */
  isAtWork: boolean;
  isOver: boolean;
}

/** A queue that takes what passes before its transcript is open. Whatever fails in it ends the recording and nothing else. */
export function createTapQueue(options: TapQueueOptions): TapQueue {
  const s: State = {
    ...options,
    ...{ waiting: [], size: 0, into: undefined, isDue: false, isAtWork: false, isOver: false },
  };
  const opened = options
    .open((task) => guard(s, task))
    .then(
      (into) => {
        s.into = into;
        if (s.isOver) into.close();
        else schedule(s);
      },
      (error: unknown) => stop(s, error),
    );
  return {
    add(task, size = 0) {
      if (s.isOver) return;
      s.waiting.push({ task, size, at: s.clock.present() });
      s.size += size;
      if (s.size > MOST) work(s, Number.POSITIVE_INFINITY);
      schedule(s);
    },
    async finish(detail) {
      await opened;
      work(s, Number.POSITIVE_INFINITY);
      guard(s, () => {
        if (detail !== undefined) {
          s.into?.life('close', { side: 'client', detail });
          s.into?.life('exit', { detail });
        }
        s.isOver = true;
        s.into?.close();
      });
    },
    stop: (why) => stop(s, why),
  };
}

function schedule(s: State): void {
  if (s.isDue || s.isOver || s.into === undefined || s.waiting.length === 0) return;
  s.isDue = true;
  s.clock.later(TICK, () => turn(s));
}

function turn(s: State): void {
  s.isDue = false;
  work(s, s.clock.present() + SLICE);
  if (s.waiting.length === 0 || s.isOver) return;
  s.isDue = true;
  s.clock.soon(() => turn(s));
}

/** Looks at what waits until this time, at one thing at least. */
function work(s: State, until: number): void {
  const { into, waiting } = s;
  // A task may add others, which have their turn.
  if (into === undefined || s.isAtWork) return;
  s.isAtWork = true;
  let done = 0;
  guard(s, () => {
    while (done < waiting.length && (done === 0 || s.clock.present() < until)) {
      const { task, size, at } = waiting[done] as Waiting;
      done += 1;
      s.size -= size;
      s.clock.set(at);
      task(into);
    }
  });
  s.isAtWork = false;
  waiting.splice(0, done);
  s.clock.set(undefined);
}

/** Does something of which nothing may reach those who speak. */
function guard(s: State, task: () => void): void {
  if (s.isOver) return;
  try {
    task();
  } catch (error) {
    stop(s, error);
  }
}

function stop(s: State, error: unknown): void {
  if (s.isOver) return;
  s.isOver = true;
  s.waiting.length = 0;
  const why = reason(error);
  try {
    s.into?.life('unrecorded', { detail: why });
    s.into?.close();
  } catch {
    // What it fails on is why it is over.
  }
  s.onStop(why);
}
