import { describe, expect, test } from 'vitest';
import { restore } from '../../../src/session/redaction/redaction.ts';
import { createRedactor } from '../../../src/session/redaction/redactor.ts';

const redactor = createRedactor([
  'sk-fake-DO-NOT-LEAK',
  'hunter2-hunter2',
  'pä"ss\\wörd',
  'line one\nline two',
  'short',
]);
const json = (value: unknown): string => JSON.stringify(value);
const params = (value: unknown): string =>
  json({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: value });

describe('by the name', () => {
  test.each([
    ['token'],
    ['access_token'],
    ['accessToken'],
    ['ACCESS-TOKEN'],
    ['x.secret'],
    ['Authorization'],
    ['proxy-authorization'],
    ['Set-Cookie'],
    ['dbPassword'],
    ['PWD'],
    ['passphrase'],
    ['apiKey'],
    ['api_key'],
    ['APIKey'],
    ['apikey'],
    ['X-API-Key'],
    ['secretKey'],
    ['private-key'],
    ['awsSecretAccessKey'],
    ['credentials'],
  ])('%s is secret', (name) => {
    const redacted = redactor.json(params({ arguments: { [name]: 'open sesame', other: 'kept' } }));
    expect(redacted?.text).toBe(params({ arguments: { [name]: '[redacted]', other: 'kept' } }));
    expect(redacted?.pointers).toEqual([`/params/arguments/${name}`]);
  });

  test.each([
    ['tokenizer'],
    ['maxTokens'],
    ['cookieConsent'],
    ['key'],
    ['publicKey'],
    ['secretary'],
    ['passwordless'],
    ['monkey'],
    ['progressToken'],
  ])('%s is not', (name) => {
    expect(redactor.json(params({ arguments: { [name]: 'open sesame' } }))).toBeUndefined();
  });

  test('strings directly in an array, not those deeper, nor numbers, booleans and objects', () => {
    const text = (first: string) =>
      params({ arguments: { credentials: [first, 7, true, { user: 'me' }, ['deep']], token: 12345678 } });
    const redacted = redactor.json(text('open sesame'));
    expect(redacted?.text).toBe(text('[redacted]'));
    expect(redacted?.pointers).toEqual(['/params/arguments/credentials/0']);
  });

  test('an escaped name', () => {
    expect(redactor.json('{"to\\u006ben":"abc"}')?.text).toBe('{"to\\u006ben":"[redacted]"}');
  });

  test('JSON written inside a text', () => {
    const text = (value: string) =>
      json({ result: { content: [{ type: 'text', text: json({ user: 'me', api_key: value }) }] } });
    expect(redactor.json(text('a "quoted" one'))?.text).toBe(text('[redacted]'));
    expect(redactor.plain('sent {"a":1, "authorization": "Basic YTpi"}')?.text).toBe(
      'sent {"a":1, "authorization": "[redacted]"}',
    );
  });
});

describe('by the shape', () => {
  test.each([
    ['sk-proj-abcdefghijklmnop1234'],
    ['ghp_abcdefghijklmnopqrstuvwxyz0123456789'],
    ['github_pat_11ABCDEFG0abcdefghij_klmnop'],
    ['xoxb-1234567890-abcdefghij'],
    ['AKIAIOSFODNN7EXAMPLE'],
    ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9P'],
    ['-----BEGIN RSA PRIVATE KEY-----\nMIIEow\nIBAAKC\n-----END RSA PRIVATE KEY-----'],
  ])('%s', (token) => {
    expect(redactor.plain(`before ${token} after`)?.text).toBe('before [redacted] after');
    const redacted = redactor.json(json({ text: `"${token}"\n` }));
    expect(redacted?.text).toBe(json({ text: '"[redacted]"\n' }));
    expect(redacted?.pointers).toEqual(['/text']);
  });

  test.each([
    ['Authorization: Bearer abcdef012345', 'Authorization: Bearer [redacted]'],
    ['https://me:pa55@host.example/a?b=c', 'https://[redacted]@host.example/a?b=c'],
    ['https://host.example/?api_key=abc&b=c', 'https://host.example/?api_key=[redacted]&b=c'],
    ['https://host.example/?b=c&access_token=abc#d', 'https://host.example/?b=c&access_token=[redacted]#d'],
    ['-----BEGIN PRIVATE KEY-----\nMIIEow', '[redacted]'],
  ])('%s', (text, redacted) => {
    expect(redactor.plain(text)?.text).toBe(redacted);
  });

  test.each([
    ['task-management-for-everybody'],
    ['WWW-Authenticate: Bearer realm="x"'],
    ['Bearer authentication is used'],
    ['https://host.example/a@b?page=2&key=up'],
    ['mail me@host.example'],
    ['-----BEGIN CERTIFICATE-----\nMIIEow\n-----END CERTIFICATE-----'],
    ['[redacted]'],
  ])('not: %s', (text) => {
    expect(redactor.plain(text)).toBeUndefined();
  });
});

