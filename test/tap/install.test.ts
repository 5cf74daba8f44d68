// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the variables in a config look like that.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { configuredNamed } from '../../src/clients/config-places.ts';
import { parseJsonc } from '../../src/json/jsonc.ts';
import { type ConfigText, readConfigText, writeConfigText } from '../../src/tap/config-text.ts';
import { keptOf, planInstall, planRestore } from '../../src/tap/install.ts';
import { tapLine } from '../../src/tap/tap-line.ts';
import { scratch } from '../support/cli.ts';

const LAUNCHER = { node: '/usr/bin/node', program: '/state/mcp-loupe/bin/1.0.0/mcp-loupe.js' };

/** A config of a client as a file. */
function configOf(client: string, text: string | Buffer) {
  const folder = scratch();
  const path = join(folder, 'config.json');
  writeFileSync(path, text);
  const configured = configuredNamed(client)!;
  const world = { home: folder, env: {}, platform: process.platform, cwd: folder };
  const read = () => readConfigText(path, configured, world);
  return { path, read, config: () => read() as ConfigText };
}

/** Taps all of a config in its file, and takes the taps out again after `meanwhile`. */
function roundTrip(client: string, text: string, meanwhile?: (installed: string) => string) {
  const { path, config } = configOf(client, text);
  const plan = planInstall(config(), [], { ...LAUNCHER, client });
  const kept = keptOf(plan, client, '2026-11-29T00:00:00.000Z');
  expect(writeConfigText(plan.config, plan.after)).toBeUndefined();
  const installed = readFileSync(path, 'utf8');
  if (meanwhile !== undefined) writeFileSync(path, meanwhile(installed));
  const back = planRestore(config(), {
    ...{ here: kept, elsewhere: [], names: [], client },
    isOurs: (program) => program === LAUNCHER.program,
  });
  expect(writeConfigText(back.config, back.after)).toBeUndefined();
  return {
    installed,
    restored: readFileSync(path, 'utf8'),
    done: plan.done.map(({ name }) => name),
    plan,
    back,
  };
}

