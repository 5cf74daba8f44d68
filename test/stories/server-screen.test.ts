import { expect, test } from 'vitest';
import { openTerminal } from '../support/terminal.ts';

const NEEDY = `console.error('Error: API_KEY environment variable is required'); process.exit(1)`;

test('a server that lacks a variable says with which command to try, and R is in the footer', async () => {
  const terminal = openTerminal({ args: [process.execPath, '-e', NEEDY], cols: 100 });
  await terminal.waitFor('· failed');
  await terminal.waitFor(/restart with: mcp-loupe -e API_KEY=… /);
  await terminal.waitFor('R restart');
  await terminal.key('2');
  await terminal.waitFor(/Not connected · R to/);
  expect(terminal.text()).not.toContain('0/0');
});

test('the environment is a line that opens, and what runs the server is told', async () => {
  const terminal = openTerminal({ args: ['demo'] });
  await terminal.waitFor('· ready');
  await terminal.waitFor(/environment +\d+ variables/);
  await terminal.waitFor(/runtime +node v\d+\.\d+/);
  await terminal.waitFor(/roots +not offered · --root \./);
  expect(terminal.text()).not.toContain('LOUPE_STORY');
  await terminal.key('enter');
  await terminal.waitFor('LOUPE_STORY');
  await terminal.key('enter');
  await terminal.waitWithout('LOUPE_STORY');
});

test('waiting has a clock, and says after a while what it mostly is', async () => {
  const terminal = openTerminal({ args: [process.execPath, '-e', 'setInterval(() => {}, 1000)'] });
  await terminal.waitFor(/Waiting for the server to answer initialize… \d+ s/);
  await terminal.waitFor('It may still be installing');
});

test('without arguments there is one line of usage', async () => {
  const terminal = openTerminal({ args: [] });
  expect((await terminal.exited).code).toBe(2);
  expect(terminal.text().trim().split('\n').length).toBeLessThan(3);
  expect(terminal.text()).toMatch(/no server given\. Usage: mcp-loupe .*help: mcp-loupe --help/s);
});
