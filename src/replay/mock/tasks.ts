import { parse } from '../../json/parse.ts';
import { memberText, withMember, withoutMember } from '../../json/parts.ts';
import { valueAt } from '../../json/path.ts';
import { spanAt } from '../../json/reader.ts';
import { methodNamed } from '../../spec/methods.ts';
import { createdIn, isOver, readTask } from '../../spec/task.ts';
import type { RecordedLine } from '../conversation.ts';
import type { Reaction } from './reactions.ts';

/** What was asked of one task in a recording, in order. */
export interface RecordedTask {
  readonly id: string;
  /** What was said of its state: to who asked, and by itself. */
  readonly reports: ToldState[];
  readonly gets: Reaction[];
  readonly results: Reaction[];
  readonly cancels: Reaction[];
  readonly updates: Reaction[];
}

/** What was said of the state of a task. */
export interface ToldState {
  /** When it was asked for, or said by itself. */
  readonly seq: number;
  /** Where it was asked for. */
  readonly reaction?: Reaction;
  /** The message that said it; undefined where none did. */
  readonly line: RecordedLine | undefined;
}

/** The tasks of a recording by their ids. */
export type RecordedTasks = ReadonlyMap<string, RecordedTask>;

const ASKED = {
  'tasks/get': 'gets',
  'tasks/result': 'results',
  'tasks/cancel': 'cancels',
  'tasks/update': 'updates',
} as const satisfies Readonly<Record<string, keyof RecordedTask>>;

/** Whether a method asks something of one task. */
export const asksTask = (method: string): method is keyof typeof ASKED => Object.hasOwn(ASKED, method);

/** @param notices what the server sent by itself, in its order */
export function tasksIn(all: readonly Reaction[], notices: readonly RecordedLine[]): RecordedTasks {
  const tasks = new Map<string, RecordedTask>();
  const known = (id: string): RecordedTask => {
    const found = tasks.get(id) ?? { id, reports: [], gets: [], results: [], cancels: [], updates: [] };
    tasks.set(id, found);
    return found;
  };
  for (const reaction of all) {
    const { line, params, end } = reaction.request;
    if (asksTask(line.method)) {
      const id = params === undefined ? undefined : parse(memberText(params, 'taskId') ?? '');
      if (typeof id === 'string') known(id)[ASKED[line.method]].push(reaction);
    } else if (end.kind === 'answered' && MAY_CREATE.test(end.line.msg)) {
      const created = createdIn(valueAt(parse(end.line.msg), '/result'));
      const task = readTask(created?.task);
      if (task !== undefined) known(task.id);
    }
  }
  for (const line of notices) {
    const id = reportsTask(line) ? valueAt(parse(line.msg), '/params/taskId') : undefined;
    if (typeof id === 'string') tasks.get(id)?.reports.push({ seq: line.seq, line });
  }
  for (const { reports, gets } of tasks.values()) {
    for (const reaction of gets) {
      const { line, end } = reaction.request;
      reports.push({ seq: line.seq, reaction, line: end.kind === 'answered' ? end.line : undefined });
    }
    reports.sort((one, other) => one.seq - other.seq);
  }
  return tasks;
}

/** Whether a notice tells the state of a task. */
export const reportsTask = ({ method }: RecordedLine): boolean => methodNamed(method)?.reportsTask === true;

const MAY_CREATE = /"taskId"/;

/** A task as a client has it: another one at each call, with an id of its own. */
export interface LiveTask {
  readonly id: string;
  readonly recorded: RecordedTask;
  /** How often it was asked for its state, its result, and given input. */
  polls: number;
  results: number;
  updates: number;
  /** How many of the recorded reports it was told of, and how often its result was given. */
  told: number;
  given: number;
  /** The exact text of what was said of it last. */
  state: string;
  isCancelled: boolean;
}

/** By how many ids tasks are known to a client. */
const MOST_TASKS = 2_000;

/** Makes room in a map: what was put into it first goes. */
export function dropOldest<T>(map: Map<string, T>, most: number, dropped: (value: T) => void = () => {}) {
  for (const [key, value] of map) {
    if (map.size <= most) return;
    map.delete(key);
    dropped(value);
  }
}

/** Where a message names a task. */
const PLACES = [
  ...['/result/task', '/result', '/params'].map((place) => `${place}/taskId`),
  ...['/result', '/params'].map((place) => `${place}/_meta/io.modelcontextprotocol~1related-task/taskId`),
];

