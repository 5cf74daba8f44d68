import type { Exchange, HttpResponse } from './fetch.ts';

/** Bytes that are read of an answer about authorization: no document of it comes near that. */
export const LIMIT = 1_000_000;

/** A body as far as it was read. */
export interface BoundedBody {
  readonly bytes: Buffer;
  /** It was longer than the limit; the exchange was broken off there. */
  readonly isCut: boolean;
}

/** Reads a body up to the limit. Rejects when it breaks off before. */
export async function boundedBody(exchange: Exchange, response: HttpResponse): Promise<BoundedBody> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    await response.read((chunk) => {
      if (size <= LIMIT) chunks.push(chunk);
      size += chunk.length;
      if (size > LIMIT) exchange.abort(`more than ${LIMIT / 1_000_000} MB; the rest was not read`);
    });
  } catch (error) {
    if (size <= LIMIT) throw error;
  }
  return { bytes: Buffer.concat(chunks).subarray(0, LIMIT), isCut: size > LIMIT };
}
