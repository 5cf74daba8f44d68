import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { sentWith } from '../support/recording.ts';
import { openTerminal, type Terminal } from '../support/terminal.ts';

const VIEWS = fileURLToPath(new URL('../support/servers/views.mjs', import.meta.url));
const ASKING = fileURLToPath(new URL('../support/servers/asking.mjs', import.meta.url));

/** Runs a command of the palette. */
async function run(terminal: Terminal, command: string): Promise<void> {
  await terminal.key('ctrl+p');
  await terminal.type(command);
  await terminal.waitFor(`❯ ${command}`);
  await terminal.key('enter');
}

/** What was announced with each handshake, by the names of the capabilities. */
const announced = (home: string): readonly string[] =>
  sentWith(home, '"initialize"').map((msg) => Object.keys(JSON.parse(msg).params.capabilities).join(' '));

test('what is served is switched off and on again, and the server hears of it', async () => {
  const terminal = openTerminal({ args: ['--root', '/tmp', process.execPath, ASKING], cols: 120, rows: 32 });
  await terminal.waitFor('· ready');
  await run(terminal, 'toggle sampling');
  await terminal.waitFor('server ready: sampling turned off');
  await run(terminal, 'toggle roots');
  await terminal.waitFor('server ready: roots turned off');
  await run(terminal, 'toggle elicitation');
  await terminal.waitFor('server ready: elicitation turned off');
  await terminal.key('alt+6');
  await terminal.waitFor('Neither roots nor sampling nor elicitation is declared');
  await run(terminal, 'toggle sampling');
  await terminal.waitFor('server ready: sampling turned on');
  expect(announced(terminal.home)).toEqual([
    'roots elicitation sampling',
    'roots elicitation',
    'elicitation',
    '',
    'sampling',
  ]);
});

test('views are offered only when a person wants the server to hear of them', async () => {
  const terminal = openTerminal({ args: [process.execPath, VIEWS], cols: 120, rows: 32 });
  await terminal.waitFor('· ready');
  await run(terminal, 'toggle app views');
  await terminal.waitFor('server ready: views turned on');
  expect(announced(terminal.home)).toEqual(['elicitation sampling', 'elicitation sampling extensions']);
  expect(sentWith(terminal.home, '"initialize"').at(-1)).toContain(
    '"extensions":{"io.modelcontextprotocol/ui":{"mimeTypes":["text/html;profile=mcp-app"]}}',
  );
});
