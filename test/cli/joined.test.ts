import { describe, expect, it } from 'vitest';
import { cutArgv } from '../../src/cli/cut.ts';
import { UsageError } from '../../src/cli/exit.ts';
import { partsOf, unjoined } from '../../src/cli/joined.ts';

const words = (line: string): string[] => line.split(' ').filter((word) => word !== '');

describe('a lone + joins servers', () => {
  it.each<[string, string[]]>([
    ['', ['']],
    ['node a.js', ['node a.js']],
    ['node a.js + node b.js', ['node a.js', 'node b.js']],
    [
      'node a.js --port 3 + node b.js + https://example.com/mcp',
      ['node a.js --port 3', 'node b.js', 'https://example.com/mcp'],
    ],
    ['node a++ b+ +c', ['node a++ b+ +c']],
    ['sum 1 ++ 2', ['sum 1 ++ 2']],
  ])('%s', (line, parts) => {
    expect(partsOf(words(line)).map((part) => part.join(' '))).toEqual(parts);
  });

  it.each([
    ['+', 'no server before the first +'],
    ['+ node a.js', 'no server before the first +'],
    ['node a.js +', 'no server after the last +'],
    ['node a.js + + node b.js', 'no server between + and +'],
  ])('%s is wrong usage', (line, why) => {
    expect(() => partsOf(words(line))).toThrow(UsageError);
    expect(() => partsOf(words(line))).toThrow(`${why}; + joins servers`);
  });

  it.each([
    ['sum 1 ++ 2', 'sum 1 + 2'],
    ['sum +++', 'sum ++'],
    ['g++ a+ +b +', 'g++ a+ +b +'],
  ])('%s reaches the server as %s', (typed, meant) => {
    expect(unjoined(words(typed)).join(' ')).toBe(meant);
  });
});

describe('the demo among others', () => {
  it.each<[string, string[], string]>([
    ['demo + node b.js --port 3', [], 'demo + node b.js --port 3'],
    ['demo --http 0 + node b.js', [], 'demo --http=0 + node b.js'],
    ['--ascii demo --fault slow --fault big + x', ['ascii'], 'demo --fault=slow --fault=big + x'],
    ['node a.js + demo --server crowded', [], 'node a.js + demo --server crowded'],
  ])('%s', (line, given, target) => {
    const cut = cutArgv(words(line));
    expect(cut.verb).toBeUndefined();
    expect(cut.given.map(({ key }) => key)).toEqual(given);
    expect(cut.target.join(' ')).toBe(target);
  });
});
