import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Collector, collectorAt, type Delivery } from '../../src/host/collector.ts';
import { startTraces } from '../../src/host/traces.ts';
import type { Step } from '../support/conversation.ts';
import { fakeClock } from '../support/fake-clock.ts';
import { told } from '../support/told.ts';

const PROGRAM = { name: 'mcp-loupe', version: '1.0.0' };
const ping = (id: number): Step => ['c2s', { jsonrpc: '2.0', id, method: 'ping' }];
const pong = (id: number): Step => ['s2c', { jsonrpc: '2.0', id, result: {} }];
const times = (count: number): readonly Step[] =>
  Array.from({ length: count }, (_, id) => [ping(id), pong(id)]).flat();

/** Traces of a session that is told step by step, to a collector with these answers and then good ones. */
const traced = (...answers: readonly Delivery[]) => tracedWith((text) => text, ...answers);

function tracedWith(mask: (text: string) => string, ...answers: readonly Delivery[]) {
  const { host, tell } = told();
  const clock = fakeClock();
  const left = [...answers];
  const sent: string[][] = [];
  const said: string[] = [];
  const collector: Collector = {
    name: 'C',
    remarks: [],
    async send(body) {
      const [{ scopeSpans }] = JSON.parse(body).resourceSpans;
      sent.push(
        scopeSpans[0].spans.map(({ status }: { status: { message?: string } }) => status.message ?? ''),
      );
      return left.shift() ?? { kind: 'taken' };
    },
  };
  const { log, started, store } = host;
  const session = { log, started, mask, state: store.state };
  const traces = startTraces({
    session,
    program: PROGRAM,
    collector,
    clock,
    tell: (text) => void said.push(text),
  });
  return { tell, clock, sent, said, traces };
}

const counts = (sent: readonly (readonly string[])[]): readonly number[] => sent.map(({ length }) => length);

describe('traces', () => {
  it('are sent every second, once each, and at the end with what has no answer', async () => {
    const { tell, clock, sent, said, traces } = traced();
    tell(...times(3), ping(3));
    expect(sent).toEqual([]);
    await clock.pass(1_000);
    expect(counts(sent)).toEqual([3]);
    await clock.pass(5_000);
    expect(counts(sent)).toEqual([3]);
    tell(ping(4), pong(3), { event: 'exit', code: 0 });
    await traces.end();
    await traces.end();
    expect(sent.slice(1)).toEqual([['', 'there was no answer']]);
    expect(said).toEqual([]);
    await clock.pass(60_000);
    expect(sent).toHaveLength(2);
  });

  it('go in batches', async () => {
    const { tell, clock, sent } = traced();
    tell(...times(600));
    await clock.pass(1_000);
    await clock.pass(2_000);
    expect(counts(sent)).toEqual([256, 256, 88]);
  });

  it('are sent again when the collector says so, which is told once', async () => {
    const later = { kind: 'later', why: 'it answers 503', isThere: true } as const;
    const { tell, clock, sent, said, traces } = traced({ ...later, wait: 5_000 }, later);
    tell(...times(1));
    await clock.pass(4_000);
    expect(sent).toHaveLength(1);
    expect(traces.remarks()).toEqual(said);
    await clock.pass(8_000);
    expect(sent).toHaveLength(3);
    expect(said).toEqual(['traces do not arrive at C: it answers 503; they are sent again']);
    expect(traces.remarks()).toEqual([]);
  });

  it('are counted where they are lost', async () => {
    const refused = traced({ kind: 'refused', why: 'it answers 400' });
    refused.tell(...times(2));
    await refused.traces.end();
    expect(refused.said).toEqual(['traces do not arrive at C: it answers 400', '2 spans did not reach C']);
    const absent = traced({ kind: 'later', why: 'ECONNREFUSED', isThere: false });
    absent.tell(...times(2));
    await absent.traces.end();
    expect(absent.sent).toHaveLength(1);
    expect(absent.said.at(-1)).toBe('2 spans did not reach C');
  });
});