const SERVERS: readonly (readonly [what: string, client: string, text: string, tapped: readonly string[]])[] =
  [
    ['one line', 'cursor', '{"mcpServers":{"a":{"command":"x","args":["1"]}}}', ['a']],
    ['no arguments', 'cursor', '{"mcpServers":{"a":{"command":"x"}}}', ['a']],
    [
      'no arguments, on lines',
      'cursor',
      '{\n\t"mcpServers": {\n\t\t"a": {\n\t\t\t"command": "x"\n\t\t}\n\t}\n}',
      ['a'],
    ],
    ['empty arguments', 'cursor', '{"mcpServers":{"a":{"command":"x","args":[ ]}}}', ['a']],
    ['arguments that are null', 'cursor', '{"mcpServers":{"a":{"args":null,"command":"x"}}}', ['a']],
    [
      'a comment in empty arguments',
      'cursor',
      '{"mcpServers":{"a":{"command":"x","args":[ // none\n]}}}',
      ['a'],
    ],
    [
      'a byte order mark and CRLF',
      'cursor',
      '\uFEFF{\r\n  "mcpServers": {\r\n    "a": {\r\n      "command": "x",\r\n      "args": [\r\n        "1",\r\n        "2",\r\n      ],\r\n    },\r\n  },\r\n}\r\n',
      ['a'],
    ],
    [
      'carriage returns alone',
      'cursor',
      '{\r  "mcpServers": {\r    "a": {\r      "command": "x"\r    }\r  }\r}\r',
      ['a'],
    ],
    [
      'a name twice',
      'cursor',
      '{"mcpServers":{"a":{"command":"first"},"a":{"command":"last","args":[],"args":["2"]}}}',
      ['a'],
    ],
    [
      'the servers twice',
      'cursor',
      '{"mcpServers":{"a":{"command":"first"}},"mcpServers":{"b":{"command":"last"}}}',
      ['b'],
    ],
    [
      'odd names',
      'cursor',
      '{"mcpServers":{"":{"command":"x"},"-e":{"command":"x"},"a\\u0000\\"b":{"command":"x"},"__proto__":{"command":"x"},"💧 é":{"command":"y"}}}',
      ['', '-e', 'a\0"b', '__proto__', '💧 é'],
    ],
    ['escapes', 'cursor', '{"mcpServers":{"a":{"command":"\\u0078\\/y","args":["\\u2028","\\\\"]}}}', ['a']],
    [
      'numbers as arguments',
      'cursor',
      '{"mcpServers":{"a":{"command":"x","args":[1.50, 1e40, true]}}}',
      ['a'],
    ],
    [
      'old Zed',
      'zed',
      '{"context_servers":{"a":{"command":{"path":"x","args":["1"],"env":{"K":"v"}},"settings":{}}}}',
      ['a'],
    ],
    [
      'old Zed without arguments',
      'zed',
      '{"context_servers":{"a":{"command":{"path":"x"}, // why\n"settings":{}}}}',
      ['a'],
    ],
    ['an extension of Zed', 'zed', '{"context_servers":{"a":{"source":"extension","settings":{}}}}', []],
    [
      'VS Code, both places',
      'vscode',
      '{"servers":{"a":{"command":"x"}},"mcp":{"servers":{"a":{"command":"y"}}}}',
      ['a', 'a'],
    ],
    [
      'excluded by Gemini',
      'gemini-cli',
      '{"mcp":{"excluded":["b"]},"mcpServers":{"a":{"command":"x"},"b":{"command":"y"}}}',
      ['a'],
    ],
    [
      'not allowed by Gemini',
      'gemini-cli',
      '{"mcp":{"allowed":["b"]},"mcpServers":{"a":{"command":"x"},"b":{"command":"y"}}}',
      ['b'],
    ],
    [
      'a header in variables',
      'claude-code',
      '{"mcpServers":{"a":{"type":"sse","url":"https://x/${T}","headers":{"A":"${K}", /* c */ "B-C":"\\t"}}}}',
      ['a'],
    ],
    ...['"env":{"K":"v"}', '"args":[]', '"command":"x"'].map(
      (more) =>
        [
          `${more} beside a URL`,
          'cursor',
          `{"mcpServers":{"a":{"type":"http","url":"https://x",${more},"headers":{"A":"b"}}}}`,
          [],
        ] as const,
    ),
    ...[
      '{"url":"https://x/mcp?key=${K}"}',
      '{\n  "url": "https:\\/\\/u:p@x/mcp",\n  "headers": { "A": "b" }\n}',
      '{"headers":{},"url":"$URL"}',
      '{"headers":null,"url":"https://x/s/bY7qLx0vT2mZ9kRw4cHs8dNf/mcp"}',
    ].map((entry) => [entry, 'cursor', `{"mcpServers":{"a":${entry}}}`, ['a']] as const),
    [
      'a header that the client makes',
      'claude-code',
      '{"mcpServers":{"a":{"url":"https://x","headersHelper":"./h"}}}',
      [],
    ],
    [
      'projects',
      'claude-code',
      '{"projects":{"/a":{"mcpServers":{"s":{"command":"x"}}},"/b":{"mcpServers":{"s":{"command":"y"}}},"/c":null}}',
      ['s', 's'],
    ],
    [
      'what is no server',
      'cursor',
      '{"mcpServers":{"a":7,"b":{},"c":{"command":7},"d":null,"e":{"command":""}}}',
      [],
    ],
    ['an empty object', 'cursor', '{}', []],
    ['nothing', 'cursor', '', []],
    ['a list of servers', 'cursor', '{"mcpServers":[{"command":"x"}]}', []],
  ];

describe('a config with', () => {
  it.each(SERVERS)(
    '%s is tapped, is still what the client reads, and is restored to the byte',
    (_, client, text, tapped) => {
      const { installed, restored, done, back } = roundTrip(client, text);
      expect(done).toEqual(tapped);
      expect(restored).toBe(text);
      expect(back.said).toEqual([]);
      if (tapped.length === 0) expect(installed).toBe(text);
      else expect(parseJsonc(installed.replace('\uFEFF', ''))).toHaveProperty('value');
    },
  );

  it.each(SERVERS.filter(([, , text]) => text.trim() !== ''))(
    '%s is restored by value when the client has written it again',
    (_, client, text) => {
      const value = (one: string) => (parseJsonc(one.replace('\uFEFF', '')) as { value: unknown }).value;
      const rewritten = (one: string) => JSON.stringify(value(one), undefined, 4);
      expect(value(roundTrip(client, text, rewritten).restored)).toEqual(value(rewritten(text)));
    },
  );
});

