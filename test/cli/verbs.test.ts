import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { type CliOptions, type CliResult, runCli, scratch } from '../support/cli.ts';
import { portion } from '../support/portion.ts';

const SERVER = fileURLToPath(new URL('../support/servers/verbs.mjs', import.meta.url));

/** `mcp-loupe <words> -- node verbs.mjs`, words split at spaces. */
const loupe = (words: string | readonly string[], options?: CliOptions): Promise<CliResult> =>
  runCli([...(typeof words === 'string' ? words.split(' ') : words), '--', 'node', SERVER], options);

const lines = (text: string): unknown[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

describe('list', () => {
  it('prints items as they were sent, over all pages', async () => {
    const { code, stdout } = await loupe('list tools --json');
    expect(code).toBe(0);
    expect(stdout).toContain('"x-big":12345678901234567890, "x-float":1.0 }');
    expect(stdout).toContain('{"tools":[{ "name":"echo", "inputSchema":{"type":"object",');
    expect(JSON.parse(stdout).tools.map((tool: { name: string }) => tool.name)).toHaveLength(8);
  });

  it('asks for what is announced, and tells of a list that failed', async () => {
    const { code, stdout, stderr } = await loupe('list --json');
    expect(code).toBe(1);
    const { tools, ...others } = JSON.parse(stdout);
    expect(tools).toHaveLength(8);
    expect(others).toEqual({
      resources: [{ uri: 'x:y', name: 'y' }],
      resourceTemplates: { error: { code: -32603, message: 'no templates today' } },
    });
    expect(stderr).toContain('resources/templates/list: -32603 no templates today');
  });

  it.each(portion(['{}', '"yes"', '{"tools":{"a":1}}', '{"tools":null}']))(
    'of an answer that is no list: %s',
    async (answer) => {
      for (const words of [['list', 'tools'], ['list']]) {
        const { code, stdout, stderr } = await loupe([
          ...words,
          '--json',
          '--quiet',
          '-e',
          `TOOLS=${answer}`,
        ]);
        expect(code).toBe(1);
        expect(JSON.parse(stdout).tools).toEqual([]);
        expect(stderr).toMatch(/^tools\/list: tools is \w+(?: \w+)?; it must be an array$/m);
      }
    },
  );

  it('asks for one kind even if it is not announced, and says so', async () => {
    const { code, stdout, stderr } = await loupe('list prompts');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^greet\n$/);
    expect(stderr).toContain('prompts not announced, asked all the same');
  });

  it('prints an error as a document of its own', async () => {
    const { code, stdout } = await loupe('list templates --json');
    expect(code).toBe(1);
    expect(stdout).toBe('{"error":{"code":-32603,"message":"no templates today"}}\n');
  });
});

