import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CASES, type CaseStep, check, incoming, readCase, wordsFor } from './support/cases.ts';
import { type CliOptions, type CliResult, runCli, scratch } from './support/cli.ts';
import { type HttpServer, startHttpServer } from './support/http-server.ts';

interface Try extends CliOptions {
  readonly before?: readonly string[];
  readonly steps?: readonly CaseStep[];
  /** ms in place of those of the case. */
  readonly timeout?: number;
}

/** Runs a case's steps over one connection, as its `options` say, and has its own `check.mjs` judge. */
async function judge(id: string, variant: Try = {}): Promise<CliResult> {
  const { start, options = {}, steps } = readCase(id);
  const timeout = variant.timeout ?? options.timeoutMs;
  const folder = scratch();
  const log = join(folder, 'server.jsonl');
  const transcript = join(folder, 't.mcp.jsonl');
  const words = wordsFor(variant.steps ?? steps, folder);
  const server = (start.args ?? [`${CASES}/${id}/server.mjs`]).map((arg) =>
    arg.replace(/\$\{CASE_DIR\}/, join(CASES, id)),
  );
  const result = await runCli(
    [
      ...[...words, ...(variant.before ?? []), '--record', transcript],
      ...(timeout === undefined ? [] : ['--timeout', `${timeout}ms`]),
      ...(options.maxTotalMs === undefined ? [] : ['--max-timeout', `${options.maxTotalMs}ms`]),
      ...['--', 'node', ...server],
    ],
    { ...variant, env: { CASE_LOG: log, ...variant.env } },
  );
  await check(id, result, { log, transcript, frames: incoming(transcript) });
  return result;
}

describe('reported cases', () => {
  it('f1: banners on stdout', async () => {
    expect((await judge('f1-stdout-banner')).stderr).toMatch(/finding stdio\/not-json: .*FakeServer/);
  });
  it('f3: ids that come back as text', async () => {
    expect((await judge('f3-string-id')).stderr).toContain('finding id/type:');
  });
  it('f4: answers under an old id or none', async () => {
    const { stderr } = await judge('f4-wrong-id');
    expect(stderr).toMatch(/finding id\/(?:unknown|duplicate|late): /);
  });
  it('f5: messages over several lines', async () => {
    expect((await judge('f5-pretty-json')).stderr).toContain('finding stdio/multi-line:');
  });
  it('c3: a tool that must run as a task, and another meanwhile', async () => {
    await judge('c3-tasks');
  });
  it('l1: progress and time-outs', async () => {
    // Less than the three seconds of the slow call, and more than a server may pause between two reports. It answers
    // the last step after it has heard that the one before was cancelled.
    const steps = [...readCase('l1-progress').steps, { op: 'tools/list' }];
    await judge('l1-progress', { steps, timeout: 2900 });
  });
  it('l2: an early exit', async () => {
    expect((await judge('l2-early-exit')).code).toBe(3);
  });
  it('l3: a crash during a call', async () => {
    expect((await judge('l3-crash-midcall')).code).toBe(3);
  });
  it('l8: capabilities that are not served', async () => {
    await judge('l8-capability-lies');
    const { code, stdout } = await runCli([
      'list',
      '--json',
      '--',
      'node',
      join(CASES, 'l8-capability-lies/server.mjs'),
    ]);
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      tools: [{ name: 'echo' }],
      prompts: { error: { code: -32603 } },
    });
  });
  it('s2: values have their types', async () => void (await judge('s2-typed-form')));
  it('s4: references of every kind', async () => void (await judge('s4-refs')));
  it('s8: templates are filled in by RFC 6570', async () => {
    const log = join(scratch(), 'server.jsonl');
    const server = ['--', 'node', join(CASES, 's8-uri-template', 'server.mjs')];
    const read = (...words: string[]) => runCli(['read', ...words, ...server], { env: { CASE_LOG: log } });
    await read('fake://events/{topic}', 'topic=foo/bar baz');
    await read('fake://q{?topic,limit}', 'limit=5');
    await check('s8-uri-template', await read('fake://q{?topic,limit}'), { log });
  });
  it('s6: bad tools hide no good ones', async () => {
    const { stderr } = await judge('s6-bad-tool');
    expect(stderr).toMatch(/finding list\/bad-item: .*bad_empty_schema/);
    expect(stderr).toMatch(/finding list\/bad-item: .*bad_no_schema/);
  });
  it('d2: 1,501 tools', async () => void (await judge('d2-many-tools')));
  it('d3: 20,000 notifications', async () => void (await judge('d3-flood')));
  it('r2: names that deceive the eye', async () => {
    const { stderr } = await judge('r2-bidi');
    expect(stderr).toMatch(/finding list\/duplicate: duplicate tool name pay /);
    const people = await runCli(['list', 'tools', '--', 'node', join(CASES, 'r2-bidi/server.mjs')]);
    expect(people.stdout).not.toMatch(/[\u200b\u202e\u{e0000}-\u{e007f}]/u);
    expect(people.stdout).toContain('pay<U+200B>');
  });
  it('x1: every argument of the server', async () => void (await judge('x1-argv')));
});

