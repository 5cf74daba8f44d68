import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished, test } from 'vitest';
import { runCli } from '../support/cli.ts';
import { startHttpServer } from '../support/http-server.ts';
import { opened, openTool } from '../support/opening.ts';
import { portion } from '../support/portion.ts';

const FLOOD = fileURLToPath(new URL('../support/servers/flood.mjs', import.meta.url));
const FLOOD_HTTP = fileURLToPath(new URL('../support/servers/flood-http.mjs', import.meta.url));
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
/** A response stands behind all that is on its way already, which may take long to read. */
const BEHIND = { timeout: 60_000 };
const LONG = { timeout: 180_000 };
const UNENDED = ['line', 'braces', 'spread', 'headers'];

describe('while a server floods its output for ever', () => {
  test.each(portion([...KINDS, ...UNENDED, 'stderr']))(
    'with %s, keys are served, and q ends it all',
    async (kind) => {
      const terminal = await opened(flood(kind));
      await terminal.key('alt+7');
      await terminal.waitFor('─ Output');
      await terminal.key('alt+5');
      await terminal.waitFor('─ Traffic');
      await terminal.key('q');
      expect(await terminal.exited).toMatchObject({ code: 0 });
      await terminal.waitGone();
    },
  );

  test.each(portion(KINDS.slice(0, 6)))('with %s, a call gets its answer', LONG, async (kind) => {
    const terminal = await opened(flood(kind));
    await terminal.waitFor('2 Tools 1', BEHIND);
    await openTool(terminal, 'go');
    await terminal.key('ctrl+s');
    await terminal.waitFor(/go · ✓ [\d.]+ m?s/, BEHIND);
    await terminal.key('ctrl+c', 'ctrl+c');
    expect(await terminal.exited).toMatchObject({ code: 0 });
    await terminal.waitGone();
  });

  test.each(portion(['junk', 'pings', 'spread']))(
    'with %s, and heeds nothing, it is killed',
    async (kind) => {
      const terminal = await opened(flood(kind, 'deaf'));
      await terminal.key('q');
      expect(await terminal.exited).toMatchObject({ code: 0 });
      await terminal.waitGone();
    },
  );
});

describe('while a server floods its event stream for ever', () => {
  test.each(
    portion([
      ...['junk', 'notes', 'pings', 'comments', 'strays', 'line'].map((kind) => [kind, 'http']),
      ...['notes', 'pings'].map((kind) => [kind, 'sse']),
    ]),
  )('with %s over %s, keys are served, a call too, and q ends it', LONG, async (kind = '', how = '') => {
    const server = await startHttpServer([FLOOD_HTTP, kind, how]);
    onTestFinished(() => server.close());
    const terminal = await opened(how === 'sse' ? ['--transport', 'sse', server.base] : [server.base]);
    // Over HTTP+SSE the answer comes behind all the pings before it, each of which takes a POST.
    if (how !== 'sse' || kind !== 'pings') {
      await terminal.waitFor('2 Tools 1', BEHIND);
      await openTool(terminal, 'go');
      await terminal.key('ctrl+s');
      await terminal.waitFor(/go · ✓ [\d.]+ m?s/, BEHIND);
    }
    await terminal.key('alt+7');
    await terminal.waitFor('─ Output');
    await terminal.key('q');
    expect(await terminal.exited).toMatchObject({ code: 0 });
  });
});

describe('a script on a server that floods its output', () => {
  it.each(portion(['pings', 'junk', 'notes']))('gets its answer amid %s', async (kind) => {
    const { code, stdout } = await runCli(['call', 'go', '--json', '--quiet', '--', ...flood(kind)]);
    expect([code, JSON.parse(stdout)]).toMatchObject([0, { content: [{ text: 'ok' }] }]);
  });

  it.each(portion(['pings', 'junk', 'notes']))('stops at ctrl+c amid %s', async (kind) => {
    const ended = await runCli(['run', '-', '--', ...flood(kind)], {
      stdin: '{"sleep":3600000}\n',
      when: ['server: flooding', (pid) => process.kill(pid, 'SIGINT')],
    });
    expect(ended.code).toBe(130);
  });
});