describe('call', () => {
  it('prints the result as it was sent, odd characters as escapes', async () => {
    const { code, stdout } = await loupe('call exact --json');
    expect(code).toBe(0);
    expect(stdout).toBe(
      String.raw`{"content":[{"type":"text","text":"\u009b31m\u202etxt\u2028"}],"n":12345678901234567890,"n":1.0,"e":1e3 }` +
        '\n',
    );
  });

  it('makes odd characters visible for people', async () => {
    expect((await loupe('call exact')).stdout).toBe('<U+009B>31m<U+202E>txt<U+2028>\n');
  });

  it('shows each kind of content', async () => {
    expect((await loupe('call blocks')).stdout.split('\n')).toEqual([
      'one',
      '    two<ESC>[31m',
      '[image image/png 3 B]',
      '[audio audio/wav 2 B]',
      '[resource link link x:y]',
      '[resource x:z text/plain 4 B]',
      '{"type":"video","url":"x"}',
      '',
    ]);
    expect((await loupe('call structured')).stdout).toBe('{\n  "sum": 3\n}\n');
  });

  it('ends with 1 when the tool failed', async () => {
    const { code, stdout, stderr } = await loupe('call fails --json');
    expect(code).toBe(1);
    expect(stdout).toBe('{"content":[{"type":"text","text":"no luck"}],"isError":true}\n');
    expect(stderr).toContain('fails: the tool reported an error');
  });

  it('ends with 1 when the server answers with an error', async () => {
    const { code, stdout, stderr } = await loupe('call breaks --json');
    expect(code).toBe(1);
    expect(stdout).toBe('{"error":{"code":-32001,"message":"broken","data":{"n":1.0}}}\n');
    expect(stderr).toContain('breaks: -32001 broken');
  });

  it('ends with 4 when the time is over, and cancels', async () => {
    const { code, stdout, stderr } = await loupe('call waits --json --timeout 300ms');
    expect(code).toBe(4);
    expect(JSON.parse(stdout)).toMatchObject({
      error: { kind: 'timeout', message: expect.stringContaining('0.3 s') },
    });
    expect(stderr).toMatch(/server: waiting (\d+)\n(?:.*\n)*server: cancelled \1: timed out/);
  });

  it('goes by the result even if the server ends right after it', async () => {
    const { code, stdout } = await loupe('call leaves');
    expect([code, stdout]).toEqual([0, 'good bye\n']);
  });

  it('calls a tool that is not listed, and names the one that was meant', async () => {
    const { code, stderr } = await loupe('call fail');
    expect(code).toBe(1);
    expect(stderr).toContain('the server lists no tool "fail", asked all the same; did you mean fails?');
    expect(stderr).toContain('fail: -32602 Unknown tool');
  });

  it.each<[string, readonly string[], CliOptions]>([
    ['typed', ['--args', '{"n": 12345678901234567890, "text":"a"}'], {}],
    ['from stdin', ['--args', '-'], { stdin: '{"n": 12345678901234567890,\n "text":"a"}\n' }],
  ])('sends --args %s', async (_, args, options) => {
    const { stdout } = await loupe(['call', 'echo', '--json', ...args, '--quiet'], options);
    // The server parses numbers as doubles, so what it got shows in what it rounds to.
    expect(JSON.parse(JSON.parse(stdout).content[0].text)).toEqual({ n: 12345678901234567000, text: 'a' });
  });

  it('sends --args that do not fit when told to', async () => {
    const args = ['call', 'echo', '--args', '{"n": "5"}', '--send-anyway'];
    expect((await loupe(args)).stdout).toBe('{"n":"5"}\n');
  });

  it('sends the content of a file as the schema asks for it', async () => {
    const file = join(scratch(), 'bytes');
    writeFileSync(file, Uint8Array.from([0xff, 0x00, 0x01]));
    expect((await loupe(['call', 'echo', `image=@${file}`])).stdout).toBe('{"image":"/wAB"}\n');
    const { code, stderr } = await loupe(['call', 'echo', `text=@${file}`]);
    expect(code).toBe(2);
    expect(stderr).toContain('is no UTF-8 text');
  });

  it('sends --args from a file', async () => {
    const file = join(scratch(), 'args.json');
    writeFileSync(file, '\uFEFF{"text": "from a file"}');
    expect((await loupe(['call', 'echo', '--args', `@${file}`])).stdout).toBe('{"text":"from a file"}\n');
  });

  it.each([
    [['--args', '{'], '--args is not JSON'],
    [['--args', '[1]'], '--args is an array; arguments are an object'],
    [['--args', '@no-such-file'], 'cannot read no-such-file: no such file'],
    [['--args', '{"n": "5"}'], 'n: must be a whole number (--send-anyway sends it all the same)'],
  ])('%j is wrong usage', async (args, message) => {
    const { code, stderr, stdout } = await loupe(['call', 'echo', ...args]);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(message);
  });
});

