import { describe, expect, it, test } from 'vitest';
import { createRedactor } from '../../../src/session/redaction/redactor.ts';
import { EXPORT_FORMATS } from '../../../src/transcript/export/formats.ts';
import { bugReport } from '../../../src/transcript/export/markdown.ts';
import type { Step } from '../../support/conversation.ts';
import { exportOf } from '../../support/exported.ts';
import { told } from '../../support/told.ts';

/** Put together, so that no scanner of repositories takes it for a real one. */
const SECRET = ['ghp', 'xK3mP9qR7sT1vW5yZ2aB4cD6eF8gH0jL1nQ3'].join('_');
const encoded = Buffer.from(`\u0000\u0000\u0000${SECRET}`).toString('base64');

const asked = (params: object): Step => ['c2s', { id: 2, method: 'tools/call', params }];
const http = (phase: 'request' | 'response' | 'event' | 'end' | 'error', more: object = {}): Step => ({
  http: { x: 1, phase, ...more },
});
const REQUEST = http('request', { method: 'POST', url: 'https://a.example/mcp' });
const FOUND = { rule: 'foreign/assumed', path: `/${SECRET}`, message: SECRET, alike: [`/${SECRET}`] };

/** A secret in every place of a session that an export might write. */
const PLACES: Readonly<Record<string, readonly Step[]>> = {
  'the name of a method': [
    ['c2s', { id: 2, method: SECRET }],
    ['s2c', { id: 2, result: {} }],
  ],
  'the name of a notification': [['s2c', { method: `notifications/${SECRET}` }]],
  'an id': [
    ['c2s', { id: SECRET, method: 'ping' }],
    ['s2c', { id: SECRET, result: {} }],
  ],
  'the name of a tool': [asked({ name: SECRET })],
  'the name of an argument': [asked({ name: 'a', arguments: { [SECRET]: 1 } })],
  'the revision': [
    ['c2s', { id: 1, method: 'initialize', params: { protocolVersion: SECRET } }],
    [
      's2c',
      {
        id: 1,
        result: { protocolVersion: SECRET, capabilities: {}, serverInfo: { name: 'a', version: '1' } },
      },
    ],
  ],
  'the names of both sides': [
    [
      'c2s',
      {
        id: 1,
        method: 'initialize',
        params: { capabilities: { [SECRET]: {} }, clientInfo: { name: SECRET, version: SECRET } },
      },
    ],
    [
      's2c',
      {
        id: 1,
        result: {
          instructions: SECRET,
          capabilities: { [SECRET]: {} },
          serverInfo: { name: SECRET, version: SECRET },
        },
      },
    ],
  ],
  'the version of JSON-RPC': [['c2s', { id: 2, method: 'ping', jsonrpc: SECRET }]],
  'an error': [asked({ name: 'a' }), ['s2c', { id: 2, error: { code: 1, message: SECRET } }]],
  'what a server logs': [
    asked({ name: 'a', _meta: { progressToken: 2, tracestate: `a=${SECRET}` } }),
    [
      's2c',
      { method: 'notifications/progress', params: { progressToken: 2, progress: SECRET, total: SECRET } },
    ],
    ['s2c', { method: 'notifications/message', params: { level: SECRET, logger: SECRET, data: SECRET } }],
    ['s2c', { id: 2, result: {} }],
  ],
  'a finding': [REQUEST, { http: { x: 1, phase: 'end' }, found: [FOUND] }],
  'a note': [asked({ name: 'a' }), { note: { mark: true, text: SECRET }, at: 1 }],
  'a signal': [{ event: 'exit', signal: SECRET, detail: SECRET }],
  'a line of stderr': [{ stderr: SECRET }],
  'what is no message': [{ invalid: SECRET }],
  'a URL and a method of HTTP': [
    http('request', { method: SECRET, url: `https://a.example/?token=${SECRET}` }),
  ],
  'a header': [{ http: { x: 1, phase: 'request', url: 'https://a.example/', headers: [[SECRET, SECRET]] } }],
  'an event': [
    REQUEST,
    http('event', { event: { event: SECRET, id: SECRET, comment: SECRET }, body: SECRET }),
    http('end'),
  ],
  'what is no text': [REQUEST, http('response', { status: 200 }), http('end', { base64: encoded })],
};

/** Redaction leaves the protocol's own members of a message alone, such as its method: that is not for an export to judge. */
const redactor = createRedactor();
const mask = (text: string): string => redactor.mask(text).replaceAll(SECRET, '[redacted]');
const written = (text: string): boolean =>
  [SECRET, encoded, Buffer.from(SECRET).toString('base64').slice(4, -4)].some((one) => text.includes(one));

describe.each(EXPORT_FORMATS.map(({ name, load }) => ({ name, load })))(
  '$name holds no secret of',
  ({ load }) => {
    it.each(Object.entries(PLACES))('%s', async (_, steps) => {
      const { host } = told(...steps);
      const write = await load();
      const text = [...write(exportOf({ ...host, mask }, { ...host, mask }))].join('');
      expect(written(text) ? text : '').toBe('');
    });
  },
);

test.each(Object.entries(PLACES))('a report of a fault holds no secret of %s', (_, steps) => {
  const { host } = told(...steps);
  expect(written([...bugReport(exportOf({ ...host, mask }))].join(''))).toBe(false);
});
