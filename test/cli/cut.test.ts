import { describe, expect, it } from 'vitest';
import { type Cut, cutArgv } from '../../src/cli/cut.ts';

/** A command line as words; `''` and spaces inside words are written out in the cases that need them. */
const words = (line: string): string[] => line.split(' ').filter((word) => word !== '');

const cut = (verb: Cut['verb'], given: Cut['given'], operands: string[], target: string[]): Cut => ({
  verb,
  given,
  operands,
  target,
});

describe('without a verb our options end at the first positional argument', () => {
  it.each<[string, Cut]>([
    ['', cut(undefined, [], [], [])],
    ['node server.js', cut(undefined, [], [], ['node', 'server.js'])],
    ['node server.js --port 3 --help', cut(undefined, [], [], words('node server.js --port 3 --help'))],
    [
      '--timeout 5s npx -y some-server --port 3 --help',
      cut(undefined, [{ key: 'timeout', value: '5s' }], [], words('npx -y some-server --port 3 --help')),
    ],
    ['--timeout=5s node', cut(undefined, [{ key: 'timeout', value: '5s' }], [], ['node'])],
    ['--plain true', cut(undefined, [{ key: 'plain' }], [], ['true'])],
    [
      '-e A=1 -e B=2 node',
      cut(
        undefined,
        [
          { key: 'env', value: 'A=1' },
          { key: 'env', value: 'B=2' },
        ],
        [],
        ['node'],
      ),
    ],
    ['-eA=1 node', cut(undefined, [{ key: 'env', value: 'A=1' }], [], ['node'])],
    ['-e=A=1 node', cut(undefined, [{ key: 'env', value: 'A=1' }], [], ['node'])],
    ['--env=A=B=C node', cut(undefined, [{ key: 'env', value: 'A=B=C' }], [], ['node'])],
    ['node -- x', cut(undefined, [], [], ['node', '--', 'x'])],
    ['node list --json', cut(undefined, [], [], ['node', 'list', '--json'])],
    ['--ascii --mouse ./list', cut(undefined, [{ key: 'ascii' }, { key: 'mouse' }], [], ['./list'])],
    ['- x', cut(undefined, [], [], ['-', 'x'])],
    ['https://example.org/mcp', cut(undefined, [], [], ['https://example.org/mcp'])],
    [
      '--record run.mcp.jsonl node',
      cut(undefined, [{ key: 'record', value: 'run.mcp.jsonl' }], [], ['node']),
    ],
    ['--help', cut(undefined, [{ key: 'help' }], [], [])],
    ['-h', cut(undefined, [{ key: 'help' }], [], [])],
    ['--version', cut(undefined, [{ key: 'version' }], [], [])],
  ])('%s', (line, expected) => {
    expect(cutArgv(words(line))).toEqual(expected);
  });
});

describe('a leading -- always means a command', () => {
  it.each<[string, string[]]>([
    ['-- list', ['list']],
    ['-- list --json', ['list', '--json']],
    ['-- mock', ['mock']],
    ['-- --odd', ['--odd']],
    ['-- -- x', ['--', 'x']],
    ['--', []],
  ])('%s', (line, target) => {
    expect(cutArgv(words(line))).toEqual(cut(undefined, [], [], target));
  });
  it('comes after options too', () => {
    expect(cutArgv(words('--timeout 1s -- call'))).toEqual(
      cut(undefined, [{ key: 'timeout', value: '1s' }], [], ['call']),
    );
  });
});

