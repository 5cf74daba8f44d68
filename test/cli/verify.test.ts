// biome-ignore-all lint/suspicious/noTemplateCurlyInString: variables in steps look like that.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { cutArgv } from '../../src/cli/cut.ts';
import { UsageError } from '../../src/cli/exit.ts';
import type { Io } from '../../src/cli/io.ts';
import { optionsGiven } from '../../src/cli/options.ts';
import { verify as verifyVerb } from '../../src/cli/verbs/verify.ts';
import { createRedactor } from '../../src/session/redaction/redactor.ts';
import { type CliOptions, runCli, scratch } from '../support/cli.ts';

const SERVER = fileURLToPath(new URL('../support/servers/verified.mjs', import.meta.url));

/** All of a recording. */
const HEADER =
  '{"type":"header","seq":0,"t":0,"format":"mcp-transcript","version":1,"id":"25ea2299-996c-4efe-a2cb-b88582929c27","started":"2026-11-28T14:08:55.283Z","tool":{"name":"mcp-loupe","version":"1"},"target":{"transport":"stdio","command":["node","counter.mjs","--build","1"],"env":[]},"client":{"name":"mcp-loupe","version":"1","capabilities":{"elicitation":{"form":{}},"sampling":{}}},"redaction":{"on":false,"version":1}}';

const call = (name: string, given: object = {}): object => ({
  method: 'tools/call',
  params: { name, arguments: given },
});

type Files = Readonly<Record<string, readonly (object | string)[]>>;

/** A folder with these files, by their names with their lines. */
function folderOf(files: Files): string {
  const cwd = scratch();
  for (const [name, lines] of Object.entries(files))
    writeFileSync(
      join(cwd, name),
      lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join(''),
    );
  return cwd;
}

/** What is wrong with files or options, before a server is started. */
async function refusal(files: Files, words: readonly string[]): Promise<unknown> {
  const { given, operands, target } = cutArgv(['verify', ...Object.keys(files), ...words, '--', 'node']);
  const io: Io = {
    ...{ out() {}, json() {}, err() {}, stdin: async function* () {}, env: { T: 'x' }, cwd: folderOf(files) },
    ...{ isTerminal: false, stop: new AbortController().signal },
  };
  return verifyVerb({ options: optionsGiven(given), operands, target, io, verb: 'verify' }).catch(
    (error: unknown) => error,
  );
}

