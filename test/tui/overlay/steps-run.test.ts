import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Call } from '../../../src/connection/call.ts';
import type { Connection } from '../../../src/connection/connection.ts';
import { createMemory } from '../../../src/tui/world/memory.ts';
import { scratch } from '../../support/cli.ts';
import { program } from '../../support/program.ts';
import { told, withTools } from '../../support/told.ts';

/** A program that runs a file of one step; `request` stands in for the connection, which no server makes fail like this. */
function running(request: Connection['request'], others: Partial<Connection> = {}) {
  const folder = scratch();
  writeFileSync(join(folder, 'my.jsonl'), '{"method": "ping"}\n');
  const session = told(...withTools({ name: 'echo' }));
  const connection = { request, ...others } as Connection;
  const memory = createMemory({ folder, remarks: [], settings: '/nowhere/settings.json' });
  const one = program({ host: { ...session.host, connection } }, undefined, memory);
  one.ui.update((now) => ({ ...now, stepsFile: 'my.jsonl' }));
  one.press('W');
  return { ...one, tell: session.tell };
}

it('says what ended the steps where that was nothing they foresaw, and runs them again when asked', async () => {
  let times = 0;
  const { ui, press } = running(() => {
    times += 1;
    throw new Error('no way out');
  });
  const state = () => ui.get().stepsRun?.state;
  await expect.poll(state).toBe('stopped');
  expect(ui.get().status?.text).toBe('The steps were stopped: no way out.');
  press('r');
  await expect.poll(() => times).toBe(2);
  await expect.poll(state).toBe('stopped');
});

it('ends no call but its own', async () => {
  const ended: unknown[] = [];
  let isSent = false;
  const call = (seq: number): Call =>
    ({ seq, done: new Promise(() => {}), cancel: () => ended.push(seq) }) as unknown as Call;
  const { ui, press, tell } = running(
    () => {
      isSent = true;
      return call(900);
    },
    { call: (seq) => call(seq) },
  );
  await expect.poll(() => isSent).toBe(true);
  // One that a person has begun meanwhile.
  tell(['c2s', { id: 70, method: 'tools/call', params: { name: 'echo' } }]);
  expect(ui.get().stepsRun?.state).toBe('running');
  press('esc');
  expect(ui.get().stepsRun?.state).toBe('stopped');
  expect(ended).toEqual([900]);
});
