import { describe, expect, it } from 'vitest';
import { dropOldest } from '../../../src/replay/mock/tasks.ts';
import { calling, mockOf, opening, type Said } from '../../support/mocked.ts';

const json = (value: object): string => JSON.stringify({ jsonrpc: '2.0', ...value });
const result = (id: unknown, value: object): string => json({ id, result: value });
const note = (method: string, params: object): Said => `< ${json({ method, params })}`;
const initialize = (capabilities: object): string =>
  opening({}, capabilities)[0]?.slice(2).replace('"id":0', '"id":"i"') ?? '';
const INITIALIZED = '{"jsonrpc":"2.0","method":"notifications/initialized"}';

describe('what comes within a call', () => {
  const recorded: readonly Said[] = [
    ...opening({ tools: {}, logging: {} }),
    `> ${calling(1, 'index', {}, { _meta: { progressToken: 'p' } })}`,
    note('notifications/progress', { progressToken: 'p', progress: 1 }),
    note('notifications/message', { level: 'info', data: 'half' }),
    note('notifications/progress', { progressToken: 'p', progress: 2 }),
    `< ${result(1, { content: [] })}`,
    note('notifications/message', { level: 'error', data: 'after' }),
  ];
  const [first, half, second, after] = [4, 5, 6, 8].map((at) => recorded[at]?.slice(2) ?? '');

  it('is its progress with the token of the asker, log messages in their place, and what followed once', async () => {
    const client = await mockOf(recorded);
    const of = (text = '') => text.replace('"progressToken":"p"', '"progressToken":7');
    const asked = calling('a', 'index', {}, { _meta: { progressToken: 7 } });
    expect(client.say(asked)).toEqual([of(first), half, of(second), result('a', { content: [] }), after]);
    expect(client.say(calling('b', 'index'))).toEqual([half, result('b', { content: [] })]);
  });

  it('is no log message below the level that the client has set', async () => {
    const client = await mockOf(recorded);
    const level = json({ id: 'l', method: 'logging/setLevel', params: { level: 'error' } });
    expect(client.say(level)).toEqual([result('l', {})]);
    expect(client.say(calling('b', 'index'))).toEqual([result('b', { content: [] }), after]);
    expect(client.table()).toEqual([]);
  });
});

it('tells each of two that ask for the same of their own progress', async () => {
  const client = await mockOf([
    ...opening({ tools: {} }, { sampling: {} }),
    `> ${calling(1, 'index', {}, { _meta: { progressToken: 1 } })}`,
    `< ${json({ id: 's', method: 'sampling/createMessage', params: {} })}`,
    `> ${result('s', {})}`,
    note('notifications/progress', { progressToken: 1, progress: 1 }),
    `< ${result(1, {})}`,
  ]);
  client.say(initialize({ sampling: {} }));
  for (const id of [8, 9]) client.say(calling(id, 'index', {}, { _meta: { progressToken: id } }));
  client.say(result('mock-1', {}));
  const progress = note('notifications/progress', { progressToken: 8, progress: 1 }).slice(2);
  expect(await client.later()).toEqual([progress, result(8, {})]);
});

