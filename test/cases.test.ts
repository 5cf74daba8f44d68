import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type CliOptions, type CliResult, runCli, scratch } from './support/cli.ts';
import { startHttpServer } from './support/http-server.ts';

/** Fake servers that misbehave as real ones were reported to, each with what is right. */
const CASES = fileURLToPath(new URL('../../shared/cases', import.meta.url));

interface CaseStep {
  readonly op: string;
  readonly name?: string;
  readonly uri?: string;
  readonly arguments?: unknown;
}

interface Case {
  readonly start: {
    readonly args?: readonly string[];
    /** A server that is started before, and reached at `url`. */
    readonly background?: { readonly args: readonly string[] };
    readonly url?: string;
    readonly headers?: Readonly<Record<string, string>>;
  };
  readonly options?: { readonly timeoutMs?: number; readonly maxTotalMs?: number };
  readonly steps: readonly CaseStep[];
}

const read = (id: string): Case => JSON.parse(readFileSync(join(CASES, id, 'case.json'), 'utf8'));

const steps = (list: readonly CaseStep[]): string =>
  list
    .map(({ op, name, uri, arguments: given }) => {
      const params = uri === undefined ? { name, arguments: given } : { uri };
      return JSON.stringify({ method: op, ...(name === undefined && uri === undefined ? {} : { params }) });
    })
    .join('\n');

/** Our words for one step alone: the verb that a person would type. */
function verb({ op, name, arguments: given }: CaseStep): string[] {
  return op === 'tools/list' ? ['list', 'tools'] : ['call', name ?? '', '--args', JSON.stringify(given)];
}

interface Try extends CliOptions {
  readonly before?: readonly string[];
  readonly steps?: readonly CaseStep[];
}

/** Runs a case's steps over one connection, as its `options` say, and has its own `check.mjs` judge. */
async function judge(id: string, variant: Try = {}): Promise<CliResult> {
  const { start, options = {}, steps: usual } = read(id);
  const list = variant.steps ?? usual;
  const folder = scratch();
  const log = join(folder, 'server.jsonl');
  const transcript = join(folder, 't.mcp.jsonl');
  const [only, ...others] = list;
  const isOne = only !== undefined && others.length === 0;
  writeFileSync(join(folder, 'steps.jsonl'), steps(list));
  const words = isOne ? verb(only) : ['run', join(folder, 'steps.jsonl')];
  const server = (start.args ?? [`${CASES}/${id}/server.mjs`]).map((arg) =>
    arg.replace(/\$\{CASE_DIR\}/, join(CASES, id)),
  );
  const result = await runCli(
    [
      ...[...words, ...(variant.before ?? []), '--record', transcript],
      ...(options.timeoutMs === undefined ? [] : ['--timeout', `${options.timeoutMs}ms`]),
      ...(options.maxTotalMs === undefined ? [] : ['--max-timeout', `${options.maxTotalMs}ms`]),
      ...['--', 'node', ...server],
    ],
    { ...variant, env: { CASE_LOG: log, ...variant.env } },
  );
  await check(id, result, { log, transcript, frames: incoming(transcript) });
  return result;
}

interface Evidence {
  readonly log: string;
  readonly transcript?: string;
  readonly frames?: readonly string[];
}

async function check(id: string, { code, ...result }: CliResult, evidence: Evidence): Promise<void> {
  const file = join(scratch(), 'result.json');
  writeFileSync(file, JSON.stringify({ ...result, ...evidence, exit: code }));
  // It is a program, and a thread starts in a third of the time of a process.
  const argv = [join(CASES, id, 'case.json'), file];
  const judge = new Worker(join(CASES, 'check.mjs'), { argv, stdout: true });
  const verdict = await text(judge.stdout);
  expect(JSON.parse(verdict).bad, `${result.stdout.slice(0, 2000)}\n${result.stderr.slice(0, 2000)}`).toEqual(
    [],
  );
}

