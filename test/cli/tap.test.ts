import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scratch } from '../support/cli.ts';
import { SERVER } from '../support/faults.ts';
import { portion } from '../support/portion.ts';
import { ended, linesOf, passed, startServer, transcripts } from '../support/relayed.ts';

const line = (message: object): string => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`;

/** What a client that does not wait sends. */
const CONVERSATION = [
  line({
    ...{ id: 1, method: 'initialize' },
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
  }),
  line({ method: 'notifications/initialized' }),
  line({ id: 2, method: 'tools/list' }),
  line({ id: 3, method: 'tools/call', params: { name: 'weather', arguments: {} } }),
  line({ id: 4, method: 'resources/list' }),
  line({ id: 5, method: 'resources/read', params: { uri: 'x:y' } }),
  line({ id: 6, method: 'prompts/list' }),
  line({ id: 7, method: 'prompts/get', params: { name: 'p' } }),
  line({ id: 8, method: 'ping' }),
].join('');

/** All but those that write more at once than their stream takes, of which a part is lost, now this one, now that. */
const SCENARIOS = [
  ...new Set(
    [...readFileSync(SERVER, 'utf8').matchAll(/(?:case |sc === )'([\w-]+)'/g)].map(([, name]) => name!),
  ),
].filter((name) => !name.startsWith('huge'));

async function converse(command: readonly string[], tap?: readonly string[]) {
  const started = startServer(command, tap === undefined ? {} : { tap });
  started.child.stdin!.end(CONVERSATION);
  return { started, seen: await started.seen };
}

describe('a server that does what no server should', () => {
  it.each(portion(SCENARIOS))('is the same behind a tap: %s', async (scenario) => {
    const command = ['node', SERVER, scenario];
    const [{ seen: alone }, { started, seen }] = await Promise.all([
      converse(command),
      converse(command, []),
    ]);
    expect(seen).toEqual(alone);
    const lines = await ended(started);
    expect(lines.at(0)).toMatchObject({ type: 'header', target: { command } });
    expect(lines.findLast(({ type }) => type === 'life')).toMatchObject(
      typeof alone.end === 'number'
        ? { event: 'exit', code: alone.end }
        : { event: 'exit', signal: alone.end },
    );
    const isAnswered = lines.some(({ re, msg }) => re === 2 && msg.result?.protocolVersion !== undefined);
    if (isAnswered) expect(lines.filter(({ event }) => event === 'ready')).toHaveLength(1);
    expect(passed(lines, 'c2s')).toBe(Buffer.byteLength(CONVERSATION));
    expect(lines.map(({ seq }) => seq)).toEqual(lines.map((_, at) => at));
  });
});

it('says that the client left, and does not blame the server for ending after it', async () => {
  const started = startServer(['node', '-e', "process.stdin.on('end', () => process.exit(3)).resume()"], {
    tap: [],
  });
  started.child.stdin!.end(line({ id: 1, method: 'ping' }));
  expect(await started.seen).toMatchObject({ end: 3 });
  const lines = await ended(started);
  expect(lines.filter(({ type }) => type === 'life').slice(-2)).toMatchObject([
    { event: 'close', side: 'client' },
    { event: 'exit', code: 3 },
  ]);
  expect(lines.filter(({ rule = '' }) => rule.startsWith('server/'))).toEqual([]);
});

it('says so too where the client asks the server to end, and not where that ended by itself', async () => {
  const asked = startServer(['node', '-e', 'console.error("up"); process.stdin.resume()'], { tap: [] });
  await once(asked.child.stderr!, 'data');
  asked.child.kill('SIGTERM');
  await asked.seen;
  const lines = await ended(asked);
  expect(lines.filter(({ rule = '' }) => rule.startsWith('server/'))).toEqual([]);
  expect(lines).toContainEqual(expect.objectContaining({ event: 'close', side: 'client' }));

  const crashed = startServer(['node', '-e', 'process.stdin.once("data", () => process.exit(5))'], {
    tap: [],
  });
  crashed.child.stdin!.write(line({ id: 1, method: 'ping' }));
  expect(await crashed.seen).toMatchObject({ end: 5 });
  const of = await ended(crashed);
  expect(of.filter(({ event }) => event === 'close')).toEqual([]);
  expect(of.filter(({ rule }) => rule === 'server/exited')).toHaveLength(1);
});

it('names the client and the server in its mark, and takes it back', async () => {
  const started = startServer(['node', SERVER, 'good'], {
    tap: ['--client', 'cursor', '--server', 'My CRM'],
  });
  started.child.stdin!.write(CONVERSATION);
  await expect.poll(() => transcripts(started.state).length, { timeout: 20_000 }).toBe(1);
  const [file = ''] = transcripts(started.state);
  expect(file).toMatch(/T\d\d-\d\d-\d\d-My-CRM\.mcp\.jsonl$/);
  const mark = file.replace('.mcp.jsonl', `.${started.child.pid}.lock`);
  await expect
    .poll(() => JSON.parse(readFileSync(mark, 'utf8')), { timeout: 20_000 })
    .toMatchObject({ version: 1, pid: started.child.pid, client: 'cursor', server: 'My CRM', path: file });
  started.child.stdin!.end();
  expect(await started.seen).toMatchObject({ end: 0 });
  expect(linesOf(file)[0]).toMatchObject({ client: { name: 'cursor' } });
  await ended(started);
});

it('says how a command failed to start, and ends as a shell would', async () => {
  const none = await startServer(['no-such-command-at-all'], { tap: [] }).seen;
  expect(none).toMatchObject({ end: 127, bytes: 0 });
  expect(none.stderr).toMatch(/^mcp-loupe: no such command: no-such-command-at-all[^\n]*\n$/);
  const folder = await startServer(['/'], { tap: [] }).seen;
  expect(folder).toMatchObject({ end: 126, bytes: 0 });
});

it('gives a second recording of the same name a number, as a client starts its server again', async () => {
  const folder = scratch();
  const record = join(folder, 'session.mcp.jsonl');
  const run = async (...more: string[]) => {
    const started = startServer(['node', SERVER, 'good'], { tap: ['--record', record, ...more] });
    started.child.stdin!.end(CONVERSATION);
    return started.seen;
  };
  for (const _ of [1, 2, 3]) expect(await run()).toMatchObject({ end: 0 });
  expect(await run('--force')).toMatchObject({ end: 0 });
  expect(readdirSync(folder).sort()).toEqual([
    'session-2.mcp.jsonl',
    'session-3.mcp.jsonl',
    'session.mcp.jsonl',
  ]);
  for (const name of readdirSync(folder)) expect(linesOf(join(folder, name)).length).toBeGreaterThan(8);
});
