import { reason } from '../text/reason.ts';
import type { End, Onlooker } from '../transport/relay.ts';
import type { HeldClock } from './clock.ts';
import type { TappedLines, TappedStream, TappedStreams } from './tapped-streams.ts';

/** ms that bytes wait before they are looked at, so that it is done for many at once and between two of them. */
const TICK = 4;
/** ms that a server has to say its first word before the transcript is opened without it. */
const START = 150;
/** Bytes with which that does not wait for the next tick. */
const BUSY = 64 * 1024;
/** ms of looking in one turn of the event loop: what passes meanwhile waits that long at most. */
const SLICE = 0.5;
/** Bytes that may wait to be looked at; with more, less is read. */
const MOST = 1024 * 1024;
/** ms at the end for what still waits, and of it in one turn. */
const LAST = 5_000;
const LAST_SLICE = 20;

/** What waits to be looked at: bytes, the end of a stream, or something that happened between them. */
type Waiting = (
  | { readonly stream: TappedStream; readonly bytes?: Buffer }
  | { readonly told: (into: TappedStreams) => void }
) & {
  /** When it passed. */
  readonly at: number;
};

/** What records a relay; bytes can be given to it before the transcript is open. */
export interface StdioRecorder extends Onlooker {
  /** As an onlooker's, and of lines of our own. */
  passed(stream: TappedStream, bytes: Buffer): Promise<void> | undefined;
  /** Something has happened between what has passed and what will. */
  happened(told: (into: TappedStreams) => void): void;
  /**
   * Looks at all that is left, and closes the transcript.
   *
   * @param isHurried whether there is no time for that any more
   */
  finish(end: End, isHurried?: () => boolean): Promise<void>;
  /** It records no more, for this reason; all that is done here may be the reason. */
  stop(why: unknown): void;
}

/** What a recorder of a relay is given. */
export interface StdioRecorderOptions {
  readonly clock: HeldClock;
  /** Of the server. */
  readonly pid: number;
  /** Opens the transcript; what is done later by a clock goes through its guard. */
  readonly open: (guard: (task: () => void) => void) => Promise<TappedStreams>;
  /** Told once why nothing is recorded any more. */
  readonly onStop: (why: string) => void;
  /** Told when more comes than can be looked at. */
  readonly onFlood: () => void;
}

/** What is done about what waits. */
interface State extends StdioRecorderOptions {
  readonly waiting: Waiting[];
  /** Bytes. */
  size: number;
  /** The first of them has been taken, and is not done. */
  isBegun: boolean;
  into: TappedStreams | undefined;
  isDue: boolean;
  isOver: boolean;
  /** Who waits until fewer bytes do. */
  readonly held: (() => void)[];
}

/**
 * Records what passes a relay, in moments in which nothing does:
 *
 *   bytes with their time ─▶ waiting ─▶ (a tick) ─▶ lines ─▶ messages ─▶ tapped
 *
 * Whatever fails here ends the recording and nothing else.
 */
export function createStdioRecorder(options: StdioRecorderOptions): StdioRecorder {
  const s: State = {
    ...options,
    waiting: [],
    size: 0,
    isBegun: false,
    into: undefined,
    isDue: false,
    isOver: false,
    held: [],
  };
  const at = options.clock.present();
  let wake = (): void => {};
  // Until the server has said something, both have enough to do with its start.
  const woken = new Promise<void>((resolve) => {
    wake = resolve;
    options.clock.later(START, resolve);
  });
  const opened = woken
    .then(() => options.open((task) => guard(s, task)))
    .then(
      (into) => begin(s, into, at),
      (error: unknown) => stop(s, error),
    );
  const happened: StdioRecorder['happened'] = (told) => {
    if (s.isOver) return;
    s.waiting.push({ told, at: options.clock.present() });
    schedule(s);
  };
  return {
    passed(stream, bytes) {
      if (s.isOver) return undefined;
      if (stream === 'stdout') wake();
      s.waiting.push({ stream, bytes, at: options.clock.present() });
      s.size += bytes.length;
      schedule(s);
      if (s.size <= MOST) return undefined;
      options.onFlood();
      return new Promise((resolve) => s.held.push(resolve));
    },
    ended(stream) {
      if (s.isOver) return;
      s.waiting.push({ stream, at: options.clock.present() });
      schedule(s);
    },
    happened,
    left: () => happened((into) => into.closed('client')),
    async finish(end, isHurried = () => false) {
      const ended = options.clock.present();
      wake();
      await opened;
      const until = s.clock.present() + LAST;
      while (s.waiting.length > 0 && s.clock.present() < until && !isHurried()) {
        guard(s, () => work(s, s.clock.present() + LAST_SLICE));
        await new Promise<void>((resolve) => s.clock.soon(resolve));
      }
      guard(s, () => finish(s, end, ended));
    },
    stop: (why) => stop(s, why),
  };
}

function begin(s: State, into: TappedStreams, at: number): void {
  if (s.isOver) into.close();
  guard(s, () => {
    s.into = into;
    s.clock.set(at);
    into.spawned(s.pid);
    s.clock.set(undefined);
    schedule(s);
  });
}

/** Has a slice done soon: in a flood at once, else when there is more to do. */
function schedule(s: State): void {
  if (s.isDue || s.isOver || s.into === undefined || s.waiting.length === 0) return;
  s.isDue = true;
  const turn = (): void => {
    s.isDue = false;
    guard(s, () => work(s, s.clock.present() + SLICE));
    if (s.waiting.length > 0) s.clock.soon(turnOn);
  };
  const turnOn = (): void => {
    if (!s.isDue) turn();
  };
  if (s.size > BUSY) s.clock.soon(turn);
  else s.clock.later(TICK, turn);
}

/** Looks at what waits until this time. */
function work(s: State, until: number): void {
  const { waiting, into, clock } = s;
  if (into === undefined) return;
  let done = 0;
  while (done < waiting.length && s.clock.present() < until) {
    const next = waiting[done] as Waiting;
    clock.set(next.at);
    if ('told' in next) next.told(into);
    else {
      const lines = into.lines[next.stream];
      if (next.bytes === undefined) lines.end();
      else if (isMore(s, lines, next.bytes)) continue;
    }
    done += 1;
  }
  waiting.splice(0, done);
  if (waiting.length === 0) clock.set(undefined);
  if (s.size < MOST / 2) for (const release of s.held.splice(0)) release();
}

/** Takes a step in these bytes; whether they have another one. */
function isMore(s: State, lines: TappedLines, bytes: Buffer): boolean {
  if (!s.isBegun) lines.add(bytes);
  s.isBegun = lines.step();
  if (s.isBegun) return true;
  s.size -= bytes.length;
  lines.rest();
  return false;
}

function finish(s: State, end: End, at: number): void {
  const { into, clock } = s;
  if (into === undefined) return;
  clock.set(at);
  for (const lines of Object.values(into.lines)) lines.end();
  if (s.size > 0) into.unrecorded(`${s.size} bytes that passed at the end were not looked at`);
  into.exited(end);
  s.isOver = true;
  into.close();
}

/** Does something of which nothing may reach the session. */
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
  s.size = 0;
  for (const release of s.held.splice(0)) release();
  const why = reason(error);
  try {
    s.into?.unrecorded(why);
    s.into?.close();
  } catch {
    // What it fails on is why it is over.
  }
  s.onStop(why);
}
