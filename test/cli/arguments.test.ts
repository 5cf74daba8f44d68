import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { type CliResult, runCli } from '../support/cli.ts';

const SERVER = fileURLToPath(new URL('../support/servers/verbs.mjs', import.meta.url));

const loupe = (...words: readonly string[]): Promise<CliResult> =>
  runCli([...words, '--quiet', '--', 'node', SERVER]);

describe('a template', () => {
  it.each<[readonly string[], string]>([
    [['x:{id}'], 'missing argument: id=…'],
    [['x:{id}/{+path}', 'id=1'], 'missing argument: path=…'],
    [['x:{id}', 'ids=1'], 'ids: is not a known property; did you mean id?; missing argument: id=…'],
    [['x:{id}', 'id=1', 'id=2'], 'id is given twice'],
    [['x:{id}', 'id'], 'id: write key=value'],
  ])('is not read with its braces: %j', async (words, message) => {
    const { code, stdout, stderr } = await loupe('read', ...words);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(message);
    expect(stderr).not.toContain('--send-anyway');
  });

  it('does without the variables of its query', async () => {
    expect((await loupe('read', 'x:{id}{?q,n}', 'id=1')).stdout).toMatch(/^read x:1\n/);
    expect((await loupe('read', 'x:all{?q}')).stdout).toMatch(/^read x:all\n/);
  });
});

describe('arguments', () => {
  it('that the schema has no name for are sent, and told of', async () => {
    for (const words of [['txet=a'], ['--args', '{"txet":"a"}']]) {
      const { code, stdout, stderr } = await loupe('call', 'echo', ...words);
      expect([code, stdout]).toEqual([0, '{"txet":"a"}\n']);
      expect(stderr).toBe('mcp-loupe: txet is not a known property; did you mean text?\n');
    }
  });

  it.each<[readonly string[], string]>([
    [
      ['--args', '{"n": 1,\n "text" 2}'],
      '--args is not JSON: a colon is missing after the name (line 2, column 9)',
    ],
    [['text:={bad'], 'text: must be JSON, is “{bad”: '],
    [['text=a', 'text=b'], 'text is given twice (--send-anyway to send it anyway)'],
  ])('%j are wrong usage', async (words, message) => {
    const { code, stderr } = await loupe('call', 'echo', ...words);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });
});
