import { describe, expect, it } from 'vitest';
import { read, subjects } from './words.ts';

const pretty = (value: unknown) => JSON.stringify(value, null, 2);

describe('a cassette of mcp-recorder', () => {
  const cassette = (...interactions: readonly string[]) =>
    `{"version":"1.0","metadata":{"recorded_at":"2026-02-17T20:25:23.5+00:00","server_url":"http://h","transport_type":"http"},"interactions":[${interactions.join(',')}]}`;
  const call = (
    request: string,
    response: string,
    more = '"response_is_sse":false,"response_status":200,"latency_ms":7',
  ) =>
    `{"type":"jsonrpc_request","request":${request},"response":${response},${more},"http_method":null,"http_path":null}`;
  const ping = '{"jsonrpc": "2.0", "id": 9007199254740993, "method": "ping"}';
  const refused = '"response_is_sse":false,"response_status":401,"latency_ms":7';

  it.each([
    [
      'the texts of the file',
      call(ping, '{"jsonrpc":"2.0","id":9007199254740993,"result":{}}'),
      [`23.500 c2s ${ping}`, 's2c {"jsonrpc":"2.0","id":9007199254740993,"result":{}} 7'],
    ],
    [
      'an answer to something else has no latency',
      call(ping, '{"jsonrpc":"2.0","id":2,"result":{}}'),
      [`23.500 c2s ${ping}`, 's2c {"jsonrpc":"2.0","id":2,"result":{}}'],
    ],
    ['what was refused', call(ping, 'null', refused), [`23.500 c2s ${ping} 1`, 'response 401', 'end']],
    [
      'a refusal with a message',
      call(ping, '{"jsonrpc":"2.0","id":null,"error":{"code":1,"message":""}}', refused),
      [
        `23.500 c2s ${ping} 1`,
        'response 401',
        's2c {"jsonrpc":"2.0","id":null,"error":{"code":1,"message":""}} 1',
        'end',
      ],
    ],
    [
      'a refusal that is no message',
      call(ping, '{"error":\n "unauthorized"}', refused),
      [`23.500 c2s ${ping} 1`, 'response 401', 'end {"error":"unauthorized"}'],
    ],
    ['what is no message', call('{"a":\n 1}', 'null'), ['23.500 invalid c2s {"a":1} this is not a message']],
    [
      'a batch',
      call('null', 'null'),
      ['23.500 own a request of which nothing was kept, as of a batch (HTTP 200, 7 ms)'],
    ],
    [
      'the end of a session',
      '{"type":"lifecycle","request":null,"response":null,"response_is_sse":false,"response_status":200,"latency_ms":2,"http_method":"DELETE","http_path":"/mcp"}',
      ['23.500 request DELETE http://h/mcp', 'response 200', 'end'],
    ],
  ])('%s', (_, interaction, told) => {
    expect(read(cassette(interaction))).toMatchObject({ tool: 'mcp-recorder', told });
  });

  it('that is torn, empty, or masked', () => {
    expect(read(cassette(call(ping, 'null')).slice(0, -40)).told.at(-1)).toContain(
      'the cassette ends within this',
    );
    expect(read(cassette())).toMatchObject({ tool: 'mcp-recorder', told: [] });
    const stream = call(ping, '{"jsonrpc":"2.0","id":1,"result":"[REDACTED]"}', '"response_is_sse": true');
    expect(subjects(read(cassette(stream)))).toEqual(['time', 'order', 'text', 'masked', 'frames']);
    const said = call(ping, '{"jsonrpc":"2.0","id":1,"result":"write \\"[REDACTED]\\" there"}');
    expect(subjects(read(cassette(said)))).toEqual(['time', 'order', 'text']);
  });
});

describe('a log of MCPJam', () => {
  const entry = (second: string, direction: string, payload: unknown, source = 'mcp-server') => ({
    ...{
      timestamp: `2026-04-10T12:00:${second}Z`,
      source,
      serverId: 'crm',
      serverName: 'CRM',
      direction,
      method: 'm',
      payload,
    },
  });
  const request = { jsonrpc: '2.0', id: 1, method: 'ping' };
  const answer = { jsonrpc: '2.0', id: 1, result: {} };

  it('is turned round, whatever else is in it', () => {
    const log = read(
      pretty([
        entry('05.000', 'OAUTH', { step: 'token' }, 'oauth'),
        entry(
          '04.100',
          'HTTP',
          {
            serverId: 'crm',
            request: { method: 'POST', url: 'http://h/mcp', headers: { a: 'b' } },
            response: { status: 200, statusText: 'OK', headers: {} },
            durationMs: 90,
          },
          'http',
        ),
        entry('04.000', 'UI→HOST', { method: 'ui/initialize' }, 'mcp-apps'),
        entry('03.000', 'RECEIVE', 'pong'),
        entry('02.000', 'RECEIVE', answer),
        entry('02.000', 'SEND', request),
      ]),
    );
    expect(log).toMatchObject({
      tool: 'mcpjam',
      told: [
        '02.000 crm c2s {"jsonrpc":"2.0","id":1,"method":"ping"}',
        '02.000 crm s2c {"jsonrpc":"2.0","id":1,"result":{}}',
        '03.000 crm invalid s2c "pong" this is not a message',
        '04.000 crm own UI→HOST m {"method":"ui/initialize"}',
        '04.010 crm request POST http://h/mcp a,b',
        '04.100 crm response 200',
        '05.000 crm own OAUTH m {"step":"token"}',
      ],
    });
    expect(subjects(log)).toEqual(['order', 'text']);
  });

  it('that is torn or full', () => {
    const one = entry('02.000', 'SEND', request);
    expect(read(pretty([one, one]).slice(0, -20)).told).toEqual([
      '02.000 crm c2s {"jsonrpc":"2.0","id":1,"method":"ping"}',
      expect.stringContaining('the log ends within this line'),
    ]);
    expect(subjects(read(pretty(Array(1000).fill(one))))).toContain('frames');
  });
});

