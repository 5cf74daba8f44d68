import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { memberText } from '../../src/json/parts.ts';
import { runCli, scratch } from '../support/cli.ts';
import { sarifSchema } from '../support/sarif-schema.ts';

const pathOf = (name: string): string => fileURLToPath(new URL(`../${name}`, import.meta.url));
const SURFACE = pathOf('support/servers/surface.mjs');
const node = process.execPath;

const isReport = new Ajv2020({ strict: false, formats: { date: true } }).compile(
  JSON.parse(readFileSync(pathOf('../docs/check.schema.json'), 'utf8')),
);
const isSarif = new Ajv({ strict: false, formats: { uri: true, 'uri-reference': true } }).compile(
  sarifSchema,
);

const tool = (name: string, description = `Looks into ${name}, and returns what is there.`) => ({
  ...{ name, title: name, description, inputSchema: { type: 'object', properties: {} } },
  annotations: { readOnlyHint: true, destructiveHint: false, openWorldHint: false },
});

/** A folder with servers that offer these tools, each in a file of its own, and a config of all of them. */
function folderWith(servers: Readonly<Record<string, readonly object[]>>): string {
  const cwd = scratch();
  const mcpServers: Record<string, unknown> = {};
  for (const [name, tools] of Object.entries(servers)) {
    const serverInfo = { name: `${name}-server`, version: '1' };
    const initialize = { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo };
    writeFileSync(
      join(cwd, `${name}.json`),
      JSON.stringify({ listing: { initialize, 'tools/list': { tools } } }),
    );
    mcpServers[name] = { command: node, args: [SURFACE, `${name}.json`] };
  }
  writeFileSync(join(cwd, 'mcp.json'), JSON.stringify({ mcpServers }));
  return cwd;
}

const ALL = ['--config', 'mcp.json', '--server', '*'];
const two = { crm: [tool('search'), tool('orders')], files: [tool('search')] };
const broken = { command: node, args: ['-e', 'process.exit(3)'] };

/** The folder of `two`, where a third server does not start. */
function folderWithBroken(): string {
  const cwd = folderWith(two);
  const { mcpServers } = JSON.parse(readFileSync(join(cwd, 'mcp.json'), 'utf8'));
  writeFileSync(join(cwd, 'mcp.json'), JSON.stringify({ mcpServers: { ...mcpServers, broken } }));
  return cwd;
}

type Found = { rule: string; item: string; client?: string; message: string; fix: string };

