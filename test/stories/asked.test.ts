import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { EVERYTHING } from '../support/http-server.ts';
import { opened, openTool } from '../support/opening.ts';
import { portion } from '../support/portion.ts';
import { sentWith } from '../support/recording.ts';
import type { Terminal } from '../support/terminal.ts';
import { faultsOf } from '../support/whole.ts';

const serverAt = (name: string): string =>
  fileURLToPath(new URL(`../support/servers/${name}.mjs`, import.meta.url));
const ASKING = [process.execPath, serverAt('asking')];
const LATER = [process.execPath, serverAt('asking-later')];

/** The box as it comes up, and while it is filled in. */
const UP = '⏎ answer   esc later';
const OPEN = 'ctrl+s accept   esc later';

/** Calls a tool, and waits until its question is there. */
async function asks(terminal: Terminal, name: string): Promise<void> {
  await openTool(terminal, name);
  await terminal.key('ctrl+s');
  await terminal.waitFor(UP);
}

/** Has the server that asks later do its next step. */
function signal(terminal: Terminal, name: NodeJS.Signals = 'SIGUSR2'): void {
  const server = terminal
    .processes()
    .find(({ command }) => command.includes('asking-later') && !command.includes('mcp-loupe'));
  if (server === undefined) throw new Error('no server');
  process.kill(server.pid, name);
}

describe.each(
  portion([
    { cols: 60, rows: 15 },
    { cols: 160, rows: 45 },
    { cols: 120, rows: 32 },
    { cols: 80, rows: 24 },
  ]),
)('what a call asks, at $cols×$rows', (size) => {
  test('is answered over the call, and then its result is there', async () => {
    const terminal = await opened(['demo'], size);
    await asks(terminal, 'report-comet');
    // What is typed at this moment is no answer, and is not lost without a word.
    await terminal.type('n');
    await terminal.waitFor(`n is not an answer   ${UP}`);
    expect(faultsOf(terminal)).toEqual([]);
    await terminal.key('enter');
    await terminal.waitFor(OPEN);
    await terminal.type('Halley');
    await terminal.waitFor(/❯ name .*Halley/);
    expect(faultsOf(terminal)).toEqual([]);
    await terminal.key('ctrl+s');
    await terminal.waitFor('Comet Halley, in Lynx.');
    await terminal.waitFor('6 Inbox 0');
    expect(terminal.text()).not.toContain('elicitation from');
    expect(sentWith(terminal.home, '"action":"accept"')[0]).toContain('"name":"Halley"');
  });

  test('is put aside, and answered in the Inbox', async () => {
    const terminal = await opened(ASKING, size);
    await asks(terminal, 'form');
    await terminal.key('tab');
    await terminal.waitFor(OPEN);
    await terminal.type('Ad');
    await terminal.waitFor(/❯ name .*Ad/);
    await terminal.key('esc');
    await terminal.waitFor('put aside · 6 to answer');
    await terminal.waitFor(/waiting for your answer\.\s+(?:│\s+)?Press/);
    await terminal.key('6');
    await terminal.waitFor(/❯ … \S/);
    await terminal.key('enter');
    await terminal.waitFor(/❯ name .*Ad/);
    await terminal.type('a');
    await terminal.key('ctrl+s');
    await terminal.waitFor('6 Inbox 0');
    await terminal.waitFor('accepted {"');
    await terminal.key('alt+2');
    await terminal.waitFor('"Ada"');
  });
});

test('the question leads to the Inbox by its key, and to any screen', async () => {
  const terminal = await opened(ASKING);
  await asks(terminal, 'form');
  await terminal.key('6');
  await terminal.waitFor(/❯ … Who are you\?/);
  await terminal.key('alt+2');
  await terminal.waitFor('The server is waiting');
  await terminal.key('ctrl+c');
  await terminal.waitFor('cancelled tools/call form');
});

test('a question is declined over its call', async () => {
  const terminal = await opened(ASKING);
  await asks(terminal, 'form');
  await terminal.key('enter');
  await terminal.waitFor(OPEN);
  await terminal.key('tab', 'tab');
  await terminal.waitFor('❯ [ Accept ]');
  // A key that does nothing there says so.
  await terminal.type('z');
  await terminal.waitFor('z is not an answer');
  await terminal.type('d');
  await terminal.waitFor('"action": "decline"');
});

