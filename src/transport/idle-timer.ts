/** ms of silence after which a message counts as complete although its line is not. */
const SETTLE = 300;
/** ms of silence after which what looked like the beginning of a message no longer does. */
const GIVE_UP = 3000;

/** Who takes bytes and has to do with what it has when no more come; a framing for one. */
interface Listener {
  readonly waiting: () => boolean;
  readonly settle?: () => void;
  readonly giveUp: () => void;
}

/** Notices the silence of a sender. */
export interface IdleTimer {
  /** Something came: the silence begins anew. */
  heard(): void;
  stop(): void;
}

/** A sender that forgets the newline and waits for our answer would wait for ever; so its silence is an end. */
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
