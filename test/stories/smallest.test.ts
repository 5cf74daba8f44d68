import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { opened, openMatch } from '../support/opening.ts';
import type { Terminal } from '../support/terminal.ts';
import { faultsOf } from '../support/whole.ts';

// What larger windows have stories of their own for, in the smallest that it is promised for: no frames around the
// panes, one pane at a time, and no hints.
let terminal: Terminal;

beforeAll(async () => {
  terminal = await opened(['demo'], { cols: 40, rows: 12, env: { COLORTERM: 'truecolor' }, keep: true });
});
afterAll(() => terminal.kill());

/** The list of the traffic, unfiltered. */
async function traffic(): Promise<void> {
  await terminal.key('alt+5', 'esc', 'esc', 'esc', 'G');
  await terminal.waitFor(/^Traffic +following$/m);
}

test('a filter is completed, judged and counted while it is typed', async () => {
  await traffic();
  await terminal.type('/meth');
  await terminal.waitFor('tab method:');
  await terminal.key('tab');
  await terminal.type('tools/list dir:up ');
  await terminal.waitFor('up is not one of');
  await terminal.key('backspace', 'backspace', 'backspace');
  await terminal.type('in');
  await terminal.waitFor(/1 of \d+/);
  await terminal.key('enter');
  await terminal.waitFor(/❯ +#\d+ ←.*result {2}tools\/list/);
  expect(faultsOf(terminal)).toEqual([]);
});

test('a line is marked, noted, exported, and its request gone to', async () => {
  await terminal.key('m');
  await terminal.waitFor(/❯ +#\d+ ←◆/);
  await terminal.key(';');
  await terminal.type('seventeen');
  await terminal.key('enter');
  await terminal.waitFor('added a note to');
  await terminal.key('s', 'ctrl+u');
  await terminal.type('small.md');
  await terminal.key('enter');
  await terminal.waitFor('saved to');
  expect(readFileSync(join(terminal.home, 'small.md'), 'utf8')).toContain('> seventeen');
  await terminal.key('enter');
  await terminal.waitFor('marked; seventeen');
  await terminal.key('o');
  await terminal.waitFor(/not among the/);
  await terminal.key('esc', 'esc');
  await terminal.waitFor(/❯ +#\d+ ←◆/);
  await terminal.key('enter', 'o');
  await terminal.waitFor('client to server');
  await terminal.key('o');
  await terminal.waitFor('server to client');
});

test('a value is found, gone about in and copied', async () => {
  await terminal.type('/say-hello');
  await terminal.key('enter');
  await terminal.waitFor(/❯ +"name": "say-hello"/);
  await terminal.type('}');
  await terminal.waitWithout(/❯ +"name": "say-hello"/);
  await terminal.type('{y');
  await terminal.waitFor('v value');
  await terminal.type('p');
  await terminal.waitFor(/copied|sent to the terminal/);
  await terminal.type('U');
  await terminal.waitFor(/❯ +▾ \{/);
  await terminal.key('enter');
  await terminal.waitFor(/❯ +▸ \{/);
});

test('a line is gone to, the methods are summed up, and findings shown alone', async () => {
  await traffic();
  await terminal.key('#');
  await terminal.type('2');
  await terminal.key('enter');
  await terminal.waitFor(/❯ +#2 → +initialize/);
  await terminal.key('i');
  await terminal.waitFor(/tools\/list/);
  await terminal.waitFor(/p50|median/);
  expect(faultsOf(terminal)).toEqual([]);
  await terminal.key('esc', '!');
  await terminal.waitFor(/Traffic !/);
  await terminal.key('!');
  await terminal.waitWithout(/Traffic !/);
});

test('a tool is found in the palette, called, and its picture drawn and saved', async () => {
  await terminal.key('ctrl+p');
  await terminal.type('sky-pic');
  await terminal.waitFor(/❯ sky-picture/);
  await terminal.key('enter');
  await terminal.waitFor('Draws the sky');
  await terminal.key('ctrl+s');
  await terminal.waitFor('21 stars');
  await terminal.waitFor('▀▀▀');
  await terminal.key('end');
  await terminal.waitWithout('21 stars');
  await terminal.key('s', 'ctrl+u');
  await terminal.type('sky.png');
  await terminal.key('enter');
  await terminal.waitFor('saved to');
  expect(existsSync(join(terminal.home, 'sky.png'))).toBe(true);
  expect(faultsOf(terminal)).toEqual([]);
});

test('a text is read as Markdown and as it was written, its lines to their ends', async () => {
  await terminal.key('alt+3', 'esc', 'esc');
  // Opening it reads it. Read once more, it would give way while a page key is on its way.
  await openMatch(terminal, 'guide');
  await terminal.waitFor('A small observatory');
  await terminal.key('pgdn');
  await terminal.waitFor('say-hello takes a name');
  await terminal.type('M');
  await terminal.waitFor('**say-hello** takes a name');
});
