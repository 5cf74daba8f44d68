import type { Call, Outcome } from './call.ts';

/** HeaderMismatch (basic/transports/streamable-http#server-validation, 2026-07-28). */
const MISMATCH = -32020;

/**
 * A tool call that is made once more when the server refuses its headers: which arguments they repeat is said by the
 * tool's schema, which may have changed. The server did not run it (…/streamable-http#client-behavior).
 *
 *   tools/call ─▶ header mismatch ─▶ the list of tools is asked for anew ─▶ tools/call, whatever comes
 *
 * @param ask makes one exchange, with the headers that the tools as known now ask for
 */
export function withFreshHeaders(ask: () => Call, relist: () => Promise<unknown>): Call {
  const first = ask();
  if (first.method !== 'tools/call') return first;
  let current = first;
  let given: string | undefined;

  const again = async (outcome: Outcome): Promise<Outcome> => {
    if (outcome.kind !== 'error' || outcome.error.code !== MISMATCH) return outcome;
    await relist();
    if (given !== undefined) return { kind: 'cancelled', why: `${first.method} was cancelled: ${given}` };
    current = ask();
    return current.done;
  };

  return {
    ...{ id: first.id, method: first.method, seq: first.seq },
    done: first.done.then(again),
    cancel(reason = '') {
      given = reason;
      current.cancel(reason);
    },
    extend: (ms) => current.extend(ms),
  };
}
