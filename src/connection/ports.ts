import type { LifeEntry, Origin } from '../session/frame.ts';
import type { Accepted } from '../session/intake.ts';
import type { SessionState } from '../session/state.ts';
import type { Id } from '../spec/envelope.ts';
import type { Clock } from '../time/clock.ts';
import type { Loss } from '../transport/transport.ts';

/** What a connection asks of the host it belongs to. */
export interface ConnectionPorts extends Clock {
  readonly state: () => SessionState;
  /** Files a line of life in the session of the moment; it comes back through {@link Inbound.accepted}. */
  readonly life: (entry: LifeNews) => void;
  /** Loads, during the handshake, what filing answers needs; only then are the lists asked for. */
  readonly prepare: () => Promise<void>;
  readonly link: Link;
}

/** What is told about a connection beside its messages. */
export type LifeNews = Pick<LifeEntry, 'event' | 're' | 'answer' | 'transport' | 'detail'>;

/** What the host hands on to a connection, once it is filed. */
export interface Inbound {
  /** A line of the session of the moment was numbered, matched, recorded and folded. */
  accepted(accepted: Accepted): void;
  /** Requests can get no answer any more. */
  lost(loss: Loss): void;
  /** Something went astray that a time-out should refer to, in a sentence. */
  stray(sentence: string): void;
}

/** What is known of a line of ours as it is sent. */
export interface SentLine {
  readonly by: Origin;
  /** The seq of the answer that it goes on with. */
  readonly asked?: number | undefined;
}

/** How opening a transport ended; `superseded`: it was closed, or opened once more, before it was there. */
export type Opened = 'open' | 'superseded' | { readonly why: string };

/** The transport of the moment, as its connection uses it: each life of the server has a new one. */
export interface Link {
  /** Makes a transport and starts it. A `clean` process gets only what a client would pass of the environment. */
  open(clean: boolean): Promise<Opened>;
  /** Goes on with another transport, where the server refused this one; nothing when there is no other. */
  change(detail: LifeNews): Promise<Opened> | undefined;
  /** From now on lines belong to a new session; what the old transport still has to say is filed, and no more. */
  newSession(): void;
  /** Leaves the transport: of what it still has to say only the ends of exchanges are filed. */
  leave(): void;
  /** Ends the server; at most 3 s, never rejects. Undefined when nothing is open. */
  close(): Promise<void> | undefined;
  /** Kills what is left of the server at once. */
  killNow(): void;
  /** Counts the transports; 0 while none is there. */
  readonly current: () => number;
  /** Writes one line; the seq of its frame, 0 when it could not be written. */
  send(text: string, sent: SentLine): number;
  /** Gives a request up by closing its exchange; false where the server has to be told. */
  abandon(id: Id, why: string): boolean;
  /** Resolves when what was sent before has reached the server, or never will. */
  delivered(): Promise<void>;
  /** Why nothing can be written, in a sentence without its full stop; nothing while it can, or nothing is open. */
  whyDeaf(): string | undefined;
  /** What was negotiated is known. */
  setProtocolVersion(revision: string): void;
}
