// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the variables in a config look like that.
import { describe, expect, it } from 'vitest';
import { parseConfig } from '../../src/clients/config-file.ts';
import { configTarget, questionsOf } from '../../src/clients/config-target.ts';
import { type Shell, TargetError } from '../../src/transport/shell.ts';
import type { TargetOptions } from '../../src/transport/target.ts';

const files: Readonly<Record<string, string>> = {
  '/repo/.env': 'A=file\nB=file\n',
  '/typed/own.env': 'A=own\n',
};

const shell: Shell = {
  env: { PATH: '/bin', HOME: '/home/u', LANG: 'C', EMPTY: '', NAME: 'Ada', API_TOKEN: 'tok-0123456789' },
  cwd: '/typed',
  platform: 'linux',
  readFile(path) {
    const text = files[path];
    if (text === undefined) throw Object.assign(new Error(`ENOENT: ${path}`), { code: 'ENOENT' });
    return text;
  },
};

interface Given {
  readonly options?: TargetOptions;
  readonly inputs?: ReadonlyMap<string, string>;
  readonly bare?: boolean;
}

function target(entry: string, { options = {}, inputs = new Map(), bare = false }: Given = {}) {
  const [server] = parseConfig(`{"servers": {\n"s": ${entry}}}`, 'c.json', '/repo').servers;
  return configTarget(server!, options, shell, { folder: '/repo', home: '/home/u', inputs, bare });
}

/** The text of an argument, filled in. */
const filled = (text: string, given?: Given): unknown => {
  const found = target(JSON.stringify({ command: 'node', args: [text] }), given);
  return found.transport === 'stdio' ? found.args[0] : undefined;
};

describe('what a client would give a server', () => {
  it('is its short list and the variables of the entry', () => {
    expect(target('{"command": "node", "env": {"A": "1", "HOME": "/h"}}')).toEqual({
      transport: 'stdio',
      command: 'node',
      args: [],
      cwd: '/repo',
      env: { PATH: '/bin', HOME: '/h', A: '1' },
      given: ['A', 'HOME'],
      beyondClient: [],
    });
  });
  it('can be the whole environment, which is then told', () => {
    const found = target('{"command": "node"}', { options: { inheritEnv: true } });
    expect(found).toMatchObject({ env: { LANG: 'C' }, beyondClient: ['LANG', 'EMPTY', 'NAME', 'API_TOKEN'] });
  });
  it('can lack what the entry takes away', () => {
    expect(target('{"command": "node", "env": {"HOME": null}}')).toMatchObject({
      env: { PATH: '/bin' },
      given: [],
    });
  });
  it('is read from files, and options go over all of it', () => {
    const entry =
      '{"command": "node", "envFile": "${workspaceFolder}/.env", "env": {"B": "entry", "C": "entry"}}';
    expect(target(entry)).toMatchObject({ env: { A: 'file', B: 'entry', C: 'entry' } });
    const options = { envFile: ['own.env'], env: [['C', 'option']] } as const;
    expect(target(entry, { options })).toMatchObject({ env: { A: 'own', B: 'entry', C: 'option' } });
  });
  it.each([
    ['{"command": "node"}', {}, '/repo'],
    ['{"command": "node", "cwd": "sub"}', {}, '/repo/sub'],
    ['{"command": "node", "cwd": "${userHome}/x"}', {}, '/home/u/x'],
    ['{"command": "node", "cwd": "sub"}', { cwd: 'mine' }, '/typed/mine'],
  ])('runs %s %j in %s', (entry, options, cwd) => {
    expect(target(entry, { options })).toMatchObject({ cwd });
  });
});

describe('a remote server', () => {
  it('has the headers of the entry, those of options over them', () => {
    const entry = '{"url": "http://127.0.0.1:1/mcp", "headers": {"X-A": "1", "X-B": "${NAME}"}}';
    expect(target(entry, { options: { header: [['x-a', '2']] } })).toMatchObject({
      transport: 'http',
      chosen: false,
      url: 'http://127.0.0.1:1/mcp',
      headers: [
        ['X-B', 'Ada'],
        ['x-a', '2'],
      ],
    });
  });
  it.each([
    ['{"url": "http://x/"}', {}, { transport: 'http', chosen: false }],
    ['{"type": "sse", "url": "http://x/"}', {}, { transport: 'sse', chosen: true }],
    ['{"type": "sse", "url": "http://x/"}', { transport: 'http' }, { transport: 'http', chosen: true }],
  ] as const)('%s %j', (entry, options, expected) => {
    expect(target(entry, { options })).toMatchObject(expected);
  });
});

