import { memberText } from '../json/parts.ts';
import { isObject, type JsonObject } from '../json/shape.ts';
import { JsonText } from '../json/write.ts';
import { needsInput } from '../session/input-required.ts';
import { methodNamed } from '../spec/methods.ts';
import { type Answer, wordOf } from './answer.ts';
import type { Call, Outcome } from './call.ts';

/** What a call of several rounds needs of its connection. */
export interface Rounds {
  /** One exchange; `asked` is the seq of the answer that it goes on with. */
  readonly ask: (params: unknown, asked?: number) => Call;
  /** The exact text of the message with this seq. */
  readonly text: (seq: number) => string | undefined;
  /** Gets an input that the result with this seq asks for under a key. */
  readonly input: (seq: number, key: string, request: JsonObject) => Promise<Answer>;
  /** The request with this seq is not gone on with; `asked` is the seq of the result that asked for input. */
  readonly abandoned: (seq: number, asked: number, why: string) => void;
  /**
   * Opens the call anew while the result with the seq `asked` waits for input; `extend` is called when a person lets it
   * go on beyond the limit.
   */
  readonly keep: (call: Call, asked: number, limit: Limit) => Call;
  /** It is gone on with, or given up. */
  readonly release: (call: Call) => void;
  /** How many rounds before it is given up, or, if it is patient, waits to be let go on. */
  readonly limit: number;
  readonly patient: boolean;
}

/** The limit of rounds, for a person who wants to go beyond it. */
export interface Limit {
  readonly extend: () => void;
  readonly isAtLimit: () => boolean;
}

/**
 * A request that the server may answer with "input required" (client/input-required, 2026-07-28).
 *
 *   request ─▶ input_required ─▶ inputs are got ─▶ the request again: new id, inputResponses, requestState as sent
 *      │             ├ an input is refused ─▶ cancelled: not continued
 *      │             └ it is left ─▶ cancelled: not continued
 *      └──────▶ any other answer ends it
 */
export function inRounds(method: string, params: unknown, rounds: Rounds): Call {
  const first = rounds.ask(params);
  if (!methodNamed(method)?.takesInput) return first;
  let current = first;
  let waiting: Call | undefined;

  const abandon = (asked: number, reason: string): Outcome => {
    const why = `not continued: ${reason}`;
    rounds.abandoned(current.seq, asked, why);
    return { kind: 'cancelled', why };
  };

  /** A number of rounds more, when it is let go on. */
  let limit = rounds.limit;
  let onRaised: () => void = () => {};
  let round = 0;
  const extend = (): void => {
    limit += rounds.limit;
    onRaised();
  };

  /** Waits until a person lets it go on; at once below the limit. */
  const allowed = (): Promise<void> =>
    new Promise((resolve) => {
      onRaised = resolve;
      if (round <= limit) resolve();
    });

  const responses = async (asked: number, result: JsonObject): Promise<Responses> => {
    const given = await inputs(asked, result, rounds);
    if (typeof given !== 'string') await allowed();
    return { given };
  };

  const converse = async (): Promise<Outcome> => {
    for (;;) {
      const outcome = await current.done;
      if (outcome.kind !== 'result' || !needsInput(outcome.result)) return outcome;
      if (!namesInput(outcome.result))
        return abandon(outcome.seq, 'the server asked for input, but named none');
      round += 1;
      if (round > limit && !rounds.patient)
        return abandon(outcome.seq, `the server asked for input ${round} times`);
      const kept = rounds.keep(current, outcome.seq, { extend, isAtLimit: () => round > limit });
      waiting = kept;
      const next = await Promise.race([responses(outcome.seq, outcome.result), kept.done]);
      waiting = undefined;
      rounds.release(kept);
      if ('kind' in next) return next;
      if (typeof next.given === 'string') return abandon(outcome.seq, next.given);
      const state = requestState(rounds.text(outcome.seq));
      const going = {
        ...(isObject(params) ? params : {}),
        ...(next.given === undefined ? {} : { inputResponses: next.given }),
        ...(state === undefined ? {} : { requestState: state }),
      };
      current = rounds.ask(going, outcome.seq);
    }
  };

  return {
    id: first.id,
    method,
    seq: first.seq,
    done: converse(),
    cancel: (reason) => (waiting ?? current).cancel(reason),
    extend: (ms) => (waiting ?? current).extend(ms),
  };
}

/** What the request goes on with: the results of the inputs, a sentence when one was refused, nothing when none is asked. */
interface Responses {
  readonly given: JsonObject | string | undefined;
}

const namesInput = (result: JsonObject): boolean =>
  isObject(result['inputRequests']) || typeof result['requestState'] === 'string';

/** The client's results by key; a sentence as soon as one is refused; nothing when none is asked for. */
function inputs(seq: number, result: JsonObject, rounds: Rounds): Promise<JsonObject | string | undefined> {
  const requests = result['inputRequests'];
  if (!isObject(requests)) return Promise.resolve(undefined);
  const asked = Object.entries(requests).filter((one): one is [string, JsonObject] => isObject(one[1]));
  const given = new Map<string, unknown>();
  const responses = (): JsonObject => Object.fromEntries(asked.map(([key]) => [key, given.get(key)]));
  return new Promise((resolve) => {
    if (asked.length === 0) resolve({});
    for (const [key, request] of asked) {
      void rounds.input(seq, key, request).then((answer) => {
        if ('error' in answer) resolve(`${wordOf(request['method'])} refused`);
        else if (given.set(key, answer.result).size === asked.length) resolve(responses());
      });
    }
  });
}

/** The state goes back as the very text that came. */
function requestState(text: string | undefined): JsonText | undefined {
  const state = memberText(memberText(text ?? '', 'result') ?? '', 'requestState');
  return state === undefined ? undefined : new JsonText(state);
}
