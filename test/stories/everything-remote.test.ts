import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type HttpServer, startEverything } from '../support/http-server.ts';
import { openNamed } from '../support/opening.ts';
import { portion } from '../support/portion.ts';
import { sentWith } from '../support/recording.ts';
import { openTerminal, type Terminal } from '../support/terminal.ts';

const transports = [
  { transport: 'streamableHttp', path: '/mcp', word: 'http', told: /address +http:\S+\/mcp/ },
  // What the URL leads to is found out: Streamable HTTP is tried first, in both eras.
  { transport: 'sse', path: '/sse', word: 'sse', told: /HTTP\+SSE \(2024-11-05\); Streamable HTTP was\s/ },
] as const;

/** What differs by the size does so over either transport. */
const cases = [
  ...portion([
    { cols: 120, rows: 32 },
    { cols: 60, rows: 15 },
  ]).map((size) => ({ ...transports[0], ...size })),
  { ...transports[1], cols: 80, rows: 24 },
];

/** An afternoon with a server of which one knows the URL alone: each story begins where the one before has ended. */
describe.each(cases)('server-everything at its URL over $transport at $cols×$rows', (one) => {
  let server: HttpServer;
  let terminal: Terminal;

  beforeAll(async () => {
    server = await startEverything(one.transport);
    const { cols, rows } = one;
    terminal = openTerminal({ args: [server.base + one.path], cols, rows, kitty: true, keep: true });
    await terminal.waitFor(/everything.* ready/);
    await terminal.waitFor((screen) => screen.modes().kitty === 1);
  });
  afterAll(async () => {
    await terminal.kill();
    await server.close();
  });

  test('is reached by the transport that it speaks', async () => {
    await terminal.waitFor(one.told);
    await terminal.key('alt+7');
    await terminal.waitFor('POST');
    await terminal.key('home');
    await terminal.waitFor(/http 40\d +POST {2}server\/discover/);
    if (one.word === 'http') return;
    // The handshake in Streamable HTTP is refused, then the stream is opened and it is made there.
    await terminal.waitFor(/http 404 +POST {2}initialize[^\n]*\n[^\n]*http 200 +GET/);
    await expect.poll(() => sentWith(terminal.home, '"initialize"')).toHaveLength(2);
  });

  test('lists its tools, and adds three and four', async () => {
    await openNamed(terminal, '2', 'get-sum');
    await terminal.waitFor('❯ a *');
    await terminal.type('3');
    await terminal.key('tab');
    await terminal.waitFor('❯ b *');
    await terminal.type('4');
    await terminal.key('enter');
    await terminal.waitFor('The sum of 3 and 4 is 7.');
    await terminal.key('alt+7', 'end');
    await terminal.waitFor(/http 20[02] +POST {2}tools\/call/);
  });

  test('is told to stop a long call, in an exchange of its own', async () => {
    await openNamed(terminal, '2', 'trigger-long');
    await terminal.waitFor('❯ duration');
    await terminal.type('30');
    await terminal.key('tab');
    await terminal.waitFor('❯ steps');
    await terminal.type('60');
    await terminal.key('ctrl+s');
    await terminal.waitFor(/\b([2-9]|\d\d)( of |\/)60\b|notifications\/progress {2}([2-9]|\d\d) {2}60/);
    await terminal.key('x');
    await terminal.waitFor('cancelled');
    await expect.poll(() => sentWith(terminal.home, 'notifications/cancelled')).toHaveLength(1);
    await terminal.key('alt+7', 'end');
    await terminal.waitFor(/http 202 +POST {2}notifications\/cancelled/);
  });

  test('is left without a question', async () => {
    await terminal.key('alt+1', 'q');
    expect((await terminal.exited).code).toBe(0);
  });
});
