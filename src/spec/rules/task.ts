import { rule } from '../rule.ts';

const TASKS = 'basic/utilities/tasks';
const EXTENSION = 'extension io.modelcontextprotocol/tasks (2026-07-28)';

/** What can be wrong with tasks, in both eras; part of the table of `rules.ts`. */
export const TASK_RULES = {
  'task/no-id': rule(
    'error',
    'A task has no taskId.',
    'Give every task a taskId: without one, clients can neither poll nor cancel it.',
    TASKS,
  ),
  'task/id-reused': rule(
    'error',
    'Two tasks have the same taskId.',
    'Give every task a unique taskId: clients cannot tell them apart otherwise.',
    TASKS,
  ),
  'task/status': rule(
    'error',
    'A task has no status, or an unknown one.',
    'Use working, input_required, completed, failed or cancelled.',
    `${TASKS}#task-status-lifecycle`,
  ),
  'task/shape': rule(
    'error',
    'A member of a task is missing or has the wrong type.',
    'Send taskId, status, createdAt, lastUpdatedAt and the time to live (ttl, since 2026-07-28 ttlMs; null = forever).',
    `${TASKS}#data-types`,
  ),
  'task/interval': rule(
    'warning',
    'A task has an unreasonable poll interval.',
    'Use an interval between a few hundred milliseconds and a few minutes, shorter than the time to live.',
    `${TASKS}#task-polling`,
  ),
  'task/unasked': rule(
    'error',
    'A request that cannot be answered with a task was.',
    'Create tasks only for tools/call, if both sides declared support and, up to 2025-11-25, the request asked for a task.',
    TASKS,
  ),
  'task/ignored': rule(
    'warning',
    'A call requested as a task was answered with its result.',
    'Answer with a task, or do not declare tasks for tools/call.',
    `${TASKS}#creating-tasks`,
  ),
  'task/unannounced': rule(
    'warning',
    'A tool declares task support, but the server does not.',
    'Declare tasks.requests.tools.call, or omit execution.taskSupport.',
    `${TASKS}#tool-level-negotiation`,
  ),
  'task/unknown': rule(
    'warning',
    'The server reports a task that is unknown in this session.',
    'Report to clients only their own tasks, with the taskId of the response to the call.',
    TASKS,
  ),
  'task/other-id': rule(
    'error',
    'The response is about a different task than the request.',
    'Answer with the task whose taskId is in the request.',
    TASKS,
  ),
  'task/after-end': rule(
    'error',
    'A task changed after it had ended.',
    'Do not change a task that is completed, failed or cancelled.',
    `${TASKS}#task-status-lifecycle`,
  ),
  'task/early-result': rule(
    'error',
    'The result of a task was sent before the task had ended.',
    'Answer tasks/result only when the task is completed, failed or cancelled.',
    `${TASKS}#task-result-retrieval`,
  ),
  'task/related': rule(
    'warning',
    'The response to tasks/result does not say which task it belongs to.',
    'Add _meta {"io.modelcontextprotocol/related-task": {"taskId": …}}.',
    `${TASKS}#associating-task-related-messages`,
  ),
  'task/no-result': rule(
    'error',
    'A task ended without a result or an error.',
    'Send a result with a completed task and an error with a failed one.',
    EXTENSION,
  ),
  'task/no-input': rule(
    'error',
    'A task is input_required but requests no input.',
    'Send inputRequests with every task that is input_required.',
    EXTENSION,
  ),
  'task/key-reused': rule(
    'error',
    'A task reuses the key of an input request for a different request.',
    'Give every input request of a task a unique key.',
    EXTENSION,
  ),
} as const;