describe('an export of the MCP Inspector', () => {
  const entry = (second: string, direction: string, message: object, more: object = {}) => ({
    ...{ id: 'x', timestamp: `2026-08-20T09:00:${second}Z`, direction, message, ...more },
  });
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { _meta: { progressToken: 't' } } };
  const answer = { jsonrpc: '2.0', id: 1, result: {} };
  const progress = { jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: 't' } };
  const roots = { jsonrpc: '2.0', id: 1, method: 'roots/list' };
  const [callText, answerText, progressText, rootsText] = [call, answer, progress, roots].map((one) =>
    JSON.stringify(one),
  );

  it('has answers in their place, also where both sides use the same id and none says who sent it', () => {
    const log = read(
      pretty([
        entry('00.000', 'request', call, { response: answer, duration: 90 }),
        entry('00.040', 'request', roots, { response: answer, duration: 10 }),
        entry('00.090', 'notification', progress, { origin: 'server' }),
        entry('00.090', 'notification', { jsonrpc: '2.0', method: 'notifications/initialized' }),
      ]),
    );
    expect(log).toMatchObject({
      tool: 'mcp-inspector',
      told: [
        `00.000 c2s ${callText}`,
        `00.040 s2c ${rootsText}`,
        `00.050 c2s ${answerText}`,
        `00.090 s2c ${progressText}`,
        `00.090 s2c ${answerText}`,
        '00.090 c2s {"jsonrpc":"2.0","method":"notifications/initialized"}',
      ],
    });
    expect(subjects(log)).toEqual(['text', 'direction']);
  });

  it('says what the client did not accept, with or without the request', () => {
    const clientError = 'no cacheScope';
    const origin = { origin: 'client', clientError };
    const log = read(
      pretty([
        entry('00.000', 'request', call, { ...origin, response: answer, duration: 1 }),
        entry('00.005', 'response', answer, { origin: 'server', clientError }),
      ]),
    );
    expect(log.told).toEqual([
      `00.000 c2s ${callText}`,
      `00.001 s2c ${answerText} no cacheScope`,
      `00.005 s2c ${answerText} no cacheScope`,
    ]);
    expect(subjects(log)).toEqual(['text']);
  });

  it('of the network has the messages of both ways, and says what is not in it', () => {
    const exchange = (second: string, more: object) => ({
      ...{
        id: 'x',
        timestamp: `2026-08-20T09:00:${second}Z`,
        method: 'POST',
        url: 'http://h/mcp',
        requestHeaders: {},
        category: 'transport',
        ...more,
      },
    });
    const log = read(
      pretty([
        exchange('00.500', {
          method: 'GET',
          responseStatus: 200,
          responseHeaders: { 'content-type': 'text/event-stream' },
          duration: 5,
        }),
        exchange('00.000', {
          requestBody: callText,
          responseStatus: 200,
          responseHeaders: { 'content-type': 'text/event-stream' },
          responseBody: `data: ${progressText}\n\ndata: ${answerText}\n\n`,
          duration: 90,
        }),
        exchange('00.600', { requestBody: rootsText, error: 'fetch failed', duration: 5 }),
      ]),
    );
    expect(log).toMatchObject({
      tool: 'mcp-inspector',
      told: [
        '00.000 request POST http://h/mcp',
        `00.000 c2s ${callText} 2`,
        '00.090 response 200 content-type,text/event-stream',
        `00.090 s2c ${progressText} 2`,
        `00.090 s2c ${answerText} 2`,
        '00.090 end',
        '00.500 request GET http://h/mcp',
        '00.505 response 200 content-type,text/event-stream',
        '00.505 end',
        '00.600 request POST http://h/mcp',
        `00.600 c2s ${rootsText} 3`,
        '00.605 error fetch failed',
      ],
    });
    expect(subjects(log)).toEqual(['bodies', 'time']);
  });
});

it.each([
  '[{"timestamp": "2026-04-10T12:00:00Z", "source": 1, "direction": }, ]',
  '[{"timestamp": 1, "direction": 1, "message": {"a\\',
  '[{"timestamp": 1, "direction": 1, "message": 1}}',
  '{"version": "1.0", "metadata": {"recorded_at": "", "server_url": ""}, "interactions": [}',
])('what is no JSON comes to an end: %s', (text) => {
  expect(read(text).told.at(-1)).toContain('ends within');
});
