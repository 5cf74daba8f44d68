import type { LifeEntry, Origin } from '../session/frame.ts';
import type { Accepted } from '../session/intake.ts';
import type { SessionState } from '../session/state.ts';
import type { Id } from '../spec/envelope.ts';
import type { Clock } from '../time/clock.ts';
import type { Loss } from '../transport/transport.ts';
import type { Answerer } from './answerer.ts';

/** What a connection needs from its host. */
export interface ConnectionPorts extends Clock {
  readonly state: () => SessionState;
  /** Files an event of the connection in the current session; it comes back through {@link Inbound.accepted}. */
  readonly life: (entry: LifeNews) => void;
  /** Loads, during the handshake, what is needed to file answers; only then are the lists requested. */
  readonly prepare: () => Promise<void>;
  readonly link: Link;
}

/** An event of the connection itself, beside its messages. */
export type LifeNews = Pick<LifeEntry, 'event' | 're' | 'answer' | 'transport' | 'detail'>;

/** What the host passes on to a connection, once it is filed. */
export interface Inbound {
  /** A line of the current session was numbered, matched, recorded and folded. */
  accepted(accepted: Accepted): void;
  /** Requests can no longer be answered. */
  lost(loss: Loss): void;
  /** A stray message came that the sentence of a time-out should mention. */
  stray(sentence: string): void;
}

/** What is known about a line of ours as it is sent. */
export interface SentLine {
  readonly by: Origin;
  /** The seq of the answer that it continues. */
  readonly asked?: number | undefined;
}

/** How opening a transport ended; `superseded`: it was closed or opened again meanwhile. */
export type Opened = 'open' | 'superseded' | { readonly why: string };

/** The current transport, as its connection uses it: each start of the server has a new one. */
export interface Link {
  /** Makes a transport and starts it. A `clean` process gets only the environment that a client would pass. */
  open(clean: boolean): Promise<Opened>;
  /** Continues with another transport, when the server refused this one; undefined when there is no other. */
  change(detail: LifeNews): Promise<Opened> | undefined;
  /** From now on lines belong to a new session; those that the old transport still delivers are filed, but not passed on. */
  newSession(): void;
  /** Abandons the transport: of what it still delivers, only the ends of exchanges are filed. */
  leave(): void;
  /** Ends the server; at most 3 s, never rejects. Undefined when nothing is open. */
  close(): Promise<void> | undefined;
  /** Kills what is left of the server at once. */
  killNow(): void;
  /** Counts the transports; 0 while none is open. */
  readonly current: () => number;
  /** Writes one line; the seq of its frame, 0 when it could not be written. */
  send(text: string, sent: SentLine): number;
  /** Cancels a request by closing its exchange; false if it takes a notification. */
  abandon(id: Id, why: string): boolean;
  /** Resolves when everything sent so far has reached the server, or never will. */
  delivered(): Promise<void>;
  /** Why nothing can be written, in a sentence without its full stop; undefined while it can, or nothing is open. */
  whyUnwritable(): string | undefined;
  /** The revision was negotiated. */
  setProtocolVersion(revision: string): void;
}

/** Which era to open in: by `initialize` (revisions up to 2025-11-25) or by `server/discover` (2026-07-28). */
export type EraChoice = 'auto' | 'legacy' | 'modern';

/** What a connection is made with. All spans in ms; 0 = never. */
export interface ConnectionOptions {
  /** What it says of itself: of this program, or of the client that it connects as. */
  readonly client: { readonly name: string; readonly version: string };
  /** The `initialize` of another client, whole: sent in place of ours to the character, but for the id. */
  readonly greeting?: string;
  readonly timeout: number;
  readonly maxTimeout: number;
  readonly connectTimeout: number;
  readonly protocolVersion?: string;
  /** Default: legacy over stdio, with a second try when that is refused. */
  readonly era?: EraChoice;
  readonly answerer: Answerer;
  /** Tool calls, too, are sent again when their session was lost. */
  readonly retryCalls?: boolean;
  /** How often the server may require more input before a call is given up. */
  readonly rounds: number;
  /** Tools are run as tasks if they require it, and the extension for tasks is announced. */
  readonly tasks: boolean;
  /** A person can continue a call beyond the limit of rounds, so it is not given up, but waits. */
  readonly interactive?: boolean;
  /** Announcements of changes are requested in the modern era, too, where that takes a stream of its own. */
  readonly listen?: boolean;
}
