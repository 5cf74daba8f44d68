import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { openNamed } from '../support/opening.ts';
import { recordingIn, sentWith } from '../support/recording.ts';
import { openTerminal } from '../support/terminal.ts';
import { faultsOf } from '../support/whole.ts';

const SERVER = fileURLToPath(new URL('../support/servers/patient.mjs', import.meta.url));

test.each([
  { cols: 120, rows: 32 },
  { cols: 80, rows: 24 },
  { cols: 60, rows: 15 },
  { cols: 40, rows: 12 },
])('what belongs together is tied, listed and shown alone ($cols×$rows)', async (size) => {
  const terminal = openTerminal({ args: [process.execPath, SERVER], kitty: true, ...size });
  const call = async (tool: string) => {
    await openNamed(terminal, '2', tool);
    await terminal.key('enter');
    await expect.poll(() => sentWith(terminal.home, `"name":"${tool}"`)).not.toEqual([]);
  };
  await terminal.waitFor('ready');
  await terminal.waitFor((screen) => screen.modes().kitty === 1);
  await call('first');
  await call('second');
  await expect.poll(() => sentWith(terminal.home, 'notifications/progress', 's2c')).toHaveLength(1);

  // The second call stands within the bracket of the first, and goes when that is shown alone.
  await terminal.key('alt+5');
  await terminal.waitFor(
    /┌ .*tools\/call {2}first[\s\S]*│ .*tools\/call {2}sec[\s\S]*❯ .*notifications\/progress/,
  );
  await terminal.key('w');
  await terminal.waitFor(/Traffic \/with[^\n]* 2 of \d+/);
  expect(terminal.text()).toMatch(/┌ .*tools\/call {2}first[^\n]*\n[^\n]*❯ .*notifications\/progress/);
  expect(faultsOf(terminal)).toEqual([]);

  // The line says what it belongs to, and leads there.
  await terminal.key('enter');
  await terminal.waitFor('belongs');
  await terminal.key('G');
  await terminal.waitFor(/❯ \* #\d+ {2}notifications\/progress/);
  await terminal.key('up');
  await terminal.waitFor(/❯ {3}#\d+ {2}tools\/call {2}first/);
  const [, request = ''] = /❯ {3}#(\d+)/.exec(terminal.text()) ?? [];
  await terminal.key('enter');
  await terminal.waitFor(`Message #${request}`);
  await terminal.waitFor('❯ ▾ {');
  await terminal.key('o');
  await terminal.waitFor('There is no response yet.');
  expect(faultsOf(terminal)).toEqual([]);

  // That it is cancelled belongs to it, too.
  await openNamed(terminal, '2', 'first');
  await terminal.waitFor('Running…');
  await terminal.key('x');
  await terminal.waitFor('Cancelled; a cancellation');
  await terminal.key('alt+5', 'esc', 'G');
  await terminal.waitFor(/Traffic \/with[^\n]* 4 of \d+/);
  await terminal.waitFor(/├ .*cancel[\s\S]*❯ .*notifications\/cancelled/);
  await terminal.key('w');
  await terminal.waitFor(/Traffic[─ ]+following/);
  await terminal.waitFor(/tools\/call {2}sec/);
  await terminal.key('q');
  await terminal.waitFor('[ y quit ]');
  await terminal.key('y');
  await terminal.exited;

  const again = openTerminal({ args: ['open', recordingIn(terminal.home)], kitty: true, ...size });
  await again.waitFor('recorded');
  await again.waitFor((screen) => screen.modes().kitty === 1);
  await again.key('5');
  await again.waitFor(/Traffic(?: ─+╮|$)/m);
  await again.type(`/with:${request}`);
  await again.waitFor(/Traffic \/with[^\n]* 4 of \d+/);
  await again.key('enter');
  await again.waitFor(/┌ .*first[\s\S]*├ .*progress[\s\S]*├ .*cancel[\s\S]*❯ .*notifications\/cancelled/);
  await again.waitFor((screen) => faultsOf(screen).length === 0);
});
