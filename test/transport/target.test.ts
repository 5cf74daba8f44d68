import { describe, expect, it, test } from 'vitest';
import { addressOf, type HttpTarget, type StdioTarget } from '../../src/session/target.ts';
import { type Shell, TargetError } from '../../src/transport/shell.ts';
import {
  isAddress,
  parseTarget,
  type RemoteOptions,
  remoteTarget,
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
    [
      'https://me:p%zw@host/mcp',
      { url: 'https://host/mcp', headers: [['Authorization', 'Basic bWU6cCV6dw==']] },
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