describe('check of several servers', () => {
  it('prints one object by name with a document each, and tells of tools with one name', async () => {
    const { code, stdout } = await runCli(['check', '--json', ...ALL], { cwd: folderWith(two) });
    expect(code).toBe(5);
    const documents = JSON.parse(stdout) as Record<string, { findings: Found[] }>;
    expect(Object.keys(documents)).toEqual(['crm', 'files']);
    for (const document of Object.values(documents))
      expect(isReport(document), JSON.stringify(isReport.errors)).toBe(true);
    const shared = (name: string) =>
      documents[name]?.findings.filter(({ rule }) => rule === 'client/shared-name') ?? [];
    expect(shared('crm').map(({ item, client }) => `${client} ${item}`)).toEqual(
      expect.arrayContaining(['kimi tool:search', 'windsurf tool:search', 'claude-desktop tool:search']),
    );
    expect(shared('crm').map(({ client }) => client)).not.toContain('claude-code');
    expect(shared('files').find(({ client }) => client === 'kimi')).toMatchObject({
      message:
        'Kimi keeps only one tool called search: crm has one as well (reported 2026-06, MoonshotAI/kimi-code#575)',
      fix: 'Prefix the name, as in crm_search, or use one of the servers at a time.',
    });
    expect(shared('crm').some(({ item }) => item === 'tool:orders')).toBe(false);
  });

  it('has in each document what check of that one has, but for what they share', async () => {
    const cwd = folderWith({ crm: [tool('a'.repeat(70))], files: [tool('read_it')] });
    const alone = await runCli(['check', '--json', '--config', 'mcp.json', '--server', 'crm'], { cwd });
    const { stdout } = await runCli(['check', '--json', ...ALL], { cwd });
    expect(memberText(stdout, 'crm')).toBe(alone.stdout.trimEnd());
  });

  it('asks only about the clients that are named', async () => {
    const { code, stdout } = await runCli(['check', '--for', 'cursor', ...ALL], { cwd: folderWith(two) });
    expect(stdout).not.toContain('shared-name');
    expect(code).toBe(0);
  });

  it.each<[string, (stdout: string) => void]>([
    [
      'text',
      (stdout) => {
        expect(stdout).toMatch(
          /^crm: crm-server 1 \(.*\)\nfiles: files-server 1 \(.*\)\nbroken: not checked\n/,
        );
        expect(stdout).toContain('crm: tool:search');
        expect(stdout).toContain('check/not-checked');
      },
    ],
    [
      'json',
      (stdout) => {
        const documents = JSON.parse(stdout);
        expect(Object.keys(documents)).toEqual(['crm', 'files', 'broken']);
        expect(documents.broken.error.kind).toBe('connection');
      },
    ],
    [
      'junit',
      (stdout) => {
        const suites = [...stdout.matchAll(/<testsuite name="([^"]*)" tests="(\d+)" failures="(\d+)"/g)];
        expect(suites.map(([, name]) => name)).toEqual([
          ...['crm: crm-server 1', 'files: files-server 1', 'broken: not checked'],
        ]);
        expect(suites[2]?.slice(2)).toEqual(['1', '1']);
      },
    ],
    [
      'sarif',
      (stdout) => {
        const log = JSON.parse(stdout);
        expect(isSarif(log), JSON.stringify(isSarif.errors)).toBe(true);
        const places = log.runs[0].results.map(
          (one: { locations: { logicalLocations: { fullyQualifiedName: string }[] }[] }) =>
            one.locations[0]?.logicalLocations[0]?.fullyQualifiedName,
        );
        expect(places).toContain('crm: tool:search/name');
        expect(places).toContain('files: tool:search/name');
        expect(places).toContain('broken: server');
      },
    ],
    [
      'github',
      (stdout) => {
        expect(stdout).toMatch(/^::error file=mcp\.json,title=client\/shared-name::crm: tool:search: /m);
        expect(stdout).toMatch(/^::error .*title=check\/not-checked::broken: server: This server could not/m);
      },
    ],
  ])('reports all of them as %s, and the one that could not be connected to', async (format, holds) => {
    const cwd = folderWithBroken();
    const { code, stdout, stderr } = await runCli(['check', '--report', format, ...ALL], { cwd });
    holds(stdout);
    expect(stderr).toContain('broken: could not connect to');
    expect(code).toBe(3);
  });

  it('takes recordings and locks beside them, and tells what these share', async () => {
    const cwd = folderWith({ ...two, docs: [tool('search')] });
    const lock = [
      'export',
      '--to',
      'lock',
      '-o',
      'docs.lock.json',
      '--config',
      'mcp.json',
      '--server',
      'docs',
    ];
    expect((await runCli(lock, { cwd })).code).toBe(0);
    const words = ['check', '--json', '--for', 'kimi', 'docs.lock.json', '--config', 'mcp.json'];
    const { stdout } = await runCli([...words, '--server', 'crm', '--server', 'files'], { cwd });
    const documents = JSON.parse(stdout);
    expect(Object.keys(documents)).toEqual(['docs.lock.json', 'crm', 'files']);
    expect(documents.crm.findings.map(({ message }: Found) => message)).toContain(
      'Kimi keeps only one tool called search: docs-server and files have one as well (reported 2026-06, MoonshotAI/kimi-code#575)',
    );
  });

  it('gives each a name of its own with --server, in their order', async () => {
    const cwd = folderWith(two);
    const names = ['--server', 'crm', '--server', 'disk'];
    const target = [node, SURFACE, 'crm.json', '+', node, SURFACE, 'files.json'];
    const { stdout } = await runCli(['check', '--json', ...names, '--', ...target], { cwd });
    expect(Object.keys(JSON.parse(stdout))).toEqual(['crm', 'disk']);
    const more = await runCli(['check', ...names, '--', node, SURFACE, 'crm.json'], { cwd });
    expect([more.code, more.stderr]).toEqual([2, 'mcp-loupe: --server gives 2 names to 1 server\n']);
  });

  it('has the demo under its word, unless it is named', async () => {
    const cwd = folderWith(two);
    const target = ['--', 'demo', '+', node, SURFACE, 'files.json', '+', 'demo', '--server', 'crowded'];
    const named = async (...names: readonly string[]) =>
      Object.keys(JSON.parse((await runCli(['check', '--json', ...names, ...target], { cwd })).stdout));
    expect(await named()).toEqual(['demo', 'surface', 'demo 2']);
    expect(await named('--server', 'sky')).toEqual(['sky', 'surface', 'demo']);
  });

  it('holds each suppression against all of them', async () => {
    const cwd = folderWith(two);
    const row = { rule: 'client/shared-name', item: 'tool:search', reason: 'one at a time' };
    writeFileSync(join(cwd, '.mcp-loupe.json'), JSON.stringify({ version: 1, check: [row] }));
    const { code, stdout } = await runCli(['check', '--json', ...ALL], { cwd });
    const { crm, files } = JSON.parse(stdout);
    for (const { findings, suppressed } of [crm, files]) {
      expect(findings.map(({ rule }: Found) => rule)).not.toContain('check/unused-suppression');
      expect(suppressed.length).toBeGreaterThan(2);
    }
    expect(code).toBe(0);
  });
});