describe('the two eras', () => {
  const auto = ['--era', 'auto'];
  it('m3: a server that dies of the probe is started again', async () => {
    const { stderr } = await judge('m3-discover-dies', { before: auto });
    expect(stderr).toMatch(
      /finding server\/probe: the server exited with code 1 before it answered server\/discover/,
    );
  });
  it.each([['auto', auto] as const, ['by default', []] as const])(
    'm4: a server of the modern era alone, %s',
    async (_, before) => {
      const { stderr } = await judge('m4-modern-only', { before });
      expect(stderr).not.toContain('2025-11-25 is refused');
    },
  );
  it('m4: the legacy era alone is refused with what it speaks', async () => {
    const server = ['--', 'node', join(CASES, 'm4-modern-only/server.mjs')];
    const { code, stderr } = await runCli(['list', 'tools', '--era', 'legacy', ...server]);
    expect(code).toBe(3);
    expect(stderr).toMatch(/2026-07-28/);
    expect(stderr).toMatch(/--era/);
  });
});

describe('c2: elicitation in a script', () => {
  const content = { name: 'Al', agree: true, color: 'green', tags: ['a', 'c'] };
  it.each([
    ['accept', { action: 'accept', content }],
    ['decline', { action: 'decline' }],
    ['cancel', { action: 'cancel' }],
  ])('%s', async (action, rule) => {
    const answers = join(scratch(), 'answers.json');
    writeFileSync(answers, JSON.stringify({ elicitation: [rule] }));
    const log = join(scratch(), 'server.jsonl');
    const words = ['call', 'form', '--answers', answers, '--', 'node', join(CASES, 'c2-elicit/server.mjs')];
    const result = await runCli(words, { env: { CASE_LOG: log } });
    if (action === 'accept') await check('c2-elicit', result, { log });
    else expect(result.stdout).toContain(`${action}:null`);
  });
});

describe('x6: a clean stdout', () => {
  const busy = { op: 'tools/call', name: 'busy', arguments: {} };
  const mebibyte = { op: 'tools/call', name: 'mebibyte', arguments: {} };
  it('is one JSON document', async () => {
    const { stderr } = await judge('x6-clean-stdout', { before: ['--json'], steps: [busy] });
    expect(stderr).toContain('server: stderr: step 0');
  });
  it('does not wait for an open stdin', async () => {
    await judge('x6-clean-stdout', { before: ['--json'], steps: [busy], stdin: { open: '' } });
  });
  it('is whole above 64 KiB', async () => {
    const { stdout } = await runCli([
      'call',
      'mebibyte',
      '--',
      'node',
      join(CASES, 'x6-clean-stdout/server.mjs'),
    ]);
    expect(stdout).toHaveLength(1024 * 1024 + 1);
  });
  it('may be closed early', async () => {
    const words = ['call', mebibyte.name, '--', 'node', join(CASES, 'x6-clean-stdout/server.mjs')];
    const { code, stderr } = await runCli(words, { closeAfter: 10 });
    expect(stderr).not.toMatch(/EPIPE| at /);
    expect(code).toBe(0);
  });
});

/** Which file, which server, and whether the call succeeds. */
const configs = (): readonly string[][] => {
  const { steps } = JSON.parse(readFileSync(join(CASES, 'x3-config/case.json'), 'utf8'));
  return steps[0].of;
};

