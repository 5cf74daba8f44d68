import { parse } from '../../json/parse.ts';
import { memberText, withMember } from '../../json/parts.ts';
import { valueAt } from '../../json/path.ts';
import { spanAt } from '../../json/reader.ts';
import { createdIn, isOver, readTask } from '../../spec/task.ts';
import type { Script } from './script.ts';

/** What was asked of one task in a recording, in order. */
export interface RecordedTask {
  readonly id: string;
  readonly gets: Script[];
  readonly results: Script[];
  readonly cancels: Script[];
  readonly updates: Script[];
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

export function tasksIn(all: readonly Script[]): RecordedTasks {
  const tasks = new Map<string, RecordedTask>();
  const known = (id: string): RecordedTask => {
    const found = tasks.get(id) ?? { id, gets: [], results: [], cancels: [], updates: [] };
    tasks.set(id, found);
    return found;
  };
  for (const script of all) {
    const { line, params, end } = script.request;
    if (asksTask(line.method)) {
      const id = params === undefined ? undefined : parse(memberText(params, 'taskId') ?? '');
      if (typeof id === 'string') known(id)[ASKED[line.method]].push(script);
    } else if (end.kind === 'answered' && MAY_CREATE.test(end.line.msg)) {
      const created = createdIn(valueAt(parse(end.line.msg), '/result'));
      const task = readTask(created?.task);
      if (task !== undefined) known(task.id);
    }
  }
  return tasks;
}

const MAY_CREATE = /"taskId"/;

/** A task as a client has it: another one at each call, with an id of its own. */
export interface LiveTask {
  readonly id: string;
  readonly recorded: RecordedTask;
  /** How often it was asked for its state, its result, and given input. */
  polls: number;
  results: number;
  updates: number;
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

/** The exact text of the task that an answer tells of; undefined where it tells of none. */
export function stateIn(msg: string): string | undefined {
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

/**
 * What a client is answered that asks for the state of a task: as was answered then, one after the other, and the last again and
 * again. What came after an input had been given comes after it is given. Undefined where that was never asked for.
 */
export function nextPoll(task: LiveTask): Script | undefined {
  const { gets, updates } = task.recorded;
  const given = ({ request }: Script): number =>
    updates.filter((update) => update.request.line.seq < request.line.seq).length;
  const due = gets.filter((get) => given(get) <= task.updates);
  const found = due[Math.min(task.polls, due.length - 1)];
  task.polls += 1;
  return found;
}

/** Whether all the states that were asked for then have been told. */
export const isToldWhole = ({ polls, recorded }: LiveTask): boolean => polls >= recorded.gets.length;

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
  const made = { id, recorded, polls: 0, results: 0, updates: 0, state, isCancelled: false };
  live.delete(recorded.id);
  live.set(recorded.id, made).set(id, made);
  dropOldest(live, MOST_TASKS);
  return text;
}
