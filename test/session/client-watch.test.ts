import { describe, expect, it, test } from 'vitest';
import { createSchemaCheck } from '../../src/host/check.ts';
import { converse, handshake, type Step } from '../support/conversation.ts';

/** Each finding about the client as `#seq rule path`. */
function found(steps: readonly Step[]): readonly string[] {
  const { accepted } = converse(steps, createSchemaCheck(), 'both');
  return accepted.flatMap(({ entry, findings }) =>
    findings
      .filter(({ side }) => side === 'client')
      .map(({ rule, path }) => `#${entry.seq} ${rule} ${path ?? ''}`.trim()),
  );
}

const EVERYTHING = { tools: {}, resources: {}, prompts: {}, logging: {}, completions: {} };
const OPEN = handshake(EVERYTHING, {}, { roots: {}, elicitation: {} });
const INITIALIZE = OPEN[1] as Step;
const ANSWER = OPEN[2] as Step;
const INITIALIZED = OPEN[3] as Step;
const SPAWN = OPEN[0] as Step;

const ask = (id: unknown, method: string, params?: object): Step => [
  'c2s',
  { id, method, ...(params === undefined ? {} : { params }) },
];
const reply = (id: unknown, result: object): Step => ['s2c', { id, result }];
const tell = (method: string, params?: object): Step => [
  'c2s',
  { method, ...(params === undefined ? {} : { params }) },
];
const TOOL = {
  name: 'add',
  inputSchema: {
    type: 'object',
    properties: { a: { type: 'number' }, b: { type: 'number' } },
    required: ['a'],
    additionalProperties: false,
  },
};
const PROMPT = { name: 'greet', arguments: [{ name: 'who', required: true }, { name: 'how' }] };
const LISTED: readonly Step[] = [
  ...OPEN,
  ask(2, 'tools/list'),
  reply(2, { tools: [TOOL] }),
  ask(3, 'prompts/list'),
  reply(3, { prompts: [PROMPT] }),
];
const call = (name: string, given?: object): Step =>
  ask(9, 'tools/call', { name, ...(given === undefined ? {} : { arguments: given }) });

describe('the order of the handshake', () => {
  test.each<[string, readonly Step[], readonly string[]]>([
    ['as it must be', [...OPEN, ask(2, 'tools/list')], []],
    ['a ping at any time', [SPAWN, ask(0, 'ping'), INITIALIZE, ask(2, 'ping'), ANSWER, ask(3, 'ping')], []],
    [
      'what cannot be known where messages are missing',
      [SPAWN, { event: 'unrecorded' }, ask(7, 'tools/list'), INITIALIZE, INITIALIZED, ask(8, 'tools/list')],
      [],
    ],
    [
      'requests before initialize, told once',
      [SPAWN, ask(7, 'tools/list'), ask(8, 'prompts/list'), INITIALIZE, ANSWER, INITIALIZED],
      ['#2 client/before-initialize /method'],
    ],
    [
      'requests before it is answered',
      [SPAWN, INITIALIZE, ask(2, 'tools/list'), ANSWER],
      ['#3 client/too-early /method'],
    ],
    [
      'initialized before it is answered',
      [SPAWN, INITIALIZE, INITIALIZED, ANSWER, ask(2, 'tools/list')],
      ['#3 client/too-early /method'],
    ],
    [
      'requests without initialized, told once',
      [SPAWN, INITIALIZE, ANSWER, ask(2, 'tools/list'), ask(3, 'prompts/list')],
      ['#4 client/no-initialized /method'],
    ],
    [
      'initialize twice',
      [...OPEN, ask(5, 'initialize', { protocolVersion: '2025-11-25' })],
      ['#5 client/initialize-again /method'],
    ],
    [
      'once more after it was refused',
      [
        SPAWN,
        INITIALIZE,
        ['s2c', { id: 1, error: { code: -32602, message: 'no' } }],
        ask(2, 'initialize', { protocolVersion: '2025-06-18' }),
      ],
      [],
    ],
    [
      'a new life of the server',
      [
        ...OPEN,
        { event: 'exit', code: 0 },
        SPAWN,
        ask(1, 'initialize', { protocolVersion: '2025-11-25' }),
        ANSWER,
        INITIALIZED,
        ask(2, 'tools/list'),
      ],
      [],
    ],
    [
      'a new session, of which nothing tells how the one before it ended',
      [
        ...[...OPEN, ask(2, 'ping'), reply(2, {})],
        ...[
          { event: 'unrecorded', session: 1 } as const,
          INITIALIZE,
          ANSWER,
          INITIALIZED,
          ask(2, 'tools/list'),
        ],
      ],
      [],
    ],
    [
      'a revision of nobody',
      [SPAWN, ask(1, 'initialize', { protocolVersion: '1.0' })],
      ['#2 client/version /params/protocolVersion'],
    ],
    ['the draft that SDKs know', [SPAWN, ask(1, 'initialize', { protocolVersion: '2024-10-07' })], []],
    [
      'initialize cancelled',
      [SPAWN, INITIALIZE, tell('notifications/cancelled', { requestId: 1 })],
      ['#3 client/cancels-initialize /params/requestId'],
    ],
  ])('%s', (_, steps, rules) => {
    expect(found(steps)).toEqual(rules);
  });
});

