import { isObject, type JsonObject } from '../../json/shape.ts';
import { shortJson } from '../../json/short-json.ts';
import type { Finding } from '../finding.ts';
import type { Era } from '../revision.ts';
import type { TaskReport } from '../task.ts';

const STATUSES = new Set(['working', 'input_required', 'completed', 'failed', 'cancelled']);

/** Intervals that make no sense, in ms: so short that it floods the server, so long that nobody waits for it. */
const SHORT = 10;
const LONG = 3_600_000;

/** What is wrong with a task as such (basic/utilities/tasks#data-types), wherever in a message it stands. */
export function inspectTask(task: JsonObject, path: string, era: Era): readonly Finding[] {
  return [
    ...inspectId(task, path),
    ...inspectStatus(task, path),
    ...inspectTimes(task, path, era),
    ...inspectInterval(task, path, era),
  ];
}

function inspectId({ taskId }: JsonObject, path: string): readonly Finding[] {
  if (typeof taskId === 'string' && taskId !== '') return [];
  const found = taskId === undefined ? 'missing' : shortJson(taskId);
  return [{ rule: 'task/no-id', path: `${path}/taskId`, message: `taskId is ${found}` }];
}

function inspectStatus({ status }: JsonObject, path: string): readonly Finding[] {
  if (typeof status === 'string' && STATUSES.has(status)) return [];
  const found = status === undefined ? 'missing' : shortJson(status);
  const message = `the status is ${found}; taken as "working"`;
  return [{ rule: 'task/status', path: `${path}/status`, message }];
}

function inspectTimes(task: JsonObject, path: string, era: Era): readonly Finding[] {
  const ttl = era === 'modern' ? 'ttlMs' : 'ttl';
  const wrong = (member: string, what: string): Finding => {
    const value = task[member];
    const found = value === undefined ? 'missing' : shortJson(value);
    return {
      rule: 'task/shape',
      path: `${path}/${member}`,
      message: `${member} is ${found}; it must be ${what}`,
    };
  };
  const isSpan = task[ttl] === null || (typeof task[ttl] === 'number' && task[ttl] >= 0);
  return [
    ...['createdAt', 'lastUpdatedAt']
      .filter((member) => typeof task[member] !== 'string' || Number.isNaN(Date.parse(task[member])))
      .map((member) => wrong(member, 'a time (ISO 8601)')),
    ...(isSpan ? [] : [wrong(ttl, 'milliseconds or null')]),
  ];
}

function inspectInterval(task: JsonObject, path: string, era: Era): readonly Finding[] {
  const member = era === 'modern' ? 'pollIntervalMs' : 'pollInterval';
  const interval = task[member];
  const at = `${path}/${member}`;
  if (interval === undefined) return [];
  if (typeof interval !== 'number')
    return [
      {
        rule: 'task/shape',
        path: at,
        message: `${member} is ${shortJson(interval)}; it must be milliseconds`,
      },
    ];
  if (interval >= SHORT && interval <= LONG) return [];
  const message = `${member} is ${interval} ms; ${interval < SHORT ? 'asked for less often than that' : 'asked for more often than that'}`;
  return [{ rule: 'task/interval', path: at, message }];
}

/** What a task of the extension has to bring along in its status, as `tasks/get` answers it. */
export function inspectPayload(task: JsonObject, { status }: TaskReport, path: string): readonly Finding[] {
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
