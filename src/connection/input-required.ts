import { memberText } from '../json/parts.ts';
import { isObject, type JsonObject } from '../json/shape.ts';
import { JsonText } from '../json/write.ts';
import { needsInput } from '../session/input-required.ts';
import { methodNamed } from '../spec/methods.ts';
import { type Answer, wordOf } from './answerer.ts';
import { reportLife, type StepTurn } from './event.ts';
import { keep, send, settle } from './requests.ts';
import { forgetQuestions } from './server-requests.ts';
import type { EndedCall, OpenCall, Stage } from './state.ts';
import { listPages } from './subscriptions.ts';

/** HeaderMismatch (basic/transports/streamable-http#server-validation, 2026-07-28). */
const MISMATCH = -32020;

/**
 * Continues a request of the modern era that was answered but is not over; false when it is.
 *
 *   request ─▶ input_required ─▶ inputs are given ─▶ the request again: new id, inputResponses, requestState as sent
 *     ▲  │             ├ an input is refused ─▶ cancelled: not continued
 *     │  │             └ it is given up ─▶ cancelled: not continued
 *     │  ├────▶ header mismatch ─▶ the list of tools is requested again ─┐
 *     └──┼───────────────────────────────────────────────────────────────┘
 *        └────▶ any other answer ends it
 *
 * The schema of the tool says which arguments the headers repeat, and may have changed; the server did not run the call
 * (…/streamable-http#client-behavior). See client/input-required (2026-07-28).
 */
export function continueWithInput(turn: StepTurn, { call, outcome, text = '', isFinal }: EndedCall): boolean {
  if (isFinal || !call.isWhole || turn.session.era !== 'modern') return false;
  if (outcome.kind === 'error') {
    if (outcome.error.code !== MISMATCH || call.method !== 'tools/call' || call.isRepeated) return false;
    keep(turn, call, { kind: 'relisting' }, 0);
    listPages(turn, 'tools', { by: 'auto' }, { kind: 'again', call });
    return true;
  }
  if (outcome.kind !== 'result' || !methodNamed(call.method)?.takesInput || !needsInput(outcome.result))
    return false;
  askForInput(turn, call, outcome.seq, outcome.result, text);
  return true;
}

/** The tools were requested again, with any outcome: the call is sent once more. */
export function sendAgain(turn: StepTurn, call: OpenCall) {
  if (call.stage.kind !== 'relisting' || turn.state.calls.get(call.id) !== call) return;
  turn.state.calls.delete(call.id);
  call.isRepeated = true;
  send(turn, call, call.sent);
}

function askForInput(turn: StepTurn, call: OpenCall, asked: number, result: JsonObject, text: string) {
  const { inputRequests: requests, requestState } = result;
  if (!isObject(requests) && typeof requestState !== 'string')
    return stopRounds(turn, call, asked, 'the server asked for input, but named none');
  call.rounds += 1;
  if (call.rounds > call.mostRounds && !turn.state.options.interactive)
    return stopRounds(turn, call, asked, `the server asked for input ${call.rounds} times`);
  const state = memberText(memberText(text, 'result') ?? '', 'requestState');
  const wanted = isObject(requests)
    ? Object.entries(requests).filter((one): one is [string, JsonObject] => isObject(one[1]))
    : undefined;
  const requestedState = state === undefined ? undefined : new JsonText(state);
  keep(turn, call, { kind: 'input', asked, wanted, given: new Map(), requestState: requestedState }, 0);
  for (const [key, { method, params }] of wanted ?? []) {
    const question = {
      seq: asked,
      key,
      method: String(method),
      params,
      for: { kind: 'call', call },
    } as const;
    turn.effects.push({ type: 'rule', question });
  }
  proceed(turn, call);
}

/** An input was given; a refused one ends the call. */
export function giveInput(turn: StepTurn, call: OpenCall, seq: number, key: string, answer: Answer) {
  const { stage } = call;
  if (stage.kind !== 'input' || stage.asked !== seq || turn.state.calls.get(call.id) !== call) return;
  if ('error' in answer) {
    const refused = stage.wanted?.find(([wanted]) => wanted === key)?.[1];
    return stopRounds(turn, call, seq, `${wordOf(refused?.['method'])} refused`);
  }
  stage.given.set(key, answer.result);
  proceed(turn, call);
}

/** A person continues it beyond the limit of rounds. */
export function raiseLimit(turn: StepTurn, call: OpenCall): void {
  call.mostRounds += turn.state.options.rounds;
  proceed(turn, call);
}

/** Whether a call has reached the limit of rounds and waits for a person. */
export const isAtLimit = ({ stage, rounds, mostRounds }: OpenCall): boolean =>
  stage.kind === 'input' && rounds > mostRounds;

/** Sends the next round when all inputs are given. */
function proceed(turn: StepTurn, call: OpenCall): void {
  const { stage, params } = call;
  if (stage.kind !== 'input' || isAtLimit(call) || !isComplete(stage)) return;
  turn.state.calls.delete(call.id);
  call.isRepeated = false;
  const { wanted, given, requestState, asked } = stage;
  const next = {
    ...(isObject(params) ? params : {}),
    ...(wanted && { inputResponses: Object.fromEntries(wanted.map(([key]) => [key, given.get(key)])) }),
    ...(requestState && { requestState }),
  };
  send(turn, call, next, asked);
}

const isComplete = ({ wanted = [], given }: Extract<Stage, { kind: 'input' }>): boolean =>
  wanted.every(([key]) => given.has(key));

/** The request is not continued; `asked` is the seq of the result that requires input. */
function stopRounds(turn: StepTurn, call: OpenCall, asked: number, reason: string): void {
  const why = `not continued: ${reason}`;
  forgetQuestions(turn, asked);
  reportLife(turn, { event: 'cancel', re: call.seq, answer: asked, detail: why });
  settle(turn, call, { kind: 'cancelled', why }, { isFinal: true });
}
