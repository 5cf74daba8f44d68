// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the variables in a config look like that.
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { memberText } from '../../src/json/parts.ts';
import { type CliOptions, runCli, scratch } from '../support/cli.ts';

const SERVER = fileURLToPath(new URL('../support/servers/verbs.mjs', import.meta.url));
const node = process.execPath;

/** Tells its own environment and arguments as its name. */
const TELLTALE = `
  const told = process.argv.slice(1).map((word) => process.env[word] ?? word).join(' ');
  require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
    const { id, method } = JSON.parse(line);
    if (id === undefined) return;
    const result = method === 'initialize'
      ? { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: told, version: '1' } }
      : { tools: [] };
    console.log(JSON.stringify({ jsonrpc: '2.0', id, result }));
  });`;
const telltale = (...words: string[]) => [node, '-e', TELLTALE, ...words];

/** A server over HTTP that keeps what it is shown: authorization and a key. */
async function keyKeeper(): Promise<{ readonly url: string; readonly keys: ReadonlySet<string> }> {
  const keys = new Set<string>();
  const server = createServer(async (request, response) => {
    keys.add(`${request.headers.authorization ?? ''} ${request.headers['x-key'] ?? ''}`);
    let body = '';
    for await (const chunk of request) body += String(chunk);
    if (request.method !== 'POST') return response.writeHead(405).end();
    const { id, method } = JSON.parse(body);
    if (id === undefined) return response.writeHead(202).end();
    const info = { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: { name: 'x', version: '1' } };
    const result = method === 'initialize' ? info : {};
    response.setHeader('content-type', 'application/json');
    return response.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
  });
  server.listen(0);
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`, keys };
}

/** The names that servers tell in a plain report, or what stands there instead. */
const told = (stdout: string): string[] =>
  [...stdout.matchAll(/==> (.*) <==\n(.*)/g)].map(([, name, first]) => `${name}: ${first}`);

describe('several servers on a command line', () => {
  it('reports each under a heading, in the order given', async () => {
    const { code, stdout } = await runCli([...telltale('a', 'A'), '+', ...telltale('b', 'B')]);
    expect(told(stdout)).toEqual(['node: a A 1', 'node 2: b B 1']);
    expect(code).toBe(0);
  });

  it('gives a ++ to the server as a +', async () => {
    const { stdout } = await runCli([...telltale('a', '++'), '+', 'demo']);
    expect(told(stdout)).toEqual(['node: a + 1', expect.stringMatching(/^demo: kestrel-hill \d/)]);
  });

  it('has the demo among them, with its own options behind it', async () => {
    const { code, stdout, stderr } = await runCli([
      'list',
      'tools',
      '--json',
      '--',
      'demo',
      '--http',
      '0',
      '+',
      node,
      SERVER,
      '+',
      'demo',
      '--fault',
      'help',
    ]);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain('bad-output');
    const served = await runCli(['list', 'tools', '--json', '--', 'demo', '--http', '0', '+', node, SERVER]);
    expect(Object.keys(JSON.parse(served.stdout))).toEqual(['demo', 'verbs']);
    expect(served.code).toBe(0);
  });

  it('prints one object by name, with the documents as they are for one', async () => {
    const alone = await runCli(['list', '--json', '--', node, SERVER]);
    const { code, stdout } = await runCli(['list', '--json', '--', node, SERVER, '+', node, SERVER]);
    const [one, two] = ['verbs', 'verbs 2'].map((name) => memberText(stdout, name));
    expect(one).toBe(alone.stdout.trimEnd());
    expect(two).toBe(one);
    expect(one).toContain('12345678901234567890');
    expect(code).toBe(alone.code);
  });

  it('tells on stderr which server it is about', async () => {
    const { stderr } = await runCli(['ping', '--', node, SERVER, '+', node, SERVER]);
    const lines = stderr.trimEnd().split('\n');
    expect(lines.filter((line) => line.startsWith('verbs: server: '))).not.toEqual([]);
    expect(lines.filter((line) => line.startsWith('verbs 2: server: '))).not.toEqual([]);
    expect(lines.filter((line) => !/^verbs(?: 2)?: /.test(line))).toEqual([]);
  });

  it('costs the others nothing when one fails', async () => {
    const { code, stdout, stderr } = await runCli([
      ...[
        'ping',
        '--json',
        '--',
        node,
        '-e',
        'process.exit(7)',
        '+',
        node,
        SERVER,
        '+',
        'no-such-command-here',
      ],
    ]);
    const documents = JSON.parse(stdout);
    expect(documents.verbs).toEqual({ ms: expect.any(Number) });
    expect(documents.node.error.kind).toBe('connection');
    expect(documents['no-such-command-here'].error).toBeDefined();
    expect(stderr).toContain('node: could not connect to');
    expect(code).toBe(3);
  });

  it('says once what is wrong for all of them', async () => {
    const { code, stdout, stderr } = await runCli([
      ...['ping', '--json', '--answers', 'none.json', '--', node, SERVER, '+', node, SERVER],
    ]);
    expect(code).toBe(2);
    expect(stderr.match(/none\.json/g)).toHaveLength(1);
    expect(JSON.parse(stdout).error.kind).toBe('usage');
  });

  it('ends all of them when it is interrupted', async () => {
    const silent = [node, '-e', 'process.stdin.resume(); console.error("pid " + process.pid)'];
    const { code, stderr, stdout } = await runCli(['ping', '--', ...silent, '+', ...silent], {
      when: [/pid[\s\S]*pid \d+\n/, (pid) => process.kill(pid, 'SIGINT')],
    });
    expect([code, stdout]).toEqual([130, '']);
    const pids = [...stderr.matchAll(/pid (\d+)/g)].map(([, pid]) => Number(pid));
    expect(pids).toHaveLength(2);
    for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  });

  it('starts a dozen without a word of its own', async () => {
    const dozen = Array.from({ length: 12 }, () => [node, SERVER]).flatMap((words, at) =>
      at === 0 ? words : ['+', ...words],
    );
    const { code, stdout, stderr } = await runCli(['ping', '--quiet', '--json', '--', ...dozen]);
    expect([code, stderr]).toEqual([0, '']);
    expect(Object.keys(JSON.parse(stdout))).toHaveLength(12);
  });

  it.each(['call echo', 'read x:y', 'prompt greet', 'complete prompt greet a=b', 'run steps.jsonl'])(
    '%s takes one server',
    async (line) => {
      const cwd = scratch();
      writeFileSync(join(cwd, 'steps.jsonl'), '{"method": "ping"}\n');
      const { code, stderr } = await runCli([...line.split(' '), '--', node, SERVER, '+', 'demo'], { cwd });
      expect(stderr).toContain(
        `${line.split(' ')[0]} works with one server at a time, and these are 2: verbs, demo`,
      );
      expect(code).toBe(2);
    },
  );
});

describe('options for one of several servers', () => {
  it('stand before its command', async () => {
    const { code, stdout } = await runCli([
      ...['--', '-e', 'WHO=first', ...telltale('WHO'), '+', '--env', 'WHO=second', ...telltale('WHO')],
      ...['+', ...telltale('WHO')],
    ]);
    expect(told(stdout)).toEqual(['node: first 1', 'node 2: second 1', 'node 3: WHO 1']);
    expect(code).toBe(0);
  });

  it('may be a config', async () => {
    const cwd = scratch();
    const [command, ...args] = telltale('configured');
    writeFileSync(join(cwd, 'mcp.json'), JSON.stringify({ mcpServers: { crm: { command, args } } }));
    const { stdout } = await runCli([...telltale('typed'), '+', '--config', 'mcp.json'], { cwd });
    expect(told(stdout)).toEqual(['node: typed 1', 'crm: configured 1']);
  });

  it.each<[string, readonly string[], string]>([
    ['-e A=secret', [node, SERVER, '+', node, SERVER], '--env would go to 2 servers'],
    ['--cwd .', [node, SERVER, '+', node, SERVER], '--cwd would go to 2 servers'],
    [
      '--header Authorization:secret',
      ['http://127.0.0.1:9/', '+', 'http://127.0.0.1:9/b'],
      'right before the one it is meant for: + --header … http://127.0.0.1:9/',
    ],
    ['--client-id secret', ['http://127.0.0.1:9/', '+', 'http://127.0.0.1:9/b'], '--client-id would go to 2'],
    ['--insecure', ['https://127.0.0.1:9/', '+', 'https://127.0.0.1:9/b'], '--insecure would go to 2'],
    ['--header A:secret', [node, SERVER, '+', node, SERVER], '--header is for remote servers'],
    ['--record out.mcp.jsonl', [node, SERVER, '+', node, SERVER], 'name a folder (out.mcp.jsonl/)'],
    ['', [node, SERVER, '+', '--json', node, SERVER], '--json is not for one server among several'],
    [
      '',
      [node, SERVER, '+', '--timeout', '1s', '--timeout', '2s', node],
      '--timeout is given more than once',
    ],
    [
      '--config mcp.json',
      [node, SERVER, '+', node, SERVER],
      'join them: … + --config mcp.json --server NAME',
    ],
    ['--server a', [node, SERVER, '+', node, SERVER], '--server needs --config FILE'],
  ])('%s is refused before %j', async (options, target, said) => {
    const { code, stderr } = await runCli(['ping', ...options.split(' ').filter(Boolean), '--', ...target]);
    expect(stderr).toContain(said);
    expect(stderr).not.toContain('secret');
    expect(code).toBe(2);
  });

  it('go to the only one that can get it', async () => {
    const { stdout } = await runCli([
      ...['-e', 'WHO=me', '-H', 'X-Key: secret', '--connect-timeout', '5s'],
      ...[...telltale('WHO'), '+', 'http://127.0.0.1:9/'],
    ]);
    expect(told(stdout)[0]).toBe('node: me 1');
  });

  it('reach no other server over HTTP', async () => {
    const [one, two] = [await keyKeeper(), await keyKeeper()];
    const { code, stderr } = await runCli([
      ...[
        'ping',
        '--era',
        'legacy',
        '--',
        '-H',
        'X-Key: first',
        one.url,
        '+',
        '-H',
        'Authorization: Bearer second',
      ],
      ...[two.url, '+', two.url.replace('127.0.0.1', 'localhost')],
    ]);
    expect([code, stderr]).toEqual([0, '']);
    expect([...one.keys].sort()).toEqual([' first']);
    expect([...two.keys].sort()).toEqual([' ', 'Bearer second ']);
  });

  it('hold for all where they are for no one alone', async () => {
    const { stdout } = await runCli([
      '--era',
      'legacy',
      '--root',
      '.',
      ...telltale('a'),
      '+',
      ...telltale('b'),
    ]);
    expect(stdout.match(/roots/g)).toHaveLength(2);
  });

  it('record each into a file of its own', async () => {
    const cwd = scratch();
    const { code } = await runCli(['ping', '--record', 'runs/', '--', node, SERVER, '+', node, SERVER], {
      cwd,
    });
    expect(code).toBe(0);
    const files = readdirSync(join(cwd, 'runs'));
    expect(files).toHaveLength(2);
    for (const file of files)
      expect(readFileSync(join(cwd, 'runs', file), 'utf8').match(/"method":"ping"/g)).toHaveLength(1);
  });
});

describe('several servers of a config', () => {
  const [command, ...args] = telltale('WHO');
  const entry = (who: string, more = {}) => ({ command, args, env: { WHO: who }, ...more });
  const servers = {
    crm: entry('one'),
    off: entry('two', { disabled: true }),
    'my files': entry('three'),
    broken: { args: [] },
    asks: entry('${input:key}'),
  };
  const loupe = (words: readonly string[], options: CliOptions = {}) => {
    const cwd = scratch();
    mkdirSync(join(cwd, 'sub'));
    writeFileSync(join(cwd, 'mcp.json'), JSON.stringify({ mcpServers: servers }));
    return runCli([...words, '--config', 'mcp.json'], { cwd, ...options });
  };

  it('are named one by one', async () => {
    const { code, stdout } = await loupe(['--server', 'my files', '--server', 'crm']);
    expect(told(stdout)).toEqual(['my files: three 1', 'crm: one 1']);
    expect(code).toBe(0);
  });

  it('are all that are not disabled with *, and what cannot be used costs the others nothing', async () => {
    const { code, stdout, stderr } = await loupe(['list', '--json', '--server', '*']);
    const documents = JSON.parse(stdout);
    expect(Object.keys(documents)).toEqual(['crm', 'my files', 'broken', 'asks']);
    expect(documents.crm).toEqual({ tools: [] });
    expect(documents.broken.error).toEqual({
      kind: 'usage',
      message: expect.stringContaining('mcpServers.broken'),
    });
    expect(stderr).toContain('mcp.json:1: mcpServers.off: left out: disabled in the file');
    expect(stderr).toContain(
      'broken: mcp-loupe: mcp.json:1: mcpServers.broken: needs a "command" or a "url"',
    );
    expect(stderr).toContain('needs an answer, but there is no terminal to ask');
    expect(code).toBe(2);
  });

  it('are these and a disabled one that is named', async () => {
    const { stdout } = await loupe(['--server', 'off', '--server', '*']);
    expect(told(stdout).slice(0, 3)).toEqual(['off: two 1', 'crm: one 1', 'my files: three 1']);
  });

  it.each<[readonly string[], string]>([
    [['--server', 'crm', '--server', 'broken'], 'mcpServers.broken: needs a "command" or a "url"'],
    [['--server', 'crm', '--server', 'mine'], 'mcp.json has no server named mine'],
    [['--server', 'crm', '--server', '*', '-e', 'A=1'], 'put it into the entry of the one it is meant for'],
    [[], "choose with --server NAME, or all with --server '*'"],
  ])('%j is wrong usage', async (words, said) => {
    const { code, stderr } = await loupe(words);
    expect(stderr).toContain(said);
    expect(code).toBe(2);
  });

  it('has a server called * as such', async () => {
    const cwd = scratch();
    writeFileSync(
      join(cwd, 'c.json'),
      JSON.stringify({ servers: { '*': entry('star'), other: entry('no') } }),
    );
    const { stdout } = await runCli(['--config', 'c.json', '--server', '*'], { cwd });
    expect(stdout).toMatch(/^star 1\n/);
  });
});