describe('key=value', () => {
  it.each(
    portion<[readonly string[], unknown]>([
      [['text=007', 'n=3', 'on=true'], { text: '007', n: 3, on: true }],
      [['text='], { text: '' }],
      [['text=a=b'], { text: 'a=b' }],
      [['n:=2.0', 'text:="x"'], { n: 2, text: 'x' }],
      [['list=[1, "a"]', 'nested={"k":null}'], { list: [1, 'a'], nested: { k: null } }],
      [['nested.a.b=1', 'nested.l[0].c="x"'], { nested: { a: { b: 1 }, l: [{ c: 'x' }] } }],
      [['a.b=1'], { 'a.b': '1' }],
      [['text=\\@x'], { text: '@x' }],
      [[], {}],
    ]),
  )('%j', async (words, expected) => {
    const { stdout } = await loupe(['call', 'echo', ...words, '--quiet']);
    expect(JSON.parse(stdout)).toEqual(expected);
  });

  it('takes the text of a file', async () => {
    const folder = scratch();
    writeFileSync(join(folder, 'a.txt'), '  as it is\n');
    const { stdout } = await runCli(['call', 'echo', 'text=@a.txt', '--', 'node', SERVER], { cwd: folder });
    expect(JSON.parse(stdout)).toEqual({ text: '  as it is\n' });
  });

  it.each(
    portion<[readonly string[], string]>([
      [['call', 'echo', 'n=x'], 'n: must be a number'],
      [['call', 'echo', 'n='], 'n: '],
      [['call', 'echo', 'oops'], 'oops: write key=value'],
      [['call', 'echo', 'text=@none'], 'cannot read none: no such file'],
      [['call', 'echo', 'n=1', '--args', '{}'], 'arguments come as key=value or as --args, not both'],
      [['prompt', 'greet'], 'who: is required'],
    ]),
  )('%j sends nothing', async (words, message) => {
    const { code, stdout, stderr } = await loupe(words);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(message);
  });

  it('sends what does not fit with --send-anyway', async () => {
    expect((await loupe('call echo n=x --send-anyway')).stdout).toBe('{"n":"x"}\n');
  });

  it('fills prompts and templates with text', async () => {
    expect((await loupe('prompt greet who=007')).stdout).toBe('user: {"who":"007"}\n');
    expect((await loupe('read file:///{path} path=a/b')).stdout).toMatch(/^read file:\/\/\/a%2Fb\n/);
    expect((await loupe('read file:///{+path}{?q} path=a/b q=7')).stdout).toMatch(
      /^read file:\/\/\/a\/b\?q=7\n/,
    );
  });
});