interface RemoteTry {
  /** What follows the address of the server; that of the case without it. */
  readonly path?: string;
  /** Arguments of the fake beside those of the case. */
  readonly server?: readonly string[];
  readonly options?: readonly string[];
}

/** The same for a case whose server is started first, and reached over HTTP. Its checks are made unless left to the test. */
async function judgeRemote(
  id: string,
  { path, server: more = [], options = [] }: RemoteTry = {},
  isChecked = true,
): Promise<CliResult & { readonly seen: readonly Record<string, unknown>[] }> {
  const folder = scratch();
  const log = join(folder, 'server.jsonl');
  const transcript = join(folder, 't.mcp.jsonl');
  const { start, options: settings = {}, steps: list } = read(id);
  const { background, url = '', headers = {} } = start;
  const filled = (arg: string): string =>
    arg.replace(/\$\{CASE_DIR\}/, join(CASES, id)).replace(/\$\{TMP\}|<TMP>/, folder);
  const server = await startHttpServer([...(background?.args ?? []), ...more].map(filled), { CASE_LOG: log });
  onTestFinished(() => server.close());
  const [only, ...others] = list;
  writeFileSync(join(folder, 'steps.jsonl'), steps(list));
  const words = only && others.length === 0 ? verb(only) : ['run', join(folder, 'steps.jsonl')];
  const result = await runCli([
    ...[...words, ...options.map(filled), '--record', transcript],
    ...Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]),
    ...(settings.timeoutMs === undefined ? [] : ['--timeout', `${settings.timeoutMs}ms`]),
    ...['--', path === undefined ? url.replace(/\$\{BASE\}/, server.base) : server.base + path],
  ]);
  if (isChecked) await check(id, result, { log, transcript, frames: incoming(transcript) });
  const lines = readFileSync(log, 'utf8').trim().split('\n');
  return { ...result, seen: lines.map((line) => JSON.parse(line)) };
}

/** The lines that came from the server, from the transcript. */
function incoming(transcript: string): string[] {
  if (!existsSync(transcript)) return [];
  const lines = readFileSync(transcript, 'utf8').split('\n');
  return lines.flatMap((line) => {
    const entry = line === '' ? {} : JSON.parse(line);
    if (entry.dir !== 's2c') return [];
    return [entry.type === 'frame' ? line.slice(line.indexOf('"msg":') + 6, -1) : String(entry.text)];
  });
}

