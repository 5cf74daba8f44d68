import { describe, expect, it } from 'vitest';
import { checkShapes } from '../../../src/spec/check/shapes.ts';
import type { Direction } from '../../../src/spec/envelope.ts';
import type { Finding } from '../../../src/spec/finding.ts';
import { type Revision, revisionFor } from '../../../src/spec/revision.ts';

const V = '2.0';
const list = (...tools: readonly unknown[]) => ({ jsonrpc: V, id: 1, result: { tools } });
const good = { name: 'a', inputSchema: { type: 'object' } };
const LISTED = { method: 'tools/list' };
const CALLED = { method: 'tools/call' };

/** A message in its circumstances, and every sentence that is told of it. */
type Row = readonly [
  name: string,
  dir: Direction,
  revision: Revision,
  request: { readonly method: string } | undefined,
  message: unknown,
  told: readonly string[],
];

const ROWS: readonly Row[] = [
  ['a good list', 's2c', '2025-11-25', LISTED, list(good), []],
  [
    'a member that is missing',
    's2c',
    '2025-11-25',
    LISTED,
    list(good, { name: 'b' }),
    ['lint/missing: /result/tools/1/inputSchema is missing; 2025-11-25 requires it: an object'],
  ],
  [
    'the same at several items',
    's2c',
    '2025-11-25',
    LISTED,
    list({ ...good, title: 1 }, good, { ...good, title: 2 }),
    ['lint/type: /result/tools/0/title is a number; in 2025-11-25 it must be text (and 1 more like it)'],
  ],
  [
    'nulls in place of optional members, of one item',
    's2c',
    '2025-11-25',
    LISTED,
    list(good, { ...good, title: null }),
    ['lint/type: /result/tools/1/title is null; leave it out'],
  ],
  [
    'nulls in place of optional members, of many items',
    's2c',
    '2025-11-25',
    LISTED,
    list(
      { ...good, title: null, annotations: { title: null, readOnlyHint: null } },
      { ...good, annotations: { readOnlyHint: null } },
    ),
    ['lint/type: null instead of left out in 2 tools: title, annotations.title, annotations.readOnlyHint'],
  ],
  [
    'what a newer SDK tells of its server',
    's2c',
    '2025-03-26',
    { method: 'initialize' },
    {
      jsonrpc: '2.0',
      id: 1,
      result: {
        protocolVersion: '2025-03-26',
        capabilities: {},
        serverInfo: { name: 'a', version: '1', title: 'A', websiteUrl: 'https://a.example', icons: [] },
      },
    },
    [],
  ],
  ...(['2025-11-25', '2025-06-18'] as const).flatMap((revision): readonly Row[] => {
    const capabilities = { extensions: { 'io.modelcontextprotocol/ui': {} } };
    const says = (at: string) =>
      revision === '2025-11-25'
        ? []
        : [
            `lint/other-revision: /${at}/capabilities/extensions means nothing in 2025-06-18: it came with 2026-07-28`,
          ];
    const said = { protocolVersion: revision, capabilities };
    const who = { name: 'a', version: '1' };
    return [
      [
        `extensions that a server announces in ${revision}`,
        's2c',
        revision,
        { method: 'initialize' },
        { jsonrpc: V, id: 1, result: { ...said, serverInfo: who } },
        says('result'),
      ],
      [
        `extensions that a client announces in ${revision}`,
        'c2s',
        revision,
        undefined,
        { jsonrpc: V, id: 1, method: 'initialize', params: { ...said, clientInfo: who } },
        says('params'),
      ],
    ];
  }),
  [
    'members of later revisions',
    's2c',
    '2024-11-05',
    LISTED,
    list({ ...good, title: 'A', annotations: { readOnlyHint: 1 } }),
    [
      'lint/other-revision: /result/tools/0/title means nothing in 2024-11-05: it came with 2025-06-18',
      'lint/other-revision: /result/tools/0/annotations means nothing in 2024-11-05: it came with 2025-03-26',
    ],
  ],
  [
    'a member of an earlier revision',
    's2c',
    '2026-07-28',
    LISTED,
    {
      jsonrpc: V,
      id: 1,
      result: { resultType: 'complete', ttlMs: 0, cacheScope: 'public', tools: [{ ...good, execution: {} }] },
    },
    [
      'lint/other-revision: /result/tools/0/execution means nothing in 2026-07-28: 2025-11-25 was the last to have it',
    ],
  ],
  [
    'a kind of content of later revisions',
    's2c',
    '2024-11-05',
    CALLED,
    { jsonrpc: V, id: 1, result: { content: [{ type: 'audio', data: 'aGk=', mimeType: 'audio/wav' }] } },
    [
      'lint/enum: /result/content/0/type is "audio"; 2024-11-05 knows "text", "image", "resource" (it came with 2025-03-26)',
    ],
  ],
  [
    'a number out of range, a format that is none',
    's2c',
    '2025-11-25',
    CALLED,
    {
      jsonrpc: V,
      id: 1,
      result: {
        content: [
          { type: 'text', text: '', annotations: { priority: 2 } },
          { type: 'image', data: '***', mimeType: 'image/png' },
          { type: 'resource_link', name: 'x', uri: 'here' },
        ],
      },
    },
    [
      'lint/range: /result/content/0/annotations/priority is 2; it must be a number between 0 and 1',
      'lint/format: /result/content/1/data is "***"; it must be base64',
      'lint/format: /result/content/2/uri is "here"; it must be a URI with its scheme',
    ],
  ],
  [
    'one of two results: that which it means',
    's2c',
    '2025-11-25',
    CALLED,
    {
      jsonrpc: V,
      id: 1,
      result: { task: { taskId: 't', status: 'working', createdAt: 'now', lastUpdatedAt: 'now' } },
    },
    ['lint/missing: /result/task/ttl is missing; 2025-11-25 requires it: an integer or null'],
  ],
  [
    'one of several types',
    's2c',
    '2025-11-25',
    undefined,
    { jsonrpc: V, method: 'notifications/progress', params: { progressToken: [], progress: 1 } },
    ['lint/type: /params/progressToken is an array; in 2025-11-25 it must be text or an integer'],
  ],
  [
    'an integer with a fraction',
    's2c',
    '2025-11-25',
    undefined,
    { jsonrpc: V, method: 'notifications/progress', params: { progressToken: 1.5, progress: 0.5 } },
    ['lint/type: /params/progressToken is a number; in 2025-11-25 it must be text or an integer'],
  ],
  [
    'a method that nobody defines',
    's2c',
    '2025-11-25',
    undefined,
    { jsonrpc: V, method: 'notifications/tool/list_changed' },
    [
      'lint/unknown-method: /method is "notifications/tool/list_changed", which no revision of the specification defines',
    ],
  ],
  [
    'a method of another revision',
    's2c',
    '2025-03-26',
    undefined,
    { jsonrpc: V, id: 1, method: 'elicitation/create', params: {} },
    [
      'lint/not-in-revision: /method is elicitation/create, which is not in 2025-03-26, but in 2025-06-18, 2025-11-25',
    ],
  ],
  [
    'a method of the other side',
    's2c',
    '2025-11-25',
    undefined,
    { jsonrpc: V, id: 1, method: 'tools/list' },
    ['lint/direction: /method is tools/list, which in 2025-11-25 only the client may send'],
  ],
  [
    'a notification with an id, and a request without',
    'c2s',
    '2025-11-25',
    undefined,
    { jsonrpc: V, id: 1, method: 'notifications/initialized' },
    ['lint/kind: /id does not belong in a notification: notifications/initialized'],
  ],
  [
    'a request without an id',
    'c2s',
    '2025-11-25',
    undefined,
    { jsonrpc: V, method: 'ping' },
    ['lint/missing: /id is missing; 2025-11-25 requires it: text or an integer'],
  ],
  [
    'what every request of the modern era carries',
    'c2s',
    '2026-07-28',
    undefined,
    { jsonrpc: V, id: 1, method: 'tools/list' },
    ['lint/missing: /params is missing; 2026-07-28 requires it: an object'],
  ],
  [
    'a result of an extension',
    's2c',
    '2026-07-28',
    CALLED,
    { jsonrpc: V, id: 1, result: { resultType: 'task', task: {} } },
    [],
  ],
  [
    'a result that asks for input',
    's2c',
    '2026-07-28',
    CALLED,
    {
      jsonrpc: V,
      id: 1,
      result: {
        resultType: 'input_required',
        inputRequests: { a: { method: 'elicitation/create', params: {} } },
      },
    },
    [
      'lint/missing: /result/inputRequests/a/params/message is missing; 2026-07-28 requires it: text',
      'lint/missing: /result/inputRequests/a/params/requestedSchema is missing; 2026-07-28 requires it: an object',
    ],
  ],
  [
    'the result of a method that nobody defines',
    's2c',
    '2025-11-25',
    { method: 'own/thing' },
    { jsonrpc: V, id: 1, result: { _meta: [] } },
    ['lint/type: /result/_meta is an array; in 2025-11-25 it must be an object'],
  ],
  [
    'the data of an error',
    's2c',
    '2026-07-28',
    CALLED,
    { jsonrpc: V, id: 1, error: { code: -32022, message: 'no', data: { requested: '1' } } },
    ['lint/missing: /error/data/supported is missing; 2026-07-28 requires it: an array'],
  ],
  [
    'names that JavaScript knows',
    's2c',
    '2025-11-25',
    CALLED,
    { jsonrpc: V, id: 1, result: { content: [{ type: 'constructor' }] }, __proto__: null },
    [
      'lint/enum: /result/content/0/type is "constructor"; 2025-11-25 knows "text", "image", "audio", "resource_link", "resource"',
    ],
  ],
  ['no object at all', 's2c', '2025-11-25', undefined, 7, ['lint/type: the message must be an object']],
];

