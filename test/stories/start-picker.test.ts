import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startEverything } from '../support/http-server.ts';
import { openTerminal, type Terminal, type TerminalOptions } from '../support/terminal.ts';

const SERVER = fileURLToPath(new URL('../support/servers/verbs.mjs', import.meta.url));
const SESSION = readFileSync(new URL('../fixtures/session.mcp.jsonl', import.meta.url), 'utf8');

/** A home with these files, and what makes it the home of a program. */
function home(files: Readonly<Record<string, string>> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'loupe-start-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const env = {
    HOME: folder,
    XDG_STATE_HOME: join(folder, 'state'),
    XDG_CONFIG_HOME: join(folder, 'config'),
  };
  return { folder, env: { ...env, TZ: 'UTC' } };
}

/** Where the session of that time is kept, and what it was with. */
function recording(started: string, target: object, session = SESSION): readonly [string, string] {
  const [head = '', ...rest] = session.split('\n');
  const header = { ...JSON.parse(head), started, target };
  const name = `${started.slice(0, 19).replaceAll(':', '-')}-kestrel-hill.mcp.jsonl`;
  return [`state/mcp-loupe/recordings/${name}`, [JSON.stringify(header), ...rest].join('\n')];
}

/** A command that starts in a folder of its own. */
const command = (...words: readonly string[]) => ({
  transport: 'stdio',
  command: words,
  cwd: '/srv',
  env: [],
});

const servers = (mcpServers: object): string => JSON.stringify({ mcpServers });

const ours = { command: process.execPath, args: [SERVER] };

async function picker(options: TerminalOptions = {}, sign: string | RegExp = '─ Open'): Promise<Terminal> {
  const terminal = openTerminal({ kitty: true, ...options });
  await terminal.waitFor(sign);
  await terminal.waitFor((screen) => screen.modes().kitty === 1);
  return terminal;
}

const isLeft = { alternate: false, cursorShown: true, paste: false, kitty: 0, mouse: 'none' };

