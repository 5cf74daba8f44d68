import type { Task } from '../../../session/state.ts';
import { announcesTasks } from '../../../spec/task.ts';
import { duration } from '../../../text/measure.ts';
import { visible } from '../../../text/visible.ts';
import { cancel, statusWord, taskFacts } from '../../kit/running.ts';
import { type Offer, openPalette } from '../../overlay/palette.tsx';
import type { Context, Situation } from '../../world/command.ts';
import { tell, warn } from '../../world/say.ts';
import { withDetail } from './detail.ts';
import { allEntries } from './entries.ts';
import { toEntry } from './shown.ts';

/** Opens the list of the known tasks. */
export function chooseTask({ ui }: Context): void {
  ui.update(openPalette('Tasks', taskOffers));
}

/** Why there are no tasks to choose from, in one sentence. */
export function tasksDisabledReason({ host }: Situation): string | undefined {
  const state = host.store.state();
  return state.tasks.length > 0 || announcesTasks(state, 'list')
    ? undefined
    : 'The server has not reported a task yet.';
}

/** The tasks, those that are not over first and the newest first among each, and the way to have them listed. */
export function taskOffers(situation: Situation): readonly Offer[] {
  const { host } = situation;
  const state = host.store.state();
  const now = host.now();
  const { tasks } = state;
  const newest = [...tasks].reverse();
  const isOpen = ({ ended, abandoned }: Task): boolean => ended === undefined && abandoned !== true;
  const open = newest.filter(isOpen);
  const ended = newest.filter((task) => !isOpen(task));
  const list: Offer = {
    key: 'tasks list',
    label: 'fetch the list',
    about: 'tasks/list',
    whyNot: listDisabledReason,
    run: listTasks,
  };
  return [
    ...open.map((task) => taskOffer(task, now, host.mask)),
    ...ended.map((task) => taskOffer(task, now, host.mask)),
    ...(host.connection === undefined ? [] : open.map(cancelOffer)),
    ...(host.connection === undefined || state.era === 'modern' ? [] : [list]),
  ];
}

function taskOffer(task: Task, now: number, mask: (text: string) => string): Offer {
  const said = task.message === undefined ? '' : `: ${task.message}`;
  return {
    key: `task ${task.id}`,
    label: visible(task.subject === '' ? task.id : task.subject),
    about: visible(mask(`${statusWord(task)}${said}, ${taskFacts(task, now)}`)),
    kind: duration(Math.max(0, (task.ended === undefined ? now : task.at) - task.since)),
    run: (context) => goTo(context, task),
  };
}

const cancelOffer = (task: Task): Offer => ({
  key: `cancel ${task.id}`,
  label: visible(`cancel ${task.subject === '' ? task.id : task.subject}`),
  about: visible(task.id),
  whyNot: ({ host }) =>
    announcesTasks(host.store.state(), 'cancel') ? undefined : 'The server does not declare tasks/cancel.',
  run: (context) => leave(context, task),
});

/** Brings the call that a task runs. How a task stands that nobody follows here, the server is asked. */
function goTo(context: Context, task: Task): void {
  const { host, ui } = context;
  const state = host.store.state();
  const { call, subject } = task;
  const entry = allEntries(state.lists, 'tools').find(({ item }) => item.name === subject);
  const isFollowed = call !== undefined && host.connection?.call(call) !== undefined;
  if (task.ended === undefined && !isFollowed) lookUp(context, task);
  if (call === undefined || entry === undefined) return;
  const showCall = withDetail(entry, (detail) => ({ ...detail, showing: 'result', call }));
  ui.update((now) => toEntry(entry, state)(showCall(now)));
}

/** Asks how a task stands, and for its result where that is to be had apart (2025-11-25). */
function lookUp(context: Context, { id }: Task): void {
  const { store, connection } = context.host;
  void connection?.request('tasks/get', { taskId: id }, { by: 'user' }).done.then((outcome) => {
    const { tasks, era } = store.state();
    const task = tasks.find((one) => one.id === id);
    if (outcome.kind !== 'result' || task === undefined) {
      const why = outcome.kind === 'error' ? 'is no longer known to the server' : 'did not answer';
      warn(context, `${id} ${why}`);
      return;
    }
    tell(context, `${id}: ${statusWord(task)}`);
    if (era !== 'modern' && task.ended !== undefined) connection.request('tasks/result', { taskId: id });
  });
}

/** Cancels a task: with its call, where that runs here. */
function leave(context: Context, { id, call }: Task): void {
  const { store, connection } = context.host;
  const running = store.state().running.find(({ seq }) => seq === call);
  if (running !== undefined) cancel(context, running);
  else {
    connection?.request('tasks/cancel', { taskId: id }, { by: 'auto' });
    tell(context, `cancelled ${id}`);
  }
}

/** Why the tasks cannot be listed, in one sentence. */
function listDisabledReason({ host }: Situation): string | undefined {
  return announcesTasks(host.store.state(), 'list') ? undefined : 'The server does not declare tasks/list.';
}

function listTasks(context: Context): void {
  void context.host.connection?.request('tasks/list', {}, { by: 'auto' }).done.then((outcome) => {
    if (outcome.kind === 'result') chooseTask(context);
    else warn(context, outcome.kind === 'error' ? 'tasks/list was answered with an error' : outcome.why);
  });
}
