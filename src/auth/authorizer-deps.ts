import type { Vault } from '../session/credentials.ts';
import type { Capture } from '../session/frame.ts';
import type { Clock } from '../time/clock.ts';

/** What authorization needs of its host. */
export interface AuthorizerWorld extends Pick<Clock, 'later'> {
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