describe('mcp-loupe alone', () => {
  test('opens the demonstration for who has nothing else', async () => {
    const terminal = await picker({}, '❯ Demo  a small observatory');
    await terminal.waitFor('Type the command that starts a server');
    await terminal.waitFor(/ ⏎ open .*esc quit/);
    await terminal.key('enter');
    await terminal.waitFor('· ready');
    await terminal.waitFor('kestrel-hill');
    await terminal.key('q');
    expect((await terminal.exited).code).toBe(0);
  });

  test.each(['esc', 'ctrl+c'])('is left by %s, with the terminal as it was', async (key) => {
    const terminal = await picker({ args: ['--mouse'] }, '❯ Demo');
    await terminal.key(key);
    expect((await terminal.exited).code).toBe(0);
    expect(terminal.modes()).toMatchObject(isLeft);
    await terminal.waitGone();
  });

  test('what is typed narrows the rows, and esc clears it first', async () => {
    const { env } = home({ '.cursor/mcp.json': servers({ sky: ours, sea: { ...ours, args: ['sea.mjs'] } }) });
    const terminal = await picker({ env }, '❯ Cursor');
    await terminal.type('qgsea');
    await terminal.waitFor('❯ Connect to  qgsea');
    await terminal.key('home', 'delete', 'delete');
    await terminal.waitFor(/❯ Cursor +sea /);
    expect(terminal.text()).not.toMatch(/│ +sky /);
    await terminal.waitFor(/esc clear$/m);
    await terminal.key('esc');
    await terminal.waitFor(/❯ Cursor +sky /);
    await terminal.waitFor(/esc quit$/m);
    await terminal.key('esc');
    expect((await terminal.exited).code).toBe(0);
  });

  test('a command that is typed is connected to, and is there the next time', async () => {
    const { folder, env } = home();
    const terminal = await picker({ env, cwd: folder }, '❯ Demo');
    await terminal.type('nod server.mjs');
    await terminal.waitFor('❯ Connect to  nod server.mjs');
    await terminal.key('enter');
    await terminal.waitFor(/^ no such command: nod/m);
    await terminal.key('ctrl+u');
    await terminal.waitFor('❯ Demo');
    terminal.paste(`mcp-loupe ${process.execPath} '${SERVER}'`);
    await terminal.waitFor('❯ Connect to  mcp-loupe');
    await terminal.key('enter');
    await terminal.waitFor('· ready');
    await terminal.key('q');
    expect((await terminal.exited).code).toBe(0);

    const again = await picker({ env, cwd: folder }, /❯ Recent +node verbs\.mjs .*(?:ago|just now)/);
    await again.waitFor(/Recent .* · \d+ tools? {2}✓/);
    await again.waitFor(/Recordings +.* messages · (today|yesterday)/);
    await again.key('enter');
    await again.waitFor('· ready');
  });

  test('the command that was chosen can be edited when it fails', async () => {
    const { folder, env } = home(
      Object.fromEntries([recording('2020-01-02T03:04:05.000Z', command('node', 'gone.js'))]),
    );
    const terminal = await picker({ env, cwd: folder, args: ['--no-record'] }, /❯ Recent +node gone\.js/);
    // An option that was given does not go with every row.
    await terminal.key('down');
    await terminal.waitFor(/❯ Recordings/);
    await terminal.key('enter');
    await terminal.waitFor('--no-record cannot be used with open');
    await terminal.type('node nothing.js');
    await terminal.waitFor('❯ Connect to  node nothing.js');
    await terminal.key('enter');
    await terminal.waitFor('· failed');
    await terminal.key('e');
    await terminal.waitFor(/^ mcp-loupe --no-record node nothing\.js/m);
    await terminal.key('esc');
    await terminal.key('q');
    await terminal.exited;
  });

  test('an address that is typed is connected to, with or without its scheme', async () => {
    const server = await startEverything('streamableHttp');
    const { port } = new URL(server.base);
    const { env } = home();
    const terminal = await picker({ env }, '❯ Demo');
    await terminal.type(`localhost:${port}/mcp`);
    await terminal.waitFor(/❯ Connect to {2}localhost/);
    await terminal.key('enter');
    await terminal.waitFor(/everything.* http .* ready/);
    await terminal.key('q');
    await terminal.exited;

    const again = await picker({ env }, /❯ Recent +http:\/\/localhost/);
    await again.key('enter');
    await again.waitFor(/everything.* http .* ready/);
    await again.key('q');
    await again.exited;
    await server.close();
  });

  test('a server of a client is started as that client does', async () => {
    const { env } = home({ '.claude.json': servers({ first: { ...ours, args: ['x.mjs'] }, second: ours }) });
    const terminal = await picker({ env }, /❯ Claude Code +first/);
    await terminal.waitFor('.claude.json');
    await terminal.key('down');
    await terminal.waitFor(/❯ +second/);
    await terminal.key('enter');
    await terminal.waitFor('· ready');
    await terminal.waitFor(/environment +3 variables/);
  });

  test('a config that is broken is a row that says why', async () => {
    const { env } = home({
      '.claude.json': '{"mcpServers": {\n',
      '.cursor/mcp.json': servers({ odd: { env: {} }, fine: ours }),
    });
    const terminal = await picker({ env }, /❯ +fine/);
    await terminal.waitFor(/Claude Code +\.claude\.json +cannot be read: 2:1/);
    await terminal.waitFor(/Cursor +odd +cannot be read: servers|mcpServers\.odd/);
    await terminal.key('up', 'up');
    await terminal.waitFor(/❯ Claude Code +\.claude\.json/);
    await terminal.waitFor(/^ \S+\.claude\.json:2:1/m);
    // It cannot be chosen.
    expect(terminal.screen().at(-1)).not.toContain('open');
    await terminal.key('enter', 'down');
    await terminal.waitFor(/❯ Cursor +odd/);
  });

  test('a folder of recordings that cannot be read is a row as well', async () => {
    const { env } = home({ 'state/mcp-loupe/recordings': '', '.cursor/mcp.json': servers({ fine: ours }) });
    const terminal = await picker({ env }, /❯ Cursor +fine/);
    await terminal.waitFor(/Recordings +recordings +cannot be read: /);
  });

  test('a click selects, a second one opens, and the wheel moves', async () => {
    const { env } = home({
      '.cursor/mcp.json': servers({ ...{ a: ours, b: ours, c: ours, d: ours, end: ours } }),
    });
    const terminal = await picker({ env, args: ['--mouse'] }, /❯ Cursor +a /);
    const press = (button: number, row: number) => terminal.raw(`\x1b[<${button};20;${row + 1}M`);
    press(65, 4);
    await terminal.waitFor(/❯ +d /);
    const rowOf = (name: RegExp) => terminal.screen().findIndex((line) => name.test(line));
    press(0, rowOf(/^│ +b /));
    await terminal.waitFor(/❯ +b /);
    // A click on a hint is its key: what is typed is cleared, and the row is opened.
    await terminal.type('end');
    await terminal.waitFor(/❯ Cursor +end/);
    const hint = terminal.screen().at(-1)?.indexOf('clear') ?? 0;
    terminal.raw(`\x1b[<0;${hint + 1};${terminal.screen().length}M`);
    await terminal.waitFor(/❯ Cursor +a /);
    press(0, rowOf(/^│ +b /));
    await terminal.waitFor(/❯ +b /);
    press(0, rowOf(/❯ +b /));
    await terminal.waitFor('· ready');
  });
});

