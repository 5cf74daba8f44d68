import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { EVERYTHING } from '../support/http-server.ts';
import { server } from '../support/in-place.ts';
import { opened, openMatch } from '../support/opening.ts';
import { portion } from '../support/portion.ts';
import { sentWith } from '../support/recording.ts';
import { openTerminal, type Terminal } from '../support/terminal.ts';
import { faultsOf } from '../support/whole.ts';

/** Kills the server, whose command line names its program. */
function killServer(terminal: Terminal): void {
  const server = terminal
    .processes()
    .find(({ command }) => command.startsWith(`${process.execPath} ${EVERYTHING}`));
  if (server === undefined) throw new Error(`no server among ${JSON.stringify(terminal.processes())}`);
  process.kill(server.pid, 'SIGKILL');
}

async function getSum(terminal: Terminal): Promise<void> {
  await terminal.key('2');
  await openMatch(terminal, 'get-sum');
  await terminal.waitFor('❯ a *');
  await terminal.type('3');
  await terminal.key('tab');
  await terminal.type('4');
  await terminal.key('enter');
  await terminal.waitFor('The sum of 3 and 4 is 7.');
}

test.each(
  portion([
    { cols: 60, rows: 15 },
    { cols: 120, rows: 32 },
  ]),
)('a killed server leaves everything on screen, and R begins anew ($cols×$rows)', async (size) => {
  const terminal = await opened([process.execPath, EVERYTHING], size);
  await getSum(terminal);
  killServer(terminal);
  await terminal.waitFor(/· (failed|closed)/);
  expect(terminal.text()).toContain('The sum of 3 and 4 is 7.');
  expect(faultsOf(terminal)).toEqual([]);
  await terminal.key('alt+5');
  await terminal.waitFor(/exit +SIGKILL/);
  await terminal.key('alt+1');
  await terminal.waitFor(/SIGKILL/);
  await terminal.waitFor(/R restarts (?:it|the server)/);
  // What cannot be done now says why.
  await terminal.key('alt+2', 'esc', 'esc', 'r');
  await terminal.waitFor('R restarts it');
  await terminal.key('R');
  await terminal.waitFor('· ready');
  // The old result is still there, and can be asked for again.
  await terminal.key('enter');
  await terminal.waitFor('The sum of 3 and 4 is 7.');
  await terminal.key('r');
  await expect.poll(() => sentWith(terminal.home, 'The sum of 3', 's2c')).toHaveLength(2);
});

test('what a server prints before it fails is on Server', async () => {
  const terminal = openTerminal({
    args: [process.execPath, '-e', 'console.error("no \\x1b[31mDATABASE_URL\\x1b[0m set"); process.exit(3)'],
    cols: 80,
    rows: 24,
  });
  await terminal.waitFor('· failed');
  await terminal.waitFor('no <ESC>[31mDATABASE_URL<ESC>[0m set');
  await terminal.waitFor(/exited with code 3/);
  await terminal.waitFor('R restart   e edit the command');
});

test('a call that cannot be sent says so, and what is on screen stays', async () => {
  const deafens = `process.stdin.destroy(); try { require('node:fs').closeSync(0); } catch {} setInterval(() => {}, 1000);`;
  const script = server(`
    'tools/list': (m) => send({ id: m.id, result: { tools: [{ name: 'go', inputSchema: { type: 'object' } }] } }),
    'tools/call': (m) => {
      send({ id: m.id, result: { content: [{ type: 'text', text: 'last words' }] } });
      ${deafens}
    },
  `);
  const terminal = openTerminal({ args: [process.execPath, '-e', script], cols: 120, rows: 24 });
  await terminal.waitFor('· ready');
  await terminal.key('2');
  await terminal.waitFor('❯ go');
  await terminal.key('enter', 'enter');
  await terminal.waitFor('last words');
  // What is sent first finds out that nobody reads it.
  const again = async () => {
    await terminal.key('r');
    return terminal.text();
  };
  await expect
    .poll(again, { timeout: 20_000 })
    .toContain('tools/call was not sent: the server does not read');
  await terminal.key('x');
  await terminal.waitFor('go · cancelled');
  await terminal.key('r');
  await terminal.waitFor('was not sent: the server does not read');
  expect(terminal.text()).toContain('go · cancelled');
  expect(faultsOf(terminal)).toEqual([]);
});

