import { memberText } from '../json/parts.ts';
import { isObject } from '../json/shape.ts';
import { JsonText } from '../json/write.ts';
import { MOST_WAITING } from '../session/inbox.ts';
import type { Accepted } from '../session/intake.ts';
import { asksPerson } from '../spec/methods.ts';
import { pauseBefore, wasDone } from '../time/spacing.ts';
import type { Answer } from './answer.ts';
import { type StepTurn, tellLife } from './event.ts';
import { hold } from './requests.ts';
import type { ServerQuestion } from './state.ts';

/** What is answered when too many requests wait already. */
const TOO_MANY: Answer = {
  error: { code: -32000, message: `Too many requests: ${MOST_WAITING} wait for a person already` },
};

/** Answers that wait for the end of a pause at the most: to send a hundred thousand at once would hold up the keys. */
const WAITING = 1_000;

/**
 * The server's own requests.
 *
 *   request ─▶ the roots, a rule ─▶ answered, after a pause where it asks over and over
 *      │            └▶ a person is asked ─▶ answered
 *      └─▶ the server takes it back, or is gone: no answer is sent
 */
export function askedByServer(turn: StepTurn, { entry, envelope }: Accepted): void {
  // Servers may not send requests in the modern era; the finding says so.
  if (envelope?.kind !== 'request' || entry.type !== 'frame' || turn.session.era === 'modern') return;
  const { id, method, params } = envelope;
  const { seq, msg } = entry;
  // The id as it stands in its frame: the server compares all the digits of a number.
  const digits = typeof id === 'number' ? memberText(msg, 'id') : undefined;
  turn.state.owed.set(seq, digits === undefined ? id : new JsonText(digits));
  turn.effects.push({
    type: 'rule',
    question: { seq, key: '', method, params, id, for: { kind: 'server' } },
  });
}

const nameOfQuestion = (seq: number, key: string): string => `${seq} ${key}`;

/** Asks a person; too many at a time are answered at once, where the server asks by itself. */
export function askPerson(turn: StepTurn, question: ServerQuestion): Answer | undefined {
  const { questions, isCrowdTold } = turn.state;
  if (question.id !== undefined && questions.size >= MOST_WAITING) {
    const detail = `${MOST_WAITING} requests of the server wait for you: further ones are answered with an error until you have answered some`;
    if (!isCrowdTold) tellLife(turn, { event: 'throttled', detail });
    turn.state.isCrowdTold = true;
    return TOO_MANY;
  }
  questions.set(nameOfQuestion(question.seq, question.key), question);
  if (holdsTime(question)) hold(turn, 'input', true);
  return undefined;
}

/** Whether the server works on a request of ours meanwhile: it may take as long as the person does. */
const holdsTime = (question: ServerQuestion): boolean => question.for.kind !== 'call';

/** Does anybody wait for this answer of a person? What a rule answers is awaited by nobody. */
export const isAsked = ({ state }: Pick<StepTurn, 'state'>, seq: number, key: string): boolean =>
  state.questions.has(nameOfQuestion(seq, key));

/** Takes the question that a person answers, if it still waits. */
export function takeQuestion(turn: StepTurn, seq: number, key: string): ServerQuestion | undefined {
  const question = turn.state.questions.get(nameOfQuestion(seq, key));
  if (question !== undefined) drop(turn, (one) => one === question);
  return question;
}

/** Nobody waits any more for what this frame asked for; for nothing at all when none is given. */
export function forgetQuestions(turn: StepTurn, seq?: number): void {
  drop(turn, (one) => seq === undefined || one.seq === seq);
}

/** The server takes a request of its own back (basic/utilities/cancellation): no answer is sent. */
export function takeBackQuestion(turn: StepTurn, params: unknown): void {
  const id = isObject(params) ? params['requestId'] : undefined;
  if (id !== undefined) drop(turn, (one) => one.key === '' && one.id === id);
}

function drop(turn: StepTurn, isGone: (question: ServerQuestion) => boolean): void {
  const { questions } = turn.state;
  if (questions.size === 0) return;
  for (const [name, one] of questions) if (isGone(one)) questions.delete(name);
  hold(turn, 'input', [...questions.values()].some(holdsTime));
}

/** Answers a request of the server's own, unless no answer is owed any more. */
export function answerServer(turn: StepTurn, { seq, method }: ServerQuestion, answer: Answer) {
  const { state, now } = turn;
  // What a person answers, or a rule in place of one, has no pause.
  if (asksPerson(method) && answer !== TOO_MANY) return sendAnswer(turn, seq, answer);
  if (state.answers !== undefined) {
    if (state.answers.push({ seq, answer }) >= WAITING) sendAnswers(turn);
    return;
  }
  state.answers = [{ seq, answer }];
  const pause = pauseBefore(state.answering, now, (loop) =>
    tellLife(turn, { event: 'throttled', detail: `the server sends ${method} over and over: ${loop}` }),
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
