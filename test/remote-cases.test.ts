import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { CASES, check, incoming, readCase, wordsFor } from './support/cases.ts';
import { type CliResult, runCli, scratch } from './support/cli.ts';
import { startHttpServer } from './support/http-server.ts';

interface RemoteTry {
  /** What follows the address of the server; that of the case without it. */
  readonly path?: string;
  /** Arguments of the fake beside those of the case. */
  readonly server?: readonly string[];
  readonly options?: readonly string[];
}

/** Runs the steps of a case whose server is started first, and reached over HTTP. Its checks are made unless left to the test. */
async function judgeRemote(
  id: string,
  { path, server: more = [], options = [] }: RemoteTry = {},
  isChecked = true,
): Promise<CliResult & { readonly seen: readonly Record<string, unknown>[] }> {
  const folder = scratch();
  const log = join(folder, 'server.jsonl');
  const transcript = join(folder, 't.mcp.jsonl');
  const { start, options: settings = {}, steps } = readCase(id);
  const { background, url = '', headers = {} } = start;
  const filled = (arg: string): string =>
    arg.replace(/\$\{CASE_DIR\}/, join(CASES, id)).replace(/\$\{TMP\}|<TMP>/, folder);
  const server = await startHttpServer([...(background?.args ?? []), ...more].map(filled), { CASE_LOG: log });
  onTestFinished(() => server.close());
  const words = wordsFor(steps, folder);
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

describe('the modern era', () => {
  it('m6: names in headers', async () =>
    void (await judgeRemote('m6-name-header', { options: ['--era', 'modern'] })));
});

describe('h2: a session that is forgotten', () => {
  it('is begun anew, and said', async () => {
    expect((await judgeRemote('h2-session-404')).stderr).toContain('finding http/session-lost:');
  });
});

describe('h4: the endpoint of HTTP+SSE', () => {
  const sse = ['--transport', 'sse'];
  it('is an absolute path', async () => void (await judgeRemote('h4-sse-endpoint', { options: sse })));
  it('is a relative one', async () => {
    const { code, stdout } = await judgeRemote('h4-sse-endpoint', { path: '/rel/sse', options: sse }, false);
    expect([code, stdout]).toEqual([0, 'hi\n']);
  });
  it('is of another origin, which is refused', async () => {
    const result = await judgeRemote('h4-sse-endpoint', { path: '/evil/sse', options: sse }, false);
    expect(result.code).toBe(3);
    expect(result.stderr).toMatch(/the endpoint http:.* is on another origin; nothing is sent there/);
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

describe('h5: event streams of every kind', () => {
  it.each(['crlf', 'cr', 'lf'])('%s', async (eol) => {
    expect((await judgeRemote('h5-sse-format', { server: ['--eol', eol] })).stderr).toBe('');
  });
});

describe('h6: streams that are cut', () => {
  it('are resumed, or say so', async () => {
    const { stdout, stderr } = await judgeRemote('h6-sse-resume');
    expect(stdout).toContain('the event stream ended before the response');
    expect(stderr).toContain('finding http/cut-stream:');
  });
});

describe('h9: a certificate of its own', () => {
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

describe('x8: secrets on their way to a remote server', () => {
  it('in a header', async () => void (await judgeRemote('x8-secrets')));
  it('in the URL', async () => {
    const secret = 'sk-fake-DO-NOT-LEAK-0123456789';
    await judgeRemote('x8-secrets', { path: `/mcp?api_key=${secret}` });
    const refused = await judgeRemote('x8-secrets', { path: `/nowhere?api_key=${secret}` }, false);
    expect(refused.code).toBe(3);
    expect(refused.stderr + refused.stdout).not.toContain('DO-NOT-LEAK');
  });
});
