// @ts-check
// A server of 2025-11-25 that asks while its tools run. Each tool ends with what it was answered, as JSON text.
import { createInterface } from 'node:readline';

/** @typedef {{ readonly id?: unknown, readonly method?: string, readonly params?: any, readonly result?: unknown, readonly error?: unknown }} Message */

const send = (/** @type {object} */ message) => console.log(JSON.stringify({ jsonrpc: '2.0', ...message }));
/** @type {Map<unknown, (answer: unknown) => void>} */
const asked = new Map();
const ask = (/** @type {string} */ method, /** @type {object} */ params) =>
  new Promise((resolve) => {
    const id = `ask-${asked.size + 1}`;
    asked.set(id, resolve);
    send({ id, method, params });
  });

const person = {
  message: 'Who are you?',
  requestedSchema: {
    type: 'object',
    properties: { name: { type: 'string' }, age: { type: 'integer', default: 40, maximum: 150 } },
    required: ['name'],
  },
};
const page = (/** @type {string} */ elicitationId) => ({
  mode: 'url',
  message: 'Please sign in',
  url: 'https://login.example.com/sign-in?client=loupe&state=1',
  elicitationId,
});

/** @type {Readonly<Record<string, () => Promise<unknown>>>} */
const tools = {
  form: () => ask('elicitation/create', person),
  roots: () => ask('roots/list', {}),
  poem: () =>
    ask('sampling/createMessage', {
      maxTokens: 50,
      systemPrompt: 'You write short poems.',
      messages: [{ role: 'user', content: { type: 'text', text: 'A line about tea' } }],
    }),
  async page() {
    const answer = await ask('elicitation/create', page('el-1'));
    send({ method: 'notifications/elicitation/complete', params: { elicitationId: 'el-1' } });
    return answer;
  },
  two() {
    // In one write, so that they come at once.
    process.stdout.cork();
    const both = Promise.all([
      ask('elicitation/create', { ...person, message: 'The first' }),
      ask('elicitation/create', { ...person, message: 'The second' }),
    ]);
    process.stdout.uncork();
    return both;
  },
  async fickle() {
    void ask('elicitation/create', { ...person, message: 'Never mind' });
    const requestId = `ask-${asked.size}`;
    // Whoever answers this has seen the other.
    await ask('ping', {});
    send({ method: 'notifications/cancelled', params: { requestId, reason: 'known by now' } });
    return 'taken back';
  },
  'needs-page': () =>
    Promise.reject({ code: -32042, message: 'Sign in first', data: { elicitations: [page('el-2')] } }),
};

createInterface({ input: process.stdin }).on('line', async (line) => {
  /** @type {Message} */
  const { id, method, params, result, error } = JSON.parse(line);
  if (method === undefined) {
    asked.get(id)?.(result ?? error);
  } else if (method === 'initialize') {
    const { protocolVersion } = params;
    const serverInfo = { name: 'asking', version: '1' };
    send({ id, result: { protocolVersion, capabilities: { tools: {} }, serverInfo } });
  } else if (method === 'tools/list') {
    const names = Object.keys(tools);
    send({ id, result: { tools: names.map((name) => ({ name, inputSchema: { type: 'object' } })) } });
  } else if (method === 'tools/call') {
    await tools[params.name]?.().then(
      (answer) => send({ id, result: { content: [{ type: 'text', text: JSON.stringify(answer) }] } }),
      (refusal) => send({ id, error: refusal }),
    );
  }
});
