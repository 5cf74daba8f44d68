import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { scratch } from '../support/cli.ts';
import { ended, startServer } from '../support/relayed.ts';

/** A server whose one tool is as its file says, which logs what it is told to stderr. */
const SOURCE = `
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
const { tool, fails } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
if (fails) { console.error('cannot start'); process.exit(3); }
const say = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  console.error('told ' + method + ' ' + (id ?? ''));
  if (method === 'initialize') say({ id, result: {
    protocolVersion: params.protocolVersion, serverInfo: { name: 's', version: '1' },
    capabilities: { tools: { listChanged: true }, logging: {} },
  } });
  else if (method === 'tools/list') say({ id, result: { tools: [{ name: tool, inputSchema: { type: 'object' } }] } });
  else if (method === 'tools/call' && params.name === 'hang') return;
  else if (id !== undefined) say({ id, result: { by: tool } });
}).on('close', () => process.exit(0));
`;

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly result?: { readonly by?: string };
  readonly error?: { readonly message: string };
}

const isAnswer = ({ id, method }: Message): boolean => id !== undefined && method === undefined;

function begin() {
  const folder = scratch();
  const file = join(folder, 'server.mjs');
  const config = join(folder, 'config.json');
  const become = (now: object): void => writeFileSync(config, JSON.stringify(now));
  writeFileSync(file, SOURCE);
  become({ tool: 'one' });
  const started = startServer(['node', file, config], { tap: ['--watch', config] });
  const { child } = started;
  const got: Message[] = [];
  let stderr = '';
  let rest = '';
  child.stdout!.on('data', (chunk: Buffer) => {
    const lines = (rest + String(chunk)).split('\n');
    rest = lines.pop() ?? '';
    got.push(...lines.map((line) => JSON.parse(line) as Message));
  });
  child.stderr!.on('data', (chunk: Buffer) => {
    stderr += String(chunk);
  });
  const send = (message: object): void =>
    void child.stdin!.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const call = (id: number, name = 'x'): void =>
    send({ id, method: 'tools/call', params: { name, arguments: {} } });
  const answer = async (id: number): Promise<Message> => {
    await expect.poll(() => got.filter((one) => isAnswer(one) && one.id === id), WAIT).toHaveLength(1);
    return got.find((one) => isAnswer(one) && one.id === id) as Message;
  };
  const says = (text: string | RegExp) => expect.poll(() => stderr, WAIT).toMatch(text);
  return { started, become, send, call, answer, says, got, stderr: () => stderr };
}

const WAIT = { timeout: 20_000 };
const PARAMS = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '1' } };

async function shakeHands({ send, answer }: ReturnType<typeof begin>): Promise<void> {
  send({ id: 0, method: 'initialize', params: PARAMS });
  await answer(0);
  send({ method: 'notifications/initialized' });
  send({ id: 1, method: 'logging/setLevel', params: { level: 'debug' } });
  send({ id: 2, method: 'tools/list' });
  await answer(1);
  await answer(2);
}

it('puts a changed server in the place of the first, without a word of the client', async () => {
  const tap = begin();
  await shakeHands(tap);
  tap.call(3);
  expect(await tap.answer(3)).toMatchObject({ result: { by: 'one' } });
  tap.call(4, 'hang');
  await tap.says(/told tools\/call 4/);
  tap.become({ tool: 'two' });
  await tap.says(/mcp-loupe: restarted the server: .*config\.json changed/);
  // It was with the server that is gone.
  expect((await tap.answer(4)).error?.message).toMatch(
    /restarted because .*config\.json changed.*Send it again/,
  );
  tap.call(5);
  expect(await tap.answer(5)).toMatchObject({ result: { by: 'two' } });
  await expect
    .poll(() => tap.got.filter(({ method }) => method === 'notifications/tools/list_changed'), WAIT)
    .toHaveLength(1);
  expect(tap.got.filter(isAnswer).map(({ id }) => id)).toEqual([0, 1, 2, 3, 4, 5]);
  expect(
    tap
      .stderr()
      .match(/told \S+/g)
      ?.slice(5),
  ).toEqual(
    expect.arrayContaining(['told initialize', 'told notifications/initialized', 'told logging/setLevel']),
  );
  tap.started.child.stdin!.end();
  expect(await tap.started.seen).toMatchObject({ end: 0 });
  const lines = await ended(tap.started);
  const sent = lines.filter(({ type, dir }) => type === 'frame' && dir === 'c2s');
  expect(sent.filter(({ by }) => by === 'auto').map(({ msg }) => msg.method)).toEqual(
    expect.arrayContaining(['initialize', 'notifications/initialized', 'logging/setLevel', 'tools/list']),
  );
  const [first, second] = sent.filter(({ msg }) => msg.method === 'initialize');
  expect(second.msg).toEqual(first.msg);
  expect(
    lines.filter(({ type }) => type === 'life').map(({ event, session }) => `${event} ${session}`),
  ).toEqual([...['spawn 0', 'ready 0', 'close 0', 'exit 0'], ...['spawn 1', 'ready 1', 'close 1', 'exit 1']]);
});

const ROUNDS = process.env['THOROUGH'] === '1' ? 50 : 8;

it('answers each request once, over many replacements', { timeout: 120_000 }, async () => {
  const tap = begin();
  await shakeHands(tap);
  let id = 10;
  for (let round = 1; round <= ROUNDS; round += 1) {
    tap.call(id++, 'hang');
    tap.call(id++);
    tap.become({ tool: `t${round}` });
    tap.call(id++);
    await expect.poll(() => tap.stderr().match(/restarted the server/g)?.length ?? 0, WAIT).toBe(round);
    tap.call(id++);
    expect(await tap.answer(id - 1)).toMatchObject({ result: { by: `t${round}` } });
  }
  const asked = Array.from({ length: id - 10 }, (_, at) => at + 10);
  for (const one of asked) await tap.answer(one);
  expect(
    tap.got
      .filter(isAnswer)
      .map((one) => one.id)
      .sort((a, b) => a! - b!),
  ).toEqual([0, 1, 2, ...asked]);
  tap.started.child.stdin!.end();
  await tap.started.seen;
  await ended(tap.started);
});

it('answers with the reason while no server starts, and goes on with the next change', async () => {
  const tap = begin();
  await shakeHands(tap);
  tap.become({ tool: 'two', fails: true });
  await tap.says(/no server: it has ended by itself \(exit code 3\); the next change starts it again/);
  tap.call(3);
  expect((await tap.answer(3)).error?.message).toMatch(/There is no server: .*exit code 3/);
  tap.become({ tool: 'three' });
  await tap.says(/restarted the server/);
  tap.call(4);
  expect(await tap.answer(4)).toMatchObject({ result: { by: 'three' } });
  tap.started.child.kill('SIGTERM');
  await tap.started.seen;
  await ended(tap.started);
});

it('ends as the server does before it has been of use, and refuses patterns of nothing', async () => {
  const failing = startServer(['node', '-e', 'process.exit(7)'], { tap: ['--watch', 'package.json'] });
  expect(await failing.seen).toMatchObject({ end: 7 });
  await ended(failing);
  const nothing = await startServer(['node', '-e', '0'], { tap: ['--watch', 'no/such/folder/*'] }).seen;
  expect(nothing).toMatchObject({ end: 2, stderr: expect.stringMatching(/--watch: .*there is no folder/) });
});
