import { expect, test } from 'vitest';
import { reportOf } from '../../../src/host/exported.ts';
import type { LogWriter } from '../../../src/session/log/log.ts';
import type { RecordedTarget } from '../../../src/session/target.ts';
import { commandLine } from '../../../src/snippet/command-line.ts';
import { createHider } from '../../../src/snippet/hide.ts';
import { handshake, type Step } from '../../support/conversation.ts';
import { recorded, withTools } from '../../support/told.ts';

const schema = { type: 'object', properties: { a: { type: 'number' }, token: { type: 'string' } } };
const call = (id: number, name: string, given: object = {}): Step => [
  'c2s',
  { id, method: 'tools/call', params: { name, arguments: given } },
];

test('a report says who spoke, how to repeat it and how it ended', async () => {
  const { host } = recorded(
    ...withTools({ name: 'get-sum', inputSchema: schema }),
    call(3, 'get-sum', { a: 3, token: '[redacted]' }), // 8
    ['s2c', { id: 3, error: { code: -32603, message: 'boom' } }],
    call(4, 'other', { text: 'it is' }), // 10
    { stderr: 'at line ```7' },
    { event: 'exit', code: 3 },
  );
  const report = await reportOf(host, [8, 9, 10]);
  for (const part of [
    /^# fake 1: recorded\n\nSession started 2026-01-01T00:00:00.000Z, MCP revision 2025-11-25\n/,
    '\n- Server: fake 1, capabilities `{"tools":{}}`\n',
    '\n```text\nnode fake.js\n```\n',
    '\nThe server exited with code 3\n',
    '\n````text\nat line ```7\n````\n',
    /^- `server\/exited`: .* \(`#\d+`\)\n {2}See what it wrote to stderr/m,
    '\n```sh\nmcp-loupe call get-sum a=3 \'token=[redacted]\' -- node fake.js\nmcp-loupe call other --args \'{"text":"it is"}\' -- node fake.js\n```\n\nWhere it says [redacted]',
    '\n## `#9` error of tools/call get-sum: -32603  boom\n\n00:00:00.900, server → client, 65 B, answers `#8` after 100 ms\n',
    '\n## `#10` tools/call other: never answered\n',
  ])
    expect(report).toMatch(part);
  // A call is repeated once, whether its request or its answer was chosen.
  expect(report.match(/^mcp-loupe call get-sum/gm)).toHaveLength(1);
});

const traced = { name: 'get-sum', arguments: { a: 1 }, _meta: { traceparent: '00-a', progressToken: 3 } };
const reference = { type: 'ref/prompt', name: 'greet' };
const completion = {
  ref: reference,
  argument: { name: 'who', value: 'A' },
  context: { arguments: { b: 'c' } },
};

test.each<[string, Record<string, unknown>, string]>([
  [
    'what the schema refuses',
    { method: 'tools/call', params: { name: 'get-sum', arguments: { a: 'x' } } },
    `call get-sum --args '{"a":"x"}' --send-anyway --`,
  ],
  ['metadata', { method: 'tools/call', params: traced }, 'run - --'],
  ['a ping', { method: 'ping' }, 'ping --'],
  [
    'a completion',
    { method: 'completion/complete', params: completion },
    'complete prompt greet who=A b=c --',
  ],
  ['another method', { method: 'a/b', params: { c: `it's \\n \${d}` } }, 'run - --'],
])('any request that failed is repeated: %s', async (_, request, command) => {
  const { host } = recorded(
    ...withTools({ name: 'get-sum', inputSchema: schema }),
    ['c2s', { id: 3, ...request }], // 8
    ['s2c', { id: 3, error: { code: -32603, message: 'boom' } }],
  );
  const [, line] = /^.*(mcp-loupe .* node fake\.js)$/m.exec(await reportOf(host, [9])) ?? [];
  expect(line).toBe(`mcp-loupe ${command} node fake.js`);
});

test('a step says what was sent, without what the sender adds', async () => {
  const { host } = recorded(
    ...withTools({ name: 'get-sum', inputSchema: schema }),
    ['c2s', { id: 3, method: 'tools/call', params: traced }], // 8
    ['c2s', { id: 4, method: 'a/b', params: { c: `it's \\n \${d}` } }],
    ['s2c', { id: 4, error: { code: -32601, message: 'no' } }],
    ['c2s', { id: 5, method: 'tools/list' }],
    ['s2c', { id: 5, result: { tools: [] } }],
  );
  const report = await reportOf(host, [8, 9, 11]);
  expect(report).toContain(
    `\nprintf '%s\\n' '{"method":"tools/call","params":{"name":"get-sum","arguments":{"a":1},"_meta":{"traceparent":"00-a"}}}' | mcp-loupe run - -- node fake.js\n`,
  );
  expect(report).toContain(`"params":{"c":"it'\\''s \\\\n $\${d}"}}' | mcp-loupe run - -- node fake.js\n`);
  expect(report.match(/mcp-loupe run/g)).toHaveLength(2);
});

