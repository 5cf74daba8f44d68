import { isObject, type JsonObject } from '../json/shape.ts';
import { errorSentence } from '../session/negotiation.ts';
import type { Task } from '../session/state.ts';
import type { TaskUpdate } from '../session/tasks.ts';
import { announcesTasks, createdIn, isOver, readTask } from '../spec/task.ts';
import { paceOf, pauseBefore, REQUESTS, wasDone } from '../time/spacing.ts';
import { type Answer, wordOf } from './answerer.ts';
import type { Outcome } from './call.ts';
import { reportLife, type StepTurn } from './event.ts';
import { nameOf } from './request-params.ts';
import { giveUp, keep, request, settle } from './requests.ts';
import { forgetQuestions } from './server-requests.ts';
import type { EndedCall, How, OpenServerRequest, TaskRun } from './state.ts';

/** The interval for a server that names none, and the shortest one, in ms. */
const USUAL = 1_000;
const LEAST = 200;

/**
 * Follows the task that a call runs as, if it was answered with one; false otherwise.
 *
 *   tools/call ─▶ a task: ( interval ─▶ tasks/get )… ─▶ over ─▶ tasks/result (2025-11-25); else the result is in the task
 *                    │    └ input_required: tasks/result brings the requests (2025-11-25)
 *                    │                      tasks/update takes the inputs (2026-07-28)
 *                    └ left, timed out ─▶ tasks/cancel
 */
export function followTask(turn: StepTurn, { call, outcome, isFinal }: EndedCall): boolean {
  if (isFinal || !call.isWhole || call.method !== 'tools/call' || outcome.kind !== 'result') return false;
  const created = createdIn(outcome.result);
  const id = created && readTask(created.task)?.id;
  const task = turn.session.tasks.find((one) => one.id === id);
  if (task?.call === undefined) return false;
  const run: TaskRun = {
    id: task.id,
    call,
    seq: task.seq,
    isLegacy: turn.session.era !== 'modern',
    pace: paceOf(REQUESTS),
    seen: '',
    step: 'pausing',
    isNews: false,
    isResultAsked: false,
    keys: new Set(),
    batches: new Map(),
  };
  turn.state.tasks.set(run.id, run);
  keep(turn, call, { kind: 'task', answer: outcome.seq, run }, call.limits.max);
  poll(turn, run);
  return true;
}

const isFollowed = ({ state }: StepTurn, run: TaskRun): boolean => state.tasks.get(run.id) === run;

const known = ({ session }: StepTurn, { id }: TaskRun): Pick<Task, 'status' | 'interval' | 'message'> =>
  session.tasks.find((task) => task.id === id) ?? { status: 'working' };

/** Decides by the known status what to do next. */
function poll(turn: StepTurn, run: TaskRun) {
  const { status, interval = USUAL } = known(turn, run);
  run.seen = status;
  run.step = 'pausing';
  // A task that was cancelled has no result.
  if (run.isLegacy && isOver(status) && status !== 'cancelled') {
    run.step = 'ending';
    return askForResult(turn, run, {});
  }
  if (run.isLegacy && status === 'input_required') askForResult(turn, run, { timeout: 0, max: 0 });
  pause(turn, run, Math.max(LEAST, interval));
}

const pause = ({ effects }: StepTurn, { id }: TaskRun, ms: number): void =>
  void effects.push({ type: 'start timer', timer: { of: 'task', id }, ms });

/** Sent once: from then on its answer is awaited. */
function askForResult(turn: StepTurn, run: TaskRun, how: How) {
  if (run.isResultAsked) return;
  run.isResultAsked = true;
  ask(turn, run, 'result', {}, how);
}

function ask(turn: StepTurn, run: TaskRun, asks: 'get' | 'result' | 'update', more = {}, how: How = {}) {
  const params = { taskId: run.id, ...more };
  request(turn, `tasks/${asks}`, params, { ...how, by: 'auto', oneRound: true }, { kind: 'task', run, asks });
}

/** The pause is over. */
export function taskDue(turn: StepTurn, run: TaskRun | undefined) {
  if (run?.step !== 'pausing') return;
  run.isNews = false;
  if (run.isLegacy && known(turn, run).status !== run.seen) return poll(turn, run);
  run.step = 'asking';
  ask(turn, run, 'get');
}

/** A frame reported on tasks: a status that changes what to do next ends the pause. */
export function tasksUpdated(turn: StepTurn, { reports }: TaskUpdate) {
  for (const { task } of reports) {
    const run = turn.state.tasks.get(task.id);
    if (run?.step !== 'pausing' || run.isNews || task.status === run.seen || task.status === 'working')
      continue;
    run.isNews = true;
    const ms = pauseBefore(run.pace, turn.now, (loop) => {
      const what = nameOf(run.call.method, run.call.params);
      const detail = `the server announces a change of the task of ${what} whenever tasks/get is sent: ${loop}`;
      reportLife(turn, { event: 'throttled', detail });
    });
    if (ms > 0) pause(turn, run, ms);
    else taskDue(turn, run);
  }
}

