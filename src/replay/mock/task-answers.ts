import { parse } from '../../json/parse.ts';
import { memberText } from '../../json/parts.ts';
import type { Asker, MockClient } from './client.ts';
import { withTasks } from './client.ts';
import { differenceIn, type Playing, play } from './play.ts';
import type { Script } from './script.ts';
import {
  asksTask,
  hasEnded,
  isToldWhole,
  type LiveTask,
  nextPoll,
  stateIn,
  statusOf,
  withStatus,
} from './tasks.ts';

/** How a request about tasks is answered. */
interface Answering {
  readonly client: MockClient;
  readonly stage: Playing;
  /** With a result, as its exact text. */
  answer(result: string): void;
  /** With an error, as the server would. */
  fail(message: string): void;
  /** Whether an answer may not be given, which is said instead. */
  isRefused(script: Script): boolean;
  /** The recording has no answer. */
  miss(reason: string): void;
}

/** Whether a request is about tasks. */
export const isTaskMethod = (method: string): boolean => asksTask(method) || method === 'tasks/list';

/** Answers a request about tasks: as it was, but as often as it is asked, and for the tasks that this client has. */
export function answerTask(answering: Answering, method: string, params: string | undefined, asker: Asker) {
  const { client, stage } = answering;
  if (method === 'tasks/list') {
    const states = [...new Set(client.tasks.values())].map(({ state }) => state);
    return answering.answer(`{"tasks":[${states.join(',')}]}`);
  }
  const id = params && parse(memberText(params, 'taskId') ?? '');
  const task = client.tasks.get(typeof id === 'string' ? id : '');
  if (task === undefined || task.id !== id) return answering.fail(`Task not found: ${String(id)}`);
  const played = (script: Script): void => {
    if (answering.isRefused(script)) return;
    const about = { ...asker, task };
    play(stage, client, script, about, (msg) => {
      const text = withTasks(client, msg, about);
      task.state = stateIn(text) ?? task.state;
      return text;
    });
  };
  switch (method) {
    case 'tasks/get':
      return polled(answering, task, played);
    case 'tasks/result':
      return resulted(answering, task, played);
    case 'tasks/cancel':
      return cancelled(answering, task, played);
    case 'tasks/update':
      return updated(answering, task, params, played);
  }
}

function polled({ answer }: Answering, task: LiveTask, played: (script: Script) => void) {
  if (task.isCancelled) return answer(task.state);
  const { results } = task.recorded;
  const wasTold = isToldWhole(task);
  const script = nextPoll(task);
  // Who waited for the result instead of asking once more never saw the end.
  const ended = (wasTold || task.results > 0) && results.length > 0 && !hasEnded(task);
  if (ended) task.state = withStatus(task.state, hasFailed(results[0]) ? 'failed' : 'completed');
  if (ended || script === undefined || (task.results > 0 && hasEnded(task))) return answer(task.state);
  played(script);
}

const hasFailed = (script: Script | undefined): boolean =>
  script?.request.end.kind === 'answered' && script.request.end.line.kind === 'error';

function resulted(answering: Answering, task: LiveTask, played: (script: Script) => void) {
  const { results } = task.recorded;
  const script = results[Math.min(task.results, results.length - 1)];
  if (task.isCancelled) return answering.fail('the task was cancelled');
  if (script === undefined) return answering.miss('was not asked for in the recording');
  task.results += 1;
  played(script);
}

function cancelled(answering: Answering, task: LiveTask, played: (script: Script) => void) {
  const [script] = task.recorded.cancels;
  if (hasEnded(task)) return answering.fail(`Cannot cancel a task that is ${statusOf(task.state)}`);
  const isAnswered = script?.request.end.kind === 'answered';
  task.isCancelled = !(isAnswered && hasFailed(script));
  if (script !== undefined) {
    played(script);
    if (task.isCancelled) task.state = withStatus(task.state, 'cancelled');
    return;
  }
  task.state = withStatus(task.state, 'cancelled');
  // Since 2026-07-28 it is only agreed to.
  answering.answer(
    memberText(task.state, 'resultType') === undefined ? task.state : '{"resultType":"complete"}',
  );
}

function updated(
  answering: Answering,
  task: LiveTask,
  params: string | undefined,
  played: (script: Script) => void,
) {
  const { updates } = task.recorded;
  const script = updates[Math.min(task.updates, updates.length - 1)];
  if (script === undefined) return answering.miss('was given no input in the recording');
  const [was, is] = [script.request.params, params].map(
    (text) => (text && memberText(text, 'inputResponses')) ?? '{}',
  );
  const difference = differenceIn(was ?? '{}', is ?? '{}', '/params/inputResponses');
  if (difference !== undefined)
    return answering.miss(`is given another input than in the recording: ${difference}`);
  task.updates += 1;
  played(script);
}
