/** ms of work in one turn of the event loop: between two turns, keys, timers and painting get theirs. */
const SLICE = 5;
/** ms of work on what is left when nothing more is read. */
const LAST = 50;
/** Bytes that are handed over at once to whoever takes bytes alone. */
const PIECE = 4096;

/** Where chunks come from: a stream, or what cannot be paused and only looks like one. */
interface Source<Chunk> {
  on(event: 'data', take: (chunk: Chunk) => void): unknown;
  off(event: 'data', take: (chunk: Chunk) => void): unknown;
  pause(): unknown;
  resume(): unknown;
}

/** Who makes something of chunks, in steps so short that a turn of the event loop has room for many. */
export interface Worker<Chunk = Buffer> {
  /** Takes the next chunk, which must not change afterwards. */
  add(chunk: Chunk): void;
  /** Works on a little of what was taken; false when nothing is left. */
  step(): boolean;
}

/** What is to be waited for before more is worked off, if anything is. */
export type Hold = () => Promise<unknown> | undefined;

/** A worker that hands bytes on, a few at a time. */
export function inPieces(push: (piece: Buffer) => void): Worker {
  let rest: Buffer = Buffer.alloc(0);
  return {
    add(chunk) {
      rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    },
    step() {
      if (rest.length > 0) push(rest.subarray(0, PIECE));
      rest = rest.subarray(PIECE);
      return rest.length > 0;
    },
  };
}

/** Lets through what a stream brings, as fast as it is worked off. */
export interface Sluice {
  /** Whether something has come that is not worked off yet. */
  readonly isBusy: () => boolean;
  /** Resolves when all that has come is worked off, at once if it is. */
  drained(): Promise<void>;
  /** Reads no more; what has come already is worked off as far as a moment allows. */
  stop(): void;
}

/** What a sluice tells, and what it waits for. */
export interface SluiceOptions {
  /** Bytes have come. */
  readonly onData?: () => void;
  /** All that has come is worked off. */
  readonly onDrained?: () => void;
  /** What to wait for before the next step, if for anything. */
  readonly hold?: Hold | undefined;
}

/**
 * Works off what a stream brings for a few milliseconds at a turn of the event loop, and reads no more of it meanwhile:
 * a server that writes faster than it is read has to wait, and the person's keys do not.
 *
 *   chunk ─▶ worker ─▶ step, step … ─┬▶ nothing left ─▶ the next chunk
 *                                    └▶ the slice is over ─▶ the stream is paused ─▶ (next turn) step …
 */
export function createSluice<Chunk>(
  stream: Source<Chunk>,
  worker: Worker<Chunk>,
  options: SluiceOptions = {},
): Sluice {
  const { onData, onDrained, hold } = options;
  let waiting: (() => void)[] = [];
  let isBusy = false;
  let isStopped = false;
  let isHeld = false;
  /** When the slice of this turn is over; nothing before it begins. */
  let end: number | undefined;

  const turn = (): void => {
    end = undefined;
    goOn();
  };

  const goOn = (): void => {
    if (isBusy && end === undefined && !isHeld) work();
  };

  const work = (): void => {
    if (isStopped) return;
    if (end === undefined) {
      end = performance.now() + SLICE;
      setImmediate(turn);
    }
    while (performance.now() < end) {
      const held = hold?.();
      if (held !== undefined) {
        wait(held);
        break;
      }
      if (worker.step()) continue;
      rest();
      return;
    }
    stream.pause();
  };

  const wait = (held: Promise<unknown>): void => {
    isHeld = true;
    void held.then(() => {
      isHeld = false;
      goOn();
    });
  };

  const rest = (): void => {
    isBusy = false;
    for (const done of waiting.splice(0)) done();
    onDrained?.();
    if (!isBusy) stream.resume();
  };

  const take = (chunk: Chunk): void => {
    isBusy = true;
    worker.add(chunk);
    onData?.();
    if (!isHeld) work();
  };

  stream.on('data', take);
  return {
    isBusy: () => isBusy,
    drained: () => (isBusy ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve()),
    stop() {
      if (isStopped) return;
      isStopped = true;
      stream.off('data', take);
      for (const until = performance.now() + LAST; performance.now() < until && worker.step(); );
      isBusy = false;
      for (const done of waiting.splice(0)) done();
      waiting = [];
    },
  };
}
