import { PassThrough } from 'node:stream';
import { decoded } from './content-encoding.ts';

/** Takes a body, and has what it is told done once all of it is decompressed. */
export interface Sink {
  push(chunk: Buffer): void;
  end(then: (why?: string) => void): void;
}

/** What takes a body that is coded in this way. */
export function createSink(
  inTurn: (task: () => void) => void,
  coding: string,
  take: (chunk: Buffer) => void,
): Sink {
  if (/^\s*(?:identity)?\s*$/i.test(coding)) return { push: take, end: (then) => then() };
  const source = new PassThrough();
  let why: string | undefined;
  const whole = decoded(source, coding).then(
    ({ stream, explain }) =>
      new Promise<void>((resolve) => {
        stream.on('data', (chunk: Buffer) => inTurn(() => take(chunk)));
        stream.on('end', resolve);
        stream.on('error', (error) => {
          const cause = explain(error);
          why = cause instanceof Error ? cause.message : String(cause);
          resolve();
        });
      }),
    (error: Error) => {
      why = error.message;
    },
  );
  return {
    push: (chunk) => void source.write(chunk),
    end(then) {
      source.end();
      void whole.then(() => inTurn(() => then(why)));
    },
  };
}
