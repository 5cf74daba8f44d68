import type { HeaderLine } from '../session/frame.ts';
import type { ForwardedRequest } from './forwarded-head.ts';

/** The head of a response. */
export interface PassedResponse {
  readonly status: number;
  /** Such as `404 Not Found`, as it was sent. */
  readonly statusLine: string;
  readonly headers: readonly HeaderLine[];
}

/** Why an exchange ended before its end. */
export interface BrokenExchange {
  /** Who ended the connection first; `tap`: the request was not passed on, or could not be. */
  readonly by: 'client' | 'server' | 'tap';
  /** In one sentence. */
  readonly why: string;
  /** The code of the system's error, where the server could not be reached. */
  readonly code?: string;
}

/** Looks on while an exchange passes; each part is told once it was passed on. */
export interface ExchangeWatcher {
  /** Part of the body of the request, without its framing; then its end. */
  sent(bytes: Buffer): void;
  wasSent(trailers: readonly HeaderLine[]): void;
  /** The head of an answer: several where those before are provisional (1xx). */
  answered(response: PassedResponse): void;
  came(bytes: Buffer): void;
  ended(trailers: readonly HeaderLine[]): void;
  /** Bytes of a tunnel, such as a WebSocket. */
  tunnelled(dir: 'c2s' | 's2c', bytes: Buffer): void;
  /** The URL in the `endpoint` event that comes next was moved to us. */
  moved(was: string, now: string): void;
  broke(how: BrokenExchange): void;
}

/** Begins to look at an exchange on a client's connection, which have numbers from 1. */
export type LookOn = (request: ForwardedRequest, connection: number) => ExchangeWatcher;

/** Looks at nothing. */
const BLIND: ExchangeWatcher = {
  ...{
    sent() {},
    wasSent() {},
    answered() {},
    came() {},
    ended() {},
    tunnelled() {},
    moved() {},
    broke() {},
  },
};

/**
 * Whoever looks on may fail, and nothing that passes notices: after the first error nobody looks on any more.
 *
 * @param failed gets that error
 */
export function guarded(lookOn: LookOn, failed: (error: unknown) => void): LookOn {
  let isBlind = false;
  const fail = (error: unknown): void => {
    if (!isBlind) failed(error);
    isBlind = true;
  };
  const safe =
    <Args extends readonly unknown[]>(tell: (...args: Args) => void) =>
    (...args: Args): void => {
      if (isBlind) return;
      try {
        tell(...args);
      } catch (error) {
        fail(error);
      }
    };
  return (request, connection) => {
    let watcher = BLIND;
    safe(() => {
      watcher = lookOn(request, connection);
    })();
    const { sent, wasSent, answered, came, ended, tunnelled, moved, broke } = watcher;
    return {
      ...{ sent: safe(sent), wasSent: safe(wasSent), answered: safe(answered), came: safe(came) },
      ...{ ended: safe(ended), tunnelled: safe(tunnelled), moved: safe(moved), broke: safe(broke) },
    };
  };
}
