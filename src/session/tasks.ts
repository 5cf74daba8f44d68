import { jsonOf } from '../json/json-of.ts';
import { isObject, type JsonObject } from '../json/shape.ts';
import { checkPayload, checkTask } from '../spec/check/task.ts';
import type { Envelope } from '../spec/envelope.ts';
import type { Finding } from '../spec/finding.ts';
import { methodNamed } from '../spec/methods.ts';
import type { Era } from '../spec/revision.ts';
import { createdIn, isOver, readTask, relatedTask, type TaskReport } from '../spec/task.ts';
import type { FrameEntry, LifeEntry, LifeEvent } from './frame.ts';
import type { Continuation } from './input-required.ts';
import type { Pending } from './pending.ts';

/** What one frame is to the tasks of its connection. */
export interface TaskUpdate {
  /** The tasks that it reports, each with the request that created it. */
  readonly reports: readonly { readonly task: TaskReport; readonly call?: Pending }[];
  /** The seq of the request that goes on as a task from here. */
  readonly creates?: number;
  /** The seq of the request that has its end with this frame, the answer to `by`. */
  readonly concludes?: { readonly call: number; readonly by: number };
  /** The inputs that the task requests here for the first time. */
  readonly requests?: { readonly task: string; readonly call?: number; readonly inputs: JsonObject };
  /** The inputs that are given to it. */
  readonly responses?: { readonly task: string; readonly keys: readonly string[] };
}

/** What is known of a frame's tasks, and what is wrong with them. */
interface Noticed {
  readonly taskUpdate?: TaskUpdate;
  /** The request that this frame continues after input was requested. */
  readonly continues?: Continuation;
  readonly findings: readonly Finding[];
}

/** A frame with what it is, as far as it has been matched. */
interface Frame {
  readonly entry: FrameEntry;
  readonly envelope: Envelope;
  /** The request that it begins or answers. */
  readonly request: Pending | undefined;
  readonly era: Era;
  /** Both sides announced that calls can be run as tasks. */
  readonly announced: () => boolean;
}

/**
 * Which task belongs to which call. One per connection; each frame is looked at once, on entry.
 *
 *   tools/call ─▶ a task ─▶ working, input_required … ─▶ completed, failed ─▶ tasks/result (2025-11-25)
 *                   │                                └─▶ the result is in it (2026-07-28)
 *                   ├─▶ cancelled
 *                   └─▶ given up by a line of life
 */
export interface TaskTracker {
  frame(frame: Frame): Noticed;
  /** A call is given up, or the connection ends; returns the requests that end with it. */
  life(entry: LifeEntry): readonly Pending[];
  /** Does the request with this seq go on as a task? */
  isOpen(call: number): boolean;
  /** The seq of the request that created a task. */
  callOf(id: string): number | undefined;
  /** The tool that a task runs; undefined for a task that nothing is known of. */
  toolOf(id: string): string | undefined;
}

interface Known {
  call?: Pending;
  ended?: { readonly status: string; readonly seq: number };
  /** Where the call had its end; -1 when it was given up. */
  concluded?: number;
  /** What was reported about it, so that a finding is not repeated with each poll. */
  readonly said: Set<string>;
  /** The inputs requested, by key, with the frame that requested them and the request that this answers. */
  readonly inputs: Map<string, { readonly text: string } & Continuation>;
}

/** Tasks that are remembered. */
const MOST = 1_000;

const ENDS_ALL: ReadonlySet<LifeEvent> = new Set(['spawn', 'exit', 'close', 'reconnect']);
const ENDS_ONE: ReadonlySet<LifeEvent> = new Set(['timeout', 'cancel', 'lost']);
const GIVEN_UP = -1;
const NOTHING: Noticed = { findings: [] };

/** What is known of the tasks of one connection. */
interface Table {
  /** By their ids, the newest {@link MOST}. */
  readonly known: Map<string, Known>;
  /** The calls that go on as a task, with its id. */
  readonly open: Map<number, string>;
  /** Calls without an answer: any may turn out to be a task. */
  readonly awaiting: Set<number>;
}

export function createTaskTracker(): TaskTracker {
  const table: Table = { known: new Map(), open: new Map(), awaiting: new Set() };
  return {
    frame: (frame) => noticed(table, frame),
    life: (entry) => givenUp(table, entry),
    isOpen: (call) => table.open.has(call),
    callOf: (id) => table.known.get(id)?.call?.seq,
    toolOf: (id) => table.known.get(id)?.call?.subject,
  };
}

function noticed(table: Table, frame: Frame): Noticed {
  const { entry, envelope, request } = frame;
  if (entry.dir === 'c2s') return sent(table, frame);
  if (envelope.kind !== 'notification' && request !== undefined) table.awaiting.delete(request.seq);
  if (envelope.kind === 'result') return result(table, frame, envelope.result);
  if (envelope.kind === 'error' && request?.method === 'tasks/result')
    return {
      taskUpdate: { reports: [], ...conclude(table, request.subject, entry.seq, request.seq) },
      findings: [],
    };
  return notified(table, frame);
}

