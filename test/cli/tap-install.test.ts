import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCli, scratch } from '../support/cli.ts';
import { openTerminal } from '../support/terminal.ts';

const CRM = { command: 'npx', args: ['-y', '@acme/crm'], env: { CRM_TOKEN: 'hush-hush-hush-1' } };
const text = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`;

/** A home with these files, and how the program is run in it. */
function homeWith(files: Readonly<Record<string, unknown>>) {
  const home = scratch();
  const at = (name: string) => join(home, name);
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(at(name)), { recursive: true });
    writeFileSync(at(name), typeof content === 'string' ? content : text(content));
  }
  const env = { HOME: home, XDG_STATE_HOME: at('state'), XDG_CONFIG_HOME: at('.config') };
  const run = (...words: string[]) => runCli(words, { cwd: home, env });
  const read = (name: string) => readFileSync(at(name), 'utf8');
  return { home, at, env, run, read };
}

const CURSOR = '.cursor/mcp.json';
const BIN = 'state/mcp-loupe/bin';
const INSTALLED = 'state/mcp-loupe/taps/installed.json';

describe('tap --install', () => {
  it('shows the change with secrets masked, and changes nothing until told to', async () => {
    const before = text({
      mcpServers: {
        crm: CRM,
        far: { url: 'https://x/mcp', headers: { Authorization: 'Bearer hush-hush-hush-2' } },
      },
    });
    const { run, read, at } = homeWith({ [CURSOR]: before });
    const { code, stdout, stderr } = await run('tap', '--install', 'cursor');
    expect(code).toBe(2);
    expect(stderr).toBe(
      'mcp-loupe: nothing was changed, as nobody can be asked here; to change it, add --yes\n',
    );
    expect(stdout).toContain('-       "command": "npx"');
    expect(stdout).toMatch(/^\+ +"command": "\/.*node",$/m);
    expect(stdout).not.toContain('hush');
    expect(await run('tap', '--install', 'cursor', '--dry-run')).toMatchObject({ code: 0, stderr: '' });
    expect(read(CURSOR)).toBe(before);
    expect(existsSync(at(BIN))).toBe(false);
  });

  it('shows no secret of a command line, and none of an entry that cannot be read', async () => {
    const servers = {
      a: { command: 'crm', args: ['plain', '--api-key', 'hunter2', '--token=hunter3', 'API_KEY=hunter4'] },
      b: { command: 7, args: ['--password', 'hunter5'], env: { PASSWORD: 'hunter6', OTHER: {} } },
      c: { url: 'https://x/mcp?api_key=hunter7', headers: { 'X-Api-Key': 'hunter8' } },
      d: { url: 7, headers: { Authorization: 'Bearer hunter9' }, env: [] },
    };
    const line = (name: string, server: unknown) => `"${name}": ${JSON.stringify(server)}`;
    const lines = Object.entries(servers).map(([name, server]) => line(name, server));
    const { run } = homeWith({ [CURSOR]: `{"mcpServers": {\n${lines.join(',\n')}\n}}\n` });
    const { code, stdout } = await run('tap', '--install', 'cursor', '--dry-run');
    expect(code).toBe(0);
    for (const shown of ['plain', '--api-key', '"X-Api-Key"', 'MCP_LOUPE_URL', 'nothing was changed'])
      expect(stdout).toContain(shown);
    expect(stdout).not.toContain('hunter');
    await run('tap', '--install', 'cursor', '--yes');
    const back = await run('tap', '--uninstall', 'cursor', '--dry-run');
    expect(back.stdout).toContain('--api-key');
    expect(back.stdout).not.toContain('hunter');
  });

  it('keeps the config as it was for nobody else to read', async () => {
    const { run, at, read } = homeWith({ [CURSOR]: { mcpServers: { crm: CRM } }, other: 'not ours' });
    const backup = `${CURSOR}.mcp-loupe-backup`;
    chmodSync(at(CURSOR), 0o644);
    const before = read(CURSOR);
    writeFileSync(at(backup), 'older', { mode: 0o644 });
    await run('tap', '--install', 'cursor', '--yes');
    expect(read(backup)).toBe(before);
    expect(statSync(at(backup)).mode & 0o777).toBe(0o600);
    expect(statSync(at(CURSOR)).mode & 0o777).toBe(0o644);
    await run('tap', '--uninstall', 'cursor');
    symlinkSync(at('other'), at(backup));
    await run('tap', '--install', 'cursor', '--yes');
    expect(read('other')).toBe('not ours');
    expect(read(backup)).toBe(before);
  });

  it('takes absolute paths of Node and of a copy that runs by itself, and keeps what was there', async () => {
    const { run, read, at } = homeWith({ [CURSOR]: { mcpServers: { crm: CRM } } });
    const before = read(CURSOR);
    chmodSync(at(CURSOR), 0o600);
    const { code, stdout } = await run('tap', '--install', 'cursor', '--yes');
    expect(code).toBe(0);
    expect(stdout).toContain('tapped 1 server of Cursor: restart it, then watch with mcp-loupe tap\n');
    const { command, args, env } = JSON.parse(read(CURSOR)).mcpServers.crm;
    expect(readFileSync(command).length).toBeGreaterThan(0);
    const [program, ...words] = args;
    expect(dirname(dirname(program))).toBe(at(BIN));
    expect(words).toEqual(['tap', '--client', 'cursor', '--server', 'crm', '--', 'npx', '-y', '@acme/crm']);
    expect(env).toEqual(CRM.env);
    expect((await runCli([], { cwd: at('.') })).code).toBe(2);
    for (const file of [CURSOR, `${CURSOR}.mcp-loupe-backup`, INSTALLED])
      expect(statSync(at(file)).mode & 0o777).toBe(0o600);
    expect(read(`${CURSOR}.mcp-loupe-backup`)).toBe(before);
    expect(readdirSync(dirname(program))).not.toContain('meta.json');
  });

  it('asks on a terminal', async () => {
    const before = text({ mcpServers: { crm: CRM } });
    const { env, read } = homeWith({ [CURSOR]: before });
    const args = ['tap', '--install', 'cursor'];
    for (const [answer, code] of [
      ['n', 0],
      ['', 0],
      ['y', 0],
    ] as const) {
      const terminal = openTerminal({ args, env });
      await terminal.waitFor('change this file? [y/N]');
      expect(read(CURSOR)).toBe(before);
      await terminal.type(answer);
      await terminal.key('enter');
      expect((await terminal.exited).code).toBe(code);
      expect(read(CURSOR) === before).toBe(answer !== 'y');
    }
  });

  it('refuses a file that was changed while the question was open', async () => {
    const { env, read, at } = homeWith({ [CURSOR]: { mcpServers: { crm: CRM } } });
    const terminal = openTerminal({ args: ['tap', '--install', 'cursor'], env });
    await terminal.waitFor('change this file? [y/N]');
    writeFileSync(at(CURSOR), '{}');
    await terminal.type('y');
    await terminal.key('enter');
    expect((await terminal.exited).code).toBe(1);
    expect(terminal.written()).toContain('was changed since it was read');
    expect(read(CURSOR)).toBe('{}');
    for (const file of [INSTALLED, `${CURSOR}.mcp-loupe-backup`]) expect(existsSync(at(file))).toBe(false);
  });

  it('refuses what is read-only, and follows links', async () => {
    const { run, read, at } = homeWith({
      [CURSOR]: { mcpServers: { crm: CRM } },
      'dotfiles/mcp.json': { mcpServers: { crm: CRM } },
    });
    chmodSync(at(CURSOR), 0o444);
    const { code, stderr } = await run('tap', '--install', 'cursor', '--yes');
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: `mcp-loupe: ${at(CURSOR)} is read-only: make it writable first\n`,
    });
    expect(existsSync(at(`${CURSOR}.mcp-loupe-backup`))).toBe(false);
    chmodSync(at('dotfiles/mcp.json'), 0o640);
    mkdirSync(at('.codeium/windsurf'), { recursive: true });
    symlinkSync(at('dotfiles/mcp.json'), at('.codeium/windsurf/mcp_config.json'));
    const before = read('dotfiles/mcp.json');
    expect(await run('tap', '--install', 'windsurf', '--yes')).toMatchObject({ code: 0 });
    expect(lstatSync(at('.codeium/windsurf/mcp_config.json')).isSymbolicLink()).toBe(true);
    expect(read('dotfiles/mcp.json')).toContain('"tap"');
    expect(await run('tap', '--uninstall', 'windsurf')).toMatchObject({ code: 0 });
    expect(read('dotfiles/mcp.json')).toBe(before);
    expect(statSync(at('dotfiles/mcp.json')).mode & 0o777).toBe(0o640);
  });

  it('takes the servers that are named, and says where a name is twice', async () => {
    const { run, read } = homeWith({
      '.claude.json': {
        mcpServers: { crm: CRM, files: CRM },
        projects: { '/a': { mcpServers: { crm: CRM } } },
      },
    });
    const wrong = await run('tap', '--install', 'claude-code', '--server', 'cmr', '--yes');
    expect(wrong).toMatchObject({
      code: 2,
      stderr: 'mcp-loupe: Claude Code has no server named cmr; did you mean crm?\n',
    });
    const none = await run('tap', '--install', 'claude', '--server', 'crm', '--yes');
    expect(none.stderr).toMatch(/^mcp-loupe: no config of Claude Desktop found; looked in:\n +\//);
    expect(none.code).toBe(2);
    const both = await run('tap', '--install', 'claude-code', '--server', 'crm', '--yes');
    expect(both.stdout).toContain('crm is in several places of it, and is tapped in all\n');
    const { mcpServers, projects } = JSON.parse(read('.claude.json'));
    expect(
      [mcpServers.crm, mcpServers.files, projects['/a'].mcpServers.crm].map(({ args }) =>
        args.includes('tap'),
      ),
    ).toEqual([true, false, true]);
  });

  it.each([
    [['--install', 'emacs'], /the config of "emacs" is not known; there are project, claude-desktop, /],
    [['--install', 'cursr'], 'did you mean cursor?'],
    [['--install', 'cursor', '--uninstall', 'cursor'], 'exclude each other'],
  ])('%j is wrong usage', async (words, says) => {
    const { code, stderr } = await homeWith({}).run('tap', ...words);
    expect(stderr).toMatch(says);
    expect(code).toBe(2);
  });

  it('leaves alone what cannot be tapped, with the reason', async () => {
    const { run } = homeWith({
      [CURSOR]: {
        mcpServers: { off: { ...CRM, disabled: true }, bad: { command: 7 }, socket: { url: 'unix:///x' } },
      },
    });
    const { code, stdout } = await run('tap', '--install', 'cursor', '--yes');
    expect(code).toBe(0);
    expect(stdout.split('\n').slice(1)).toEqual([
      'left alone: off is disabled',
      'left alone: bad is not a server that can be started: command must be a non-empty string',
      'left alone: socket has an address of a kind that is not tapped',
      'nothing to tap in Cursor',
      '',
    ]);
  });

  it('says which file cannot be read, and taps the others', async () => {
    const { run, read, at } = homeWith({ [CURSOR]: '{', 'other.json': { mcpServers: { crm: CRM } } });
    const { code, stderr } = await run('tap', '--install', 'cursor', '--yes');
    expect(code).toBe(1);
    expect(stderr).toBe(`mcp-loupe: ${at(CURSOR)}:1:2: close brace expected\n`);
    expect(await run('tap', '--install', 'cursor', '--config', 'other.json', '--yes')).toMatchObject({
      code: 0,
    });
    expect(read('other.json')).toContain('"tap"');
    expect(await run('tap', '--uninstall', 'cursor')).toMatchObject({ code: 1 });
    expect(read('other.json')).not.toContain('"tap"');
  });
});

describe('what is installed', () => {
  it('is shown by servers, with the command that is tapped', async () => {
    const { run, at } = homeWith({ [CURSOR]: { mcpServers: { crm: CRM, other: CRM } } });
    await run('tap', '--install', 'cursor', '--server', 'crm', '--yes');
    expect((await run('servers')).stdout.split('\n')).toEqual([
      `Cursor          ${at(CURSOR)}`,
      '  crm    npx -y @acme/crm  (tapped)',
      '  other  npx -y @acme/crm',
      'tapped: to undo, mcp-loupe tap --uninstall cursor',
      '',
    ]);
    const { files } = JSON.parse((await run('servers', '--json')).stdout);
    expect(files[0].servers).toMatchObject([
      { name: 'crm', tapped: true },
      { name: 'other', tapped: false },
    ]);
  });

  it('is kept of many who install at once', async () => {
    const files = {
      [CURSOR]: 'cursor',
      '.gemini/settings.json': 'gemini-cli',
      '.claude.json': 'claude-code',
      '.codeium/windsurf/mcp_config.json': 'windsurf',
    };
    const { run, read } = homeWith(
      Object.fromEntries(Object.keys(files).map((name) => [name, { mcpServers: { crm: CRM } }])),
    );
    const clients = Object.values(files);
    const installed = await Promise.all(clients.map((client) => run('tap', '--install', client, '--yes')));
    expect(installed.map(({ code, stderr }) => ({ code, stderr }))).toEqual(
      clients.map(() => ({ code: 0, stderr: '' })),
    );
    expect(
      JSON.parse(read(INSTALLED))
        .entries.map(({ client }: { client: string }) => client)
        .sort(),
    ).toEqual([...clients].sort());
    await Promise.all(clients.map((client) => run('tap', '--uninstall', client)));
    for (const name of Object.keys(files)) expect(read(name)).toBe(text({ mcpServers: { crm: CRM } }));
  });

  it('is not lost when several install into one file at once', async () => {
    const before = text({ mcpServers: { crm: CRM, far: { url: 'https://x/mcp' } } });
    const { run, read, at } = homeWith({ [CURSOR]: before });
    await Promise.all([1, 2, 3, 4].map(() => run('tap', '--install', 'cursor', '--yes')));
    expect(read(CURSOR).split('"tap"').length).toBe(3);
    expect(read(`${CURSOR}.mcp-loupe-backup`)).toBe(before);
    expect((await run('tap', '--uninstall', 'cursor')).stdout).toContain('restored: crm, far\n');
    expect(read(CURSOR)).toBe(before);
    expect(existsSync(at(INSTALLED))).toBe(false);
  });

  it('is one copy of the program, swept when no entry runs it', async () => {
    const { run, at, read } = homeWith({
      [CURSOR]: { mcpServers: { crm: CRM } },
      '.zed/settings.json': { context_servers: { a: CRM } },
    });
    for (const name of ['0.0.1', '0.0.2', '0.0.3']) mkdirSync(at(`${BIN}/${name}`), { recursive: true });
    for (const name of ['0.0.1', '0.0.2']) utimesSync(at(`${BIN}/${name}`), 0, 0);
    // The third was used not long ago: a config that nobody knows of may name it.
    const others = ['0.0.2', '0.0.3'];
    const old = { command: '/usr/bin/node', args: [at(`${BIN}/0.0.2/mcp-loupe.js`), 'tap', '--', 'x'] };
    writeFileSync(at('.zed/settings.json'), text({ context_servers: { a: CRM, old } }));
    await run('tap', '--install', 'cursor', '--yes');
    const [version = '', ...more] = readdirSync(at(BIN)).filter((name) => !others.includes(name));
    expect(more).toEqual([]);
    const main = statSync(at(`${BIN}/${version}/main.js`));
    await run('tap', '--install', 'zed', '--yes');
    expect(statSync(at(`${BIN}/${version}/main.js`)).ino).toBe(main.ino);
    utimesSync(at(`${BIN}/${version}`), 0, 0);
    for (const client of ['cursor', 'zed']) {
      await run('tap', '--uninstall', client);
      expect(readdirSync(at(BIN)).sort()).toEqual([...others, version]);
    }
    expect(JSON.parse(read('.zed/settings.json')).context_servers.old).toEqual(old);
  });

  it('waits for no lock whose process is gone, or died before it wrote into it', async () => {
    const { run, at } = homeWith({ [CURSOR]: { mcpServers: { crm: CRM } } });
    const lock = at(`${INSTALLED}.writing`);
    mkdirSync(dirname(lock), { recursive: true });
    for (const content of ['', '4194999']) {
      writeFileSync(lock, content);
      utimesSync(lock, 0, 0);
      const word = content === '' ? '--install' : '--uninstall';
      expect(await run('tap', word, 'cursor', '--yes')).toMatchObject({ code: 0, stderr: '' });
      expect(readdirSync(dirname(lock)).filter((name) => name.includes('writing'))).toEqual([]);
    }
  });

  it('is not lost with a record that cannot be read', async () => {
    const { run, read, at } = homeWith({ [CURSOR]: { mcpServers: { crm: CRM } } });
    await run('tap', '--install', 'cursor', '--yes');
    writeFileSync(at(INSTALLED), '{"version": 1, "entries": [7]}');
    const wrong = await run('tap', '--uninstall', 'cursor');
    expect(wrong.stderr).toContain('installed.json is not what this program writes; rename it');
    expect(wrong.code).toBe(2);
    writeFileSync(at(INSTALLED), '{"version": 2}');
    expect((await run('tap', '--uninstall', 'cursor')).stderr).toContain('is of version 2');
    writeFileSync(at(INSTALLED), '{"version": 1, "entries": []}');
    expect((await run('tap', '--uninstall', 'cursor')).stdout).toContain(
      'crm: was restored from what it says itself',
    );
    expect(JSON.parse(read(CURSOR))).toEqual({ mcpServers: { crm: CRM } });
  });

  it('of a remote server cannot be restored once it is lost, which is said', async () => {
    const { run, at } = homeWith({ [CURSOR]: { mcpServers: { far: { url: 'https://example.com/mcp' } } } });
    await run('tap', '--install', 'cursor', '--yes');
    writeFileSync(at(INSTALLED), '{"version": 1, "entries": []}');
    const { code, stdout } = await run('tap', '--uninstall', 'cursor');
    expect(code).toBe(1);
    expect(stdout.split('\n').slice(1)).toEqual([
      'far: is still tapped, as nothing is kept of what it was: its URL and its headers stand in it',
      `the file as it was: ${at(CURSOR)}.mcp-loupe-backup`,
      '',
    ]);
  });
});

describe('tap --uninstall', () => {
  it('takes the entries that are named, and keeps the backup until the last is restored', async () => {
    const before = text({ mcpServers: { a: CRM, b: CRM } });
    const { run, read, at } = homeWith({ [CURSOR]: before });
    await run('tap', '--install', 'cursor', '--yes');
    expect((await run('tap', '--uninstall', 'cursor', '--server', 'a')).stdout).toContain('restored: a\n');
    expect(existsSync(at(`${CURSOR}.mcp-loupe-backup`))).toBe(true);
    await run('tap', '--install', 'cursor', '--yes');
    expect(read(`${CURSOR}.mcp-loupe-backup`)).toBe(before);
    expect((await run('tap', '--uninstall', 'cursor')).stdout).toContain('restored: a, b\n');
    expect(read(CURSOR)).toBe(before);
    expect(existsSync(at(`${CURSOR}.mcp-loupe-backup`))).toBe(false);
    expect((await run('tap', '--uninstall', 'cursor')).stdout).toBe('nothing of Cursor is tapped\n');
  });

  it('keeps the backup of a file that was changed in other ways, until it is tapped again', async () => {
    const { run, read, at } = homeWith({ [CURSOR]: { mcpServers: { a: CRM } } });
    await run('tap', '--install', 'cursor', '--yes');
    writeFileSync(at(CURSOR), read(CURSOR).replace('"hush-hush-hush-1"', '"other"'));
    const { stdout } = await run('tap', '--uninstall', 'cursor');
    expect(stdout).toContain(
      `kept ${at(CURSOR)}.mcp-loupe-backup: ${at(CURSOR)} was changed in other ways as well; delete it when you no longer need it`,
    );
    const now = read(CURSOR);
    expect(JSON.parse(now).mcpServers.a).toEqual({ ...CRM, env: { CRM_TOKEN: 'other' } });
    await run('tap', '--install', 'cursor', '--yes');
    expect(read(`${CURSOR}.mcp-loupe-backup`)).toBe(now);
  });

  it('finds the files of projects from elsewhere, and an entry that was moved to another file', async () => {
    const { run, read, at, env } = homeWith({
      'work/.cursor/mcp.json': { mcpServers: { a: CRM, b: CRM } },
      [CURSOR]: { mcpServers: {} },
    });
    await runCli(['tap', '--install', 'cursor', '--yes'], { cwd: at('work'), env });
    const { a, b } = JSON.parse(read('work/.cursor/mcp.json')).mcpServers;
    writeFileSync(at('work/.cursor/mcp.json'), text({ mcpServers: { b } }));
    writeFileSync(at(CURSOR), text({ mcpServers: { a } }));
    const { stdout } = await run('tap', '--uninstall', 'cursor');
    expect(stdout).toContain('a: was moved meanwhile, and was restored where it is now\n');
    expect([read(CURSOR), read('work/.cursor/mcp.json')].map((one) => JSON.parse(one).mcpServers)).toEqual([
      { a: CRM },
      { b: CRM },
    ]);
  });

  it('says what has gone with its file', async () => {
    const { run, at } = homeWith({ 'a.json': { mcpServers: { a: CRM } } });
    await run('tap', '--install', 'cursor', '--config', 'a.json', '--yes');
    writeFileSync(at('a.json'), '{}');
    expect((await run('tap', '--uninstall', 'cursor', '--dry-run')).stdout).toContain(
      `a: is no longer in ${at('a.json')}, nothing to restore\n`,
    );
    expect((await run('tap', '--uninstall', 'cursor')).code).toBe(0);
    expect(existsSync(at(INSTALLED))).toBe(false);
  });
});