describe('what the server asks', () => {
  const capabilities = { elicitation: { form: {} }, sampling: {} };
  const question = (id: string): string =>
    json({ id, method: 'elicitation/create', params: { message: 'Who? (1f)' } });
  const sampling = (id: string): string =>
    json({ id, method: 'sampling/createMessage', params: { messages: [], maxTokens: 5 } });
  const name = (id: string, given: string): string =>
    result(id, { action: 'accept', content: { name: given } });
  const recorded: readonly Said[] = [
    ...opening({ tools: {} }, capabilities),
    `> ${calling(1, 'greet')}`,
    `< ${question('s1')}`,
    `> ${name('s1', 'Ada')}`,
    `< ${sampling('s2')}`,
    `> ${result('s2', { role: 'assistant', model: 'm', content: { type: 'text', text: 'Hi' } })}`,
    `< ${result(1, { content: [{ type: 'text', text: 'Hi Ada' }] })}`,
  ];
  const answer = recorded.at(-1)?.slice(2).replace('"id":1', '"id":"g"');
  const sampled = recorded.at(-2)?.slice(2).replace('s2', 'mock-2') ?? '';

  it('is asked anew, in order, before the result', async () => {
    const client = await mockOf(recorded);
    client.say(initialize(capabilities));
    expect(client.say(calling('g', 'greet'))).toEqual([question('mock-1')]);
    client.say(name('mock-1', 'Ada'));
    expect(await client.later()).toEqual([sampling('mock-2')]);
    client.say(sampled);
    expect(await client.later()).toEqual([answer]);
    expect([client.told, client.table()]).toEqual([[], []]);
  });

  it('and is answered otherwise is told, and goes on as recorded', async () => {
    const client = await mockOf(recorded);
    client.say(initialize(capabilities));
    client.say(calling('g', 'greet'));
    client.say(name('mock-1', 'Bob'));
    expect(await client.later()).toEqual([sampling('mock-2')]);
    client.say(json({ id: 'mock-2', error: { code: -1, message: 'no' } }));
    expect(await client.later()).toEqual([answer]);
    expect(client.table()).toEqual([
      'elicitation/create (#5) was answered otherwise: /result/content/name is "Bob", "Ada" was recorded',
      'sampling/createMessage (#7) was answered otherwise: an error, where a result was recorded',
    ]);
  });

  it('is not asked of a client that cannot answer it', async () => {
    const client = await mockOf(recorded);
    client.say(initialize({ elicitation: {} }));
    client.say(calling('g', 'greet'));
    client.say(name('mock-1', 'Ada'));
    expect(await client.later()).toEqual([answer]);
    expect(client.told).toEqual([
      'sampling/createMessage (#7) is not asked: the client does not declare sampling; it goes on as recorded',
    ]);
  });

  it('is not waited for once the client has taken its call back, whatever was asked', async () => {
    const [given, asked] = recorded.slice(5, 7) as [Said, Said];
    const client = await mockOf([...recorded.slice(0, 5), asked, given, ...recorded.slice(7)]);
    client.say(initialize(capabilities));
    expect(client.say(calling('g', 'greet'))).toEqual([question('mock-1'), sampling('mock-2')]);
    client.say(json({ method: 'notifications/cancelled', params: { requestId: 'g' } }));
    client.say(name('mock-1', 'Bob'));
    expect(await client.later()).toEqual([]);
    expect(client.table()).toEqual([]);
  });

  it('is over where the client takes its call back', async () => {
    const client = await mockOf(recorded);
    client.say(initialize(capabilities));
    client.say(calling('g', 'greet'));
    client.say(json({ method: 'notifications/cancelled', params: { requestId: 'g' } }));
    client.say(name('mock-1', 'Ada'));
    expect(await client.later()).toEqual([]);
  });
});