describe('other verbs', () => {
  it('ping', async () => {
    expect(JSON.parse((await loupe('ping --json')).stdout)).toEqual({ ms: expect.any(Number) });
    expect((await loupe('ping')).stdout).toMatch(/^[\d.]+ (?:ms|s)\n$/);
  });

  it('read', async () => {
    expect((await loupe('read x:y')).stdout).toBe('read x:y\n[resource x:y 3 B]\n');
    const { stdout } = await loupe('read x:y --json');
    expect(stdout).toBe('{"contents":[{"uri":"x:y","text":"read x:y"},{"uri":"x:y","blob":"AAAA"}]}\n');
  });

  it('prompt', async () => {
    const { stdout, stderr } = await loupe(['prompt', 'greet', '--args', '{"who":"you"}']);
    expect(stdout).toBe('user: {"who":"you"}\n');
    expect(stderr).toContain('prompts not announced, asked all the same');
  });

  it('complete', async () => {
    const { stdout } = await loupe('complete prompt greet who=y o= other=1=2');
    expect(JSON.parse(stdout)).toEqual({
      ref: { type: 'ref/prompt', name: 'greet' },
      argument: { name: 'who', value: 'y' },
      context: { arguments: { o: '', other: '1=2' } },
    });
    expect(JSON.parse((await loupe('complete resource x:{v} v=')).stdout)).toEqual({
      ref: { type: 'ref/resource', uri: 'x:{v}' },
      argument: { name: 'v', value: '' },
    });
  });
});

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

  it('stops at the first failure with --fail-fast', async () => {
    const { code, stdout } = await run(['{"method":"no/such"}', '{"method":"ping"}'], ['--fail-fast']);
    expect(code).toBe(1);
    expect(lines(stdout)).toHaveLength(1);
  });

  it('runs steps together, one line each as they end', async () => {
    const { code, stdout } = await run([
      '{"together":[{"method":"tools/call","params":{"name":"waits"},"cancelAfter":300},{"sleep":1},{"method":"ping"}]}',
      '{"method":"ping"}',
    ]);
    expect(code).toBe(1);
    expect(lines(stdout)).toMatchObject([
      { step: 1, part: 3, method: 'ping', result: {} },
      { step: 1, part: 1, error: { kind: 'cancelled' } },
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

describe('what is the same for all', () => {
  it.each<[string, NodeJS.Signals, number]>([
    ['ctrl+c', 'SIGINT', 130],
    ['kill', 'SIGTERM', 143],
    ['a closed window', 'SIGHUP', 129],
  ])('%s cancels, ends the server and says so in the exit code', async (_, signal, code) => {
    const result = await loupe('call waits', {
      when: ['server: waiting', (pid) => process.kill(pid, signal)],
    });
    expect(result.code).toBe(code);
    expect(result.stderr).toMatch(/server: cancelled \d+: interrupted/);
    expect(result.stdout).toBe('');
  });

  it('--quiet leaves the result alone', async () => {
    const { stdout, stderr } = await loupe('ping --quiet --json');
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toHaveProperty('ms');
  });

  it('connecting that fails ends with 3, and 4 when its time is over', async () => {
    const missing = await runCli(['list', '--json', '--', 'no-such-command-here']);
    expect(missing.code).toBe(3);
    expect(missing.stderr).toContain('no such command: no-such-command-here');
    expect(JSON.parse(missing.stdout)).toMatchObject({ error: { kind: 'connection' } });
    const deaf = ['ping', '--connect-timeout', '300ms', '--', 'node', '-e', 'process.stdin.resume()'];
    expect((await runCli(deaf)).code).toBe(4);
  });

  it.each(['lsit', 'lsit tools', 'lsit -- demo'])(
    'a command close to a verb is asked about: %s',
    async (words) => {
      const { code, stderr } = await runCli(words.split(' '));
      expect(code).toBe(2);
      expect(stderr).toContain('no such command: lsit; did you mean the verb "list"?');
    },
  );

  it.each([
    [['call', '--', 'node'], 'call needs the name of a tool'],
    [['list', 'tool', '--', 'node'], '"tool" is no list'],
    [['list', 'tools', 'x', '--', 'node'], 'list does not know what to do with "x"'],
    [['list'], 'no server given'],
    [['list', '--'], 'no server given'],
    [['ping', '--', 'https://example.org/mcp', 'x'], 'nothing may follow a URL, but x does'],
    [['https://'], 'https:// is no URL'],
    [['-e', 'A=b', 'https://example.org/mcp'], '--env is for local servers'],
    [['-H', 'A: b', 'node', 's.js'], '--header is for remote servers; node is a command'],
    [['--transport', 'http', 'node'], '--transport http needs a URL, not a command'],
    [['--ca', 'none.pem', 'https://example.org'], 'no such file: none.pem'],
    [['complete', 'prompt', 'x', '--', 'node'], 'complete is written: complete prompt NAME ARGUMENT=text'],
    [['ping', '--answers', 'none.json', '--', 'node'], 'cannot read none.json: no such file'],
    [['ping', '--root', 'no-such-folder', '--', 'node'], '--root: no-such-folder is no folder'],
    [['--bogus'], 'unknown option --bogus'],
    [[], 'Usage'],
  ])('%j is wrong usage', async (args, message) => {
    const { code, stdout, stderr } = await runCli(args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(message);
    expect(stderr).not.toMatch(/^ +at /m);
  });

  it('--help and --version', async () => {
    expect((await runCli(['--help'])).stdout).toMatch(/^A terminal inspector/);
    expect((await runCli(['call', '--help'])).stdout).toContain('mcp-loupe call [options] <tool>');
    expect((await runCli(['--version'])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  it('--root offers a folder, --no-roots and nothing offer none', async () => {
    const folder = scratch();
    const steps = { stdin: '{"method":"roots/please"}\n{"method":"ping"}' };
    const offered = await loupe(['run', '-', '--root', folder, '--root', 'file:///a%20b'], steps);
    expect(offered.stderr).toContain(
      'server: capabilities {"roots":{},"elicitation":{"form":{}},"sampling":{}}',
    );
    expect(offered.stderr).toContain(
      `"result":{"roots":[{"uri":"file://${folder}"},{"uri":"file:///a%20b"}]}`,
    );
    const nothing = await loupe('ping --no-roots --no-elicitation --no-sampling');
    expect(nothing.stderr).toContain('server: capabilities {}');
  });
});

describe('--record', () => {
  it('names a file in a folder and never overwrites', async () => {
    const folder = scratch();
    await loupe(['ping', '--record', `${folder}/new/`]);
    const file = join(folder, 'one.mcp.jsonl');
    await loupe(['ping', '--record', file]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const before = readFileSync(file, 'utf8');
    const again = await loupe(['ping', '--record', file]);
    expect(again.code).toBe(2);
    expect(again.stderr).toContain('--force');
    expect(readFileSync(file, 'utf8')).toBe(before);
    expect((await loupe(['ping', '--record', file, '--force'])).code).toBe(0);
    expect(readFileSync(file, 'utf8')).not.toBe(before);
    expect(existsSync(join(folder, 'new'))).toBe(true);
  });

  it('can be opened again: the report is that of the live session', async () => {
    const file = join(scratch(), 'r.mcp.jsonl');
    const live = await runCli(['--record', file, 'node', SERVER]);
    const opened = await runCli(['open', file]);
    expect([live.code, opened.code]).toEqual([0, 0]);
    const rest = (text: string) => text.slice(text.indexOf('Server capabilities'));
    expect(rest(opened.stdout)).toBe(rest(live.stdout));
    expect(opened.stdout).toContain(`recording      ${file}`);
  });

  it('open lists nothing where nothing is kept', async () => {
    expect((await runCli(['open'])).stdout).toMatch(/^no recordings in /);
    expect(JSON.parse((await runCli(['open', '--json'])).stdout)).toEqual({ recordings: [] });
    expect((await runCli(['open', '--last'])).code).toBe(2);
    expect((await runCli(['open', 'no-such-file'])).code).toBe(2);
  });
});

describe('the plain report', () => {
  it('tells who the server is, what it can do and what is wrong', async () => {
    const { code, stdout } = await runCli(['--cwd', '/', '-e', 'GIVEN=1', 'node', SERVER]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^verbs 1\.2\.3\n/);
    expect(stdout).toMatch(/ {2}folder {9}\/\n/);
    expect(stdout).toMatch(/variables, given: GIVEN\n/);
    expect(stdout).toContain('\nTools (8)\n  echo\n');
    expect(stdout).toContain('\nResources (1)\n  x:y  y\n');
    expect(stdout).toContain('\nTemplates: -32603 no templates today\n');
    expect(stdout).toContain('\nPrompts: not announced\n');
    expect(stdout).toMatch(
      /\nFindings \(1\)\n {2}lint\/big-number: .*\n {4}\/result\/tools\/0\/x-big is 12345678901234567890/,
    );
  });

  it('of the demonstration crosses a real pipe', async () => {
    const { code, stdout } = await runCli(['demo']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^kestrel-hill /);
  });
});