test('a recording has the same screens, and says why nothing can be called', async () => {
  const first = openTerminal({ args: ['--record', 'kept.mcp.jsonl', process.execPath, EVERYTHING] });
  await first.waitFor('· ready');
  await getSum(first);
  await first.key('q');
  await first.exited;
  const recording = join(first.home, 'kept.mcp.jsonl');

  const terminal = openTerminal({ args: ['open', recording], kitty: true, cols: 80, rows: 24 });
  await terminal.waitFor(/everything.* recorded/);
  await terminal.waitFor((screen) => screen.modes().kitty === 1);
  await terminal.waitFor('Everything Reference Server');
  await terminal.key('5');
  await terminal.waitFor('tools/call  get-sum');
  await terminal.key('7');
  await terminal.waitFor(/stderr +Starting default/);
  await terminal.key('2');
  await openMatch(terminal, 'get-sum');
  await terminal.waitFor('The sum of 3 and 4 is 7.');
  expect(terminal.screen().at(-1)).not.toMatch(/\br again/);
  await terminal.key('r');
  await terminal.waitFor('Not available in a recording');
  await terminal.key('e');
  await terminal.waitFor('❯ a *');
  expect(terminal.screen().at(-1)).not.toContain('ctrl+s');
  // Nothing can be typed there: the keys go elsewhere.
  await terminal.type('52');
  await terminal.waitFor('❯ a *');
  await terminal.key('ctrl+x');
  await terminal.waitFor('Arguments cannot be changed in a recording');
  await terminal.key('esc', 'R');
  await terminal.waitFor('Not available in a recording');
  expect(faultsOf(terminal)).toEqual([]);
  await terminal.key('q');
  expect((await terminal.exited).code).toBe(0);

  writeFileSync(join(first.home, 'none.jsonl'), 'hello\n');
  const wrong = openTerminal({ args: ['open', join(first.home, 'none.jsonl')] });
  expect((await wrong.exited).code).toBe(2);
  expect(wrong.text()).toMatch(/none\.jsonl/);
});

test('a server that dies during a call says how, and what is filled in is called again after R', async () => {
  const terminal = await opened([process.execPath, EVERYTHING]);
  await terminal.key('2');
  await openMatch(terminal, 'long');
  await terminal.waitFor('❯ duration');
  await terminal.type('60');
  await terminal.key('ctrl+s');
  await terminal.waitFor('Running…');
  killServer(terminal);
  await terminal.waitFor(/before the response: the server was killed by[\s\S]{1,200}SIGKILL\./);
  await terminal.waitFor('Last lines of stderr');
  await terminal.waitFor('R restarts it.');
  await terminal.key('R');
  await terminal.waitFor('server ready');
  await terminal.key('ctrl+s');
  await terminal.waitFor('Running…');
  killServer(terminal);
  await terminal.waitFor(/before the response: the server was killed by[\s\S]{1,200}SIGKILL\./);
  await terminal.key('R');
  await terminal.waitFor('server ready');
  await terminal.key('esc', 'enter');
  await terminal.waitFor('❯ duration');
});

test('a server that dies while nothing runs is told of where the person is', async () => {
  const terminal = openTerminal({ args: [process.execPath, EVERYTHING] });
  await terminal.waitFor('· ready');
  await terminal.key('2');
  await openMatch(terminal, 'get-sum');
  // Its first field is shown beside the list as well, but what is typed goes there only now.
  await terminal.waitFor('ctrl+s call');
  killServer(terminal);
  await terminal.waitFor('the server was killed by SIGKILL; esc, then R restarts it');
});
