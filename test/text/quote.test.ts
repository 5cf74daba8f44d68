import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { quoteShell, shellWords } from '../../src/text/quote.ts';

const cases: readonly [readonly string[], string][] = [
  [['node', 'server.js', '--port=3'], 'node server.js --port=3'],
  [['npx', '-y', '@scope/server@1.2'], 'npx -y @scope/server@1.2'],
  [['a b', ''], "'a b' ''"],
  [['it', "isn't"], "it 'isn'\\''t'"],
  [['echo', '$HOME', '`x`', '"', '\\', '!', '*', '~'], `echo '$HOME' '\`x\`' '"' '\\' '!' '*' '~'`],
  [['A=1', 'B=2'], "'A=1' B=2"],
  [['call', 'a:={"b":[1]}', 'two\nlines', 'é'], `call 'a:={"b":[1]}' 'two\nlines' 'é'`],
  [[], ''],
];

describe('quoteShell', () => {
  it.each(cases)('%j', (words, line) => expect(quoteShell(words)).toBe(line));

  it.skipIf(process.platform === 'win32').each(cases)('a shell reads %j back', (words) => {
    const print = `for word in ${quoteShell(words)}; do printf '%s\\0' "$word"; done`;
    expect(execFileSync('sh', ['-c', print], { encoding: 'utf8' }).split('\0').slice(0, -1)).toEqual(words);
  });
});

describe('shellWords', () => {
  it.each(cases)('reads %j back', (words, line) => expect(shellWords(line)).toEqual(words));

  it.each([
    ['  node   a.js ', ['node', 'a.js']],
    ['-e KEY="a \\"b\\" c" x', ['-e', 'KEY=a "b" c', 'x']],
    ['a\\ b', ['a b']],
    ['a ""', ['a', '']],
    ["it's", undefined],
    ['a "b', undefined],
    ['a\\', undefined],
  ])('%j', (line, words) => expect(shellWords(line)).toEqual(words));
});
