import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { CLIENTS } from '../../src/clients/clients.ts';
import { runCli } from '../support/cli.ts';
import { clientFrame, clientRecording, INITIALIZE, OVERHEARING } from '../support/client-recording.ts';
import { startHttpServer } from '../support/http-server.ts';

const INITIALIZED = '{"jsonrpc":"2.0","method":"notifications/initialized"}';

const META = 'io.modelcontextprotocol';
const DISCOVER = JSON.stringify({
  ...{ jsonrpc: '2.0', id: 1, method: 'server/discover' },
  params: {
    _meta: {
      [`${META}/protocolVersion`]: '2026-07-28',
      [`${META}/clientCapabilities`]: { sampling: {}, extensions: { 'example/one': {} } },
      [`${META}/clientInfo`]: { name: 'Modern Client', version: '3', title: 'The Modern' },
    },
  },
});

/** A folder with a recording in it, and what the server got. */
function recorded(...lines: readonly string[]) {
  const { file, heard } = clientRecording(...lines);
  return { file, heard, lines: () => readFileSync(heard, 'utf8').split('\n') };
}

describe('--as with a recording', () => {
  it('sends its initialize again, byte for byte but for the id', async () => {
    const { file, heard, lines } = recorded(clientFrame(1, INITIALIZE), clientFrame(2, INITIALIZED));
    const { code, stdout } = await runCli(['list', 'tools', '--as', file, '--', 'node', OVERHEARING, heard]);
    expect([code, stdout]).toEqual([0, 'ask  Asks for all there is\n']);
    const [first = '', second] = lines();
    expect(first).toBe(INITIALIZE.replace('"id" : 0 ', `"id" : 1 `));
    expect(second).toBe(INITIALIZED);
  });

  it('does so over HTTP, without asking for the modern era first', async () => {
    const { file, heard, lines } = recorded(clientFrame(1, INITIALIZE));
    const server = await startHttpServer([OVERHEARING, heard, 'http']);
    onTestFinished(() => server.close());
    const { code } = await runCli(['list', 'tools', '--as', file, '--', server.base]);
    expect(code).toBe(0);
    expect(lines()[0]).toBe(INITIALIZE.replace('"id" : 0 ', `"id" : 1 `));
  });

  it('refuses what such a client does not announce, and answers the rest', async () => {
    const { file, heard } = recorded(clientFrame(1, INITIALIZE));
    const args = ['call', 'ask', '--as', file, '--', 'node', OVERHEARING, heard];
    const { stdout, stderr } = await runCli(args);
    expect(stdout.split('\n')).toEqual([
      '{"action":"decline"}',
      '-32602 Invalid params',
      '-32601 Method not found',
      '-32601 Method not found',
      '',
    ]);
    expect(stderr).toContain(
      'mcp-loupe: sampling was refused, as recorded client Curious Client 0.48.1 does not offer it\n',
    );
  });

  it('says in the report whom it connects as', async () => {
    const { file, heard } = recorded(clientFrame(1, INITIALIZE));
    const { stdout } = await runCli(['--as', file, 'node', OVERHEARING, heard]);
    expect(stdout).toMatch(/^ +client +Curious Client 0\.48\.1$/m);
    expect(stdout).toMatch(/^ +protocol +2025-06-18$/m);
  });

  it('says of the client in each request of the modern era what it announces', async () => {
    const { file, heard, lines } = recorded(clientFrame(1, INITIALIZE));
    const { code, stderr } = await runCli([
      'list',
      'tools',
      '--era',
      'modern',
      '--as',
      file,
      '--',
      'node',
      OVERHEARING,
      heard,
    ]);
    expect(code).toBe(0);
    expect(stderr).toContain('opens with initialize, which the modern era does not have');
    for (const line of lines().filter((one) => one !== '')) {
      expect(JSON.parse(line).params._meta).toMatchObject({
        [`${META}/clientInfo`]: { version: '0.48.1', name: 'Curious Client', x: 1.5 },
        [`${META}/clientCapabilities`]: { elicitation: {}, experimental: { b: 100 } },
      });
    }
  });

  it('takes one of the modern era, which has no initialize', async () => {
    const { file, heard, lines } = recorded(clientFrame(1, DISCOVER));
    const { code } = await runCli(['list', 'tools', '--as', file, '--', 'node', OVERHEARING, heard]);
    expect(code).toBe(0);
    const [first = ''] = lines();
    const { params } = JSON.parse(DISCOVER);
    expect(JSON.parse(first)).toEqual({ ...{ jsonrpc: '2.0', id: 1, method: 'server/discover' }, params });
  });

  it('says what is wrong with the file, and starts nothing', async () => {
    const none = recorded(clientFrame(1, INITIALIZED));
    const broken = recorded();
    writeFileSync(broken.file, 'hello\n');
    const cut = recorded(clientFrame(1, INITIALIZE, ',"cut":["/params"]'));
    const rows = [
      [none.file, 'has no initialize of a client in it'],
      [broken.file, 'it begins with "hello", which is neither a recording nor a log'],
      [cut.file, 'was cut when it was written'],
      ['nowhere.mcp.jsonl', 'cannot open .*nowhere.mcp.jsonl: no such file'],
      ['nobody', 'no client "nobody" and no such file; known: claude-'],
    ] as const;
    for (const [word, said] of rows) {
      const { code, stderr } = await runCli(['ping', '--as', word, '--', 'node', OVERHEARING, none.heard]);
      expect([code, stderr]).toEqual([2, expect.stringMatching(new RegExp(`^mcp-loupe: --as: .*${said}`))]);
    }
    expect(() => none.lines()).toThrow('ENOENT');
  });

  it('goes with no option that says what is announced', async () => {
    const { file, heard } = recorded(clientFrame(1, INITIALIZE));
    const run = (...more: string[]) =>
      runCli(['ping', '--as', file, ...more, '--', 'node', OVERHEARING, heard]);
    const { code, stderr } = await run('--no-sampling');
    expect([code, stderr]).toEqual([
      2,
      'mcp-loupe: --as and --no-sampling both say what is announced; leave one of them out\n',
    ]);
    expect((await run('--root', '.')).stderr).toMatch(/^mcp-loupe: --root: .* does not offer roots$/m);
  });
});

