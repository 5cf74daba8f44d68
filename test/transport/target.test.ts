import { describe, expect, it, test } from 'vitest';
import { addressOf, type HttpTarget, type StdioTarget } from '../../src/session/target.ts';
import {
  isAddress,
  parseEnvFile,
  parseTarget,
  proxyFor,
  type RemoteOptions,
  remoteTarget,
  type Shell,
  TargetError,
  type TargetOptions,
} from '../../src/transport/target.ts';

const files: Readonly<Record<string, string>> = { '/home/u/.env': 'A=1\nB=2\n', '/home/u/late.env': 'B=3\n' };

const shell: Shell = {
  env: { PATH: '/bin', HOME: '/home/u', LANG: 'C', USER: '() { :; }', GONE: undefined },
  cwd: '/home/u',
  platform: 'linux',
  readFile(path) {
    const text = files[path];
    if (text === undefined) throw Object.assign(new Error(`ENOENT: ${path}`), { code: 'ENOENT' });
    return text;
  },
};

const target = (options: TargetOptions, from: Shell = shell) =>
  parseTarget(['node', 's.js'], options, from) as StdioTarget;

describe('the command', () => {
  test('is taken as it stands, with every argument', () => {
    const words = ['node', '', '--', '-e', 'K=V', 'C:\\x', '*', '$HOME', 'a  b', 'ü'];
    expect(parseTarget(words, {}, shell)).toMatchObject({ command: 'node', args: words.slice(1) });
  });
  test('runs in the folder of the shell, or one relative to it', () => {
    expect(target({}).cwd).toBe('/home/u');
    expect(target({ cwd: 'sub' }).cwd).toBe('/home/u/sub');
    expect(target({ cwd: '/tmp' }).cwd).toBe('/tmp');
  });
});

describe('the environment', () => {
  test('is that of the shell, and says what a client would not have passed', () => {
    const { env, given, beyondClient } = target({});
    expect(env).toEqual({ PATH: '/bin', HOME: '/home/u', LANG: 'C', USER: '() { :; }' });
    expect(given).toEqual([]);
    expect(beyondClient).toEqual(['LANG', 'USER']);
  });
  test('is what a client passes with cleanEnv', () => {
    expect(target({ cleanEnv: true })).toMatchObject({
      env: { PATH: '/bin', HOME: '/home/u' },
      beyondClient: [],
    });
  });
  test('files come over the shell, later ones over earlier ones, single variables over all', () => {
    const { env, given } = target({
      envFile: ['.env', 'late.env'],
      env: [
        ['A', '9'],
        ['LANG', 'de'],
      ],
    });
    expect(env).toMatchObject({ A: '9', B: '3', LANG: 'de' });
    expect(given).toEqual(['A', 'B', 'LANG']);
  });
  test('what is given is never beyond a client', () => {
    expect(target({ env: [['LANG', 'de']] }).beyondClient).toEqual(['USER']);
  });
  test('on Windows names are the same in any case', () => {
    const windows: Shell = { ...shell, platform: 'win32', env: { Path: 'C:\\', windir: 'C:\\Windows' } };
    expect(target({ env: [['PATH', 'D:\\']] }, windows).env).toEqual({ PATH: 'D:\\', windir: 'C:\\Windows' });
    expect(target({ cleanEnv: true }, windows).env).toEqual({ Path: 'C:\\' });
  });
});

describe('what cannot be a target says what to do', () => {
  const cases: [name: string, words: string[], options: TargetOptions, message: RegExp][] = [
    ['nothing', [], {}, /no server given; .* mcp-loupe node server\.js/],
    ['an empty word', [''], {}, /no server given/],
    ['both environments', ['x'], { cleanEnv: true, inheritEnv: true }, /cannot be used together/],
    ['a missing file', ['x'], { envFile: ['no.env'] }, /^no such file: no\.env$/],
  ];
  test.each(cases)('%s', (_, words, options, message) => {
    expect(() => parseTarget(words, options, shell)).toThrow(TargetError);
    expect(() => parseTarget(words, options, shell)).toThrow(message);
  });
});

describe('a .env file', () => {
  const good: [text: string, variables: Record<string, string>][] = [
    ['', {}],
    ['# comment\n\n   \nA=1', { A: '1' }],
    ['\uFEFFA=1\r\nB=2\r\n', { A: '1', B: '2' }],
    ['export A=1\n  B = 2  ', { A: '1', B: '2' }],
    ['A=\nB= # nothing', { A: '', B: '' }],
    ['A=x#y # z', { A: 'x#y' }],
    ['A=a=b', { A: 'a=b' }],
    ["A='x # \\n $B'", { A: 'x # \\n $B' }],
    ['A="x\\ny\\"z\\\\" # c', { A: 'x\ny"z\\' }],
    ['A="one \n  two"\nB=`q"\'`', { A: 'one \n  two', B: 'q"\'' }],
    ['A=1\nA=2', { A: '2' }],
    ['my.name-x=1', { 'my.name-x': '1' }],
  ];
  test.each(good)('%j', (text, variables) => {
    expect(Object.fromEntries(parseEnvFile(text, 'f'))).toEqual(variables);
  });
  const bad: [text: string, message: string][] = [
    ['A=1\nnonsense', 'f:2: this is not NAME=value'],
    ['=1', 'f:1: this is not NAME=value'],
    ['A B=1', 'f:1: this is not NAME=value'],
    ['A="x\n\nB=2', 'f:1: the " of A is not closed'],
    ['A="1\n2"\nB=\'x\'y', "f:3: text after the closing ' of B"],
  ];
  test.each(bad)('%j', (text, message) => {
    expect(() => parseEnvFile(text, 'f')).toThrow(new TargetError(message));
  });
});

