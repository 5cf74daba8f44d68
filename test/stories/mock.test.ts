import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { runCli, scratch } from '../support/cli.ts';
import { mockAtPort } from '../support/mock-at-port.ts';
import { openTool } from '../support/opening.ts';
import { PROGRAM } from '../support/real-clients.ts';
import { openTerminal } from '../support/terminal.ts';

/** A session with the demonstration in which the weather was asked for, and how far a place is from a star. */
const LEGACY = fileURLToPath(new URL('../fixtures/session.mcp.jsonl', import.meta.url));

const STEPS = ['tools/list', 'resources/list', 'resources/templates/list', 'prompts/list']
  .map((method): object => ({ method }))
  .concat({ method: 'tools/call', params: { name: 'separation', arguments: { ra: 10, dec: 20 } } })
  .map((step) => JSON.stringify(step))
  .join('\n');

async function modern(): Promise<string> {
  const file = join(scratch(), 'modern.mcp.jsonl');
  await runCli(['run', '-', '--era', 'modern', '--record', file, '--', 'demo'], { stdin: STEPS });
  return file;
}

test.each([
  ['2025-11-25', 'stdio', async () => [process.execPath, PROGRAM, 'mock', LEGACY]],
  ['2026-07-28', 'http', async () => [(await mockAtPort(await modern())).url]],
] as const)(
  'the screens show a mock as the server itself, and what it has no answer to: %s over %s',
  async (version, transport, target) => {
    const terminal = openTerminal({ args: ['--', ...(await target())], cols: 160, rows: 45, kitty: true });
    await terminal.waitFor(`${transport} · ${version} · ready`);
    await openTool(terminal, 'separation');
    await terminal.type('10');
    await terminal.key('tab');
    await terminal.waitFor(/❯ dec/);
    await terminal.type('20');
    await terminal.key('ctrl+s');
    await terminal.waitFor('"degrees": 78.21');
    await terminal.key('backspace');
    await terminal.type('5');
    await terminal.key('ctrl+s');
    await terminal.waitFor('/params/arguments/dec is 20 there');
    await terminal.key('esc', 'esc', 'q');
    expect((await terminal.exited).code).toBe(0);
  },
);