test('open alone is the same at the recordings; very many are read as far as they are seen', async () => {
  const many = Array.from({ length: 1000 }, (_, at) =>
    recording(new Date(Date.UTC(2020, 0, 1, at)).toISOString(), command('node', 'kestrel.js')),
  );
  const { env } = home(Object.fromEntries(many));
  const alone = await picker({ env }, /❯ Recent +node kestrel\.js/);
  await alone.waitFor(/│ +992 more/);
  await alone.waitFor(/Recordings +kestrel-hill +\d+ messages · 2020-02-11/);
  await alone.type('demo');
  await alone.waitFor(/❯ Demo/);
  await alone.key('esc');
  await alone.waitFor(/❯ Recent/);
  await alone.key('esc');
  expect((await alone.exited).code).toBe(0);

  const terminal = await picker({ args: ['open'], env }, /❯ Recordings +kestrel-hill +\d+ messages/);
  await terminal.waitFor('1002');
  await terminal.key('enter');
  await terminal.waitFor('╭─ Server');
  await terminal.key('q');
  expect((await terminal.exited).code).toBe(0);
});

test.each([
  [160, 45],
  [120, 32],
  [80, 24],
  [60, 15],
])('looks like this in %i × %i', async (cols, rows) => {
  const { env } = home({
    '.claude.json': servers({
      filesystem: {
        command: 'npx',
        args: ['-y', '@modelcontextprotocol/server-filesystem', '/home/anna/notes'],
      },
      memory: { command: 'npx', args: ['-y', '@modelcontextprotocol/server-memory'] },
    }),
    '.cursor/mcp.json': servers({
      crm: { url: 'https://crm.example.com/mcp' },
      'the-inventory-of-the-northern-warehouse': {
        command: 'uv',
        args: ['run', 'inventory.py'],
        disabled: true,
      },
    }),
    '.codeium/windsurf/mcp_config.json': '{"mcpServers": {\n',
    ...Object.fromEntries([
      recording('2020-01-04T12:40:00.000Z', command('node', 'server-everything.js')),
      recording('2020-01-03T09:05:00.000Z', {
        transport: 'http',
        url: 'https://crm.example.com/mcp',
        headers: [],
      }),
      recording(
        '2020-01-02T03:04:05.000Z',
        command('node', 'kestrel-hill.js'),
        SESSION.split('\n', 3).join('\n'),
      ),
    ]),
  });
  const terminal = await picker({ env, cols, rows }, '❯ Recent');
  await terminal.waitWithout('kestrel-hill  2020');
  await terminal.settle(300);
  await expect(`${terminal.text()}\n`).toMatchFileSnapshot(`snapshots/start-${cols}.txt`);
});
