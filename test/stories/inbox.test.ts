import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { EVERYTHING } from '../support/http-server.ts';
import { goTo, opened, openTool, openWaiting } from '../support/opening.ts';
import { portion } from '../support/portion.ts';
import { sentWith } from '../support/recording.ts';
import { openTerminal } from '../support/terminal.ts';
import { faultsOf } from '../support/whole.ts';

const fileAt = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const ASKING = fileAt('../support/servers/asking.mjs');
const MODERN = fileAt('../support/servers/asking-modern.mjs');
const CASE = fileAt('../fixtures/cases/c2-elicit/server.mjs');

const sizes = portion([
  { cols: 120, rows: 32 },
  { cols: 80, rows: 24 },
]);

/** A server that asks three things once it is initialized. */
const ASKS_AT_ONCE = `
const send = (message) => console.log(JSON.stringify({ jsonrpc: '2.0', ...message }));
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (method === 'initialize')
    send({ id, result: { protocolVersion: params.protocolVersion, capabilities: {}, serverInfo: { name: 'asking', version: '1' } } });
  if (method !== 'notifications/initialized') return;
  send({ id: 'a', method: 'ping' });
  send({ id: 'b', method: 'roots/list' });
  send({ id: 'c', method: 'sampling/createMessage', params: { maxTokens: 5, messages: [] } });
});`;

