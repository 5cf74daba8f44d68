import { hasMembers } from '../json/write.ts';
import type { SessionState, Task } from '../session/state.ts';
import type { TaskUpdate } from '../session/tasks.ts';
import { announcesTasks, createdIn, readTask, taskSupport } from '../spec/task.ts';
import type { Call, Outcome } from './call.ts';
import { type Calls, nameOf, subjectIn } from './calls.ts';
import type { How, TaskRun, TaskWire } from './task-run.ts';

/** What following tasks needs of its connection. */
interface Wire extends TaskWire {
  readonly calls: Calls;
  /** In ms; 0 = never. */
  readonly maxTimeout: number;
}

/** Follows the tasks that calls are run as. */
interface TaskRuns {
  /** The call, which goes on until its task has come to its end, if it is answered with one. */
  follow(call: Call, params: unknown, how: How): Call;
  /** A frame told of tasks: those that are followed need not be asked for first. */
  told(tasked: TaskUpdate): void;
}

/**
 *   tools/call ─▶ a result
 *          └────▶ a task: the call is kept, and the task followed (task-run.ts) ─▶ its end is that of the call
 *                   └ left, timed out ─▶ tasks/cancel
 */
export function createTaskRuns(wire: Wire): TaskRuns {
  const { state, now, calls, ask } = wire;
  const runs = new Map<string, TaskRun>();

  const words = (what: string, how: 'timeout' | 'cancel', reason: string): string => {
    const isTold = announcesTasks(state(), 'cancel');
    const more = isTold ? '' : '; the server does not declare tasks/cancel and continues it';
    if (how === 'timeout') return `the task of ${what} has not ended ${reason}${more}`;
    if (reason.endsWith(' refused')) return `not continued: ${reason}`;
    return `${what} was cancelled${reason === '' ? '' : `: ${reason}`}${more}`;
  };

  /** Opens the call anew; a call that its own answer made a task of is told of in the state. */
  const keep = ({ id, call = 0 }: Task, seq: number, first: Call, params: unknown, how: How): Call => {
    const what = nameOf(first.method, params);
    const running = state().running.find((one) => one.seq === call);
    const written = { id: Number(running?.id ?? first.id), method: first.method, params, seq: call };
    return calls.keep(
      { ...written, by: how.by ?? 'user' },
      { timeout: 0, max: how.max ?? wire.maxTimeout },
      {
        answer: seq,
        words: (end, reason) => words(what, end, reason),
        tell() {
          runs.get(id)?.stop();
          if (announcesTasks(state(), 'cancel')) void ask('tasks/cancel', { taskId: id }, {});
        },
      },
    );
  };

  return {
    follow(first, params, how) {
      let kept: Call | undefined;
      const follow = async (): Promise<Outcome> => {
        const began = now();
        const outcome = await first.done;
        const created = outcome.kind === 'result' ? createdIn(outcome.result) : undefined;
        const id = created && readTask(created.task)?.id;
        const task = state().tasks.find((one) => one.id === id);
        if (outcome.kind !== 'result' || task?.call === undefined) return outcome;
        kept = keep(task, outcome.seq, first, params, how);
        const { followTask } = await import('./task-run.ts');
        const run = followTask(wire, task, kept, nameOf(first.method, params));
        runs.set(task.id, run);
        const end = await Promise.race([kept.done, run.end]);
        run.stop();
        runs.delete(task.id);
        calls.settle(task.call, end);
        return end.kind === 'result' || end.kind === 'error' ? { ...end, ms: now() - began } : end;
      };
      return {
        ...{ id: first.id, method: first.method, seq: first.seq, done: follow() },
        cancel: (reason) => (kept ?? first).cancel(reason),
        extend: (ms) => (kept ?? first).extend(ms),
      };
    },
    told(tasked) {
      for (const { task } of tasked.told) runs.get(task.id)?.told(task.status);
    },
  };
}

/** How a call is to be made. */
interface Wish {
  /** As a task, or not, whatever the tool says. */
  readonly asTask: boolean | undefined;
  /** For how long the task is to be kept, in ms; 0 = as the server likes. */
  readonly ttl: number;
}

/**
 * The params with the wish to be run as a task, where that is due: a tool that demands it is never run in another way,
 * as long as the server announced tasks (basic/utilities/tasks, 2025-11-25). Since 2026-07-28 the server decides.
 */
export function withTask(
  state: SessionState,
  method: string,
  params: unknown,
  { asTask, ttl }: Wish,
): unknown {
  const isCall = method === 'tools/call' && state.era !== 'modern';
  if (!isCall || !hasMembers(params) || 'task' in params) return params;
  const { items, before = [] } = state.lists.tools;
  const called = subjectIn(params);
  const tool = [...items, ...before].find(({ name }) => name === called);
  const isDue = announcesTasks(state, 'call') && taskSupport(tool?.raw) === 'required';
  return (asTask ?? isDue) ? { ...params, task: ttl === 0 ? {} : { ttl } } : params;
}
