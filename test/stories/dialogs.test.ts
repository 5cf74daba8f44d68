import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { EVERYTHING } from '../support/http-server.ts';
import { opened, openMatch, openNamed } from '../support/opening.ts';
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

/** What has been called. */
const callsOf = (terminal: Terminal) => sentWith(terminal.home, 'tools/call');

/** Every character that a key prints. */
const PRINTABLE = Array.from({ length: 0x7f - 0x20 }, (_, at) => String.fromCharCode(0x20 + at));

/** The name of the key that prints it. */
const named = (key: string): string => (key === ' ' ? 'space' : key);

/** Keys that are no character, nor an answer to anything. */
const OTHERS = ['tab', 'shift+tab', 'up', 'down', 'left', 'right', 'pgdn', 'f1', 'ctrl+p', 'ctrl+s', 'alt+4'];

/** Presses every key that is no answer, each of which the question names; it stays. */
async function noneAnswers(terminal: Terminal, answers: string): Promise<void> {
  for (const key of [...PRINTABLE.filter((one) => !answers.includes(one)), ...OTHERS]) {
    await terminal.key(key);
    await terminal.waitFor(`${named(key)} is not a choice`);
  }
  terminal.paste('yes');
  await terminal.waitFor('a paste is not a choice');
}

test('what is typed over a question is no answer to it, and nobody else gets it', async () => {
  const terminal = await toolOpened('book-night');
  // In one write: typed on before anything can have been seen.
  terminal.raw('\x13y');
  await terminal.waitFor('y came too soon: press it again');
  await terminal.waitFor('[ y send ] [ n back ⏎ ]');
  await noneAnswers(terminal, 'yn');
  await terminal.key('enter');
  await terminal.waitWithout('Send anyway?');
  await terminal.waitFor(/❯ guest .*not set/);
  expect(callsOf(terminal)).toEqual([]);
});

test('nothing but an answer quits or restarts while a call runs', async () => {
  const terminal = await opened([process.execPath, EVERYTHING]);
  await openNamed(terminal, '2', 'trigger-long');
  await terminal.waitFor('❯ duration');
  await terminal.type('6000');
  await terminal.key('ctrl+s');
  await terminal.waitFor('x cancel');
  await terminal.key('q');
  await terminal.waitFor('[ y quit ] [ n stay ⏎ ]');
  await noneAnswers(terminal, 'yn');
  await terminal.key('esc');
  await terminal.waitWithout('Quit?');
  await terminal.key('R');
  await terminal.waitFor('[ y restart ] [ n no ⏎ ]');
  await noneAnswers(terminal, 'yn');
  await terminal.key('enter');
  await terminal.waitWithout('Restart?');
  await terminal.waitFor('x cancel');
  expect(callsOf(terminal)).toHaveLength(1);
});

test('nothing but an answer overwrites a file', async () => {
  const terminal = await toolCalled('sky-picture');
  const path = join(terminal.home, 'mine.txt');
  writeFileSync(path, 'mine');
  await terminal.key('s');
  await terminal.waitFor('save as');
  await terminal.key('ctrl+u');
  await terminal.type('~/mine.txt');
  await terminal.key('enter');
  await terminal.waitFor('[ y overwrite ] [ n no ⏎ ]');
  await noneAnswers(terminal, 'yn');
  await terminal.key('enter');
  await terminal.waitWithout('Overwrite it?');
  expect(readFileSync(path, 'utf8')).toBe('mine');
});