it.each([
  ['https://x/mcp', 'https://x/mcp'],
  ['https://x:8/mcp?key=hunter2', 'https://x:8/mcp'],
  ['https://x/mcp#hunter2', 'https://x/mcp'],
  ['wss://x/${hunter2}/mcp', 'wss://x/'],
  ['https://x/s/bY7qLx0vT2mZ9kRw4cHs8dNf/mcp', 'https://x/'],
  ['https://user:hunter2@x/mcp', 'https://hidden.invalid/'],
  ['https://${hunter2}/mcp', 'https://hidden.invalid/'],
  ['${hunter2}', 'https://hidden.invalid/'],
])('shows of %s no more than %s to those who list processes', (url, seen) => {
  for (const more of [{}, { headers: {} }, { headers: { A: 'b' } }, { headers: null }]) {
    const text = JSON.stringify({ mcpServers: { a: { url, ...more } } }, undefined, 2);
    const { installed, restored } = roundTrip('cursor', text);
    const { args, env, ...rest } = JSON.parse(installed).mcpServers.a;
    expect(Object.keys(rest)).toEqual(['command']);
    expect(args.at(-1)).toBe(seen);
    expect(env?.MCP_LOUPE_URL).toBe(seen === url ? undefined : url);
    expect(restored).toBe(text);
  }
});

it('taps a thousand servers in less than a second or so', () => {
  const servers = Object.fromEntries(
    Array.from({ length: 1_000 }, (_, at) => [
      `s${at}`,
      { command: 'node', args: [`${at}.js`], env: { N: `${at}` } },
    ]),
  );
  const text = `${JSON.stringify({ mcpServers: servers }, undefined, 2)}\n`;
  const { restored, done } = roundTrip('cursor', text);
  expect(done.length).toBe(1_000);
  expect(restored).toBe(text);
});

it('keeps what was changed within an entry', () => {
  const text = '{"mcpServers":{"a":{"command":"x","args":["1"]}}}';
  const { restored } = roundTrip('cursor', text, (one) =>
    one.replace('"1"]', '"1", "--more"], "env": {"E": "1"}'),
  );
  expect(restored).toBe('{"mcpServers":{"a":{"command":"x","args":["1", "--more"], "env": {"E": "1"}}}}');
});

it('leaves an entry alone that is no longer tapped, and says so', () => {
  const text = '{"mcpServers":{"a":{"command":"x"}}}';
  const other = '{"mcpServers":{"a":{"command":"other"}}}';
  const { restored, back } = roundTrip('cursor', text, () => other);
  expect(restored).toBe(other);
  expect(back.said).toEqual([{ name: 'a', says: 'is not tapped any longer: it was changed, and stays so' }]);
});

it('restores copies, and entries under other names and in other places', () => {
  const text = '{"mcpServers":{"a":{"command":"x"}}}';
  const { restored, back } = roundTrip('claude-code', text, (one) => {
    const { mcpServers } = JSON.parse(one);
    return JSON.stringify({
      mcpServers: { b: mcpServers.a },
      projects: { '/p': { mcpServers: { a: mcpServers.a } } },
    });
  });
  const plain = { command: 'x' };
  expect(JSON.parse(restored)).toEqual({
    mcpServers: { b: plain },
    projects: { '/p': { mcpServers: { a: plain } } },
  });
  expect(back.said.map(({ name }) => name)).toEqual(['b', 'a']);
});

it('refuses a config that was changed since it was read, and one that is no UTF-8', () => {
  const { path, config } = configOf('cursor', '{"mcpServers":{"a":{"command":"x"}}}');
  const plan = planInstall(config(), [], { ...LAUNCHER, client: 'cursor' });
  writeFileSync(path, '{}');
  expect(writeConfigText(plan.config, plan.after)).toContain('was changed since it was read');
  expect(readFileSync(path, 'utf8')).toBe('{}');
  const odd = configOf('cursor', Buffer.from('\uFEFF{}', 'utf16le'));
  expect(odd.read()).toMatchObject({ problem: expect.stringContaining('is not in UTF-8') });
  expect(configOf('cursor', '{"a":').read()).toMatchObject({
    problem: expect.stringContaining('config.json:1:6'),
  });
});

it.each([
  [
    ['node', '/s/mcp-loupe/bin/1/mcp-loupe.js', 'tap', '--', 'npx', 'a'],
    ['npx', 'a'],
  ],
  [['mcp-loupe', 'tap', '--client', 'c', '--server', 's', '--', 'x'], ['x']],
  [['npx', '-y', 'mcp-loupe@1', 'tap', '--server=s', '--', 'https://x'], ['https://x']],
  [['node', 'tap', '--', 'x'], undefined],
  [['npx', 'server', '--dir', 'mcp-loupe'], undefined],
  [['mcp-loupe', 'tap', '--'], undefined],
])('the tap in %j is %j', (words, command) => {
  expect(tapLine(words)?.command).toEqual(command);
});
