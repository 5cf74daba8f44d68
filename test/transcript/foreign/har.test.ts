import { describe, expect, it } from 'vitest';
import { har } from '../../../src/transcript/foreign/har.ts';
import type { LogItem } from '../../../src/transcript/foreign/kind.ts';

const AT = Date.parse('2026-09-01T08:00:00.000Z');
const URL_ = 'https://mcp.example.com/mcp';
const call = (id: unknown): string => JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call' });
const result = (id: unknown): string => JSON.stringify({ jsonrpc: '2.0', id, result: {} });
const PROGRESS = '{"jsonrpc":"2.0","method":"notifications/progress"}';
const ASK = '{"jsonrpc":"2.0","id":9,"method":"elicitation/create"}';
const events = (...data: readonly string[]): string => data.map((one) => `data: ${one}\n\n`).join('');

interface Row {
  readonly at?: number;
  readonly time?: number;
  readonly method?: string;
  readonly url?: string;
  readonly sent?: string;
  readonly session?: string;
  readonly type?: string;
  readonly content?: object;
  readonly status?: number;
  readonly more?: object;
}

/** An entry as browsers save it. */
function entry({ at = 0, time = 20, method = 'POST', url = URL_, sent, session, type, ...row }: Row): object {
  const headers = session === undefined ? [] : [{ name: 'Mcp-Session-Id', value: session }];
  return {
    startedDateTime: new Date(AT + at).toISOString(),
    time,
    request: { method, url, headers, ...(sent === undefined ? {} : { postData: { text: sent } }) },
    response: {
      status: row.status ?? 200,
      headers: [{ name: 'content-type', value: type ?? 'application/json' }],
      content: row.content ?? {},
    },
    timings: { blocked: -1, send: 0, wait: 5, receive: time - 5 },
    ...row.more,
  };
}

const STREAM = 'text/event-stream';
const archive = (entries: readonly object[]): string => JSON.stringify({ log: { version: '1.2', entries } });

function read(text: string) {
  const items: LogItem[] = [];
  const assumed: string[] = [];
  const reader = har.read({
    add: (item) => void items.push(item),
    assume: (about) => void assumed.push(about),
  });
  reader.take(text, true);
  reader.end();
  return { items, assumed: [...new Set(assumed)] };
}

/** `c2s 1 @0`: which way a message went, its id or method, and when. */
const told = (items: readonly LogItem[]): readonly string[] =>
  items.flatMap((item) => {
    if (item.type !== 'message') return [];
    const { id, method } = item.message as { readonly id?: unknown; readonly method?: string };
    return [`${item.dir} ${id ?? method} @${(item.at ?? 0) - AT}`];
  });

const ROWS: readonly (readonly [string, readonly Row[], readonly string[], readonly string[]])[] = [
  ['an answer', [{ sent: call(1), content: { text: result(1) } }], ['c2s 1 @0', 's2c 1 @20'], []],
  [
    'an answer in base64',
    [{ sent: call(1), content: { text: Buffer.from(result(1)).toString('base64'), encoding: 'base64' } }],
    ['c2s 1 @0', 's2c 1 @20'],
    [],
  ],
  [
    'a batch',
    [{ sent: `[${call(1)},${call(2)}]`, content: { text: `[${result(2)}, ${result(1)}]` } }],
    ['c2s 1 @0', 'c2s 2 @0', 's2c 2 @20', 's2c 1 @20'],
    [],
  ],
  [
    'the JSON of others',
    [
      { sent: call(1), content: { text: result(1) } },
      {
        url: 'https://a.example/graphql',
        sent: '{"query":"{me}","id":1}',
        content: { text: '{"id":1,"result":{}}' },
      },
      {
        url: 'https://a.example/',
        method: 'GET',
        type: 'text/html',
        content: { text: '<b>{"jsonrpc":"2.0"}</b>' },
      },
    ],
    ['c2s 1 @0', 's2c 1 @20'],
    [],
  ],
  [
    'a question within a stream, which is answered before it ends',
    [
      { time: 900, sent: call(1), type: STREAM, content: { text: events(PROGRESS, ASK, result(1)) } },
      { at: 500, sent: result(9), status: 202 },
    ],
    ['c2s 1 @0', 's2c notifications/progress @5', 's2c 9 @5', 'c2s 9 @500', 's2c 1 @900'],
    ['time'],
  ],
  [
    'answers on a stream of their own, as in HTTP+SSE',
    [
      {
        ...{ method: 'GET', url: 'https://a.example/sse', time: 5000, type: STREAM },
        content: { text: `event: endpoint\ndata: /in/7\n\n${events(result(1), PROGRESS, result(2))}` },
      },
      { at: 100, url: 'https://a.example/in/7', sent: call(1), status: 202 },
      { at: 300, url: 'https://a.example/in/7', sent: call(2), status: 202 },
    ],
    ['c2s 1 @100', 's2c 1 @120', 's2c notifications/progress @120', 'c2s 2 @300', 's2c 2 @320'],
    ['time'],
  ],
  [
    "Chrome's record of a stream",
    [
      {
        ...{ time: 900, sent: call(1), type: STREAM },
        more: {
          _eventSourceMessages: [
            { time: (AT + 300) / 1000, eventName: 'message', eventId: '', data: PROGRESS },
            { time: (AT + 800) / 1000, eventName: 'message', eventId: '2', data: result(1) },
          ],
        },
      },
    ],
    ['c2s 1 @0', 's2c notifications/progress @300', 's2c 1 @800'],
    [],
  ],
  [
    'a WebSocket',
    [
      {
        ...{ method: 'GET', url: 'wss://a.example/ws', status: 101, time: 0 },
        more: {
          _webSocketMessages: [
            { type: 'send', time: (AT + 10) / 1000, opcode: 1, data: call(1) },
            { type: 'receive', time: (AT + 11) / 1000, opcode: 9, data: 'ping' },
            { type: 'receive', time: (AT + 40) / 1000, opcode: 1, data: result(1) },
          ],
        },
      },
    ],
    ['c2s 1 @10', 's2c 1 @40'],
    [],
  ],
  ['saved without bodies', [{ sent: call(1), content: { size: 70 } }], ['c2s 1 @0'], ['bodies']],
  ['no messages at all', [{ method: 'GET', content: { text: '{}' } }], [], ['frames']],
  [
    'an answer in whole ms',
    [
      { time: 20.9, sent: call(1), content: { text: result(1) } },
      { at: 20, sent: call(2) },
    ],
    ['c2s 1 @0', 's2c 1 @20', 'c2s 2 @20'],
    [],
  ],
];