test('a recorded server is started as it was', () => {
  const asked = { method: 'tools/call', name: 'a', arguments: '{}', words: [] } as const;
  const line = (more: Partial<RecordedTarget>): unknown => {
    const target = { transport: 'recorded', path: '/a', of: 'a', ...more } as const;
    return commandLine(asked, target, createHider(target), '/');
  };
  const demo = ['/usr/bin/node', '/x/dist/mcp-loupe.js', 'demo-server', 'crowded'];
  expect(line({ command: demo })).toEqual({ text: 'mcp-loupe call a -- demo --server crowded' });
  expect(line({ command: ['node', 'a b.js'], given: ['API_KEY'] })).toEqual({
    text: `mcp-loupe call a -e API_KEY="$API_KEY" -- node 'a b.js'`,
  });
  expect(line({ of: 'http://a/', headers: ['Authorization'] })).toEqual({
    text: `mcp-loupe call a -H 'Authorization: '"$AUTHORIZATION" -- http://a/`,
  });
});

test('a command of a recording is nothing but words, whatever it says it was', () => {
  const asked = { method: 'tools/call', name: 'a', arguments: '{}' } as const;
  const of = (text: string) => ({ transport: 'recorded', path: '/a', of: text }) as const;
  const line = (text: string) => commandLine(asked, of(text), createHider(of(text)), '/');
  expect(line('http://a/?b=1;id')).toMatchObject({
    text: "mcp-loupe call a --args '{}' -- 'http://a/?b=1;id'",
  });
  expect(line("node 'a b' $(id)")).toMatchObject({
    text: "mcp-loupe call a --args '{}' -- node 'a b' '$(id)'",
  });
});

test('nothing becomes a link by itself, and a heading is short', async () => {
  const { host } = recorded(...handshake({ tools: {} }), call(2, 'a'), [
    's2c',
    { id: 2, error: { code: 1, message: `ask @octocat, closes #2 https://a.b/c a@b.c ${'x'.repeat(500)}` } },
  ]);
  const found = { rule: 'a/b', message: 'see www.a.b', path: '' };
  for (const path of ['/a', '/b']) (host.log as LogWriter).attach(6, { ...found, path });
  const report = await reportOf(host, [5, 6]);
  expect(report).toMatch(
    /^## `#6` error of .* ask `@octocat,` closes `#2` `https:\/\/a\.b\/c` `a@b\.c` x+…$/m,
  );
  expect(report.match(/^- `a\/b`: see `www\.a\.b`$/gm)).toHaveLength(1);
});

test('the middle of a long message is left out, and how much of it', async () => {
  const { host } = recorded(
    ...handshake({ tools: {} }),
    call(2, 'echo', { text: `a${'😀'.repeat(9_000)}z` }),
  );
  const report = await reportOf(host, [5]);
  expect(report.length).toBeLessThan(8_000);
  expect(report).toMatch(/😀\n… 24 KB of 36 KB left out …\n😀/);
  expect(report).toMatch(/😀z"\}\}\}\n```\n/);
});

test('nothing that others wrote breaks out of a report', async () => {
  const evil = '<img src=x onerror=a()> [x](javascript:a) `` ``` ~~~ &#x202e; \u001b[31m';
  const lines = `~~~\n# ${evil}\n\`\`\`\`\n[x]: javascript:a\n- ${evil}`;
  const { host } = recorded(
    ['c2s', { id: 1, method: 'initialize', params: { protocolVersion: evil, capabilities: { [lines]: 1 } } }],
    [
      's2c',
      {
        id: 1,
        result: {
          protocolVersion: lines,
          capabilities: { [lines]: {} },
          serverInfo: { name: lines, version: evil },
        },
      },
    ],
    call(2, lines, { [lines]: lines }),
    ['s2c', { id: 2, error: { code: 1, message: lines } }],
    { stderr: lines },
    { note: { mark: true, text: lines }, at: 4 },
    { event: 'exit', detail: lines, signal: lines },
  );
  (host.log as LogWriter).attach(4, { rule: lines, message: lines, path: lines });
  const report = await reportOf(
    host,
    Array.from({ length: host.log.length }, (_, seq) => seq),
  );
  const outside = report
    .replace(/^(`{3,})\w+\n[\s\S]*?\n\1$/gm, '')
    .replace(/(?<![\\`])(`+)(?!`)[^\n]*?[^`\n]\1(?!`)/g, '');
  expect(outside).toContain('javascript');
  expect(outside).not.toMatch(/(?<!\\)<|\](?=[(:[])|(?<!\\)`|(?<!\\)&#|^(?:~~~|\[|# \S+ .*\n# )/m);
  expect(report.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u);
});
