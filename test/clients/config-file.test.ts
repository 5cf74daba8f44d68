import { describe, expect, it } from 'vitest';
import { type ConfigServer, parseConfig } from '../../src/clients/config-file.ts';
import type { ConfigEntry } from '../../src/clients/entry.ts';
import { TargetError } from '../../src/transport/shell.ts';

const parse = (text: string) => parseConfig(text, 'c.json', '/repo');

/** The only server of a file with this entry. */
function only(entry: string): ConfigServer {
  const { servers } = parse(`{ "mcpServers": { "one": ${entry} } }`);
  expect(servers).toHaveLength(1);
  return servers[0]!;
}

function entryOf(entry: string): ConfigEntry {
  const read = only(entry).entry;
  if ('problems' in read) throw new Error(read.problems.join('\n'));
  return read;
}

const problemsOf = (entry: string): readonly string[] => {
  const read = only(entry).entry;
  return 'problems' in read ? read.problems : [];
};

describe('where the servers are', () => {
  const entry = '{"command": "node"}';
  it.each([
    ['Claude, Cursor, Windsurf, Gemini CLI', `{"mcpServers": {"s": ${entry}}}`],
    ['VS Code', `{"servers": {"s": ${entry}}, "inputs": []}`],
    ["VS Code's settings", `{"editor.fontSize": 12, "mcp": {"servers": {"s": ${entry}}}}`],
    ["VS Code's settings, the path as a name", `{"mcp.servers": {"s": ${entry}}}`],
    ['Zed', `{"theme": "One", "context_servers": {"s": ${entry}}}`],
    [
      'Claude Code, for the folder',
      `{"projects": {"/repo": {"mcpServers": {"s": ${entry}}}, "/else": {"mcpServers": {"t": ${entry}}}}}`,
    ],
    ['a file that is the object itself', `{"s": ${entry}}`],
    ['comments and trailing commas', `// top\n{"mcpServers": {/* one */ "s": {"command": "node",},},}`],
    ['a byte order mark and CRLF', `\uFEFF{\r\n"mcpServers": {\r\n"s": ${entry}\r\n}}`],
  ])('%s', (_, text) => {
    const { servers, remarks } = parse(text);
    expect(servers).toMatchObject([{ name: 's', entry: { by: 'stdio', command: 'node' } }]);
    expect(remarks).toEqual([]);
  });

  it('gives none for a file that has other things', () => {
    expect(parse('{"editor.fontSize": 12}')).toMatchObject({ servers: [], remarks: [] });
    expect(parse('{"mcpServers": {}}')).toMatchObject({ servers: [], remarks: [] });
  });
  it.each([
    ['{\n "mcpServers": [] }', 'c.json:2: mcpServers: must be an object of servers'],
    [
      '{"mcpServers": {\n"s": {"command": "a"},\n"s": {"command": "b"}}}',
      'c.json:3: mcpServers.s: is written more than once; the last one counts',
    ],
    [
      '{"mcpServers": {"s": {"command": "a"}},\n"servers": {"s": {"command": "b"}}}',
      'c.json:2: servers.s: stands in for that of line 1',
    ],
  ])('remarks on %j', (text, remark) => {
    expect(parse(text).remarks).toEqual([remark]);
  });
  it.each([
    ['{\n "mcpServers": {\n  "zeta": {\n   "command": "node" "args": []\n}}}', 'c.json:4:22: comma expected'],
    ['', 'c.json:1:1: value expected'],
    ['[]', 'c.json is not a JSON object'],
  ])('refuses %j', (text, message) => {
    expect(() => parse(text)).toThrow(new TargetError(message));
  });
});

describe('an entry that starts a process', () => {
  it.each<[string, Partial<ConfigEntry>]>([
    ['{"command": "node"}', { args: [], env: [] }],
    ['{"type": "stdio", "command": "node", "args": ["a", 3000, true]}', { args: ['a', '3000', 'true'] }],
    ['{"command": "node", "args": null, "env": null}', { args: [], env: [] }],
    [
      '{"command": "node", "env": {"A": "1", "B": 7, "C": null}}',
      {
        env: [
          ['A', '1'],
          ['B', '7'],
          ['C', null],
        ],
      },
    ],
    ['{"command": "node", "cwd": "sub", "envFile": ".env"}', { cwd: 'sub', envFile: '.env' }],
    ['{"command": {"path": "node", "args": ["a"], "env": {"A": "1"}}}', { args: ['a'], env: [['A', '1']] }],
    ['{"command": "node", "url": "http://x/"}', {}],
  ])('%s', (text, expected) => {
    expect(entryOf(text)).toMatchObject({ by: 'stdio', command: 'node', ...expected });
  });
});