describe('variables', () => {
  it.each([
    ['${NAME}', 'Ada'],
    ['<${env:NAME}|${NAME}>', '<Ada|Ada>'],
    ['${NOPE:-a default}', 'a default'],
    ['${NOPE:-}', ''],
    ['${env:NOPE:-x}', 'x'],
    ['${EMPTY:-x}', 'x'],
    ['<${EMPTY}>', '<>'],
    ['${NAME:-x}', 'Ada'],
    ['${NOPE:-${NAME}}', 'Ada'],
    ['${NOPE:-http://h:1/}', 'http://h:1/'],
    ['${workspaceFolder}/s.js', '/repo/s.js'],
    ['${workspaceFolderBasename}', 'repo'],
    ['${userHome}${pathSeparator}${/}', '/home/u//'],
    ['${input:key}', 'typed'],
    ['$NAME costs $5 {NAME}', '$NAME costs $5 {NAME}'],
  ])('%s is %j', (text, expected) => {
    expect(filled(text, { inputs: new Map([['key', 'typed']]) })).toBe(expected);
  });
  it('may go without braces where the client has it so', () => {
    expect(filled('$NAME costs $5 ${NAME}', { bare: true })).toBe('Ada costs $5 Ada');
  });
  it('does not fill in what a variable holds', () => {
    expect(filled('${input:a}', { inputs: new Map([['a', '${NAME}']]) })).toBe('${NAME}');
  });
  it.each([
    ['${NOPE}', 'the environment has no NOPE; set it, or write a default: ${NOPE:-…}'],
    ['${toString}', 'the environment has no toString; set it, or write a default: ${toString:-…}'],
    ['${env:NOPE}', 'the environment has no NOPE; set it, or write a default: ${NOPE:-…}'],
    ['${command:pick}', '${command:pick} has a meaning only within the client'],
    ['${input:key}', 'nobody has answered ${input:key}'],
  ])('%s cannot be filled in', (text, why) => {
    expect(() => filled(text)).toThrow(new TargetError(`c.json:2: servers.s.args.0: ${why}`));
  });
  it('tells what of it is secret', () => {
    const inputs = new Map([['key', 'typed-secret']]);
    expect(
      target('{"command": "node", "args": ["${API_TOKEN}", "${NAME}", "${input:key}"]}', { inputs }),
    ).toMatchObject({
      secrets: ['tok-0123456789', 'typed-secret'],
    });
    expect(target('{"url": "http://x/?k=${input:key}"}', { inputs })).toMatchObject({
      secrets: ['typed-secret'],
    });
  });
});

describe('a target that cannot be', () => {
  it.each([
    ['{"env": {}}', {}, 'c.json:2: servers.s: needs a "command" or a "url"'],
    [
      '{"url": "localhost:3000/mcp"}',
      {},
      'c.json:2: servers.s.url: is not a URL; did you mean http://localhost:3000/mcp?',
    ],
    ['{"command": "https://host/mcp"}', {}, 'c.json:2: servers.s.command: is a URL; put it under "url"'],
    ['{"url": "host/mcp"}', {}, 'c.json:2: servers.s.url: is not a URL; a URL begins with https://'],
    [
      '{"url": "http://x/", "headers": {"A b": "c"}}',
      {},
      'c.json:2: servers.s.headers.A b: has characters that a header may not have',
    ],
    [
      '{"url": "http://x/", "headers": {"A": "${input:a}"}}',
      {},
      'c.json:2: servers.s.headers.A: has characters that a header may not have',
    ],
    ['{"command": "node", "envFile": "none"}', {}, 'no such file: none'],
    ['{"command": "node"}', { header: [['A', 'b']] }, '--header is for remote servers; node is a command'],
    ['{"url": "http://x/"}', { cwd: 'x' }, '--cwd is for local servers; http://x/ is a remote one'],
  ] as const)('%s %j', (entry, options, message) => {
    expect(() => target(entry, { options, inputs: new Map([['a', 'x\ny']]) })).toThrow(
      new TargetError(message),
    );
  });
});

describe('questions', () => {
  it('are those that the entry needs, each once', () => {
    const file = parseConfig(
      '{"inputs": [{"id": "a", "description": "A"}, {"id": "b"}], "servers": {"s": {"command": "${input:a}", "env": {"E": "${input:a}${input:c}"}}}}',
      'c.json',
      '/repo',
    );
    expect(questionsOf(file.servers[0]!, file)).toEqual([
      { id: 'a', description: 'A', password: false },
      { id: 'c', password: true },
    ]);
  });
});
