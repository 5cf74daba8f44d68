import { describe, expect, it } from 'vitest';
import { createAnswerer } from '../../src/connection/answerer.ts';
import { waitingIn } from '../../src/session/inbox.ts';
import { hostOn, rules, server, state } from '../support/in-place.ts';

const TOOLS = `send({ id: m.id, result: { tools: [{ name: 'echo', inputSchema: { type: 'object' } }] } })`;

describe('an error that answers a notification', () => {
  it.each([
    ['with the id null', `{ id: null, error: { code: -32601, message: 'Method not found: ' + m.method } }`],
    ['without an id', `{ error: { code: -32601, message: 'Method not found' } }`],
    [
      'with the id 0',
      `{ id: 0, error: { code: -32601, message: 'unknown method notifications/initialized' } }`,
    ],
    [
      'with another code',
      `{ id: null, error: { code: -32600, message: 'no notifications/initialized here' } }`,
    ],
  ])('%s ends nothing', async (_, error) => {
    // The list is answered when the guess that the error is meant for it would be over.
    const host = hostOn(
      server(
        `'notifications/initialized': (m) => send(${error}), 'tools/list': (m) => setTimeout(() => ${TOOLS}, 1300),`,
      ),
    );
    expect(await host.connection.connect()).toBe('ready');
    expect(state(host).lists.tools).toMatchObject({ state: 'done', items: [{ name: 'echo' }] });
    const about = state(host).findings.filter(({ rule }) => rule.startsWith('id/'));
    expect(about.map(({ rule, count }) => [rule, count])).toEqual([['id/notification', 1]]);
    expect(about[0]?.places[0]?.message).toContain(
      'answers notifications/initialized, which must not be answered',
    );
  });

  it('a guess is taken back when the real answer comes', async () => {
    const host = hostOn(
      server(
        `'tools/list': (m) => { send({ id: null, error: { code: -32700, message: 'Parse error' } }); setTimeout(() => ${TOOLS}, 1300); },`,
      ),
    );
    await host.connection.connect();
    await expect.poll(() => state(host).lists.tools.state, { timeout: 10_000 }).toBe('done');
    expect(rules(host).filter((rule) => rule.startsWith('id/'))).toEqual(['id/null']);
  });
});

it('what is asked or told before the handshake is done is named, and what is asked answered', async () => {
  const host = hostOn(
    server(
      `initialize: (m) => { send({ id: 'p', method: 'ping' }); send({ id: 'r', method: 'roots/list' }); send({ method: 'notifications/message', params: { level: 'info', data: 'up' } }); send({ method: 'notifications/tools/list_changed' }); send({ id: m.id, result: { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: { name: 'fake', version: '1' } } }); },`,
    ),
  );
  expect(await host.connection.connect()).toBe('ready');
  const places = state(host).findings.flatMap(({ rule, places }) => (rule.startsWith('init/') ? places : []));
  expect(places.map(({ message }) => message)).toEqual([
    'the server sent roots/list before it had answered initialize',
    'the server sent notifications/tools/list_changed before it had answered initialize',
  ]);
});

it('an answer that comes when stdin is closed tells of a stdout that is not flushed', async () => {
  const script = `${server('')}
const held = [];
process.stdout.write = (text) => held.push(text);
process.stdin.removeAllListeners('end');
process.stdin.on('end', () => require('node:fs').writeSync(1, held.join('')));`;
  const host = hostOn(script, { connectTimeout: 1_500 });
  expect(await host.connection.connect()).toBe('failed');
  expect(rules(host)).toEqual(['server/no-answer', 'stdio/unflushed']);
  expect(state(host).why).toEqual([
    'no answer to initialize within 1.5 s',
    'initialize was answered only after stdin was closed: stdout is not flushed',
  ]);
});

it('an answer that the next line frees is told as that', async () => {
  const script = server(
    `'tools/call': (m) => { answers['notifications/cancelled'] = () => send({ id: m.id, result: { content: [] } }); },`,
  );
  const host = hostOn(script, { timeout: 500 });
  await host.connection.connect();
  expect(await host.connection.request('tools/call', { name: 'echo' }).done).toMatchObject({
    kind: 'timeout',
  });
  await host.close();
  const late = state(host).findings.find(({ rule }) => rule === 'id/late');
  expect(late?.places[0]?.message).toContain('as soon as notifications/cancelled was sent');
});

