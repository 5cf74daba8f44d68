import type { End, Onlooker } from '../transport/relay.ts';
import { createTapQueue, type TapQueue, type TapQueueOptions } from './tap-queue.ts';
import type { TappedStream, TappedStreams } from './tapped-streams.ts';

/** ms that a server has to say its first word before the transcript is opened without it. */
const START = 150;
/** Bytes that may wait to be looked at; with more, less is read. */
const MOST = 1024 * 1024;

/** What records a relay; bytes can be given to it before the transcript is open. */
export interface StdioRecorder extends Onlooker, Pick<TapQueue<TappedStreams>, 'stop'> {
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
}

/** What a recorder of a relay is given. */
export interface StdioRecorderOptions extends TapQueueOptions<TappedStreams> {
  /** Of the server. */
  readonly pid: number;
  /** Told when more comes than can be looked at. */
  readonly onFlood: () => void;
}

/**
 * Records what passes a relay, in moments in which nothing does:
 *
 *   bytes with their time ─▶ queue ─▶ (a tick) ─▶ lines ─▶ messages ─▶ tapped
 */
export function createStdioRecorder(options: StdioRecorderOptions): StdioRecorder {
  const { clock, pid, onFlood } = options;
  let wake = (): void => {};
  // Until the server has said something, both have enough to do with its start.
  const woken = new Promise<void>((resolve) => {
    wake = resolve;
    clock.later(START, resolve);
  });
  const queue = createTapQueue({
    ...options,
    async open(guard) {
      await woken;
      return options.open(guard);
    },
  });
  queue.add((into) => into.spawned(pid));
  return {
    passed(stream, bytes) {
      if (stream === 'stdout') wake();
      queue.add(inSteps(stream, bytes), bytes.length);
      if (queue.size() <= MOST) return undefined;
      onFlood();
      return queue.fewer(MOST / 2);
    },
    ended: (stream) => queue.add((into) => into.lines[stream].end()),
    happened: queue.add,
    left: () => queue.add((into) => into.closed('client')),
    finish(end, isHurried) {
      wake();
      return queue.finish((into) => {
        for (const lines of Object.values(into.lines)) lines.end();
        into.exited(end);
      }, isHurried);
    },
    stop: queue.stop,
  };
}

/** Takes one step in these bytes after the other. */
function inSteps(stream: TappedStream, bytes: Buffer): (into: TappedStreams) => boolean {
  let isBegun = false;
  return ({ lines: { [stream]: lines } }) => {
    if (!isBegun) lines.add(bytes);
    isBegun = lines.step();
    if (!isBegun) lines.rest();
    return isBegun;
  };
}
