// @ts-check
// A server whose tools run as tasks, as 2025-11-25 has them, or, when it is asked by `server/discover`, as the extension
// of 2026-07-28. What a tool does is said by its name; those with a fault break one rule each.
// node tasks.mjs [silent | late]: "silent" announces neither tasks/list nor tasks/cancel, "late" takes 4 s for "slow",
// which is not done before it was asked for twice.
import { createInterface } from 'node:readline';

const [mode] = process.argv.slice(2);
const META = 'io.modelcontextprotocol';
let isModern = false;
let asked = 0;
/** @typedef {{ id: string, tool: string, status: string, message?: string, changed: string, given: any, polls: number }} Task */
/** @type {Map<string, Task>} */
const tasks = new Map();
/** Who waits for the answer to a request of ours, by its id. @type {Map<string, (result: any) => void>} */
const waiting = new Map();
/** What is to be sent when tasks/result is asked for, and who waits for the result. @type {Map<string, { requests: any[], waits: unknown[] }>} */
const queues = new Map();

/** @param {object} message */
const send = (message) => console.log(JSON.stringify({ jsonrpc: '2.0', ...message }));
/** @param {unknown} id @param {object} result */
const answer = (id, result) =>
  send({
    id,
    result: isModern
      ? {
          resultType: 'complete',
          _meta: { [`${META}/serverInfo`]: { name: 'tasks', version: '1' } },
          ...result,
        }
      : result,
  });
/** @param {unknown} id @param {number} code @param {string} message */
const refuse = (id, code, message) => send({ id, error: { code, message } });
/** @param {number} ms */
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms).unref());
/** @param {string} text */
const said = (text) => ({ content: [{ type: 'text', text }] });

const form = (/** @type {string} */ message, /** @type {string} */ name) => ({
  method: 'elicitation/create',
  params: {
    message,
    requestedSchema: { type: 'object', properties: { [name]: { type: 'string' } }, required: [name] },
  },
});
const poem = {
  method: 'sampling/createMessage',
  params: {
    maxTokens: 20,
    messages: [{ role: 'user', content: { type: 'text', text: 'A line about tea' } }],
  },
};
/** What a task asks for, and then asks for. */
const ROUNDS = [{ who: form('Who is it for?', 'name') }, { mood: form('In which mood?', 'mood'), poem }];

/** @param {Task} task */
function view({ id, tool, status, message, changed }) {
  const span = tool === 'absurd' ? 0 : 150;
  return {
    ...(tool === 'other-id' ? { taskId: 'another' } : { taskId: id }),
    status: tool === 'odd-status' && status === 'working' ? 'busy' : status,
    ...(message === undefined ? {} : { statusMessage: message }),
    createdAt: '2026-01-01T00:00:00Z',
    lastUpdatedAt: tool === 'shapeless' ? undefined : changed,
    ...(isModern ? { ttlMs: 60_000, pollIntervalMs: span } : { ttl: 60_000, pollInterval: span }),
  };
}

/** @param {Task} task @param {string} status @param {string} [message] */
function become(task, status, message) {
  Object.assign(task, { status, message, changed: new Date().toISOString() });
  if (!isModern && task.tool !== 'quiet' && task.tool !== 'after-end')
    send({ method: 'notifications/tasks/status', params: view(task) });
  if (status === 'working' || status === 'input_required') return;
  for (const id of queues.get(task.id)?.waits ?? []) result(id, task);
}

/** Asks the client, and has the answer: up to 2025-11-25 the request is sent when the result is asked for. */
/** @param {Task} task @param {any} input */
async function elicited(task, input) {
  if (mode === 'silent' || isModern) return undefined;
  asked += 1;
  const id = `ask-${asked}`;
  const params = { ...input.params, _meta: { [`${META}/related-task`]: { taskId: task.id } } };
  const request = { id, method: input.method, params };
  const queue = queues.get(task.id);
  if (queue !== undefined && queue.waits.length > 0) send(request);
  else queue?.requests.push(request);
  return new Promise((resolve) => waiting.set(id, resolve));
}

/** @param {Task} task */
async function work(task) {
  const { tool } = task;
  await sleep(100);
  switch (tool) {
    case 'endless':
    case 'early':
      return;
    case 'fails':
      return become(task, 'failed', 'the oven is cold');
    case 'ends':
      return become(task, 'cancelled', 'no flour');
    case 'asks':
    case 'reuses':
      for (const [round, inputs] of ROUNDS.entries()) {
        become(task, 'input_required', `round ${round + 1}`);
        if (isModern) return;
        task.given = { ...task.given, ...(await elicited(task, Object.values(inputs)[0])) };
      }
      return become(task, 'completed');
    default:
      become(task, 'working', 'half of it is done');
      await sleep(tool !== 'slow' ? 100 : mode === 'late' ? 4_000 : 700);
      while (tool === 'slow' && task.polls < 2) await sleep(50);
      become(task, 'completed');
  }
}

/** @param {Task} task */
const outcome = (task) =>
  task.status === 'failed'
    ? { error: { code: -32000, message: 'the oven is cold' } }
    : { result: said(task.tool === 'asks' ? JSON.stringify(task.given) : `${task.tool} is done`) };

/** @param {unknown} id @param {Task} task */
function result(id, task) {
  const { error, result: value } = outcome(task);
  if (task.status === 'cancelled') return refuse(id, -32000, 'the task was cancelled');
  if (error !== undefined) return refuse(id, error.code, error.message);
  const _meta = task.tool === 'unrelated' ? undefined : { [`${META}/related-task`]: { taskId: task.id } };
  answer(id, { ...value, _meta });
  if (task.tool !== 'after-end') return;
  const params = view({ ...task, status: 'working' });
  setTimeout(() => send({ method: 'notifications/tasks/status', params }), 10);
}

