import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { type CliResult, runCli, scratch } from '../support/cli.ts';

/** A server that offers the tools that are written in its command. */
const OFFERS = `
  const [info, tools] = process.argv.slice(1).map((text) => JSON.parse(text));
  const answers = {
    initialize: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: info },
    'tools/list': tools && { tools },
  };
  require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
    const { id, method } = JSON.parse(line);
    const result = answers[method];
    const body = result ? { result } : { error: { code: -32601, message: 'no ' + method } };
    if (info.version === 'silent' && method === 'tools/list') return;
    if (info.version === 'dies' && method === 'tools/list') process.exit(1);
    if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, ...body }));
  });`;

const tool = (name: string, description: string, properties: object, more: object = {}): object => ({
  name,
  description,
  inputSchema: { type: 'object', properties, ...more },
});
const offering = (version: string, ...tools: readonly object[]): readonly string[] =>
  offeringAs('shop', version, tools);
/** Without tools their list is an error. */
const offeringAs = (name: string, version: string, tools?: readonly object[]): readonly string[] => [
  '--',
  process.execPath,
  ...['-e', OFFERS, JSON.stringify({ name, version }), JSON.stringify(tools ?? null)],
];

const OLD = offering(
  '1',
  tool('find', 'Finds an order by its number.', { id: { type: 'string' } }, { required: ['id'] }),
  tool('get_order', 'Gets one.', { n: { type: 'integer' } }),
);
const NEW = offering(
  '2',
  tool('find', 'Finds one order by its number.', { id: { type: 'integer' } }, { required: ['id'] }),
  tool('getOrder', 'Gets one.', { n: { type: 'integer' } }, {}),
  tool('pay', 'Pays.', { a: { type: 'string' } }, { anyOf: [{ required: ['a'] }] }),
);

async function locked(cwd: string, of = OLD): Promise<CliResult> {
  return runCli(['export', '--to', 'lock', '-o', 'mcp.lock.json', ...of], { cwd });
}

describe('export --to lock', () => {
  it('writes a lock over a lock, and over nothing else', async () => {
    const cwd = scratch();
    const { code, stderr, stdout } = await locked(cwd);
    expect([code, stdout, stderr]).toEqual([0, '', 'wrote mcp.lock.json: 2 tools\n']);
    const lock = readFileSync(join(cwd, 'mcp.lock.json'), 'utf8');
    const printed = await runCli(['export', '--to', 'lock', ...OLD]);
    expect(printed.stdout).toBe(lock);
    expect((await locked(cwd, NEW)).code).toBe(0);
    expect(readFileSync(join(cwd, 'mcp.lock.json'), 'utf8')).toContain('"name":"pay"');
    writeFileSync(join(cwd, 'mcp.lock.json'), '{"a":1}');
    expect(await locked(cwd)).toMatchObject({ code: 2, stderr: expect.stringContaining('is not a lock') });
  });

  it.each([
    ['an error', offeringAs('shop', '1'), 1],
    ['no answer', offeringAs('shop', 'silent', []), 4],
    ['an end', offeringAs('shop', 'dies', []), 3],
  ])('writes nothing where a list ends with %s', async (_, target, wanted) => {
    const cwd = scratch();
    await locked(cwd);
    const lock = readFileSync(join(cwd, 'mcp.lock.json'), 'utf8');
    const record = ['--timeout', '1500ms', '--record', 'a.mcp.jsonl', '--quiet'];
    const words = ['--to', 'lock', '-o', 'mcp.lock.json'];
    const live = await runCli(['export', ...words, ...record, ...target], { cwd });
    expect([live.code, live.stdout]).toEqual([wanted, '']);
    const says = wanted === 3 ? 'lost the connection' : 'no lock is written: tools would be missing in it';
    expect(live.stderr).toContain(says);
    const file = await runCli(['export', ...words, 'a.mcp.jsonl'], { cwd });
    expect([file.code, file.stderr]).toEqual([1, expect.stringContaining('--force writes it without them')]);
    const update = ['diff', 'mcp.lock.json', '--update', '--timeout', '1500ms'];
    expect((await runCli([...update, ...target], { cwd })).code).toBe(wanted);
    expect((await runCli([...update, 'a.mcp.jsonl'], { cwd })).code).toBe(1);
    expect(readFileSync(join(cwd, 'mcp.lock.json'), 'utf8')).toBe(lock);
    expect((await runCli(['export', ...words, '--force', 'a.mcp.jsonl'], { cwd })).code).toBe(0);
  });

  it('writes what its schema says', async () => {
    const { stdout } = await runCli(['export', '--to', 'lock', '--', 'demo']);
    const schema = fileURLToPath(new URL('../../docs/lock.schema.json', import.meta.url));
    const validate = new Ajv2020({ strict: false }).compile(JSON.parse(readFileSync(schema, 'utf8')));
    expect([validate(JSON.parse(stdout)), validate.errors]).toEqual([true, null]);
  });

  it.each([
    [['export', ...OLD], 'export needs --to lock'],
    [['export', '--to', 'lock', 'a.jsonl', ...OLD], 'leave one of them out'],
    [['export', '--to', 'lock', 'no-such-file'], 'cannot open no-such-file: no such file'],
  ])('says what is wrong: %s', async (words, says) => {
    expect(await runCli(words)).toMatchObject({ code: 2, stderr: expect.stringContaining(says) });
  });
});