describe('lists', () => {
  const asking = (id: number, cursor?: string): string =>
    json({ id, method: 'tools/list', ...(cursor === undefined ? {} : { params: { cursor } }) });
  const page = (id: number, name: string, nextCursor?: string): string =>
    result(id, { tools: [{ name, inputSchema: { type: 'object' } }], ...(nextCursor && { nextCursor }) });
  const change = note('notifications/tools/list_changed', {});
  const recorded: readonly Said[] = [
    ...opening({ tools: { listChanged: true }, prompts: {} }),
    `> ${asking(1)}`,
    `< ${page(1, 'a', 'c1')}`,
    `> ${asking(2, 'c1')}`,
    `< ${page(2, 'b')}`,
    `> ${calling(3, 'add')}`,
    `< ${result(3, { content: [] })}`,
    change,
    `> ${asking(4)}`,
    `< ${page(4, 'c')}`,
  ];

  it('are given page by page, as often as one likes, and change with the notice of it', async () => {
    const client = await mockOf(recorded);
    for (let times = 0; times < 2; times += 1) {
      expect(client.say(asking(7))).toEqual([page(7, 'a', 'c1')]);
      expect(client.say(asking(8, 'c1'))).toEqual([page(8, 'b')]);
    }
    expect(client.say(calling(9, 'add'))).toEqual([result(9, { content: [] }), change.slice(2)]);
    expect(client.say(asking(10))).toEqual([page(10, 'c')]);
    expect(client.say(asking(11))).toEqual([page(11, 'c')]);
    expect(client.table()).toEqual([]);
  });

  it('are whole: a page that nobody asked for is a miss', async () => {
    const client = await mockOf(recorded);
    expect(client.say(asking(2, 'c9'))[0]).toContain('"error"');
    expect(client.table()).toEqual(['tools/list {"cursor":"c9"} was not asked for in the recording']);
    expect(client.remarks).toEqual([
      'no list of prompts was recorded: what was used in the recording is listed',
    ]);
  });

  it('end with the last page that was asked for, which is said', async () => {
    const client = await mockOf([...recorded.slice(0, 5), ...recorded.slice(7)]);
    expect(client.say(asking(1))).toEqual([page(1, 'a')]);
    expect(client.remarks).toContain(
      'the recorded list of tools is not whole: it ends with the last page that was asked for',
    );
  });

  const use = (method: string, params: object): readonly Said[] => [
    `> ${json({ id: 1, method, params })}`,
    `< ${result(1, {})}`,
  ];
  const tool = (name: string, more: object = {}): object => ({
    ...{ name, inputSchema: { type: 'object' }, annotations: { readOnlyHint: true }, ...more },
  });

  it.each([
    ['tools/list', { tools: [tool('a'), tool('b', { execution: { taskSupport: 'optional' } })] }],
    ['resources/list', { resources: [{ uri: 'x://a', name: 'x://a' }] }],
    ['resources/templates/list', { resourceTemplates: [{ uriTemplate: 'x://{b}', name: 'x://{b}' }] }],
    ['prompts/list', { prompts: [{ name: 'p', arguments: [{ name: 'to' }, { name: 'by' }] }] }],
  ])('that nobody asked for tell what was used: %s', async (method, listed) => {
    const client = await mockOf([
      ...opening({ tools: {}, resources: {} }),
      ...use('tools/call', { name: 'a', arguments: { x: 1 } }),
      ...use('tools/call', { name: 'b', task: {} }),
      ...use('tools/call', { name: 'b' }),
      ...use('resources/read', { uri: 'x://a' }),
      ...use('prompts/get', { name: 'p', arguments: { to: 'Ada' } }),
      ...use('completion/complete', { ref: { type: 'ref/prompt', name: 'p' }, argument: { name: 'by' } }),
      ...use('completion/complete', {
        ref: { type: 'ref/resource', uri: 'x://{b}' },
        argument: { name: 'b' },
      }),
    ]);
    expect(client.say(json({ id: 9, method }))).toEqual([result(9, listed)]);
    expect(client.table()).toEqual([]);
    expect(client.remarks).toEqual([
      'no list of tools, or of resources, or of prompts was recorded: what was used in the recording is listed',
    ]);
  });
});

describe('subscriptions', () => {
  const about = (method: string, id: number, uri: string): string =>
    json({ id, method: `resources/${method}`, params: { uri } });
  const updated = note('notifications/resources/updated', { uri: 'demo://a' });
  const recorded: readonly Said[] = [
    ...opening({ resources: { subscribe: true } }),
    `> ${about('subscribe', 1, 'demo://a')}`,
    `< ${result(1, {})}`,
    `> ${about('read', 2, 'demo://b')}`,
    `< ${result(2, { contents: [] })}`,
    updated,
  ];

  it('bring news to who has subscribed', async () => {
    const client = await mockOf(recorded);
    expect(client.say(about('subscribe', 8, 'demo://a'))).toEqual([result(8, {})]);
    expect(client.say(about('read', 9, 'demo://b'))).toEqual([result(9, { contents: [] }), updated.slice(2)]);
    const other = await mockOf(recorded);
    expect(other.say(about('subscribe', 8, 'demo://c'))).toEqual([result(8, {})]);
    expect(other.say(about('read', 9, 'demo://b'))).toEqual([result(9, { contents: [] })]);
    expect([...client.table(), ...other.table()]).toEqual([]);
  });
});

