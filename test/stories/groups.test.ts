import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { opened, openMatch } from '../support/opening.ts';

const SERVER = fileURLToPath(new URL('../support/servers/listing.mjs', import.meta.url));

/** A server with so many tools of two kinds, and some of none. */
function listing(each: number, more: readonly string[] = []): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), 'loupe-groups-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const named = (name: string) => ({ name, inputSchema: { type: 'object' } });
  const kind = (prefix: string) => Array.from({ length: each }, (_, at) => named(`${prefix}${at + 1}`));
  const tools = [...kind('API-'), named('ping'), ...kind('db_'), ...more.map(named)];
  writeFileSync(join(folder, 'tools.json'), JSON.stringify({ tools }));
  return [process.execPath, SERVER, join(folder, 'tools.json')];
}

test.each([
  { cols: 80, rows: 24 },
  { cols: 120, rows: 32 },
  { cols: 60, rows: 15 },
])('many tools that begin alike are collapsed into a row, at $cols×$rows', async (size) => {
  const terminal = await opened(listing(30), size);
  await terminal.key('t', '2');
  await terminal.waitFor(/❯ ▸ API- +30 tools/);
  expect(terminal.text()).toMatch(/▸ API- .*\n.* ping .*\n.*▸ db_ +30 tools/);
  await terminal.key('enter');
  await terminal.waitFor(/❯ ▾ API- +30 tools/);
  await terminal.key('down', 'down');
  await terminal.waitFor('❯ API-2');
  // From within, its row is selected.
  await terminal.key('left');
  await terminal.waitFor(/❯ ▸ API- +30 tools/);
  await terminal.key('right');
  await terminal.waitFor(/❯ ▾ API-/);
  await terminal.key('h');
  await terminal.waitFor(/❯ ▸ API-/);

  // A filter looks inside, and what it has found stays in view without it.
  await openMatch(terminal, 'db_17');
  await terminal.waitFor('ctrl+s call');
  await terminal.key('esc', 'esc');
  await terminal.waitFor(/❯ db_17/);
  await terminal.key('home');
  await terminal.waitFor(/❯ ▸ API-/);
});

test('a list of some length begins with its groups expanded', async () => {
  const terminal = await opened(listing(12), { cols: 120, rows: 40 });
  await terminal.key('2');
  await terminal.waitFor(/▾ API- +12 tools/);
  await terminal.waitFor('❯ API-1');
  await terminal.waitFor(/ 1\/25 ─/);
  await terminal.key('G');
  await terminal.waitFor('❯ db_12');
});

test.each([
  { cols: 120, rows: 32 },
  { cols: 80, rows: 24 },
])('a collapsed group says that a client leaves out one of its tools, at $cols×$rows', async (size) => {
  const terminal = await opened(listing(30, [`db_${'x'.repeat(70)}`]), size);
  await terminal.key('t', '2');
  await terminal.waitFor(/❯ ▸ API- +30 tools/);
  await terminal.key(':');
  await terminal.waitFor('─ Palette');
  await terminal.type('lens: cursor');
  await terminal.waitFor('❯ lens: Cursor');
  await terminal.key('enter');
  await terminal.waitFor(/▸ db_ +31 tools ✗/);
  expect(terminal.text()).toMatch(/▸ API- +30 tools (?!✗)/);
  await terminal.key(':');
  await terminal.waitFor('─ Palette');
  await terminal.type('lens: vs');
  await terminal.waitFor('❯ lens: VS Code');
  await terminal.key('enter');
  // Beside it stand the names that its model is given.
  await terminal.waitFor(/mcp_\S*_API-1 /);
});
