// biome-ignore-all lint/suspicious/noTemplateCurlyInString: variables in steps look like that.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { type CliOptions, runCli, scratch } from '../support/cli.ts';
import { loupe } from '../support/verbs-server.ts';

const PROGRAM = fileURLToPath(new URL('../../dist/mcp-loupe.js', import.meta.url));

const lines = (text: string): unknown[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

describe('run', () => {
  const run = (steps: readonly string[], words: readonly string[] = [], options: CliOptions = {}) =>
    loupe(['run', '-', ...words], { stdin: steps.join('\n'), ...options });

  it('sends steps as written and answers each with a line', async () => {
    const { code, stdout } = await run([
      '{"method":"ping"}',
      '',
      '{"sleep":5}',
      '{"method":"tools/call","params":{"name":"exact"}}',
      '{"method":"notifications/initialized"}',
    ]);
    expect(code).toBe(0);
    expect(lines(stdout)).toMatchObject([
      { step: 1, method: 'ping', ms: expect.any(Number), result: {} },
      { step: 3, method: 'tools/call', result: { n: 1, e: 1000 } },
      { step: 4, method: 'notifications/initialized', result: null },
    ]);
    expect(stdout).toContain('"n":12345678901234567890,"n":1.0,"e":1e3 }}\n');
  });

  it('keeps the digits of params and asks for no list by itself', async () => {
    const file = join(scratch(), 't.mcp.jsonl');
    const step = '{"method":"vendor/raw","params":{"n":12345678901234567890,"f":1.0,"z":1,"a":2}}';
    const { stderr } = await run([step], ['--record', file]);
    expect(stderr).toContain('"params":{"n":12345678901234567890,"f":1.0,"z":1,"a":2}}');
    expect(readFileSync(file, 'utf8')).not.toContain('tools/list');
  });

  it('goes on after a step that failed, and ends with 1', async () => {
    const { code, stdout } = await run([
      '{"method":"no/such"}',
      '{"method":"tools/call","params":{"name":"fails"}}',
      '{"method":"tools/call","params":{"name":"waits"},"cancelAfter":50}',
      '{"oops":1}',
      'not json',
      '{"method":"ping"}',
    ]);
    expect(code).toBe(1);
    expect(lines(stdout)).toMatchObject([
      { step: 1, error: { code: -32601 } },
      { step: 2, result: { isError: true } },
      { step: 3, error: { kind: 'cancelled' } },
      { step: 4, error: { kind: 'usage', message: expect.stringContaining('"method"') } },
      { step: 5, error: { kind: 'usage', message: expect.stringContaining('not JSON') } },
      { step: 6, result: {} },
    ]);
  });

  it('takes a step that was to be cancelled for done, also side by side and with --fail-fast', async () => {
    const waits = '{"method":"tools/call","params":{"name":"waits"},"cancelAfter":50}';
    const steps = [waits, `{"together":[${waits},{"method":"ping"}]}`, '{"method":"ping"}'];
    const { code, stdout } = await run(steps, ['--fail-fast']);
    expect(code).toBe(0);
    expect(lines(stdout).at(-1)).toMatchObject({ step: 3, result: {} });
    expect(stdout.match(/"kind":"cancelled"/g)).toHaveLength(2);
  });

  it('holds answers against what is expected, and hands on what is saved', async () => {
    const call = (name: string, further: string, args = '{}') =>
      `{"method":"tools/call","params":{"name":"${name}","arguments":${args}},${further}}`;
    const { code, stdout, stderr } = await run(
      [
        '// comments are passed over',
        call(
          'structured',
          '"name":"sum","expect":{"/result/structuredContent/sum":3,"ms":{"$max":60000}},"save":{"sum":"/result/structuredContent/sum"}',
        ),
        call(
          'echo',
          '"expect":{"/result/content/0/text/n":"${sum}","/result/content/0/text/k":"x ${env:KEY}"}',
          '{"n":"${sum}","k":"x ${env:KEY}"}',
        ),
        call('breaks', '"expect":{"/error/code":-32001}'),
        call('fails', '"expect":{"/result/content/0/text":{"$match":"luck"}}'),
        call(
          'structured',
          '"expect":{"/result/structuredContent":{"sum":4,"big":1}},"save":{"gone":"/result/gone"}',
        ),
        call('echo', '"name":"late"', '{"text":"${gone}"}'),
        call('breaks', '"expect":{"ms":{"$min":0}}'),
        call('echo', '"name":"masked"', '{"text":"${env:MASKED}"}'),
        '{"method":"ping","expext":{}}',
      ],
      [],
      { env: { KEY: 'k', MASKED: 'x [redacted]' } },
    );
    expect(code).toBe(1);
    const [sum, echo, breaks, fails, other, late, error, masked, typo] = lines(stdout) as Record<
      string,
      unknown
    >[];
    expect(sum).toMatchObject({ step: 1, name: 'sum', result: {} });
    for (const good of [sum, echo, breaks, fails, error]) expect(good).not.toHaveProperty('differences');
    expect(stdout).toContain('"is":12345678901234567890,');
    expect(other?.['differences']).toMatchObject([
      { pointer: '/result/gone', kind: 'missing', wanted: 'a value to save as gone' },
      { pointer: '/result/structuredContent/sum', kind: 'value', was: 4, is: 3 },
      { pointer: '/result/structuredContent/big', was: 1 },
    ]);
    expect(stderr).toContain('step 5: /result/structuredContent/sum: wanted 4, got 3\n');
    expect(late).toMatchObject({
      name: 'late',
      error: {
        kind: 'skipped',
        message: 'it was not sent: ${gone} has no value, as tools/call did not save it',
      },
    });
    expect(masked?.['error']).toMatchObject({
      message: expect.stringContaining('/params/arguments/text is redacted, and that is never sent'),
    });
    expect(typo).toMatchObject({
      error: { kind: 'usage', message: expect.stringContaining('did you mean "expect"?') },
    });
  });

  it('tells findings and results that do not fit by step, and hides secrets of the environment', async () => {
    const folder = scratch();
    const [file, recording] = [join(folder, 's.jsonl'), join(folder, 's.mcp.jsonl')];
    const call = (name: string, expected: string, args = '{}') =>
      `{"method":"tools/call","params":{"name":"${name}","arguments":${args}},"expect":${expected}}`;
    const weather = call(
      'weather',
      '{"/result/structuredContent":{"$schema":true},"findings":{"$has":"result/structured-mismatch"}}',
    );
    const hello = call(
      'say-hello',
      '{"/result/content/0/text":{"$has":"${env:MY_TOKEN}"},"findings":[]}',
      '{"name":"${env:MY_TOKEN}"}',
    );
    const watch = call('night-watch', '{"findings":[]}', '{"rounds":2}');
    writeFileSync(file, `{"together":[${watch},${weather}]}\n${hello}`);
    const server = ['--', 'node', PROGRAM, 'demo-server', '--fault', 'bad-output'];
    const { code, stdout } = await runCli(['run', file, '--record', recording, ...server], {
      env: { MY_TOKEN: 's3cr3t-of-mine' },
    });
    expect(code).toBe(1);
    const told = lines(stdout) as { readonly step: number; readonly part?: number }[];
    // The parts of a step are told as they end.
    expect(told.sort((a, b) => a.step - b.step || (b.part ?? 0) - (a.part ?? 0))).toMatchObject([
      {
        ...{ step: 1, part: 2 },
        differences: expect.arrayContaining([
          {
            ...{ pointer: '/result/structuredContent/humidity', kind: 'value' },
            ...{ expectation: '/result/structuredContent', is: 161 },
            wanted: expect.stringContaining('at most 100'),
          },
        ]),
      },
      { step: 1, part: 1 },
      { step: 2 },
    ]);
    expect(stdout.match(/"differences"/g)).toHaveLength(1);
    expect(stdout).not.toContain('"pointer":"findings"');
    const recorded = readFileSync(recording, 'utf8');
    expect(recorded).not.toContain('s3cr3t');
    expect(recorded).toContain('"name":"[redacted]"');
  });

  it('reads an array of steps, and sends nothing where a variable can have no value', async () => {
    const folder = scratch();
    const file = join(folder, 'a.jsonc');
    writeFileSync(file, '// a\n[\n  {"method": "ping", "expect": {"/result": {},}}, // one\n]\n');
    const good = await loupe(['run', file]);
    expect([good.code, lines(good.stdout)]).toMatchObject([0, [{ step: 1, result: {} }]]);
    const unset = join(folder, 'b.jsonl');
    writeFileSync(unset, '{"method":"ping"}\n{"method":"x","params":{"a":"${id} ${env:NO_SUCH}"}}');
    const bad = await loupe(['run', unset]);
    expect(bad.code).toBe(2);
    expect(bad.stderr).toContain('b.jsonl:2:30: ${id}: no step before it saves that');
    expect(bad.stderr).toContain('b.jsonl:2:36: ${env:NO_SUCH}: the environment has no NO_SUCH');
    expect(bad.stderr).not.toContain('capabilities');
  });

  it('stops at the first failure with --fail-fast', async () => {
    const { code, stdout } = await run(['{"method":"no/such"}', '{"method":"ping"}'], ['--fail-fast']);
    expect(code).toBe(1);
    expect(lines(stdout)).toHaveLength(1);
  });

  it('runs steps together, one line each as they end', async () => {
    /** Answers `first` after whatever comes next. */
    const server = `
      const waiting = [];
      const about = { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: { name: 'late', version: '1' } };
      const answer = (id, result) => console.log(JSON.stringify({ jsonrpc: '2.0', id, result }));
      require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
        const { id, method } = JSON.parse(line);
        if (id === undefined || method === 'never') return;
        if (method === 'first') return waiting.push(id);
        answer(id, method === 'initialize' ? about : {});
        for (const late of waiting.splice(0)) answer(late, {});
      });`;
    const steps = [
      '{"together":[{"method":"first"},{"sleep":1},{"method":"ping"},{"method":"never","cancelAfter":300}]}',
      '{"method":"ping"}',
    ];
    const words = ['run', '-', '--', 'node', '-e', server];
    const { code, stdout } = await runCli(words, { stdin: steps.join('\n') });
    expect(code).toBe(0);
    const told = lines(stdout);
    const isNever = (line: unknown) => (line as { readonly part?: number }).part === 4;
    expect(told.filter(isNever)).toMatchObject([{ step: 1, part: 4, error: { kind: 'cancelled' } }]);
    expect(told.filter((line) => !isNever(line))).toMatchObject([
      { step: 1, part: 3, method: 'ping', result: {} },
      { step: 1, part: 1, method: 'first', result: {} },
      { step: 2, result: {} },
    ]);
  });

  it('fails what comes after the end of the server at once', async () => {
    const { code, stdout } = await run([
      '{"method":"tools/call","params":{"name":"leaves"}}',
      '{"sleep":20}',
      '{"method":"ping"}',
      '{"sleep":600000}',
      '{"method":"ping"}',
    ]);
    expect(code).toBe(1);
    expect(lines(stdout)).toMatchObject([
      { step: 1, result: {} },
      { step: 3, error: { kind: 'connection' } },
      { step: 5, error: { kind: 'connection' } },
    ]);
  });

  it('reads stdin as it comes and answers before it ends', async () => {
    const stop = (pid: number) => process.kill(pid, 'SIGTERM');
    const { code, stdout } = await run([], [], {
      stdin: {
        open: '{"method":"ping"}\n{"method":"tools/call","params":{"name":"waits"},"cancelAfter":1}\n',
      },
      when: ['server: cancelled', stop],
    });
    expect(code).toBe(143);
    expect(lines(stdout)).toMatchObject([{ step: 1 }, { step: 2 }]);
  });

  it('ends with 3 when it never connected, and with 2 without its file', async () => {
    const dead = await runCli(['run', '-', '--', 'node', '-e', 'process.exit(9)'], {
      stdin: '{"method":"ping"}',
    });
    expect(dead.code).toBe(3);
    expect(dead.stderr).toContain('code 9');
    expect((await loupe('run no-such-file')).code).toBe(2);
  });
});