describe('tasks', () => {
  const task = (status: string): object => ({
    ...{ taskId: 'T', status, createdAt: 'x', lastUpdatedAt: 'x', ttl: 60000, pollInterval: 5 },
  });
  const about = (method: string, id: unknown, taskId: unknown): string =>
    json({ id, method: `tasks/${method}`, params: { taskId } });
  const related = { 'io.modelcontextprotocol/related-task': { taskId: 'T' } };
  const recorded: readonly Said[] = [
    ...opening({ tools: {}, tasks: { list: {}, cancel: {}, requests: { tools: { call: {} } } } }),
    `> ${calling(1, 'report', { note: 'T' }, { task: { ttl: 60000 } })}`,
    `< ${result(1, { task: task('working') })}`,
    `> ${about('get', 2, 'T')}`,
    `< ${result(2, task('working'))}`,
    note('notifications/tasks/status', task('completed')),
    `> ${about('get', 3, 'T')}`,
    `< ${result(3, task('completed'))}`,
    `> ${about('result', 4, 'T')}`,
    `< ${result(4, { content: [{ type: 'text', text: 'T' }], _meta: related })}`,
  ];
  const open = async () => {
    const client = await mockOf(recorded);
    const [created = ''] = client.say(calling(1, 'report', { note: 'T' }, { task: { ttl: 5 } }));
    const id = JSON.parse(created).result.task.taskId;
    const of = (value: object) => JSON.stringify(value).replaceAll('"taskId":"T"', `"taskId":"${id}"`);
    return { client, id, of };
  };
  const resultOf = ([text = '']: readonly string[]) => JSON.stringify(JSON.parse(text).result);

  it('have ids of their own, are polled as often as one likes, and end with the recorded result', async () => {
    const { client, id, of } = await open();
    expect(id).not.toBe('T');
    const [ended, status] = client.say(about('get', 2, id));
    expect(resultOf([ended ?? ''])).toBe(of(task('completed')));
    expect(JSON.stringify(JSON.parse(status ?? '').params)).toBe(of(task('completed')));
    for (let times = 0; times < 3; times += 1)
      expect(resultOf(client.say(about('get', 3, id)))).toBe(of(task('completed')));
    expect(resultOf(client.say(about('result', 4, id)))).toBe(
      of({ content: [{ type: 'text', text: 'T' }], _meta: related }),
    );
    expect(resultOf(client.say(json({ id: 5, method: 'tasks/list' })))).toBe(
      `{"tasks":[${of(task('completed'))}]}`,
    );
    expect(client.say(about('get', 6, 'T'))[0]).toContain('Task not found');
    expect(client.say(about('cancel', 7, id))[0]).toContain('Cannot cancel a task that is completed');
    expect(client.table()).toEqual([]);
  });

  it('wait for what the client is asked, wherever it was asked', async () => {
    const related = { _meta: { 'io.modelcontextprotocol/related-task': { taskId: 'T' } } };
    const question = { method: 'elicitation/create', params: { message: 'Go on?', ...related } };
    const client = await mockOf([
      ...opening({ tools: {}, tasks: {} }, { elicitation: {} }),
      `> ${calling(1, 'report', {}, { task: {} })}`,
      `< ${result(1, { task: task('working') })}`,
      `> ${about('get', 2, 'T')}`,
      `< ${json({ id: 's', ...question })}`,
      `< ${result(2, task('input_required'))}`,
      `> ${about('result', 3, 'T')}`,
      `> ${result('s', { action: 'accept' })}`,
      `< ${result(3, { content: [], ...related })}`,
    ]);
    client.say(initialize({ elicitation: {} }));
    const [created = ''] = client.say(calling(1, 'report', {}, { task: {} }));
    const { taskId } = JSON.parse(created).result.task;
    const own = (value: object) => json(value).replace('"T"', `"${taskId}"`);
    expect(client.say(about('get', 2, taskId))).toEqual([
      own({ id: 'mock-1', ...question }),
      own({ id: 2, result: task('input_required') }),
    ]);
    expect(client.say(about('result', 3, taskId))).toEqual([]);
    client.say(result('mock-1', { action: 'decline' }));
    expect(await client.later()).toEqual([own({ id: 3, result: { content: [], ...related } })]);
    expect(client.table()).toEqual([
      expect.stringContaining('/result/action is "decline", "accept" was recorded'),
    ]);
  });

  it('are another one at each call', async () => {
    const { client, id, of } = await open();
    client.say(about('result', 2, id));
    const [again = ''] = client.say(calling(3, 'report', { note: 'T' }, { task: {} }));
    const { taskId } = JSON.parse(again).result.task;
    expect(taskId).not.toBe(id);
    expect(resultOf(client.say(about('get', 4, id)))).toBe(of(task('completed')));
    expect(resultOf(client.say(about('cancel', 5, taskId)))).toContain('"cancelled"');
    expect(resultOf(client.say(about('get', 6, taskId)))).toContain('"cancelled"');
  });
});

