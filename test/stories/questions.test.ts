import { expect, test } from 'vitest';
import { opened, openMatch } from '../support/opening.ts';
import { sentWith } from '../support/recording.ts';
import type { Terminal } from '../support/terminal.ts';

/** Opens the form of a tool of the demonstration server. */
async function toolOpened(tool: string): Promise<Terminal> {
  const terminal = await opened(['demo']);
  await terminal.key('2');
  await openMatch(terminal, tool);
  await terminal.waitFor('ctrl+s');
  return terminal;
}

const PRINTABLE = Array.from({ length: 0x7e - 0x20 }, (_, at) => String.fromCharCode(0x21 + at));

test('what is typed over a question goes on into its field', async () => {
  const terminal = await toolOpened('book-night');
  await terminal.key('ctrl+s');
  await terminal.waitFor('Send anyway? ');
  await terminal.type('one');
  await terminal.waitFor(/❯ guest .* one/);
  expect(terminal.text()).not.toContain('Send anyway?');
  await terminal.key('ctrl+s');
  await terminal.waitFor('Send anyway? ');
  terminal.paste(' two');
  await terminal.waitFor(/❯ guest .* one two/);
  expect(sentWith(terminal.home, 'tools/call')).toEqual([]);
});

test('a destructive tool is asked about each time, and no other key is an answer', async () => {
  const terminal = await toolOpened('erase-log');
  const calls = () => sentWith(terminal.home, 'tools/call');
  await terminal.type('old');
  await terminal.key('ctrl+s');
  await terminal.waitFor(/erase-log is marked destructive\. Run it\? \{"reason": ?"old"\}/);
  await terminal.key('y');
  await expect.poll(calls).toHaveLength(1);
  await terminal.waitFor('r again');
  await terminal.key('r');
  await terminal.waitFor('y once   a always   n no');
  for (const key of PRINTABLE.filter((one) => !'yan'.includes(one))) {
    await terminal.key(key);
    await terminal.waitFor(` ${key} is not a choice `);
  }
  await terminal.key('tab');
  await terminal.waitFor(' tab is not a choice ');
  await terminal.key('enter');
  await terminal.waitWithout('y once');
  expect(calls()).toHaveLength(1);
  await terminal.key('r');
  await terminal.waitFor('y once');
  await terminal.key('a');
  await expect.poll(calls).toHaveLength(2);
  await terminal.waitFor('r again');
  await terminal.key('r');
  await expect.poll(calls).toHaveLength(3);
});

test('a key that copies nothing closes the menu, and does nothing else', async () => {
  const terminal = await toolOpened('weather');
  await terminal.key('ctrl+s');
  // While the call runs there is nothing to copy: what can be done to a result is offered with it.
  await terminal.waitFor('y copy');
  await terminal.key('y');
  await terminal.waitFor('w whole');
  await terminal.key('r');
  await terminal.waitFor('r does not copy anything');
  await terminal.key('esc');
  await terminal.waitFor('╭─ weather');
  expect(sentWith(terminal.home, 'tools/call')).toHaveLength(1);
});
