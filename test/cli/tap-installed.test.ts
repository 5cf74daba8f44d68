import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { browserIn, startAuthorizing } from '../support/authorizing.ts';
import { runCli, scratch } from '../support/cli.ts';
import { EVERYTHING, startEverything } from '../support/http-server.ts';
import { refusedLines } from '../support/transcript-schema.ts';

const SERVER = fileURLToPath(new URL('../support/servers/verbs.mjs', import.meta.url));

/** A client of one page: it starts what its config says, asks, and reads the answers. */
function plainClient(
  { command, args, env }: { command: string; args: string[]; env?: Record<string, string> },
  home: string,
) {
  const child: ChildProcess = spawn(command, args, {
    env: { PATH: '/usr/bin:/bin', HOME: home, XDG_STATE_HOME: join(home, 'state'), ...env },
    cwd: home,
    stdio: 'pipe',
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let out = '';
  let err = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  const lines = () =>
    out
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line));
  const say = (message: unknown) => void child.stdin?.write(`${JSON.stringify(message)}\n`);
  const ask = async (id: number, method: string, params: unknown = {}) => {
    say({ jsonrpc: '2.0', id, method, params });
    const why = () => `${JSON.stringify(lines())} ${err}`;
    await expect.poll(() => lines().some((one) => one.id === id) || why(), { timeout: 20_000 }).toBe(true);
    return lines().find((one) => one.id === id);
  };
  return {
    ask,
    async begin() {
      const clientInfo = { name: 'plain', version: '1' };
      const opened = await ask(0, 'initialize', {
        protocolVersion: '2025-06-18',
        capabilities: {},
        clientInfo,
      });
      say({ jsonrpc: '2.0', method: 'notifications/initialized' });
      return opened.result;
    },
    async end() {
      child.stdin?.end();
      const [code] = await once(child, 'close');
      return { code, err };
    },
  };
}

/** A home with servers in the config of Cursor, tapped. */
async function tappedHome(mcpServers: Readonly<Record<string, unknown>>) {
  const home = scratch();
  const path = join(home, '.cursor/mcp.json');
  mkdirSync(dirname(path), { recursive: true });
  const before = `${JSON.stringify({ mcpServers }, undefined, '\t')}\n`;
  writeFileSync(path, before);
  const env = { HOME: home, XDG_STATE_HOME: join(home, 'state'), XDG_CONFIG_HOME: join(home, '.config') };
  const run = (...words: string[]) => runCli(words, { cwd: home, env });
  expect(await run('tap', '--install', 'cursor', '--yes')).toMatchObject({ code: 0, stderr: '' });
  const taps = join(home, 'state/mcp-loupe/taps');
  return {
    home,
    run,
    entries: JSON.parse(readFileSync(path, 'utf8')).mcpServers,
    /** The lines of the only transcript that a server has. */
    transcript(server: string) {
      const names = readdirSync(taps).filter((name) => name.endsWith(`-${server}.mcp.jsonl`));
      expect(names.length).toBe(1);
      const path = join(taps, names[0] ?? '');
      expect(refusedLines(path)).toEqual([]);
      const text = readFileSync(path, 'utf8');
      return {
        text,
        lines: text
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line)),
      };
    },
    marks: () => readdirSync(taps).filter((name) => name.endsWith('.lock')),
    async uninstall() {
      expect(await run('tap', '--uninstall', 'cursor')).toMatchObject({ code: 0, stderr: '' });
      expect(readFileSync(path, 'utf8')).toBe(before);
    },
  };
}

const requests = (lines: { type: string; dir?: string; msg?: { method?: string }; by?: string }[]) =>
  lines.filter(({ type, dir }) => type === 'frame' && dir === 'c2s').map(({ msg, by }) => [msg?.method, by]);