/** A request about a task was answered, or ended. */
export function taskAnswered(
  turn: StepTurn,
  run: TaskRun,
  asks: 'get' | 'result' | 'update',
  outcome: Outcome,
) {
  if (!isFollowed(turn, run)) return;
  if (asks === 'update') return taskDue(turn, run);
  if (asks === 'result') return end(turn, run, outcome);
  wasDone(run.pace, turn.now);
  if (outcome.kind !== 'result') return end(turn, run, failed(turn, run, outcome));
  const over = endOf(turn, run, outcome);
  if (over !== undefined) return end(turn, run, over);
  if (!run.isLegacy) collect(turn, run, outcome.seq, outcome.result);
  poll(turn, run);
}

function failed(
  turn: StepTurn,
  { call, seq }: TaskRun,
  outcome: Exclude<Outcome, { kind: 'result' }>,
): Outcome {
  if (outcome.kind === 'closed') return outcome;
  const why = outcome.kind === 'error' ? errorSentence(outcome.error) : outcome.why;
  const detail = `${nameOf(call.method, call.params)}: its task can no longer be followed: ${why}`;
  reportLife(turn, { event: 'lost', re: call.seq, answer: seq, detail });
  return outcome;
}

/**
 * How a task ended, if the answer about it says everything: that it was cancelled, and since 2026-07-28 its result or
 * its error as well.
 */
function endOf(
  turn: StepTurn,
  run: TaskRun,
  { seq, ms, result }: Extract<Outcome, { readonly kind: 'result' }>,
): Outcome | undefined {
  const task = isObject(result) ? result : {};
  if (task['status'] === 'cancelled') {
    const { message } = known(turn, run);
    const what = nameOf(run.call.method, run.call.params);
    const why = message === undefined ? '' : `: ${message}`;
    return { kind: 'cancelled', why: `the server cancelled the task of ${what}${why}` };
  }
  if (run.isLegacy) return undefined;
  if (task['status'] === 'completed')
    return { kind: 'result', seq, ms, result: task['result'] ?? null, inTask: true };
  if (task['status'] !== 'failed') return undefined;
  return { kind: 'error', seq, ms, error: isObject(task['error']) ? task['error'] : {}, inTask: true };
}

/** The end of the task is the end of its call. */
function end(turn: StepTurn, { call }: TaskRun, outcome: Outcome): void {
  const ms = turn.now - call.began;
  const isAnswer = outcome.kind === 'result' || outcome.kind === 'error';
  settle(turn, call, isAnswer ? { ...outcome, ms } : outcome, { isFinal: true });
}

/** A call that runs as a task has ended, or was given up: its task is no longer followed. */
export function leaveTask(turn: StepTurn, run: TaskRun, isLeft: boolean): void {
  if (!isFollowed(turn, run)) return;
  const { state, effects, session } = turn;
  state.tasks.delete(run.id);
  effects.push({ type: 'stop timer', timer: { of: 'task', id: run.id } });
  const asking = [...state.calls.values()].find(
    ({ owner }) => owner.kind === 'task' && owner.run === run && owner.asks === 'result',
  );
  if (asking !== undefined) giveUp(turn, asking, 'cancel', 'the task is abandoned');
  for (const seq of run.batches.keys()) forgetQuestions(turn, seq);
  if (isLeft && announcesTasks(session, 'cancel')) cancelTask(turn, run.id);
}

/** Cancels a task. */
export const cancelTask = (turn: StepTurn, taskId: string): void =>
  request(turn, 'tasks/cancel', { taskId }, { by: 'auto', oneRound: true }, { kind: 'nobody' });

/** Collects the inputs that the task requests for the first time; it continues when all are given. */
function collect(turn: StepTurn, run: TaskRun, seq: number, result: unknown): void {
  const isAsking = isObject(result) && result['status'] === 'input_required';
  const requests = isAsking ? result['inputRequests'] : undefined;
  const fresh = Object.entries(isObject(requests) ? requests : {}).filter(
    (one): one is [string, JsonObject] => isObject(one[1]) && !run.keys.has(one[0]),
  );
  if (fresh.length === 0) return;
  run.batches.set(seq, { keys: fresh.map(([key]) => key), given: new Map() });
  for (const [key, { method, params }] of fresh) {
    run.keys.add(key);
    const question = { seq, key, method: String(method), params, for: { kind: 'task', run } } as const;
    turn.effects.push({ type: 'rule', question });
  }
}

/** An input was given; a refused one ends the call. */
export function giveTaskInput(
  turn: StepTurn,
  run: TaskRun,
  { seq, key, method }: OpenServerRequest,
  answer: Answer,
) {
  const batch = run.batches.get(seq);
  if (batch === undefined || !isFollowed(turn, run)) return;
  if ('error' in answer) return giveUp(turn, run.call, 'cancel', `${wordOf(method)} refused`);
  batch.given.set(key, answer.result);
  if (batch.given.size < batch.keys.length) return;
  const inputResponses = Object.fromEntries(batch.keys.map((one) => [one, batch.given.get(one)]));
  ask(turn, run, 'update', { inputResponses });
}
