import { isOver } from '../spec/task.ts';
import { inputsOf, withoutWaiting, withWaiting } from './inbox.ts';
import type { Accepted } from './intake.ts';
import type { SessionState, Task } from './state.ts';
import type { TaskUpdate } from './tasks.ts';

/** Tasks that are kept in the state: the newest. */
const MOST = 200;

/** The state after what a frame tells of tasks: how they stand, what they ask for, which calls have their end. */
export function reduceTasks(state: SessionState, { taskUpdate: told, entry }: Accepted): SessionState {
  if (told === undefined) return state;
  const begun = told.creates === undefined ? state : created(state, told.reports[0]);
  const known = told.reports.reduce((next, one) => withTask(next, one, entry.seq, entry.t), begun);
  return concluded(asking(giving(known, told), told, entry.seq, entry.t), told);
}

/** One fewer when they are many: the oldest that nothing follows on, else the oldest. */
function withRoom(tasks: SessionState['tasks']): SessionState['tasks'] {
  if (tasks.length < MOST) return tasks;
  const at = tasks.findIndex(({ ended, abandoned }) => ended !== undefined || abandoned === true);
  return tasks.toSpliced(Math.max(0, at), 1);
}

/** The calls with these seqs are given up: their tasks keep the state that was reported last. */
export function leftTasks(state: SessionState, calls: ReadonlySet<number>): SessionState {
  const isLeft = ({ call, ended }: Task): boolean =>
    ended === undefined && call !== undefined && calls.has(call);
  if (!state.tasks.some(isLeft)) return state;
  return { ...state, tasks: state.tasks.map((task) => (isLeft(task) ? { ...task, abandoned: true } : task)) };
}

function withTask(
  state: SessionState,
  { task, call }: TaskUpdate['reports'][number],
  seq: number,
  t: number,
): SessionState {
  const at = state.tasks.findIndex(({ id }) => id === task.id);
  const before = state.tasks[at];
  const fresh = { seq, since: call?.t ?? t, subject: call?.subject ?? '', ...(call && { call: call.seq }) };
  // A report after the end is a finding; the task stays as it ended.
  if (before?.ended !== undefined) return state;
  const next: Task = {
    ...(before ?? fresh),
    ...task,
    last: seq,
    at: t,
    ...(isOver(task.status) ? { ended: seq } : {}),
  };
  const tasks = before === undefined ? [...withRoom(state.tasks), next] : state.tasks.with(at, next);
  return { ...state, tasks };
}

/**
 * A call has turned out to be a task: one that was told of before becomes its own; one of another call, which has the
 * same id, is gone.
 */
function created(state: SessionState, told: TaskUpdate['reports'][number] | undefined): SessionState {
  const { call, task } = told ?? {};
  const before = state.tasks.find(({ id }) => id === task?.id);
  if (before === undefined || call === undefined) return state;
  const others = state.tasks.filter((one) => one !== before);
  const own = { ...before, call: call.seq, subject: call.subject, since: call.t };
  return { ...state, tasks: before.call === undefined ? [...others, own] : others };
}

const giving = (state: SessionState, { responses }: TaskUpdate): SessionState =>
  responses === undefined
    ? state
    : withoutWaiting(state, ({ task, key }) => task === responses.task && responses.keys.includes(key));

function asking(state: SessionState, { requests }: TaskUpdate, seq: number, t: number): SessionState {
  if (requests === undefined) return state;
  const { task, call, inputs } = requests;
  const facts = { seq, since: t, task, ...(call === undefined ? {} : { for: call }) };
  return withWaiting(state, inputsOf(inputs, facts));
}

/** A call that has ended no longer runs, and no input is requested for it. */
function concluded(state: SessionState, { concludes, reports }: TaskUpdate): SessionState {
  const over = new Set(reports.flatMap(({ task }) => (isOver(task.status) ? [task.id] : [])));
  const left =
    over.size === 0
      ? state
      : withoutWaiting(state, ({ key, task }) => key !== '' && task !== undefined && over.has(task));
  if (concludes === undefined) return left;
  return { ...left, running: left.running.filter(({ seq }) => seq !== concludes.call) };
}
