import { parse } from '../../json/parse.ts';
import { memberText, withMember } from '../../json/parts.ts';
import type { Asker, MockClient } from './client.ts';
import { withTasks } from './client.ts';
import { differenceIn, type Playing, play } from './play.ts';
import type { Reaction } from './reactions.ts';
import {
  asksClient,
  asksTask,
  hasEnded,
  type LiveTask,
  nextReports,
  polledState,
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
  isRefused(reaction: Reaction): boolean;
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
  const played: Played = (reaction, answered) => {
    if (answering.isRefused(reaction)) return;
    const about = { ...asker, task };
    play(stage, client, reaction, about, (msg) => {
      const text = withTasks(client, msg, about);
      task.state = stateIn(text) ?? task.state;
      return answered?.(text) ?? text;
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

/** Plays a recorded answer about a task; `answered` gives what is sent in its place. */
type Played = (reaction: Reaction, answered?: (text: string) => string) => void;

function polled({ answer, client, stage }: Answering, task: LiveTask, played: Played) {
  const isFast = stage.pause === undefined;
  if (task.isCancelled || (task.given > 0 && hasEnded(task))) return answer(polledState(task));
  const before = task.recorded.reports[task.told - 1];
  const next = nextReports(task, isFast);
  const last = next.at(-1);
  const end = (): void => {
    const said = last?.line && stateIn(withTasks(client, last.line.msg, { task }));
    if (last?.reaction === undefined) task.state = said ?? task.state;
    if (isFast || next.length === 0) task.state = atItsEnd(task);
  };
  const asked = next.flatMap(({ reaction }) => reaction ?? []);
  const isRepeated = next.length === 0 && atItsEnd(task) === task.state;
  const reaction = isRepeated ? before?.reaction : joined(client, asked);
  if (reaction === undefined) {
    end();
    return answer(polledState(task));
  }
  played(reaction, (text) => {
    const was = task.state;
    end();
    const isAsRecorded = task.state === was && (isRepeated || last?.reaction !== undefined);
    return isAsRecorded ? text : withMember(text, 'result', polledState(task));
  });
}

/** Of several answers one: all that was sent with them, and then the last. */
function joined({ told }: MockClient, reactions: readonly Reaction[]): Reaction | undefined {
  const last = reactions.at(-1);
  if (last === undefined || reactions.length === 1) return last;
  const acts = reactions.slice(0, -1).flatMap((reaction) => {
    const after = told.has(reaction) ? [] : reaction.after;
    told.add(reaction);
    return [...reaction.acts, ...after];
  });
  return { ...last, acts: [...acts, ...last.acts] };
}

/**
 * The state of a task after all that was said of it: who waited for the result instead of asking once more never saw the end. What
 * asks for input does so until that is given.
 */
function atItsEnd(task: LiveTask): string {
  const { results, reports } = task.recorded;
  const [result] = results;
  const isOpen = task.given === 0;
  if (result === undefined || hasEnded(task) || (isOpen && task.told < reports.length)) return task.state;
  if (isOpen && (statusOf(task.state) === 'input_required' || asksClient(result)))
    return withStatus(task.state, 'input_required');
  return withStatus(task.state, hasFailed(result) ? 'failed' : 'completed');
}

/** Whether a task has failed, by its result. */
function hasFailed({ request: { end } }: Reaction): boolean {
  if (end.kind !== 'answered') return false;
  return (
    end.line.kind === 'error' || memberText(memberText(end.line.msg, 'result') ?? '', 'isError') === 'true'
  );
}

function resulted(answering: Answering, task: LiveTask, played: Played) {
  const { results } = task.recorded;
  const reaction = results[Math.min(task.results, results.length - 1)];
  if (task.isCancelled) return answering.fail('the task was cancelled');
  if (reaction === undefined) return answering.miss('was not asked for in the recording');
  task.results += 1;
  played(reaction, (text) => {
    task.given += 1;
    return text;
  });
}

function cancelled(answering: Answering, task: LiveTask, played: Played) {
  const [reaction] = task.recorded.cancels;
  if (hasEnded(task)) return answering.fail(`Cannot cancel a task that is ${statusOf(task.state)}`);
  task.isCancelled = reaction === undefined || !hasFailed(reaction);
  if (reaction !== undefined) {
    played(reaction);
    if (task.isCancelled) task.state = withStatus(task.state, 'cancelled');
    return;
  }
  task.state = withStatus(task.state, 'cancelled');
  // Since 2026-07-28 it is only agreed to.
  answering.answer(
    memberText(task.state, 'resultType') === undefined ? task.state : '{"resultType":"complete"}',
  );
}

function updated(answering: Answering, task: LiveTask, params: string | undefined, played: Played) {
  const { updates } = task.recorded;
  const reaction = updates[Math.min(task.updates, updates.length - 1)];
  if (reaction === undefined) return answering.miss('was given no input in the recording');
  const [was, is] = [reaction.request.params, params].map(
    (text) => (text && memberText(text, 'inputResponses')) ?? '{}',
  );
  const difference = differenceIn(was ?? '{}', is ?? '{}', '/params/inputResponses');
  if (difference !== undefined)
    return answering.miss(`is given another input than in the recording: ${difference}`);
  task.updates += 1;
  played(reaction);
}