describe('lint', () => {
  it.each(ROWS)('%s', (_, dir, revision, request, message, told) => {
    const findings = checkShapes(message, { dir, revision, ...(request === undefined ? {} : { request }) });
    expect(findings.map((finding) => `${finding.rule}: ${finding.message}`)).toEqual(told);
  });

  it('tells at most twenty things of a message, and how many more there are', () => {
    const properties = Object.fromEntries(Array.from({ length: 25 }, (_, at) => [`p${at}`, true]));
    const message = list({ name: 'a', inputSchema: { type: 'object', properties } });
    const findings = checkShapes(message, { dir: 's2c', revision: '2025-11-25', request: LISTED });
    expect(findings).toHaveLength(20);
    expect(findings.at(-1)?.message).toMatch(
      /^\/result\/tools\/0\/inputSchema\/properties\/p19 .* \(and 5 more of other kinds\)$/,
    );
  });
});

describe('a capability', () => {
  const announced = {
    c2s: { sampling: {}, roots: { listChanged: false } },
    s2c: { tools: { listChanged: true }, resources: {}, prompts: null },
  };
  const told = (dir: Direction, method: string, revision: Revision = '2025-11-25') =>
    checkShapes({ jsonrpc: V, id: 1, method }, { dir, revision, announced })
      .filter(({ rule }) => rule === 'lint/unannounced')
      .map(({ message }) => message);

  it.each([
    ['s2c', 'notifications/tools/list_changed'],
    ['s2c', 'sampling/createMessage'],
    ['s2c', 'ping'],
    ['c2s', 'resources/read'],
    ['c2s', 'prompts/get'],
  ] as const)('that was announced lets %s send %s', (dir, method) => {
    expect(told(dir, method)).toEqual([]);
  });

  it.each([
    ['s2c', 'notifications/message', 'the server has to announce the capability logging, and did not'],
    [
      's2c',
      'notifications/resources/updated',
      'the server has to announce the capability resources.subscribe',
    ],
    [
      's2c',
      'notifications/prompts/list_changed',
      'the server has to announce the capability prompts.listChanged',
    ],
    ['s2c', 'elicitation/create', 'the client has to announce the capability elicitation'],
    ['c2s', 'completion/complete', 'the server has to announce the capability completions'],
    [
      'c2s',
      'notifications/roots/list_changed',
      'the client has to announce the capability roots.listChanged',
    ],
  ] as const)('that was not does not let %s send %s', (dir, method, says) => {
    expect(told(dir, method)).toEqual([expect.stringContaining(`/method is ${method}, for which ${says}`)]);
  });

  it('that a revision does not know need not be announced', () => {
    expect(told('c2s', 'completion/complete', '2024-11-05')).toEqual([]);
  });

  it('is not missed where w is unknownhat was announced', () => {
    const message = { jsonrpc: V, method: 'notifications/message', params: { level: 'info', data: 1 } };
    expect(checkShapes(message, { dir: 's2c', revision: '2025-11-25' })).toEqual([]);
  });
});