describe('an entry that reaches a server', () => {
  it.each<[string, Partial<ConfigEntry>]>([
    ['{"url": "http://x/"}', { by: 'http', chosen: false }],
    ['{"type": "http", "url": "http://x/"}', { by: 'http', chosen: true }],
    ['{"type": "streamable-http", "url": "http://x/"}', { by: 'http', chosen: true }],
    ['{"type": "streamableHttp", "url": "http://x/"}', { by: 'http', chosen: true }],
    ['{"type": "STREAMABLE_HTTP", "url": "http://x/"}', { by: 'http', chosen: true }],
    ['{"transport": "streamable-http", "url": "http://x/"}', { by: 'http', chosen: true }],
    ['{"type": "remote", "url": "http://x/"}', { by: 'http', chosen: false }],
    ['{"transport": "sse", "url": "http://x/"}', { by: 'sse', chosen: true }],
    ['{"type": "ws", "url": "ws://x/"}', { by: 'ws', chosen: true }],
    ['{"url": "wss://x/"}', { by: 'ws', chosen: true }],
    ['{"serverUrl": "http://x/"}', { by: 'http', chosen: false, member: 'serverUrl' }],
    ['{"httpUrl": "http://x/"}', { by: 'http', chosen: true, member: 'httpUrl' }],
    [
      '{"url": "http://x/", "headers": {"A": "b", "N": 1}}',
      {
        headers: [
          ['A', 'b'],
          ['N', '1'],
        ],
      },
    ],
  ])('%s', (text, expected) => {
    expect(entryOf(text)).toMatchObject(expected);
  });
});

describe('an entry that is wrong', () => {
  it.each([
    ['{"env": {"A": "b"}}', ': needs a "command" or a "url"'],
    ['{"type": "stdio", "url": "http://x/"}', ': needs a "command", as it is started over stdio'],
    ['{"type": "sse", "command": "node"}', ': needs a "url", as its type is "sse"'],
    ['{"type": "pipe", "command": "node"}', '.type: "pipe" is not stdio, http, sse or ws'],
    ['{"command": ""}', '.command: is empty'],
    ['{"command": ["node", "a"]}', '.command: must be a non-empty string'],
    ['{"command": "node", "args": "a b"}', '.args: must be an array of strings'],
    ['{"command": "node", "args": ["a", {}]}', '.args.1: must be a string'],
    ['{"command": "node", "env": {"A": []}}', '.env.A: must be a string'],
    ['{"url": 7}', '.url: must be a string'],
    ['{"url": "http://x/", "headers": []}', '.headers: must be an object of strings'],
    ['{"command": "node", "disabled": "no"}', '.disabled: must be true or false'],
    ['"node"', ': must be an object'],
    ['null', ': must be an object'],
  ])('%s', (text, message) => {
    expect(problemsOf(text)).toEqual([`c.json:1: mcpServers.one${message}`]);
  });

  it('hides none of its neighbours, and names its line', () => {
    const { servers } = parse(`{
      "mcpServers": {
        "good": { "command": "node" },
        "bad": {
          "command": "node",
          "args": [1, {}],
          "cwd": false
        },
        "far": { "url": "http://x/" }
      }
    }`);
    expect(servers).toMatchObject([
      { name: 'good', line: 3, entry: { by: 'stdio' } },
      {
        name: 'bad',
        line: 4,
        entry: {
          problems: [
            'c.json:6: mcpServers.bad.args.1: must be a string',
            'c.json:7: mcpServers.bad.cwd: must be a string',
          ],
        },
      },
      { name: 'far', line: 9, entry: { by: 'http' } },
    ]);
  });
});

describe('what is said beside the server', () => {
  it.each([
    ['{"command": "node"}', false, []],
    ['{"command": "node", "disabled": true}', true, []],
    ['{"command": "node", "enabled": false}', true, []],
    ['{"disabled": true}', true, []],
    [
      '{"command": "node", "disabled": false, "timeout": 60, "autoApprove": []}',
      false,
      ['timeout', 'autoApprove'],
    ],
    ['{"command": "node", "description": "x", "source": "custom"}', false, []],
  ])('%s', (text, disabled, unused) => {
    expect(only(text)).toMatchObject({ disabled, unused });
  });
  it('reads the questions of VS Code', () => {
    const inputs = `[
      {"type": "promptString", "id": "key", "description": "a key", "password": true},
      {"type": "pickString", "id": "size", "options": ["s", {"label": "Large", "value": "l"}], "default": "s"},
      {"type": "promptString", "id": "bare", "password": "yes"},
      {"type": "promptString"}, 7
    ]`;
    const expected = [
      { id: 'key', description: 'a key', password: true },
      { id: 'size', password: false, options: ['s', 'l'], default: 's' },
      { id: 'bare', password: false },
    ];
    expect(parse(`{"inputs": ${inputs}, "servers": {}}`).inputs).toEqual(expected);
    expect(parse(`{"mcp": {"inputs": ${inputs}, "servers": {}}}`).inputs).toEqual(expected);
  });
});
