import { WITH_TASKS } from '../revision.ts';
import {
  either,
  integer,
  list,
  type Members,
  type MessageShapes,
  nothing,
  object,
  oneOf,
  optional,
  revised,
  text,
  type VersionedShape,
} from '../shape.ts';
import { TASK_STATUSES } from '../task.ts';
import { notice, pageParams, params, result } from './body.ts';

const members: Members = {
  taskId: text,
  status: oneOf(...TASK_STATUSES),
  statusMessage: optional(text),
  createdAt: text,
  lastUpdatedAt: text,
  ttl: either(integer, nothing),
  pollInterval: optional(integer),
};

/** What asks for a request to be run as a task. */
export const task = optional(object({ ttl: optional(integer) }), WITH_TASKS);

const created = result({ task: object(members) });

/** A result in whose place a task may come (basic/utilities/tasks#creating-tasks). */
export const taskInstead = (own: VersionedShape): VersionedShape =>
  revised(own, { '2025-11-25': either(own, created), '2026-07-28': own });

const named = params({ taskId: text });

/** The extension of 2026-07-28 has methods of the same names, and other results. */
const told = revised(result(members), { '2026-07-28': result({}) });

export const taskShapes = {
  'tasks/list': {
    params: pageParams,
    result: result({ nextCursor: optional(text), tasks: list(object(members)) }),
  },
  'tasks/get': { params: named, result: told },
  'tasks/cancel': { params: named, result: told },
  // What it gives is the result of another request.
  'tasks/result': { params: named, result: result({}) },
  'notifications/tasks/status': { params: notice(members) },
} satisfies MessageShapes;
