import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runCli, scratch } from '../support/cli.ts';
import { mockAtPort } from '../support/mock-at-port.ts';
import { CLIENTS, PROGRAM, type Reached, USE, use } from '../support/real-clients.ts';

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
