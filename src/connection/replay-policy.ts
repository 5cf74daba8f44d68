import { methodNamed } from '../spec/methods.ts';
import type { Clock } from '../time/clock.ts';
import { createSpacing, SESSIONS, type Spacing } from '../time/spacing.ts';

/** What is said of a request that is not made again. */
export const NOT_AGAIN = 'it was not retried: the server may have run it';

/**
 * Whether a request may be made again in a new session, after the old one was lost with it: the server may have begun
 * with it, so that it must change nothing, or be a call that is to be repeated all the same.
 */
export function mayBeAsked(
  { written }: { readonly written: { readonly method: string } },
  retryCalls: boolean,
): boolean {
  return methodNamed(written.method)?.twice === 'harmless' || (retryCalls && written.method === 'tools/call');
}

/** Spaces out new sessions with a server that forgets each of them. */
export const createRenewals = (
  clock: Clock,
  life: (entry: { readonly event: 'throttled'; readonly detail: string }) => void,
): Spacing =>
  createSpacing(clock, SESSIONS, (loop) =>
    life({ event: 'throttled', detail: `the server forgets its session as soon as it is begun: ${loop}` }),
  );
