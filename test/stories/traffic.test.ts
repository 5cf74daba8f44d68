import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { opened, openMatch } from '../support/opening.ts';
import { portion } from '../support/portion.ts';
import type { Terminal } from '../support/terminal.ts';

const sizes = portion([
  { cols: 60, rows: 15 },
  { cols: 120, rows: 32 },
  { cols: 80, rows: 24 },
]);

/** The traffic of the demonstration server after its bell was rung, which prints where only messages belong. */
describe.each(sizes)('the traffic at $cols×$rows', ({ cols, rows }) => {
  let terminal: Terminal;

  beforeAll(async () => {
    terminal = await opened(['demo'], { cols, rows, keep: true });
    await terminal.key('2');
    await openMatch(terminal, 'ring-bell');
    await terminal.waitFor('ctrl+s');
    await terminal.key('ctrl+s');
    await terminal.waitFor(/ring-bell · ✓ \d/);
  });
  afterAll(() => terminal.kill());

  /** The list in focus, without a filter, following. */
  const list = async () => {
    await terminal.key('alt+5', 'esc', 'esc', 'esc', 'G');
    await terminal.waitFor(/╭─ Traffic ─.* following ─╮/);
  };

  test('opens the response and goes to its request and back', async () => {
    await list();
    await terminal.waitFor(/❯ .*result {2}tools\/call/);
    await terminal.key('enter');
    await terminal.waitFor(/╭─ Message #\d+ ─/);
    await terminal.waitFor(/server to client, [\s\S]* answers/);
    await terminal.waitFor(/❯ ▾ \{/);
    const [, response = ''] = /Message #(\d+)/.exec(terminal.text()) ?? [];
    await terminal.key('o');
    await terminal.waitFor(/client to server/);
    await terminal.waitFor('"name": "ring-bell"');
    expect(terminal.text()).not.toContain(`Message #${response}`);
    await terminal.key('o');
    await terminal.waitFor(`Message #${response}`);
  });

  test('shows a frame as it was sent, and by value', async () => {
    await list();
    await terminal.key('enter');
    await terminal.waitFor(/❯ ▾ \{/);
    await terminal.key('p');
    await terminal.waitFor(/❯ \{"/);
    await terminal.key('p');
    await terminal.waitFor(/❯ ▾ \{/);
  });

  test('marks, notes, copies and sends again a line, where it is read, too', async () => {
    await list();
    await terminal.waitFor(/❯ .*result {2}tools\/call/);
    await terminal.key('y');
    await terminal.waitFor(/#\d+: .*cop/);
    await terminal.key('enter', 'o');
    await terminal.waitFor(/client to server/);
    await terminal.key('m');
    await terminal.waitFor('│   marked');
    await terminal.key(';');
    await terminal.waitFor(/^ note on #\d+/m);
    await terminal.type('a bell');
    await terminal.key('enter');
    await terminal.waitFor('marked; a bell');
    await terminal.key('w');
    await terminal.waitFor('w all');
    await terminal.key('w');
    await terminal.waitFor('w exchange');
    await terminal.key('e');
    await terminal.waitFor(/╭─ Send raw [\s\S]*"method":"tools\/call"/);
    await terminal.key('esc');
    await terminal.waitFor('marked; a bell');
  });

  test('shows only what something was found about, and says what to do', async () => {
    await list();
    await terminal.key('!');
    await terminal.waitFor(/Traffic ! findings/);
    await terminal.waitFor(/❯ .*✗/);
    expect(terminal.text()).not.toContain('tools/list');
    await terminal.key('enter');
    await terminal.waitFor(/! .*not JSON/);
    await terminal.waitFor('Print banners, logs and debug output');
    await terminal.key('esc', '!');
    await terminal.waitFor(/Traffic ─/);
  });

  test('finds text while one types, in requests and in their answers', async () => {
    await list();
    await terminal.type('/ring-bell');
    await terminal.waitFor(/Traffic \/ring-bell .* 2 of \d+/);
    await terminal.waitFor(/❯ .*tools\/call {2}ring/);
    await terminal.key('enter');
    await terminal.key('o');
    await terminal.waitFor('is not among the messages shown');
    await terminal.type('/tools/call');
    await terminal.waitFor(/Traffic \/tools\/call .* 2 of \d+/);
    await terminal.key('esc');
    await terminal.waitWithout('/tools/call ─');
    await terminal.type('/"nothing of the kind"');
    await terminal.waitFor('nothing matches');
    await terminal.key('esc');
    await terminal.waitFor(/Traffic ─/);
  });

  test('shows a request and its answer as one row', async () => {
    await list();
    await terminal.key('x');
    await terminal.waitFor(/╭─ Traffic by exchange/);
    await terminal.waitFor(/❯ .*✗ +! stdout/);
    await terminal.key('up', 'up');
    await terminal.waitFor(/❯ +#\d+ .*✓ .*\d+ ms/);
    const exchange = /❯ +(#\d+)/.exec(terminal.text())?.[1] ?? '';
    await terminal.key('enter');
    await terminal.waitFor(`╭─ Exchange ${exchange} ─`);
    await terminal.waitFor('"method": "tools/call"');
    await terminal.key('G');
    await terminal.waitFor(/#\d+ {2}result {2}\d+ ms|❯ +\}/);
    await terminal.key('esc', 'x');
    await terminal.waitFor(/╭─ Traffic ─/);
    await terminal.key('G');
    await terminal.waitFor(/❯ .*result {2}tools\/call/);
  });

  test('puts stderr on the timeline', async () => {
    await list();
    expect(terminal.text()).not.toContain('stderr  ');
    await terminal.key('E', 'g');
    await terminal.waitFor(/Traffic with stderr/);
    await terminal.type('/kestrel-hill: the dome');
    await terminal.waitFor(/❯ .*stderr {2}/);
    await terminal.key('esc', 'E');
    await terminal.waitFor(/Traffic ─/);
  });

  test('counts what is new while paused, and follows again', async () => {
    await list();
    await terminal.key('up');
    await terminal.waitFor(/paused ─/);
    await terminal.key('alt+2');
    await terminal.waitFor('r again');
    await terminal.key('r');
    await terminal.key('alt+5');
    await terminal.waitFor(/paused · \d\d? new/);
    await terminal.waitFor(/paused · [1-9]\d? new/);
    await terminal.key('f');
    await terminal.waitFor('following');
  });
});
