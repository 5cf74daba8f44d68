import { expect, test } from 'vitest';
import { opened, openMatch } from '../support/opening.ts';
import type { Screen } from '../support/screen.ts';
import { openTerminal } from '../support/terminal.ts';
import { faultsOf } from '../support/whole.ts';

/** In this state the picture is whole, and what has the focus is to be seen. */
const whole = (shows: RegExp) => (screen: Screen) =>
  shows.test(screen.text()) && screen.text().includes('❯') && faultsOf(screen).length === 0;

test('every window from 40×10 to 160×45 is whole, in a form and in the traffic', async () => {
  const terminal = await opened(['demo']);
  await terminal.key('2');
  await openMatch(terminal, 'separation');
  await terminal.waitFor('❯ ra *');
  await terminal.type('12.5');
  for (let cols = 40; cols <= 160; cols += 7) {
    for (let rows = 10; rows <= 45; rows += 7) {
      terminal.resize(cols, rows);
      await terminal.waitFor(whole(/❯ ra \*.*12\.5/));
      await terminal.key('alt+5');
      await terminal.waitFor(whole(/^(?![\s\S]*ra \*)[\s\S]*Traffic.*following/));
      await terminal.key('alt+2');
    }
  }
  terminal.resize(39, 10);
  await terminal.waitFor(/mcp-loupe needs 40 × 10 cells; this\s+window has 39 × 10\./);
  terminal.resize(100, 9);
  await terminal.waitFor('this window has 100 × 9.');
  terminal.resize(120, 32);
  await terminal.waitFor(whole(/❯ ra \*.*12\.5/));
  await terminal.type('7');
  await terminal.waitFor(/❯ ra \*.*12\.57/);
  expect(faultsOf(terminal)).toEqual([]);
}, 120_000);

test('in an upright window list and detail lie above each other, and the dock grows', async () => {
  const terminal = openTerminal({ args: ['demo'], cols: 64, rows: 50 });
  await terminal.waitFor('· ready');
  await terminal.type('2');
  await terminal.waitFor(/╭─ Tools[\s\S]*❯ say-hello[\s\S]*╭─ say-hello[\s\S]*╭─ Traffic/);
  const top = () => terminal.screen().findIndex((line) => line.startsWith('╭─ Traffic'));
  const usual = top();
  await terminal.type('=');
  await terminal.waitFor(() => top() < usual);
  const third = top();
  await terminal.type('=');
  await terminal.waitFor(() => top() === 25 - 1 && top() < third);
  expect(faultsOf(terminal)).toEqual([]);
});

test('a window without room for hints says at first how to find the keys', async () => {
  const terminal = openTerminal({ args: ['demo'], cols: 40, rows: 12 });
  await terminal.waitFor('f1 shows the keys');
  await terminal.waitWithout('f1 shows the keys');
  expect(faultsOf(terminal)).toEqual([]);
});
