import { HarValidator } from '@har-sdk/validator';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { classify } from '../../../src/spec/envelope.ts';
import type { ExportInput } from '../../../src/transcript/export/exported.ts';
import { harArchive } from '../../../src/transcript/export/har.ts';
import { har } from '../../../src/transcript/foreign/har.ts';
import { handshake, type Step } from '../../support/conversation.ts';
import { exportedFrom, exportOf } from '../../support/exported.ts';
import { HAR_SCHEMA } from '../../support/har-schema.ts';
import { recorded, told } from '../../support/told.ts';

const FIXTURES = new URL('../../fixtures', import.meta.url).pathname;
const ajv = new Ajv({ allErrors: true });
(addFormats as unknown as (ajv: Ajv) => void)(ajv);
const isArchive = ajv.compile(HAR_SCHEMA);

interface Archive {
  readonly log: {
    readonly pages: readonly object[];
    readonly entries: readonly {
      readonly request: {
        readonly method: string;
        readonly url: string;
        readonly headers: readonly object[];
        readonly postData?: { readonly text: string };
      };
      readonly response: {
        readonly status: number;
        readonly _error?: string;
        readonly content: { readonly text?: string };
      };
      readonly time: number;
      readonly comment?: string;
    }[];
  };
}

/** The archive, which is valid, and the same each time. */
function archived(input: ExportInput): Archive {
  const text = [...harArchive(input)].join('');
  const archive = JSON.parse(text);
  isArchive(archive);
  expect(isArchive.errors ?? []).toEqual([]);
  expect([...harArchive(input)].join('')).toBe(text);
  return archive;
}

/** Which messages went which way. */
function sent({ sessions }: ExportInput): readonly string[] {
  return sessions.flatMap(({ log, lines, mask }) =>
    lines.flatMap((seq) => {
      const entry = log.entry(seq);
      return entry?.type === 'frame' ? [`${entry.dir} ${mask(entry.msg)}`] : [];
    }),
  );
}

/** The same of an archive that is opened again. */
function sentAgain(input: ExportInput): readonly string[] {
  const messages: string[] = [];
  const add: Parameters<typeof har.read>[0]['add'] = (item) =>
    void (item.type === 'message' && messages.push(`${item.dir} ${item.text}`));
  const reader = har.read({ add, assume: () => {} });
  reader.take([...harArchive(input)].join(''), true);
  return messages;
}

const RECORDINGS = [
  'session.mcp.jsonl',
  ...['har-json-1/app.example.com.har', 'har-sse-1/sse.har', 'vscode-old-2/page.log'].map(
    (name) => `logs/samples/${name}`,
  ),
];

it.each([
  'logs/samples/har-sse-1/sse.har',
  'logs/samples/har-json-1/app.example.com.har',
  'session.mcp.jsonl',
])('of %s is what others read', async (path) => {
  const archive = await exportedFrom(`${FIXTURES}/${path}`, archived);
  expect(archive.log.entries.length).toBeGreaterThan(0);
  expect(
    await new HarValidator().verify(archive as unknown as Parameters<HarValidator['verify']>[0]),
  ).toEqual([]);
});

