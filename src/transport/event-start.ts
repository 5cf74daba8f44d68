import type { HeaderLine } from '../session/frame.ts';
import { movedEndpoint } from './endpoint-origin.ts';
import type { Place } from './forwarded-head.ts';
import type { HttpWire } from './http-wire.ts';

/** What was found at the beginning of an answer. */
interface Found {
  /** The endpoint that led past us, and what stands in its place. */
  readonly moved?: { readonly was: string; readonly now: string };
  /** The end of the chunk that was read last is still to come, and the client has it. */
  readonly skipsLine: boolean;
  /** It is still to be looked at what follows. */
  readonly goesOn?: true;
}

/**
 * The beginning of an answer to GET, held until it is known whether it is an event stream that names an endpoint, which
 * is as soon as its first event says anything else.
 */
export interface EventStart {
  /** Holds bytes as they came. */
  raw(chunk: Buffer): void;
  /** The head of the answer that is held. */
  head(status: number, headers: readonly HeaderLine[]): void;
  /** Part of its body without framing; false if that need not wait to be told. */
  data(bytes: Buffer): boolean;
  /** It is none. */
  settled(): void;
  /** What is known by now; undefined while it has to be held. */
  settle(): Found | undefined;
  /** What is to be passed on. */
  take(): readonly Buffer[];
  /** The parts of the body that wait to be told. */
  untold(): readonly Buffer[];
}

const NOTHING: Found = { skipsLine: false };

/** @param wire what reads the answer, between two answers now */
export function createEventStart(wire: HttpWire, { upstream, port }: Place): EventStart {
  const from = wire.at();
  let held: Buffer[] = [];
  const parts: Buffer[] = [];
  let bodyAt = 0;
  let text = '';
  /** The end of a chunk whose data was passed on. */
  let before = '';
  let isChunked = false;
  let state: 'before' | 'within' | 'none' = 'before';

  const chunkLeft = () => (isChunked ? wire.chunk() : 'size');

  /** The head, and the body so far with other words in it, framed anew. */
  const rewritten = (now: string, left: number | 'size' | 'end'): Omit<Found, 'moved'> => {
    const body = Buffer.from(now, 'latin1');
    const framed = [Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from('\r\n')];
    const next = typeof left === 'number' ? [Buffer.from(`${left.toString(16)}\r\n`)] : [];
    const head = Buffer.concat(held).subarray(0, bodyAt);
    held = [head, Buffer.from(before), ...(isChunked ? [...framed, ...next] : [body])];
    return { skipsLine: left === 'end' };
  };

  /** Lets go of what was held, if what follows can still be framed anew, and waits for more. */
  const pause = (): Found | undefined => {
    const left = chunkLeft();
    if (left !== 'size' && left !== 'end') return undefined;
    before = left === 'end' ? '\r\n' : '';
    bodyAt = 0;
    text = '';
    return { skipsLine: false, goesOn: true };
  };

  return {
    raw: (chunk) => void held.push(chunk),
    head(status, headers) {
      const value = (name: string): string =>
        headers.find(([own]) => own.toLowerCase() === name)?.[1].toLowerCase() ?? '';
      const isPlain = /^(?:identity)?$/.test(value('content-encoding')) && value('content-length') === '';
      const isEvents = /^text\/event-stream\b/.test(value('content-type'));
      state = status === 200 && isEvents && isPlain ? 'within' : 'none';
      isChunked = value('transfer-encoding') !== '';
      bodyAt = wire.at() - from;
    },
    data(bytes) {
      if (state !== 'within') return false;
      text += bytes.toString('latin1');
      parts.push(bytes);
      return true;
    },
    settled() {
      state = 'none';
    },
    settle() {
      if (state === 'none') return NOTHING;
      const found = movedEndpoint(text, upstream.origin, `http://127.0.0.1:${port}`);
      if (state === 'before' || found.kind === 'unknown') return undefined;
      if (found.kind === 'idle') return pause();
      if (found.kind === 'none') return NOTHING;
      const { text: now, ...moved } = found;
      const left = chunkLeft();
      // Only between two lines what follows can be told from what is framed anew.
      if (left === 'line') return undefined;
      return left === undefined ? NOTHING : { ...rewritten(now, left), moved };
    },
    take: () => held.splice(0),
    untold: () => parts.splice(0),
  };
}
