import { describe, expect, test } from 'vitest';
import { parseEnvFile } from '../../src/transport/environment.ts';
import { TargetError } from '../../src/transport/shell.ts';

describe('a .env file', () => {
  const good: [text: string, variables: Record<string, string>][] = [
    ['', {}],
    ['# comment\n\n   \nA=1', { A: '1' }],
    ['\uFEFFA=1\r\nB=2\r\n', { A: '1', B: '2' }],
    ['export A=1\n  B = 2  ', { A: '1', B: '2' }],
    ['A=\nB= # nothing', { A: '', B: '' }],
    ['A=x#y # z', { A: 'x#y' }],
    ['A=a=b', { A: 'a=b' }],
    ["A='x # \\n $B'", { A: 'x # \\n $B' }],
    ['A="x\\ny\\"z\\\\" # c', { A: 'x\ny"z\\' }],
    ['A="one \n  two"\nB=`q"\'`', { A: 'one \n  two', B: 'q"\'' }],
    ['A=1\nA=2', { A: '2' }],
    ['my.name-x=1', { 'my.name-x': '1' }],
  ];
  test.each(good)('%j', (text, variables) => {
    expect(Object.fromEntries(parseEnvFile(text, 'f'))).toEqual(variables);
  });
  const bad: [text: string, message: string][] = [
    ['A=1\nnonsense', 'f:2: this is not NAME=value'],
    ['=1', 'f:1: this is not NAME=value'],
    ['A B=1', 'f:1: this is not NAME=value'],
    ['A="x\n\nB=2', 'f:1: the " of A is not closed'],
    ['A="1\n2"\nB=\'x\'y', "f:3: text after the closing ' of B"],
  ];
  test.each(bad)('%j', (text, message) => {
    expect(() => parseEnvFile(text, 'f')).toThrow(new TargetError(message));
  });
});
