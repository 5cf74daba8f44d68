import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client as ClientV2 } from '@modelcontextprotocol/client';
import { StdioClientTransport as StdioV2 } from '@modelcontextprotocol/client/stdio';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as StdioV1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { expect, it, onTestFinished } from 'vitest';
import { scratch } from '../support/cli.ts';
import { freePort, startDemo } from '../support/http-server.ts';
import { linesOf } from '../support/relayed.ts';
import { refusedLines } from '../support/transcript-schema.ts';

const PROGRAM = fileURLToPath(new URL('../../dist/mcp-loupe.js', import.meta.url));
const SERVER = [PROGRAM, 'demo-server'];
const info = { name: 'test', version: '1' };

/** The little that is done with a client of either SDK. */
interface Used {
  listTools(): Promise<unknown>;
  callTool(request: { name: string; arguments?: Record<string, unknown> }): Promise<unknown>;
  listResources(): Promise<unknown>;
  listPrompts(): Promise<unknown>;
  close(): Promise<void>;
}

/** What a client gets, wherever its server is. */
async function use(client: Used): Promise<readonly unknown[]> {
  const got = [
    await client.listTools(),
    await client.callTool({ name: 'say-hello', arguments: { name: 'Halley' } }),
    ...(await Promise.all([client.listResources(), client.listPrompts()])),
    await client.callTool({ name: 'no-such-tool' }).catch((error: unknown) => String(error)),
  ];
  await client.close();
  return got;
}

type Started = { readonly command: string; readonly args: string[]; readonly stderr: 'ignore' };

/** Connects over stdio. */
type Connect = (server: Started) => Promise<Used>;

const v1: Connect = async (server) => {
  const client = new ClientV1(info);
  await client.connect(new StdioV1(server));
  return client as unknown as Used;
};

const v2 =
  (mode: 'legacy' | 'auto'): Connect =>
  async (server) => {
    const client = new ClientV2(info, { versionNegotiation: { mode } });
    await client.connect(new StdioV2(server));
    return client as unknown as Used;
  };

/** One of the calls is of a tool that does not exist. */
const UNLISTED = 'client/unlisted';

const CLIENTS = [
  ['SDK v1', v1],
  ['SDK v2', v2('legacy')],
  ['SDK v2, modern', v2('auto')],
] as const;

it.each(CLIENTS)(
  'a real client gets behind a tap what it gets without: %s',
  { timeout: 60_000 },
  async (_, connect) => {
    const run = async (server: Started) => use(await connect(server));
    const folder = scratch();
    const node = { command: process.execPath, stderr: 'ignore' as const };
    const alone = await run({ ...node, args: SERVER });
    const tap = [PROGRAM, 'tap', '--record', folder, '--', process.execPath, ...SERVER];
    expect(await run({ ...node, args: tap })).toEqual(alone);
    // A client may start a server to see what it speaks, and once more to speak with it.
    const files = readdirSync(folder).map((name) => join(folder, name));
    const last = (file: string) => linesOf(file).findLast(({ type }) => type === 'life');
    await expect
      .poll(() => files.map((file) => last(file).event), { timeout: 20_000 })
      .toEqual(files.map(() => 'exit'));
    expect(files.flatMap(refusedLines)).toEqual([]);
    const lines = linesOf(files.at(-1) ?? '');
    const findings = lines.filter(({ type, rule }) => type === 'finding' && rule !== UNLISTED);
    const sent = new Set(lines.filter(({ dir }) => dir === 'c2s').map(({ seq }) => seq));
    expect(findings.filter(({ at }) => sent.has(at))).toEqual([]);
    expect(lines.filter(({ event }) => event === 'ready').length).toBeLessThanOrEqual(1);
  },
);

it.each(CLIENTS)(
  'a real client that starts a tap reaches a remote server: %s',
  { timeout: 60_000 },
  async (_, connect) => {
    const run = async (server: Started) => use(await connect(server));
    const folder = scratch();
    const server = await startDemo(await freePort());
    onTestFinished(() => server.close());
    const node = { command: process.execPath, stderr: 'ignore' as const };
    const got = await run({
      ...node,
      args: [PROGRAM, 'tap', '--record', folder, '--', `${server.base}/mcp`],
    });
    expect(got.slice(1, 4)).toEqual((await run({ ...node, args: SERVER })).slice(1, 4));
    const files = readdirSync(folder).map((name) => join(folder, name));
    expect(files.flatMap(refusedLines)).toEqual([]);
    // A client may start a server to see what it speaks, and once more to speak with it.
    const lines =
      files
        .map(linesOf)
        .sort((a, b) => a.length - b.length)
        .at(-1) ?? [];
    const sent = new Set(lines.filter(({ dir }) => dir === 'c2s').map(({ seq }) => seq));
    expect(sent.size).toBeGreaterThan(4);
    expect(
      lines.filter(({ type, at, rule }) => type === 'finding' && rule !== UNLISTED && sent.has(at)),
    ).toEqual([]);
  },
);

it.each(CLIENTS)(
  'a real client stays while its server is replaced: %s',
  { timeout: 60_000 },
  async (_, connect) => {
    const folder = scratch();
    const file = join(folder, 'source');
    writeFileSync(file, '');
    const tap = [
      PROGRAM,
      'tap',
      '--watch',
      file,
      '--record',
      `${folder}/`,
      '--',
      process.execPath,
      ...SERVER,
    ];
    const client = await connect({ command: process.execPath, stderr: 'ignore', args: tap });
    const before = await client.listTools();
    const outcome = client.callTool({ name: 'take-exposure', arguments: { seconds: 600 } }).then(
      () => 'answered',
      (error: unknown) => String(error),
    );
    writeFileSync(file, 'changed');
    expect(await outcome).toMatch(/restarted because .*source changed/);
    const calls = Array.from({ length: 10 }, () =>
      client.callTool({ name: 'say-hello', arguments: { name: 'Halley' } }),
    );
    for (const result of await Promise.all(calls))
      expect(result).toMatchObject({ content: [{ type: 'text' }] });
    expect(await client.listTools()).toEqual(before);
    await client.close();
  },
);
