import { PassThrough } from 'node:stream';
import { decoded } from './content-encoding.ts';

/** Does something in its turn, as that which passed is told; `size`: bytes that it keeps until then. */
export type InTurn = (task: () => void, size?: number) => void;

/** Takes a body, and has what it is told done once all of it is decompressed. */
export interface Sink {
  push(chunk: Buffer): void;
  end(then: (why?: string) => void): void;
}

/** Whether a body with this coding is sent as it is. */
export const isPlain = (coding: string): boolean => /^\s*(?:identity)?\s*$/i.test(coding);

/**
 * What takes a body that is coded in this way.
 *
 * @param limit decompressed bytes after which no more are wanted
 */
export function createSink(
  inTurn: InTurn,
  coding: string,
  take: (chunk: Buffer) => void,
  limit = Number.POSITIVE_INFINITY,
): Sink {
  if (isPlain(coding)) return { push: take, end: (then) => then() };
  const source = new PassThrough();
  let why: string | undefined;
  let isDone = false;
  const whole = decoded(source, coding).then(
    ({ stream, explain }) =>
      new Promise<void>((resolve) => {
        let size = 0;
        const done = (): void => {
          isDone = true;
          resolve();
        };
        stream.on('data', (chunk: Buffer) => {
          size += chunk.length;
          inTurn(() => take(chunk), chunk.length);
          if (size <= limit) return;
          done();
          stream.destroy();
        });
        stream.on('end', done);
        stream.on('error', (error) => {
          const cause = explain(error);
          if (!isDone) why = cause instanceof Error ? cause.message : String(cause);
          done();
        });
      }),
    (error: Error) => {
      why = error.message;
      isDone = true;
    },
  );
  return {
    push(chunk) {
      if (!isDone) source.write(chunk);
    },
    end(then) {
      source.end();
      void whole.then(() => inTurn(() => then(why)));
    },
  };
}
