import meow from 'meow';
import { describe, expect, it } from 'vitest';
import { cutArgv } from '../../src/cli/cut.ts';
import { meowOptions, noOptions, type Options, readOptions } from '../../src/cli/options.ts';

/** The way main.ts goes: cut, meow, the table's parsers. */
function read(...argv: string[]): Options {
  return readOptions(meow({ importMeta: import.meta, ...meowOptions(cutArgv(argv).given) }).flags);
}

describe('options', () => {
  it.each<[string[], Partial<Options>]>([
    [[], {}],
    [['--timeout', '400ms'], { timeout: 400 }],
    [
      ['--timeout', '5s', '--max-timeout=2m', '--connect-timeout', '0'],
      { timeout: 5000, maxTimeout: 120_000, connectTimeout: 0 },
    ],
    [
      ['-e', 'A=1', '--env', 'B=x=y', '-eC=', '-e', '-D=4'],
      {
        env: [
          ['A', '1'],
          ['B', 'x=y'],
          ['C', ''],
          ['-D', '4'],
        ],
      },
    ],
    [
      ['-e', "A='q'", '-e=B="q"'],
      {
        env: [
          ['A', "'q'"],
          ['B', '"q"'],
        ],
      },
    ],
    [['--env-file', 'a.env', '--env-file', 'b.env'], { envFile: ['a.env', 'b.env'] }],
    [['--cwd', '/x y'], { cwd: '/x y' }],
    [['--record', 'f'], { record: 'f' }],
    [['--no-record'], { noRecord: true }],
    [
      ['--no-redact', '--no-sampling', '--no-elicitation', '--no-roots'],
      { noRedact: true, noSampling: true, noElicitation: true, noRoots: true },
    ],
    [['--root', '.', '--root', 'file:///a'], { root: ['.', 'file:///a'] }],
    [['--confirm', 'never', '--esc-delay', '20ms'], { confirm: 'never', escDelay: 20 }],
    [['--plain', '--ascii', '--mouse'], { plain: true, ascii: true, mouse: true }],
    [['call', '--args', '-'], { args: '-' }],
    [['call', "--args='{}'"], { args: "'{}'" }],
    [['call', '--args', '1e3'], { args: '1e3' }],
    [['call', '--json', 'false', '--quiet', 'true'], { json: true, quiet: true }],
    [['run', '--fail-fast', '-', '--answers', 'a.json'], { failFast: true, answers: 'a.json' }],
    [
      ['--era', 'legacy', '--transport', 'stdio', '--protocol-version', '2025-06-18'],
      { era: 'legacy', transport: 'stdio', protocolVersion: '2025-06-18' },
    ],
    [
      ['--transport', 'sse', '-H', 'X-A:  b: c \n', '--header=D:', '--ca', 'ca.pem', '--insecure'],
      {
        ...{ transport: 'sse', ca: 'ca.pem', insecure: true },
        header: [
          ['X-A', 'b: c'],
          ['D', ''],
        ],
      },
    ],
    [['--help'], { help: true }],
    [['-h', '--version'], { help: true, version: true }],
  ])('%j', (argv, expected) => {
    expect(read(...argv)).toEqual({ ...noOptions, ...expected });
  });

  it.each<[string[], string]>([
    [['--timeout', '5'], '--timeout: "5" has no unit; write 5ms, 5s or 5m'],
    [['--timeout', 'soon'], '--timeout: "soon" is not a duration'],
    [['-e', 'NAME'], '--env: "NAME" is not KEY=VALUE'],
    [['-e', '=x'], '--env: "=x" is not KEY=VALUE'],
    [['--record='], '--record: needs a non-empty value'],
    [['--confirm', 'maybe'], '--confirm: "maybe" is not one of all, destructive, never'],
    [['--era', 'future'], '--era'],
    [['-H', 'no colon'], '--header: must look like "Name: value"'],
    [
      ['-H', 'Authorization=Bearer x'],
      '--header: must look like "Name: value"; did you mean "Authorization:", with a colon?',
    ],
    [['-H', 'A: b\nC: d'], '--header: A contains "\\n", which is not allowed in a header'],
    [['-H', 'A: b – c'], '--header: A contains "–", which is not allowed in a header'],
    [['-H', 'a b: c'], '--header: must look like "Name: value"'],
    [['--transport', 'pigeon'], '--transport: "pigeon" is not one of stdio, http, sse, ws'],
  ])('%j is refused', (argv, message) => {
    expect(() => read(...argv)).toThrow(message);
  });
});