describe('with a verb our options stand anywhere before the first --', () => {
  it.each<[string, Cut]>([
    ['list -- node s.js', cut('list', [], [], ['node', 's.js'])],
    [
      'list tools --json -- node s.js --json',
      cut('list', [{ key: 'json' }], ['tools'], words('node s.js --json')),
    ],
    ['--json list tools -- node', cut('list', [{ key: 'json' }], ['tools'], ['node'])],
    ['list --json tools -- node', cut('list', [{ key: 'json' }], ['tools'], ['node'])],
    [
      '--timeout 1s call echo text=hi --json n:=2 -- npx -y s -- -x',
      cut(
        'call',
        [{ key: 'timeout', value: '1s' }, { key: 'json' }],
        ['echo', 'text=hi', 'n:=2'],
        words('npx -y s -- -x'),
      ),
    ],
    ['call t --args - -- node', cut('call', [{ key: 'args', value: '-' }], ['t'], ['node'])],
    ['call t --args=- -- node', cut('call', [{ key: 'args', value: '-' }], ['t'], ['node'])],
    ['call t --args= -- node', cut('call', [{ key: 'args', value: '' }], ['t'], ['node'])],
    ['call t --args -5 -- node', cut('call', [{ key: 'args', value: '-5' }], ['t'], ['node'])],
    ['run - -- node', cut('run', [], ['-'], ['node'])],
    ['call false --json false -- node', cut('call', [{ key: 'json' }], ['false', 'false'], ['node'])],
    ['call list -- list', cut('call', [], ['list'], ['list'])],
    ['call mock -- node', cut('call', [], ['mock'], ['node'])],
    ['ping', cut('ping', [], [], [])],
    ['ping --', cut('ping', [], [], [])],
    ['call --help', cut('call', [{ key: 'help' }], [], [])],
    ['open file.mcp.jsonl --plain', cut('open', [{ key: 'plain' }], ['file.mcp.jsonl'], [])],
    [
      'list --config c.json --server s',
      cut(
        'list',
        [
          { key: 'config', value: 'c.json' },
          { key: 'server', value: 's' },
        ],
        [],
        [],
      ),
    ],
    ['servers --json', cut('servers', [{ key: 'json' }], [], [])],
    ['open --last', cut('open', [{ key: 'last' }], [], [])],
    ['demo --ascii', cut('demo', [{ key: 'ascii' }], [], [])],
  ])('%s', (line, expected) => {
    expect(cutArgv(words(line))).toEqual(expected);
  });

  it('leaves every word of the target alone', () => {
    const target = [
      'node',
      's.js',
      '--method',
      '-e',
      'K=V',
      '--help',
      '--',
      'C:\\x y',
      '*.js',
      '$HOME',
      '',
      'a  b',
      '--f=ü',
    ];
    expect(cutArgv(['call', 'argv', '--', ...target]).target).toEqual(target);
    expect(cutArgv(['--', ...target]).target).toEqual(target);
    expect(cutArgv(target).target).toEqual(target);
  });
});

describe('what is wrong says so', () => {
  it.each<[string, string | RegExp]>([
    ['--tmeout 5s node', 'unknown option --tmeout; did you mean --timeout?'],
    ['--colour node', 'unknown option --colour; see mcp-loupe --help'],
    ['-x node', 'unknown option -x'],
    ['list --jsn -- node', 'did you mean --json?'],
    ['--jsn list -- node', 'did you mean --json?'],
    ['tap --foo -- node', 'unknown option --foo; see mcp-loupe --help'],
    ['tap --recor -- node', 'did you mean --record?'],
    ['check --foo -- node', 'did you mean --for?'],
    ['--foo node', 'unknown option --foo; see mcp-loupe --help'],
    ['-hx', 'unknown option -hx'],
    ['--record', '--record needs a value: --record FILE|DIR'],
    ['--record --plain node', 'to pass "--plain", write --record=--plain'],
    ['list --record -- node', /--record needs a value: --record FILE\|DIR$/],
    ['list --record -e A=1 -- node', '--record needs a value'],
    ['-e', '-e needs a value: -e KEY=VALUE'],
    ['--json=true list', '--json does not take a value'],
    ['--help=call', '--help does not take a value'],
    ['--timeout 1s --timeout 2s node', '--timeout is given more than once'],
    ['--record x --no-record node', '--record and --no-record cannot be used together'],
    ['--clean-env --inherit-env node', '--clean-env and --inherit-env cannot be used together'],
    ['--root . --no-roots node', '--root and --no-roots cannot be used together'],
    ['--json node', '--json cannot be used without a command; use it with list, call,'],
    ['list --fail-fast -- node', '--fail-fast cannot be used with list; use it with run'],
    ['list --mouse -- node', '--mouse cannot be used with list; use it with open, tap, demo'],
    [
      'list --watch x -- node',
      '--watch cannot be used with list; use it with tap or without a verb (mcp-loupe --watch',
    ],
    ['ping --args {} -- node', '--args cannot be used with ping; use it with call, prompt'],
    ['--config', '--config needs a value: --config FILE'],
    ['open --config c.json', '--config cannot be used with open; use it with list, call,'],
    ['demo --config c.json', '--config cannot be used with demo; use it with list, call,'],
    ['servers --server x', '--server cannot be used with servers; use it with list, call,'],
  ])('%s', (line, message) => {
    expect(() => cutArgv(words(line))).toThrow(message);
  });

  it('a command named like a verb, after --', () => {
    expect(cutArgv(['--', 'redact']).target).toEqual(['redact']);
  });
});