const remote = (address: string, options: Partial<RemoteOptions> = {}): HttpTarget =>
  remoteTarget(address, {
    ...{ transport: undefined, headers: [], ca: undefined, insecure: false, env: {} },
    ...options,
  });

describe('an address', () => {
  it.each([
    ['https://host/mcp', { transport: 'http', chosen: false, url: 'https://host/mcp' }],
    ['HTTP://Host:8080', { transport: 'http', url: 'http://host:8080/' }],
    ['http://[::1]:3000/mcp?a=b#c', { url: 'http://[::1]:3000/mcp?a=b' }],
    ['wss://host/x', { transport: 'ws', url: 'wss://host/x' }],
    ['unix:/run/a.sock:/mcp?x=1', { socket: '/run/a.sock', url: 'http://localhost/mcp?x=1' }],
    ['unix:/run/a.sock', { socket: '/run/a.sock', url: 'http://localhost/' }],
    [
      'https://me:p%20w@host/mcp',
      { url: 'https://host/mcp', headers: [['Authorization', 'Basic bWU6cCB3']] },
    ],
  ])('%s', (address, expected) => {
    expect(isAddress(address)).toBe(true);
    expect(remote(address)).toMatchObject(expected);
  });

  it.each(['node', './server.js', 'C:\\server.exe', 'host:3000', 'npx'])('%s is none', (word) => {
    expect(isAddress(word)).toBe(false);
  });

  it.each(['https://host/mcp', 'unix:/run/a.sock:/mcp'])('%s is told as it was given', (address) => {
    expect(addressOf(remote(address))).toBe(address);
  });

  it('of a user who has a header of their own keeps that', () => {
    const headers = [['authorization', 'Bearer x']] as const;
    expect(remote('https://me@host/', { headers }).headers).toEqual(headers);
  });

  it.each<[string, Partial<RemoteOptions>, RegExp]>([
    ['https://', {}, /^https:\/\/ is not a URL: its host is missing$/],
    ['http://host:99999/mcp', {}, /is not a URL: a port is at most 65535, not 99999$/],
    ['unix:run/a.sock', {}, /for example: unix:\/run\/server\.sock:\/mcp/],
    ['ws://host', { transport: 'http' }, /--transport http cannot be used with ws:\/\//],
    ['http://host', { transport: 'ws' }, /--transport ws cannot be used with http:\/\//],
    ['http://host', { env: { http_proxy: 'ftp://p:1' } }, /ftp:\/\/ proxies are not supported/],
  ])('%s with %j is refused', (address, options, message) => {
    expect(() => remote(address, options)).toThrow(TargetError);
    expect(() => remote(address, options)).toThrow(message);
  });
});

describe('the proxy', () => {
  const env = { HTTP_PROXY: 'http://p:1', HTTPS_PROXY: 'http://me:pw@s:2' };
  it.each<[string, Record<string, string>, string | undefined]>([
    ['http://host/', {}, undefined],
    ['http://host/', env, 'http://p:1/'],
    ['https://host/', env, 'http://me:pw@s:2/'],
    ['https://host/', { ALL_PROXY: 'a:3' }, 'http://a:3/'],
    ['http://host/', { ...env, http_proxy: 'small:4' }, 'http://small:4/'],
    ['http://host/', { HTTP_PROXY: '' }, undefined],
    ['http://localhost:3000/', env, undefined],
    ['http://127.0.0.1/', env, undefined],
    ['http://[::1]/', env, undefined],
    ['http://host/', { ...env, NO_PROXY: '*' }, undefined],
    ['http://host/', { ...env, NO_PROXY: 'other, host' }, undefined],
    ['http://a.host/', { ...env, no_proxy: 'host' }, undefined],
    ['http://a.host/', { ...env, no_proxy: '.host' }, undefined],
    ['http://a.host/', { ...env, no_proxy: '*.host' }, undefined],
    ['http://ahost/', { ...env, no_proxy: 'host' }, 'http://p:1/'],
    ['http://host:80/', { ...env, no_proxy: 'host:80' }, undefined],
    ['http://host:81/', { ...env, no_proxy: 'host:80' }, 'http://p:1/'],
  ])('of %s with %j', (url, variables, proxy) => {
    expect(proxyFor(new URL(url), variables)).toBe(proxy);
  });
});