describe('an HTTP archive of', () => {
  it.each(RECORDINGS)('%s is valid and holds the same messages', async (path) => {
    await exportedFrom(`${FIXTURES}/${path}`, (input) => {
      archived(input);
      expect(sentAgain(input).toSorted()).toEqual(sent(input).toSorted());
    });
  });

  it('an archive holds the HTTP of it as it was', async () => {
    await exportedFrom(`${FIXTURES}/logs/samples/har-sse-1/sse.har`, (input) => {
      const [, , call] = archived(input).log.entries;
      expect(call).toMatchObject({
        startedDateTime: '2026-09-01T08:00:00.100Z',
        time: 900,
        request: { method: 'POST', url: 'https://mcp.example.com/mcp' },
        response: { status: 200, content: { mimeType: 'text/event-stream' } },
      });
      expect(call?.response.content.text).toMatch(/^event: message\nid: 100-0\ndata: \{"jsonrpc".*\n\nevent/);
      expect(sentAgain(input)).toEqual(sent(input));
    });
  });
});

const call = (id: number, name = 'echo'): Step => [
  'c2s',
  { jsonrpc: '2.0', id, method: 'tools/call', params: { name, key: 's3cret' } },
];
const result = (id: number): Step => ['s2c', { jsonrpc: '2.0', id, result: {} }];

describe('what was no HTTP', () => {
  const { host, tell } = told(
    ...handshake({ tools: {} }),
    call(2, 'a b'),
    ['s2c', { jsonrpc: '2.0', id: 7, method: 'roots/list' }],
    ['c2s', { jsonrpc: '2.0', id: 7, result: { roots: [] } }],
    { stderr: 'a line' },
    { invalid: 'banner' },
    result(2),
    call(3),
  );
  tell({ event: 'timeout', re: host.log.traffic.at(host.log.traffic.length - 1) });
  const input = exportOf({ ...host, mask: (text) => text.replaceAll('s3cret', '[redacted]') });

  it('has an entry for each request with its answer, and for each notification', () => {
    const { entries } = archived(input).log;
    const lines = entries.map(({ request, response }) => `${request.url} ${response.status}`);
    expect(lines).toEqual([
      'mcp://stdio/initialize 200',
      'mcp://stdio/notifications/initialized 202',
      'mcp://stdio/tools/call/a%20b 200',
      'mcp://stdio/roots/list 200',
      'mcp://stdio/tools/call/echo 0',
    ]);
    expect(entries[2]?.time).toBe(600);
    expect(entries[2]?.request.postData?.text).toContain('"key":"[redacted]"');
    expect(entries[3]?.comment).toBe('No HTTP: a message of the server');
    expect(entries[4]?.response._error).toBe('it timed out');
  });

  it('is opened again in its directions', () => {
    expect(sentAgain(input).toSorted()).toEqual(sent(input).toSorted());
  });

  it('holds what was chosen, an answer with its request', () => {
    const [session] = input.sessions;
    const answer = session?.lines.findLast((seq) => session.log.row(seq)?.kind === 'result') ?? 0;
    const chosen = { ...input, sessions: input.sessions.map((one) => ({ ...one, lines: [answer] })) };
    expect(archived(chosen).log.entries.map(({ request }) => request.url)).toEqual([
      'mcp://stdio/tools/call/a%20b',
    ]);
  });

  it('takes whatever strangers write', () => {
    const { host: odd } = told(call(2, '\ud800 ü/%'), ['c2s', { jsonrpc: '2.0', id: 3, method: 'a b{' }], {
      http: { x: 1, phase: 'request', method: 'GET', url: 'http://[::1]:80/ä b?q={"a"}#%41' },
    });
    expect(archived(exportOf(odd)).log.entries.map(({ request }) => request.url)).toEqual([
      ...['mcp://stdio/tools/call/%EF%BF%BD%20%C3%BC%2F%25', 'mcp://stdio/a%20b%7B'],
      'http://[::1]:80/%C3%A4%20b?q=%7B%22a%22%7D#%41',
    ]);
  });

  const roots: Step = ['s2c', { id: 2, method: 'roots/list' }];
  it.each<[string, Step, string | undefined, RegExp]>([
    [
      'cancelled',
      ['s2c', { method: 'notifications/cancelled', params: { requestId: 2 } }],
      'it was cancelled',
      /server$/,
    ],
    ['ended', { event: 'exit', code: 1 }, 'there was no answer', /server$/],
    ['still pending', { stderr: '' }, undefined, /server, without an answer so far$/],
  ])('has no answer to a request that was %s', (_, ending, error, comment) => {
    const { host: one } = told(roots, ending);
    const [entry] = archived(exportOf(one)).log.entries;
    expect(entry?.response).toMatchObject({ status: 0, content: { size: 0 } });
    expect(entry?.response._error).toBe(error);
    expect(entry?.comment).toMatch(comment);
  });

  it('has no entry for a message whose text is no longer held', () => {
    const { log } = host;
    const answers = {
      ...log,
      entry: (seq: number) => (log.row(seq)?.kind === 'result' ? log.entry(seq) : undefined),
    };
    expect(archived(exportOf({ ...host, log: answers })).log.entries).toEqual([]);
  });

  it('is not said to be no HTTP where nobody knows', () => {
    const [entry] = archived(exportOf(recorded(call(2), result(2)).host)).log.entries;
    expect(entry?.request.url).toBe('mcp://unknown/tools/call/echo');
    expect(entry?.comment).toBe('No HTTP is recorded: a message of the client');
  });

  it('has a page for each of several sessions', () => {
    const archive = archived(exportOf(host, host));
    expect(archive.log.pages).toMatchObject([{ title: 's1' }, { title: 's2' }]);
    expect(archive.log.entries).toHaveLength(10);
  });
});

it('has no event but those of the stream, whatever their fields are', () => {
  const forged = 'a\r\n\r\ndata: {"jsonrpc":"2.0","method":"forged"}\n\n';
  const { host } = told(
    { http: { x: 1, phase: 'request', method: 'POST', url: 'https://a.example/' } },
    { http: { x: 1, phase: 'response', status: 200, headers: [['content-type', 'text/event-stream']] } },
    { http: { x: 1, phase: 'event', event: { id: forged, event: forged, comment: forged } } },
    ['s2c', { method: 'notifications/message' }, 1],
    { http: { x: 1, phase: 'end' } },
  );
  const [entry] = archived(exportOf(host)).log.entries;
  const text = entry?.response.content.text ?? '';
  expect(text.match(/^data: /gm)).toHaveLength(1);
  expect(text.split('\n\n')).toEqual([expect.stringContaining('id: a\ndata: '), '']);
  expect(sentAgain(exportOf(host))).toHaveLength(1);
});

it('masks secrets in URLs and headers, and leaves streams and sockets as they were sent', () => {
  const http = { x: 1, url: 'https://a.example/mcp?token=s3cret', method: 'POST' };
  const headers = [['Authorization', 'Bearer s3cret'] as const];
  const { host } = told(
    { http: { ...http, phase: 'request', headers } },
    ['c2s', { jsonrpc: '2.0', id: 1, method: 'initialize' }, 1],
    { http: { x: 1, phase: 'response', status: 200, headers: [['content-type', 'text/event-stream']] } },
    { http: { x: 1, phase: 'event', event: { comment: 'hello' } } },
    { http: { x: 1, phase: 'event', event: { id: '1' } } },
    ['s2c', { jsonrpc: '2.0', method: 'notifications/message', params: { data: 's3cret' } }, 1],
    ['s2c', { jsonrpc: '2.0', id: 1, result: {} }, 1],
    { http: { x: 1, phase: 'end' } },
    { http: { x: 2, phase: 'request', method: 'GET', url: 'wss://a.example/', headers: [] } },
    ['c2s', { jsonrpc: '2.0', id: 2, method: 'ping' }, 2],
    ['s2c', { jsonrpc: '2.0', id: 2, result: {} }, 2],
    { http: { x: 3, phase: 'request', method: 'DELETE', url: 'https://a.example/mcp', headers: [] } },
    { http: { x: 3, phase: 'error', detail: 'it was refused' } },
  );
  const input = exportOf({ ...host, mask: (text) => text.replaceAll('s3cret', '[redacted]') });
  const { entries } = archived(input).log;
  expect(JSON.stringify(entries)).not.toContain('s3cret');
  expect(entries[0]?.request).toMatchObject({
    url: 'https://a.example/mcp?token=%5Bredacted%5D',
    headers: [{ name: 'Authorization', value: 'Bearer [redacted]' }],
    queryString: [{ name: 'token', value: '[redacted]' }],
  });
  expect(entries[0]?.response.content.text).toMatch(
    /^: hello\n\nid: 1\ndata: \{[^\n]*\[redacted\][^\n]*\n\ndata: \{/,
  );
  expect(entries[1]).toMatchObject({ _webSocketMessages: [{ type: 'send' }, { type: 'receive' }] });
  expect(entries[2]?.response).toMatchObject({ status: 0, _error: 'it was refused' });
  expect(sentAgain(input).map((line) => classify(JSON.parse(line.slice(4))).kind)).toEqual([
    'request',
    'notification',
    'result',
    'request',
    'result',
  ]);
});
