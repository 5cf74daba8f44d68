import { memberText } from '../json/parts.ts';
import { isObject, type JsonObject } from '../json/shape.ts';
import { JsonText } from '../json/write.ts';
import { needsInput } from '../session/input-required.ts';
import { methodNamed } from '../spec/methods.ts';
import { type Answer, wordOf } from './answer.ts';
import { forgetQuestions } from './answers.ts';
import { type StepTurn, tellLife } from './event.ts';
import { listPages } from './lists.ts';
import { keep, send, settle } from './requests.ts';
import type { EndedCall, OpenCall, Stage } from './state.ts';

/** HeaderMismatch (basic/transports/streamable-http#server-validation, 2026-07-28). */
const MISMATCH = -32020;

/**
 * Goes on with a request of the modern era that was answered, but is not at its end; false when it is.
 *
 *   request ─▶ input_required ─▶ inputs are there ─▶ the request again: new id, inputResponses, requestState as sent
 *     ▲  │             ├ an input is refused ─▶ cancelled: not continued
 *     │  │             └ it is left ─▶ cancelled: not continued
 *     │  ├────▶ header mismatch ─▶ the list of tools is asked for again ─┐
 *     └──┼───────────────────────────────────────────────────────────────┘
 *        └────▶ any other answer ends it
 *
 * Which arguments the headers repeat is said by the tool's schema, which may have changed; the server did not run the
 * call (…/streamable-http#client-behavior). See client/input-required (2026-07-28).
 */
export function goesOn(turn: StepTurn, { call, outcome, text = '', isFinal }: EndedCall): boolean {
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

/** The tools were listed again, whatever came: the call is made once more. */
export function sendAgain(turn: StepTurn, call: OpenCall) {
  if (call.stage.kind !== 'relisting' || turn.state.calls.get(call.id) !== call) return;
  turn.state.calls.delete(call.id);
  call.isRepeated = true;
  send(turn, call, call.sent);
}

function askForInput(turn: StepTurn, call: OpenCall, asked: number, result: JsonObject, text: string) {
  const { inputRequests: requests, requestState } = result;
  if (!isObject(requests) && typeof requestState !== 'string')
    return abandon(turn, call, asked, 'the server asked for input, but named none');
  call.rounds += 1;
  if (call.rounds > call.mostRounds && !turn.state.options.patient)
    return abandon(turn, call, asked, `the server asked for input ${call.rounds} times`);
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

/** An input was given, or refused: then the request is not continued. */
export function giveInput(turn: StepTurn, call: OpenCall, seq: number, key: string, answer: Answer) {
  const { stage } = call;
  if (stage.kind !== 'input' || stage.asked !== seq || turn.state.calls.get(call.id) !== call) return;
  if ('error' in answer) {
    const refused = stage.wanted?.find(([wanted]) => wanted === key)?.[1];
    return abandon(turn, call, seq, `${wordOf(refused?.['method'])} refused`);
  }
  stage.given.set(key, answer.result);
  proceed(turn, call);
}

/** A person lets it go on beyond the limit of rounds. */
export function raiseLimit(turn: StepTurn, call: OpenCall): void {
  call.mostRounds += turn.state.options.rounds;
  proceed(turn, call);
}

/** Whether a call has come to the limit of rounds and waits to be let go on. */
export const isAtLimit = ({ stage, rounds, mostRounds }: OpenCall): boolean =>
  stage.kind === 'input' && rounds > mostRounds;

/** Sends the next round when all is there. */
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

/** The request is not continued; `asked` is the seq of the result that asked for input. */
function abandon(turn: StepTurn, call: OpenCall, asked: number, reason: string): void {
  const why = `not continued: ${reason}`;
  forgetQuestions(turn, asked);
  tellLife(turn, { event: 'cancel', re: call.seq, answer: asked, detail: why });
  settle(turn, call, { kind: 'cancelled', why }, { isFinal: true });
}