describe('the state of a task', () => {
  const META = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' };
  const state = (status: string, more: object = {}): object => ({ taskId: 'T', status, ...more });
  const about = (what: string, id: unknown, taskId: string): string =>
    json({ id, method: `tasks/${what}`, params: { taskId } });
  const asked = (what: string, id: number, answer: object): readonly Said[] => [
    `> ${about(what, id, 'T')}`,
    `< ${result(id, answer)}`,
  ];
  const told = (status: string, more: object = {}): Said =>
    note('notifications/tasks/status', state(status, more));
  const working = asked('get', 2, state('working'));
  const question = json({ id: 's', method: 'elicitation/create', params: {} });
  const askedWithin: readonly Said[] = [
    `> ${about('result', 3, 'T')}`,
    `< ${question}`,
    `> ${result('s', { action: 'accept' })}`,
    `< ${result(3, { content: [] })}`,
  ];
  const failed = asked('result', 3, { content: [], isError: true });

  /** A client in whose session a task was made, with what it says of itself from one request to the next. */
  const open = async (recorded: readonly Said[], era: 'legacy' | 'modern') => {
    const created = era === 'legacy' ? { task: state('working') } : state('working', { resultType: 'task' });
    const more = era === 'legacy' ? { task: {} } : { _meta: META };
    const call = (id: unknown) => calling(id, 'report', {}, more);
    const begin = era === 'legacy' ? opening({ tools: {}, tasks: {} }) : [];
    const client = await mockOf([...begin, `> ${call(1)}`, `< ${result(1, created)}`, ...recorded]);
    const made = client.say(call('c')).find((text) => text.includes('"id":"c"')) ?? '';
    const id = JSON.parse(made.replace('"task":', '"resultType":"","was":')).result;
    const taskId: string = id.taskId ?? id.was.taskId;
    return {
      client,
      ask(what: string) {
        const came = client.say(about(what, 'x', taskId)).map((text) => JSON.parse(text));
        return came.find((one) => one.id === 'x')?.result;
      },
    };
  };
  type Row = readonly [string, 'legacy' | 'modern', readonly Said[], readonly (readonly [string, string?])[]];

  it.each<Row>([
    ['is at its end at once', 'legacy', [...working, ...working, told('completed')], [['get', 'completed']]],
    ['in both eras', 'modern', [...working, ...asked('get', 4, state('completed'))], [['get', 'completed']]],
    [
      'is what a notice told',
      'legacy',
      [told('failed'), ...failed],
      [['get', 'failed'], ['result'], ['get', 'failed']],
    ],
    ['is failed by its result', 'legacy', [...working, ...failed], [['get', 'failed']]],
    [
      'is open while it is',
      'legacy',
      [...working],
      [
        ['get', 'working'],
        ['get', 'working'],
      ],
    ],
    [
      'waits for the cancellation',
      'legacy',
      [...working, ...asked('cancel', 5, state('cancelled')), ...asked('get', 6, state('cancelled'))],
      [
        ['get', 'working'],
        ['cancel', 'cancelled'],
        ['get', 'cancelled'],
      ],
    ],
    [
      'waits for input',
      'legacy',
      [told('input_required'), ...askedWithin, ...asked('get', 4, state('completed'))],
      [
        ['get', 'input_required'],
        ['get', 'input_required'],
        ['get', 'input_required'],
      ],
    ],
    ['even where nobody asked then', 'legacy', [...working, ...askedWithin], [['get', 'input_required']]],
    [
      'waits for input in the modern era',
      'modern',
      [
        ...asked('get', 4, state('input_required')),
        ...asked('update', 5, {}),
        ...working,
        ...asked('get', 6, state('completed')),
      ],
      [['get', 'input_required'], ['get', 'input_required'], ['update'], ['get', 'completed']],
    ],
  ])('%s (%s)', async (_, era, recorded, steps) => {
    const { ask, client } = await open(recorded, era);
    const came = steps.map(([what]) => [what, ask(what)?.status].filter((one) => one !== undefined));
    expect(came).toEqual(steps);
    expect(client.table()).toEqual([]);
  });

  it('is completed once the input was given', async () => {
    const { ask, client } = await open([told('input_required'), ...askedWithin], 'legacy');
    expect([ask('get').status, ask('result')]).toEqual(['input_required', undefined]);
    client.say(result('mock-1', { action: 'accept' }));
    expect(await client.later()).toEqual([expect.stringContaining('"content":[]')]);
    expect(ask('get').status).toBe('completed');
  });

  it('is told whole where only a notice had told it, and nobody listens to that', async () => {
    const meta = { 'io.modelcontextprotocol/subscriptionId': 9 };
    const whole = state('completed', { result: { content: [] } });
    const { ask } = await open([note('notifications/tasks', { ...whole, _meta: meta })], 'modern');
    expect(ask('get')).toEqual({ resultType: 'complete', ...whole, taskId: expect.any(String) });
  });
});

