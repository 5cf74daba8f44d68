import type { Readable, Writable } from 'node:stream';
import { createLineSplitter, type PlacedLine } from '../../transcript/lines.ts';
import type { RecordedRequest } from '../conversation.ts';
import type { Mock } from './mock.ts';

/** The streams of a client, and what tells to stop. */
export interface StdioClient {
  readonly from: Readable;
  readonly to: Writable;
  readonly stop: AbortSignal;
  /** What HTTP answered a request with in the place of a message, where it did: here that is an error. */
  readonly refusal: (recorded: RecordedRequest) => HttpRefused | undefined;
}

/** What HTTP answered in the place of a message, in a sentence; without a status nothing. */
export interface HttpRefused {
  readonly message: string;
  readonly status?: number;
}

/** In the range of JSON-RPC for servers. */
const REFUSED = -32000;

/** Serves one client over a pair of streams, a message a line; resolves when there is no more to come, or it is told to stop. */
export function serveStdio(mock: Mock, { from, to, stop, refusal }: StdioClient): Promise<void> {
  const splitter = createLineSplitter();
  const send = (text: string): void => {
    if (!to.writable) return;
    // A client that does not read is not read from either.
    if (!to.write(`${oneLine(text)}\n`) && !from.isPaused()) {
      from.pause();
      to.once('drain', () => from.resume());
    }
  };
  const session = mock.session({
    send,
    silent(re, recorded) {
      const refused = refusal(recorded);
      if (refused === undefined) return;
      const { message, status } = refused;
      // By its data `verify` knows that it is no other answer than then.
      const error = JSON.stringify({ code: REFUSED, message, data: { http: { status } } });
      send(`{"jsonrpc":"2.0","id":${re},"error":${error}}`);
    },
  });
  const take = (lines: readonly PlacedLine[]): void => {
    for (const { text } of lines) if (text.trim() !== '') session.receive(text);
  };
  return new Promise((resolve) => {
    const end = (): void => {
      session.close();
      from.destroy();
      resolve();
    };
    if (stop.aborted) return end();
    stop.addEventListener('abort', end, { once: true });
    from.on('data', (chunk: Buffer) => take(splitter.push(chunk)));
    from.on('end', () => {
      take(splitter.end());
      end();
    });
    from.on('error', end);
    // Who listens to its errors decides what they mean; nothing is sent any more.
    to.on('close', end);
    to.on('error', end);
  });
}

/** Line breaks can only stand between the tokens of JSON. */
const oneLine = (json: string): string => (/[\r\n]/.test(json) ? json.replace(/[\r\n]/g, ' ') : json);
