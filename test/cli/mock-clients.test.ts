import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { runCli, scratch } from '../support/cli.ts';
import { CLIENTS, PROGRAM, type Reached, USE, use } from '../support/real-clients.ts';

/** Starts a mock at a port; `end` stops it, for what it said and its exit code. */
async function mockAtPort(...args: readonly string[]) {
  const child = spawn(process.execPath, [PROGRAM, 'mock', '--http', '0', ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  await expect.poll(() => said, { timeout: 20_000 }).toMatch(/listening \S+\n/);
  const [, url = ''] = /listening (\S+)/.exec(said) ?? [];
  return {
    url,
    async end() {
      child.kill('SIGTERM');
      const [code] = await once(child, 'close');
      return { code, said };
    },
  };
}

/** A session with the demonstration, over stdio or HTTP, as this program records it. */
async function recorded(era: string, ...more: readonly string[]): Promise<string> {
  const file = join(scratch(), `${era}.mcp.jsonl`);
  const words = ['run', '-', '--era', era, '--record', file, '--', 'demo', ...more];
  const { code, stderr } = await runCli(words, { stdin: USE });
  expect(code, stderr).toBe(1); // One of the calls is of a tool that does not exist.
  return file;
}

it.each([
  ['legacy', []],
  ['modern', ['--http', '0']],
] as const)(
  'real clients get of a mock what they get of the server: %s',
  { timeout: 90_000 },
  async (era, more) => {
    const file = await recorded(era, ...more);
    const server = await mockAtPort(file);
    for (const [name, connect, own] of CLIENTS) {
      if (own !== era) continue;
      const run = async (reached: Reached) => use(await connect(reached));
      const real = await run({ args: [PROGRAM, 'demo-server'] });
      expect(await run({ args: [PROGRAM, 'mock', file] }), `${name} over stdio`).toEqual(real);
      expect(await run({ url: server.url }), `${name} over HTTP`).toEqual(real);
    }
    // And this program itself.
    const call = ['call', 'say-hello', 'name=Halley', '--', server.url];
    expect(await runCli(call)).toMatchObject({ code: 0, stderr: '' });
    const { code, said } = await server.end();
    expect([code, said]).toEqual([0, expect.not.stringContaining('not as recorded')]);
  },
);
