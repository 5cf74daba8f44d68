import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { type Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  constants as zlib,
} from 'node:zlib';
import { ExchangeError } from './exchange-error.ts';

const NEXT = 'this client asks for no compression, so send it as it is';

/**
 * Hands over a body as it was before it was compressed, each piece at once, for streams. No compression is asked for,
 * but some servers compress all the same. Rejects with an {@link ExchangeError} when it cannot be read.
 *
 * @param onBytes is given what came
 */
export async function decode(
  message: IncomingMessage,
  encoding: string,
  onChunk: (chunk: Buffer) => void,
  onBytes: (chunk: Buffer) => void,
): Promise<void> {
  const codings = encoding
    .toLowerCase()
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '' && one !== 'identity');
  const start = await startOf(message);
  // The last one was applied last (RFC 9110, 8.4).
  const decoders = codings.reverse().flatMap((coding) => decoderOf(coding, start) ?? []);
  // Words such as utf-8 or none stand there, too.
  if (decoders.length < codings.length && !isText(start))
    throw new ExchangeError(`the body is compressed with ${encoding}, which cannot be read here — ${NEXT}`);
  const end = new Writable({
    write(piece: Buffer, _, done) {
      onChunk(piece);
      done();
    },
  });
  try {
    message.on('data', onBytes);
    await pipeline([message, ...decoders, end]);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (!/^(?:Z_|ERR_BROTLI|ERR__ERROR)/.test(code)) throw error;
    throw new ExchangeError(whyBroken(encoding, start, code), { cause: error });
  }
}

/** The first bytes, which stay where they are. */
async function startOf(message: IncomingMessage): Promise<Buffer> {
  await once(message, 'readable');
  const first: Buffer | null = message.read();
  if (first !== null) message.unshift(first);
  return first?.subarray(0, 200) ?? Buffer.alloc(0);
}

function decoderOf(coding: string, [first = 0, second = 0]: Buffer): Transform | undefined {
  switch (coding) {
    case 'gzip':
    case 'x-gzip':
      return createGunzip({ flush: zlib.Z_SYNC_FLUSH });
    case 'deflate': {
      // Many leave out what stands around the data (RFC 1950).
      const isWrapped = first % 16 === 8 && (first * 256 + second) % 31 === 0;
      return (isWrapped ? createInflate : createInflateRaw)({ flush: zlib.Z_SYNC_FLUSH });
    }
    case 'br':
      return createBrotliDecompress({ flush: zlib.BROTLI_OPERATION_FLUSH });
    default:
      return undefined;
  }
}

/** Whether it looks like JSON or events, which nobody has compressed. */
const isText = (start: Buffer): boolean => /^\s*[[{:a-z][\s -~\x80-\xff]*$/i.test(start.toString('latin1'));

function whyBroken(encoding: string, start: Buffer, code: string): string {
  if (code === 'Z_BUF_ERROR') return `the body is cut: it breaks off in the middle of its ${encoding} data`;
  return isText(start)
    ? `the body is not compressed, although its Content-Encoding says ${encoding}; it begins with ${start.toString('latin1', 0, 40).trim()}`
    : `the body is damaged: its ${encoding} data cannot be read — ${NEXT}`;
}
