import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Ajv } from 'ajv';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Span } from '../../src/transcript/export/otlp.ts';
import { runCli } from '../support/cli.ts';
import { OTLP_SCHEMA } from '../support/otlp-schema.ts';

const PARENT = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
const isRequest = new Ajv({ allErrors: true }).compile(OTLP_SCHEMA);

/** A collector of this machine, and the spans that it was sent. */
async function collecting(status = 200) {
  const spans: Span[] = [];
  const wrong: unknown[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
    request.on('end', () => {
      response.writeHead(status).end('{}');
      const body = JSON.parse(text);
      isRequest(body);
      if (isRequest.errors) {
        wrong.push(isRequest.errors);
        return;
      }
      spans.push(
        ...body.resourceSpans.flatMap(
          ({ scopeSpans }: { scopeSpans: { spans: Span[] }[] }) => scopeSpans[0]?.spans ?? [],
        ),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    expect(wrong).toEqual([]);
  });
  return { spans, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

describe('--otlp', () => {
  it('sends the requests of a script', async () => {
    const { spans, url } = await collecting();
    const { code, stderr } = await runCli(['call', 'weather', '--otlp', url, '--quiet', '--', 'demo']);
    expect([code, stderr]).toEqual([0, '']);
    expect(spans.map(({ name }) => name)).toContain('initialize');
    expect(spans.map(({ name }) => name)).toContain('tools/call weather');
  });

  it.each<[string, (url: string) => string, RegExp]>([
    ['refuses', (url) => url, /it answers 400/],
    ['is not there', () => 'http://u:p%zz@127.0.0.1:1', /ECONNREFUSED|bad port/i],
  ])('costs a script nothing but a line where a collector %s', async (_, urlFor, why) => {
    const { url } = await collecting(400);
    const env = { OTEL_EXPORTER_OTLP_HEADERS: 'x-key=s3cret%0Aa' };
    const { code, stdout, stderr } = await runCli(['ping', '--otlp', urlFor(url), '--', 'demo'], { env });
    expect(code).toBe(0);
    expect(stdout).not.toBe('');
    expect(stderr).toMatch(/^mcp-loupe: the header x-key in OTEL_EXPORTER_OTLP_HEADERS is left out/m);
    expect(stderr).toMatch(/^mcp-loupe: traces do not arrive at http:\S+\/v1\/traces: /m);
    expect(stderr).toMatch(why);
    expect(stderr).toMatch(/\d+ spans? did not reach/);
    expect(stderr).not.toContain('s3cret');
  });

  it('sends what a client asks through a tap', async () => {
    const { spans, url } = await collecting();
    const server =
      "process.stdin.on('data', (text) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id: JSON.parse(text).id, result: {} }) + '\\n'))";
    const ask = { jsonrpc: '2.0', id: 1, method: 'ping', params: { _meta: { traceparent: PARENT } } };
    const words = ['tap', '--otlp', url, '--', process.execPath, '-e', server];
    const { code, stderr } = await runCli(words, { stdin: `${JSON.stringify(ask)}\n` });
    expect([code, stderr]).toEqual([0, '']);
    expect(spans).toMatchObject([
      { name: 'ping', traceId: PARENT.slice(3, 35), parentSpanId: PARENT.slice(36, 52) },
    ]);
  });
});
