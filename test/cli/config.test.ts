// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the variables in a config look like that.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { type CliOptions, runCli, scratch } from '../support/cli.ts';

const SERVER = fileURLToPath(new URL('../support/servers/verbs.mjs', import.meta.url));
const good = { command: process.execPath, args: [SERVER] };

/** A folder with these files. */
function folderWith(files: Readonly<Record<string, unknown>>): string {
  const folder = scratch();
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  }
  return folder;
}

/** Runs with a config of these servers as `c.json`. */
function loupe(servers: unknown, words: readonly string[], options: CliOptions = {}) {
  const cwd = folderWith({ 'c.json': { mcpServers: servers } });
  return runCli([...words, '--config', 'c.json'], { cwd, ...options });
}

describe('--config', () => {
  it('is the target of a verb', async () => {
    const { code, stdout, stderr } = await loupe({ one: good }, ['list', 'tools']);
    expect(stderr).not.toContain('mcp-loupe:');
    expect(code).toBe(0);
    expect(stdout).toContain('echo');
  });
  it('is the target of the report', async () => {
    const { code, stdout } = await loupe({ one: good, two: good }, ['--server', 'two']);
    // One of its lists is not served.
    expect(code).toBe(1);
    expect(stdout).toMatch(/^verbs 1\.2\.3\n/);
    expect(stdout).toMatch(/environment +\d variables/);
  });
  it('hides the variables that went into a command line', async () => {
    const one = { ...good, args: [SERVER, '${API_TOKEN}'] };
    const { stdout } = await loupe({ one }, [], { env: { API_TOKEN: 'hush-hush-hush' } });
    expect(stdout).toContain(`${SERVER} [redacted]`);
    expect(stdout).not.toContain('hush');
  });
  it.each([
    ['UTF-8 with a byte order mark', Buffer.from('\uFEFF{"servers": {"one": {}}}')],
    ['UTF-16, little end first', Buffer.from('\uFEFF{"servers": {"one": {}}}', 'utf16le')],
    ['UTF-16, big end first', Buffer.from('\uFEFF{"servers": {"one": {}}}', 'utf16le').swap16()],
  ])('reads %s', async (_, bytes) => {
    const cwd = folderWith({});
    writeFileSync(join(cwd, 'c.json'), bytes);
    const { stderr } = await runCli(['ping', '--config', 'c.json'], { cwd });
    expect(stderr).toContain('c.json:1: servers.one: needs a "command" or a "url"');
  });
  it('knows a name however its letters are composed', async () => {
    expect((await loupe({ 'caf\u00e9': good, b: good }, ['ping', '--server', 'cafe\u0301'])).code).toBe(0);
  });
  it('takes the only server that is not disabled', async () => {
    expect((await loupe({ off: { ...good, disabled: true }, on: good }, ['ping'])).code).toBe(0);
  });
  it('takes a disabled one that is named, and says so', async () => {
    const { code, stderr } = await loupe({ off: { ...good, disabled: true } }, ['ping', '--server', 'off']);
    expect(stderr).toContain('c.json:1: mcpServers.off: disabled in the file');
    expect(code).toBe(0);
  });
  it('says which members it does not use', async () => {
    const { stderr } = await loupe({ one: { ...good, autoApprove: [], timeout: 60 } }, ['ping']);
    expect(stderr).toContain('c.json:1: mcpServers.one: not used here: autoApprove, timeout');
  });
  it('hides the secrets of a server that cannot be reached', async () => {
    const { code, stderr } = await loupe({ one: { url: 'http://127.0.0.1:9/?token=hush-hush-hush' } }, [
      'ping',
    ]);
    expect(code).toBe(3);
    expect(stderr).toContain("could not connect to 'http://127.0.0.1:9/?token=");
    expect(stderr).not.toContain('hush');
  });

  it.each<[string, unknown, string[], string]>([
    [
      'several servers',
      { a: good, 'b c': good, off: { disabled: true } },
      [],
      "c.json has several servers; choose with --server NAME, or all with --server '*'; available: a, 'b c', off (disabled)",
    ],
    [
      'a name that is not there',
      { alpha: good },
      ['--server', 'alhpa'],
      'c.json has no server named alhpa; did you mean alpha?',
    ],
    [
      'a name unlike any',
      { alpha: good },
      ['--server', 'x'],
      'c.json has no server named x; available: alpha',
    ],
    [
      'a name in a list of servers',
      [{ name: 'alpha', ...good }],
      ['--server', 'alpha'],
      'c.json has no server named alpha; it has no servers\nc.json:1: mcpServers: must be an object of servers',
    ],
    ['no servers', {}, [], 'c.json has no servers under mcpServers, servers or context_servers'],
    [
      'a wrong entry',
      { bad: { command: 7 } },
      [],
      'c.json:1: mcpServers.bad.command: must be a non-empty string',
    ],
    [
      'a variable without a value',
      { one: { ...good, env: { A: '${NOPE}' } } },
      [],
      'c.json:1: mcpServers.one.env.A: the environment has no NOPE; set it, or write a default: ${NOPE:-…}',
    ],
    [
      'a question without a terminal',
      { one: { ...good, env: { A: '${input:key}' } } },
      [],
      'c.json:1: mcpServers.one: ${input:key} needs an answer, but there is no terminal to ask',
    ],
  ])('is wrong usage for %s', async (_, servers, words, message) => {
    const { code, stdout, stderr } = await loupe(servers, ['ping', ...words]);
    expect(stderr).toBe(`mcp-loupe: ${message}\n`);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  });
  it.each([
    [['--server', 'x'], '--server needs --config FILE; mcp-loupe servers lists the config files of clients'],
    [['--config', 'none.json'], 'no such file: none.json'],
    [
      ['--config', 'c.json', '--', 'node', 's.js'],
      'both --config and node name a server; leave one of them out',
    ],
  ])('%j is wrong usage', async (words, message) => {
    const { code, stderr } = await runCli(['ping', ...words], { cwd: folderWith({}) });
    expect(stderr).toBe(`mcp-loupe: ${message}\n`);
    expect(code).toBe(2);
  });
});

