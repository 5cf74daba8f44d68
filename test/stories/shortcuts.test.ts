import { expect, test } from 'vitest';
import { opened } from '../support/opening.ts';
import { sentWith } from '../support/recording.ts';

test('a key that was expected to work in another pane works there, too', async () => {
  const terminal = await opened(['demo'], { cols: 120, rows: 40 });
  await terminal.key('2');
  await terminal.waitFor('❯ say-hello');
  // The form of the list, without opening it.
  await terminal.key('down');
  await terminal.waitFor('❯ weather');
  await terminal.key('ctrl+s');
  await terminal.waitFor(/╭─ weather · ✓/);
  await terminal.key('ctrl+t');
  await terminal.waitFor('p formatted');
  await terminal.key('ctrl+r');
  await terminal.waitFor('─ Previous arguments ─');
  await terminal.key('esc');
  await terminal.waitWithout('─ Previous arguments ─');
  await terminal.key('alt+5');
  await terminal.waitFor('╭─ Traffic');
  await terminal.key('home', 'enter');
  await terminal.waitFor('p raw');
  await terminal.key('!');
  await terminal.waitFor('only messages with findings');
  await terminal.key('?');
  await terminal.waitFor('─ Help');
  await terminal.key('end');
  await terminal.waitFor(/✓ +worked/);
});

test('a resource is read by enter, since reading changes nothing', async () => {
  const terminal = await opened(['demo'], { cols: 120, rows: 40 });
  await terminal.key('3');
  await terminal.waitFor(/❯ .*guide/);
  await terminal.key('enter');
  await terminal.waitFor('A small observatory');
  await expect.poll(() => sentWith(terminal.home, '"resources/read"')).toHaveLength(1);
});
