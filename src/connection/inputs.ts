import { isObject } from '../json/shape.ts';
import { MOST_WAITING } from '../session/inbox.ts';
import type { Answer } from './answer.ts';
import type { Life } from './calls.ts';

/** What is answered when too many requests wait already. */
export const TOO_MANY: Answer = {
  error: { code: -32000, message: `Too many requests: ${MOST_WAITING} wait for a person already` },
};

/** What a person was asked for and has not answered yet. */
export interface Inputs {
  /**
   * Waits for the answer to what the frame `seq` asks for under `key`; `id` is that of a request of the server's own,
   * `holds` says that the server works on one of ours meanwhile. Never settles when it is taken back. Where too many
   * wait, a request of the server's own is answered with {@link TOO_MANY}.
   */
  wait(seq: number, key: string, how: { readonly id?: unknown; readonly holds: boolean }): Promise<Answer>;
  /** Does anybody wait for it? What a rule answers is awaited by nobody. */
  awaits(seq: number, key: string): boolean;
  /** Nothing happens when nobody waits for it any more. */
  answer(seq: number, key: string, answer: Answer): void;
  /** The server takes a request of its own back (basic/utilities/cancellation): no answer is sent. */
  takeBack(params: unknown): void;
  /** Nobody waits any more for what this frame asked for; for nothing at all when none is given. */
  forget(seq?: number): void;
}

interface Waiting {
  readonly seq: number;
  readonly key: string;
  readonly id: unknown;
  readonly holds: boolean;
  readonly resolve: (answer: Answer) => void;
}

/**
 * @param onHold is told whether anything waits while the server works on a request of ours
 * @param life is told, once, that too many requests of the server wait
 */
export function createInputs(onHold: (wait: boolean) => void, life: Life): Inputs {
  const waiting = new Set<Waiting>();
  let isTold = false;

  const tooMany = (): Answer => {
    const detail = `${MOST_WAITING} requests of the server wait for you: further ones are answered with an error until you have answered some`;
    if (!isTold) life({ event: 'throttled', detail });
    isTold = true;
    return TOO_MANY;
  };

  const drop = (isGone: (one: Waiting) => boolean): void => {
    for (const one of waiting) if (isGone(one)) waiting.delete(one);
    onHold([...waiting].some(({ holds }) => holds));
  };

  const find = (seq: number, key: string): Waiting | undefined =>
    [...waiting].find((one) => one.seq === seq && one.key === key);

  return {
    wait(seq, key, { id, holds }) {
      if (id !== undefined && waiting.size >= MOST_WAITING) return Promise.resolve(tooMany());
      return new Promise((resolve) => {
        waiting.add({ seq, key, id, holds, resolve });
        if (holds) onHold(true);
      });
    },
    awaits: (seq, key) => find(seq, key) !== undefined,
    answer(seq, key, answer) {
      const found = find(seq, key);
      if (found === undefined) return;
      drop((one) => one === found);
      found.resolve(answer);
    },
    takeBack(params) {
      const id = isObject(params) ? params['requestId'] : undefined;
      if (id !== undefined) drop((one) => one.key === '' && one.id === id);
    },
    forget(seq) {
      drop((one) => seq === undefined || one.seq === seq);
    },
  };
}
