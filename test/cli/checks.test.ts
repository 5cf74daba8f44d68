import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCli, scratch } from '../support/cli.ts';

/** A server whose one tool has a hint of the wrong type: nothing that an inspection looks at. */
const SERVER = `
let rest = '';
const results = {
  initialize: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'f', version: '1' } },
  'tools/list': { tools: [{ name: 'a', inputSchema: { type: 'object' }, annotations: { readOnlyHint: 'yes' } }] },
};
process.stdin.on('data', (data) => {
  const lines = (rest + data).split('\\n');
  rest = lines.pop();
  for (const { id, method } of lines.map((line) => JSON.parse(line)))
    if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, result: results[method] }));
});
process.stdin.on('end', () => process.exit(0));`;

const POINTER = '/result/tools/0/annotations/readOnlyHint';
const LINT = expect.stringContaining(
  `lint/type: ${POINTER} is a string; in 2025-11-25 it must be true or false`,
);
const SDK = expect.stringContaining('sdk/refuses: the official SDK rejects this result, ');

const findings = (text: string): string[] => text.split('\n').filter((line) => /\b(?:lint|sdk)\//.test(line));

describe('what frames are held against', () => {
  it.each([
    ['everything', [], [LINT, SDK]],
    ['the revision', ['--no-sdk-check'], [LINT]],
    ['the SDK', ['--no-lint'], [SDK]],
    ['nothing', ['--no-lint', '--no-sdk-check'], []],
  ])('is %s', async (_, options, told) => {
    const { code, stderr } = await runCli(['list', 'tools', ...options, '--', 'node', '-e', SERVER]);
    expect(code, stderr).toBe(0);
    expect(findings(stderr)).toEqual(told);
  });

  it('is in the plain report, too, before the server ends', async () => {
    const { stdout } = await runCli(['node', '-e', SERVER]);
    expect(stdout).toContain(`    ${POINTER} is a string; in 2025-11-25 it must be true or false (#6)`);
  });

  it('is found in a recording that was made without', async () => {
    const file = join(scratch(), 'recorded.mcp.jsonl');
    writeFileSync(file, '');
    const off = ['--no-lint', '--no-sdk-check'];
    await runCli(['list', 'tools', ...off, '--record', file, '--force', '--', 'node', '-e', SERVER]);
    expect((await runCli(['open', file])).stdout).toContain(POINTER);
    expect((await runCli(['open', ...off, file])).stdout).not.toContain(POINTER);
  });
});