test('a destructive tool asks each time, changed arguments included', async () => {
  const terminal = await toolOpened('erase-log');
  await terminal.type('old');
  await terminal.key('ctrl+s');
  await terminal.waitFor(
    /erase-log is marked destructive\. Run it\?[\s\S]*"reason": "old"[\s\S]*\[ y once \]/,
  );
  await terminal.key('y');
  await expect.poll(() => callsOf(terminal)).toHaveLength(1);
  await terminal.waitFor('r again');
  await terminal.key('r');
  await terminal.waitFor('[ y once ] [ a always ] [ n no ⏎ ]');
  await noneAnswers(terminal, 'yan');
  await terminal.key('esc');
  await terminal.waitWithout('Run it?');
  await terminal.key('e');
  await terminal.waitFor('❯ reason');
  await terminal.type('older');
  await terminal.waitFor('older');
  await terminal.key('ctrl+s');
  await terminal.waitFor(/"reason": "older"[\s\S]*\[ y once \]/);
  await terminal.key('n');
  await terminal.waitWithout('Run it?');
  expect(callsOf(terminal)).toHaveLength(1);
  await terminal.key('ctrl+s');
  await terminal.waitFor('[ a always ]');
  await terminal.key('a');
  await expect.poll(() => callsOf(terminal)).toHaveLength(2);
  await terminal.waitFor('r again');
  await terminal.key('r');
  await expect.poll(() => callsOf(terminal)).toHaveLength(3);
});

/** Has called a tool, whose result is there. */
async function toolCalled(tool: string): Promise<Terminal> {
  const terminal = await toolOpened(tool);
  await terminal.key('ctrl+s');
  // While the call runs there is nothing to copy: what can be done to a result is offered with it.
  await terminal.waitFor('y copy');
  return terminal;
}

test('a key that copies nothing closes the menu, and does nothing else', async () => {
  const terminal = await toolCalled('weather');
  const copying = 'vtkpqwyc';
  const others = OTHERS.filter((key) => key !== 'up' && key !== 'down');
  for (const key of [...PRINTABLE.filter((one) => !copying.includes(one)), ...others]) {
    await terminal.key('y');
    await terminal.waitFor('❯ v value');
    await terminal.key(key);
    await terminal.waitFor(`${named(key)} does not copy anything`);
    expect(terminal.text()).not.toContain('v value');
  }
  await terminal.key('y');
  await terminal.waitFor('❯ v value');
  terminal.paste('quit');
  await terminal.waitFor('a paste does not copy anything');
  await terminal.key('y');
  await terminal.waitFor('❯ v value');
  await terminal.key('down', 'down', 'down');
  await terminal.waitFor('❯ p path');
  await terminal.key('up', 'up');
  await terminal.waitFor('❯ t text');
  // What has the cursor is a number.
  await terminal.key('enter');
  await terminal.waitFor('This row has none');
  await terminal.key('y');
  await terminal.waitFor('❯ v value');
  await terminal.key('esc');
  await terminal.waitWithout('v value');
  await terminal.waitFor('╭─ weather');
  expect(callsOf(terminal)).toHaveLength(1);
});

test('every character narrows a list to choose from, and what would be copied stands beside it', async () => {
  const terminal = await toolCalled('weather');
  await terminal.key('y', 'c');
  await terminal.waitFor(/❯ command line .*mcp-loupe call weather/);
  for (const key of PRINTABLE.filter((one) => one !== ' ')) {
    await terminal.key(key);
    await terminal.waitFor((screen) => screen.text().includes(` : ${key} `));
    await terminal.key('ctrl+u');
    await terminal.waitFor(/ : {9}/);
  }
  await terminal.key('tab', 'left');
  await terminal.type('pyth');
  await terminal.waitFor(/❯ Python .*import asyncio/);
  await terminal.key('ctrl+u');
  terminal.paste('typesc');
  await terminal.waitFor('❯ TypeScript');
  await terminal.waitFor('import { Client }');
  terminal.resize(60, 15);
  await terminal.waitFor(/… \d+ more/);
  await terminal.key('shift+down');
  await terminal.waitWithout('import { Client }');
  await terminal.key('shift+up');
  await terminal.waitFor('import { Client }');
  await terminal.key('esc');
  await terminal.waitWithout('Copy as');
  expect(callsOf(terminal)).toHaveLength(1);
});

test('what would be copied is shown as it is copied, its secrets hidden', async () => {
  const terminal = await toolOpened('say-hello');
  const secret = 'ghp_abcdefghijklmnop1234';
  await terminal.type(secret);
  await terminal.waitFor(secret);
  await terminal.key('ctrl+s');
  await terminal.waitFor('y copy');
  await terminal.waitWithout(secret);
  await terminal.key('y', 'c');
  await terminal.waitFor(/❯ command line .*name=\[redacted\]/);
  expect(terminal.text()).not.toContain(secret);
});