describe('x3: configs of other clients', () => {
  /** The port in the files, which somebody else may have; a copy of them has that of the server. */
  const PORT = '43917';
  const given = join(CASES, 'x3-config');
  let cwd: string;
  let server: HttpServer;
  beforeAll(async () => {
    server = await startHttpServer([join(given, 'server.mjs'), '--http', '0']);
    const { port } = new URL(server.base);
    cwd = mkdtempSync(join(tmpdir(), 'loupe-configs-'));
    for (const name of readdirSync(given)) {
      const bytes = readFileSync(join(given, name), 'latin1').replaceAll(PORT, port);
      writeFileSync(join(cwd, name), bytes, 'latin1');
    }
  });
  afterAll(async () => {
    await server.close();
    rmSync(cwd, { recursive: true });
  });

  it.each(configs())('%s %s: exit %s', async (file, name, exit) => {
    const { code, stdout, stderr } = await runCli(['call', 'who', '--config', file!, '--server', name!], {
      cwd,
    });
    expect(code === 0 ? 'zero' : 'nonzero', stderr).toBe(exit);
    if (code === 0) expect(JSON.parse(stdout)).toHaveProperty('argv');
    if (name === 'neither')
      expect(stderr).toContain('mixed.json:26: mcpServers.neither: needs a "command" or a "url"');
    if (file === 'broken.json') expect(stderr).toContain('broken.json:4:25: comma expected');
  });
  it('gives a server the variables of its entry', async () => {
    const words = ['call', 'who', '--config', 'claude_desktop_config.json'];
    const { stdout } = await runCli(words, { cwd, env: { FAKE_A: 'of the shell' } });
    expect(JSON.parse(stdout)).toMatchObject({ argv: ['claude'], FAKE_A: '1' });
  });
});

describe('t1: no terminal', () => {
  const server = join(CASES, 't1-not-tty/server.mjs');
  it.each<[string, CliOptions]>([
    ['nothing on stdin', {}],
    ['a line on stdin', { stdin: '\n' }],
    ['an open stdin', { stdin: { open: '' } }],
    ['a dumb terminal', { env: { TERM: 'dumb' } }],
  ])('%s', async (_, options) => {
    const log = join(scratch(), 'log');
    const result = await runCli(['node', server], { ...options, env: { CASE_LOG: log, ...options.env } });
    await check('t1-not-tty', result, { log });
    expect(result.stdout).toContain('t1-not-tty 1.0.0');
  });
});

describe('t7: no colour where none is wanted', () => {
  const steps = [{ op: 'tools/call', name: 'json', arguments: {} }];
  const forced = [{ FORCE_COLOR: '1' }, { CLICOLOR_FORCE: '1' }];
  it.each([{}, { NO_COLOR: '1' }, ...forced])('for people: %j', async (env) => {
    await judge('t7-no-color', { env, steps });
  });
  it.each(forced)('in JSON: %j', async (env) => {
    await judge('t7-no-color', { env, steps, before: ['--json'] });
    await judge('t7-no-color', { env });
  });
});

describe('x8: secrets stay inside', () => {
  const SECRET = 'sk-fake-DO-NOT-LEAK-0123456789';
  const server = join(CASES, 'x8-secrets/server.mjs');
  it.each<[string, string[], Record<string, string>]>([
    ['given by -e', ['-e', `FAKE_SECRET=${SECRET}`], {}],
    ['inherited', [], { FAKE_SECRET: SECRET }],
  ])('%s', async (_, options, env) => {
    const transcript = join(scratch(), 't.mcp.jsonl');
    const log = join(scratch(), 'log');
    const words = ['call', 'whoami', ...options, '--record', transcript, '--', 'node', server];
    const result = await runCli(words, { env: { ...env, CASE_LOG: log } });
    await check('x8-secrets', result, { log, transcript });
    const report = await runCli(
      [...options, '--record', join(scratch(), 'r'), 'node', server, `--token=${SECRET}`],
      { env },
    );
    expect(report.stdout + report.stderr).not.toContain('DO-NOT-LEAK');
  });
});
