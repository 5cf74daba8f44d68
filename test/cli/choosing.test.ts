import { describe, expect, it } from 'vitest';
import { choose, type OpeningQuestion } from '../../src/cli/choosing.ts';
import { cutArgv } from '../../src/cli/cut.ts';
import type { Job } from '../../src/cli/job.ts';
import { noOptions } from '../../src/cli/options.ts';

const io = { env: { PATH: process.env['PATH'] }, cwd: process.cwd() } as Partial<Job['io']> as Job['io'];
const job: Job = { options: noOptions, operands: [], target: [], io };

/** What a person is asked on this command line. */
async function askedBy(...argv: readonly string[]): Promise<OpeningQuestion> {
  let asked: OpeningQuestion | undefined;
  const ask = async (question: OpeningQuestion) => {
    asked = question;
    return undefined;
  };
  expect(await choose(cutArgv(argv), job, ask, async () => noOptions)).toBeUndefined();
  if (asked === undefined) throw new Error('nobody was asked');
  return asked;
}

describe('a person who has not said what to open', () => {
  it('keeps the options that were given, as they are written behind a verb, too', async () => {
    expect(await askedBy('--ascii', '-e', 'A=b c')).toMatchObject({
      ...{ atRecordings: false, given: ['--ascii', '--env=A=b c'] },
    });
    expect(await askedBy('open', '--ascii')).toMatchObject({ atRecordings: true, given: ['--ascii'] });
  });

  it.each<[readonly string[], string | undefined]>([
    [[process.execPath, 'server.js'], undefined],
    [['https://example.com/mcp'], undefined],
    [['demo'], undefined],
    [['open', 'some.mcp.jsonl'], undefined],
    [['--config', 'mcp.json'], undefined],
    [['help'], undefined],
    [['nod', 'server.js'], 'no such command: nod'],
    [['htp://example.com'], 'did you mean http://example.com'],
    [['--nothing', 'node'], 'unknown option --nothing'],
    [['list', '--', 'node'], 'list is a verb for scripts; see mcp-loupe list --help'],
    [['--ascii'], 'no server given'],
    [['--', 'demo', '+', '--cwd', '/', '--', process.execPath, 'server.js'], undefined],
    [['demo', '--fault', 'slow', '+', 'demo'], undefined],
    [[process.execPath, 'server.js', '+', 'nod', 'server.js'], 'no such command: nod'],
    [[process.execPath, 'server.js', '+'], 'no server after the last +'],
  ])('types %j, of which is said: %s', async (words, said) => {
    const { problem } = await askedBy();
    const answer = await problem(words);
    if (said === undefined) expect(answer).toBeUndefined();
    else expect(answer).toContain(said);
  });

  it('has given options that do not go with what is chosen', async () => {
    const { problem } = await askedBy('--no-record');
    expect(await problem(['demo'])).toBeUndefined();
    expect(await problem(['open', 'some.mcp.jsonl'])).toMatch(/^--no-record cannot be used with open/);
  });
});
