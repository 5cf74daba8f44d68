import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { createReplaced } from '../../src/host/replaced.ts';
import type { End } from '../../src/transport/relay.ts';
import { fakeClock } from '../support/fake-clock.ts';

/** A server that answers each line with its name, and ends once its stdin has. */
function serverNamed(name: string) {
  const stdin = new PassThrough();
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const told: string[] = [];
  let settle = (_: End): void => {};
  const ended = new Promise<End>((resolve) => {
    settle = resolve;
  });
  stdin.on('data', (chunk: Buffer) => {
    for (const line of String(chunk).trim().split('\n')) {
      const { id, method } = JSON.parse(line) as { id?: number; method: string };
      told.push(method);
      if (id !== undefined)
        stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result: { tools: [], by: name } })}\n`);
    }
  });
  stdin.on('end', () => {
    stdout.end();
    stderr.end();
    settle({ code: 0 });
  });
  return { server: { stdin, stdout, stderr, ended, signal() {}, goodbye() {} }, told };
}

it('answers what was sent while the next server is started, also where the client says nothing more', async () => {
  const clock = fakeClock();
  const [one, two] = [serverNamed('one'), serverNamed('two')];
  let start = (): void => {};
  const isAsked = new Promise<void>((asked) => {
    start = asked;
  });
  let started = (): void => {};
  const replaced = createReplaced({
    ...{ first: one.server, clock, say() {} },
    recorder: { passed: () => undefined, happened() {} },
    start() {
      start();
      return new Promise((resolve) => {
        started = () => resolve({ server: two.server, pid: 2 });
      });
    },
  });
  let out = '';
  replaced.stdout.on('data', (chunk: Buffer) => {
    out += String(chunk);
  });
  const send = (id: number, method: string) =>
    replaced.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method })}\n`);
  send(1, 'tools/list');
  await expect.poll(() => out).toContain('"one"');
  replaced.change('server.js');
  await clock.pass(200);
  await isAsked;
  send(2, 'tools/call');
  await new Promise((done) => replaced.stdin.end(done as () => void));
  started();
  expect(await replaced.ended).toEqual({ code: 0 });
  expect(two.told).toContain('tools/call');
  expect(out.split('\n').filter((line) => line.includes('"id":2'))).toEqual([
    expect.stringContaining('"by":"two"'),
  ]);
});
