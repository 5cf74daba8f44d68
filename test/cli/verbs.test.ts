import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cancellationIn } from '../support/cancellation.ts';
import { type CliOptions, runCli, scratch } from '../support/cli.ts';
import { portion } from '../support/portion.ts';
import { loupe, SERVER } from '../support/verbs-server.ts';

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

  it('prints the pages before the one that failed', async () => {
    const refused = ['-e', 'NO_PAGE_2=1'];
    for (const words of [['list', 'tools'], ['list']]) {
      const { code, stdout, stderr } = await loupe([...words, '--json', ...refused]);
      expect(code).toBe(1);
      const printed = JSON.parse(stdout);
      expect(words.length === 2 ? printed : printed.tools).toMatchObject({
        error: { code: -32602, message: 'bad cursor' },
        tools: [{ name: 'echo' }, { name: 'exact' }],
      });
      expect(stderr).toContain('tools/list: -32602 bad cursor');
      expect((await loupe([...words, ...refused])).stdout).toMatch(/^ *echo\n *exact$/m);
    }
    const call = ['call', 'echo', 'text=007', ...refused];
    expect(JSON.parse((await loupe(call)).stdout)).toEqual({ text: '007' });
  });

  it('asks for one kind even if it is not announced, and says so', async () => {
    const { code, stdout, stderr } = await loupe('list prompts');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^greet\nhollow\n$/);
    expect(stderr).toContain('prompts is not declared; requesting it anyway');
  });

  it('prints an error as a document of its own', async () => {
    const { code, stdout } = await loupe('list templates --json');
    expect(code).toBe(1);
    expect(stdout).toBe('{"error":{"code":-32603,"message":"no templates today"}}\n');
  });
});

describe('call', () => {
  it('prints the result as sent, odd characters as escapes', async () => {
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
      '[resource x:z text/plain 6 B]',
      '{"type":"video","url":"x"}',
      '',
    ]);
    expect((await loupe('call structured')).stdout).toBe(
      '{"n":1.0}\n{\n  "sum": 3,\n  "big": 12345678901234567890\n}\n',
    );
    expect((await loupe('call deep')).stdout).toMatch(/^deep\n\{"type":"x","of":\[{50000}\]{50000}\}\n$/);
    expect((await loupe('call large')).stdout.split('\n')).toHaveLength(200_003);
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
    const file = join(scratch(), 't.mcp.jsonl');
    const { code, stdout } = await loupe(`call waits --json --timeout 300ms --record ${file}`);
    expect(code).toBe(4);
    expect(JSON.parse(stdout)).toMatchObject({
      error: { kind: 'timeout', message: expect.stringContaining('0.3 s') },
    });
    expect(cancellationIn(file)).toMatch(/^timed out/);
  });

  it('goes by the result even if the server ends right after it', async () => {
    const { code, stdout } = await loupe('call leaves');
    expect([code, stdout]).toEqual([0, 'good bye\n']);
  });

  it('calls a tool that is not listed, and names the one that was meant', async () => {
    const { code, stderr } = await loupe('call fail');
    expect(code).toBe(1);
    expect(stderr).toContain(
      'the server does not list the tool "fail" (did you mean fails?); requesting it anyway',
    );
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
    expect(stderr).toContain('is not UTF-8 text');
  });

  it('sends --args from a file', async () => {
    const file = join(scratch(), 'args.json');
    writeFileSync(file, '\uFEFF{"text": "from a file"}');
    expect((await loupe(['call', 'echo', '--args', `@${file}`])).stdout).toBe('{"text":"from a file"}\n');
  });

  it.each([
    [['--args', '{'], '--args is not JSON'],
    [['--args', '[1]'], '--args is an array; it must be an object'],
    [['--args', '@no-such-file'], 'cannot read no-such-file: no such file'],
    [['--args', '{"n": "5"}'], 'n: must be an integer (--send-anyway to send it anyway)'],
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
      [['call', 'echo', 'n=x'], 'n: must be an integer'],
      [['call', 'echo', 'n='], 'n: '],
      [['call', 'echo', 'oops'], 'oops: write key=value'],
      [['call', 'echo', 'text=@none'], 'cannot read none: no such file'],
      [['call', 'echo', 'n=1', '--args', '{}'], 'give the arguments as key=value or with --args, not both'],
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
    expect((await loupe('prompt hollow')).stdout).toBe('user: (no content)\n');
    const { stdout, stderr } = await loupe(['prompt', 'greet', '--args', '{"who":"you"}']);
    expect(stdout).toBe('user: {"who":"you"}\n');
    expect(stderr).toContain('prompts is not declared; requesting it anyway');
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
