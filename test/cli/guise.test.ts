import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { CLIENTS } from '../../src/clients/clients.ts';
import { runCli, scratch } from '../support/cli.ts';
import { startHttpServer } from '../support/http-server.ts';

const SERVER = fileURLToPath(new URL('../support/servers/overhearing.mjs', import.meta.url));

/** As no program of ours would write it: in its own order and spacing, with unknown members, and numbers as they were typed. */
const INITIALIZE =
  '{ "method":"initialize",  "params":{"clientInfo":{"version":"0.48.1","name":"Curious Client","x":1.50},' +
  '"capabilities":{"elicitation":{},"experimental":{"a\\u00e9":9007199254740993,"b":1e2}},"_meta":{},' +
  '"protocolVersion":"2025-06-18"}, "id" : 0 ,"jsonrpc":"2.0"}';

const header = JSON.stringify({
  ...{ type: 'header', seq: 0, t: 0, format: 'mcp-transcript', version: 1, id: 'x' },
  ...{ started: '2026-11-29T10:00:00.000Z', tool: { name: 'tap', version: '1' } },
  target: { transport: 'stdio', command: ['node', 'server.js'] },
  client: { name: 'Curious Client', version: '0.48.1', capabilities: {} },
  ...{ redaction: { on: false, version: 1 }, limits: { line: 1000 } },
});

const frame = (seq: number, msg: string, more = ''): string =>
  `{"type":"frame","seq":${seq},"t":${seq},"conn":1,"session":0,"dir":"c2s","n":${msg.length}${more},"msg":${msg}}`;

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

/** A folder with a recording in it, and where the server writes what it gets. */
function recorded(...messages: readonly string[]) {
  const folder = scratch();
  const file = join(folder, 'client.mcp.jsonl');
  writeFileSync(file, `${[header, ...messages].join('\n')}\n`);
  const heard = join(folder, 'heard');
  return { folder, file, heard, lines: () => readFileSync(heard, 'utf8').split('\n') };
}

describe('--as with a recording', () => {
  it('sends its initialize again, byte for byte but for the id', async () => {
    const { file, heard, lines } = recorded(frame(1, INITIALIZE), frame(2, INITIALIZED));
    const { code, stdout } = await runCli(['list', 'tools', '--as', file, '--', 'node', SERVER, heard]);
    expect([code, stdout]).toEqual([0, 'ask  Asks for all there is\n']);
    const [first = '', second] = lines();
    expect(first).toBe(INITIALIZE.replace('"id" : 0 ', `"id" : 1 `));
    expect(second).toBe(INITIALIZED);
  });

  it('does so over HTTP, without asking for the modern era first', async () => {
    const { file, heard, lines } = recorded(frame(1, INITIALIZE));
    const server = await startHttpServer([SERVER, heard, 'http']);
    onTestFinished(() => server.close());
    const { code } = await runCli(['list', 'tools', '--as', file, '--', server.base]);
    expect(code).toBe(0);
    expect(lines()[0]).toBe(INITIALIZE.replace('"id" : 0 ', `"id" : 1 `));
  });

  it('refuses what such a client does not announce, and answers the rest', async () => {
    const { file, heard } = recorded(frame(1, INITIALIZE));
    const args = ['call', 'ask', '--as', file, '--', 'node', SERVER, heard];
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
    const { file, heard } = recorded(frame(1, INITIALIZE));
    const { stdout } = await runCli(['--as', file, 'node', SERVER, heard]);
    expect(stdout).toMatch(/^ +client +Curious Client 0\.48\.1$/m);
    expect(stdout).toMatch(/^ +protocol +2025-06-18$/m);
  });

  it('says of the client in each request of the modern era what it announces', async () => {
    const { file, heard, lines } = recorded(frame(1, INITIALIZE));
    const { code, stderr } = await runCli([
      'list',
      'tools',
      '--era',
      'modern',
      '--as',
      file,
      '--',
      'node',
      SERVER,
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
    const { file, heard, lines } = recorded(frame(1, DISCOVER));
    const { code } = await runCli(['list', 'tools', '--as', file, '--', 'node', SERVER, heard]);
    expect(code).toBe(0);
    const [first = ''] = lines();
    const { params } = JSON.parse(DISCOVER);
    expect(JSON.parse(first)).toEqual({ ...{ jsonrpc: '2.0', id: 1, method: 'server/discover' }, params });
  });

  it('says what is wrong with the file, and starts nothing', async () => {
    const none = recorded(frame(1, INITIALIZED));
    const broken = recorded();
    writeFileSync(broken.file, 'hello\n');
    const cut = recorded(frame(1, INITIALIZE, ',"cut":["/params"]'));
    const rows = [
      [none.file, 'has no initialize of a client in it'],
      [broken.file, 'it does not begin with the header of an mcp-transcript'],
      [cut.file, 'was cut when it was written'],
      ['nowhere.mcp.jsonl', 'cannot open .*nowhere.mcp.jsonl: no such file'],
      ['nobody', 'there is no client "nobody", and no such file; that of'],
    ] as const;
    for (const [word, said] of rows) {
      const { code, stderr } = await runCli(['ping', '--as', word, '--', 'node', SERVER, none.heard]);
      expect([code, stderr]).toEqual([2, expect.stringMatching(new RegExp(`^mcp-loupe: --as: .*${said}`))]);
    }
    expect(() => none.lines()).toThrow('ENOENT');
  });

  it('goes with no option that says what is announced', async () => {
    const { file, heard } = recorded(frame(1, INITIALIZE));
    const run = (...more: string[]) => runCli(['ping', '--as', file, ...more, '--', 'node', SERVER, heard]);
    const { code, stderr } = await run('--no-sampling');
    expect([code, stderr]).toEqual([
      2,
      'mcp-loupe: --as and --no-sampling both say what is announced; leave one of them out\n',
    ]);
    expect((await run('--root', '.')).stderr).toMatch(/^mcp-loupe: --root: .* does not offer roots$/m);
  });
});

describe('--as with a client of the table', () => {
  const known = CLIENTS.filter(({ identity }) => identity !== undefined);
  const unknown = CLIENTS.filter(({ identity }) => identity === undefined);

  it.each(known.map((client) => [client.id, client] as const))(
    '%s sends what is known of it',
    async (id, client) => {
      const { heard, lines } = recorded();
      const { code } = await runCli(['ping', '--as', id, '--', 'node', SERVER, heard]);
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
    const { code, stderr } = await runCli(['ping', '--as', one.id, '--', 'node', SERVER, 'nothing']);
    expect(code).toBe(2);
    expect(stderr).toContain(`mcp-loupe: --as: what ${one.name} sends is not known; `);
    for (const { id } of known) expect(stderr).toContain(id);
  });
});
