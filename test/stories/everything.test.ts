import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openNamed } from '../support/opening.ts';
import { portion } from '../support/portion.ts';
import { sentWith } from '../support/recording.ts';
import { openTerminal, type Terminal } from '../support/terminal.ts';

const EVERYTHING = fileURLToPath(
  new URL('../../node_modules/@modelcontextprotocol/server-everything/dist/index.js', import.meta.url),
);

const sizes = portion([
  { cols: 80, rows: 24 },
  { cols: 120, rows: 32 },
  { cols: 60, rows: 15 },
]);

/** The first row of the text on Server that is shown. */
const placeIn = (text: string) => /─ Server .* (\d+)-\d+\/\d+ ─/.exec(text)?.[1];

/** The usual afternoon with a server, in one go: each story begins where the one before has ended. */
describe.each(sizes)('server-everything at $cols×$rows', ({ cols, rows }) => {
  let terminal: Terminal;

  beforeAll(async () => {
    // With the kitty protocol esc is a key of its own at once, however slow the machine is.
    terminal = openTerminal({ args: [process.execPath, EVERYTHING], cols, rows, kitty: true, keep: true });
    await terminal.waitFor(/everything.* ready/);
    await terminal.waitFor((screen) => screen.modes().kitty === 1);
  });
  afterAll(() => terminal.kill());

  const open = (screen: string, name: string) => openNamed(terminal, screen, name);

  test('tells what both sides may do', async () => {
    expect(terminal.screen()[0]).toContain('everything');
    const wanted = ['Server capabilities', '✓ tools', '✓ logging', 'Client capabilities', 'elicitation'];
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
  });

  test('says what an image is', async () => {
    await open('2', 'get-tiny-image');
    await terminal.waitFor('❯ [ Call ]');
    await terminal.key('enter');
    await terminal.waitFor(/image\/png/);
  });

  test('reads a resource', async () => {
    await open('3', 'features');
    await terminal.waitFor('❯ [ Read ]');
    await terminal.key('enter');
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
});
