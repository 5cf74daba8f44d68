import type { Vault } from '../session/authorization.ts';
import type { Capture } from '../session/frame.ts';
import type { Clock } from '../time/clock.ts';

/** How authorization is got, as the person chose. */
export interface AuthorizationOptions {
  /** Who grants it: a person in a browser, or nobody: the client has a right of its own (client credentials). */
  readonly grant: 'person' | 'client';
  /** A client that is registered already. */
  readonly client?: GivenClient;
  /** The URL of a client id metadata document, for servers that take one. */
  readonly metadataUrl?: string;
  /** A token that lets a client be registered (RFC 7591, 3). */
  readonly registrationToken?: string;
  /** Scopes to ask for, separated by spaces, whatever the documents name; empty: none. */
  readonly scope?: string;
  /** More parameters for the authorize request, or the token request of client credentials. */
  readonly params?: readonly (readonly [name: string, value: string])[];
  /** The authorization server that the client is registered with: nothing is sent to another one. */
  readonly issuer?: string;
  /** Hosts, some with a port, that a server's documents may name although they are not public, or not asked by https. */
  readonly allowed?: readonly string[];
  /** The port of this machine that the browser comes back to; any free one when it is not given. */
  readonly port?: number;
  /** Why no person can be asked, in one sentence; nothing when one can. */
  readonly nobody?: string;
  /** ms that a person is waited for; 0 = as long as it takes. */
  readonly patience: number;
  /** The proxy to a URL, as a URL. */
  readonly proxyFor: (url: URL) => string | undefined;
}

/** A client that is registered already, with how it proves to be the one. */
export interface GivenClient {
  readonly id: string;
  readonly secret?: string;
  /** A private key in PEM, to sign assertions with (RFC 7523). */
  readonly key?: string;
}

/** What authorization needs of its host. */
export interface AuthorizerDeps extends Pick<Clock, 'later'> {
  /** The wall clock, ms since 1970. */
  readonly wall: () => number;
  readonly emit: (capture: Capture) => void;
  /** Numbers the exchanges of the connection, those of the server itself among them. */
  readonly nextExchange: () => number;
  readonly vault: Vault;
  /** Takes values that are secret from now on. */
  readonly learn: (secrets: readonly string[]) => void;
  /** Stops the clocks of time-outs, or has them go on: a person takes the time that it takes. */
  readonly hold: (held: boolean) => void;
}