describe('rounds (2026-07-28)', () => {
  const meta = { _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } };
  const ask = (id: unknown, more: object = {}): string =>
    calling(id, 'book', { seat: 1 }, { ...meta, ...more });
  const wants = (id: unknown, state: string): string =>
    result(id, {
      resultType: 'input_required',
      inputRequests: { n: { method: 'elicitation/create' } },
      requestState: state,
    });
  const gives = (id: unknown, state: string, name: string): string =>
    ask(id, { inputResponses: { n: { action: 'accept', content: { name } } }, requestState: state });
  const done = (id: unknown, text: string): string =>
    result(id, { resultType: 'complete', content: [{ type: 'text', text }] });
  const recorded: readonly Said[] = [
    `> ${ask(1)}`,
    `< ${wants(1, 'S1')}`,
    `> ${gives(2, 'S1', 'Ada')}`,
    `< ${wants(2, 'S2')}`,
    `> ${gives(3, 'S2', '7a')}`,
    `< ${done(3, 'Ada in 7a')}`,
  ];

  it('go on with what was given then', async () => {
    const client = await mockOf(recorded);
    expect(client.say(ask('a'))).toEqual([wants('a', 'S1')]);
    expect(client.say(gives('b', 'S1', 'Ada'))).toEqual([wants('b', 'S2')]);
    expect(client.say(gives('c', 'S2', '7a'))).toEqual([done('c', 'Ada in 7a')]);
    expect(client.table()).toEqual([]);
  });

  it('have no answer to another input, nor to another state', async () => {
    const client = await mockOf(recorded);
    client.say(ask('a'));
    expect(client.say(gives('b', 'S1', 'Bob'))[0]).toContain('"error"');
    expect(client.say(gives('c', 'S1', 'Ada'))).toEqual([wants('c', 'S2')]);
    expect(client.say(gives('d', 'S3', '7a'))[0]).toContain(
      'is sent with another requestState than in the recording',
    );
    expect(client.table()).toEqual([
      'book {"seat":1} is given another input than in the recording: /params/inputResponses/n/content/name is "Bob", "Ada" was recorded (#3)',
      'book {"seat":1} is sent with another requestState than in the recording',
    ]);
  });
});

it('tells of a request that cannot be played, and goes on with others', async () => {
  const pause = () => Promise.reject(new Error('no clock'));
  const said = [...opening(), `> ${calling(1, 'a')}`, `< ${result(1, {})}`] as const;
  const client = await mockOf(said, { pause });
  expect(client.say(calling(8, 'a'))).toEqual([]);
  expect(await client.later()).toEqual([]);
  expect(client.told).toEqual(['tools/call (#4) cannot be played: no clock']);
});

it('keeps the newest of what there may be much of', () => {
  const map = new Map([1, 2, 3, 4].map((one) => [`${one}`, one]));
  const dropped: number[] = [];
  dropOldest(map, 2, (one) => dropped.push(one));
  expect([[...map.values()], dropped]).toEqual([
    [3, 4],
    [1, 2],
  ]);
});

