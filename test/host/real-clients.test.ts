import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client as ClientV2, StreamableHTTPClientTransport as HttpV2 } from '@modelcontextprotocol/client';
import { StdioClientTransport as StdioV2 } from '@modelcontextprotocol/client/stdio';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as StdioV1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import {
  CreateMessageRequestSchema,
  ElicitRequestSchema,
  ListRootsRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../src/host/clock.ts';
import { openRecorded } from '../../src/host/recorded.ts';
import { scratch } from '../support/cli.ts';
import { freePort, startDemo } from '../support/http-server.ts';

const PROGRAM = fileURLToPath(new URL('../../dist/mcp-loupe.js', import.meta.url));

/** What real clients send the demonstration, as a tap records it: nothing of it may be found wrong. */
const command = { command: process.execPath, args: [PROGRAM, 'demo-server'], stderr: 'ignore' as const };
const info = { name: 'test', version: '1' };
const capabilities = { roots: { listChanged: true }, sampling: {}, elicitation: {} };
const ROOTS = { roots: [{ uri: 'file:///tmp' }] };
const REPLY = {
  role: 'assistant' as const,
  ...{ model: 'none', content: { type: 'text' as const, text: 'Hello.' } },
};

type Teller = (dir: 'c2s' | 's2c', message: unknown, x?: number) => void;

/** Has everything told that passes a transport of either SDK. */
function overheard<T extends { send: (message: never) => Promise<void>; onmessage?: unknown }>(
  transport: T,
  tell: Teller,
): T {
  const send = transport.send.bind(transport) as (message: unknown, options?: unknown) => Promise<void>;
  transport.send = ((message: unknown, options?: unknown) => {
    tell('c2s', message);
    return send(message, options);
  }) as T['send'];
  let listener: ((message: unknown, extra?: unknown) => void) | undefined;
  Object.defineProperty(transport, 'onmessage', {
    get: () =>
      listener === undefined
        ? undefined
        : (message: unknown, extra?: unknown) => {
            tell('s2c', message);
            listener?.(message, extra);
          },
    set: (given: typeof listener) => {
      listener = given;
    },
  });
  return transport;
}

/** The little that this test does with a client of either SDK. */
interface Used {
  listTools(): Promise<{ readonly tools: readonly unknown[] }>;
  callTool(request: { name: string; arguments?: Record<string, unknown> }): Promise<unknown>;
  listResources(): Promise<{ readonly resources: readonly { readonly uri: string }[] }>;
  listResourceTemplates(): Promise<unknown>;
  readResource(request: { uri: string }): Promise<unknown>;
  listPrompts(): Promise<{ readonly prompts: readonly { readonly name: string }[] }>;
  getPrompt(request: { name: string; arguments?: Record<string, string> }): Promise<unknown>;
  close(): Promise<void>;
}

async function use(client: Used): Promise<void> {
  await client.listTools();
  await client.callTool({ name: 'say-hello', arguments: { name: 'Halley' } });
  await client.callTool({ name: 'weather' });
  const [first] = (await client.listResources()).resources;
  await client.listResourceTemplates();
  await client.readResource({ uri: first?.uri ?? '' });
  await client.listPrompts();
  await Promise.all([client.callTool({ name: 'weather' }), client.callTool({ name: 'weather' })]);
  await client.close();
}

/** Opens a transport of one of the SDKs, of which everything is told. */
type Opener = (tell: Teller, add: (line: object) => void) => unknown;

const stdioV1: Opener = (tell) => overheard(new StdioV1(command), tell);
const stdioV2: Opener = (tell) => overheard(new StdioV2(command), tell);
const httpV1 =
  (url: URL): Opener =>
  (tell, add) =>
    overheard(new HttpV1(url, { fetch: heard(tell, add) }), answersOf(tell));
const httpV2 =
  (url: URL): Opener =>
  (tell, add) =>
    overheard(new HttpV2(url, { fetch: heard(tell, add) }), answersOf(tell));

const answersOf =
  (tell: Teller): Teller =>
  (dir, message) =>
    dir === 's2c' && tell(dir, message);

/** A fetch of which the requests are told, their heads before their messages. */
function heard(tell: Teller, add: (line: object) => void): typeof fetch {
  let exchanges = 0;
  return async (url, init = {}) => {
    exchanges += 1;
    const [x, at] = [exchanges, { type: 'http', x: exchanges }];
    const headers = [...new Headers(init.headers)];
    add({ ...at, phase: 'request', method: init.method ?? 'GET', url: String(url), headers });
    if (typeof init.body === 'string') tell('c2s', JSON.parse(init.body), x);
    const response = await fetch(url, init);
    add({ ...at, phase: 'response', status: response.status, headers: [...response.headers] });
    return response;
  };
}

const v1 =
  (open: Opener) =>
  async (...told: Parameters<Opener>): Promise<void> => {
    const client = new ClientV1(info, { capabilities });
    client.setRequestHandler(ListRootsRequestSchema, () => ROOTS);
    client.setRequestHandler(CreateMessageRequestSchema, () => REPLY);
    client.setRequestHandler(ElicitRequestSchema, () => ({ action: 'decline' }));
    await client.connect(open(...told) as StdioV1);
    await client.ping();
    await client.setLoggingLevel('warning');
    await client.sendRootsListChanged();
    await use(client as unknown as Used);
  };

const v2 =
  (mode: 'legacy' | 'auto', open: Opener) =>
  async (...told: Parameters<Opener>): Promise<void> => {
    const client = new ClientV2(info, { capabilities, versionNegotiation: { mode } });
    client.setRequestHandler('roots/list', () => ROOTS);
    client.setRequestHandler('sampling/createMessage', () => REPLY);
    client.setRequestHandler('elicitation/create', () => ({ action: 'decline' as const }));
    await client.connect(open(...told) as StdioV2);
    await use(client as unknown as Used);
  };

/** All findings about the client that drove a session, and the era it was of. */
async function judged(run: (...told: Parameters<Opener>) => Promise<void>) {
  const lines: object[] = [
    {
      ...{ type: 'header', seq: 0, t: 0, format: 'mcp-transcript', version: 1, id: 'x' },
      ...{ started: '2026-11-29T10:00:00.000Z', tool: { name: 'mcp-loupe', version: '1' } },
      target: { transport: 'stdio', command: ['node', 'server.js'] },
      client: { ...info, capabilities: {} },
      ...{ redaction: { on: false, version: 1 }, limits: { line: 1000 } },
    },
  ];
  const add = (line: object): void => {
    const seq = lines.length;
    const { msg, ...rest } = line as { readonly msg?: unknown };
    // The message is the last member.
    lines.push({ ...rest, seq, t: seq, conn: 1, session: 0, ...(msg === undefined ? {} : { msg }) });
  };
  await run((dir, msg, x) => {
    const n = JSON.stringify(msg).length;
    add({ type: 'frame', dir, n, ...(x === undefined ? {} : { x }), msg });
  }, add);
  const file = join(scratch(), 'tapped.mcp.jsonl');
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  const host = await openRecorded(file, systemClock);
  await host.whole;
  const { findings, era, counts } = host.store.state();
  await host.close();
  expect(counts.traffic).toBeGreaterThanOrEqual(18);
  return { era, found: findings.filter(({ side }) => side === 'client') };
}

it.each<[string, (...told: Parameters<Opener>) => Promise<void>, era: string]>([
  ['SDK v1', v1(stdioV1), 'legacy'],
  ['SDK v2', v2('legacy', stdioV2), 'legacy'],
  ['SDK v2, modern', v2('auto', stdioV2), 'modern'],
])('%s over stdio', { timeout: 60_000 }, async (_, run, era) => {
  expect(await judged(run)).toEqual({ era, found: [] });
});

it('both SDKs over HTTP, in both eras', { timeout: 90_000 }, async () => {
  const server = await startDemo(await freePort());
  onTestFinished(() => server.close());
  const url = new URL('/mcp', server.base);
  expect(await judged(v1(httpV1(url)))).toEqual({ era: 'legacy', found: [] });
  expect(await judged(v2('legacy', httpV2(url)))).toEqual({ era: 'legacy', found: [] });
  expect(await judged(v2('auto', httpV2(url)))).toEqual({ era: 'modern', found: [] });
});
