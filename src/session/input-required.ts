import { isObject, type JsonObject } from '../json/shape.ts';
import type { LifeEntry } from './frame.ts';
import type { Pending } from './pending.ts';

/**
 * A request that goes on with one that was answered "input required" (client/input-required, 2026-07-28), or that is
 * made again because its headers were refused (basic/transports/streamable-http#client-behavior).
 */
export interface Continuation {
  /** The seq of the request it goes on with. */
  readonly from: number;
  /** The seq of the response that asked for input, or refused it. */
  readonly answer: number;
}

/** Conversations that are open at a time. */
const OPEN = 1_000;

/** HeaderMismatch (2026-07-28). */
const MISMATCH = -32020;

/**
 * Finds which request goes on with which: the same method, subject and state, newest first. One per connection. Calls
 * that are alike may wait side by side: who sends a request says which it goes on with, a recording does not.
 */
export interface Continuations {
  /** A result came for a request of ours. */
  answered(request: Pending, seq: number, result: unknown): void;
  /** A request of ours was answered with an error. */
  refused(request: Pending, seq: number, code: unknown): void;
  /** A request of ours is sent; `answer` is the answer that it goes on with, where that is known. */
  sent(request: Pending, params: unknown, answer?: number): Continuation | undefined;
  /** A line of life may end a request that waits to be continued; returns it. */
  life(entry: Pick<LifeEntry, 'event' | 're'>): readonly Pending[];
}

export function createContinuations(): Continuations {
  const waiting = new Map<number, { readonly request: Pending; readonly state: unknown }>();
  /** Calls that may be made again: each once, so that a second refusal is the end of it. */
  const refused = new Map<number, { readonly request: Pending }>();
  let repeated: number | undefined;

  const keep = <T>(map: Map<number, T>, seq: number, value: T): void => {
    map.set(seq, value);
    const [oldest] = map.keys();
    if (map.size > OPEN && oldest !== undefined) map.delete(oldest);
  };

  const take = <T extends { readonly request: Pending }>(
    map: Map<number, T>,
    { method, subject }: Pending,
    fits: (one: T) => boolean = () => true,
  ): Continuation | undefined => {
    if (map.size === 0) return undefined;
    const found = [...map].findLast(
      ([, one]) => one.request.method === method && one.request.subject === subject && fits(one),
    );
    if (found === undefined) return undefined;
    map.delete(found[0]);
    return { from: found[1].request.seq, answer: found[0] };
  };

  return {
    answered(request, seq, result) {
      if (needsInput(result)) keep(waiting, seq, { request, state: result['requestState'] });
    },
    refused(request, seq, code) {
      const isCall = request.method === 'tools/call' && code === MISMATCH;
      if (isCall && request.seq !== repeated) keep(refused, seq, { request });
    },
    sent(request, params, answer) {
      const known = answer === undefined ? undefined : waiting.get(answer);
      if (answer !== undefined && known !== undefined) {
        waiting.delete(answer);
        return { from: known.request.seq, answer };
      }
      if (!isObject(params)) return undefined;
      if (answer === undefined && ('inputResponses' in params || 'requestState' in params)) {
        const goesOn = take(waiting, request, ({ state }) => state === params['requestState']);
        if (goesOn !== undefined) return goesOn;
      }
      const again = take(refused, request);
      if (again !== undefined) repeated = request.seq;
      return again;
    },
    life({ event, re }) {
      if (event !== 'cancel') return [];
      return [...waiting].flatMap(([seq, { request }]) => {
        if (request.seq !== re) return [];
        waiting.delete(seq);
        return [request];
      });
    },
  };
}

/** Whether a result asks for input, so that the request is to be continued. */
export const needsInput = (result: unknown): result is JsonObject =>
  isObject(result) && result['resultType'] === 'input_required';