/** A line of life ends one call, or all: the tasks that they run as are given up. */
function givenUp({ known, open, awaiting }: Table, { event, re }: LifeEntry): readonly Pending[] {
  if (ENDS_ALL.has(event)) awaiting.clear();
  else if (re !== undefined) awaiting.delete(re);
  const isEnd = (seq: number): boolean => ENDS_ALL.has(event) || (ENDS_ONE.has(event) && re === seq);
  return [...open].flatMap(([seq, id]) => {
    if (!isEnd(seq)) return [];
    open.delete(seq);
    const one = known.get(id);
    if (one === undefined) return [];
    one.concluded ??= GIVEN_UP;
    return one.call ?? [];
  });
}

function remember(table: Table, id: string, call?: Pending): Known {
  const fresh: Known = { said: new Set(), inputs: new Map(), ...(call === undefined ? {} : { call }) };
  table.known.set(id, fresh);
  const [oldest] = table.known.keys();
  if (table.known.size > MOST && oldest !== undefined) table.known.delete(oldest);
  return fresh;
}

function withCall(table: Table, task: TaskReport): TaskUpdate['reports'][number] {
  const call = table.known.get(task.id)?.call;
  return call === undefined ? { task } : { task, call };
}

function conclude(table: Table, id: string, seq: number, by: number): Pick<TaskUpdate, 'concludes'> {
  const one = table.known.get(id);
  if (one === undefined || one.concluded !== undefined) return {};
  one.concluded = seq;
  if (one.call === undefined || !table.open.delete(one.call.seq)) return {};
  return { concludes: { call: one.call.seq, by } };
}

/** Records the reported state of a task; returns what cannot be true. */
function take(table: Table, task: TaskReport, seq: number, path: string): readonly Finding[] {
  const one = table.known.get(task.id) ?? remember(table, task.id);
  const at = `${path}/status`;
  if (one.ended !== undefined && task.status !== '' && task.status !== one.ended.status) {
    const message = `${task.id} is ${task.status}, although it was ${one.ended.status} already (#${one.ended.seq})`;
    return [{ rule: 'task/after-end', path: at, message }];
  }
  if (isOver(task.status)) {
    one.ended ??= { status: task.status, seq };
    return [];
  }
  if (one.ended !== undefined || one.concluded === undefined || one.concluded === GIVEN_UP) return [];
  const message = `${task.id} is ${task.status}, although its result came with #${one.concluded}`;
  return [{ rule: 'task/early-result', path: at, message }];
}

/** The findings that were not reported for this task before. */
function fresh(table: Table, id: string, findings: readonly Finding[]): readonly Finding[] {
  const said = table.known.get(id)?.said;
  return findings.filter(({ rule, path = '' }) => {
    const about = `${rule} ${path.slice(path.lastIndexOf('/'))}`;
    if (said?.has(about)) return false;
    said?.add(about);
    return true;
  });
}

function created(
  table: Table,
  { entry, request, era, announced }: Frame,
  task: JsonObject,
  path: string,
): Noticed {
  const findings = [...checkTask(task, path, era)];
  const mayBe =
    request?.method === 'tools/call' && (era === 'modern' ? announced() : request.asTask === true);
  if (!mayBe) findings.unshift({ rule: 'task/unasked', path, message: whyUnasked(request, era) });
  const told = readTask(task);
  if (told === undefined || request === undefined) return { findings };
  const early = table.known.get(told.id);
  const before = early?.call;
  if (early !== undefined && before === undefined) early.call = request;
  else remember(table, told.id, request);
  if (before !== undefined) {
    const message = `${told.id} is the id of the task that #${before.seq} created already`;
    findings.push({ rule: 'task/id-reused', path: `${path}/taskId`, message });
    if (before.seq !== request.seq) table.open.delete(before.seq);
  }
  table.open.set(request.seq, told.id);
  findings.push(...take(table, told, entry.seq, path));
  const taskUpdate = { reports: [withCall(table, told)], creates: request.seq };
  return { taskUpdate, findings: fresh(table, told.id, findings) };
}

/** The answer to a request about one task, which is that task. */
function answered(table: Table, { entry, request, era }: Frame, value: JsonObject): Noticed {
  if (request === undefined) return NOTHING;
  const path = '/result';
  const read = readTask(value, request.subject);
  if (read === undefined) return NOTHING;
  // Whatever id it gives, it is about the task in the request.
  const told = { ...read, id: request.subject };
  const findings = [...checkTask(value, path, era)];
  if (read.id !== told.id)
    findings.unshift({
      rule: 'task/other-id',
      path: `${path}/taskId`,
      message: `${read.id} was reported, but ${told.id} was requested`,
    });
  if (era === 'modern') findings.push(...checkPayload(value, told, path));
  findings.push(...take(table, told, entry.seq, path));
  const isEnd =
    request.method === 'tasks/get' && (era === 'modern' ? isOver(told.status) : told.status === 'cancelled');
  const requests = era === 'modern' ? newRequests(table, told, entry.seq, request.seq, value, findings) : {};
  const end = isEnd ? conclude(table, told.id, entry.seq, request.seq) : {};
  const taskUpdate = { reports: [withCall(table, told)], ...requests, ...end };
  return { taskUpdate, findings: fresh(table, told.id, findings) };
}

