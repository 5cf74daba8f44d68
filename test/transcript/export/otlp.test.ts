import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import type { ExportInput } from '../../../src/transcript/export/exported.ts';
import { jsonText, otlpTraces, type Span } from '../../../src/transcript/export/otlp.ts';
import { handshake, type Step } from '../../support/conversation.ts';
import { exportedFrom, exportOf } from '../../support/exported.ts';
import { OTLP_SCHEMA } from '../../support/otlp-schema.ts';
import { told } from '../../support/told.ts';

const FIXTURES = new URL('../../fixtures', import.meta.url).pathname;
const isRequest = new Ajv({ allErrors: true }).compile(OTLP_SCHEMA);

interface Traces {
  readonly resourceSpans: readonly {
    readonly resource: Pick<Span, 'attributes'>;
    readonly scopeSpans: readonly { readonly spans: readonly Span[] }[];
  }[];
}

/** The traces, which are valid, and the same each time. */
function traced(input: ExportInput): Traces {
  const text = [...otlpTraces(input)].join('');
  const traces = JSON.parse(text);
  isRequest(traces);
  expect(isRequest.errors ?? []).toEqual([]);
  expect([...otlpTraces(input)].join('')).toBe(text);
  return traces;
}

const spansIn = ({ resourceSpans }: Traces): readonly Span[] =>
  resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));
const valuesOf = ({ attributes }: Pick<Span, 'attributes'>) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

const request = (id: unknown, method: string, params: object = {}): Step => [
  'c2s',
  { jsonrpc: '2.0', id, method, params },
];
const result = (id: unknown, more: object = {}): Step => ['s2c', { jsonrpc: '2.0', id, result: more }];

/** The span of the first request behind the handshake. */
function spanOf(...steps: readonly Step[]): Span {
  const { host } = told(...handshake({ tools: {} }), ...steps);
  const mask = (text: string): string => text.replaceAll('s3cret', '[redacted]');
  const spans = spansIn(traced(exportOf({ ...host, mask })));
  return spans[1] ?? expect.fail('there is no span');
}

const call = (more: object = {}): Step => request(2, 'tools/call', { name: 'echo', ...more });

const ROWS: readonly (readonly [
  string,
  readonly Step[],
  Partial<Span>,
  Readonly<Record<string, unknown>>,
])[] = [
  [
    'a call',
    [call(), result(2)],
    { name: 'tools/call echo', kind: 3, status: {} },
    {
      'mcp.method.name': 'tools/call',
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'echo',
      'jsonrpc.request.id': '2',
      'jsonrpc.protocol.version': '2.0',
      'mcp.protocol.version': '2025-11-25',
      'network.transport': 'pipe',
    },
  ],
  [
    'a prompt',
    [request('p', 'prompts/get', { name: 'plan' }), result('p')],
    { name: 'prompts/get plan' },
    { 'gen_ai.prompt.name': 'plan', 'jsonrpc.request.id': 'p' },
  ],
  [
    'a resource',
    [request(2, 'resources/read', { uri: 'a:s3cret' }), result(2)],
    { name: 'resources/read' },
    { 'mcp.resource.uri': 'a:[redacted]' },
  ],
  [
    'a tool that fails',
    [call(), result(2, { isError: true })],
    { status: { code: 2 } },
    { 'error.type': 'tool_error' },
  ],
  [
    'an error',
    [call(), ['s2c', { jsonrpc: '2.0', id: 2, error: { code: -32602, message: 'no s3cret' } }]],
    { status: { code: 2, message: 'no [redacted]' } },
    { 'error.type': '-32602', 'rpc.response.status_code': '-32602' },
  ],
  [
    'what was cancelled',
    [
      ['s2c', { jsonrpc: '2.0', id: 9, method: 'roots/list' }],
      ['s2c', { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 9 } }],
    ],
    { status: { code: 2, message: 'it was cancelled' } },
    { 'error.type': 'cancelled' },
  ],
  ['what is pending', [call(), { stderr: '' }], { status: {} }, {}],
  [
    'no answer',
    [call(), { event: 'exit', code: 1 }],
    { status: { code: 2, message: 'there was no answer' } },
    { 'error.type': 'no_answer' },
  ],
  [
    'a request of the server',
    [
      ['s2c', { jsonrpc: '2.0', id: 9, method: 'roots/list' }],
      ['c2s', { jsonrpc: '2.0', id: 9, result: {} }],
    ],
    { name: 'roots/list', kind: 2 },
    { 'jsonrpc.request.id': '9' },
  ],
];