describe.each(sizes)('what a server asks, at $cols×$rows', (size) => {
  test('is filled in with its defaults, one of them changed, and accepted', async () => {
    const terminal = await opened(['--root', '/tmp', process.execPath, EVERYTHING], size);
    await openTool(terminal, 'trigger-elicitation');
    await terminal.key('enter');
    await terminal.waitFor('⏎ answer   esc later');
    await terminal.key('esc');
    await terminal.waitFor(/The server is waiting[\s\S]*?Press[\s\S]*?6\./);
    await openWaiting(terminal);
    await terminal.waitFor('elicitation from mcp-serv');
    await terminal.waitFor('❯ name *');
    await terminal.waitFor('42 (default)');
    await terminal.type('Ada');
    await goTo(terminal, 'integer');
    await terminal.waitFor('default value; typing replaces it');
    await terminal.type('7');
    await terminal.waitFor(/❯ integer .*7/);
    // What is told of the request leaves no room for the keys in a narrow window, but it goes.
    await terminal.waitFor('f1 help');
    expect(faultsOf(terminal)).toEqual([]);
    await terminal.key('ctrl+s');
    await terminal.waitFor('6 Inbox 0');
    await terminal.key('alt+2');
    await terminal.waitFor('User provided the requested');
    await expect
      .poll(() => sentWith(terminal.home, '"action":"accept"')[0])
      .toMatch(/"name":"Ada".*"integer":7,"number":3.14/);
  });

  test('is answered by a text in the place of a model', async () => {
    const terminal = await opened(['--no-elicitation', process.execPath, EVERYTHING], size);
    await openTool(terminal, 'trigger-sampling');
    await terminal.type('tea');
    await terminal.key('ctrl+s');
    await openWaiting(terminal);
    await terminal.waitFor('You are a helpful test server.');
    await terminal.key('alt+i');
    await terminal.waitFor('/params/systemPrompt');
    await terminal.key('esc');
    await terminal.waitFor('ctrl+s');
    await terminal.waitFor(/❯ text \*/);
    await terminal.type('Tea is rain that waited.');
    await terminal.key('ctrl+s');
    await terminal.key('alt+2');
    await terminal.waitFor('"text": "Tea is rain that waited."');
  });

  test('by its result goes on in rounds', async () => {
    const terminal = await opened(['--era', 'modern', process.execPath, MODERN], size);
    await openTool(terminal, 'compose');
    await terminal.key('ctrl+s');
    await terminal.waitFor('⏎ answer   esc later');
    await terminal.key('esc');
    await terminal.waitFor('waiting for you: 6 Inbox');
    await openWaiting(terminal);
    await terminal.waitFor('requested by compose');
    await terminal.type('Ada');
    await terminal.key('ctrl+s');
    await openWaiting(terminal, 2);
    await terminal.waitFor(/the request continues\s/);
    await terminal.waitFor(/❯ text \*/);
    await terminal.type('Tea.');
    await terminal.key('ctrl+s');
    await terminal.waitFor('answered; still missing: mood');
    await openWaiting(terminal);
    await terminal.waitFor('In which mood?');
    await terminal.type('calm');
    await terminal.key('ctrl+s');
    await terminal.waitFor('6 Inbox 0');
    await terminal.key('alt+2');
    await terminal.waitFor(/"who": \{[\s\S]*"action": "accept"/);
    expect(faultsOf(terminal)).toEqual([]);
  });
});

test('the roots are told at once, and stand in the Inbox', async () => {
  const terminal = await opened(['--root', '/tmp', process.execPath, EVERYTHING]);
  await openTool(terminal, 'get-roots-list');
  await terminal.key('enter');
  await terminal.waitFor('URI: file:///tmp');
  await terminal.key('alt+6');
  await terminal.waitFor(/✓ roots\/list/);
  await terminal.waitFor(/│ {3}roots .*\n.*file:\/\/\/tmp/);
  await terminal.key('u');
  await terminal.waitFor('roots file:///tmp');
  await terminal.type(' /var');
  await terminal.key('enter');
  await terminal.waitFor('2 roots are offered');
  // The server hears of it and asks again.
  await terminal.waitFor('"uri": "file:///var"');
});

/** A folder with a program that notes in a file what it is to open. */
function opener(): string {
  const folder = mkdtempSync(join(tmpdir(), 'loupe-opener-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'xdg-open'), `#!/bin/sh\nprintf '%s' "$1" > "${folder}/opened"\n`, {
    mode: 0o755,
  });
  return folder;
}

test('a page is opened after a question, and is told to be complete', async () => {
  const folder = opener();
  const env = { PATH: `${folder}:${process.env['PATH']}` };
  const terminal = await opened([process.execPath, ASKING], { env, cols: 80, rows: 24 });
  const url = 'https://login.example.com/sign-in?client=loupe&state=1';
  await openTool(terminal, 'page');
  await terminal.key('enter');
  await openWaiting(terminal);
  await terminal.waitFor('a page on login.example.com');
  await terminal.key('y');
  await terminal.waitFor('copied');
  await terminal.key('o');
  await terminal.waitFor('Open login.example.com in a browser?');
  await terminal.waitFor('[ n no');
  await terminal.key('n');
  await terminal.waitWithout('in a browser?');
  expect(existsSync(join(folder, 'opened'))).toBe(false);
  await terminal.key('o');
  await terminal.waitFor('[ y open ]');
  await terminal.key('y');
  await terminal.waitFor('opened in a browser');
  await expect.poll(() => readFileSync(join(folder, 'opened'), 'utf8')).toBe(url);
  await terminal.key('enter');
  await terminal.waitFor('6 Inbox 0');
  await terminal.waitFor('reported complete by the server after');
  await openTool(terminal, 'needs-page');
  await terminal.key('enter');
  await terminal.waitFor('error -32042');
  await terminal.waitFor(url.slice(0, 30));
  await terminal.type('/https');
  await terminal.key('enter');
  await terminal.waitFor(/❯ +https:/);
  await terminal.key('o');
  await terminal.waitFor('Open login.example.com in a browser?');
});

test('a page is copied, shown and opened in the list of what waits, too', async () => {
  const terminal = await opened([process.execPath, ASKING], { cols: 80, rows: 24 });
  await openTool(terminal, 'page');
  await terminal.key('enter');
  await terminal.waitFor('6 Inbox 1');
  await terminal.key('alt+6');
  await terminal.waitFor(/❯ … \S/);
  await terminal.key('y');
  await terminal.waitFor('copied');
  await terminal.key('i');
  await terminal.waitFor('╭─ Full request ');
  await terminal.key('esc', 'o');
  await terminal.waitFor('Open login.example.com in a browser?');
});

test('what waits is decided about on its buttons, by a letter', async () => {
  const terminal = await opened([process.execPath, ASKING]);
  await openTool(terminal, 'two');
  await terminal.key('enter');
  for (const [letter, left] of [
    ['d', 1],
    ['c', 0],
  ] as const) {
    await openWaiting(terminal, left + 1);
    await terminal.key('tab', 'tab');
    await terminal.waitFor('❯ [ Accept ]');
    await terminal.key(letter);
    await terminal.waitFor(`6 Inbox ${left}`);
  }
  await terminal.key('alt+2');
  // The one that is selected first is not always the first.
  await terminal.waitFor(/"action": "(decline|cancel)"[\s\S]*"action": "(?!\1)(?:decline|cancel)"/);
});

/** Where what a call asks for is shown, with the keys from the list of the Inbox that lead there. */
const PLACES = [
  ['in the list', []],
  ['on its buttons', ['enter', 'tab']],
] as const;

test('an answer that waits for others is changed, and its call left wherever it is shown', async () => {
  const terminal = await opened(['--era', 'modern', process.execPath, MODERN]);
  await openTool(terminal, 'compose');
  for (const [, keys] of PLACES) {
    await terminal.key('ctrl+s');
    await terminal.waitFor('6 Inbox 1');
    await terminal.key('alt+6', 'home', ...keys);
    await terminal.waitFor(keys.length === 0 ? /❯ … \S/ : '❯ [ Accept ]');
    await terminal.key('x');
    await terminal.waitFor('6 Inbox 0');
    await terminal.key('alt+2');
    await terminal.waitFor('not continued: stopped by you');
    await terminal.key('e');
    await terminal.waitFor('ctrl+s');
  }
  await terminal.key('ctrl+s');
  await openWaiting(terminal);
  await terminal.type('Ada');
  await terminal.key('ctrl+s');
  await openWaiting(terminal, 2);
  await terminal.waitFor(/❯ text \*/);
  for (const text of ['Tea', ' is rain']) {
    await terminal.type(text);
    await terminal.key('ctrl+s');
    await terminal.key('alt+6', 'home');
    await terminal.waitFor('answered; the request continues when mood is answered');
    await terminal.key('enter', 'e');
    await terminal.waitFor(/❯ text \* .*Tea/);
  }
  await terminal.waitFor('Tea is rain');
  await terminal.key('ctrl+s');
  await terminal.key('alt+6', 'home');
  await terminal.waitFor('answered; the request continues when mood is answered');
  await terminal.key('enter', 'x');
  await terminal.waitFor('6 Inbox 0');
});

test('what waits is declined and cancelled, and what the server takes back goes', async () => {
  const terminal = await opened([process.execPath, ASKING]);
  await openTool(terminal, 'two');
  await terminal.key('enter');
  await terminal.waitFor('then 1 more question');
  await terminal.key('alt+6');
  await terminal.waitFor(/❯ … .*\n.*\n.*│ +… /);
  await terminal.key('d');
  await terminal.waitFor('6 Inbox 1');
  await terminal.key('c');
  await terminal.waitFor('6 Inbox 0');
  await terminal.key('alt+2');
  await terminal.waitFor(/"action": "decline"[\s\S]*"action": "cancel"/);
  await terminal.key('esc', 'esc');
  await openTool(terminal, 'fickle');
  await terminal.key('enter');
  await terminal.waitFor('The server withdrew its request: Never mind');
  // What was asked since stands above it.
  await terminal.key('alt+6', 'down');
  await terminal.waitFor('Withdrawn by the server after');
});

test.each(
  portion([
    { cols: 60, rows: 15 },
    { cols: 120, rows: 32 },
  ]),
)('what is not served is listed with its answer ($cols×$rows)', async (size) => {
  const args = ['--no-sampling', '--no-elicitation', '--root', '/tmp', process.execPath, '-e', ASKS_AT_ONCE];
  const terminal = await opened(args, size);
  await terminal.key('6');
  await terminal.waitFor(
    /❯ ✗ sampling.*\n.* refused after .*\n.*✓ roots\/list .*\n.* answered after .*\n.*✓ ping/,
  );
  await terminal.key('enter');
  await terminal.waitFor(/❯ Refused after [\s\S]* id "c", messages/);
  await terminal.type('/maxTokens');
  await terminal.key('enter');
  await terminal.waitFor('"maxTokens": 5');
  expect(faultsOf(terminal)).toEqual([]);
  await terminal.key('esc');
  await terminal.key('down', 'enter');
  await terminal.waitFor(/─ roots\/list ─/);
  await terminal.waitFor('file:///tmp');
});

test('an inbox in which nothing lies says why', async () => {
  const terminal = openTerminal({
    args: ['--no-sampling', '--no-elicitation', process.execPath, ASKING],
    cols: 60,
    rows: 15,
  });
  await terminal.waitFor('· ready');
  await terminal.key('6');
  await terminal.waitFor(/No requests from the server yet[\s\S]*Neither roots nor sampling/);
  await terminal.key('enter');
  await terminal.waitFor('There are no requests from the server.');
});

describe('the case of elicitation', () => {
  test('has typed values, defaults, and a choice of several', async () => {
    const terminal = await opened([process.execPath, CASE]);
    await openTool(terminal, 'form');
    await terminal.key('enter');
    await openWaiting(terminal);
    await terminal.waitFor('❯ name *');
    await terminal.type('Al');
    await goTo(terminal, 'tags');
    await terminal.key('enter');
    await terminal.waitFor('❯ [ ] a');
    await terminal.key('space', 'down', 'down', 'space');
    await terminal.waitFor('❯ [x] c');
    await terminal.key('esc', 'ctrl+s');
    await terminal.key('alt+2');
    const accepted = '{"name":"Al","agree":true,"ratio":0.5,"color":"green","tags":["a","c"]}';
    await terminal.waitFor(`accept:${accepted}`);
    expect(terminal.text()).not.toContain('BAD');
  });
});