/** Verifies files, by their names with their lines, against the server. */
async function verify(
  files: Files,
  words: readonly string[] = [],
  { build = '1', ...options }: CliOptions & { readonly build?: string } = {},
) {
  const cwd = folderOf(files);
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
      ...['wipe', 'lies', 'keeps', 'silent'].map((name, at) => [at + 2, name, 'skipped']),
      ...[
        [6, 'nowhere', 'error'],
        [7, '', 'skipped'],
      ],
      [9, '', 'same'],
      [9, 'login', 'error'],
    ]);
    expect(counts).toEqual({ same: 3, different: 0, noise: 0, skipped: 5, error: 2 });
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
    expect(stdout).toMatch(/\n {4}\/result\/isError\n {6}wanted no error \(isError\)\n {6}got {4}an error: /);
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

  it('says of every step why there was no connection', async () => {
    const files = { 'a.jsonl': [call('order'), { method: 'ping' }], 'b.jsonl': [{ method: 'ping' }] };
    const { code, stdout } = await verify(files, ['--report', 'junit'], { build: 'none' });
    expect(code).toBe(3);
    const why = 'not sent: the server exited with code 1 before it answered initialize';
    expect(stdout.split(`<error message="${why}"/>`)).toHaveLength(4);
  });

  it('goes on behind a step that gets no answer, and ends with 4', async () => {
    const steps = [{ ...call('waits'), expect: { '/result/isError': true } }, call('fails')];
    const { code, stdout } = await verify({ 's.jsonl': steps }, ['--timeout', '200ms']);
    expect(code).toBe(4);
    expect(stdout).toMatch(/^! tools\/call waits .*\n {4}s\.jsonl:1\n {4}no answer.*\n✗ tools\/call fails /);
  });

  it('judges what steps expect, and says what came', async () => {
    const steps = [
      { name: 'total', ...call('order', { id: 9 }), expect: { '/result/structuredContent/order/total': 41 } },
      {
        ...{ name: 'inside', ...call('order', { id: 9 }) },
        expect: {
          '/result/content/0/text/order': { id: 9, total: 41, currency: 'EUR' },
          ms: { $max: 60_000 },
        },
      },
      { name: 'wipe', ...call('wipe'), save: { wiped: '/result' } },
      { name: 'after', ...call('order', { id: '${wiped}' }) },
      { name: 'lost', ...call('order'), save: { id: '/result/nowhere' } },
      { name: 'needs', ...call('order', { id: '${id}' }) },
      { name: 'error', method: 'prompts/get', params: { name: 'x' }, expect: { '/error/code': -32601 } },
    ];
    const { code, stdout } = await verify({ 's.jsonl': steps }, ['--report', 'json'], { build: '2' });
    expect(code).toBe(5);
    const differences = (pointer: string, more: object) => [{ pointer, ...more }];
    expect(JSON.parse(stdout).steps).toMatchObject([
      {
        ...{ name: 'total', status: 'different' },
        differences: differences('/result/structuredContent/order/total', { kind: 'value', was: 41, is: 42 }),
      },
      {
        ...{ name: 'inside', status: 'different' },
        differences: differences('/result/content/0/text/order/total', { kind: 'value', was: 41, is: 42 }),
      },
      { name: 'wipe', status: 'skipped' },
      { name: 'after', status: 'skipped', why: 'it needs ${wiped}: wipe, which saves it, was skipped' },
      { name: 'lost', status: 'different', differences: differences('/result/nowhere', { kind: 'missing' }) },
      {
        name: 'needs',
        status: 'skipped',
        why: 'it was not sent: ${id} has no value, as lost did not save it',
      },
      { name: 'error', status: 'same' },
    ]);
  });

  it('measures noise with --twice, and leaves out what --ignore names', async () => {
    const POINTER = '/result/structuredContent/count';
    const count = { [POINTER]: 7 };
    const steps = [
      { name: 'free', ...call('hits') },
      { name: 'noisy', ...call('hits'), expect: count },
      { name: 'ignored', ...call('order'), expect: { '/result/structuredContent/order': { total: 1 } } },
      // That the order or the length of an array is noise says nothing of what is in it.
      { name: 'others', ...call('shuffles'), expect: { '/result/structuredContent/list': [3, 4] } },
      { name: 'longer', ...call('shuffles'), expect: { '/result/structuredContent/words/0': 'y' } },
      // What the first of both calls has saved stays.
      { name: 'saves', ...call('hits'), save: { hits: '/result/structuredContent/count' } },
      {
        ...{ name: 'saved', ...call('order', { id: '${hits}' }) },
        expect: { '/result/structuredContent/order/id': 7 },
      },
    ];
    const words = ['--twice', '--ignore', '/result/structuredContent/order', '--json'];
    const { code, stdout } = await verify({ 's.jsonl': steps }, words);
    expect(code).toBe(5);
    expect(JSON.parse(stdout).steps).toMatchObject([
      { name: 'free', status: 'noise', noise: expect.arrayContaining([POINTER]) },
      {
        ...{ name: 'noisy', status: 'different', differences: [{ pointer: POINTER, was: 7 }] },
        why: `${POINTER} differs between two calls: expect a test such as {"$type": "string"}`,
      },
      { name: 'ignored', status: 'same', differences: [] },
      { name: 'others', status: 'different' },
      { name: 'longer', status: 'different' },
      { name: 'saves', status: 'noise' },
      { name: 'saved', status: 'same' },
    ]);
  });

  it('sends with --only what is named, and what that needs', async () => {
    const steps = [
      { name: 'first', ...call('order', { id: 1 }) },
      { name: 'saves', ...call('order', { id: 2 }), save: { id: '/result/structuredContent/order/id' } },
      { name: 'between', ...call('order', { id: 3 }) },
      { sleep: 1 },
      {
        name: 'meant',
        ...call('order', { id: '${id}' }),
        expect: { '/result/structuredContent/order/id': 2 },
      },
      { method: 'ping' },
    ];
    const { code, stdout } = await verify({ 's.jsonl': steps }, ['--only', 'meant', '--json']);
    const names = JSON.parse(stdout).steps.map(({ name }: { name: string }) => name);
    expect([code, names]).toEqual([0, ['saves', 'meant']]);
  });

  it('writes with --update what it found, and keeps all else in the file', async () => {
    const lines = [
      '{ "name": "total",  "method": "tools/call", "params": {"name": "order", "arguments": {"id": 9}}, "expect": {"/result/structuredContent/order/total": 41} }',
      '// a comment',
      '{"method":"tools/call","params":{"name":"order","arguments":{}},"expect":{"/result/structuredContent/order":{"total":41,"currency":"EUR"}}}',
    ];
    const array = [
      ...['[', '  // made by hand', '  {"method": "ping"},'],
      '  {"together": [{"method": "tools/call", "params": {"name": "order"},',
      ...['    "expect": {', '      "/result/content/0/text/order": {'],
      ...['        "currency": "EUR", // always', '        "total": 41', '      },'],
      ...['      "/result/isError": {"$not": true},', '    }}]},', ']'],
    ];
    const files = { 's.jsonl': lines, 'a.jsonc': array };
    const updated = await verify(files, ['--update', '--quiet'], { build: '2' });
    expect(updated.code).toBe(0);
    expect(updated.stdout).toMatch(/\n\n1 same, 3 updated\n$/);
    expect(updated.stdout).not.toContain('→');
    for (const [name, before] of Object.entries(files))
      expect(updated.read(name)).toBe(`${before.join('\n').replaceAll(/41/g, '42')}\n`);

    const test = {
      name: 'tests',
      ...call('order'),
      expect: { '/result/structuredContent/order/total': { $max: 41 } },
    };
    // One that has changed meanwhile stays as it is, and those after it are verified.
    const meanwhile = {
      ...call('edits', { file: 'c.jsonl' }),
      expect: { '/result/structuredContent/edits': 2 },
    };
    const both = { 'c.jsonl': [meanwhile], 's.jsonl': [test, lines[0] ?? ''] };
    const left = await verify(both, ['--update'], { build: '2' });
    expect(left.code).toBe(5);
    expect(left.stderr).toContain('c.jsonl: not updated: it has changed meanwhile');
    expect(left.read('c.jsonl')).toBe(`${JSON.stringify(meanwhile)}\n// edited\n`);
    expect(left.stdout).toContain('→ if the new answer is right, edit the step');
    expect(left.stdout).toMatch(/\n\n1 updated, 2 different\n$/);
    expect(left.stdout).not.toContain('--update');
    expect(left.stderr).toContain(
      's.jsonl: not updated: tests: /result/structuredContent/order/total is checked by a test',
    );
    expect(left.stderr).toContain('s.jsonl: wrote the new values of 1 step');
    expect(left.read('s.jsonl')).toBe(`${JSON.stringify(test)}\n${lines[0]?.replace('41', '42')}\n`);
  });

  it.each<[why: string, lines: readonly (object | string)[], words: readonly string[], message: string]>([
    ['nothing in it', [], [], 's.jsonl is empty'],
    [
      'no steps',
      ['{"oops":1}', 'x'],
      [],
      's.jsonl holds neither steps nor a recording: s.jsonl:1:1: a step needs one of',
    ],
    ['a bad step', [call('order'), '{"oops":1}', '{"method":1}'], [], 's.jsonl:2:1: a step needs one of'],
    ['a bad first step', ['{"method":"ping","expct":{}}'], [], 's.jsonl:1:26: "expct" is not known here'],
    ['a member twice', ['{"method":"ping","method":"x"}'], [], 's.jsonl:1:27: "method" is there twice'],
    ['a lock', ['{"format":"mcp-lock","version":1}'], [], 's.jsonl is a lock: mcp-loupe diff'],
    ['no pointer', [call('order')], ['--ignore', 'result'], '--ignore: "result" is not a JSON pointer'],
    [
      'an unset variable',
      [call('order', { id: '${env:NOPE}' })],
      [],
      's.jsonl:1:68: ${env:NOPE}: the environment has no NOPE',
    ],
    [
      'a name that nothing has',
      [{ ...call('order'), name: 'total' }],
      ['--only', 'totl'],
      'did you mean "total"?',
    ],
    [
      'a level without a recording',
      [call('order')],
      ['--level', 'shape'],
      '--level says how a recording is compared',
    ],
    [
      'a secret for all to see',
      [call('order')],
      ['--secret', '/params/t=x'],
      'others see what is on a command line',
    ],
    [
      'a secret for nothing',
      [call('login', { word: '[redacted]' })],
      ['--secret', '/params/arguments/key=@env:T'],
      '--secret /params/arguments/key: nothing is redacted there; it is at /params/arguments/word',
    ],
    [
      'a secret from elsewhere',
      [call('order')],
      ['--secret', '/result/t=@env:T'],
      'not a JSON pointer, such as /params',
    ],
    [
      'to write into a recording',
      [HEADER],
      ['--update'],
      '--update writes into files of steps, and s.jsonl is a recording',
    ],
    [
      'several sessions in a file',
      [call('order')],
      ['s.jsonl', '--record', 'x.jsonl'],
      '2 files are as many sessions',
    ],
    [
      'an unset secret',
      [call('order')],
      ['--secret', '/params/token=@env:NOPE'],
      '--secret: NOPE is not set',
    ],
    [
      'an unset variable of a step that is meant',
      [
        { ...call('order', { id: '${env:NOPE}' }), name: 'a' },
        { ...call('order', { id: '${env:OTHER}' }), name: 'b' },
      ],
      ['--only', 'b'],
      's.jsonl:2:68: ${env:OTHER}: the environment has no OTHER',
    ],
    ['a file that is there', [call('order')], ['-o', 's.jsonl'], 's.jsonl exists'],
  ])('refuses %s', async (_, lines, words, message) => {
    const error = await refusal({ 's.jsonl': lines }, words);
    expect(error).toBeInstanceOf(UsageError);
    // As it is printed: nothing of it looks like a secret.
    expect(createRedactor().mask((error as UsageError).message)).toContain(message);
  });
});
