import { JSONRPCMessageSchema } from '@modelcontextprotocol/sdk/types.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadSdkVerdict, type SdkVerdict } from '../../../src/spec/check/sdk-verdict.ts';

let verdict: SdkVerdict;
beforeAll(async () => {
  verdict = await loadSdkVerdict();
});

const V = '2.0';
const answer = (result: unknown) => ({ jsonrpc: V, id: 1, result });
const initialized = {
  protocolVersion: '2025-11-25',
  capabilities: {},
  serverInfo: { name: 'a', version: '1' },
};

const TAKEN: readonly (readonly [name: string, message: unknown, method: string])[] = [
  ['a request', { jsonrpc: V, id: 1, method: 'ping' }, ''],
  ['a request of an extension', { jsonrpc: V, id: 1, method: 'own/thing', params: {} }, ''],
  [
    'a notification',
    { jsonrpc: V, method: 'notifications/progress', params: { progressToken: 1, progress: 1 } },
    '',
  ],
  ['an error', { jsonrpc: V, id: 1, error: { code: 1, message: 'no' } }, ''],
  ['a handshake', answer(initialized), 'initialize'],
  ['a tool result', answer({ content: [{ type: 'text', text: 'a' }] }), 'tools/call'],
  [
    'a task instead of a result',
    answer({ task: { taskId: 't', status: 'working', ttl: null, createdAt: '', lastUpdatedAt: '' } }),
    'tools/call',
  ],
  ['the answer to nothing', answer({ any: 'thing' }), ''],
];

const REFUSED: readonly (readonly [
  name: string,
  message: unknown,
  method: string,
  path: string,
  says: RegExp,
])[] = [
  [
    'an extra member',
    { ...answer({}), extra: 1 },
    'ping',
    '',
    /^the official SDK drops this response, and the request waits .*extra/,
  ],
  ['a missing jsonrpc', { id: 1, result: {} }, 'ping', '/jsonrpc', /drops this response/],
  ['an error null', { ...answer({}), error: null }, 'ping', '', /drops this response.*error/],
  [
    'an error without a message',
    { jsonrpc: V, id: 1, error: { code: 1 } },
    'ping',
    '/error/message',
    /drops this response/,
  ],
  ['_meta null', answer({ _meta: null }), 'tools/list', '/result/_meta', /drops this response/],
  ['not a message', { jsonrpc: V, id: 1 }, 'ping', '', /drops this line/],
  [
    'one bad tool',
    answer({
      tools: [
        { name: 'a', inputSchema: { type: 'object' } },
        { name: 'b', inputSchema: null },
      ],
    }),
    'tools/list',
    '/result/tools/1/inputSchema',
    /^the official SDK rejects this result, and callers get an error instead: \/result\/tools\/1\/inputSchema: .*null/,
  ],
  [
    'a bad block',
    answer({ content: [{ type: 'image', data: 7, mimeType: 'image/png' }] }),
    'tools/call',
    '/result/content/0/data',
    /string/,
  ],
  [
    'an unknown block',
    answer({ content: [{ type: 'hologram' }] }),
    'tools/call',
    '/result/content/0',
    /rejects this result/,
  ],
  ['an extra member where nothing is expected', answer({ pong: true }), 'ping', '/result', /pong/],
  [
    'an unknown revision',
    answer({ ...initialized, protocolVersion: '1999-01-01' }),
    'initialize',
    '/result/protocolVersion',
    /^the official SDK closes the connection: it supports 2025-11-25, /,
  ],
  [
    'a log level that is none',
    { jsonrpc: V, method: 'notifications/message', params: { level: 'loud', data: 1 } },
    '',
    '/params/level',
    /^the official SDK ignores this notification/,
  ],
  [
    'a request for nothing',
    { jsonrpc: V, id: 1, method: 'sampling/createMessage', params: { messages: [] } },
    '',
    '/params/maxTokens',
    /^the official SDK answers this request with an error/,
  ],
];

describe('the official SDK', () => {
  it.each(TAKEN)('takes %s', (_, message, method) => {
    expect(verdict(message, { request: { method } })).toBeUndefined();
  });

  it.each(REFUSED)('refuses %s', (_, message, method, path, says) => {
    const found = verdict(message, { request: { method } });
    expect(found).toMatchObject({ rule: 'sdk/refuses', path });
    expect(found?.message).toMatch(says);
  });

  it('cannot take a line of more than 10 MiB', () => {
    const message = answer({});
    expect(verdict(message, { line: 10 * 1024 * 1024 })).toBeUndefined();
    expect(verdict(message, { line: 10 * 1024 * 1024 + 1 })?.message).toMatch(/closes the connection/);
  });

  it('drops whole messages exactly where its transports do', () => {
    for (const [, message] of [...TAKEN, ...REFUSED]) {
      const dropped = /drops this/.test(verdict(message)?.message ?? '');
      expect(dropped, JSON.stringify(message)).toBe(!JSONRPCMessageSchema.safeParse(message).success);
    }
  });
});