describe('traces of much', () => {
  it('are bounded by their length: all that wait, and those that are sent at once', async () => {
    const later = { kind: 'later', why: '', isThere: true, wait: 60_000 } as const;
    const long = 'x'.repeat(100_000);
    const { tell, clock, sent, traces } = tracedWith(() => long, later);
    tell(...times(1_100));
    await clock.pass(4_000);
    await traces.end();
    const [first = 0, ...again] = counts(sent);
    expect(first).toBeGreaterThan(50);
    expect(Math.max(first, ...again)).toBeLessThan(150);
    const arrived = again.reduce((sum, count) => sum + count, 0);
    expect(arrived).toBeLessThan(1_000);
    expect(traces.remarks()).toEqual([`${1_100 - arrived} spans did not reach C`]);
  });

  it('that go wrong are lost, and end no session', async () => {
    const { host, tell } = told();
    const clock = fakeClock();
    const said: string[] = [];
    const { log, started, store } = host;
    const failing = (): never => {
      throw new Error('it broke');
    };
    const begin = (mask: (text: string) => string, send: Collector['send']) =>
      startTraces({
        session: { log, started, mask, state: store.state },
        program: PROGRAM,
        collector: { name: 'C', remarks: [], send },
        clock,
        tell: (text) => void said.push(text),
      });
    const traces = [begin(failing, failing), begin(host.mask, async () => failing())];
    tell(...times(2));
    await clock.pass(2_000);
    await Promise.all(traces.map((one) => one.end()));
    expect(said).toEqual([
      'traces do not arrive at C: it broke',
      ...['2 spans did not reach C', '2 spans did not reach C'],
    ]);
  });

  it('wait a minute at most, whatever a collector says', async () => {
    const { tell, clock, sent } = traced({ kind: 'later', why: '', isThere: true, wait: 1e9 });
    tell(...times(1));
    await clock.pass(62_000);
    expect(sent).toHaveLength(2);
  });

  it('are waited for at the end as long as one request may take', async () => {
    const later = { kind: 'later', why: 'it answers 503', isThere: true } as const;
    const busy = traced(later, later);
    busy.tell(...times(2));
    const ended = busy.traces.end();
    for (let second = 0; second < 4; second += 1) {
      await new Promise(setImmediate);
      await busy.clock.pass(1_000);
    }
    await ended;
    expect(counts(busy.sent)).toEqual([2, 2, 2]);
    expect(busy.said).toEqual(['traces do not arrive at C: it answers 503; they are sent again']);
    const late = {
      kind: 'later',
      why: 'it did not answer in time',
      isThere: false,
      mayHaveArrived: true,
    } as const;
    const slow = traced(late);
    slow.tell(...times(2));
    await slow.traces.end();
    expect(slow.said).toEqual([
      'traces do not arrive at C: it did not answer in time',
      'C did not answer in time: 2 spans may have arrived, or not',
    ]);
  });
});

describe('a collector', () => {
  /** A server with one answer, and what it was asked. */
  async function listening(status: number, headers: Record<string, string> = {}, body = '{}') {
    const asked: { path: string | undefined; headers: IncomingHttpHeaders }[] = [];
    const server = createServer((request, response) => {
      asked.push({ path: request.url, headers: request.headers });
      request.resume().on('end', () => response.writeHead(status, headers).end(body));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    return { asked, host: `127.0.0.1:${(server.address() as AddressInfo).port}` };
  }

  it('is asked at its path, with the headers of the environment', async () => {
    const { asked, host } = await listening(200);
    const env = { OTEL_EXPORTER_OTLP_HEADERS: 'X-Key=a%20b, tenant = t1 ,broken' };
    for (const path of ['', '/', '/otel', '/otel/v1/traces'])
      expect(await collectorAt(`http://me:pa%3Ass@${host}${path}`, env, PROGRAM).send('{}', 5_000)).toEqual({
        kind: 'taken',
      });
    expect(asked.map(({ path }) => path)).toEqual([
      ...['/v1/traces', '/v1/traces', '/otel/v1/traces', '/otel/v1/traces'],
    ]);
    expect(asked[0]?.headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'mcp-loupe/1.0.0',
      'x-key': 'a b',
      tenant: 't1',
      authorization: `Basic ${Buffer.from('me:pa:ss').toString('base64')}`,
    });
    expect(collectorAt(`http://me:pass@${host}`, env, PROGRAM).name).toBe(`http://${host}/v1/traces`);
  });

  it.each<[number, Record<string, string>, string, object]>([
    [429, { 'retry-after': '7' }, '', { kind: 'later', wait: 7_000, isThere: true }],
    [503, {}, '', { kind: 'later', isThere: true }],
    [400, {}, '', { kind: 'refused', why: 'it answers 400' }],
    [307, { location: 'http://127.0.0.1:1/' }, '', { kind: 'refused', why: 'it answers 307' }],
    [
      200,
      {},
      '{"partialSuccess":{"rejectedSpans":"3","errorMessage":"too old"}}',
      { kind: 'taken', remark: 'it has rejected 3 spans: too old' },
    ],
  ])('answers %i', async (status, headers, body, reply) => {
    const { host } = await listening(status, headers, body);
    expect(await collectorAt(`http://${host}`, {}, PROGRAM).send('{}', 5_000)).toMatchObject(reply);
  });

  it('may not be there, or say nothing', async () => {
    const silent = createServer(() => {});
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      silent.closeAllConnections();
      silent.close();
    });
    for (const port of [1, (silent.address() as AddressInfo).port]) {
      const reply = await collectorAt(`http://127.0.0.1:${port}`, {}, PROGRAM).send('{}', 200);
      expect(reply).toMatchObject({ kind: 'later', isThere: false });
    }
  });

  it('is asked without a header that cannot be sent, whose value nobody is told', async () => {
    const { asked, host } = await listening(200);
    const env = { OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20s3cret%0Aa,x-key=b' };
    const { send, remarks } = collectorAt(`http://u:p%zz@${host}`, env, PROGRAM);
    expect(await send('{}', 5_000)).toEqual({ kind: 'taken' });
    expect(asked[0]?.headers).toMatchObject({
      'x-key': 'b',
      authorization: `Basic ${Buffer.from('u:p%zz').toString('base64')}`,
    });
    expect(remarks).toEqual([
      'the header authorization in OTEL_EXPORTER_OTLP_HEADERS is left out: its value is none that HTTP can carry',
    ]);
  });
});
