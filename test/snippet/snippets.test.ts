import { describe, expect, it } from 'vitest';
import type { Target } from '../../src/session/target.ts';
import { CLIENTS } from '../../src/snippet/client.ts';
import type { Invocation } from '../../src/snippet/invocation.ts';
import { snippetsFor } from '../../src/snippet/snippets.ts';
import { process_, recording, remote } from './targets.ts';

const ASKED: Invocation = { method: 'tools/call', name: 'echo', arguments: '{"a":1}' };

const around = {
  name: 'mcp everything/2',
  version: '2025-11-25',
  cwd: '/repo',
  absolute: (word: string) => (word === 'server.js' ? '/repo/server.js' : word),
};

/** How a variable is written. */
const ref = (name: string): string => `\${${name}}`;

/** The snippets of a target by their labels: the text, else why there is none. */
const all = (target: Target, asked: Invocation = ASKED): Readonly<Record<string, string>> =>
  Object.fromEntries(
    snippetsFor(asked, target, around).map((one) => [
      one.label,
      'text' in one ? one.text : `why: ${one.why}`,
    ]),
  );

const json = (target: Target, label: string): unknown => JSON.parse(all(target)[label] ?? '');

it('a call that is to run as a task asks for one', () => {
  const asked: Invocation = { ...ASKED, asTask: true } as Invocation;
  const { 'JSON-RPC': line, TypeScript, Python } = all(process_(['node', 'server.js']), asked);
  expect(TypeScript).toContain('// This does not run it as a task: see ');
  expect(Python).toContain('# This does not run it as a task.');
  expect(JSON.parse(line ?? '{}').params).toEqual({ name: 'echo', arguments: { a: 1 }, task: {} });
});

it('what cannot be a test says why', () => {
  const snippets = snippetsFor(ASKED, process_(['node', 'server.js']), { ...around, whyNoTest: 'it asks' });
  expect(snippets.flatMap((one) => ('why' in one ? [`${one.label}: ${one.why}`] : []))).toEqual([
    expect.stringMatching(/^curl: /),
    'vitest: it asks',
    'pytest: it asks',
  ]);
});

describe('configs of clients', () => {
  const target = process_(['node', 'server.js', '-v', '--token=abc'], { given: ['API_KEY'] });
  const entry = { command: 'node', args: ['/repo/server.js', '-v', '--token=[redacted]'] };
  const here = { command: 'node', args: ['server.js', '-v', '--token=[redacted]'], cwd: '/repo' };

  it.each([
    ['Claude Desktop', { mcpServers: { 'mcp-everything-2': { ...entry, env: { API_KEY: '[redacted]' } } } }],
    [
      'Claude Code',
      { mcpServers: { 'mcp-everything-2': { type: 'stdio', ...entry, env: { API_KEY: ref('API_KEY') } } } },
    ],
    [
      'Cursor',
      {
        mcpServers: { 'mcp-everything-2': { type: 'stdio', ...entry, env: { API_KEY: ref('env:API_KEY') } } },
      },
    ],
    [
      'VS Code',
      { servers: { 'mcp-everything-2': { type: 'stdio', ...here, env: { API_KEY: ref('env:API_KEY') } } } },
    ],
    ['Windsurf', { mcpServers: { 'mcp-everything-2': { ...entry, env: { API_KEY: ref('env:API_KEY') } } } }],
    ['Gemini CLI', { mcpServers: { 'mcp-everything-2': { ...here, env: { API_KEY: ref('API_KEY') } } } }],
    ['Zed', { context_servers: { 'mcp-everything-2': { ...entry, env: { API_KEY: '[redacted]' } } } }],
  ])('start a process from %s', (label, wanted) => expect(json(target, label)).toEqual(wanted));

  const url = 'https://example.com/mcp';
  const headers = [['Authorization', 'Bearer abcdefgh123']] as const;

  it.each([
    ['Claude Code', { type: 'http', url, headers: { Authorization: ref('AUTHORIZATION') } }],
    ['VS Code', { type: 'http', url, headers: { Authorization: ref('env:AUTHORIZATION') } }],
    ['Windsurf', { serverUrl: url, headers: { Authorization: ref('env:AUTHORIZATION') } }],
    ['Gemini CLI', { httpUrl: url, headers: { Authorization: ref('AUTHORIZATION') } }],
    ['Zed', { url, headers: { Authorization: '[redacted]' } }],
  ])('reach a server from %s', (label, wanted) => {
    expect(Object.values(Object.values(json(remote(url, { headers }), label) as object)[0])).toEqual([
      wanted,
    ]);
  });

  it('know what a client cannot do', () => {
    expect(all(remote(url))['Claude Desktop']).toBe(
      'why: Claude Desktop cannot reach a server over HTTP by its file',
    );
    expect(all(remote('wss://example.com', { transport: 'ws' }))['VS Code']).toContain('over WebSocket');
  });

  it('are there of seven', () => expect(CLIENTS).toHaveLength(7));
});