describe('a span of', () => {
  it.each(ROWS)('%s', (_, steps, members, values) => {
    const span = spanOf(...steps);
    expect(span).toMatchObject(members);
    expect(valuesOf(span)).toMatchObject(values);
  });

  it('a request has its times to the µs, and its progress', () => {
    const span = spanOf(
      call({ _meta: { progressToken: 't' } }),
      [
        's2c',
        {
          jsonrpc: '2.0',
          method: 'notifications/progress',
          params: { progressToken: 't', progress: 0.5, total: 1 },
        },
      ],
      result(2),
    );
    expect(BigInt(span.endTimeUnixNano) - BigInt(span.startTimeUnixNano)).toBe(200_000_000n);
    expect(span.startTimeUnixNano).toMatch(/^17672256\d{11}$/);
    expect(span.events).toMatchObject([
      {
        name: 'notifications/progress',
        attributes: [
          { key: 'progress', value: { doubleValue: 0.5 } },
          { key: 'total', value: { intValue: '1' } },
        ],
      },
    ]);
  });
});

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';

describe('traceparent', () => {
  const place = (traceparent: string) =>
    spanOf(call({ _meta: { traceparent, tracestate: 'a=s3cret' } }), result(2));

  it.each([`00-${TRACE}-${PARENT}-01`, `cc-${TRACE}-${PARENT}-01-what`])(
    '%s says whose child it is',
    (text) => {
      expect(place(text)).toMatchObject({
        ...{ traceId: TRACE, parentSpanId: PARENT, traceState: 'a=[redacted]', flags: 0x301 },
        spanId: expect.not.stringContaining(PARENT),
      });
    },
  );

  it.each([
    `00-${TRACE}-${PARENT}-01-more`,
    `ff-${TRACE}-${PARENT}-01`,
    `00-${TRACE.toUpperCase()}-${PARENT}-01`,
    `00-${'0'.repeat(32)}-${PARENT}-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `00-${TRACE}-01`,
  ])('%s says nothing', (text) => {
    const span = place(text);
    expect(span.parentSpanId).toBeUndefined();
    expect(span.traceState).toBeUndefined();
    expect(span.traceId).not.toBe(TRACE);
  });
});

describe('traces of', () => {
  it.each([
    ['session.mcp.jsonl', 'pipe'],
    ['logs/samples/har-sse-1/sse.har', 'tcp'],
    ['logs/samples/vscode-old-2/page.log', undefined],
  ])('%s', async (path, transport) => {
    await exportedFrom(`${FIXTURES}/${path}`, (input) => {
      const spans = spansIn(traced(input));
      const { log, lines } = input.sessions[0] ?? expect.fail();
      expect(spans).toHaveLength(lines.filter((seq) => log.row(seq)?.kind === 'request').length);
      expect(new Set(spans.map((span) => valuesOf(span)['network.transport']))).toEqual(new Set([transport]));
      expect(new Set(spans.map(({ spanId }) => spanId)).size).toBe(spans.length);
    });
  });

  it('HTTP tell where the server is, and its sessions apart without their ids', () => {
    const { host } = told(
      {
        http: {
          x: 1,
          phase: 'request',
          method: 'POST',
          url: 'https://a.example/mcp',
          headers: [['mcp-session-id', 'abc']],
        },
      },
      ['c2s', { jsonrpc: '2.0', id: 1, method: 'ping' }, 1],
      result(1),
    );
    const [span] = spansIn(traced(exportOf(host)));
    const values = span && valuesOf(span);
    expect(values).toMatchObject({
      'server.address': 'a.example',
      'server.port': '443',
      'network.protocol.name': 'http',
    });
    expect(values?.['mcp.session.id']).toMatch(/^(?!abc)[0-9a-f]{32}$/);
  });

  it('several sessions have a resource each, and a request within another its trace', () => {
    const { host } = told(
      ...handshake({ tools: {} }, {}, { sampling: {} }),
      { http: { x: 5, phase: 'request', method: 'POST', url: 'https://a.example/mcp' } },
      ['c2s', { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'a' } }, 5],
      ['s2c', { jsonrpc: '2.0', id: 1, method: 'sampling/createMessage', params: {} }, 5],
      ['c2s', { jsonrpc: '2.0', id: 1, result: {} }, 6],
      ['s2c', { jsonrpc: '2.0', id: 2, result: {} }, 5],
    );
    const traces = traced(exportOf(host, host));
    expect(traces.resourceSpans.map(({ resource }) => valuesOf(resource)['mcp.session.name'])).toEqual([
      's1',
      's2',
    ]);
    const spans = spansIn(traces);
    expect(new Set(spans.map(({ spanId }) => spanId)).size).toBe(6);
    const [, outer, inner] = spans;
    expect(inner).toMatchObject({ traceId: outer?.traceId, parentSpanId: outer?.spanId });
  });
});

it('half of a pair of surrogates is replaced, and nothing that only looks like one', () => {
  const text = 'a\ud800 \udc00 😀 \\ud800';
  expect(JSON.parse(jsonText({ text }))).toEqual({ text: 'a\ufffd \ufffd 😀 \\ud800' });
});
