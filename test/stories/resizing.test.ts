import { test } from 'vitest';
import { openTerminal } from '../support/terminal.ts';

test('a resize in the middle loses nothing and leaves nothing of the old picture', async () => {
  const terminal = openTerminal({ args: ['demo'], cols: 120, rows: 32 });
  await terminal.waitFor('· ready');
  await terminal.key('2');
  await terminal.waitFor('❯ ');
  await terminal.key('down', 'down');
  terminal.raw('/e');
  await terminal.waitFor('/ e');
  await terminal.settle();
  const before = terminal.text();
  for (const [cols, rows] of [
    [70, 20],
    [160, 45],
    [38, 9],
    [61, 44],
    [150, 15],
  ] as const) {
    terminal.resize(cols, rows);
    await terminal.waitFor(cols < 40 ? 'needs 40 × 10' : '/ e');
  }
  terminal.resize(120, 32);
  await terminal.waitFor((screen) => screen.text() === before);
});
