/** ms of silence after which a message counts as complete, although its line is not. */
const SETTLE = 300;
/** ms of silence after which the beginning of a message is given up. */
const GIVE_UP = 3000;

/** What collects bytes and has to pass them on when no more come, such as a framing. */
interface Listener {
  readonly waiting: () => boolean;
  readonly settle?: () => void;
  readonly giveUp: () => void;
}

/** Ends a wait when nothing has arrived for a while. */
export interface IdleTimer {
  /** Something has arrived: starts again. */
  heard(): void;
  stop(): void;
}

/** A sender that omits the newline and waits for our answer would wait for ever, so its silence ends the line. */
export function createIdleTimer({ waiting, settle, giveUp }: Listener): IdleTimer {
  let timer: NodeJS.Timeout | undefined;
  const stop = () => clearTimeout(timer);
  return {
    heard() {
      stop();
      if (!waiting()) return;
      timer = setTimeout(() => {
        settle?.();
        if (waiting()) timer = setTimeout(giveUp, GIVE_UP - SETTLE);
      }, SETTLE);
    },
    stop,
  };
}
