import { fileURLToPath } from 'node:url';
import { describe, expect, it, test } from 'vitest';
import { runCli } from '../support/cli.ts';
import { opened, openTool } from '../support/opening.ts';

const FLOOD = fileURLToPath(new URL('../support/servers/flood.mjs', import.meta.url));
const flood = (...words: readonly string[]) => [process.execPath, FLOOD, ...words];

/** What comes as fast as the pipe takes it, and never ends. */
const KINDS = [
  'junk',
  'banner',
  'blank',
  'nulls',
  'notes',
  'methods',
  'pings',
  'answers',
  'errors',
  'progress',
];
const UNENDED = ['line', 'braces', 'spread', 'headers'];

describe('while a server floods its output for ever', () => {
  test.each([...KINDS, ...UNENDED, 'stderr'])('with %s, keys are served, and q ends it all', async (kind) => {
    const terminal = await opened(flood(kind));
    await terminal.key('alt+7');
    await terminal.waitFor('─ Output');
    await terminal.key('alt+5');
    await terminal.waitFor('─ Traffic');
    await terminal.key('q');
    expect(await terminal.exited).toMatchObject({ code: 0 });
    await terminal.waitGone();
  });

  test.each(KINDS.slice(0, 6))('with %s, a call gets its answer', async (kind) => {
    const terminal = await opened(flood(kind));
    await openTool(terminal, 'go');
    await terminal.key('ctrl+s');
    await terminal.waitFor(/go · [\d.]+ m?s/);
    await terminal.key('ctrl+c', 'ctrl+c');
    expect(await terminal.exited).toMatchObject({ code: 0 });
    await terminal.waitGone();
  });

  test.each(['junk', 'pings', 'spread'])('with %s, and heeds nothing, it is killed', async (kind) => {
    const terminal = await opened(flood(kind, 'deaf'));
    await terminal.key('q');
    expect(await terminal.exited).toMatchObject({ code: 0 });
    await terminal.waitGone();
  });
});

describe('a script on a server that floods its output', () => {
  it.each(['junk', 'notes', 'pings'])('gets its answer amid %s', async (kind) => {
    const { code, stdout } = await runCli(['call', 'go', '--json', '--quiet', '--', ...flood(kind)]);
    expect([code, JSON.parse(stdout)]).toMatchObject([0, { content: [{ text: 'ok' }] }]);
  });

  it.each(['junk', 'notes', 'pings'])('stops at ctrl+c amid %s', async (kind) => {
    const ended = await runCli(['run', '-', '--', ...flood(kind)], {
      stdin: '{"sleep":3600000}\n',
      when: ['server: flooding', (pid) => process.kill(pid, 'SIGINT')],
    });
    expect(ended.code).toBe(130);
  });
});