describe('known values', () => {
  test('of any length and number', () => {
    const secret = (name: string) => `${name}+/"${'0123456789'.repeat(4_000)}`;
    const many = Array.from({ length: 2_000 }, (_, at) => `secret number ${at} of many`);
    const redactor = createRedactor([secret('a'), secret('b'), ...many]);
    const text = json({ x: [secret('b'), many[1], `${secret('a')} ${many[1_999]}!`, 'other'] });
    expect(redactor.json(text)?.text).toBe(
      json({ x: ['[redacted]', '[redacted]', '[redacted] [redacted]!', 'other'] }),
    );
    expect(redactor.mask(`key=${encodeURIComponent(secret('a'))}&b=1`)).toBe('key=[redacted]&b=1');
    expect(redactor.json(json({ x: 'other' }))).toBeUndefined();
  });

  test('are found wherever they occur, even as names of free members', () => {
    const text = (secret: string) =>
      json({
        result: {
          content: [{ type: 'text', text: `it is "${secret}"!` }],
          structuredContent: { [secret]: [secret] },
        },
      });
    const redacted = redactor.json(text('hunter2-hunter2'));
    expect(redacted?.text).toBe(text('[redacted]'));
    expect(redacted?.pointers).toEqual([
      '/result/content/0/text',
      '/result/structuredContent/[redacted]',
      '/result/structuredContent/[redacted]/0',
    ]);
  });

  test('are matched decoded and replaced in the exact text', () => {
    const text = '{ "a" : "x\\u0068unter2-hunter2\\ny", "n": 12345678901234567890, "a": "\\/" }';
    expect(redactor.json(text)?.text).toBe(
      '{ "a" : "x[redacted]\\ny", "n": 12345678901234567890, "a": "\\/" }',
    );
  });

  test.each([
    ['as they are', 'pä"ss\\wörd'],
    ['escaped as JSON in a text', json('pä"ss\\wörd').slice(1, -1)],
    ['percent-encoded', encodeURIComponent('pä"ss\\wörd')],
    ['one line of several', 'line two'],
  ])('%s', (_, written) => {
    expect(redactor.plain(`<${written}>`)?.text).toBe('<[redacted]>');
    expect(redactor.json(json([written]))?.text).toBe('["[redacted]"]');
  });

  test('are found as a form has them', () => {
    const { plain } = createRedactor(['verifier ~*4711']);
    expect(plain('a=b&code=verifier+%7E*4711&c=d')?.text).toBe('a=b&code=[redacted]&c=d');
  });

  test('are not looked for when short', () => {
    expect(redactor.plain('a short story')).toBeUndefined();
  });

  test('can be learnt', () => {
    const learning = createRedactor();
    expect(learning.mask('it is correct horse')).toBe('it is correct horse');
    learning.learn(['correct horse']);
    expect(learning.mask('it is correct horse')).toBe('it is [redacted]');
  });
});

describe('never touched', () => {
  const known = 'sk-fake-DO-NOT-LEAK';
  test.each([
    [{ jsonrpc: '2.0', id: known, result: {} }],
    [{ method: 'tools/list', params: { cursor: known, _meta: { progressToken: known } } }],
    [{ id: 1, result: { nextCursor: known, requestState: known } }],
    [{ method: 'tasks/get', params: { taskId: known } }],
    [{ method: 'x', params: { _meta: { 'io.modelcontextprotocol/subscriptionId': known } } }],
    [
      {
        result: {
          tools: [{ inputSchema: { properties: { token: { type: 'string' } }, required: ['token'] } }],
        },
      },
    ],
    [{ result: { tools: [{ inputSchema: { dependentRequired: { apiKey: ['secret'] }, default: known } }] } }],
    [{ method: 'elicitation/create', params: { requestedSchema: { token: 'string' } } }],
  ])('%j', (message) => {
    expect(redactor.json(json(message))).toBeUndefined();
  });

  test('but a member of that name in free values is', () => {
    const text = (id: string) => json({ result: { structuredContent: { id, method: id, inputSchema: id } } });
    expect(redactor.json(text(known))?.text).toBe(text('[redacted]'));
  });
});

test('the originals give the exact text back', () => {
  const text = `{"token" : "a\\u0062c","text":"\\u0068unter2-hunter2 and hunter2-hunter2\\n","n":1e400}`;
  const redacted = redactor.json(text);
  expect(redacted?.text).toBe('{"token" : "[redacted]","text":"[redacted] and [redacted]\\n","n":1e400}');
  expect(restore(redacted?.text ?? '', redacted?.hidden ?? [])).toBe(text);
});

test('a string of many megabytes', () => {
  const text = (secret: string) => json({ text: `${'eyJabc\\n"'.repeat(300_000)}${secret}` });
  expect(redactor.json(text('nothing'))).toBeUndefined();
  expect(redactor.json(text('hunter2-hunter2'))?.text).toBe(text('[redacted]'));
});

test.each([
  ['base64 of bytes', Buffer.alloc(9_000_000, 0xd3).toString('base64')],
  ['base64 of text', Buffer.alloc(9_000_000, 'a word ').toString('base64')],
  ['hex', Buffer.alloc(6_000_000, 'a word ').toString('hex')],
  ['a word of a command', `curl ${'a'.repeat(9_000_000)}`],
  ['blanks in a command', `curl ${' '.repeat(9_000_000)}x`],
])('many megabytes of %s', (_, code) => {
  const text = (secret: string) => json({ text: `${code} ${secret}` });
  expect(redactor.json(text('nothing'))).toBeUndefined();
  expect(redactor.json(text('hunter2-hunter2'))?.text).toBe(text('[redacted]'));
});

test.each([
  ['structuredContent', 'name'],
  ['content', 'x'],
])('a hundred thousand levels in %s', (member, name) => {
  const text = (secret: string) =>
    `{"result":{"${member}":${`{"${name}":`.repeat(100_000)}"${secret}"${'}'.repeat(100_000)}}}`;
  expect(redactor.json(text('nothing'))).toBeUndefined();
  expect(redactor.json(text('hunter2-hunter2'))?.text).toBe(text('[redacted]'));
});
