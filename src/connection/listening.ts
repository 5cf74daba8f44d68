import { isObject, type JsonObject } from '../json/shape.ts';
import { isIdOf } from '../session/pending.ts';
import type { Id } from '../spec/envelope.ts';
import type { Clock } from '../time/clock.ts';
import type { Call, Outcome } from './call.ts';

/** What listening needs of its connection. */
export interface ListeningWire extends Clock {
  /** Sends a request that may be open for as long as it likes. */
  readonly ask: (method: string, params: unknown) => Call;
  /** Ends a request of ours that gets no answer any more. */
  readonly lose: (id: Id, why: string) => void;
}

/** A stream on which a modern server tells of what was asked for (basic/patterns/subscriptions, 2026-07-28). */
export interface Listening {
  /** The id of the request that is open now, by which what comes on the stream is tagged. */
  readonly id: () => Id | undefined;
  /** The server takes a request back, perhaps ours: over stdio that is how it ends the stream. */
  takenBack(params: unknown): void;
  /** It is not wanted any more, and the server is told so. */
  cancel(): void;
  /** Nothing is asked for any more. */
  end(): void;
}

/** ms before a stream that ended is asked for anew; longer each time, as often in a row as this. */
const AGAIN = 1_000;
const TIMES = 5;
/** A stream that was open for so many ms is no failure: many a proxy ends one that is silent. */
const LASTED = 30_000;

/**
 *   subscriptions/listen ─▶ acknowledged, news …
 *      ├ the server ends it ─▶ a pause ─▶ subscriptions/listen
 *      └ an error, no connection ─▶ over
 *
 * @param notifications the filter, as it is sent
 * @param onOver is told when it is not asked for again, unless that is by `cancel` or `end`
 */
export function listen(
  notifications: JsonObject,
  { now, later, ask, lose }: ListeningWire,
  onOver: (outcome: Outcome) => void = () => {},
): Listening {
  let call: Call | undefined;
  let callOff: (() => void) | undefined;

  const begin = (times: number): void => {
    const asked = ask('subscriptions/listen', { notifications });
    const began = now();
    call = asked;
    void asked.done.then((outcome) => {
      if (call !== asked) return;
      const left = now() - began < LASTED ? times : TIMES;
      if (left > 0 && mayGoOn(outcome)) callOff = later(AGAIN * 2 ** (TIMES - left), () => begin(left - 1));
      else onOver(outcome);
    });
  };

  const end = (): void => {
    call = undefined;
    callOff?.();
  };

  begin(TIMES);
  return {
    id: () => call?.id,
    takenBack(params) {
      const id = isObject(params) ? params['requestId'] : undefined;
      if (call !== undefined && isIdOf(id, call.id)) lose(call.id, 'the server ended it');
    },
    cancel() {
      const open = call;
      end();
      open?.cancel('no longer wanted');
    },
    end,
  };
}

/** The server ended the stream, with a result or without; it did not refuse it, and the connection is there. */
const mayGoOn = (outcome: Outcome): boolean =>
  outcome.kind === 'result' || (outcome.kind === 'closed' && outcome.status === 200);
