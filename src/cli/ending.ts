import type { Outcome } from '../connection/call.ts';
import { errorSentence } from '../session/negotiation.ts';
import { type ExitCode, exit } from './exit.ts';

/** A request that ended without a result. */
export type Failure = Exclude<Outcome, { readonly kind: 'result' }>;

/** How our own failures are called in JSON. */
export type FailureKind = 'timeout' | 'connection' | 'cancelled' | 'skipped' | 'usage';

/** The exit code that a failed request ends the program with. */
export function exitOf(failure: Failure): ExitCode {
  switch (failure.kind) {
    case 'error':
    case 'cancelled':
      return exit.failed;
    case 'timeout':
      return exit.timeout;
    case 'closed':
      return exit.connection;
  }
}

/** How the request for `what` failed, in one sentence (not yet safe to show). */
export function sentenceOf(what: string, failure: Failure): string {
  return failure.kind === 'error' ? `${what}: ${errorSentence(failure.error)}` : failure.why;
}

/** The JSON document of a failure of our own; that of the server's error is its own text. */
export function failureJson(kind: FailureKind, message: string): string {
  return JSON.stringify({ error: { kind, message } });
}

/** The word for a failure of our own. */
export function kindOf(failure: Exclude<Failure, { readonly kind: 'error' }>): FailureKind {
  return failure.kind === 'closed' ? 'connection' : failure.kind;
}
