import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { cutArgv } from '../../src/cli/cut.ts';
import { keyValueArguments } from '../../src/form/keyvalue.ts';
import { keyValueWords } from '../../src/form/keyvalue-write.ts';
import type { Target } from '../../src/session/target.ts';
import { commandLine } from '../../src/snippet/command-line.ts';
import { createHider } from '../../src/snippet/hide.ts';
import type { Invocation } from '../../src/snippet/invocation.ts';
import { process_, recording, remote } from './targets.ts';

const ANY = { type: 'object' };

const call = (args: string, schema: unknown = ANY, name = 'echo'): Invocation => ({
  method: 'tools/call',
  name,
  arguments: args,
  words: keyValueWords(schema, args),
});

const line = (asked: Invocation, target: Target = process_(['node', 'server.js']), cwd = '/repo'): string => {
  const written = commandLine(asked, target, createHider(target), cwd);
  return 'text' in written ? written.text : `why: ${written.why}`;
};

const KEY = 'value-of-the-key-1';
const withKey = process_(['node', 'server.js', `--key=${KEY}`], {
  env: { API_KEY: KEY, LANG: 'C' },
  given: ['API_KEY'],
});

describe('the command line', () => {
  it.each([
    [['/x/dist/mcp-loupe.js', 'demo-server'], 'demo'],
    [
      ['/x/.bin/mcp-loupe', 'demo-server', 'crowded', 'bad-output'],
      'demo --server crowded --fault bad-output',
    ],
    [['/x/other.js', 'demo-server'], 'node /x/other.js demo-server'],
  ])('names the server that was started by %j', (args, wanted) => {
    expect(line(call('{}'), process_(['node', ...args]))).toBe(`mcp-loupe call echo -- ${wanted}`);
  });

  it('says that a tool is to run as a task', () => {
    expect(line({ ...call('{"a":1}'), asTask: true } as Invocation)).toBe(
      'mcp-loupe call echo a=1 --task -- node server.js',
    );
  });

  it.each([
    ['{}', 'mcp-loupe call echo -- node server.js'],
    ['{"message":"hi"}', 'mcp-loupe call echo message=hi -- node server.js'],
    [
      '{"a b":"it\'s","n":1.50,"l":[1, 2]}',
      `mcp-loupe call echo 'a b=it'\\''s' n=1.50 'l:=[1, 2]' -- node server.js`,
    ],
    ['{"-x":1}', `mcp-loupe call echo --args '{"-x":1}' -- node server.js`],
  ])('of %s', (args, wanted) => expect(line(call(args))).toBe(wanted));

  it('of a prompt and of a resource', () => {
    const prompt: Invocation = { method: 'prompts/get', name: 'ask me', arguments: '{"a":"1"}' };
    expect(line(prompt)).toBe(`mcp-loupe prompt 'ask me' --args '{"a":"1"}' -- node server.js`);
    const uri = 'file:///a?b=c d';
    expect(line({ method: 'resources/read', uri })).toBe(
      `mcp-loupe read 'file:///a?b=c d' -- node server.js`,
    );
  });

  it('takes what does not fit the schema as a whole', () => {
    const schema = { properties: { n: { type: 'number' } } };
    expect(line(call('{"n":"four"}', schema))).toContain(`call echo --args '{"n":"four"}' --`);
  });

  it('starts the server as it was started', () => {
    const target = process_(['npx', '-y', 'a b'], { cwd: '/else', beyondClient: [], given: ['A', 'b.c'] });
    expect(line(call('{}'), target)).toBe(
      `mcp-loupe call echo -e A="$A" -e 'b.c=[redacted]' --clean-env --cwd /else -- npx -y 'a b'`,
    );
  });

  it('reaches a server as it was reached', () => {
    const target = remote('https://example.com/mcp?token=abcdefgh', {
      headers: [['Authorization', 'Bearer abcdefgh12345']],
      transport: 'sse',
      chosen: true,
      insecure: true,
    });
    expect(line(call('{}'), target)).toBe(
      `mcp-loupe call echo -H 'Authorization: '"$AUTHORIZATION" --transport sse --insecure -- 'https://example.com/mcp?token=[redacted]'`,
    );
    expect(line(call('{}'), remote('http://localhost/mcp', { socket: '/run/s' }))).toBe(
      'mcp-loupe call echo -- unix:/run/s:/mcp',
    );
  });

  it('names what a recording names', () => {
    expect(line(call('{}'), recording("node 'my server.js'"))).toBe(
      "mcp-loupe call echo -- node 'my server.js'",
    );
  });

  it.each([
    ['-x', 'why: -x would be taken for an option'],
    ['a\u001b[201~', 'why: a<ESC>[201~ has characters that cannot be pasted into a terminal'],
    ['two\nlines', 'why: two<LF>lines has characters that cannot be pasted into a terminal'],
  ])('cannot be of a tool called %j', (name, why) => expect(line(call('{}', ANY, name))).toBe(why));
});