describe('an HTTP archive', () => {
  it.each(ROWS)('%s', (_, rows, expected, assumed) => {
    const { items, assumed: said } = read(archive(rows.map(entry)));
    expect(told(items)).toEqual(expected);
    expect(said).toEqual(assumed);
  });

  it('keeps the HTTP of a server, with what is no message, and nothing of others', () => {
    const { items } = read(
      archive([
        entry({ sent: call(1), content: { text: '{"error":"no"}' }, status: 401 }),
        entry({ at: 30, method: 'DELETE', session: 'a', status: 0, more: { _error: 'net::ERR_ABORTED' } }),
        entry({ at: 40, method: 'GET', url: 'https://mcp.example.com/logo.png', type: 'image/png' }),
        entry({ at: 50, sent: '{"torn', session: 'a' }),
      ]),
    );
    const seen = items.map((item) =>
      item.type === 'http'
        ? `${item.x} ${item.phase} ${item.status ?? item.method ?? item.body ?? item.detail ?? ''}`.trim()
        : item.type,
    );
    expect(seen).toEqual([
      ...['1 request POST', 'message', '1 response 401', '1 end {"error":"no"}'],
      ...['2 request DELETE', '2 error net::ERR_ABORTED'],
      ...['3 request POST', 'invalid', '3 response 200', '3 end'],
    ]);
  });

  it('tells sessions from one another, and finds the one of what names none', () => {
    const conns = (rows: readonly Row[]) =>
      new Set(read(archive(rows.map(entry))).items.map(({ conn }) => conn)).size;
    const one = { sent: call(1), session: 'a' };
    expect(conns([{ sent: call(0) }, one])).toBe(1);
    expect(conns([one, { sent: call(1), session: 'b' }])).toBe(2);
    expect(conns([one, { sent: call(1), url: 'https://b.example/mcp', session: 'a' }])).toBe(2);
    expect(
      conns([
        { sent: call(1), url: `${URL_}?k=1` },
        { sent: call(2), url: `${URL_}?k=2` },
      ]),
    ).toBe(1);
  });

  it('shows what there is of one that is torn', () => {
    const text = archive([entry({ sent: call(1) }), entry({ at: 30, sent: call(2) })]);
    const { items, assumed } = read(text.slice(0, -40));
    expect(told(items)).toEqual(['c2s 1 @0']);
    expect(assumed).toEqual(['text']);
  });

  it('takes entries that lack everything', () => {
    expect(read(archive([{}, { request: null, response: [] }])).assumed).toEqual(['frames']);
    expect(read('{"log":{"entries":[]}}').assumed).toEqual(['frames']);
    const endless = entry({ time: 1e300, sent: call(1), content: { text: result(1) } });
    expect(told(read(archive([endless])).items)).toEqual(['c2s 1 @0', 's2c 1 @5']);
    const undated = { ...entry({ sent: call(1) }), startedDateTime: 'soon' };
    expect(read(archive([undated])).assumed).toEqual(['time']);
  });

  it.each([
    ['{"log":{"creator":{"name":"WebInspector","version":"537.36"},"entries":[', 'WebInspector 537.36'],
    ['{"log":{"creator": {"name": "mitmproxy"}, "entries":[', 'mitmproxy '],
    ['{"log":{"creator":"me","entries":[{"a":', undefined],
  ])('was written by a program: %s', (text, said) => {
    const { name, version } = har.writer?.(text) ?? {};
    expect(name && `${name} ${version}`).toBe(said);
  });

  it.each([
    ['{"log":{"version":"1.2","entries":[', true],
    ['{\n  "log": {\n    "creator": {}', true],
    ['{"log":"text","entries":[]}', false],
    ['[{"log":{"entries":[]}}]', false],
  ])('recognizes %s: %s', (text, is) => {
    expect(har.recognizes({ file: 'a.har', text, lines: [] })).toBe(is);
  });
});