describe('servers', () => {
  const home = () =>
    folderWith({
      '.cursor/mcp.json': { mcpServers: { here: good, off: { ...good, disabled: true }, bad: {} } },
      '.gemini/settings.json': { theme: 'Dracula' },
      '.claude.json': '{ "mcpServers": ',
      'config/zed/settings.json': {
        context_servers: { far: { url: 'https://x/mcp', headers: { Authorization: 'Bearer hush-hush' } } },
      },
    });
  const run = (folder: string, words: string[]) =>
    runCli(['servers', ...words], {
      cwd: scratch(),
      env: { HOME: folder, XDG_CONFIG_HOME: join(folder, 'config') },
    });

  it('lists what was found and where, one file that cannot be read beside the others', async () => {
    const folder = home();
    const { code, stdout, stderr } = await run(folder, []);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.split('\n')).toEqual([
      `Claude Code     ${folder}/.claude.json`,
      `  ✗ ${folder}/.claude.json:1:17: value expected`,
      `Cursor          ${folder}/.cursor/mcp.json`,
      `  here  ${process.execPath} ${SERVER}`,
      `  off   ${process.execPath} ${SERVER}  (disabled)`,
      `  bad   ✗ ${folder}/.cursor/mcp.json:1: mcpServers.bad: needs a "command" or a "url"`,
      `Zed             ${folder}/config/zed/settings.json`,
      '  far  https://x/mcp',
      '',
    ]);
  });
  it('prints one document, without the values of variables and headers', async () => {
    const { stdout } = await run(home(), ['--json']);
    expect(stdout).not.toContain('hush');
    expect(JSON.parse(stdout)).toMatchObject({
      files: [
        { client: 'Claude Code', problem: expect.stringContaining('.claude.json:1:17: value expected') },
        {
          client: 'Cursor',
          servers: [
            {
              name: 'here',
              disabled: false,
              transport: 'stdio',
              command: process.execPath,
              args: [SERVER],
              env: [],
            },
            { name: 'off', disabled: true },
            { name: 'bad', problems: [expect.stringContaining('mcpServers.bad')] },
          ],
        },
        {
          client: 'Zed',
          servers: [{ name: 'far', transport: 'http', url: 'https://x/mcp', headers: ['Authorization'] }],
        },
      ],
    });
  });
  it('says where it has looked when there is nothing', async () => {
    const { code, stdout } = await run(scratch(), []);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^no configured servers found; looked in:\n/);
    expect(stdout).toContain('claude_desktop_config.json');
  });
  it.each([
    ['none.json', 'none.json has no servers or does not exist'],
    ['wrong.json', /wrong\.json:1:2: .*expected/],
  ])('--config %s is wrong usage', async (config, message) => {
    const { code, stderr } = await runCli(['servers', '--config', config], {
      cwd: folderWith({ 'wrong.json': '{' }),
    });
    expect(stderr).toMatch(message);
    expect(code).toBe(2);
  });
});
