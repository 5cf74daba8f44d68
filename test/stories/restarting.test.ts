import { expect, test } from 'vitest';
import { EVERYTHING } from '../support/http-server.ts';
import { opened, openNamed } from '../support/opening.ts';
import type { Terminal } from '../support/terminal.ts';

/**
 * Restarts by a key. What is said of it stands until the server ready, which may be soon; where it begins like what
 * stood there before, that is not written again.
 */
async function restart(terminal: Terminal, key: string, says: string) {
  const from = terminal.written().length;
  await terminal.key(key);
  const told = new RegExp(`${says}[\\s\\S]*server ready`);
  await expect.poll(() => terminal.written().slice(from)).toMatch(told);
}

test('a server is restarted as a client would start it, and with everything again', async () => {
  const env = { MY_TOOL_HOME: '/opt/tool' };
  const terminal = await opened([process.execPath, EVERYTHING], { env, rows: 50 });
  await openNamed(terminal, '2', 'get-env');
  await terminal.waitFor('[ Call ]');
  await terminal.key('enter');
  await terminal.waitFor('"MY_TOOL_HOME": "/opt/tool"');

  await restart(terminal, 'C', 'server without \\d+ variables');
  await terminal.key('1', 'enter');
  await terminal.waitFor('left out, as a desktop client does (C');
  await terminal.key('2', 'r');
  await terminal.waitFor(
    ({ text }) => /get-env · ✓ [\d.]+ m?s/.test(text()) && !text().includes('"MY_TOOL_HOME"'),
  );
  // It stays so until it is asked for otherwise.
  await restart(terminal, 'R', 'server without \\d+ variables');
  await restart(terminal, 'C', 'server with the whole environment');
  await terminal.key('1', 'end');
  await terminal.waitFor('a desktop client would not pass (C');
  await terminal.key('2', 'r');
  await terminal.waitFor('"MY_TOOL_HOME": "/opt/tool"');
});

test('a restart is asked about while a call runs', async () => {
  const terminal = await opened([process.execPath, EVERYTHING]);
  await openNamed(terminal, '2', 'trigger-long');
  await terminal.waitFor('❯ duration');
  await terminal.type('60');
  await terminal.key('ctrl+s');
  await terminal.waitFor('Running…');
  await terminal.key('R');
  await terminal.waitFor('Restart? A call is running.');
  await terminal.waitFor('[ y restart ]');
  await terminal.key('n');
  await terminal.waitWithout('Restart?');
  await terminal.waitFor('Running…');
  const running = terminal.processes();
  const server = running.find(({ parent }) => running.some(({ pid }) => pid === parent))?.pid;
  expect(server).toBeDefined();
  await terminal.key('R');
  await terminal.waitFor('Restart? A call is running.');
  await terminal.waitFor('[ y restart ]');
  await terminal.key('y');
  await terminal.waitFor('server ready');
  await terminal.waitFor('The connection ended before the response');
  expect(terminal.processes().map(({ pid }) => pid)).not.toContain(server);
});