describe('the modern era', () => {
  const meta = (version: string) => ({
    _meta: {
      'io.modelcontextprotocol/protocolVersion': version,
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  });
  const discovered = reply(1, {
    resultType: 'complete',
    supportedVersions: ['2026-07-28'],
    capabilities: EVERYTHING,
  });
  test.each<[string, readonly Step[], readonly string[]]>([
    [
      'has no handshake',
      [
        SPAWN,
        ask(1, 'server/discover', meta('2026-07-28')),
        discovered,
        ask(2, 'tools/list', meta('2026-07-28')),
        reply(2, { tools: [TOOL] }),
      ],
      [],
    ],
    ['not even discover', [SPAWN, ask(1, 'tools/list', meta('2026-07-28'))], []],
    [
      'names a revision in each request',
      [SPAWN, ask(1, 'tools/list', meta('2025-11-25'))],
      ['#2 client/version /params/_meta/io.modelcontextprotocol~1protocolVersion'],
    ],
  ])('%s', (_, steps, rules) => {
    expect(found(steps)).toEqual(rules);
  });
});

it('knows the two sides of a connection that nothing opened', () => {
  const own = 'io.modelcontextprotocol';
  const meta = {
    [`${own}/protocolVersion`]: '2026-07-28',
    [`${own}/clientInfo`]: { name: 'Curious', version: '2' },
    [`${own}/clientCapabilities`]: { sampling: {} },
  };
  const { state } = converse(
    [
      SPAWN,
      ask(1, 'tools/list', { _meta: meta }),
      reply(1, { resultType: 'complete', tools: [], _meta: { [`${own}/serverInfo`]: { name: 'crm' } } }),
    ],
    undefined,
    'both',
  );
  expect(state).toMatchObject({
    era: 'modern',
    negotiated: '2026-07-28',
    client: { name: 'Curious', version: '2' },
    server: { name: 'crm' },
    capabilities: { client: { sampling: {} } },
  });
});

describe('ids and answers', () => {
  const asked: Step = ['s2c', { id: 70, method: 'roots/list' }];
  test.each<[string, readonly Step[], readonly string[]]>([
    ['an id that is in use', [...OPEN, ask(5, 'ping'), ask(5, 'tools/list')], ['#6 id/reused /id']],
    [
      'an id that was used',
      [...OPEN, ask(5, 'ping'), reply(5, {}), ask(5, 'tools/list')],
      ['#7 client/id-again /id'],
    ],
    ['its text', [...OPEN, ask(5, 'ping'), reply(5, {}), ask('5', 'tools/list')], []],
    ['an id of null', [...OPEN, ask(null, 'tools/list')], ['#5 message/bad-id /id']],
    ['half an id', [...OPEN, ask(1.5, 'tools/list')], ['#5 message/bad-id /id']],
    ['the answer to a request', [...OPEN, asked, ['c2s', { id: 70, result: { roots: [] } }]], []],
    ['an answer that nobody asked for', [...OPEN, ['c2s', { id: 71, result: {} }]], ['#5 id/unknown /id']],
    [
      'two answers',
      [
        ...OPEN,
        asked,
        ['c2s', { id: 70, result: { roots: [] } }],
        ['c2s', { id: 70, result: { roots: [] } }],
      ],
      ['#7 id/duplicate /id'],
    ],
    [
      'a promise that is not kept',
      [...OPEN, asked, ['c2s', { id: 70, error: { code: -32601, message: 'no' } }]],
      ['#6 capability/not-served /error'],
    ],
    [
      'a request without an answer',
      [
        ...OPEN,
        asked,
        ...Array.from({ length: 120 }, (): Step => ({ stderr: 'waits' })),
        { event: 'exit', code: 0 },
      ],
      ['#126 client/no-answer'],
    ],
    ['one just before the end', [...OPEN, asked, { event: 'exit', code: 0 }], []],
    [
      'one that was not promised',
      [
        ...OPEN,
        ['s2c', { id: 70, method: 'sampling/createMessage', params: {} }],
        ['c2s', { id: 70, error: { code: -32601, message: 'no' } }],
      ],
      [],
    ],
    ['no message', [...OPEN, ['c2s', { id: 4 }]], ['#5 message/not-protocol']],
    ['a strange member', [...OPEN, ['c2s', { id: 4, method: 'ping', x: 1 }]], ['#5 message/extra-member /x']],
  ])('%s', (_, steps, rules) => {
    expect(found(steps)).toEqual(rules);
  });
});

describe('cancellation and progress', () => {
  const token = (progressToken: unknown): Step => [
    's2c',
    { id: 70, method: 'roots/list', params: { _meta: { progressToken } } },
  ];
  test.each<[string, readonly Step[], readonly string[]]>([
    ['its own request', [...OPEN, call('add'), tell('notifications/cancelled', { requestId: 9 })], []],
    [
      'one that was answered meanwhile',
      [...OPEN, ask(9, 'ping'), reply(9, {}), tell('notifications/cancelled', { requestId: 9 })],
      [],
    ],
    [
      'one that nobody sent',
      [...OPEN, tell('notifications/cancelled', { requestId: 12 })],
      ['#5 cancel/unknown /params/requestId'],
    ],
    [
      'progress that was asked for',
      [...OPEN, token(3), tell('notifications/progress', { progressToken: 3 })],
      [],
    ],
    [
      'progress of nothing',
      [...OPEN, token(3), tell('notifications/progress', { progressToken: 4 })],
      ['#6 progress/unknown-token /params/progressToken'],
    ],
  ])('%s', (_, steps, rules) => {
    expect(found(steps)).toEqual(rules);
  });

  it('ends what was cancelled', () => {
    const { state } = converse(
      [...OPEN, ask(5, 'tools/list'), tell('notifications/cancelled', { requestId: 5 })],
      undefined,
      'both',
    );
    expect(state.running).toEqual([]);
    expect(state.lists.tools).toMatchObject({ state: 'failed', why: 'it was cancelled' });
  });
});

describe('what the server offers', () => {
  const bare = handshake({ tools: {}, resources: {} });
  test.each<[string, readonly Step[], readonly string[]]>([
    ['what is declared', [...bare, ask(2, 'tools/list'), ask(3, 'resources/templates/list')], []],
    ['what is not', [...bare, ask(2, 'prompts/list')], ['#5 client/unannounced /method']],
    [
      'a part that is not',
      [...bare, ask(2, 'resources/subscribe', { uri: 'a:b' })],
      ['#5 client/unannounced /method'],
    ],
    [
      'a task of a server without',
      [...bare, ask(2, 'tools/call', { name: 'a', task: {} })],
      ['#5 client/unannounced /params/task'],
    ],
    ['a method that nobody knows', [...bare, ask(2, 'vendor/do')], []],
    ['a listed tool', [...LISTED, call('add', { a: 1 })], []],
    ['a tool before it is listed', [...OPEN, call('add', { a: 'x' })], []],
    ['a tool that is not listed', [...LISTED, call('sub')], ['#9 client/unlisted /params/name']],
    [
      'one of a list that has changed since',
      [...LISTED, ['s2c', { method: 'notifications/tools/list_changed' }], call('sub')],
      [],
    ],
    ['a missing argument', [...LISTED, call('add')], ['#9 client/arguments /params/arguments/a']],
    [
      'an argument of another type, and one too many',
      [...LISTED, call('add', { a: '1', c: 2 })],
      ['#9 client/arguments /params/arguments/a', '#9 client/arguments /params/arguments/c'],
    ],
    ['a prompt', [...LISTED, ask(9, 'prompts/get', { name: 'greet', arguments: { who: 'x' } })], []],
    [
      'a prompt without what it requires',
      [...LISTED, ask(9, 'prompts/get', { name: 'greet' })],
      ['#9 client/arguments /params/arguments/who'],
    ],
    [
      'a prompt that is not listed',
      [...LISTED, ask(9, 'prompts/get', { name: 'part' })],
      ['#9 client/unlisted /params/name'],
    ],
  ])('%s', (_, steps, rules) => {
    expect(found(steps)).toEqual(rules);
  });
});

describe('what a person filled in', () => {
  const asked: Step = [
    's2c',
    {
      id: 70,
      method: 'elicitation/create',
      params: {
        message: 'Who?',
        requestedSchema: { type: 'object', properties: { age: { type: 'integer' } }, required: ['age'] },
      },
    },
  ];
  const answered = (result: object): Step => ['c2s', { id: 70, result }];
  test.each<[string, object, readonly string[]]>([
    ['what was asked for', { action: 'accept', content: { age: 3 } }, []],
    ['another type', { action: 'accept', content: { age: 'x' } }, ['#6 client/content /result/content/age']],
    ['nothing', { action: 'accept' }, ['#6 client/content /result/content/age']],
    ['no', { action: 'decline' }, []],
  ])('%s', (_, result, rules) => {
    expect(found([...OPEN, asked, answered(result)])).toEqual(rules);
  });
});

it('says nothing of this program, whatever it sends', () => {
  const { accepted } = converse([SPAWN, ask(7, 'tools/list'), ask(7, 'ping')], undefined, 'server');
  expect(accepted.flatMap(({ findings }) => findings.filter(({ side }) => side === 'client'))).toEqual([]);
});

it('counts findings of a rule by the side that they are about', () => {
  const { state } = converse(
    [...OPEN, ['c2s', { id: 4, method: 'ping', x: 1 }], ['s2c', { id: 4, result: {}, y: 1 }]],
    undefined,
    'both',
  );
  expect(state.findings.map(({ rule, side, count }) => [rule, side, count])).toEqual([
    ['message/extra-member', 'client', 1],
    ['message/extra-member', undefined, 1],
  ]);
});

describe('the headers over HTTP', () => {
  const JSON_TYPES: Headers = {
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
  };
  type Headers = Readonly<Record<string, string>>;
  const head = (x: number, headers: Headers, method = 'POST'): Step => ({
    http: { x, phase: 'request', method, url: 'http://localhost/mcp', headers: Object.entries(headers) },
  });
  const sent = (x: number, headers: Headers, message: object): readonly Step[] => [
    head(x, headers),
    ['c2s', message, x],
  ];
  const initialize = (OPEN[1] as readonly [string, object])[1];
  const answer = (OPEN[2] as readonly [string, object])[1];
  const opened = (session: Headers, first: Headers = JSON_TYPES): readonly Step[] => [
    ...sent(1, first, initialize),
    { http: { x: 1, phase: 'response', status: 200, headers: Object.entries(session) } },
    ['s2c', answer, 1],
    { http: { x: 1, phase: 'end' } },
  ];
  const FULL = { ...JSON_TYPES, 'mcp-protocol-version': '2025-11-25' };
  const ping = { id: 5, method: 'ping' };
  const modern = (method: string, params: object = {}) => ({
    id: 5,
    method,
    params: {
      ...params,
      _meta: {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientCapabilities': {},
      },
    },
  });
  const MODERN = { ...JSON_TYPES, 'mcp-protocol-version': '2026-07-28' };

  test.each<[string, readonly Step[], readonly string[]]>([
    ['as they must be', [...opened({}), ...sent(2, FULL, ping)], []],
    [
      'with a session',
      [...opened({ 'Mcp-Session-Id': 'a' }), ...sent(2, { ...FULL, 'mcp-session-id': 'a' }, ping)],
      [],
    ],
    [
      'without the session that was given, told once',
      [...opened({ 'Mcp-Session-Id': 'a' }), ...sent(2, FULL, ping), ...sent(3, FULL, { ...ping, id: 6 })],
      ['#7 client/session-header'],
    ],
    ['without the revision', [...opened({}), ...sent(2, JSON_TYPES, ping)], ['#7 client/version-header']],
    [
      'with another revision',
      [...opened({}), ...sent(2, { ...FULL, 'mcp-protocol-version': '2025-06-18' }, ping)],
      ['#7 client/version-header'],
    ],
    [
      'with one type alone',
      [...opened({}, { ...JSON_TYPES, accept: 'application/json' })],
      ['#2 client/accept'],
    ],
    ['with any type', [...opened({}, { ...JSON_TYPES, accept: '*/*' })], ['#2 client/accept']],
    [
      'with another content',
      [...opened({}, { ...JSON_TYPES, 'content-type': 'text/plain' })],
      ['#2 client/content-type'],
    ],
    [
      'of a stream',
      [...opened({}), head(2, { accept: 'text/event-stream', 'mcp-protocol-version': '2025-11-25' }, 'GET')],
      [],
    ],
    [
      'of a stream without anything',
      [...opened({ 'mcp-session-id': 'a' }), head(2, {}, 'GET')],
      ['#6 client/accept', '#6 client/version-header', '#6 client/session-header'],
    ],
    [
      'of HTTP+SSE, of which nothing is asked',
      [head(9, {}, 'GET'), ...opened({}, {}), ...sent(2, {}, ping)],
      [],
    ],
    [
      'in a modern message',
      [...sent(1, { ...MODERN, 'mcp-method': 'tools/list' }, modern('tools/list'))],
      [],
    ],
    [
      'with a name, as it is sent',
      [
        ...sent(
          1,
          { ...MODERN, 'mcp-method': 'tools/call', 'mcp-name': '=?base64?w6l0w6k=?=' },
          modern('tools/call', { name: 'été' }),
        ),
      ],
      [],
    ],
    [
      'that repeat nothing',
      [...sent(1, JSON_TYPES, modern('tools/call', { name: 'a' }))],
      ['#2 client/version-header', '#2 client/mirrored'],
    ],
    [
      'that say something else',
      [...sent(1, { ...MODERN, 'mcp-method': 'tools/list' }, modern('ping'))],
      ['#2 client/mirrored'],
    ],
  ])('%s', (_, steps, rules) => {
    expect(found(steps)).toEqual(rules);
  });
});

it('says nothing of this program where another one is the client', () => {
  const steps: readonly Step[] = [
    SPAWN,
    INITIALIZE,
    reply(1, { protocolVersion: '1.0', capabilities: {}, serverInfo: { name: 'a', version: '1' } }),
    INITIALIZED,
    ['s2c', { id: 70, method: 'sampling/createMessage', params: {} }],
    ['s2c', { id: 71, method: 'vendor/ask' }],
  ];
  const told = (sides: 'server' | 'both') =>
    converse(steps, createSchemaCheck(), sides).accepted.flatMap(({ findings }) =>
      findings.map(({ message }) => message),
    );
  const ours = /this client knows|answered with/;
  expect(told('server').filter((message) => ours.test(message))).toHaveLength(3);
  expect(told('both').filter((message) => ours.test(message))).toEqual([]);
  expect(told('both')).toHaveLength(3);
});
