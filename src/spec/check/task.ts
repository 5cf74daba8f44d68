import { isObject, type JsonObject } from '../../json/shape.ts';
import { shortJson } from '../../json/short-json.ts';
import type { Finding } from '../finding.ts';
import type { Era } from '../revision.ts';
import { either, nothing, number, oneOf, optional, span, time } from '../shape.ts';
import { TASK_STATUSES, type TaskReport } from '../task.ts';
import { checkOf } from './members.ts';

/** Intervals that make no sense, in ms: so short that it floods the server, so long that nobody waits for it. */
const SHORT = 10;
const LONG = 3_600_000;

/** The member names of its spans, in ms: those of the revision that brought tasks, and those of the extension. */
const SPANS = {
  legacy: { ttl: 'ttl', interval: 'pollInterval' },
  modern: { ttl: 'ttlMs', interval: 'pollIntervalMs' },
} as const;

const timesIn = (era: Era) =>
  checkOf('task/shape', {
    createdAt: time,
    lastUpdatedAt: time,
    [SPANS[era].ttl]: either(span, nothing),
    [SPANS[era].interval]: optional(number),
  });
const CHECK_TIMES = { legacy: timesIn('legacy'), modern: timesIn('modern') };
const checkStatus = checkOf('task/status', { status: oneOf(...TASK_STATUSES) });

/** What is wrong with a task as such (basic/utilities/tasks#data-types), wherever in a message it stands. */
export const checkTask = (task: JsonObject, path: string, era: Era): readonly Finding[] => [
  ...checkId(task, path),
  ...checkStatus(task, path),
  ...CHECK_TIMES[era](task, path),
  ...checkInterval(task, path, era),
];

function checkId({ taskId }: JsonObject, path: string): readonly Finding[] {
  if (typeof taskId === 'string' && taskId !== '') return [];
  const found = taskId === undefined ? 'missing' : shortJson(taskId);
  return [{ rule: 'task/no-id', path: `${path}/taskId`, message: `taskId is ${found}` }];
}

function checkInterval(task: JsonObject, path: string, era: Era): readonly Finding[] {
  const { interval: member } = SPANS[era];
  const interval = task[member];
  if (typeof interval !== 'number' || (interval >= SHORT && interval <= LONG)) return [];
  const often = interval < SHORT ? 'less' : 'more';
  const message = `${member} is ${interval} ms; asked for ${often} often than that`;
  return [{ rule: 'task/interval', path: `${path}/${member}`, message }];
}

/** What a task of the extension has to bring along in its status, as `tasks/get` answers it. */
export function checkPayload(task: JsonObject, { status }: TaskReport, path: string): readonly Finding[] {
  if (status === 'input_required' && !isObject(task['inputRequests']))
    return [
      {
        rule: 'task/no-input',
        path: `${path}/inputRequests`,
        message: 'it is input_required, but asks for nothing',
      },
    ];
  const member = status === 'completed' ? 'result' : status === 'failed' ? 'error' : undefined;
  if (member === undefined || isObject(task[member])) return [];
  const found = task[member] === undefined ? 'missing' : shortJson(task[member]);
  return [
    {
      rule: 'task/no-result',
      path: `${path}/${member}`,
      message: `the task is ${status}, but ${member} is ${found}`,
    },
  ];
}