test('two questions of a call come one after the other, each to be turned to', async () => {
  const terminal = await opened(ASKING);
  await openTool(terminal, 'two');
  await terminal.key('ctrl+s');
  await terminal.waitFor(`${UP}   then 1 more question`);
  for (const [message, name] of [
    ['The first', 'Ada'],
    ['The second', 'Bob'],
  ] as const) {
    await terminal.waitFor(message);
    await terminal.waitFor(UP);
    await terminal.key('enter');
    await terminal.waitFor('ctrl+s accept   esc later');
    await terminal.type(name);
    await terminal.key('ctrl+s');
  }
  await terminal.waitFor(/"name": "Ada"[\s\S]*"name": "Bob"/);
  await terminal.waitFor('6 Inbox 0');
});

test('a page is opened, and accepted over its call', async () => {
  const terminal = await opened(ASKING);
  await asks(terminal, 'page');
  await terminal.key('enter');
  await terminal.waitFor('o open in a browser   esc later');
  await terminal.type('o');
  await terminal.waitFor('Open login.example.com in a browser?');
  await terminal.waitFor('[ n no');
  await terminal.key('n');
  await terminal.waitWithout('in a browser?');
  await terminal.waitFor('❯ [ Accept ]');
  await terminal.key('enter');
  await terminal.waitFor('"action": "accept"');
});

test('a model is answered for by one text, with the rest behind a key', async () => {
  const terminal = await opened([process.execPath, EVERYTHING]);
  await openTool(terminal, 'trigger-sampling');
  await terminal.type('tea');
  await terminal.key('ctrl+s');
  await terminal.waitFor(UP);
  await terminal.key('enter');
  await terminal.waitFor(/❯ text \*/);
  await terminal.waitFor('ctrl+s answer   esc later');
  expect(terminal.text()).not.toContain('stopReason');
  await terminal.type('Tea is rain');
  await terminal.waitFor('Tea is rain');
  await terminal.key('ctrl+t');
  await terminal.waitFor(/stopReason[\s\S]*endTurn/);
  await terminal.waitFor(/❯ {3}text \* .*Tea is rain/);
  await terminal.key('ctrl+t');
  await terminal.waitFor('"stopReason": "endTurn"');
  // Nothing but the text was changed, so that it is enough.
  await terminal.key('ctrl+t');
  await terminal.waitFor(/❯ text \* .*Tea is rain/);
  await terminal.type(' that waited.');
  await terminal.key('ctrl+s');
  await terminal.waitFor('"text": "Tea is rain that waited."');
  await terminal.waitFor('"stopReason": "endTurn"');
});

