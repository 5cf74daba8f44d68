import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runCli } from '../support/cli.ts';
import { opened } from '../support/opening.ts';
import { openTerminal } from '../support/terminal.ts';

const NEEDY = `console.error('Error: API_KEY environment variable is required'); process.exit(1)`;

test('a server that lacks a variable says with which command to try, and R is in the footer', async () => {
  const terminal = openTerminal({ args: [process.execPath, '-e', NEEDY], cols: 100 });
  await terminal.waitFor('· failed');
  await terminal.waitFor(/restart with: mcp-loupe -e API_KEY=… /);
  await terminal.waitFor('stderr: Error: API_KEY environment variable is required');
  await terminal.waitFor('R restart   e edit the command');
  await terminal.key('2');
  await terminal.waitFor(/Not connected · R to/);
  expect(terminal.text()).not.toContain('0/0');
});

test('the environment is a line that opens, and what runs the server is told', async () => {
  const terminal = openTerminal({ args: ['demo'] });
  await terminal.waitFor('· ready');
  await terminal.waitFor(/environment +\d+ variables, \d+ of which a desktop client/);
  await terminal.waitFor(/runtime +node \d+\.\d+/);
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

test('without arguments and without a terminal there is one line of usage', async () => {
  const { code, stdout, stderr } = await runCli([]);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(/^mcp-loupe: no server given\. Usage: mcp-loupe .*help: mcp-loupe --help\n$/);
});

test('first there is a verdict, and what most people do next', async () => {
  const terminal = await opened(['--era', 'auto', process.execPath, ...OLD]);
  await terminal.waitFor(/✓ ready · 1 tool · .*\d+ m?s/);
  await terminal.waitFor('2 call a tool   y copy as config   B copy a bug report');
  await terminal.waitFor('2026-07-28 was probed and is not supported');
  await terminal.key('y');
  await terminal.waitFor(/❯ Claude/);
  expect(terminal.text()).not.toContain('JSON-RPC');
});

/** A server of the legacy era with one tool. */
const OLD = [
  '-e',
  `require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
    const { id, method, params } = JSON.parse(line);
    const result = {
      initialize: { protocolVersion: params?.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'old', version: '1' } },
      'tools/list': { tools: [{ name: 'go', inputSchema: { type: 'object' } }] },
    }[method];
    if (id === undefined) return;
    const body = result === undefined ? { error: { code: -32601, message: 'Method not found' } } : { result };
    console.log(JSON.stringify({ jsonrpc: '2.0', id, ...body }));
  });`,
];

test('the command can be edited, and a session begins with it; a secret in it stays one', async () => {
  const terminal = openTerminal({
    args: ['-e', 'API_TOKEN=hush-hush-hush', 'node', 'nothing.js'],
    kitty: true,
  });
  await terminal.waitFor('· failed');
  await terminal.waitFor((screen) => screen.modes().kitty === 1);
  await terminal.key('e');
  await terminal.waitFor(/mcp-loupe -e .* node nothing\.js/);
  await terminal.key('ctrl+w');
  await terminal.waitWithout(/mcp-loupe -e .* nothing\.js/);
  await terminal.type("'");
  await terminal.key('enter');
  await terminal.waitFor('A quote is not closed.');
  await terminal.key('e');
  await terminal.waitFor(/mcp-loupe -e .* node nothing\.js/);
  expect(terminal.text()).not.toContain('hush');
  await terminal.key('ctrl+w');
  await terminal.type('-e "console.error(process.env.API_TOKEN.length)"');
  await terminal.key('enter');
  // The next session has another command, and the same token.
  await terminal.waitFor(/command +node -e/);
  await terminal.waitFor(/^│ +14 /m);
});

test('a bug report by one key holds what whoever reads it asks for first', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'loupe-programs-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'xclip'), '#!/bin/sh\nexec cat > "$HOME/copied"\n');
  chmodSync(join(folder, 'xclip'), 0o755);
  const env = { PATH: `${folder}:${process.env['PATH']}`, DISPLAY: ':0' };
  const args = ['-e', 'API_TOKEN=hush-hush-hush', process.execPath, '-e', BROKEN];
  const terminal = await opened(args, { env });
  await terminal.key('5');
  await terminal.waitFor('─ Traffic');
  await terminal.key('home', 'm');
  await terminal.waitFor(/#\d+ is marked/);
  await terminal.key('B');
  await terminal.waitFor('bug report copied with xclip · 1 marked message');
  const report = readFileSync(join(terminal.home, 'copied'), 'utf8');
  expect(report).toMatch(/^# worn 3: ready\n/);
  expect(report).toMatch(/^Recorded by mcp-loupe \S+, Node\.js \d+\S+, \w+ \w+$/m);
  expect(report).toContain('MCP revision 2025-11-25');
  expect(report).toContain('the token is [redacted]');
  expect(report).toContain("-e '");
  expect(report).toMatch(/^- `frame\/not-json`|^- `[a-z]+\/[a-z-]+`/m);
  expect(report).toMatch(/^## `#\d+` .*\(marked\)$/m);
  expect(report).not.toContain('hush');
  // The palette has it as a file.
  await terminal.key('ctrl+p');
  await terminal.type('save bug');
  await terminal.waitFor('❯ save bug report');
  await terminal.key('enter');
  await terminal.waitFor(/save bug report as worn-\d{4}-\d\d-\d\d/);
});

/** A server that prints on stderr what is secret, and on stdout what is no message. */
const BROKEN = `console.error('the token is ' + process.env.API_TOKEN); console.log('hello');
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (method === 'initialize') console.log(JSON.stringify({ jsonrpc: '2.0', id, result: { protocolVersion: params.protocolVersion, capabilities: {}, serverInfo: { name: 'worn', version: '3' } } }));
});`;
