import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { portion } from '../support/portion.ts';
import { openTerminal } from '../support/terminal.ts';

/** A session with a server that was restarted and offers something else since. */
const CHANGED = fileURLToPath(new URL('../fixtures/changed.mcp.jsonl', import.meta.url));
const still = (screen: string): string => screen.replace(/\S*changed\.mcp\.jsonl( *)/g, 'changed.mcp.jsonl');

test.each(
  portion([
    { cols: 120, rows: 32 },
    { cols: 160, rows: 45 },
    { cols: 80, rows: 24 },
    { cols: 60, rows: 15 },
  ]),
)(
  'what changed with a restart is one sheet, from which enter goes to the item, at $cols×$rows',
  async (size) => {
    const terminal = openTerminal({ args: ['open', CHANGED], ...size });
    await terminal.waitFor(/shop.* recorded/);
    await terminal.key('2');
    await terminal.waitFor('❯ find');
    await terminal.key('D');
    await terminal.waitFor(/3 breaking, \d client, 1 policy/);
    await terminal.settle(300);
    await expect(`${still(terminal.text())}\n`).toMatchFileSnapshot(
      `snapshots/changes-${size.cols}x${size.rows}.txt`,
    );
    await terminal.key('/');
    await terminal.type('root anyOf');
    await terminal.key('enter');
    await terminal.waitFor(/❯ +breaks in .*: root anyOf/);
    await terminal.key('enter');
    await terminal.waitFor(
      (screen) => !screen.text().includes('What changed') && screen.text().includes('❯ pay'),
    );
    await terminal.key('D');
    await terminal.waitFor('What changed');
    await terminal.key('/');
    await terminal.type('probably');
    await terminal.key('enter');
    await terminal.waitFor(/❯ +removed, probably getOrder now/);
    await terminal.key('enter');
    await terminal.waitFor('get_order is no longer listed.');
  },
);

const OFFERS = (version: string, ...names: readonly string[]): string => `
const tools = ${JSON.stringify(names)}.map((name) => ({ name, inputSchema: name === 'pay' ? { type: 'object', anyOf: [{}] } : { type: 'object' } }));
const answers = {
  initialize: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'shop', version: '${version}' } },
  'tools/list': { tools },
};
(await import('node:readline')).createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method } = JSON.parse(line);
  if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, result: answers[method] }));
});
`;

test('a restart says what the server says otherwise of itself, and marks what is new', async () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'loupe-changes-')));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'server.mjs');
  writeFileSync(file, OFFERS('one', 'find'));
  const terminal = openTerminal({ args: [process.execPath, file], cwd: folder, cols: 120, rows: 32 });
  await terminal.waitFor(/shop one.* ready/);
  await terminal.key('2');
  await terminal.waitFor('❯ find');
  await terminal.key('D');
  await terminal.waitFor('Nothing has changed since the first start of the server.');
  writeFileSync(file, OFFERS('two', 'find', 'pay'));
  await terminal.key('R');
  await terminal.waitFor(/server ready \(D: changes\); tools: 1 added \(pay\); crosses limits of/);
  await terminal.waitFor('serverInfo.version');
  await terminal.waitFor(/pay +new/);
});
