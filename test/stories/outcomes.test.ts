import { expect, test } from 'vitest';
import { opened, openMatch, openTool } from '../support/opening.ts';
import { openTerminal } from '../support/terminal.ts';

/** A tool that says it failed, and one that is refused. */
const FAILURES = [
  ['open-dome', 'tool error'],
  ['point-at-sun', 'error -32010'],
] as const;

test.each(FAILURES)('%s has failed everywhere, in words: %s', async (tool, words) => {
  const terminal = await opened(['demo', '--confirm', 'never']);
  await openTool(terminal, tool);
  await terminal.key('ctrl+s');
  // In the title, in the list, in the dock.
  await terminal.waitFor(new RegExp(`╭─ ${tool} · ✗ ${words} · \\d+ ms`));
  await terminal.waitFor(new RegExp(`❯ ${tool} .*✗ ${words}`));
  await terminal.waitFor(new RegExp(`#\\d+ .*tools/call {2}${tool}.* ✗ ${words} \\d+ ms`));
  const row = terminal.screen().findIndex((line) => line.includes(`${words} · `));
  const title = terminal.screen()[row]?.indexOf(words) ?? 0;
  expect(terminal.cell(row, title).fg).toBe(1);
  // In the traffic, by message and by exchange.
  await terminal.key('alt+5');
  await terminal.waitFor(new RegExp(`❯ +#\\d+ .*✗ +\\d+ +${words} .*${tool}`));
  await terminal.key('x');
  await terminal.waitFor(
    new RegExp(`Traffic by exchange [\\s\\S]*❯ +#\\d+ .*tools/call {2}${tool}.* ✗ ${words} \\d+ ms`),
  );
  await terminal.waitFor(/╭─ Exchange #\d+/);
  await terminal.key('o');
  await terminal.waitFor('one row: x shows each message');
  await terminal.type('/error:');
  await terminal.waitFor(/Traffic by exchange \/error: .* 1 of \d+/);
  await terminal.key('enter', 'esc', 'x');
  await terminal.waitFor('╭─ Traffic ─');
  // In the summary and among what failed.
  await terminal.key('i');
  await terminal.waitFor(/tools\/call +1 .* 1 +[\d.]+ K?B/);
  await terminal.key('esc');
  for (const filter of ['status:error', 'status:failed', 'error:']) {
    await terminal.type(`/${filter}`);
    await terminal.waitFor(`Traffic /${filter} ─`);
    await terminal.waitFor(/ 2 of \d+ · /);
    await terminal.key('enter', 'esc');
    await terminal.waitFor('╭─ Traffic ─');
  }
});

test('a filter that is none is not taken, and says why', async () => {
  const terminal = openTerminal({ args: ['demo'], kitty: true, cols: 80, rows: 24 });
  await terminal.waitFor('· ready');
  await terminal.key('5');
  await terminal.type('/tools/list');
  await terminal.waitFor('Traffic /tools/list');
  await terminal.key('enter');
  await terminal.waitFor('/ filter');
  await terminal.type('/quicker:1s');
  await terminal.waitFor(/^ ✗ unknown filter "quicker:"/m);
  // What is shown is named by what it was found with.
  expect(terminal.text()).not.toContain('Traffic /quicker');
  await terminal.key('enter');
  await terminal.type('x');
  await terminal.waitFor(/^ \/ quicker:1sx/m);
  await terminal.key('ctrl+u');
  await terminal.type('status:erro');
  await terminal.waitFor('status:error');
  await terminal.key('enter');
  await terminal.waitFor(/^ ✗ erro is not one of pending/m);
  await terminal.key('ctrl+u');
  await terminal.type('slower:1h');
  await terminal.key('enter');
  await terminal.waitFor('Traffic /slower:1h');
  await terminal.waitFor('nothing matches');
});

test('what is wrong with a result stands in one row above it, and opens', async () => {
  const terminal = openTerminal({ args: ['demo', '--fault', 'bad-output'], kitty: true });
  await terminal.waitFor('· ready');
  await terminal.key('2');
  await openMatch(terminal, 'weather');
  await terminal.waitFor('ctrl+s');
  await terminal.key('ctrl+s');
  await terminal.waitFor(/│ +! \d+ findings +[│┃]/);
  await terminal.key('home');
  await terminal.waitFor('⏎ expand');
  await terminal.key('enter');
  await terminal.waitFor('structuredContent.seeing is required by outputSchema but missing');
  await terminal.waitFor('result/structured-mismatch: ');
  await terminal.key('enter');
  await terminal.waitWithout('structuredContent.seeing');
});