describe('diff', () => {
  it('tells what has changed, the heaviest first, and who breaks on it', async () => {
    const cwd = scratch();
    await locked(cwd);
    const { code, stdout } = await runCli(['diff', 'mcp.lock.json', ...NEW], { cwd });
    expect(stdout.replace(/ \((?:reported|documented|in its code)[^)]*\)/g, '')).toMatchInlineSnapshot(`
      "mcp.lock.json → shop 2

      breaking: callers break
        tool get_order
          removed, probably getOrder now
        tool find
          parameter id: type integer, was string

      client: crosses a limit of a client
        tool pay
          breaks in Anthropic API: root anyOf
          Claude Code rewrites its inputSchema, which has anyOf at the root, as one object (since 2.1.195; earlier versions leave the tool out)

      review: to be looked at
        tool find
          description changed
            Finds [-an-] {+one+} order by its number.

      safe: nobody breaks
        server
          serverInfo.version "2", was "1"
        tool getOrder
          added
        tool pay
          added

      2 breaking, 2 client, 1 review, 3 safe
      "
    `);
    expect(code).toBe(5);
  });

  it('is silent about the same surface', async () => {
    const cwd = scratch();
    await locked(cwd);
    const { code, stdout } = await runCli(['diff', 'mcp.lock.json', ...OLD], { cwd });
    expect([code, stdout]).toEqual([0, 'mcp.lock.json → shop 1\n\nno difference\n']);
  });

  it('reports as JSON', async () => {
    const cwd = scratch();
    await locked(cwd);
    const { stdout } = await runCli(['diff', 'mcp.lock.json', '--report', 'json', ...NEW], { cwd });
    const { changes, counts } = JSON.parse(stdout);
    expect(counts).toMatchObject({ breaking: 2, client: expect.any(Number), policy: 0, review: 1, safe: 3 });
    expect(changes).toContainEqual({
      ...{ item: 'tool:find', path: '/inputSchema/properties/id/type', group: 'breaking' },
      ...{ before: 'string', after: 'integer', message: 'parameter id: type integer, was string' },
    });
    expect(changes).toContainEqual({
      ...{ item: 'tool:pay', path: '/inputSchema/anyOf', group: 'client', clients: ['anthropic-api'] },
      ...{
        row: 'client/root-union',
        message: expect.stringContaining('breaks in Anthropic API: root anyOf'),
      },
    });
  });

  it('says when it compares two servers, and does not put one into the lock of the other', async () => {
    const cwd = scratch();
    await locked(cwd);
    const lock = readFileSync(join(cwd, 'mcp.lock.json'), 'utf8');
    const other = offeringAs('kestrel', '1', []);
    const { code, stdout } = await runCli(['diff', 'mcp.lock.json', ...other], { cwd });
    expect([code, stdout.split('\n')[0]]).toEqual([5, 'these are two servers: shop and kestrel']);
    const json = await runCli(['diff', 'mcp.lock.json', '--json', ...other], { cwd });
    expect(json.stderr).toBe('these are two servers: shop and kestrel\n');
    const update = await runCli(['diff', 'mcp.lock.json', '--update', ...other], { cwd });
    expect([update.code, update.stderr]).toEqual([2, expect.stringContaining('--force')]);
    expect(readFileSync(join(cwd, 'mcp.lock.json'), 'utf8')).toBe(lock);
    expect((await runCli(['diff', 'mcp.lock.json', '--update', '--force', ...other], { cwd })).code).toBe(0);
    expect(readFileSync(join(cwd, 'mcp.lock.json'), 'utf8')).toContain('"kestrel"');
  });

  it('says that hidden characters do not count as breaking', async () => {
    const cwd = scratch();
    await locked(cwd);
    const [, ...rest] = JSON.parse(OLD.at(-1) ?? '');
    const hidden = tool('find', 'Finds an\u200b order.', { id: { type: 'string' } }, { required: ['id'] });
    const words = ['diff', 'mcp.lock.json', '--fail-on', 'breaking', ...offering('1', hidden, ...rest)];
    const { code, stdout } = await runCli(words, { cwd });
    expect(code).toBe(0);
    expect(stdout).toContain('hidden characters are an error and do not count as breaking');
  });

  it('fails from a group on, and rewrites the lock', async () => {
    const cwd = scratch();
    await locked(cwd);
    const diff = async (...more: readonly string[]): Promise<number | null> =>
      (await runCli(['diff', 'mcp.lock.json', '--quiet', ...more], { cwd })).code;
    const added = offering('1', ...JSON.parse(OLD.at(-1) ?? ''), tool('more', 'More.', {}));
    expect(await diff('--fail-on', 'any', ...added)).toBe(5);
    expect(await diff('--fail-on', 'review', ...added)).toBe(0);
    expect(await diff('--fail-on', 'client', ...NEW)).toBe(5);
    expect(await diff('--fail-on', 'never', ...NEW)).toBe(0);
    expect(await diff('--update', ...NEW)).toBe(0);
    expect(await diff(...NEW)).toBe(0);
    expect(await diff('--update', '--fail-on', 'breaking', ...OLD)).toBe(5);
    expect(await diff(...OLD)).toBe(0);
  });

  it.each([
    [['diff'], 'diff needs a lock or a recording'],
    [['diff', 'mcp.lock.json'], 'needs something to compare'],
    [['diff', 'mcp.lock.json', 'b.json', ...OLD], 'leave out b.json or the server'],
    [['diff', 'mcp.lock.json', '--fail-on', 'all', ...OLD], '"all" is not one of breaking, client'],
    [['diff', 'note.json', ...OLD], 'note.json is not a lock'],
    [['diff', 'mcp.lock.json', 'node', 'a.js'], "put the server's command after --"],
    [
      ['diff', 'mcp.lock.json', 'a.js'],
      "put the server's command after --: mcp-loupe diff mcp.lock.json -- a.js",
    ],
    [['diff', 'mcp.lock.json', 'none.json'], 'cannot open none.json: no such file'],
  ])('says what is wrong: %s', async (words, says) => {
    const cwd = scratch();
    await locked(cwd);
    writeFileSync(join(cwd, 'note.json'), '{"tools":[]}');
    expect(await runCli(words, { cwd })).toMatchObject({ code: 2, stderr: expect.stringContaining(says) });
  });
});

