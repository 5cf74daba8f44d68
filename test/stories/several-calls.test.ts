import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { openMatch, openTool } from '../support/opening.ts';
import { portion } from '../support/portion.ts';
import { sentWith } from '../support/recording.ts';
import { openTerminal } from '../support/terminal.ts';

const SERVER = fileURLToPath(new URL('../support/servers/patient.mjs', import.meta.url));

test.each(
  portion([
    { cols: 60, rows: 15 },
    { cols: 120, rows: 32 },
  ]),
)('several calls run, are cancelled and answered each by itself ($cols×$rows)', async (size) => {
  const terminal = openTerminal({ args: [process.execPath, SERVER], kitty: true, ...size });
  const call = async (tool: string) => {
    await openTool(terminal, tool);
    await terminal.key('enter');
    await expect.poll(() => sentWith(terminal.home, `"name":"${tool}"`)).not.toEqual([]);
  };
  const idOf = (tool: string): unknown =>
    JSON.parse(sentWith(terminal.home, `"name":"${tool}"`).at(-1) ?? '{}').id;

  await terminal.waitFor('· ready');
  await terminal.waitFor((screen) => screen.modes().kitty === 1);
  await call('first');
  await terminal.waitFor('Running…');
  await call('second');
  await terminal.waitFor('Running…');

  await terminal.key('q');
  await terminal.waitFor('2 calls are running. Quit?');
  await terminal.waitFor('[ n stay');
  await terminal.key('n');
  await terminal.waitWithout('Quit?');

  await terminal.key('+');
  await terminal.waitFor('second has one more minute');
  await terminal.key('x');
  await terminal.waitFor('Cancelled; a cancellation');
  const cancelled = () => sentWith(terminal.home, 'notifications/cancelled');
  await expect.poll(cancelled).toHaveLength(1);
  expect(JSON.parse(cancelled()[0] ?? '').params.requestId).toBe(idOf('second'));

  await call('release');
  await terminal.waitFor('first finished');
  await terminal.waitFor('release is done');
  await terminal.key('esc', 'esc');
  await openMatch(terminal, 'first');
  await terminal.waitFor('first is done');
  await expect.poll(() => sentWith(terminal.home, '"name":"first"')).toHaveLength(1);
});