describe('rounds that were given up (2026-07-28)', () => {
  const meta = { _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } };
  const ask = (id: unknown, state?: string): string => {
    const more = state === undefined ? {} : { inputResponses: { n: {} }, requestState: state };
    return calling(id, 'book', {}, { ...meta, ...more });
  };
  const wants = (id: unknown, requestState: string): string =>
    result(id, { resultType: 'input_required', inputRequests: { n: {} }, requestState });
  const done = (id: unknown, text: string): string =>
    result(id, { resultType: 'complete', content: [{ type: 'text', text }] });
  const said = (request: string, answer: string): readonly Said[] => [`> ${request}`, `< ${answer}`];

  it('go on as another one did, at the same place', async () => {
    const client = await mockOf([
      ...said(ask(1), wants(1, 'S1')),
      ...said(ask(2, 'S1'), wants(2, 'S2')),
      ...said(ask(3, 'S2'), done(3, 'booked')),
      ...said(ask(4), wants(4, 'T1')),
      ...said(ask(5), wants(5, 'U1')),
      ...said(ask(6, 'U1'), wants(6, 'U2')),
    ]);
    for (const [first, second] of [
      ['S1', 'S2'],
      ['T1', 'S2'],
      ['U1', 'U2'],
    ] as const) {
      expect(client.say(ask('a'))).toEqual([wants('a', first)]);
      expect(client.say(ask('b', first))).toEqual([wants('b', second)]);
      expect(client.say(ask('c', second))).toEqual([done('c', 'booked')]);
    }
    expect(client.table()).toEqual([]);
    const other = await mockOf([...said(ask(4), wants(4, 'T1'))]);
    expect(other.say(ask('b', 'T1'))[0]).toContain('book was given no input in the recording');
  });
});

describe('streams of news (2026-07-28)', () => {
  const meta = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' };
  const listen = (id: unknown, notifications: object): string =>
    json({ id, method: 'subscriptions/listen', params: { notifications, _meta: meta } });
  const on = (id: unknown, method: string, params: object): Said =>
    note(method, { _meta: { 'io.modelcontextprotocol/subscriptionId': id }, ...params });
  const acknowledged = (id: unknown, notifications: object): string =>
    on(id, 'notifications/subscriptions/acknowledged', { notifications }).slice(2);
  const recorded: readonly Said[] = [
    `> ${listen(1, { toolsListChanged: true })}`,
    `< ${acknowledged(1, { toolsListChanged: true })}`,
    `> ${calling(2, 'add', {}, { _meta: meta })}`,
    on(1, 'notifications/tools/list_changed', {}),
    `< ${result(2, { content: [] })}`,
  ];

  it.each([
    ['as it was asked for', { toolsListChanged: true }, true],
    ['for more', { toolsListChanged: true, promptsListChanged: true }, true],
    ['for something else', { promptsListChanged: true }, false],
  ])('asked %s', async (_, filter, isTold) => {
    const client = await mockOf(recorded);
    expect(client.say(listen('x', filter))).toEqual([acknowledged('x', filter)]);
    const changed = on('x', 'notifications/tools/list_changed', {}).slice(2);
    expect(client.say(calling('c', 'add', {}, { _meta: meta }))).toEqual([
      ...(isTold ? [changed] : []),
      result('c', { content: [] }),
    ]);
  });
});

describe('what the redaction has replaced', () => {
  const recorded: readonly Said[] = [
    ...opening(),
    `> ${calling(1, 'login', { token: '[redacted]', as: 'a' })}`,
    `< ${result(1, { content: [] })}`,
    `> ${calling(3, 'mail', { text: 'to [redacted], about b, [redacted]' })}`,
    `< ${result(3, {})}`,
    `> ${calling(2, 'secret')}`,
    `< ${result(2, { content: [{ type: 'text', text: '[redacted]' }] })}`,
  ];

  it('is anything in a call, and is served only where that is allowed', async () => {
    const client = await mockOf(recorded);
    expect(client.say(calling(8, 'login', { token: 'x', as: 'a' }))).toEqual([result(8, { content: [] })]);
    expect(client.say(calling(8, 'login', { token: 'x', as: 'b' }))[0]).toContain(
      '/params/arguments/as is \\"a\\" there',
    );
    const mail = (text: unknown) => client.say(calling(7, 'mail', { text }))[0];
    expect(mail('to bob, about b, c')).toBe(result(7, {}));
    for (const other of ['to bob, about c', 'bob, about b, c', 'to b, c', 1])
      expect(mail(other)).toContain('error');
    expect(client.say(calling(9, 'secret'))[0]).toContain('--allow-redacted');
    expect(client.remarks.slice(1)).toEqual([
      'values are redacted in what answers #8 tools/call: an error is given in its place; --allow-redacted gives it as it is',
    ]);
    const open = await mockOf(recorded, { allowRedacted: true });
    expect(open.say(calling(9, 'secret'))[0]).toContain('[redacted]');
    expect(open.remarks.slice(1)).toEqual([
      'values are redacted in what answers #8 tools/call, and given so',
    ]);
  });
});