describe('curl', () => {
  it('asks a server over HTTP', () => {
    expect(all(remote('https://example.com/mcp', { headers: [['X-Key', 'abcdefgh']] }))['curl']).toBe(
      `curl -sS https://example.com/mcp -H 'Content-Type: application/json' -H 'Accept: application/json, text/event-stream' -H 'MCP-Protocol-Version: 2025-11-25' -H 'X-Key: '"$X_KEY" --data-raw '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{"a":1}}}'`,
    );
  });

  it('goes through a socket', () => {
    const target = remote('http://localhost/mcp', { socket: '/run/my socket', insecure: true });
    expect(all(target)['curl']).toContain(
      `curl -sS --insecure --unix-socket '/run/my socket' http://localhost/mcp`,
    );
    expect(all(target)['Python']).toContain('why: unix:/run/my socket:/mcp is a Unix socket');
  });

  it.each([
    [
      'https://example.com/mcp?filter[a]={x}',
      `curl -sS --globoff 'https://example.com/mcp?filter[a]={x}' -H`,
    ],
    ['https://[::1]:3000/mcp', `curl -sS 'https://[::1]:3000/mcp' -H`],
  ])('takes %s as it is', (url, start) => expect(all(remote(url))['curl']).toContain(start));

  it.each([
    [process_(['x']), 'started as a process (stdio)'],
    [recording('x'), 'a recording cannot be reached'],
    [remote('https://x', { transport: 'sse' }), 'on another connection'],
    [remote('wss://x', { transport: 'ws' }), 'WebSocket'],
  ])('says why not %#', (target, why) => expect(all(target)['curl']).toContain(why));
});

describe('a test', () => {
  it.each([
    ['/repo', undefined],
    ['/repo/a/b', 'a/b'],
    ['/other', '/other'],
  ])('of a server in %s names no folder but one below its own', (cwd, named) => {
    const found = all(process_(['x'], { cwd }));
    const written = named === undefined ? [undefined, undefined] : [`cwd: "${named}"`, `cwd="${named}"`];
    expect(/cwd: ".*"/.exec(found['vitest'] ?? '')?.[0]).toBe(written[0]);
    expect(/cwd=".*"/.exec(found['pytest'] ?? '')?.[0]).toBe(written[1]);
  });
});

describe('a recording', () => {
  it('gives a command line and a request, and says why nothing else', () => {
    const found = all(recording('node server.js'));
    expect(found['command line']).toContain('-- node server.js');
    expect(found['JSON-RPC']).toContain('"jsonrpc"');
    for (const label of ['TypeScript', 'Python', ...CLIENTS.map(({ name }) => name)])
      expect(found[label]).toBe(
        'why: a recording tells the command line of its server, but not how to start it',
      );
  });
});

describe('secrets', () => {
  it('are in none of the snippets', () => {
    const secret = 'value-of-the-key-1';
    const bearer = 'abcdefgh12345';
    const asked: Invocation = {
      method: 'tools/call',
      name: 'echo',
      arguments: `{"a":"${secret}","pwd":"hunter2"}`,
    };
    const env = { KEY: secret, GITHUB_TOKEN: 'inherited-token' };
    const words = ['server', `--key=${secret}`, '--token', 'inherited-token', 'https://me:hunter2@x/'];
    const texts = [
      ...Object.values(all(process_(words, { env, given: ['KEY'] }), asked)),
      ...Object.values(
        all(
          remote(`https://x/?api_key=${secret}`, { headers: [['Authorization', `Bearer ${bearer}`]] }),
          asked,
        ),
      ),
    ];
    expect(texts).toHaveLength(28);
    for (const text of texts)
      expect(text).not.toMatch(/value-of-the-key-1|hunter2|inherited-token|abcdefgh12345/);
  });
});
