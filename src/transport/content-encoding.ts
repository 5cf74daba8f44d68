import { once } from 'node:events';
import { pipeline, type Readable, type Transform } from 'node:stream';
import {
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  constants as zlib,
} from 'node:zlib';
import { ExchangeError } from './exchange-error.ts';

const NEXT = 'this client asks for no compression, so send it as it is';

/** A decompressed body. */
interface Decoded {
  readonly stream: Readable;
  /** Explains an error of the compression in plain words; any other is returned as is. */
  readonly explain: (error: unknown) => unknown;
}

/**
 * Decompresses a body as it arrives, for streams. We ask for no compression, but some servers compress anyway. Rejects
 * with an {@link ExchangeError} when the encoding is unknown.
 */
export async function decoded(message: Readable, encoding: string): Promise<Decoded> {
  const codings = encoding
    .toLowerCase()
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '' && one !== 'identity');
  const start = await startOf(message);
  // The last one was applied last (RFC 9110, 8.4).
  const decoders = codings.reverse().flatMap((coding) => decoderOf(coding, start) ?? []);
  // Some servers write words such as utf-8 or none here.
  if (decoders.length < codings.length && !isText(start))
    throw new ExchangeError(`the body is compressed with ${encoding}, which is not supported — ${NEXT}`);
  const explain = (error: unknown): unknown => {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (!/^(?:Z_|ERR_BROTLI|ERR__ERROR)/.test(code)) return error;
    return new ExchangeError(whyBroken(encoding, start, code), { cause: error });
  };
  const last = decoders.at(-1);
  // Errors are passed to the last one, where they are handled.
  if (last !== undefined) pipeline([message, ...decoders], () => {});
  return { stream: last ?? message, explain };
}

/** The first bytes, which remain to be read. */
async function startOf(message: Readable): Promise<Buffer> {
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
      // Many servers omit the wrapper around the data (RFC 1950).
      const isWrapped = first % 16 === 8 && (first * 256 + second) % 31 === 0;
      return (isWrapped ? createInflate : createInflateRaw)({ flush: zlib.Z_SYNC_FLUSH });
    }
    case 'br':
      return createBrotliDecompress({ flush: zlib.BROTLI_OPERATION_FLUSH });
    default:
      return undefined;
  }
}

/** Whether it looks like uncompressed JSON or events. */
const isText = (start: Buffer): boolean => /^\s*[[{:a-z][\s -~\x80-\xff]*$/i.test(start.toString('latin1'));

function whyBroken(encoding: string, start: Buffer, code: string): string {
  if (code === 'Z_BUF_ERROR') return `the body is cut: it breaks off in the middle of its ${encoding} data`;
  return isText(start)
    ? `the body is not compressed, although its Content-Encoding says ${encoding}; it begins with ${start.toString('latin1', 0, 40).trim()}`
    : `the body is damaged: its ${encoding} data cannot be read — ${NEXT}`;
}
