import { rule } from '../rule.ts';

const TASKS = 'basic/utilities/tasks';
const EXTENSION = 'extension io.modelcontextprotocol/tasks (2026-07-28)';

/** What can be wrong with tasks, in both eras; part of the table of `rules.ts`. */
export const TASK_RULES = {
  'task/no-id': rule(
    'error',
    'A task has no taskId.',
    'Give every task a taskId: without it the client can neither follow nor cancel it.',
    TASKS,
  ),
  'task/id-reused': rule(
    'error',
    'Two tasks have the same taskId.',
    'Give every task a taskId of its own: the client cannot tell them apart.',
    TASKS,
  ),
  'task/status': rule(
    'error',
    'A task has no status, or one that no revision knows.',
    'Use working, input_required, completed, failed or cancelled.',
    `${TASKS}#task-status-lifecycle`,
  ),
  'task/shape': rule(
    'error',
    'A task lacks a member or has it in the wrong type.',
    'Send taskId, status, createdAt, lastUpdatedAt and how long it is kept (ttl, since 2026-07-28 ttlMs; null = for good).',
    `${TASKS}#data-types`,
  ),
  'task/interval': rule(
    'warning',
    'A task names an absurd interval to ask for it again.',
    'Name an interval between some hundred milliseconds and some minutes, shorter than the time it is kept.',
    `${TASKS}#task-polling`,
  ),
  'task/unasked': rule(
    'error',
    'A task came in place of a result, where none may come.',
    'Create tasks for tools/call alone, when both sides announced them and, up to 2025-11-25, the request asked for one.',
    TASKS,
  ),
  'task/ignored': rule(
    'warning',
    'A call that was to be run as a task was answered with its result.',
    'Answer with a task, or do not announce tasks for tools/call.',
    `${TASKS}#creating-tasks`,
  ),
  'task/unannounced': rule(
    'warning',
    'A tool wants to be run as a task, but the server does not announce tasks.',
    'Announce tasks.requests.tools.call, or leave execution.taskSupport out.',
    `${TASKS}#tool-level-negotiation`,
  ),
  'task/unknown': rule(
    'warning',
    'The server tells of a task that this session has not heard of.',
    'Tell a client of its own tasks only, by the taskId that the call was answered with.',
    TASKS,
  ),
  'task/other-id': rule(
    'error',
    'The server answered with another task than was asked for.',
    'Answer with the task whose taskId the request names.',
    TASKS,
  ),
  'task/after-end': rule(
    'error',
    'A task went on after its end.',
    'Leave a task that is completed, failed or cancelled as it is.',
    `${TASKS}#task-status-lifecycle`,
  ),
  'task/early-result': rule(
    'error',
    'The result of a task came before its end.',
    'Answer tasks/result when the task is completed, failed or cancelled, and not before.',
    `${TASKS}#task-result-retrieval`,
  ),
  'task/related': rule(
    'warning',
    'The answer to tasks/result does not say which task it belongs to.',
    'Send _meta {"io.modelcontextprotocol/related-task": {"taskId": …}} with it.',
    `${TASKS}#associating-task-related-messages`,
  ),
  'task/no-result': rule(
    'error',
    'A task came to its end without what it ended with.',
    'Send result with a completed task and error with a failed one.',
    EXTENSION,
  ),
  'task/no-input': rule(
    'error',
    'A task waits for input and asks for none.',
    'Send inputRequests with every task that is input_required.',
    EXTENSION,
  ),
  'task/key-reused': rule(
    'error',
    'A task asks for something else under a key that it has used before.',
    'Give every input request of a task a key of its own.',
    EXTENSION,
  ),
} as const;
