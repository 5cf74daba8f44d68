import { afterAll, beforeAll, expect, test } from 'vitest';
import { opened, openTool } from '../support/opening.ts';
import type { Terminal } from '../support/terminal.ts';

/** A key, then the row of the text with the cursor, where `|` stands. */
type Step = readonly [key: string, row: string];

const STEPS: readonly Step[] = [
  ['left', 'one two thre|e'],
  ['ctrl+b', 'one two thr|ee'],
  ['home', '|one two three'],
  ['right', 'o|ne two three'],
  ['alt+f', 'one| two three'],
  ['ctrl+right', 'one two| three'],
  ['alt+b', 'one |two three'],
  ['ctrl+left', '|one two three'],
  ['end', 'one two three|'],
  ['ctrl+a', '|one two three'],
  ['ctrl+e', 'one two three|'],
  ['backspace', 'one two thre|'],
  ['ctrl+_', 'one two three|'],
  ['home', '|one two three'],
  ['delete', '|ne two three'],
  ['ctrl+d', '|e two three'],
  ['ctrl+_', '|ne two three'],
  ['ctrl+_', '|one two three'],
  ['alt+d', '| two three'],
  ['ctrl+y', 'one| two three'],
  ['ctrl+w', '| two three'],
  ['ctrl+y', 'one| two three'],
  ['ctrl+k', 'one|'],
  ['ctrl+y', 'one two three|'],
  ['alt+b', 'one two |three'],
  ['ctrl+u', '|three'],
  ['ctrl+y', 'one two |three'],
  ['ctrl+j', '|three'],
  ['up', '|one two'],
  ['alt+f', 'one| two'],
  ['down', 'thr|ee'],
  ['up', 'one| two'],
  ['alt+enter', '| two'],
  ['backspace', 'one| two'],
  ['shift+enter', '| two'],
];

let terminal: Terminal;

beforeAll(async () => {
  terminal = await opened(['demo'], { keep: true, env: { EDITOR: `sh -c 'printf edited > "$0"'` } });
});
afterAll(() => terminal.kill());

/** A text, and how to get into it and empty it. */
const TEXTS: readonly (readonly [name: string, open: () => Promise<void>])[] = [
  ['a field', () => openTool(terminal, 'write-log')],
  [
    'the JSON of a form',
    async () => {
      await openTool(terminal, 'say-hello');
      await terminal.key('ctrl+t');
      await terminal.waitFor('JSON arguments, sent exactly');
      await terminal.key(...Array.from({ length: 5 }, () => ['ctrl+u', 'backspace']).flat());
      await terminal.waitFor('line 1, column 1: a value is missing');
    },
  ],
  [
    'a message that is sent as it is written',
    async () => {
      await terminal.key('ctrl+p');
      await terminal.type('send raw');
      await terminal.waitFor('❯ send raw');
      await terminal.key('enter');
      await terminal.waitFor('"method":""');
      await terminal.key('ctrl+e', 'ctrl+u');
    },
  ],
];

/** The row with the cursor, from a column on, with a bar where the cursor is. */
function rowOf({ screen, cursor }: Terminal, margin: number): string {
  const { row, column } = cursor();
  const line = screen()[row] ?? '';
  return `${line.slice(margin, column)}|${line.slice(column)}`;
}

test.each(TEXTS)('every key of a text does what it says in %s', async (_, open) => {
  await open();
  await terminal.settle();
  const { column: margin } = terminal.cursor();
  await terminal.type('one two three');
  for (const [key, row] of STEPS) {
    await terminal.key(key);
    const marked = new RegExp(`^${row.replace('|', '\\|')} *(?:[│┃].*)?$`);
    await expect.poll(() => rowOf(terminal, margin), { message: `after ${key}` }).toMatch(marked);
  }
});

test('a message that is written is edited outside, too', async () => {
  await terminal.key('ctrl+o');
  await terminal.waitFor(/╭─ Send raw .*\n.*\n│ edited /);
});