describe('what an inspection has already told', () => {
  const message = list({ name: 7 }, { ...good, annotations: { readOnlyHint: 'yes' } }, { name: 'c' });
  const paths = (reported: readonly Finding[]) =>
    checkShapes(message, { dir: 's2c', revision: '2025-11-25', request: LISTED, reported }).map(
      ({ path }) => path,
    );

  it('is not told again', () => {
    expect(paths([])).toEqual([
      '/result/tools/0/name',
      '/result/tools/0/inputSchema',
      '/result/tools/1/annotations/readOnlyHint',
    ]);
    const bad = { rule: 'list/bad-item', path: '/result/tools/0', message: '' };
    expect(paths([bad])).toEqual(['/result/tools/1/annotations/readOnlyHint', '/result/tools/2/inputSchema']);
  });

  it('stands at that place alone, unless it is about the whole of a thing', () => {
    const odd = { rule: 'list/odd-name', path: '/result/tools/0', message: '' };
    expect(paths([odd])).toHaveLength(3);
    const missing = { rule: 'any/rule', path: '/result/tools/0/name', message: '' };
    expect(paths([missing])).not.toContain('/result/tools/0/name');
    expect(paths([{ rule: 'message/not-protocol', message: '' }])).toEqual([]);
    const asking = { rule: 'modern/input-required', path: '/result/resultType', message: '' };
    expect(paths([asking])).toEqual([]);
  });
});

describe('the revision to judge by', () => {
  it.each([
    ['2025-06-18', 'legacy', '2025-06-18'],
    ['2025-07-01', 'legacy', '2025-06-18'],
    ['2024-10-07', 'legacy', '2024-11-05'],
    ['2026-07-28', 'legacy', '2025-11-25'],
    ['next', 'legacy', '2025-11-25'],
    [undefined, 'legacy', '2025-11-25'],
    [undefined, 'modern', '2026-07-28'],
    ['2025-11-25', 'modern', '2026-07-28'],
    ['2099-01-01', 'modern', '2026-07-28'],
  ] as const)('of %s in the %s era is %s', (version, era, revision) => {
    expect(revisionFor(version, era)).toBe(revision);
  });
});
