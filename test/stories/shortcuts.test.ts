import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { goTo, opened, openNamed, openTool } from '../support/opening.ts';
import { sentWith } from '../support/recording.ts';
import { openTerminal } from '../support/terminal.ts';

const RECORDED = fileURLToPath(new URL('../fixtures/session.mcp.jsonl', import.meta.url));

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

test('a number leads to its screen wherever nothing is typed, and is text elsewhere', async () => {
  const terminal = await opened(['demo'], { cols: 120, rows: 40 });
  for (const over of ['?', 'i']) {
    await terminal.key('2');
    await terminal.waitFor('─ Tools');
    await terminal.key(over);
    await terminal.waitFor(/─ (Help|Definition of say-hello) ─/);
    await terminal.key('7');
    await terminal.waitFor('╭─ Output');
  }
  await openTool(terminal, 'book-night');
  await terminal.type('5');
  await terminal.waitFor(/❯ guest \* .* 5 /);
  await goTo(terminal, 'drinks');
  await terminal.key('6');
  await terminal.waitFor('╭─ Inbox');
  await terminal.key('2');
  await goTo(terminal, 'contact');
  await terminal.key('enter');
  await terminal.waitFor('▾contact');
  // What is pasted is a text, and not the key of a screen.
  terminal.paste('7');
  await terminal.waitFor('press down to edit the values inside');
  await terminal.key('7');
  await terminal.waitFor('╭─ Output');
});

test('a number leads out of the form of a recorded call', async () => {
  const terminal = openTerminal({ args: ['open', RECORDED], cols: 120, rows: 32, kitty: true });
  await terminal.waitFor((screen) => screen.modes().kitty === 1);
  await openNamed(terminal, '2', 'weather');
  await terminal.waitFor('"clouds"');
  await terminal.key('e', '6');
  await terminal.waitFor('╭─ Inbox');
});

test('a resource is read by enter, since reading changes nothing', async () => {
  const terminal = await opened(['demo'], { cols: 120, rows: 40 });
  await terminal.key('3');
  await terminal.waitFor(/❯ .*guide/);
  await terminal.key('enter');
  await terminal.waitFor('A small observatory');
  await expect.poll(() => sentWith(terminal.home, '"resources/read"')).toHaveLength(1);
});
