import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cancellationIn } from '../support/cancellation.ts';
import { runCli, scratch } from '../support/cli.ts';
import { loupe, SERVER } from '../support/verbs-server.ts';

describe('what is the same for all', () => {
  it.each<[string, NodeJS.Signals, number]>([
    ['ctrl+c', 'SIGINT', 130],
    ['kill', 'SIGTERM', 143],
    ['a closed window', 'SIGHUP', 129],
    ['ctrl+\\', 'SIGQUIT', 131],
  ])('%s cancels, ends the server and says so in the exit code', async (_, signal, code) => {
    const file = join(scratch(), 't.mcp.jsonl');
    const result = await loupe(`call waits --record ${file}`, {
      when: ['server: waiting', (pid) => process.kill(pid, signal)],
    });
    expect(result.code).toBe(code);
    expect(cancellationIn(file)).toMatch(/^interrupted/);
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

  it.each(['list', 'ping', 'run', 'call'])(
    'the kind of the error in JSON is that of the code: %s',
    async (verb) => {
      const more = { run: ['-'], call: ['echo'] }[verb] ?? [];
      const words = [verb, ...more, '--json', '--connect-timeout', '300ms', '--'];
      const silent = await runCli([...words, 'node', '-e', 'process.stdin.resume()'], { stdin: '' });
      expect([silent.code, JSON.parse(silent.stdout).error.kind]).toEqual([4, 'timeout']);
      const gone = await runCli([...words.with(-2, '1m'), 'node', '-e', ''], { stdin: '' });
      expect([gone.code, JSON.parse(gone.stdout).error.kind]).toEqual([3, 'connection']);
    },
  );

  it('the question for the era waits no longer than connecting may', async () => {
    const server = ['node', '-e', 'process.stdin.resume()'];
    const { code, stderr } = await runCli([
      ...['ping', '--era', 'auto', '--connect-timeout', '300ms', '--'],
      ...server,
    ]);
    expect(code).toBe(4);
    expect(stderr).toContain('no answer to initialize within 0.3 s');
    expect(stderr).toContain('server/discover was cancelled: not answered either');
    expect(stderr.match(/finding /g)).toHaveLength(1);
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
    [['list', 'tool', '--', 'node'], 'unknown list "tool"'],
    [['list', 'tools', 'x', '--', 'node'], 'unexpected argument "x" for list'],
    [['open', '--last', 'a'], 'open takes recordings or --last, not both'],
    [['list'], 'no server given'],
    [['list', '--'], 'no server given'],
    [['ping', '--', 'https://example.org/mcp', 'x'], 'unexpected arguments after the URL: x'],
    [['https://'], 'https:// is not a URL'],
    [['-e', 'A=b', 'https://example.org/mcp'], '--env is for local servers'],
    [['-H', 'A: b', 'node', 's.js'], '--header is for remote servers; node is a command'],
    [['--transport', 'http', 'node'], '--transport http needs a URL, not a command'],
    [['--ca', 'none.pem', 'https://example.org'], 'no such file: none.pem'],
    [['complete', 'prompt', 'x', '--', 'node'], 'usage: complete prompt NAME ARGUMENT=text'],
    [['ping', '--answers', 'none.json', '--', 'node'], 'cannot read none.json: no such file'],
    [['ping', '--root', 'no-such-folder', '--', 'node'], '--root: no-such-folder is not a folder'],
    [['--bogus'], 'unknown option --bogus'],
    [[], 'Usage'],
  ])('%j is wrong usage', async (args, message) => {
    const { code, stdout, stderr } = await runCli(args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(message);
    expect(stderr).not.toMatch(/^ +at /m);
  });

  it('a root of --answers that is not a folder is looked for in that file', async () => {
    const file = join(scratch(), 'a.json');
    writeFileSync(file, '{"roots":["file:///a","no-such-folder"]}');
    const { code, stderr } = await loupe(['ping', '--answers', file]);
    expect([code, stderr]).toEqual([2, `mcp-loupe: ${file}: roots[1]: no-such-folder is not a folder\n`]);
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
    // A list that failed is news of a live server; a recording was read.
    expect([live.code, opened.code]).toEqual([1, 0]);
    const rest = (text: string) => text.slice(text.indexOf('Server capabilities'));
    expect(rest(opened.stdout)).toBe(rest(live.stdout));
    expect(opened.stdout).toContain(`recording      ${file}`);
  });

  it('those kept are listed in local time with their paths, and how to open one', async () => {
    const state = scratch();
    const kept = join(state, 'mcp-loupe', 'recordings');
    mkdirSync(kept, { recursive: true });
    await loupe(['ping', '--record', join(kept, 'a.mcp.jsonl')]);
    const env = { XDG_STATE_HOME: state, TZ: 'Asia/Kathmandu' };
    const { stdout, stderr } = await runCli(['open'], { env });
    const { recordings } = JSON.parse((await runCli(['open', '--json'], { env })).stdout);
    const there = new Date(new Date(recordings[0].started).getTime() + 345 * 60_000).toISOString();
    expect(stdout.split('\n')).toEqual([
      expect.stringContaining(`${there.slice(0, 16).replace('T', ' ')}  `),
      `  ${join(kept, 'a.mcp.jsonl')}`,
      '',
    ]);
    expect(stderr).toBe('open the newest with mcp-loupe open --last, another with mcp-loupe open FILE\n');
    expect((await runCli(['open', '--last'], { env })).stdout).toContain(join(kept, 'a.mcp.jsonl'));
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
    // One of its lists is not served.
    expect(code).toBe(1);
    expect(stdout).toMatch(/^verbs 1\.2\.3\n/);
    expect(stdout).toMatch(/ {2}folder {9}\/\n/);
    expect(stdout).toMatch(/variables, given: GIVEN\n/);
    expect(stdout).toContain('\nTools (8)\n  echo\n');
    expect(stdout).toContain('\nResources (1)\n  x:y  y\n');
    expect(stdout).toContain('\nTemplates: -32603 no templates today\n');
    expect(stdout).toContain('\nPrompts: not supported\n');
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
