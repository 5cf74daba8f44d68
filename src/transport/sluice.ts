/** ms of work in one turn of the event loop: keys, timers and painting run between two turns. */
const SLICE = 5;
/** ms of work on what is left when reading stops. */
const LAST = 50;
/** Bytes in a step of {@link inPieces}. */
const PIECE = 4096;

/** Where chunks come from: a stream, or something with the same methods. */
interface Source<Chunk> {
  on(event: 'data', take: (chunk: Chunk) => void): unknown;
  off(event: 'data', take: (chunk: Chunk) => void): unknown;
  pause(): unknown;
  resume(): unknown;
}

/** Processes chunks in steps so short that a turn of the event loop has room for many. */
export interface Worker<Chunk = Buffer> {
  /** Takes the next chunk, which must not change afterwards. */
  add(chunk: Chunk): void;
  /** Processes a little; false when nothing is left. */
  step(): boolean;
}

/** What to wait for before more is processed, if anything. */
export type Hold = () => Promise<unknown> | undefined;

/** A worker that passes bytes on, a few at a time. */
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

/** Reads a stream no faster than it is processed. */
export interface Sluice {
  /** Whether some data has not been processed yet. */
  readonly isBusy: () => boolean;
  /** Resolves when all data has been processed. */
  drained(): Promise<void>;
  /** Stops reading; what has arrived already is processed for a moment. */
  stop(): void;
}

/** The callbacks of a sluice. */
export interface SluiceOptions {
  /** Data has arrived. */
  readonly onData?: () => void;
  /** All data has been processed. */
  readonly onDrained?: () => void;
  /** What to wait for before the next step, if for anything. */
  readonly hold?: Hold | undefined;
}

/**
 * Processes what a stream brings for a few milliseconds in each turn of the event loop, and pauses it meanwhile: a server
 * that writes too fast has to wait, the person's keys do not.
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
  /** When the slice of this turn is over; undefined before it begins. */
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