describe('secrets in the command line', () => {
  it.each([
    ['a value of -e', `{"q":"${KEY}"}`, 'q="$API_KEY"'],
    ['a part of a text', `{"q":"x ${KEY}!"}`, `'q=x '"$API_KEY"'!'`],
    ['a text after @', `{"q":"@${KEY}"}`, `'q=\\@'"$API_KEY"`],
    ['within JSON', `{"q":["${KEY}"]}`, `'q:=["'"$API_KEY"'"]'`],
    ['under a secret name', '{"password":"x y"}', `'password=[redacted]'`],
    ['both', `{"token":"${KEY}"}`, 'token="$API_KEY"'],
    ['with escapes', '{"secret":"a\\nb","c":"d\\te"}', `'secret=[redacted]' 'c:="d\\te"'`],
    ['that only look like it', '{"tokenizer":"bpe","id":"abc"}', 'tokenizer=bpe id=abc'],
  ])('%s', (_, args, wanted) => {
    const written = line(call(args), withKey);
    expect(written).toBe(
      `mcp-loupe call echo ${wanted} -e API_KEY="$API_KEY" -- node server.js --key="$API_KEY"`,
    );
    expect(written).not.toContain(KEY);
  });

  it('are hidden where a name is one, and where the arguments are taken as a whole', () => {
    expect(line(call(`{"${KEY}":1,"b":"${KEY}"}`), withKey)).toContain(
      `--args '{"'"$API_KEY"'":1,"b":"'"$API_KEY"'"}'`,
    );
  });

  it('are marks in the words of the server where no variable has them', () => {
    const target = process_(['server', '--token', 'abc', '--password=x', 'postgres://me:hunter22@db/x']);
    expect(line(call('{}'), target)).toBe(
      `mcp-loupe call echo -- server --token '[redacted]' '--password=[redacted]' 'postgres://[redacted]@db/x'`,
    );
  });
});

describe('a shell and our own command line', () => {
  it.each([
    ['{"message":"a \\"b\\" $c `d` \\\\ \'e\'\\nf","n":-1.50e3,"o":{"p":[null,"é"]},"q":"@home","r":""}'],
    [`{"q":"x ${KEY}!","token":"${KEY}","-x":"${KEY}"}`],
    [`{"q":["${KEY}"],"w=x":"${KEY}","@":"@${KEY}"}`],
  ])('read %s back', async (args) => {
    for (const asked of [call(args), { ...call(args), words: undefined }]) {
      const printed = `for word in ${line(asked, withKey)}; do printf '%s\\0' "$word"; done`;
      const out = execFileSync('sh', ['-c', printed], { env: { API_KEY: KEY }, encoding: 'utf8' });
      const { verb, given, operands, target } = cutArgv(out.split('\0').slice(1, -1));
      expect([verb, operands[0], target]).toEqual(['call', 'echo', ['node', 'server.js', `--key=${KEY}`]]);
      expect(given).toContainEqual({ key: 'env', value: `API_KEY=${KEY}` });
      const whole = given.find(({ key }) => key === 'args')?.value;
      const read = await keyValueArguments(ANY, operands.slice(1), () => 'a file');
      expect(JSON.parse(whole ?? read.text)).toEqual(JSON.parse(args));
    }
  });
});
