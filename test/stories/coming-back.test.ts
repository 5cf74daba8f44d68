import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scratch } from '../support/cli.ts';
import { ctrlCTwice } from '../support/ctrl-c.ts';
import { portion } from '../support/portion.ts';
import { openTerminal, type Terminal } from '../support/terminal.ts';

const dockTop = (terminal: Terminal) => terminal.screen().findIndex((line) => line.startsWith('╭─ Traffic'));

async function quit(terminal: Terminal) {
  await terminal.key('q');
  expect((await terminal.exited).code).toBe(0);
}

test.each(
  portion([
    { cols: 80, rows: 24 },
    { cols: 120, rows: 32 },
  ]),
)('the screen and the dock come back as they were left, at $cols×$rows', async (size) => {
  const home = scratch();
  const env = { XDG_STATE_HOME: join(home, 'state'), XDG_CONFIG_HOME: join(home, 'config') };
  const open = (...args: string[]) => openTerminal({ args, env, cwd: home, ...size });

  const first = open('demo');
  await first.waitFor('· ready');
  expect(first.text()).toContain('╭─ Server');
  const usual = dockTop(first);
  await first.key('5', 'x');
  await first.waitFor('╭─ Traffic by exchange');
  await first.key('3', '=');
  await first.waitFor(() => dockTop(first) < usual);
  await quit(first);

  const second = open('demo');
  await second.waitFor('╭─ Resources');
  await second.waitFor(() => dockTop(second) < usual);
  await second.key('5');
  await second.waitFor('╭─ Traffic by exchange');
  await second.key('3');
  await second.waitFor('╭─ Resources');
  await second.key('t');
  await second.waitWithout('╭─ Traffic');
  await quit(second);

  // Another server opens where every session opens, with the same dock.
  const other = open('--no-sampling', 'node', '-e', 'setTimeout(() => {}, 60_000)');
  await other.waitFor('╭─ Server');
  await other.waitWithout('╭─ Traffic');
  ctrlCTwice(other);
  await other.exited;

  const state = join(home, 'state/mcp-loupe');
  const { dock, screens } = JSON.parse(readFileSync(join(state, 'window.json'), 'utf8'));
  expect([dock, screens.map((one: { screen: string }) => one.screen)]).toEqual([
    false,
    ['resources', 'server'],
  ]);

  mkdirSync(state, { recursive: true });
  writeFileSync(join(state, 'window.json'), '{"version": 1, "dock": "no"}');
  const last = open('demo');
  await last.waitFor(/window\.json is not valid/);
  await last.waitFor('╭─ Server');
  await quit(last);
  expect(readdirSync(state).filter((name) => name.startsWith('window.json.corrupt-'))).toHaveLength(1);
});

test('who has gone somewhere meanwhile is left there', async () => {
  const home = scratch();
  const env = { XDG_STATE_HOME: join(home, 'state'), XDG_CONFIG_HOME: join(home, 'config') };
  const first = openTerminal({ args: ['demo'], env });
  await first.waitFor('· ready');
  await first.key('3');
  await first.waitFor('╭─ Resources');
  await quit(first);
  const second = openTerminal({ args: ['demo'], env });
  await second.waitFor('mcp-loupe');
  await second.key('5');
  await second.waitFor('· ready');
  await second.waitFor('╭─ Message');
  expect(second.text()).not.toContain('╭─ Resources');
});