it('a page is followed by next_cursor as well', async () => {
  const script = server(
    `'tools/list': (m) => send({ id: m.id, result: m.params?.cursor ? { tools: [{ name: 'two', inputSchema: { type: 'object' } }] } : { tools: [{ name: 'one', inputSchema: { type: 'object' } }], next_cursor: 'p2' } }),`,
  );
  const host = hostOn(script);
  await host.connection.connect();
  await expect.poll(() => state(host).lists.tools.state).toBe('done');
  expect(state(host).lists.tools.items.map(({ name }) => name)).toEqual(['one', 'two']);
  await host.checked();
  expect(rules(host)).toEqual(['list/cursor']);
  expect(state(host).findings[0]?.places[0]?.message).toContain('it is followed as nextCursor');
});

it('members with underlines are asked about', async () => {
  const script = server(
    `'tools/list': (m) => send({ id: m.id, result: { tools: [{ name: 'echo', input_schema: { type: 'object' } }] } }), 'tools/call': (m) => send({ id: m.id, result: { content: [], is_error: true } }),`,
  );
  const host = hostOn(script);
  await host.connection.connect();
  await host.connection.request('tools/call', { name: 'echo' }).done;
  await host.checked();
  const found = state(host).findings.find(({ rule }) => rule === 'lint/snake-case');
  expect(state(host).lists.tools.items[0]?.problems).toContain(
    'inputSchema is missing: is it meant with input_schema?',
  );
  expect(found?.places.map(({ message }) => message)).toEqual([
    '/result/tools/0/input_schema is not defined: did you mean inputSchema?',
    '/result/is_error is not defined: did you mean isError?',
  ]);
});

it("a tool's own -32601 is no refusal of tools/call", async () => {
  const script = server(
    `'tools/call': (m) => send(m.params.name === 'echo' ? { id: m.id, result: { content: [] } } : { id: m.id, error: { code: -32601, message: 'Method not found' } }),`,
  );
  const host = hostOn(script);
  await host.connection.connect();
  await host.connection.request('tools/call', { name: 'echo' }).done;
  expect(await host.connection.request('tools/call', { name: 'upstream' }).done).toMatchObject({
    kind: 'error',
  });
  expect(rules(host)).toEqual([]);
});

it('names of tools outside of the recommendation are named with what is wrong', async () => {
  const names = ['fine.one', 'with space', 'ns/tool', 'x'.repeat(129), '', 'Fine.One'];
  const script = server(
    `'tools/list': (m) => send({ id: m.id, result: { tools: ${JSON.stringify(names)}.map((name) => ({ name, inputSchema: { type: 'object' } })) } }),`,
  );
  const host = hostOn(script);
  await host.connection.connect();
  await host.checked();
  const found = state(host).findings.find(({ rule }) => rule === 'list/tool-name');
  expect(found?.places.map(({ message }) => message.replace(/x+/, 'x…'))).toEqual([
    'tool with space: the name holds a space; only A-Z a-z 0-9 _ - . are recommended',
    'tool ns/tool: the name holds "/"; only A-Z a-z 0-9 _ - . are recommended',
    'tool x…: the name has 129 characters; at most 128 are recommended',
    'tool number 5 of its page: the name is empty',
    'tool Fine.One: the name differs from fine.one only in case',
  ]);
});

it('requests for a person are refused while a thousand wait, and one finding says so', async () => {
  const script = server(`
    'notifications/initialized': () => { for (let i = 0; i < 1300; i++) send({ id: 'e' + i, method: 'elicitation/create', params: { message: String(i) } }); },
    undefined: ({ error }) => { if (error) answers.refused = (answers.refused ?? 0) + 1; },
    'tools/call': (m) => send({ id: m.id, result: { content: [], structuredContent: { refused: answers.refused } } }),
    ping: (m) => { send({ id: 'last', method: 'elicitation/create', params: { message: 'one more' } }); send({ id: m.id, result: {} }); },`);
  const answerer = createAnswerer({
    ...{ roots: [], rules: { elicitation: [], sampling: [] }, otherwise: 'ask' },
    ...{ elicitation: true, sampling: true },
  });
  const host = hostOn(script, { answerer });
  await host.connection.connect();
  const refused = async () => {
    const outcome = await host.connection.request('tools/call', { name: 'echo' }).done;
    return outcome.kind === 'result' ? outcome.result : outcome;
  };
  await expect.poll(refused, { timeout: 20_000 }).toMatchObject({ structuredContent: { refused: 300 } });
  expect(waitingIn(state(host))).toHaveLength(1_000);
  const told = state(host).findings.flatMap(({ rule, places }) => (rule === 'server/loop' ? places : []));
  expect(told.filter(({ message }) => message.startsWith('1000 requests of the server wait'))).toHaveLength(
    1,
  );
  const [first] = waitingIn(state(host));
  host.connection.answer(first?.seq ?? 0, '', { result: { action: 'decline' } });
  await host.connection.request('ping').done;
  expect(waitingIn(state(host)).at(-1)?.id).toBe('last');
  expect(waitingIn(state(host))).toHaveLength(1_000);
});