describe('open --as', () => {
  it('takes the clients of the table alone', async () => {
    const { file } = recorded(clientFrame(1, INITIALIZE));
    expect((await runCli(['open', file, '--as', 'cursor'])).code).toBe(0);
    const { code, stderr } = await runCli(['open', file, '--as', file]);
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(/^mcp-loupe: --as: no client is called ".+"; a recording/),
    ]);
  });
});

describe('--as with a client of the table', () => {
  const known = CLIENTS.filter(({ identity }) => identity !== undefined);
  const unknown = CLIENTS.filter(({ identity }) => identity === undefined);

  it.each(known.map((client) => [client.id, client] as const))(
    '%s sends what is known of it',
    async (id, client) => {
      const { heard, lines } = recorded();
      const { code } = await runCli(['ping', '--as', id, '--', 'node', OVERHEARING, heard]);
      expect(code).toBe(0);
      const { clientInfo, capabilities, protocolVersion } = client.identity ?? {};
      const { method, params } = JSON.parse(lines()[0] ?? '');
      if (method === 'initialize') expect(params).toEqual({ protocolVersion, capabilities, clientInfo });
      else expect(params._meta[`${META}/clientInfo`]).toEqual(clientInfo);
    },
  );

  it('names those that are known, when one is not', async () => {
    const [one] = unknown;
    if (one === undefined) return;
    const { code, stderr } = await runCli(['ping', '--as', one.id, '--', 'node', OVERHEARING, 'nothing']);
    expect(code).toBe(2);
    expect(stderr).toContain(`mcp-loupe: --as: what ${one.name} sends is not known; `);
    for (const { id } of known) expect(stderr).toContain(id);
  });
});
