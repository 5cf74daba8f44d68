import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { type CliResult, runCli, scratch } from '../support/cli.ts';

const LOOP = fileURLToPath(new URL('../fixtures/loop/', import.meta.url));
const recordingOf = (name: string): string => `${LOOP}recordings/${name}.build1.mcp.jsonl`;

const verify = (
  file: string,
  name: string,
  build: number,
  words: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
  cwd = scratch(),
): Promise<CliResult> =>
  runCli(
    [
      ...['verify', ...words, file, '--', process.execPath],
      ...[`${LOOP}servers/${name}.mjs`, '--build', String(build)],
    ],
    { cwd, env },
  );

it('says where a recording is no longer what the server answers, and what it offers otherwise', async () => {
  const { code, stdout } = await verify(recordingOf('asks-back'), 'asks-back', 2, ['--report', 'json']);
  expect(code).toBe(5);
  expect(JSON.parse(stdout)).toMatchObject({
    steps: [
      {
        ...{ index: 0, method: 'tools/call', subject: 'greet', status: 'different', noise: [] },
        differences: ['/result/content/0/text/words', '/result/structuredContent/words'].map((pointer) => ({
          ...{ pointer, kind: 'type', was: 3, is: '3' },
        })),
      },
    ],
    surface: { changes: [{ path: '/serverInfo/version' }], counts: { safe: 1 } },
    counts: { different: 1 },
  });
});

it('answers by rule what the server had not asked when it was recorded', async () => {
  const cwd = scratch();
  writeFileSync(
    join(cwd, 'answers.json'),
    '{"elicitation": [{"action": "accept", "content": {"town": "York"}}]}',
  );
  const words = ['--answers', 'answers.json', '--report', 'json'];
  const { code, stdout } = await verify(recordingOf('asks-much'), 'asks-much', 2, words, {}, cwd);
  expect(code).toBe(5);
  expect(JSON.parse(stdout).steps[0].differences).toContainEqual(
    expect.objectContaining({ pointer: '/result/structuredContent/town', kind: 'added', is: 'accept' }),
  );
});

it('sends no secret that was redacted, but for the one that is given', async () => {
  const cwd = scratch();
  const recorded = readFileSync(recordingOf('inner-id'), 'utf8');
  const masked = recorded.replace('"arguments":{"id":5}', '"arguments":{"id":5,"token":"[redacted]"}');
  expect(masked).not.toBe(recorded);
  writeFileSync(join(cwd, 'masked.mcp.jsonl'), masked);
  const refused = await verify('masked.mcp.jsonl', 'inner-id', 1, [], {}, cwd);
  expect([refused.code, refused.stdout]).toEqual([
    1,
    expect.stringContaining('/params/arguments/token=@env:NAME'),
  ]);
  const words = ['--secret', '/params/arguments/token=@env:TOKEN'];
  const given = await verify('masked.mcp.jsonl', 'inner-id', 1, words, { TOKEN: 'swordfish' }, cwd);
  expect([given.code, given.stdout]).toEqual([0, expect.stringContaining('1 same')]);
});
