import { Worker } from 'node:worker_threads';
import { seconds } from '../../text/measure.ts';
import type { Decoded } from './pictures/decode.ts';
import type { Blob } from './pictures/picture.ts';
import type { PixelSize } from './pictures/raster.ts';

/** What the thread is given. */
export interface DecodingWork extends Pick<Blob, 'base64' | 'mimeType'> {
  /** The picture is made as small as this, in its own shape. */
  readonly within: PixelSize;
}

/** ms that a picture has to be decoded. */
const PATIENCE = 10_000;

/**
 * Decodes a picture in a thread of its own, so that keys are taken meanwhile and a picture that is made to take for
 * ever, or all memory, is given up. Never rejects.
 */
export function decodeApart({ base64, mimeType }: Blob, within: PixelSize): Promise<Decoded> {
  return new Promise((resolve) => {
    const work: DecodingWork = { base64, mimeType, within };
    const worker = new Worker(new URL('./decoding.js', import.meta.url), {
      workerData: work,
      // A decoder that has something to say must not say it on the screen.
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: 512 },
    });
    // Who leaves the program does not wait for a picture.
    worker.unref();
    const end = (decoded: Decoded): void => {
      clearTimeout(timer);
      void worker.terminate();
      resolve(decoded);
    };
    const fail = (why: string): void => end({ kind: 'failed', why: `${why}; s saves it unchanged.` });
    const timer = setTimeout(() => fail(`Decoding took longer than ${seconds(PATIENCE)}`), PATIENCE);
    timer.unref();
    worker.once('message', end);
    worker.once('error', ({ message }) => fail(`It could not be decoded (${message})`));
    worker.once('exit', () => fail('It could not be decoded'));
  });
}
