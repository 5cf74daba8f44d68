import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { openTerminal } from '../support/terminal.ts';

const log = (name: string): string =>
  fileURLToPath(new URL(`../fixtures/logs/samples/${name}`, import.meta.url));

test('a log of Claude Desktop is read like a recording, with what it does not tell', async () => {
  const args = ['open', log('claude-desktop-new-1/mcp-server-notes.log')];
  const terminal = openTerminal({ args, cols: 80, rows: 24, kitty: true });
  await terminal.waitFor(/log {7,}\S/);
  await terminal.waitFor('a log of Claude Desktop');
  await terminal.waitFor('About the log: ');
  await terminal.key('5');
  await terminal.waitFor(/result {2}tools\/call find-note +✓ 48 ms/);
  await terminal.key('E');
  await terminal.waitFor(/claude-desktop {2}Server transport/);
  await terminal.key('7');
  await terminal.waitFor(/log +claude-desktop/);
  await terminal.key('q');
  await terminal.exited;
});

test('a log without times shows none, and names whose line is whose', async () => {
  const args = ['open', log('supergateway-1/supergateway.log')];
  const terminal = openTerminal({ args, cols: 100, rows: 30, kitty: true });
  await terminal.waitFor(/About the log: the log has no times/);
  await terminal.key('5');
  await terminal.waitFor(/#35 {2}✗ +3/);
  await terminal.key('E');
  await terminal.waitFor(/#36 +supergateway {2}Client/);
  await terminal.key('j');
  await terminal.waitFor('supergateway, 66 B');
  await terminal.key('q');
  await terminal.exited;
});

test('a log of several servers is a session for each', async () => {
  const terminal = openTerminal({
    args: ['open', log('claude-desktop-mcplog-1/mcp.log')],
    cols: 100,
    rows: 30,
    kitty: true,
  });
  await terminal.waitFor(/perplexity.* recorded/);
  await terminal.waitFor(/2 notes/);
  expect(terminal.text()).toContain('perplexity');
  await terminal.key('q');
  await terminal.exited;
});

test('of a log without the bodies of messages it is not said that it ends at its start', async () => {
  const args = ['open', log('mcp-remote-1/mcp-remote.log')];
  const terminal = openTerminal({ args, cols: 80, rows: 24, kitty: true });
  await terminal.waitFor('Messages are missing, so it is not known how the start went.');
  await terminal.key('q');
  await terminal.exited;
});