/** A recording in which a tool is called, with what came of it and after how many ms. */
function recording(result: object, ms: number, given: object = { id: 'A', n: 1.0 }): string {
  const frame = (seq: number, t: number, dir: string, msg: object) =>
    JSON.stringify({ type: 'frame', seq, t, conn: 1, session: 1, dir, n: 1, msg });
  const id = { jsonrpc: '2.0', id: 2 };
  const params = { name: 'find', arguments: given };
  return [
    JSON.stringify({
      ...{ type: 'header', seq: 0, t: 0, format: 'mcp-transcript', version: 1, id: 'x' },
      ...{ started: '2026-01-01T00:00:00.000Z', tool: { name: 't', version: '1' } },
      ...{ target: { transport: 'stdio', command: ['x'] }, redaction: { on: false, version: 1 } },
      client: { name: 't', version: '1', capabilities: {} },
    }),
    frame(1, 1, 'c2s', { ...id, id: 1, method: 'initialize', params: { protocolVersion: '2025-11-25' } }),
    frame(2, 2, 's2c', {
      ...{ ...id, id: 1 },
      result: { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: { name: 's', version: '1' } },
    }),
    frame(3, 3, 'c2s', { ...id, method: 'tools/call', params }),
    frame(4, 3 + ms, 's2c', { ...id, ...result }),
  ].join('\n');
}