test('the inputs of a result are given over the call, round by round', async () => {
  const terminal = await opened(['--era', 'modern', process.execPath, serverAt('asking-modern')]);
  await openTool(terminal, 'compose');
  await terminal.key('ctrl+s');
  for (const [question, text] of [
    ['Who is it for?', 'Ada'],
    ['A line about tea', 'Tea.'],
    ['In which mood?', 'calm'],
  ] as const) {
    await terminal.waitFor(question);
    await terminal.waitFor(UP);
    await terminal.key('enter');
    await terminal.waitFor(/ctrl\+s (?:accept|answer) {3}esc later/);
    await terminal.type(text);
    await terminal.key('ctrl+s');
  }
  await terminal.waitFor(/"who": \{[\s\S]*"action": "accept"/);
  await terminal.waitFor('6 Inbox 0');
  expect(faultsOf(terminal)).toEqual([]);
});

test('a question does not come up over what is being typed', async () => {
  const terminal = await opened(LATER, { cols: 160, rows: 45 });
  await openTool(terminal, 'later');
  await terminal.key('ctrl+s');
  await terminal.waitFor('Running…');
  await terminal.type('more');
  await terminal.waitFor(/❯ note .*more/);
  signal(terminal);
  await terminal.waitFor('Server asks: Who are you? · 6 to answer');
  await terminal.type(' of it');
  await terminal.waitFor(/❯ note .*more of it/);
  expect(terminal.text()).not.toContain(UP);
});

test('a question does not come up over the help', async () => {
  const terminal = await opened(LATER);
  await openTool(terminal, 'later');
  await terminal.key('ctrl+s');
  await terminal.waitFor('Running…');
  await terminal.key('f1');
  await terminal.waitFor('╭─ Help');
  signal(terminal);
  await terminal.waitFor('6 Inbox 1');
  await terminal.key('esc');
  await terminal.waitFor('The server is waiting for your answer');
  expect(terminal.text()).not.toContain(UP);
});

test.each([
  ['a prompt', '4', []],
  ['a resource by its template', '3', ['today', 'ctrl+s']],
] as const)('%s is asked for over it', async (_, screen, keys) => {
  const terminal = await opened(LATER);
  await terminal.waitFor(`${screen === '4' ? '4 Prompts' : '3 Resources'} 1`);
  await terminal.key(`alt+${screen}`, 'enter');
  await terminal.waitFor('ctrl+s');
  for (const key of keys) await (key.includes('+') ? terminal.key(key) : terminal.type(key));
  if (keys.length === 0) await terminal.key('ctrl+s');
  await terminal.waitFor('Running…');
  signal(terminal);
  await terminal.waitFor(UP);
  await terminal.key('enter');
  await terminal.waitFor(OPEN);
  await terminal.type('Ada');
  await terminal.key('ctrl+s');
  await terminal.waitFor(/"name": ?"Ada"/);
});

test('a call that is cancelled leaves its question to the Inbox', async () => {
  const terminal = await opened(LATER);
  await openTool(terminal, 'later');
  await terminal.key('ctrl+s');
  await terminal.waitFor('Running…');
  signal(terminal);
  await terminal.waitFor(UP);
  await terminal.key('ctrl+c');
  await terminal.waitFor('The call has ended: Who are you? · 6 to answer');
  expect(terminal.text()).not.toContain(UP);
  await terminal.key('6');
  await terminal.waitFor(/❯ … Who are you\?/);
});

test('a question that the server takes back goes, with a word', async () => {
  const terminal = await opened(LATER);
  await openTool(terminal, 'later');
  await terminal.key('ctrl+s');
  await terminal.waitFor('Running…');
  signal(terminal);
  await terminal.waitFor(UP);
  signal(terminal);
  await terminal.waitFor('The server withdrew its request: Who are you?');
  await terminal.waitFor('taken back');
  expect(terminal.text()).not.toContain(UP);
});

test('a question goes with the server that asks it', async () => {
  const terminal = await opened(LATER);
  await openTool(terminal, 'later');
  await terminal.key('ctrl+s');
  await terminal.waitFor('Running…');
  signal(terminal);
  await terminal.waitFor(UP);
  await terminal.key('enter');
  await terminal.waitFor(OPEN);
  signal(terminal, 'SIGKILL');
  await terminal.waitWithout(OPEN);
  await terminal.waitFor('R restart');
});

test('what a rule answers does not come up', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'loupe-answers-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const answers = join(folder, 'answers.json');
  writeFileSync(answers, '{"elicitation":[{"action":"decline"}]}');
  const terminal = await opened(['--answers', answers, ...ASKING]);
  await openTool(terminal, 'form');
  await terminal.key('ctrl+s');
  await terminal.waitFor('"action": "decline"');
  expect(terminal.written().includes('esc later')).toBe(false);
});

test('a click turns to the question, and presses its buttons', async () => {
  const terminal = await opened(['--mouse', ...ASKING]);
  await asks(terminal, 'form');
  const click = (text: string): void => {
    const row = terminal.screen().findLastIndex((line) => line.includes(text));
    const column = (terminal.screen()[row] ?? '').indexOf(text);
    terminal.raw(`\x1b[<0;${column + 3};${row + 1}M\x1b[<0;${column + 3};${row + 1}m`);
  };
  await terminal.waitFor('[ Decline ]');
  click('[ Decline ]');
  await terminal.waitFor(OPEN);
  click('[ Decline ]');
  await terminal.waitFor('"action": "decline"');
  // Beside it a click is no answer, and a tab leads away from it.
  await terminal.type('r');
  await terminal.waitFor(UP);
  click('─ Traffic');
  await terminal.waitFor(`a click is not an answer   ${UP}`);
  click('7 Output');
  await terminal.waitFor('╭─ Output');
  await terminal.key('2');
  await terminal.waitFor('The server is waiting');
});
