import { memberText } from '../json/parts.ts';
import { isObject } from '../json/shape.ts';
import { JsonText } from '../json/write.ts';
import { MOST_WAITING } from '../session/inbox.ts';
import type { Accepted } from '../session/intake.ts';
import { asksPerson } from '../spec/methods.ts';
import { pauseBefore, wasDone } from '../time/spacing.ts';
import type { Answer } from './answerer.ts';
import { reportLife, type StepTurn } from './event.ts';
import { hold } from './requests.ts';
import type { OpenServerRequest } from './state.ts';

/** The answer when too many requests are waiting already. */
const TOO_MANY: Answer = {
  error: { code: -32000, message: `Too many requests: ${MOST_WAITING} wait for a person already` },
};

/** How many answers may wait for the end of a pause: sending a hundred thousand at once would block the keyboard. */
const WAITING = 1_000;

/**
 * The server's own requests.
 *
 *   request ─▶ the roots, a rule ─▶ answered, after a pause when the server keeps asking
 *      │            └▶ a person is asked ─▶ answered
 *      └─▶ the server cancels it, or is gone: no answer is sent
 */
export function askedByServer(turn: StepTurn, { entry, envelope }: Accepted): void {
  // Servers must not send requests in the modern era; there is a finding about it.
  if (envelope?.kind !== 'request' || entry.type !== 'frame' || turn.session.era === 'modern') return;
  const { id, method, params } = envelope;
  const { seq, msg } = entry;
  // The exact digits of the id, which the server compares.
  const digits = typeof id === 'number' ? memberText(msg, 'id') : undefined;
  turn.state.owed.set(seq, digits === undefined ? id : new JsonText(digits));
  turn.effects.push({
    type: 'rule',
    question: { seq, key: '', method, params, id, for: { kind: 'server' } },
  });
}

const nameOfQuestion = (seq: number, key: string): string => `${seq} ${key}`;

/** Asks a person; when too many of the server's own requests wait, further ones are answered at once. */
export function askPerson(turn: StepTurn, question: OpenServerRequest): Answer | undefined {
  const { questions, isCrowdReported: isCrowdTold } = turn.state;
  if (question.id !== undefined && questions.size >= MOST_WAITING) {
    const detail = `${MOST_WAITING} requests of the server wait for you: further ones are answered with an error until you have answered some`;
    if (!isCrowdTold) reportLife(turn, { event: 'throttled', detail });
    turn.state.isCrowdReported = true;
    return TOO_MANY;
  }
  questions.set(nameOfQuestion(question.seq, question.key), question);
  if (holdsTime(question)) hold(turn, 'input', true);
  return undefined;
}

/** Whether the server may be working on a request of ours meanwhile, which then may take as long as the person does. */
const holdsTime = (question: OpenServerRequest): boolean => question.for.kind !== 'call';

/** Is this answer still expected from a person? */
export const isAsked = ({ state }: Pick<StepTurn, 'state'>, seq: number, key: string): boolean =>
  state.questions.has(nameOfQuestion(seq, key));

/** Removes and returns the question that a person answers, if it is still open. */
export function takeQuestion(turn: StepTurn, seq: number, key: string): OpenServerRequest | undefined {
  const question = turn.state.questions.get(nameOfQuestion(seq, key));
  if (question !== undefined) drop(turn, (one) => one === question);
  return question;
}

/** The questions that this frame asked are over; all questions, when none is given. */
export function forgetQuestions(turn: StepTurn, seq?: number): void {
  drop(turn, (one) => seq === undefined || one.seq === seq);
}

/** The server cancels a request of its own (basic/utilities/cancellation): no answer is sent. */
export function takeBackQuestion(turn: StepTurn, params: unknown): void {
  const id = isObject(params) ? params['requestId'] : undefined;
  if (id !== undefined) drop(turn, (one) => one.key === '' && one.id === id);
}

function drop(turn: StepTurn, isGone: (question: OpenServerRequest) => boolean): void {
  const { questions } = turn.state;
  if (questions.size === 0) return;
  for (const [name, one] of questions) if (isGone(one)) questions.delete(name);
  hold(turn, 'input', [...questions.values()].some(holdsTime));
}

/** Answers a request of the server's own, unless it is over. */
export function answerServer(turn: StepTurn, { seq, method }: OpenServerRequest, answer: Answer) {
  const { state, now } = turn;
  // The answer of a person, or of a rule in their place, is not delayed.
  if (asksPerson(method) && answer !== TOO_MANY) return sendAnswer(turn, seq, answer);
  if (state.answers !== undefined) {
    if (state.answers.push({ seq, answer }) >= WAITING) sendAnswers(turn);
    return;
  }
  state.answers = [{ seq, answer }];
  const pause = pauseBefore(state.answering, now, (loop) =>
    reportLife(turn, { event: 'throttled', detail: `the server sends ${method} over and over: ${loop}` }),
  );
  if (pause === 0) sendAnswers(turn);
  else turn.effects.push({ type: 'start timer', timer: { of: 'answers' }, ms: pause });
}

/** The pause is over, or too many wait. */
export function sendAnswers(turn: StepTurn): void {
  const { state, effects, now } = turn;
  effects.push({ type: 'stop timer', timer: { of: 'answers' } });
  for (const { seq, answer } of state.answers ?? []) sendAnswer(turn, seq, answer);
  state.answers = undefined;
  wasDone(state.answering, now);
}

function sendAnswer({ state, effects }: StepTurn, seq: number, answer: Answer): void {
  const id = state.owed.get(seq);
  if (!state.owed.delete(seq)) return;
  effects.push({ type: 'send', message: { jsonrpc: '2.0', id, ...answer }, sent: { by: 'server' } });
}
