import { memberText } from '../json/parts.ts';
import { JsonText } from '../json/write.ts';
import type { Id } from '../spec/envelope.ts';
import { asksPerson } from '../spec/methods.ts';
import type { Clock } from '../time/clock.ts';
import { ANSWERS, createSpacing } from '../time/spacing.ts';
import type { Answer } from './answer.ts';
import type { Life } from './calls.ts';
import { TOO_MANY } from './inputs.ts';

/** What answering needs of its connection. */
export interface AnsweringWire extends Clock {
  readonly life: Life;
  /** The exact text of a line. */
  readonly text: (seq: number) => string | undefined;
  readonly send: (message: unknown) => void;
}

/** The server's own requests, until they are answered. */
export interface Answering {
  /** The frame `seq` asks for something. */
  owe(seq: number): void;
  /** The server took it back, or is gone: no answer is sent. */
  drop(seq: number): void;
  /** Sends the answer, unless none is owed any more; after a pause where the server asks over and over. */
  answer(seq: number, asked: { readonly method: string; readonly id: Id }, answer: Answer): void;
}

/** Answers that wait for the end of a pause at the most: to send a hundred thousand at once would hold up the keys. */
const WAITING = 1_000;

/** Answers by id as it was sent, and spaces out what nobody has to think about. */
export function createAnswering({ life, text, send, ...clock }: AnsweringWire): Answering {
  const owed = new Set<number>();
  let newest = '';
  /** What is to be sent when the pause is over, in the order it was asked for. */
  let waiting: (() => void)[] | undefined;
  let endPause = (): void => {};
  const spacing = createSpacing(clock, ANSWERS, (loop) =>
    life({ event: 'throttled', detail: `the server sends ${newest} over and over: ${loop}` }),
  );

  /** The id of a request as it stands in its frame: the server compares all the digits of a number. */
  const asSent = (id: Id, seq: number): unknown => {
    const digits = typeof id === 'number' ? memberText(text(seq) ?? '', 'id') : undefined;
    return digits === undefined ? id : new JsonText(digits);
  };

  const flush = (): void => {
    endPause();
    const due = waiting ?? [];
    waiting = undefined;
    for (const sendOne of due) sendOne();
    spacing.done();
  };

  return {
    owe: (seq) => void owed.add(seq),
    drop: (seq) => void owed.delete(seq),
    answer(seq, { method, id }, answer) {
      const sendOne = (): void => {
        if (owed.delete(seq)) send({ jsonrpc: '2.0', id: asSent(id, seq), ...answer });
      };
      if (asksPerson(method) && answer !== TOO_MANY) return sendOne();
      newest = method;
      if (waiting !== undefined) {
        if (waiting.push(sendOne) >= WAITING) flush();
        return;
      }
      waiting = [sendOne];
      const pause = spacing.wait();
      if (pause === 0) flush();
      else endPause = clock.later(pause, flush);
    },
  };
}
