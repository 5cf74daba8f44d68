import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client as ClientV2 } from '@modelcontextprotocol/client';
import { StdioClientTransport as StdioV2 } from '@modelcontextprotocol/client/stdio';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as StdioV1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import {
  CreateMessageRequestSchema,
  ElicitRequestSchema,
  ListRootsRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { expect, it } from 'vitest';
import { systemClock } from '../../src/host/clock.ts';
import { openRecorded } from '../../src/host/recorded.ts';
import { scratch } from '../support/cli.ts';

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

type Teller = (dir: 'c2s' | 's2c', message: unknown) => void;

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

async function v1(tell: Teller): Promise<void> {
  const client = new ClientV1(info, { capabilities });
  client.setRequestHandler(ListRootsRequestSchema, () => ROOTS);
  client.setRequestHandler(CreateMessageRequestSchema, () => REPLY);
  client.setRequestHandler(ElicitRequestSchema, () => ({ action: 'decline' }));
  await client.connect(overheard(new StdioV1(command), tell));
  await client.ping();
  await client.setLoggingLevel('warning');
  await client.sendRootsListChanged();
  await use(client as unknown as Used);
}

const v2 =
  (mode: 'legacy' | 'auto') =>
  async (tell: Teller): Promise<void> => {
    const client = new ClientV2(info, { capabilities, versionNegotiation: { mode } });
    client.setRequestHandler('roots/list', () => ROOTS);
    client.setRequestHandler('sampling/createMessage', () => REPLY);
    client.setRequestHandler('elicitation/create', () => ({ action: 'decline' as const }));
    await client.connect(overheard(new StdioV2(command), tell));
    await use(client as unknown as Used);
  };

it.each<[string, (tell: Teller) => Promise<void>, era: string]>([
  ['SDK v1', v1, 'legacy'],
  ['SDK v2', v2('legacy'), 'legacy'],
  ['SDK v2, modern', v2('auto'), 'modern'],
])('%s', { timeout: 60_000 }, async (_, run, era) => {
  const lines: object[] = [
    {
      ...{ type: 'header', seq: 0, t: 0, format: 'mcp-transcript', version: 1, id: 'x' },
      ...{ started: '2026-11-29T10:00:00.000Z', tool: { name: 'mcp-loupe', version: '1' } },
      target: { transport: 'stdio', command: ['node', 'server.js'] },
      client: { ...info, capabilities: {} },
      ...{ redaction: { on: false, version: 1 }, limits: { line: 1000 } },
    },
  ];
  await run((dir, message) => {
    const msg = JSON.stringify(message);
    const [seq, n] = [lines.length, msg.length];
    lines.push({ type: 'frame', seq, t: seq, conn: 1, session: 0, dir, n, msg: message });
  });
  const file = join(scratch(), 'tapped.mcp.jsonl');
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  const host = await openRecorded(file, systemClock);
  await host.whole;
  const { findings, era: spoken, counts } = host.store.state();
  expect(spoken).toBe(era);
  expect(counts.traffic).toBeGreaterThanOrEqual(18);
  expect(findings.filter(({ side }) => side === 'client')).toEqual([]);
  await host.close();
});