/** A message with other ids for tasks; all else stays to the character. */
export function withTaskIds(msg: string, liveOf: (recorded: string) => string | undefined): string {
  if (!MAY_CREATE.test(msg)) return msg;
  let text = msg;
  for (const place of PLACES) {
    const span = spanAt(text, place);
    const recorded = span && parse(text.slice(span.start, span.end));
    const live = typeof recorded === 'string' ? liveOf(recorded) : undefined;
    if (span !== undefined && live !== undefined)
      text = `${text.slice(0, span.start)}${JSON.stringify(live)}${text.slice(span.end)}`;
  }
  return text;
}

/** The exact text of the task that a message tells of, as who asks for it is told; undefined where it tells of none. */
export function stateIn(msg: string): string | undefined {
  const params = memberText(msg, 'params');
  if (params !== undefined) {
    const state = withoutMember(params, '_meta');
    const isModern = memberText(msg, 'method') === '"notifications/tasks"';
    return isModern ? state.replace('{', '{"resultType":"complete",') : state;
  }
  const result = memberText(msg, 'result');
  const task = result && memberText(result, 'task');
  const found = task ?? result;
  return found !== undefined && memberText(found, 'taskId') !== undefined ? found : undefined;
}

/** The state of a task as its text tells it. */
export const statusOf = (state: string): string => String(parse(memberText(state, 'status') ?? ''));

/** A task as it is said to be in another state. */
export const withStatus = (state: string, status: string): string =>
  withMember(state, 'status', JSON.stringify(status));

/** The state of a task as the answer to who asks for it. */
export const polledState = ({ state }: LiveTask): string => withMember(state, 'resultType', '"complete"');

/**
 * What a client is told of that asks for the state of a task: what was said next, or where nothing is waited for all that came
 * until the client had to do something, or until the end.
 */
export function nextReports(task: LiveTask, isFast: boolean): readonly ToldState[] {
  const next: ToldState[] = [];
  for (const report of task.recorded.reports.slice(task.told)) {
    if (!isDue(task, report)) break;
    next.push(report);
    if (isFast ? mayNotPass(report) : report.reaction !== undefined) break;
  }
  task.told += next.length;
  task.polls += 1;
  return next;
}

/** What came after an input had been given, or the task been cancelled, comes after that is done. */
function isDue(task: LiveTask, { seq }: ToldState): boolean {
  const { updates, results, cancels, gets } = task.recorded;
  const before = (reactions: readonly Reaction[]) =>
    reactions.filter(({ request }) => request.line.seq < seq).length;
  const asking = results.filter(asksClient);
  const ended = asking.filter(({ request: { end } }) => end.kind === 'answered' && end.line.seq < seq);
  if (before(updates) > task.updates || before(asking) > task.results || ended.length > task.given)
    return false;
  const [cancel] = cancels.filter(
    ({ request: { end } }) => end.kind !== 'answered' || end.line.kind === 'result',
  );
  if (cancel === undefined || cancel.request.line.seq > seq) return true;
  // Who never cancels it is not kept waiting for ever.
  return task.polls >= gets.filter(({ request }) => request.line.seq < cancel.request.line.seq).length;
}

/** Whether the client is asked for something, or heard, within an answer. */
export const asksClient = ({ acts }: Reaction): boolean => acts.some(({ kind }) => kind !== 'send');

/** Whether a report has to be told, whatever came after it. */
function mayNotPass({ reaction, line }: ToldState): boolean {
  const state = line && stateIn(line.msg);
  if (state === undefined || (reaction !== undefined && asksClient(reaction))) return true;
  const status = statusOf(state);
  return status === 'input_required' || isOver(status);
}

/** Whether a task is at its end, as far as it was told. */
export const hasEnded = (task: LiveTask): boolean => task.isCancelled || isOver(statusOf(task.state));

/**
 * An answer for a client: where it creates a task, that is a new one, with an id of its own.
 *
 * @param live the tasks of the client, to which it is added
 * @param newId makes an id
 */
export function createdTask(
  live: Map<string, LiveTask>,
  tasks: RecordedTasks,
  msg: string,
  newId: () => string,
): string {
  if (!MAY_CREATE.test(msg)) return msg;
  const task = readTask(createdIn(valueAt(parse(msg), '/result'))?.task);
  const recorded = task && tasks.get(task.id);
  if (recorded === undefined) return msg;
  const id = newId();
  const text = withTaskIds(msg, (one) => (one === recorded.id ? id : undefined));
  const state = stateIn(text) ?? '{}';
  const none = { polls: 0, results: 0, updates: 0, told: 0, given: 0 };
  const made: LiveTask = { id, recorded, ...none, state, isCancelled: false };
  live.delete(recorded.id);
  live.set(recorded.id, made).set(id, made);
  dropOldest(live, MOST_TASKS);
  return text;
}
