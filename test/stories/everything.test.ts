import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EVERYTHING, type HttpServer, startEverything } from '../support/http-server.ts';
import { opened, openNamed } from '../support/opening.ts';
import { portion } from '../support/portion.ts';
import { sentWith } from '../support/recording.ts';
import type { Terminal } from '../support/terminal.ts';

const sizes = portion([
  { cols: 80, rows: 24 },
  { cols: 120, rows: 32 },
  { cols: 60, rows: 15 },
]);

/** What a URL leads to is found out: Streamable HTTP is tried first, in both eras. */
const REMOTE = {
  http: { serves: 'streamableHttp', path: '/mcp', told: /address +http:\S+\/mcp/ },
  sse: { serves: 'sse', path: '/sse', told: /HTTP\+SSE \(2024-11-05\); Streamable HTTP was\s/ },
} as const;

type Way = keyof typeof REMOTE | 'stdio';

/** What differs by the size does so over each transport. */
const cases: readonly { readonly way: Way; readonly cols: number; readonly rows: number }[] = [
  ...sizes.map((size) => ({ way: 'stdio' as const, ...size })),
  ...sizes.map((size) => ({ way: 'http' as const, ...size })),
  { way: 'sse', cols: 80, rows: 24 },
];

/** The first row of the text on Server that is shown. */
const placeIn = (text: string) => /─ Server .* (\d+)-\d+\/\d+ ─/.exec(text)?.[1];

/** The usual afternoon with a server, in one go: each story begins where the one before has ended. */
describe.each(cases)('server-everything over $way at $cols×$rows', ({ way, cols, rows }) => {
  const remote = way === 'stdio' ? undefined : REMOTE[way];
  let server: HttpServer | undefined;
  let terminal: Terminal;

  beforeAll(async () => {
    server = remote && (await startEverything(remote.serves));
    const args = remote ? [`${server?.base}${remote.path}`] : [process.execPath, EVERYTHING];
    // With the kitty protocol esc is a key of its own at once, however slow the machine is.
    terminal = await opened(args, { cols, rows, keep: true });
  });
  afterAll(async () => {
    await terminal.kill();
    await server?.close();
  });

  const open = (screen: string, name: string) => openNamed(terminal, screen, name);
  /** Over HTTP, each message has an exchange in Output. */
  const exchanged = async (shows: RegExp) => {
    if (remote === undefined) return;
    await terminal.key('alt+7', 'end');
    await terminal.waitFor(shows);
  };

  test('is reached by the transport that it speaks', async () => {
    await terminal.waitFor(/everything.* ready/);
    if (remote === undefined) return;
    await terminal.waitFor(remote.told);
    await terminal.key('alt+7');
    await terminal.waitFor('POST');
    await terminal.key('home');
    await terminal.waitFor(/http 40\d +POST {2}server\/discover/);
    if (way === 'http') return;
    // The handshake in Streamable HTTP is refused, then the stream is opened and it is made there.
    await terminal.waitFor(/http 404 +POST {2}initialize[^\n]*\n[^\n]*http 200 +GET/);
    await expect.poll(() => sentWith(terminal.home, '"initialize"')).toHaveLength(2);
  });

  test('tells what both sides may do', async () => {
    await terminal.key('alt+1', 'home');
    await terminal.waitFor('╭─ Server ');
    const wanted = ['tools        server', 'receive logs, set log level', 'ask the user'];
    for (const text of wanted) {
      // A page further down until it is there; the title says how far one is.
      while (!terminal.text().includes(text)) {
        const place = placeIn(terminal.text());
        await terminal.key('pgdn');
        await terminal.waitFor((screen) => placeIn(screen.text()) !== place);
      }
    }
  });

  test('adds three and four', async () => {
    await open('2', 'get-sum');
    await terminal.waitFor('❯ a *');
    await terminal.type('3');
    await terminal.key('tab');
    await terminal.waitFor('❯ b *');
    await terminal.type('4');
    await terminal.key('enter');
    await terminal.waitFor('The sum of 3 and 4 is 7.');
    await expect.poll(() => sentWith(terminal.home, 'tools/call')[0]).toContain('"arguments":{"a":3,"b":4}');
    // The newest of the dock, or all of the Traffic screen.
    await terminal.key('alt+5');
    await terminal.waitFor(/tools\/call {2}get-sum[\s\S]*result {2}tools\/call/);
    await exchanged(/http 20[02] +POST {2}tools\/call/);
  });

  test('sends a pasted text with its lines, and LF between them', async () => {
    await open('2', 'echo');
    await terminal.waitFor('❯ message *');
    terminal.raw('\x1b[200~one\r\ntwo\r\nthree\x1b[201~');
    await terminal.waitFor('three');
    expect(sentWith(terminal.home, '"echo"')).toEqual([]);
    await terminal.key('ctrl+s');
    await terminal.waitFor('Echo: one');
    await expect
      .poll(() => sentWith(terminal.home, '"echo"')[0])
      .toContain(String.raw`"message":"one\ntwo\nthree"`);
  });

  test('shows progress, and cancels', async () => {
    await open('2', 'trigger-long');
    await terminal.waitFor('❯ duration');
    await terminal.type('30');
    await terminal.key('tab');
    await terminal.waitFor('❯ steps');
    await terminal.type('60');
    await terminal.key('ctrl+s');
    await terminal.waitFor(/\b([2-9]|\d\d)( of |\/)60\b|notifications\/progress {2}([2-9]|\d\d) {2}60/);
    await terminal.key('x');
    await terminal.waitFor('cancelled');
    await terminal.key('alt+5');
    await terminal.waitFor('notifications/cancelled');
    await expect.poll(() => sentWith(terminal.home, 'notifications/cancelled')).toHaveLength(1);
    await exchanged(/http 202 +POST {2}notifications\/cancelled/);
  });

  test('says what an image is', async () => {
    await open('2', 'get-tiny-image');
    await terminal.waitFor('❯ [ Call ]');
    await terminal.key('enter');
    await terminal.waitFor(/image\/png/);
  });

  test('reads a resource', async () => {
    await open('3', 'features');
    await terminal.waitFor('Everything Server');
    await expect
      .poll(() => sentWith(terminal.home, 'resources/read')[0])
      .toContain('static/document/features.md');
  });

  test('gets a prompt', async () => {
    await open('4', 'args-prompt');
    await terminal.waitFor('❯ city *');
    await terminal.type('Berlin');
    await terminal.key('ctrl+s');
    await terminal.waitFor(/weather in Berlin/);
  });

  test('is left without a question', async () => {
    await terminal.key('alt+1', 'q');
    expect((await terminal.exited).code).toBe(0);
  });
});
