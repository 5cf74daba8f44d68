import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { urlOf } from '../text/url.ts';
import { AuthorizationError } from './error.ts';

/** A port of this machine that a browser is redirected to (RFC 8252, 7.3). */
export interface Loopback {
  /** The redirect URI. */
  readonly redirect: string;
  close(): void;
}

/** What the browser shows. */
export interface CallbackPage {
  readonly status: number;
  readonly sentence: string;
}

/**
 * Listens on 127.0.0.1 alone, until it is closed; any free port with 0. Rejects with an {@link AuthorizationError}
 * when the port is taken.
 *
 * @param onAnswer gets the URL of each redirect that holds an answer, and returns what to show
 */
export function openLoopback(port: number, onAnswer: (url: URL) => CallbackPage): Promise<Loopback> {
  const server = createServer((request, response) => {
    const base = redirectOf(server.address() as AddressInfo | null);
    const target = request.url ?? '';
    const url = urlOf(target, base);
    const isAnswer =
      request.method === 'GET' &&
      url?.pathname === PATH &&
      (url.searchParams.has('code') || url.searchParams.has('error'));
    response.setHeader('Connection', 'close');
    // The URL of this page holds the code, which no other site may see.
    response.setHeader('Referrer-Policy', 'no-referrer');
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    const { status, sentence } = isAnswer
      ? onAnswer(url)
      : { status: 404, sentence: 'There is nothing here.' };
    response.writeHead(status).end(page(sentence));
  });
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const why = error.code === 'EADDRINUSE' ? 'it is taken' : error.message;
      reject(
        new AuthorizationError(`the browser cannot be sent back to port ${port} of this machine: ${why}`),
      );
    });
    server.listen(port, '127.0.0.1', () => {
      resolve({
        redirect: redirectOf(server.address() as AddressInfo | null),
        close() {
          server.close();
          server.closeIdleConnections();
        },
      });
    });
  });
}

const PATH = '/callback';

const redirectOf = (address: AddressInfo | null): string => `http://127.0.0.1:${address?.port ?? 0}${PATH}`;

/** A page with one sentence of ours. */
const page = (sentence: string): string =>
  `<!doctype html><meta charset="utf-8"><title>mcp-loupe</title><p style="font: 1.2em sans-serif; margin: 3em">${sentence}</p>\n`;
