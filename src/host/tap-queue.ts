import { reason } from '../text/reason.ts';
import type { HeldClock } from './clock.ts';

/** ms that what passed waits to be looked at, so that it is done for much at once and between two messages. */
const TICK = 4;
/** Bytes with which that does not wait for the next tick. */
const BUSY = 64 * 1024;
/** ms of looking in one turn of the event loop: what passes meanwhile waits that long at most. */
const SLICE = 0.5;
/** Bytes that may wait to be looked at; with more, all of it is done at once, and nothing passes meanwhile. */
const MOST = 8 * 1024 * 1024;
/** ms at the end for what still waits, and of it in one turn. */
const LAST = 5_000;
const LAST_SLICE = 20;

/** What is written of what passes. */
export interface TapTranscript {
  /** What follows is not recorded. */
  unrecorded(why: string): void;
  close(): void;
}

/** Something that is done about what passed; true where there is more to do, for which it is called again. */
export type TapTask<Into> = (into: Into) => unknown;

/** What is done about a transcript, in moments in which nothing passes. */
export interface TapQueue<Into extends TapTranscript> {
  /** Does something in its turn, at the time at which it passed. */
  add(task: TapTask<Into>, size?: number): void;
  /** Bytes that wait to be looked at. */
  size(): number;
  /** Resolves when no more than so many bytes wait. */
  fewer(bytes: number): Promise<void>;
  /**
   * Does all that is left, and closes the transcript.
   *
   * @param last what is to be written of the end, at the time of this call
   * @param isHurried whether there is no time for what is left any more
   */
  finish(last?: (into: Into) => void, isHurried?: () => boolean): Promise<void>;
  /** Nothing is recorded any more, for this reason; all that is done here may be the reason. */
  stop(why: unknown): void;
}

/** What a queue is given. */
export interface TapQueueOptions<Into extends TapTranscript> {
  readonly clock: HeldClock;
  /** Opens the transcript; what is done later by a clock goes through its guard. */
  readonly open: (guard: (task: () => void) => void) => Promise<Into>;
  /** Told once why nothing is recorded any more. */
  readonly onStop: (why: string) => void;
}

/** Something that passed, and waits to be looked at. */
interface Waiting<Into> {
  readonly task: TapTask<Into>;
  readonly size: number;
  /** When it passed. */
  readonly at: number;
}

interface State<Into extends TapTranscript> extends TapQueueOptions<Into> {
  readonly waiting: Waiting<Into>[];
  /** Bytes. */
  size: number;
  into: Into | undefined;
  isDue: boolean;
  /** What waits is being looked at. */
  isAtWork: boolean;
  isOver: boolean;
  /** Who waits until fewer bytes do. */
  held: { readonly bytes: number; readonly release: () => void }[];
}

/** A queue that takes what passes before its transcript is open. Whatever fails in it ends the recording and nothing else. */
export function createTapQueue<Into extends TapTranscript>(options: TapQueueOptions<Into>): TapQueue<Into> {
  const s: State<Into> = {
    ...options,
    ...{ waiting: [], size: 0, into: undefined, isDue: false, isAtWork: false, isOver: false, held: [] },
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
    size: () => s.size,
    fewer: (bytes) => new Promise((release) => s.held.push({ bytes, release })),
    async finish(last = () => {}, isHurried = () => false) {
      const at = s.clock.present();
      await opened;
      const until = s.clock.present() + LAST;
      while (s.waiting.length > 0 && s.clock.present() < until && !isHurried()) {
        work(s, s.clock.present() + LAST_SLICE);
        await new Promise<void>((resolve) => s.clock.soon(resolve));
      }
      guard(s, () => finish(s, last, at));
    },
    stop: (why) => stop(s, why),
  };
}

/** Has a slice done soon: in a flood at once. */
function schedule<Into extends TapTranscript>(s: State<Into>): void {
  if (s.isDue || s.isOver || s.into === undefined || s.waiting.length === 0) return;
  s.isDue = true;
  if (s.size > BUSY) s.clock.soon(() => turn(s));
  else s.clock.later(TICK, () => turn(s));
}

function turn<Into extends TapTranscript>(s: State<Into>): void {
  s.isDue = false;
  work(s, s.clock.present() + SLICE);
  if (s.waiting.length === 0 || s.isOver) return;
  s.isDue = true;
  s.clock.soon(() => turn(s));
}

/** Looks at what waits until this time, once at least. */
function work<Into extends TapTranscript>(s: State<Into>, until: number): void {
  const { into, waiting } = s;
  // A task may add others, which have their turn.
  if (into === undefined || s.isAtWork || waiting.length === 0) return;
  s.isAtWork = true;
  let done = 0;
  guard(s, () => {
    do {
      const { task, size, at } = waiting[done] as Waiting<Into>;
      s.clock.set(at);
      if (task(into) === true) continue;
      done += 1;
      s.size -= size;
    } while (done < waiting.length && s.clock.present() < until);
  });
  s.isAtWork = false;
  waiting.splice(0, done);
  s.clock.set(undefined);
  release(s);
}

function release<Into extends TapTranscript>(s: State<Into>): void {
  const free = s.held.filter(({ bytes }) => s.isOver || s.size <= bytes);
  if (free.length === 0) return;
  s.held = s.held.filter((one) => !free.includes(one));
  for (const one of free) one.release();
}

function finish<Into extends TapTranscript>(s: State<Into>, last: (into: Into) => void, at: number): void {
  const { into, clock, size } = s;
  if (into === undefined) return;
  clock.set(at);
  if (size > 0) into.unrecorded(`${size} bytes that passed at the end were not looked at`);
  last(into);
  s.isOver = true;
  into.close();
}

/** Does something of which nothing may reach those who speak. */
function guard<Into extends TapTranscript>(s: State<Into>, task: () => void): void {
  if (s.isOver) return;
  try {
    task();
  } catch (error) {
    stop(s, error);
  }
}

function stop<Into extends TapTranscript>(s: State<Into>, error: unknown): void {
  if (s.isOver) return;
  s.isOver = true;
  s.waiting.length = 0;
  s.size = 0;
  release(s);
  const why = reason(error);
  try {
    s.into?.unrecorded(why);
    s.into?.close();
  } catch {
    // What it fails on is why it is over.
  }
  s.onStop(why);
}
