import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { opened } from '../support/opening.ts';
import { portion } from '../support/portion.ts';
import { openTerminal, type Terminal } from '../support/terminal.ts';
import { faultsOf } from '../support/whole.ts';

/** A server that is right, and of which many clients take something otherwise than it is sent. */
const CROSSING = fileURLToPath(new URL('../support/servers/crossing.mjs', import.meta.url));
/** A session with it, of which every time is fixed. */
const SESSION = fileURLToPath(new URL('../fixtures/crossing.mcp.jsonl', import.meta.url));

const sizes = portion([
  { cols: 120, rows: 32 },
  { cols: 160, rows: 45 },
  { cols: 80, rows: 24 },
  { cols: 60, rows: 15 },
]);

/** Goes on with V until a client is there. */
async function seeAs(terminal: Terminal, id: string): Promise<void> {
  for (let times = 0; times < 20 && !terminal.text().includes(`· seen as ${id}`); times += 1) {
    const [before] = terminal.screen();
    await terminal.key('V');
    await terminal.waitFor((screen) => screen.screen()[0] !== before);
  }
  await terminal.waitFor(`· seen as ${id}`);
}

test.each(sizes)('a server is seen as its clients see it, and as it is again ($cols×$rows)', async (size) => {
  const terminal = await opened([process.execPath, CROSSING], size);
  await terminal.key('2');
  await terminal.waitFor('❯ search');
  await terminal.key('V');
  await terminal.waitFor(/· seen as claude-code/);
  await terminal.waitFor('❯ mcp__crm__search');
  await terminal.waitFor('mcp__crm__tag_add');
  await terminal.key('down');
  await terminal.waitFor(/❯ mcp__crm__export/);
  await terminal.key('esc');
  await terminal.waitFor('· seen as claude-code');

  // What is read over the panes is another text with each client.
  await terminal.key('i');
  await terminal.waitFor('❯ what Claude Code gives to its model');
  await terminal.waitFor('─ Definition of mcp__crm__export_all');
  if (size.cols > 100) await terminal.waitFor('the model gets it only once it looks for it');
  // The name takes as many rows as it needs.
  for (let row = 0; row < 6 && !/❯ ! \S/.test(terminal.text()); row += 1) {
    const before = terminal.text();
    await terminal.key('down');
    await terminal.waitFor((screen) => screen.text() !== before);
  }
  await terminal.key('o');
  await terminal.waitFor(/Open \S+ in a browser\?/);
  await terminal.key('esc');
  await terminal.waitWithout('in a browser?');
  await terminal.key('V');
  await terminal.waitFor('❯ Cursor gives nothing of this to its model');
  await terminal.waitFor(/leaves it out: 7\d characters/);
  await terminal.key('i');
  await terminal.waitFor('❯ export_all');
  expect(faultsOf(terminal)).toEqual([]);

  await terminal.key('alt+v');
  await terminal.waitFor('❯ export_all');
  await terminal.waitWithout('· seen as cursor');
  await terminal.key('alt+v');
  await terminal.waitFor('Everything is shown as the server sends it.');
});

test('the palette goes to a client by its name', async () => {
  const terminal = await opened([process.execPath, CROSSING]);
  await terminal.key('2', ':');
  await terminal.waitFor('─ Palette');
  await terminal.type('lens: gem');
  await terminal.waitFor(/❯ lens: Gemini CLI/);
  await terminal.key('enter');
  await terminal.waitFor('· seen as gemini-cli');
  expect(faultsOf(terminal)).toEqual([]);
});

test.each(sizes)('a result shows what of it reaches the model ($cols×$rows)', async (size) => {
  const terminal = openTerminal({ args: ['open', SESSION], kitty: true, ...size, env: { TZ: 'UTC' } });
  await terminal.waitFor((screen) => screen.modes().kitty === 1);
  await terminal.key('2', 'enter');
  await terminal.waitFor('Two customers');
  expect(terminal.text()).not.toContain('reach the model');
  await seeAs(terminal, 'claude-code');
  await terminal.waitFor('result → model: structuredContent');
  await terminal.waitFor(/dropped: content\[0\]\.text/);
  await terminal.waitFor('not for the model:');
  await terminal.key('alt+v');
  await terminal.waitWithout('not for the model:');
  expect(faultsOf(terminal)).toEqual([]);
});

