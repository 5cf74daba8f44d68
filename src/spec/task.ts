import { isObject, type JsonObject } from '../json/shape.ts';

/** The member of `_meta` by which a message says which task it belongs to (basic/utilities/tasks, 2025-11-25). */
const RELATED_TASK = 'io.modelcontextprotocol/related-task';

/** The extension that has tasks since 2026-07-28. */
export const TASKS_EXTENSION = 'io.modelcontextprotocol/tasks';

/** What a frame tells of a task, as far as it can be used; times and spans are as the server sent them. */
export interface TaskReport {
  readonly id: string;
  /** As sent; an unknown status counts as `working`. Empty when it is missing. */
  readonly status: string;
  readonly message?: string;
  /** For how long it is kept from its creation on, in ms; null = for good. */
  readonly ttl?: number | null;
  /** After how many ms the server wants to be asked again. */
  readonly interval?: number;
}

/** The statuses of a task (basic/utilities/tasks#task-status-lifecycle): those it can leave, and those that end it. */
const RUNNING_STATUSES = ['working', 'input_required'] as const;
const FINAL_STATUSES = ['completed', 'failed', 'cancelled'] as const;
export const TASK_STATUSES = [...RUNNING_STATUSES, ...FINAL_STATUSES] as const;

const OVER: ReadonlySet<string> = new Set(FINAL_STATUSES);

/** Whether the task has ended. */
export const isOver = (status: string): boolean => OVER.has(status);

/** A task as both eras write it; `id` is taken where the value has none. Nothing when neither is there. */
export function readTask(value: unknown, id = ''): TaskReport | undefined {
  if (!isObject(value)) return undefined;
  const { taskId, status, statusMessage } = value;
  const known = typeof taskId === 'string' && taskId !== '' ? taskId : id;
  if (known === '') return undefined;
  const ttl = value['ttlMs'] ?? value['ttl'];
  const interval = value['pollIntervalMs'] ?? value['pollInterval'];
  return {
    id: known,
    status: typeof status === 'string' ? status : '',
    ...(typeof statusMessage === 'string' ? { message: statusMessage } : {}),
    ...(typeof ttl === 'number' || ttl === null ? { ttl } : {}),
    ...(typeof interval === 'number' ? { interval } : {}),
  };
}

/** The task in whose place a result would have come; nothing for any other result. */
export function createdIn(result: unknown): { readonly task: JsonObject; readonly path: string } | undefined {
  if (!isObject(result)) return undefined;
  if (result['resultType'] === 'task') return { task: result, path: '/result' };
  const { task } = result;
  return isObject(task) && !('content' in result) ? { task, path: '/result/task' } : undefined;
}

/** The task that a message says it belongs to, by its `_meta`. */
export function relatedTask(members: unknown): string | undefined {
  const meta = isObject(members) ? members['_meta'] : undefined;
  const related = isObject(meta) ? meta[RELATED_TASK] : undefined;
  const id = isObject(related) ? related['taskId'] : undefined;
  return typeof id === 'string' ? id : undefined;
}

/** What of a session says which capabilities were announced. */
interface Announcing {
  readonly era?: 'legacy' | 'modern';
  readonly capabilities: { readonly server?: JsonObject };
}

/**
 * Did the server announce that calls of tools can be run as tasks, that tasks can be listed, or cancelled? Since
 * 2026-07-28 the extension covers all of it, and tasks cannot be listed.
 */
export function announcesTasks({ era, capabilities }: Announcing, what: 'call' | 'list' | 'cancel'): boolean {
  const { server = {} } = capabilities;
  if (era === 'modern') return what !== 'list' && TASKS_EXTENSION in membersOf(server['extensions']);
  const tasks = membersOf(server['tasks']);
  if (what !== 'call') return what in tasks;
  return 'call' in membersOf(membersOf(tasks['requests'])['tools']);
}

/** What a tool says about being run as a task (server/tools, 2025-11-25); anything else counts as `forbidden`. */
export function taskSupport(tool: unknown): 'required' | 'optional' | 'forbidden' {
  const support = membersOf(membersOf(tool)['execution'])['taskSupport'];
  return support === 'required' || support === 'optional' ? support : 'forbidden';
}

const membersOf = (value: unknown): JsonObject => (isObject(value) ? value : {});
