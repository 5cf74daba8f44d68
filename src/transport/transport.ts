import type { Transport as SdkTransport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { Capture } from '../session/frame.ts';
import type { Id } from '../spec/envelope.ts';

/**
 * How bytes and frames meet. It is the SDK's `Transport` (so an SDK `Client` can be mounted on ours) with two
 * additions: everything that crosses the wire is handed to `oncapture`, and text can be sent exactly as typed.
 *
 *   start() ─▶ captures… ─▶ close()  or the other side ends ─▶ life `exit`, then onclose()
 */
export interface Transport extends SdkTransport {
  /**
   * Takes every capture in wire order, both directions, stderr and the life of the process included. It is called
   * before `onmessage`. A message sent is captured when it is written.
   */
  oncapture?: ((capture: Capture) => void) | undefined;

  /** Takes the requests that can get no answer any more, because their HTTP exchange is over. */
  onlost?: ((loss: Loss) => void) | undefined;

  /**
   * Resolves when the other side is there (the process is spawned, the endpoint of HTTP+SSE is known); rejects with a
   * {@link StartError}.
   */
  start(): Promise<void>;

  /**
   * Writes one message (or, for tests of a server's tolerance, any text) as one line, exactly as given.
   * After the end it does nothing but report the loss through `onerror`.
   */
  sendText(text: string): void;

  /** Ends politely, then less so; never takes more than 3 s, never rejects, leaves no process behind. */
  close(): Promise<void>;

  /**
   * Gives up the request with this id by closing its exchange, for a reason in words, where that is how a request is
   * cancelled; false where the server has to be told.
   */
  abandon?(id: Id, why: string): boolean;

  /** Resolves when what was sent before has reached the server, or never will; at once where order is kept anyway. */
  delivered?(): Promise<void>;
  /** Why nothing can be written any more, in a sentence without its full stop; nothing while it can. */
  whyDeaf?(): string | undefined;

  /** Another transport to try, when the refusal of the first request says that the server may speak that one. */
  alternative?(): Transport | undefined;

  /** Kills what is left at once, synchronously; for `process.on('exit')`. */
  killNow(): void;
}

/** What is lost with an HTTP exchange. */
export interface Loss {
  /** The ids of the requests, as they were sent. */
  readonly ids: readonly Id[];
  /** What became of them, in one sentence that stands behind their method: `502 Bad Gateway`. */
  readonly why: string;
  /** The server has forgotten the session; it refused the request without looking at it. */
  readonly session: boolean;
  /** The HTTP status that they were answered with, if they were. */
  readonly status?: number;
}

/** The target could not be started at all: no such command, not executable, no such folder. */
export class StartError extends Error {
  override name = 'StartError';
}