describe('an installed entry', () => {
  it('of a command runs it, records, and is restored', async () => {
    const home = await tappedHome({ verbs: { command: process.execPath, args: [SERVER], env: { A: '1' } } });
    const client = plainClient(home.entries.verbs, home.home);
    expect((await client.begin()).serverInfo.name).toBe('verbs');
    expect((await client.ask(1, 'tools/list')).result.tools.length).toBeGreaterThan(0);
    expect((await client.end()).code).toBe(0);
    const { lines } = home.transcript('verbs');
    expect(requests(lines)).toEqual([
      ['initialize', undefined],
      ['notifications/initialized', undefined],
      ['tools/list', undefined],
    ]);
    await home.uninstall();
  });

  it.each([
    ['streamableHttp', '/mcp', { type: 'http' }],
    ['sse', '/sse', {}],
  ] as const)(
    'of a URL (%s) starts a launcher that reaches it, and is restored',
    async (transport, path, type) => {
      const server = await startEverything(transport);
      onTestFinished(() => server.close());
      const home = await tappedHome({ far: { ...type, url: `${server.base}${path}` } });
      const client = plainClient(home.entries.far, home.home);
      expect((await client.begin()).serverInfo.name).toContain('everything');
      // What records is loaded behind the first answer.
      await expect.poll(() => home.marks().length, { timeout: 20_000 }).toBe(1);
      const echo = await client.ask(1, 'tools/call', { name: 'echo', arguments: { message: 'hi' } });
      expect(echo.result.content[0].text).toBe('Echo: hi');
      expect(await client.end()).toEqual({ code: 0, err: '' });
      expect(home.marks()).toEqual([]);
      const { lines } = home.transcript('far');
      // A server of the older transport gets initialize again, over that: from us.
      expect(requests(lines)).toEqual([
        ['initialize', undefined],
        ...(transport === 'sse' ? [['initialize', 'auto']] : []),
        ['notifications/initialized', undefined],
        ['tools/call', undefined],
      ]);
      expect(lines.filter(({ type }) => type === 'http').length).toBeGreaterThan(0);
      await home.uninstall();
    },
  );

  it('of a URL sends the headers and the query it had, of which no one who lists processes or transcripts hears', async () => {
    const seen = new Set<string | undefined>();
    const server = createServer((request, response) => {
      seen.add(`${request.headers.authorization} ${request.url}`);
      let body = '';
      request.setEncoding('utf8').on('data', (text: string) => {
        body += text;
      });
      request.on('end', () => {
        if (request.method !== 'POST' || !body.includes('"id"'))
          return response.writeHead(request.method === 'POST' ? 202 : 405).end();
        const result = {
          protocolVersion: '2025-06-18',
          capabilities: {},
          serverInfo: { name: 's', version: '1' },
        };
        return response
          .writeHead(200, { 'Content-Type': 'application/json' })
          .end(JSON.stringify({ jsonrpc: '2.0', id: 0, result }));
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const home = await tappedHome({
      far: {
        url: `http://127.0.0.1:${port}/mcp?key=hush-hush-hush-2`,
        headers: { Authorization: 'Bearer hush-hush-hush-1' },
      },
    });
    expect(home.entries.far.args.join(' ')).not.toContain('hush');
    const client = plainClient(home.entries.far, home.home);
    await client.begin();
    expect(await client.end()).toEqual({ code: 0, err: '' });
    expect([...seen]).toEqual(['Bearer hush-hush-hush-1 /mcp?key=hush-hush-hush-2']);
    expect(home.transcript('far').text).not.toContain('hush');
    await home.uninstall();
  });

  it('of a server that requires authorization asks a person for it once', async () => {
    const server = await startAuthorizing();
    onTestFinished(() => server.close());
    const home = await tappedHome({ far: { url: `${server.base}/plain/mcp` } });
    const { env, ...entry } = home.entries.far;
    expect(entry.args).toContain('--browser');
    for (const logins of [1, 0]) {
      const client = plainClient({ ...entry, env: { ...env, BROWSER: browserIn(home.home) } }, home.home);
      expect((await client.begin()).serverInfo.name).toBe('authorizing-plain');
      const { code, err } = await client.end();
      expect(code).toBe(0);
      expect(err.split('the server requires authorization').length - 1).toBe(logins);
    }
    await home.uninstall();
  });

  it('of a server that cannot be reached is told so', async () => {
    const home = await tappedHome({ far: { url: 'http://127.0.0.1:9/mcp' } });
    const client = plainClient(home.entries.far, home.home);
    expect((await client.ask(0, 'initialize')).error.message).toMatch(
      /^mcp-loupe tap: nothing listens at 127\.0\.0\.1:9 /,
    );
    expect((await client.end()).code).toBe(0);
    expect(home.transcript('far').text).toContain('nothing listens at');
  });

  it('of a server whose command has variables of its own is started with them', async () => {
    const home = await tappedHome({
      all: { command: process.execPath, args: [EVERYTHING], env: { TOKEN: 'x' } },
    });
    expect(home.entries.all.env).toEqual({ TOKEN: 'x' });
    const client = plainClient(home.entries.all, home.home);
    await client.begin();
    const { result } = await client.ask(1, 'tools/call', { name: 'get-env', arguments: {} });
    expect(JSON.parse(result.content[0].text).TOKEN).toBe('x');
    await client.end();
  });
});