it.each([
  [false, 'left out; --allow-redacted gives them as they are'],
  [true, 'given so'],
])('sends no redacted value beside its answers but where that is allowed: %s', async (allowRedacted, how) => {
  const log = (data: string) => note('notifications/message', { level: 'info', data });
  const asks =
    `< ${json({ id: 's', method: 'elicitation/create', params: { message: '[redacted]?' } })}` as const;
  const client = await mockOf(
    [
      ...[...opening({ tools: {}, logging: {} }), log('up [redacted]')],
      ...([`> ${calling(1, 'a')}`, log('in [redacted]'), log('plain')] as const),
      ...([`< ${result(1, {})}`, log('after [redacted]'), asks] as const),
    ],
    { allowRedacted },
  );
  const told = [...client.say(INITIALIZED), ...client.say(calling(9, 'a')), ...(await client.later())];
  expect(told.filter((text) => text.includes('[redacted]'))).toHaveLength(allowRedacted ? 4 : 0);
  expect(told).toEqual(expect.arrayContaining([log('plain').slice(2), result(9, {})]));
  expect(client.remarks).toContain(`values are redacted in 4 messages beside the answers, ${how}`);
});

describe('recorded calls that the redaction has made the same', () => {
  const login = (id: number, token: unknown): string => calling(id, 'login', { token });
  const answered = (id: number, user: string): readonly Said[] => [
    `> ${login(id, '[redacted]')}`,
    `< ${result(id, { user })}`,
  ];
  const alice = result(9, { user: 'alice' });

  it.each<[string, readonly Said[], unknown, string, boolean]>([
    ['answered alike', [...answered(1, 'alice'), ...answered(2, 'alice')], 'x', alice, false],
    [
      'answered in several ways',
      [...answered(1, 'alice'), ...answered(2, 'bob')],
      'x',
      'tells them apart',
      false,
    ],
    [
      'taken in order where that is allowed',
      [...answered(1, 'alice'), ...answered(2, 'bob')],
      'x',
      alice,
      true,
    ],
    ['which were strings', answered(1, 'alice'), { a: 1 }, 'is not in the recording', false],
    ['which were strings', answered(1, 'alice'), 1, 'is not in the recording', false],
  ])('%s', async (_, said, token, expected, allowRedacted) => {
    const client = await mockOf([...opening(), ...said], { allowRedacted });
    expect(client.say(login(9, token))[0]).toContain(expected);
    expect(client.table()).toHaveLength(expected === alice ? 0 : 1);
  });

  it('are of the era of the call', async () => {
    const client = await mockOf([...opening(), ...answered(1, 'alice')]);
    const meta = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' };
    const asked = calling(9, 'login', { token: 'x' }, { _meta: meta });
    expect(client.say(asked)[0]).toContain('in the other era');
  });
});

it('sends at first what came before anything was asked for', async () => {
  const said = note('notifications/message', { level: 'info', data: 'up' });
  const client = await mockOf([...opening({ logging: {} }), said]);
  client.say(initialize({}));
  expect(client.say(INITIALIZED)).toEqual([said.slice(2)]);
  expect(client.say(INITIALIZED)).toEqual([]);
});

it('sends what came after a call was given up when it is given up again', async () => {
  const cancel = (requestId: unknown) => json({ method: 'notifications/cancelled', params: { requestId } });
  const late = `< ${result(1, { content: [] })}` as const;
  const client = await mockOf([...opening(), `> ${calling(1, 'a')}`, `> ${cancel(1)}`, late]);
  expect(client.say(calling('x', 'a'))).toEqual([]);
  client.say(cancel('x'));
  expect(await client.later()).toEqual([result('x', { content: [] })]);
});

it('sends an answer that came twice to the same asker, and one to nobody to nobody', async () => {
  const twice = result(1, { content: [] });
  const client = await mockOf([
    ...opening(),
    `> ${calling(1, 'a')}`,
    `< ${twice}`,
    `< ${twice}`,
    `< ${result(77, {})}`,
  ]);
  const same = result('x', { content: [] });
  expect(client.say(calling('x', 'a'))).toEqual([same, same, result(77, {})]);
  const other = await mockOf([...opening(), `> ${calling(1, 'a')}`, `< ${twice}`, `< ${result(77, {})}`]);
  expect(other.say(calling(1, 'a'))).toEqual([twice, result(77, {})]);
});