/** What a task requests for the first time. */
function newRequests(
  table: Table,
  { id, status }: TaskReport,
  seq: number,
  re: number,
  { inputRequests }: JsonObject,
  findings: Finding[],
): Pick<TaskUpdate, 'requests'> {
  const one = table.known.get(id);
  if (one === undefined || status !== 'input_required' || !isObject(inputRequests)) return {};
  const more: [string, unknown][] = [];
  for (const [key, input] of Object.entries(inputRequests)) {
    const text = written(input);
    const before = one.inputs.get(key);
    if (before === undefined) {
      one.inputs.set(key, { text, from: re, answer: seq });
      more.push([key, input]);
    } else if (before.text !== text) {
      const message = `${key} asks for something else than in #${before.answer}`;
      findings.push({ rule: 'task/key-reused', path: `/result/inputRequests/${key}`, message });
    }
  }
  if (more.length === 0) return {};
  const call = one.call === undefined ? {} : { call: one.call.seq };
  return { requests: { task: id, ...call, inputs: Object.fromEntries(more) } };
}

function result(table: Table, frame: Frame, value: unknown): Noticed {
  const { entry, request, era, announced } = frame;
  const creation = createdIn(value);
  const isCall = request?.method === 'tools/call';
  if (creation !== undefined && (isCall || era === 'modern' || request?.asTask === true))
    return created(table, frame, creation.task, creation.path);
  if (request === undefined || !isObject(value)) return NOTHING;
  switch (request.method) {
    case 'tools/call':
      return request.asTask === true && announced() && value['isError'] !== true ? IGNORED : NOTHING;
    case 'tasks/cancel':
      return era === 'modern' ? NOTHING : answered(table, frame, value);
    case 'tasks/get':
      return answered(table, frame, value);
    case 'tasks/list': {
      const list: readonly unknown[] = Array.isArray(value['tasks']) ? value['tasks'] : [];
      const told = list.flatMap((task) => readTask(task) ?? []);
      const findings = list.flatMap((task, place) =>
        isObject(task) ? checkTask(task, `/result/tasks/${place}`, era) : [],
      );
      findings.push(...told.flatMap((task, place) => take(table, task, entry.seq, `/result/tasks/${place}`)));
      return { taskUpdate: { reports: told.map((task) => withCall(table, task)) }, findings };
    }
    case 'tasks/result': {
      const findings = relatedTask(value) === undefined ? [UNRELATED] : [];
      return {
        taskUpdate: { reports: [], ...conclude(table, request.subject, entry.seq, request.seq) },
        findings,
      };
    }
    default:
      return NOTHING;
  }
}

function notified(table: Table, { entry, envelope, era }: Frame): Noticed {
  if (envelope.kind !== 'notification' || !methodNamed(envelope.method)?.reportsTask) return NOTHING;
  const { params } = envelope;
  if (!isObject(params)) return NOTHING;
  const findings = [...checkTask(params, '/params', era)];
  const told = readTask(params);
  if (told === undefined) return { findings };
  // A server may report a task before it has answered the call with it.
  if (!table.known.has(told.id) && table.awaiting.size === 0)
    findings.push({
      rule: 'task/unknown',
      path: '/params/taskId',
      message: `${told.id} is unknown`,
    });
  findings.push(...take(table, told, entry.seq, '/params'));
  return { taskUpdate: { reports: [withCall(table, told)] }, findings: fresh(table, told.id, findings) };
}

function sent(table: Table, { envelope, request }: Frame): Noticed {
  if (envelope.kind === 'request' && request?.method === 'tools/call') table.awaiting.add(request.seq);
  if (envelope.kind !== 'request' || request?.method !== 'tasks/update') return NOTHING;
  const { inputResponses } = isObject(envelope.params) ? envelope.params : {};
  const keys = isObject(inputResponses) ? Object.keys(inputResponses) : [];
  const first = keys
    .map((key) => table.known.get(request.subject)?.inputs.get(key))
    .find((one) => one !== undefined);
  return {
    taskUpdate: { reports: [], responses: { task: request.subject, keys } },
    ...(first === undefined ? {} : { continues: { from: first.from, answer: first.answer } }),
    findings: [],
  };
}

/** A text by which two inputs are compared; empty where the nesting is too deep. */
function written(input: unknown): string {
  try {
    return jsonOf(input);
  } catch {
    return '';
  }
}

const IGNORED: Noticed = {
  findings: [
    {
      rule: 'task/ignored',
      path: '/result',
      message: 'it was requested as a task, but returned its result directly',
    },
  ],
};

const UNRELATED: Finding = {
  rule: 'task/related',
  path: '/result/_meta',
  message: 'the result does not say which task it belongs to',
};

function whyUnasked(request: Pending | undefined, era: Era): string {
  if (request !== undefined && request.method !== 'tools/call')
    return `${request.method} may not be answered with a task`;
  return era === 'modern'
    ? 'a task came, but the extension was not announced by both sides'
    : 'returned a task, but the request did not ask for one';
}
