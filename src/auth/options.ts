import type { Vault } from '../session/authorization.ts';
import type { Capture } from '../session/frame.ts';
import type { Clock } from '../time/clock.ts';

/** How authorization is obtained, as the person chose. */
export interface AuthorizationOptions {
  /** Whether a person grants it in a browser, or the client has access of its own (client credentials). */
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
  /** Hosts, some with a port, that a server's documents may name although they are not public, or not served over https. */
  readonly allowed?: readonly string[];
  /** The port of this machine that the browser is redirected to; any free one by default. */
  readonly port?: number;
  /** Why no person can be asked to log in, in one sentence; absent when one can. */
  readonly unattended?: string;
  /** ms to wait for a person; 0 = as long as it takes. */
  readonly consentTimeout: number;
  /** The proxy to a URL, as a URL. */
  readonly proxyFor: (url: URL) => string | undefined;
}

/** A client that is registered already, and how it authenticates. */
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
  /** Numbers the exchanges of the connection, those with the server itself included. */
  readonly nextExchange: () => number;
  readonly vault: Vault;
  /** Adds values that are to be redacted from now on. */
  readonly learn: (secrets: readonly string[]) => void;
  /** Stops the clocks of all time-outs, or starts them again: a person may take any time. */
  readonly hold: (held: boolean) => void;
}
