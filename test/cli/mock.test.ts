import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCli as cli, scratch } from '../support/cli.ts';
import { calling, opening, transcriptOf } from '../support/mocked.ts';

const USED = 'mcp-loupe mock: no list of tools was recorded: what was used in the recording is listed\n';

const said = (line: string): string => line.slice(2);

const file = (): string => {
  const path = join(scratch(), 'orders.mcp.jsonl');
  const recorded = transcriptOf([
    ...opening(),
    `> ${calling(1, 'get', { id: 1 })}`,
    '< {"jsonrpc":"2.0","id":1,"result":{"content":[]}}',
  ]);
  writeFileSync(path, recorded);
  return path;
};

describe('mock', () => {
  it('answers from a recording over stdio, and says at the end what it had no answer to', async () => {
    const recording = file();
    const stdin = [
      ...opening()
        .filter((line) => line.startsWith('>'))
        .map(said),
      calling(5, 'get', { id: 1 }),
    ];
    const fine = await cli(['mock', recording], { stdin: `${stdin.join('\n')}\n` });
    expect(fine.stdout.split('\n')).toEqual([
      said(opening()[1] ?? ''),
      '{"jsonrpc":"2.0","id":5,"result":{"content":[]}}',
      '',
    ]);
    expect(fine.stderr).toBe(`mcp-loupe mock: answers from ${recording}, over stdio\n${USED}`);
    expect(fine.code).toBe(0);

    const missed = await cli(['mock', recording], { stdin: `${calling(5, 'get', { id: 2 })}\n`.repeat(2) });
    expect(missed.code).toBe(5);
    expect(missed.stdout.match(/"code":-32602/g)).toHaveLength(2);
    expect(missed.stderr).toContain(
      'not as recorded in orders.mcp.jsonl:\n  get {"id":2} is not in the recording; the closest is #4 get {"id":1}: /params/arguments/id is 1 there (2 times)\n',
    );
  });

  it('ends when it is told to, and what was missed still counts', async () => {
    const when = ['the closest is', (pid: number) => void process.kill(pid, 'SIGTERM')] as const;
    const ended = await cli(['mock', file()], { stdin: { open: `${calling(5, 'put')}\n` }, when });
    expect([ended.code, ended.signal]).toEqual([5, null]);
    expect(ended.stderr).toContain('not as recorded');
  });

  it.each([
    [[], 'mock needs a recording'],
    [['nowhere.jsonl'], 'cannot open'],
    [['package.json'], 'which is neither a recording nor a log that is known'],
    [['a', 'b'], 'unexpected argument "b" for mock'],
    [['a', '--ignore', 'now'], '--ignore: "now" is not a pointer into a request'],
    [['test/fixtures/empty.mcp.jsonl'], 'no handshake in it was answered'],
  ])('%j is refused', async (words, message) => {
    if (words[0]?.endsWith('empty.mcp.jsonl')) {
      words[0] = join(scratch(), 'empty.mcp.jsonl');
      writeFileSync(words[0], transcriptOf([]));
    }
    const { code, stdout, stderr } = await cli(['mock', ...words], { cwd: process.cwd() });
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(message);
  });
});