describe('diff of two recordings', () => {
  const ok = { result: { content: [{ type: 'text', text: '{"total":1}' }] } };
  const failed = { result: { content: [{ type: 'text', text: 'no' }], isError: true } };
  const other = { result: { content: [{ type: 'text', text: '{"total":"1"}' }] } };
  it.each([
    ['the same', ok, 20, ok, 90, []],
    ['a tool error', ok, 20, failed, 20, [['status', 'breaking', 'tool error, was ok']]],
    ['an error', failed, 20, { error: { code: -1, message: '' } }, 20, [['status', 'review', 'error -1']]],
    ['another shape', ok, 1, other, 1, [['shape', 'review', 'content[].text.total string, was number']]],
    ['slower', ok, 80, ok, 160, [['latency', 'review', 'took 160 ms, was 80 ms']]],
    ['faster', ok, 400, ok, 100, [['latency', 'safe', 'took 100 ms, was 400 ms']]],
    ['not twice as slow', ok, 200, ok, 390, []],
  ] as const)('tells of a call: %s', async (_, before, early, after, late, wanted) => {
    const cwd = scratch();
    writeFileSync(join(cwd, 'a.jsonl'), recording(before, early));
    writeFileSync(join(cwd, 'b.jsonl'), recording(after, late));
    const { code, stdout } = await runCli(['diff', 'a.jsonl', 'b.jsonl', '--json'], { cwd });
    const { calls } = JSON.parse(stdout);
    expect(calls).toEqual(
      wanted.map(([what, group, says]) =>
        expect.objectContaining({
          ...{ what, group, message: expect.stringContaining(says), method: 'tools/call', name: 'find' },
          ...{ arguments: { id: 'A', n: 1 }, seqs: [3, 3] },
        }),
      ),
    );
    expect(code).toBe(wanted.length === 0 ? 0 : 5);
  });

  it('tells calls apart by their secrets, and shows none', async () => {
    const cwd = scratch();
    const secret = 'ghp_16C7e42F292c6912E7710c838347Ae178B4a';
    const shaped = (value: unknown) => ({
      result: { content: [], structuredContent: { [secret]: value } },
    });
    writeFileSync(join(cwd, 'a.jsonl'), recording(shaped(1), 1, { token: secret }));
    writeFileSync(join(cwd, 'b.jsonl'), recording(shaped('1'), 1, { token: secret }));
    writeFileSync(join(cwd, 'c.jsonl'), recording(shaped('1'), 1, { token: `${secret.slice(0, -1)}b` }));
    for (const more of [[], ['--json']]) {
      const { code, stdout } = await runCli(['diff', 'a.jsonl', 'b.jsonl', ...more], { cwd });
      expect([code, stdout]).toEqual([5, expect.stringMatching(/"token":"\[redacted\]"/)]);
      expect(stdout).not.toContain(secret);
    }
    expect((await runCli(['diff', 'a.jsonl', 'c.jsonl'], { cwd })).stdout).toContain('0 calls compared');
  });
});
