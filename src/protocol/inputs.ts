import { isObject } from '../json/shape.ts';
import type { Answer } from './answer.ts';

/** What a person was asked for and has not answered yet. */
export interface Inputs {
  /**
   * Waits for the answer to what the frame `seq` asks for under `key`; `id` is that of a request of the server's own,
   * `holds` says that the server works on one of ours meanwhile. Never settles when it is taken back.
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

/** @param onHold is told whether anything waits while the server works on a request of ours */
export function createInputs(onHold: (wait: boolean) => void): Inputs {
  const waiting = new Set<Waiting>();

  const drop = (isGone: (one: Waiting) => boolean): void => {
    for (const one of waiting) if (isGone(one)) waiting.delete(one);
    onHold([...waiting].some(({ holds }) => holds));
  };

  const find = (seq: number, key: string): Waiting | undefined =>
    [...waiting].find((one) => one.seq === seq && one.key === key);

  return {
    wait: (seq, key, { id, holds }) =>
      new Promise((resolve) => {
        waiting.add({ seq, key, id, holds, resolve });
        if (holds) onHold(true);
      }),
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