describe.skipIf(!existsSync(CASES))('reported cases', () => {
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
  it('l1: progress and time-outs', async () => void (await judge('l1-progress')));
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

describe.skipIf(!existsSync(CASES))('the two eras', () => {
  const auto = ['--era', 'auto'];
  it('m3: a server that dies of the probe is started again', async () => {
    const { stderr } = await judge('m3-discover-dies', { before: auto });
    expect(stderr).toMatch(
      /finding server\/exited: the server exited with code 1 before it answered server\/discover/,
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
  it('m6: names in headers', async () =>
    void (await judgeRemote('m6-name-header', { options: ['--era', 'modern'] })));
});

describe.skipIf(!existsSync(CASES))('c2: elicitation in a script', () => {
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

describe.skipIf(!existsSync(CASES))('x6: a clean stdout', () => {
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
  if (!existsSync(CASES)) return [];
  const { steps } = JSON.parse(readFileSync(join(CASES, 'x3-config/case.json'), 'utf8'));
  return steps[0].of;
};

describe.skipIf(!existsSync(CASES))('x3: configs of other clients', () => {
  const cwd = join(CASES, 'x3-config');
  let server: ChildProcess;
  beforeAll(async () => {
    server = spawn(process.execPath, ['server.mjs', '--http', '43917'], { cwd, stdio: 'pipe' });
    await once(server.stderr!, 'data');
  });
  afterAll(() => void server.kill());

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

describe.skipIf(!existsSync(CASES))('t1: no terminal', () => {
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

describe.skipIf(!existsSync(CASES))('t7: no colour where none is wanted', () => {
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

describe.skipIf(!existsSync(CASES))('x8: secrets stay inside', () => {
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

describe.skipIf(!existsSync(CASES))('h2: a session that is forgotten', () => {
  it('is begun anew, and said', async () => {
    expect((await judgeRemote('h2-session-404')).stderr).toContain('finding http/session-lost:');
  });
});

describe.skipIf(!existsSync(CASES))('h4: the endpoint of HTTP+SSE', () => {
  const sse = ['--transport', 'sse'];
  it('is an absolute path', async () => void (await judgeRemote('h4-sse-endpoint', { options: sse })));
  it('is a relative one', async () => {
    const { code, stdout } = await judgeRemote('h4-sse-endpoint', { path: '/rel/sse', options: sse }, false);
    expect([code, stdout]).toEqual([0, 'hi\n']);
  });
  it('is of another origin, which is refused', async () => {
    const result = await judgeRemote('h4-sse-endpoint', { path: '/evil/sse', options: sse }, false);
    expect(result.code).toBe(3);
    expect(result.stderr).toMatch(/the endpoint http:.* is of another origin; nothing is sent there/);
    expect(result.seen.filter(({ ev }) => ev === 'other-origin')).toEqual([]);
  });
  it('never comes', async () => {
    const options = [...sse, '--connect-timeout', '1s'];
    const result = await judgeRemote('h4-sse-endpoint', { path: '/none/sse', options }, false);
    expect(result.code).toBe(3);
    expect(result.stderr).toContain('no endpoint event came within 1 s');
  });
  it('is found by itself', async () => void (await judgeRemote('h4-sse-endpoint')));
});

describe.skipIf(!existsSync(CASES))('h5: event streams of every kind', () => {
  it.each(['crlf', 'cr', 'lf'])('%s', async (eol) => {
    expect((await judgeRemote('h5-sse-format', { server: ['--eol', eol] })).stderr).toBe('');
  });
});

describe.skipIf(!existsSync(CASES))('h6: streams that are cut', () => {
  it('are resumed, or say so', async () => {
    const { stdout, stderr } = await judgeRemote('h6-sse-resume');
    expect(stdout).toContain('the event stream ended before the response');
    expect(stderr).toContain('finding http/cut-stream:');
  });
});

describe.skipIf(!existsSync(CASES))('h9: a certificate of its own', () => {
  it('is refused, with the ways out', async () => {
    const { stderr, code } = await judgeRemote('h9-self-signed');
    expect(stderr).toMatch(/DEPTH_ZERO_SELF_SIGNED_CERT.* --ca FILE.* --insecure/);
    expect(code).toBe(3);
  });
  it.each([
    ['is trusted', ['--ca', '<TMP>/ca.pem'], ''],
    [
      'is not looked at, which is said',
      ['--insecure'],
      /finding http\/insecure: the certificate of .* is not checked/,
    ],
  ])('%s', async (_, options, said) => {
    const { code, stdout, stderr } = await judgeRemote('h9-self-signed', { options }, false);
    expect([code, stdout]).toEqual([0, 'tls\n']);
    expect(stderr).toMatch(said);
  });
});

describe.skipIf(!existsSync(CASES))('x8: secrets on their way to a remote server', () => {
  it('in a header', async () => void (await judgeRemote('x8-secrets')));
  it('in the URL', async () => {
    const secret = 'sk-fake-DO-NOT-LEAK-0123456789';
    await judgeRemote('x8-secrets', { path: `/mcp?api_key=${secret}` });
    const refused = await judgeRemote('x8-secrets', { path: `/nowhere?api_key=${secret}` }, false);
    expect(refused.code).toBe(3);
    expect(refused.stderr + refused.stdout).not.toContain('DO-NOT-LEAK');
  });
});