describe('a lock for each of several servers', () => {
  it('is written into a folder, and each server is held against its own', async () => {
    const cwd = folderWith({ ...two, 'my docs': [tool('list')] });
    const exported = await runCli(['export', '--to', 'lock', '-o', 'locks/', ...ALL], { cwd });
    expect(exported.code).toBe(0);
    expect(readdirSync(join(cwd, 'locks')).sort()).toEqual([
      ...['crm.lock.json', 'files.lock.json', 'my-docs.lock.json'],
    ]);
    const same = await runCli(['diff', 'locks', '--json', ...ALL], { cwd });
    expect(same.code).toBe(0);
    expect(Object.keys(JSON.parse(same.stdout))).toEqual(['crm', 'files', 'my docs']);

    const changed = JSON.parse(readFileSync(join(cwd, 'files.json'), 'utf8'));
    changed.listing['tools/list'].tools = [];
    writeFileSync(join(cwd, 'files.json'), JSON.stringify(changed));
    const differs = await runCli(['diff', '--lock', 'locks', ...ALL], { cwd });
    expect(differs.code).toBe(5);
    expect(differs.stdout).toMatch(/^==> crm <==\n[^=]*no difference\n\n==> files <==\n[^=]*breaking/);
    const checked = await runCli(['check', '--lock', 'locks/', '--json', ...ALL], { cwd });
    const { crm, files } = JSON.parse(checked.stdout);
    const rules = ({ findings }: { findings: Found[] }) => findings.map(({ rule }) => rule.split('/')[0]);
    expect(rules(files)).toContain('lock');
    expect(rules(crm)).not.toContain('lock');

    const updated = await runCli(['diff', 'locks', '--update', ...ALL], { cwd });
    expect(updated.code).toBe(0);
    expect((await runCli(['diff', 'locks', ...ALL], { cwd })).code).toBe(0);
  });

  it('is missed for one, and the others are compared all the same', async () => {
    const cwd = folderWith(two);
    await runCli(
      ['export', '--to', 'lock', '-o', 'locks/crm.lock.json', '--config', 'mcp.json', '--server', 'crm'],
      {
        cwd,
      },
    );
    const { code, stdout, stderr } = await runCli(['diff', 'locks', '--json', ...ALL], { cwd });
    expect(JSON.parse(stdout)).toMatchObject({ crm: { changes: [] }, files: { error: { kind: 'usage' } } });
    expect(stderr).toContain('files: mcp-loupe: cannot open locks/files.lock.json');
    expect(code).toBe(2);
  });

  it.each<[readonly string[], string]>([
    [['export', '--to', 'lock'], 'name a folder, as in -o locks/'],
    [['export', '--to', 'lock', '-o', 'all.json'], 'name a folder, as in -o locks/'],
    [['diff', 'one.lock.json', '--update'], 'name a folder instead of one.lock.json'],
  ])('%j needs a folder', async (words, said) => {
    const cwd = folderWith(two);
    const one = ['export', '--to', 'lock', '-o', 'one.lock.json', '--config', 'mcp.json', '--server', 'crm'];
    await runCli(one, { cwd });
    const { code, stderr } = await runCli([...words, ...ALL], { cwd });
    expect(stderr).toContain(said);
    expect(code).toBe(2);
    expect(existsSync(join(cwd, 'all.json'))).toBe(false);
  });

  it('may be one that all are held against', async () => {
    const cwd = folderWith({ staging: [tool('search')], production: [tool('search')] });
    mkdirSync(join(cwd, 'ci'));
    const one = [
      'export',
      '--to',
      'lock',
      '-o',
      'ci/one.json',
      '--config',
      'mcp.json',
      '--server',
      'staging',
    ];
    await runCli(one, { cwd });
    const { code, stdout } = await runCli(['diff', 'ci/one.json', '--fail-on', 'breaking', ...ALL], { cwd });
    expect(stdout.match(/==> \w+ <==/g)).toEqual(['==> staging <==', '==> production <==']);
    expect(code).toBe(0);
  });
});
