import { describe, expect, it } from 'vitest';
import {
  addressMeant,
  firstWord,
  hostMeant,
  mistypedCommand,
  withoutQuotes,
} from '../../src/transport/mistyped.ts';
import { TargetError } from '../../src/transport/shell.ts';

describe('an address that is none', () => {
  it.each([
    ['localhost:3000/mcp', 'http://localhost:3000/mcp'],
    ['localhost:3000', 'http://localhost:3000'],
    ['127.0.0.1:39331/mcp', 'http://127.0.0.1:39331/mcp'],
    ['0.0.0.0:80', 'http://0.0.0.0:80'],
    ['[::1]:3000/mcp', 'http://[::1]:3000/mcp'],
    ['my-host.example.com:8080/sse?x=1', 'http://my-host.example.com:8080/sse?x=1'],
    ['example.com:443/mcp', 'https://example.com:443/mcp'],
    ['“localhost:3000/mcp”', 'http://localhost:3000/mcp'],
    ['http:/localhost:3000/mcp', 'http://localhost:3000/mcp'],
    ['http//localhost:3000/mcp', 'http://localhost:3000/mcp'],
    ['http:localhost:3000', 'http://localhost:3000'],
    ['http;//localhost/mcp', 'http://localhost/mcp'],
    ['https:/example.com/mcp', 'https://example.com/mcp'],
    ['htp://localhost:3000', 'http://localhost:3000'],
    ['htttp://localhost:3000', 'http://localhost:3000'],
    ['hhtps://example.com', 'https://example.com'],
    ['htps://example.com', 'https://example.com'],
  ])('%s', (word, meant) => {
    expect(addressMeant(word)).toBe(meant);
    expect(mistypedCommand(word)).toBe(`${word} is not an address; did you mean ${meant}?`);
  });

  it.each([
    ...['node', 'npx', './server.js', 'server.js', 'C:\\server.exe', 'c:/tools/server.exe', '/usr/bin/node'],
    ...['ws', 'http-server', 'dist/index.js', 'ws/server', 'bin/http', 'a:b', 'http.server'],
    ...['@scope/name', '', 'https', 'wsl'],
  ])('%j is a command', (word) => {
    expect(addressMeant(word)).toBeUndefined();
    expect(mistypedCommand(word)).toBeUndefined();
  });
});

describe('a host, where no file is called so', () => {
  it.each([
    ['localhost/mcp', 'http://localhost/mcp'],
    ['10.0.0.1/mcp', 'http://10.0.0.1/mcp'],
    ['mcp.example.com/mcp', 'https://mcp.example.com/mcp'],
    ['example.com', 'https://example.com'],
    ['server.js', undefined],
    ['server.py', undefined],
    ['dist/index.js', undefined],
    ['server', undefined],
    ['./x.y', undefined],
  ])('%s', (word, meant) => {
    expect(hostMeant(word)).toBe(meant);
  });
});

describe('what stands around an address', () => {
  it.each([' http://h/mcp ', '"http://h/mcp"', '“http://h/mcp”', '<http://h/mcp>', "'http://h/mcp' \n"])(
    '%j is left out',
    (word) => expect(withoutQuotes(word)).toBe('http://h/mcp'),
  );
});

describe('the first word of a command', () => {
  it.each([
    ['API_KEY=abc', /^API_KEY=… is a variable, not a command; give it with the option -e API_KEY=…/],
    ['–era', /begins with a dash that is not a hyphen; type it again: --era$/],
    ['—transport', /type it again: --transport$/],
    ['“node”', /has typographic quotes; type plain ones$/],
    ['sse://host/sse', /^sse:\/\/host\/sse: sse:\/\/ is not supported; addresses begin with http:\/\//],
    ['file:///home/me/server.js', /is a file, not an address; write its path/],
  ])('%s', (word, said) => {
    expect(mistypedCommand(word)).toMatch(said);
  });
  it('tells no value of a variable', () => {
    expect(mistypedCommand('API_KEY=s3cret')).not.toContain('s3cret');
  });
});

describe('the first word of a target', () => {
  it.each([
    [' http://host/mcp ', 'http://host/mcp'],
    ['“http://host/mcp”', 'http://host/mcp'],
    ['unix:/run/s.sock:/mcp', 'unix:/run/s.sock:/mcp'],
    ['C:\\server.exe', 'C:\\server.exe'],
    ['node server.js', 'node server.js'],
  ])('%j is used as %j', (word, used) => expect(firstWord(word)).toBe(used));

  it.each(['localhost:3000/mcp', 'KEY=x'])('%s is refused', (word) => {
    expect(() => firstWord(word)).toThrow(TargetError);
  });
});