/** What a task of the extension has with it. @param {Task} task */
function payload(task) {
  const round = Object.keys(ROUNDS[0] ?? {}).every((key) => key in task.given) ? 1 : 0;
  if (task.status === 'input_required' && task.tool === 'reuses')
    return { inputRequests: { who: form(`Who? ${task.polls > 1 ? 'Again!' : ''}`, 'name') } };
  if (task.status === 'input_required')
    return task.tool === 'no-input' ? {} : { inputRequests: ROUNDS[round] };
  if (task.status === 'completed') return task.tool === 'no-result' ? {} : outcome(task);
  return task.status === 'failed' ? outcome(task) : {};
}

/** @param {any} message */
function call({ id, params }) {
  const { name, task: wish } = params;
  const isTask = isModern ? name !== 'plain' : wish !== undefined;
  if (name === 'ignored' || name === 'plain') return answer(id, said(`${name} came at once`));
  if (!isTask && name !== 'unasked')
    return name === 'maybe'
      ? answer(id, said('maybe ran directly'))
      : refuse(id, -32601, `${name} can only run as a task`);
  const task = {
    id: name === 'same-id' ? 'task-0' : `task-${tasks.size + 1}`,
    tool: name,
    status: 'working',
    changed: '2026-01-01T00:00:00Z',
    given: {},
    polls: 0,
  };
  tasks.set(task.id, task);
  queues.set(task.id, { requests: [], waits: [] });
  const created =
    name === 'no-id' ? { ...view(task), taskId: undefined } : { ...view(task), taskId: task.id };
  answer(id, isModern ? { ...created, resultType: 'task' } : { task: created });
  void work(task);
}

const tool = (/** @type {string} */ name, /** @type {string | undefined} */ taskSupport) => ({
  name,
  inputSchema: { type: 'object', properties: {} },
  ...(taskSupport === undefined || isModern ? {} : { execution: { taskSupport } }),
});
const REQUIRED = [
  'slow',
  'quick',
  'quiet',
  'asks',
  'endless',
  'fails',
  'ends',
  'odd-status',
  'absurd',
  'shapeless',
  'after-end',
  'early',
  'other-id',
  'unrelated',
  'ignored',
  'no-id',
  'no-result',
  'no-input',
  'reuses',
  'same-id',
];

createInterface({ input: process.stdin }).on('line', (line) => {
  const message = JSON.parse(line);
  const { id, method, params = {} } = message;
  if (method === undefined) {
    waiting.get(id)?.(message.result?.content ?? message.result ?? { refused: true });
    return;
  }
  const task = tasks.get(params.taskId);
  switch (method) {
    case 'server/discover':
      isModern = true;
      answer(id, {
        supportedVersions: ['2026-07-28'],
        capabilities: { tools: {}, extensions: { [`${META}/tasks`]: {} } },
        ttlMs: 0,
        cacheScope: 'private',
      });
      return;
    case 'initialize': {
      const more = mode === 'silent' ? {} : { list: {}, cancel: {} };
      answer(id, {
        protocolVersion: '2025-11-25',
        capabilities: { tools: {}, tasks: { ...more, requests: { tools: { call: {} } } } },
        serverInfo: { name: 'tasks', version: '1' },
      });
      return;
    }
    case 'tools/list':
      answer(id, {
        tools: [
          ...REQUIRED.map((name) => tool(name, 'required')),
          tool('maybe', 'optional'),
          tool('plain', undefined),
          tool('unasked', undefined),
        ],
        ...(isModern ? { ttlMs: 0, cacheScope: 'private' } : {}),
      });
      return;
    case 'tools/call':
      call(message);
      return;
    case 'tasks/list':
      answer(id, { tasks: [...tasks.values()].map(view) });
      return;
    case 'tasks/get':
      if (task === undefined) refuse(id, -32602, 'no such task');
      else {
        task.polls += 1;
        if (task.tool === 'no-input') task.status = 'input_required';
        answer(id, { ...view(task), ...(isModern ? payload(task) : {}) });
        if (task.tool === 'early') task.status = 'input_required';
      }
      return;
    case 'tasks/cancel':
      if (task === undefined) return refuse(id, -32602, 'no such task');
      become(task, 'cancelled', 'by the client');
      answer(id, isModern ? {} : view(task));
      return;
    case 'tasks/update': {
      if (task === undefined) return refuse(id, -32602, 'no such task');
      task.given = { ...task.given, ...params.inputResponses };
      answer(id, {});
      const isWhole = ROUNDS.every((inputs) => Object.keys(inputs).every((key) => key in task.given));
      if (isWhole) become(task, 'completed');
      return;
    }
    case 'tasks/result': {
      const queue = queues.get(params.taskId);
      if (task === undefined || queue === undefined) return refuse(id, -32602, 'no such task');
      if (task.tool === 'early') {
        answer(id, { ...said('too soon'), _meta: { [`${META}/related-task`]: { taskId: task.id } } });
        setTimeout(
          () => send({ method: 'notifications/tasks/status', params: view({ ...task, status: 'working' }) }),
          10,
        );
      } else if (['completed', 'failed', 'cancelled'].includes(task.status)) result(id, task);
      else {
        queue.waits.push(id);
        for (const request of queue.requests.splice(0)) send(request);
      }
      return;
    }
    default:
      if (id !== undefined) refuse(id, -32601, 'Method not found');
  }
});
