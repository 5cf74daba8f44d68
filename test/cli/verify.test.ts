import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { type CliOptions, runCli, scratch } from '../support/cli.ts';

const SERVER = fileURLToPath(new URL('../support/servers/verified.mjs', import.meta.url));

const call = (name: string, given: object = {}): object => ({
  method: 'tools/call',
  params: { name, arguments: given },
});

/** Verifies files, by their names with their lines, against the server. */
async function verify(
  files: Readonly<Record<string, readonly (object | string)[]>>,
  words: readonly string[] = [],
  { build = '1', ...options }: CliOptions & { readonly build?: string } = {},
) {
  const cwd = scratch();
  for (const [name, lines] of Object.entries(files))
    writeFileSync(
      join(cwd, name),
      lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join(''),
    );
  const target = ['--', 'node', SERVER, '--build', build];
  const ran = await runCli(['verify', ...Object.keys(files), ...words, ...target], { cwd, ...options });
  return { ...ran, read: (name: string) => readFileSync(join(cwd, name), 'utf8') };
}

describe('verify of steps', () => {
  it('calls only what says that it does no harm, and never what is redacted', async () => {
    const steps = [
      ...['order', 'set', 'wipe', 'lies', 'keeps', 'silent', 'nowhere'].map((name) => call(name)),
      { method: 'vendor/delete' },
      { sleep: 1 },
      { together: [{ method: 'ping' }, call('login', { word: '[redacted]' })] },
    ];
    const { code, stdout, stderr } = await verify({ 's.jsonl': steps }, ['--json']);
    expect(code).toBe(1);
    const { steps: done, counts } = JSON.parse(stdout);
    expect(
      done.map(({ index, subject, status }: Record<string, unknown>) => [index, subject, status]),
    ).toEqual([
      [0, 'order', 'same'],
      [1, 'set', 'same'],
      ...['wipe', 'lies', 'keeps', 'silent', 'nowhere', ''].map((name, at) => [at + 2, name, 'skipped']),
      [9, '', 'same'],
      [9, 'login', 'error'],
    ]);
    expect(counts).toEqual({ same: 3, different: 0, noise: 0, skipped: 6, error: 1 });
    expect(done.at(-1).why).toContain('--secret /params/arguments/word=@env:NAME');
    expect(stderr.match(/called \w+/g)).toEqual(['called order', 'called set']);
  });

  it('calls all that is asked for with --all, with a secret that nobody gets to see', async () => {
    const steps = [call('wipe'), call('login', { word: 'Bearer [redacted]' }), call('fails'), call('order')];
    const { code, stdout, stderr, read } = await verify(
      { 's.jsonl': steps },
      ['--all', '--secret', '/params/arguments/word=@env:TOKEN', '--record', 'out.mcp.jsonl'],
      { env: { TOKEN: 'swordfish-of-the-day' } },
    );
    expect(code).toBe(5);
    expect(stdout).toMatch(
      /^✓ tools\/call wipe .*\n✓ tools\/call login .*\n✗ tools\/call fails .*\n {4}s\.jsonl:3\n/,
    );
    expect(stdout).toMatch(/\n\n3 same, 1 different\n$/);
    expect(stderr).toContain('called wipe');
    expect(read('out.mcp.jsonl')).toContain('"word":"Bearer [redacted]"');
    expect(stdout + stderr + read('out.mcp.jsonl')).not.toContain('swordfish');
  });

  it('says of the rest why it was not sent when the server dies', async () => {
    const files = {
      'a.jsonl': [call('order'), call('dies'), call('order')],
      'b.jsonl': [{ method: 'ping' }],
    };
    const { code, stdout, read } = await verify(files, ['--report', 'json', '-o', 'out.json', '--quiet']);
    expect([code, stdout]).toEqual([3, '']);
    const { steps } = JSON.parse(read('out.json'));
    expect(steps).toMatchObject([
      { file: 'a.jsonl', index: 0, status: 'same' },
      { file: 'a.jsonl', index: 1, status: 'error', why: expect.stringContaining('exited with code 7') },
      { file: 'a.jsonl', index: 2, status: 'error', why: expect.stringMatching(/^not sent: .*code 7/) },
      // Each file has a connection of its own.
      { file: 'b.jsonl', index: 0, status: 'same' },
    ]);
  });

  it.each<[why: string, lines: readonly (object | string)[], words: readonly string[], message: string]>([
    ['nothing in it', [], [], 's.jsonl is empty'],
    ['no steps', ['{"oops":1}', 'x'], [], 's.jsonl:1: a step needs one of'],
    ['a lock', ['{"format":"mcp-lock","version":1}'], [], 's.jsonl is a lock: mcp-loupe diff'],
    ['no pointer', [call('order')], ['--ignore', 'result'], '--ignore: "result" is not a JSON pointer'],
    ['a secret for all to see', [call('order')], ['--secret', '/params/t=x'], 'others see it'],
    [
      'a secret from elsewhere',
      [call('order')],
      ['--secret', '/result/t=@env:T'],
      'not a JSON pointer, such as /params',
    ],
    ['an unset secret', [call('order')], ['--secret', '/params/t=@env:NOPE'], 'NOPE is not set'],
    ['a file that is there', [call('order')], ['-o', 's.jsonl'], 's.jsonl exists'],
  ])('refuses %s', async (_, lines, words, message) => {
    const { code, stderr } = await verify({ 's.jsonl': lines }, words);
    expect(stderr).toContain(message);
    expect(code).toBe(2);
  });
});
