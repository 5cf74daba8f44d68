import type { Transport as SdkTransport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { Capture } from '../session/frame.ts';
import type { Id } from '../spec/envelope.ts';

/**
 * Turns bytes into captures and back. It is the SDK's `Transport` (so an SDK `Client` can use ours) with two additions:
 * everything that crosses the wire is passed to `oncapture`, and text can be sent exactly as typed.
 *
 *   start() ─▶ captures… ─▶ close()  or the other side ends ─▶ life `exit`, then onclose()
 */
export interface Transport extends SdkTransport {
  /**
   * Takes every capture in wire order, both directions, stderr and the life of the process included. It is called
   * before `onmessage`. A message sent is captured when it is written.
   */
  oncapture?: ((capture: Capture) => void) | undefined;

  /** Takes the requests that can no longer be answered, because their HTTP exchange is over. */
  onlost?: ((loss: Loss) => void) | undefined;

  /**
   * Resolves when messages can be sent (the process is spawned, the endpoint of HTTP+SSE is known); rejects with a
   * {@link StartError}.
   */
  start(): Promise<void>;

  /**
   * Writes one message (or, to test how tolerant a server is, any text) as one line, exactly as given. After the end
   * it only reports the loss through `onerror`.
   */
  sendText(text: string): void;

  /** Ends politely, then less so; never takes more than 3 s, never rejects, leaves no process behind. */
  close(): Promise<void>;

  /**
   * Cancels the request with this id by closing its exchange, for a reason in words; false if that takes a
   * notification.
   */
  abandon?(id: Id, why: string): boolean;

  /** Resolves when everything sent so far has reached the server, or never will; at once where order is kept anyway. */
  delivered?(): Promise<void>;
  /** Why nothing can be written, in a sentence without its full stop; undefined while it can. */
  whyUnwritable?(): string | undefined;

  /** Another transport to try, if the refusal of the first request suggests that the server speaks that one. */
  alternative?(): Transport | undefined;

  /** Kills what is left at once, synchronously; for `process.on('exit')`. */
  killNow(): void;
}

/** Requests that are lost with an HTTP exchange. */
export interface Loss {
  /** The ids of the requests, as they were sent. */
  readonly ids: readonly Id[];
  /** What became of them, to follow the method in a sentence: `502 Bad Gateway`. */
  readonly why: string;
  /** The server has lost the session, and refused the request for that reason. */
  readonly session: boolean;
  /** The HTTP status, if there was an answer. */
  readonly status?: number;
}

/** The target could not be started at all: no such command, not executable, no such folder. */
export class StartError extends Error {
  override name = 'StartError';
}
