import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openNamed } from '../support/opening.ts';
import { portion } from '../support/portion.ts';
import { sentWith } from '../support/recording.ts';
import { openTerminal, type Terminal } from '../support/terminal.ts';

/** A server of a file that a story writes, as somebody does who works on it. */
function workplace() {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'loupe-watch-')));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return {
    folder,
    write(text: string) {
      writeFileSync(join(folder, 'server.mjs'), text);
    },
  };
}

/** What the server answers with, and what it lists. */
const server = (says: string, type = 'integer', more: readonly string[] = []) => `
import { createInterface } from 'node:readline';
const sum = { name: 'sum', inputSchema: { type: 'object', properties: { a: { type: '${type}' } } }, annotations: { readOnlyHint: true } };
const tools = [sum, ...${JSON.stringify(['note', ...more])}.map((name) => ({ name, inputSchema: { type: 'object' } }))];
const answers = {
  initialize: () => ({ protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'worked-on', version: '${says}' } }),
  'tools/list': () => ({ tools }),
  'tools/call': ({ name }) => ({ content: [{ type: 'text', text: name + ' says ${says}' }] }),
};
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, result: answers[method](params) }));
});
`;

async function call(terminal: Terminal, name: string) {
  await openNamed(terminal, '2', name);
  await terminal.waitFor('[ Call ]');
  await terminal.key('ctrl+s');
}

test.each(
  portion([
    { cols: 120, rows: 32 },
    { cols: 80, rows: 24 },
  ]),
)(
  'a server that is worked on is restarted, and its last call repeated, at $cols×$rows',
  async (size) => {
    const { folder, write } = workplace();
    write(server('one'));
    const args = ['--watch', '*.mjs', process.execPath, 'server.mjs'];
    const terminal = openTerminal({ args, cwd: folder, ...size, kitty: true });
    await terminal.waitFor(/worked-on.* ready/);
    await terminal.waitFor((screen) => screen.modes().kitty === 1);
    await terminal.waitFor('*.mjs (1 file)');
    await call(terminal, 'sum');
    await terminal.waitFor('sum says one');

    write(server('two', 'number', ['extra']));
    await terminal.waitFor(/- "sum says one"\W+\+ "sum says two"/);
    await terminal.waitFor(/1 added \(extra\)/);
    await terminal.key('1', 'home');
    await terminal.waitFor('parameter a: type');

    write('import { nothing } from "./server.mjs"; (');
    await terminal.waitFor(/SyntaxError.*the next change tries again/);
    await terminal.waitFor(/failed/);
    await terminal.waitFor(/the server exited with code 1/);
    write(server('three', 'number'));
    await terminal.waitFor(/sum: 1 difference/);

    await call(terminal, 'note');
    await terminal.waitFor('note says three');
    write(server('four', 'number'));
    await terminal.waitFor('alt+r runs note again');
    await expect.poll(() => sentWith(terminal.home, '"note"')).toHaveLength(1);
    await terminal.key('alt+r');
    await terminal.waitFor('note says four');
    await expect.poll(() => terminal.processes()).toHaveLength(2);
  },
  60_000,
);

test('a question about a call is closed when the server is restarted, and its yes sends nothing', async () => {
  const { folder, write } = workplace();
  write(server('one'));
  const args = ['--confirm', 'all', '--watch', '*.mjs', process.execPath, 'server.mjs'];
  const terminal = openTerminal({ args, cwd: folder, cols: 120, rows: 32, kitty: true });
  await terminal.waitFor(/worked-on.* ready/);
  await terminal.waitFor((screen) => screen.modes().kitty === 1);
  await terminal.waitFor('*.mjs (1 file)');
  await call(terminal, 'note');
  await terminal.waitFor('Run note?');
  write(server('two'));
  await terminal.waitFor('server ready; your question is closed, nothing was sent');
  expect(terminal.text()).not.toContain('Run note?');
  await terminal.key('ctrl+s');
  await terminal.waitFor('[ y once ]');
  expect(sentWith(terminal.home, 'tools/call')).toEqual([]);
  await terminal.key('y');
  await terminal.waitFor('note says two');
});

test('changes in a row and a server that never answers cost one restart at a time', async () => {
  const { folder, write } = workplace();
  write(server('one'));
  const args = ['--watch', 'server.mjs', process.execPath, 'server.mjs'];
  const terminal = openTerminal({ args, cwd: folder, kitty: true });
  await terminal.waitFor(/worked-on.* ready/);
  await terminal.waitFor((screen) => screen.modes().kitty === 1);
  await terminal.waitFor('server.mjs (1 file)');
  write('process.stdin.resume();');
  await terminal.waitFor(/connecting/);
  // It is given up at once when the file changes, and not when the time for connecting is over.
  for (let n = 0; n < 20; n += 1) write(server(`version ${n}`));
  await terminal.waitFor(/worked-on version 19 .* ready/);
  await expect.poll(() => terminal.processes()).toHaveLength(2);
  await call(terminal, 'sum');
  await terminal.waitFor('sum says version 19');
  expect(sentWith(terminal.home, '"initialize"').length).toBeLessThan(20);
});

test('what cannot be watched is told before anything is started', async () => {
  const { folder } = workplace();
  for (const [args, says] of [
    [['--watch', 'nowhere/**', 'node', 'x.mjs'], '--watch: "nowhere/**": there is no folder'],
    [['--watch', '*.mjs', '--plain', 'node', 'x.mjs'], '--watch needs a terminal'],
    [['list', '--watch', '*.mjs', '--', 'node', 'x.mjs'], '--watch cannot be used with list'],
  ] as const) {
    const terminal = openTerminal({ args, cwd: folder });
    expect((await terminal.exited).code).toBe(2);
    expect(terminal.text()).toContain(says);
  }
});

test('a restart by hand tells what is another thing, too', async () => {
  const { folder, write } = workplace();
  write(server('one'));
  const terminal = openTerminal({ args: [process.execPath, 'server.mjs'], cwd: folder, kitty: true });
  await terminal.waitFor(/worked-on.* ready/);
  await terminal.waitFor((screen) => screen.modes().kitty === 1);
  write(server('one', 'number', ['extra']));
  await terminal.key('R');
  await terminal.waitFor(
    'server ready (D: changes); tools: 1 added (extra), 1 changed (sum: parameter a: type number, was',
  );
});
