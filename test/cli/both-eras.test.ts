import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runCli, scratch } from '../support/cli.ts';

/** A server of both eras, with one tool that differs, one that is gone and one that is new. */
const DUAL = `
  const tool = (name, type) => ({ name, inputSchema: { type: 'object', properties: { n: { type } } } });
  const META = { 'io.modelcontextprotocol/serverInfo': { name: 'dual', version: '2' } };
  const modern = { resultType: 'complete', ttlMs: 0, cacheScope: 'private', _meta: META };
  const answers = {
    initialize: () => ({ protocolVersion: '2025-11-25', capabilities: { tools: { listChanged: true } }, serverInfo: { name: 'dual', version: '1' } }),
    'server/discover': () => ({ ...modern, supportedVersions: ['2026-07-28'], capabilities: { tools: {} } }),
    'tools/list': ({ _meta }) => _meta
      ? { ...modern, tools: [tool('same', 'string'), tool('grown', 'number'), tool('new', 'string')] }
      : { tools: [tool('same', 'string'), tool('grown', 'string'), tool('old', 'string')] },
  };
  const only = process.argv[1];
  require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
    const { id, method, params = {} } = JSON.parse(line);
    if (id === undefined) return;
    const answer = method === only ? undefined : answers[method];
    const body = answer ? { result: answer(params) } : { error: { code: -32601, message: 'no ' + method } };
    console.log(JSON.stringify({ jsonrpc: '2.0', id, ...body }));
  });`;

const dual = (...without: string[]) => [process.execPath, '-e', DUAL, ...without];

it('compares what a server offers in each era', async () => {
  const { code, stdout, stderr } = await runCli(['--era', 'both', ...dual()]);
  expect(stderr).toBe('');
  expect(stdout).toBe(`                legacy           modern
  opened        with initialize  with server/discover
  server        dual 1           dual 2
  title         none             none
  protocol      2025-11-25       2026-07-28
  supports      not stated       2026-07-28
  instructions  none             none

Server capabilities
  tools  {"listChanged":true}  {}

Tools: 3
  legacy only  old
  modern only  new
  modern       grown: parameter n: type number, was string

Resources: not supported

Templates: not supported

Prompts: not supported

Findings
  none
`);
  expect(code).toBe(0);
});

it.each([
  ['server/discover', /opened +with initialize +could not be opened/, /^modern: could not connect/m],
  ['initialize', /opened +could not be opened +with server\/discover/, /^legacy: could not connect/m],
])('shows the other one where the server has no %s', async (without, prints, tells) => {
  const { code, stdout, stderr } = await runCli(['--era', 'both', ...dual(without)]);
  expect(stdout).toMatch(prints);
  // What was not opened announced nothing, and lacks nothing either.
  expect(stdout).toMatch(/^ {2}tools( {2}\{"listChanged":true\}| {4}\{\})$/m);
  expect(stdout).toMatch(/^Tools: legacy (?:3, modern could not be opened|could not be opened, modern 3)$/m);
  expect(stderr).toMatch(tells);
  expect(code).toBe(0);
});

it('fails where neither can be opened', async () => {
  const { code, stdout } = await runCli(['--era', 'both', process.execPath, '-e', 'process.exit(4)']);
  expect([code, stdout]).toEqual([3, '']);
});

it('records both, in a folder', async () => {
  const folder = scratch();
  expect((await runCli(['--era', 'both', '--record', folder, ...dual()])).code).toBe(0);
  expect(readdirSync(folder).filter((name) => name.endsWith('.mcp.jsonl'))).toHaveLength(2);
  const file = join(folder, 'one.mcp.jsonl');
  writeFileSync(file, '');
  const refused = await runCli(['--era', 'both', '--record', file, ...dual()]);
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('give --record a folder')]);
});

it('goes without a verb', async () => {
  const { code, stderr } = await runCli(['list', '--era', 'both', '--', ...dual()]);
  expect([code, stderr]).toEqual([2, expect.stringContaining('use it without a verb')]);
});
