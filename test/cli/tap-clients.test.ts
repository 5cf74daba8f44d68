import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { scratch } from '../support/cli.ts';
import { freePort, startDemo } from '../support/http-server.ts';
import { CLIENTS, PROGRAM, type Reached, use } from '../support/real-clients.ts';
import { linesOf } from '../support/relayed.ts';
import { refusedLines } from '../support/transcript-schema.ts';

const SERVER = [PROGRAM, 'demo-server'];

/** One of the calls is of a tool that does not exist. */
const UNLISTED = 'client/unlisted';

it.each(CLIENTS)(
  'a real client gets behind a tap what it gets without: %s',
  { timeout: 60_000 },
  async (_, connect) => {
    const run = async (server: Reached) => use(await connect(server));
    const folder = scratch();
    const alone = await run({ args: SERVER });
    const tap = [PROGRAM, 'tap', '--record', folder, '--', process.execPath, ...SERVER];
    expect(await run({ args: tap })).toEqual(alone);
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
    const run = async (server: Reached) => use(await connect(server));
    const folder = scratch();
    const server = await startDemo(await freePort());
    onTestFinished(() => server.close());
    const got = await run({
      args: [PROGRAM, 'tap', '--record', folder, '--', `${server.base}/mcp`],
    });
    expect(got.slice(1, 4)).toEqual((await run({ args: SERVER })).slice(1, 4));
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
    const client = await connect({ args: tap });
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
