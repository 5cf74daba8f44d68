import type { StreamEnd } from './events.ts';

/** What came of asking for a stream: there is none, or it was read to its end. */
export type Heard = { readonly kind: 'none' } | { readonly kind: 'ended'; readonly end: StreamEnd };

/** The stream on which a server sends what no request of ours asks for. */
export interface Listener {
  /** Asks for it; once. */
  start(): void;
  /** Whether it is there, or is being asked for. */
  isOpen(): boolean;
}

/** ms before it is asked for anew; longer each time that nothing was heard, up to the most. */
const AGAIN = 1_000;
const MOST = 30_000;
/** Times in a row that nothing may be heard. */
const PATIENCE = 5;

/**
 * Keeps a stream open: when it ends it is asked for again, from the last event that had an id, until there is none
 * or nothing is heard on it several times in a row.
 *
 * @param open asks for the stream and reads it to its end
 * @param pause resolves after so many ms; with false when it is time to stop
 */
export function createListener(
  open: (lastId: string | undefined) => Promise<Heard>,
  pause: (ms: number) => Promise<boolean>,
): Listener {
  let state: 'not begun' | 'open' | 'over' = 'not begun';

  const run = async (): Promise<void> => {
    let lastId: string | undefined;
    let wait = AGAIN;
    for (let silent = 0; silent <= PATIENCE; ) {
      const heard = await open(lastId);
      if (heard.kind === 'none') break;
      const { end } = heard;
      lastId = end.lastId ?? lastId;
      silent = end.events > 0 ? 0 : silent + 1;
      wait = end.events > 0 ? AGAIN : Math.min(MOST, wait * 1.5);
      if (!(await pause(end.retry ?? wait))) break;
    }
    state = 'over';
  };

  return {
    start() {
      if (state !== 'not begun') return;
      state = 'open';
      void run();
    },
    isOpen: () => state === 'open',
  };
}