test.each(sizes)('the check lists what there is to say, and leads to it ($cols×$rows)', async (size) => {
  const terminal = openTerminal({ args: ['open', SESSION], kitty: true, ...size, env: { TZ: 'UTC' } });
  await terminal.waitFor((screen) => screen.modes().kitty === 1);
  // What each client would not see comes a moment later, and in a small window it is further down.
  const told = /Cursor +1 tool left out/;
  for (let pages = 0; pages < 40 && !told.test(terminal.text()); pages += 1) {
    const before = terminal.text();
    const [, last, count] = /Server .*-(\d+)\/(\d+) ─/.exec(before) ?? [];
    if (last === undefined) break;
    await terminal.key(last === count ? 'home' : 'pgdn');
    await terminal.waitFor((screen) => screen.text() !== before);
  }
  await terminal.waitFor(/Cursor +1 tool left out/);
  await terminal.key('!');
  await terminal.waitFor(/─ Check [\s\S]*❯ \d+ errors?, \d+ warnings?/);
  await terminal.key('down');
  await terminal.waitFor(/❯ export_all/);
  await terminal.key('?');
  await terminal.waitFor('─ Help');
  await terminal.key('?');
  await terminal.waitFor(/❯ export_all/);
  for (let row = 0; row < 4 && !/❯ +error +\S/.test(terminal.text()); row += 1) {
    const before = terminal.text();
    await terminal.key('down');
    await terminal.waitFor((screen) => screen.text() !== before);
  }
  // It is a report: what is saved is all of it.
  await terminal.key('s');
  await terminal.waitFor('check.json');
  await terminal.key('esc');
  await terminal.waitWithout('check.json');
  // What to change leads to the tool as what is wrong with it does.
  await terminal.key('down');
  await terminal.waitWithout(/❯ +error +\S/);
  await terminal.key('enter');
  await terminal.waitWithout('─ Check');
  await terminal.waitFor('❯ export_all');
  await terminal.key(':');
  await terminal.waitFor('─ Palette');
  await terminal.type('check');
  await terminal.waitFor(/❯ check/);
  await terminal.key('enter');
  await terminal.waitFor('─ Check');
  await terminal.key('i');
  await terminal.waitWithout('─ Check');
  expect(faultsOf(terminal)).toEqual([]);
});

const SIX = ['claude-code', 'cursor', 'vscode', 'gemini-cli', 'openai', 'zed'];
const LARGE = { cols: 120, rows: 32 };

/** A tool and a result as six clients give them to their models, and as one does in small windows. */
test.each([
  ...SIX.map((id) => ({ id, ...LARGE })),
  { id: 'claude-code', cols: 80, rows: 24 },
  { id: 'claude-code', cols: 60, rows: 15 },
])('a tool and a result as $id, $cols×$rows', async ({ id, cols, rows }) => {
  const args = ['open', '--as', id, SESSION];
  const terminal = openTerminal({ args, kitty: true, cols, rows, env: { TZ: 'UTC' } });
  await terminal.waitFor((screen) => screen.modes().kitty === 1);
  await terminal.waitFor(`· seen as ${id}`);
  const looksLike = async (name: string): Promise<void> => {
    await terminal.settle(300);
    const file = `snapshots/lens-${name}-${id}${cols === LARGE.cols ? '' : `-${cols}`}.txt`;
    await expect(`${terminal.text()}\n`).toMatchFileSnapshot(file);
  };
  await terminal.key('2', 'enter');
  await terminal.waitFor('result → model');
  await looksLike('result');
  await terminal.key('esc', 'down');
  await terminal.waitFor(/❯ \S*export_all|needs region/);
  await terminal.key('enter');
  await terminal.waitFor('needs region');
  await looksLike('tool');
});
