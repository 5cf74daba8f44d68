import { expect, test } from 'vitest';
import { clientFrame, clientRecording, INITIALIZE, OVERHEARING } from '../support/client-recording.ts';
import { opened, openMatch } from '../support/opening.ts';
import { portion } from '../support/portion.ts';
import { openTerminal } from '../support/terminal.ts';
import { faultsOf } from '../support/whole.ts';

const sizes = portion([
  { cols: 120, rows: 32 },
  { cols: 80, rows: 24 },
  { cols: 60, rows: 15 },
]);

test.each(sizes)('as a client of the table, and with its eyes ($cols×$rows)', async (size) => {
  const terminal = await opened(['demo', '--server', 'crowded', '--as', 'claude-code'], size);
  await terminal.waitFor(/· (seen )?as claude-code/);
  await terminal.waitFor(/client +claude-code \d/);
  await terminal.key('2');
  await terminal.waitFor('❯ mcp__kestrel-archive__');
  expect(faultsOf(terminal)).toEqual([]);

  // What is offered follows from the client.
  await terminal.key(':');
  await terminal.waitFor('─ Palette');
  await terminal.type('toggle sampling');
  await terminal.waitFor('❯ toggle sampling');
  await terminal.waitFor('It connects as claude-code');
});

test.each(sizes)('as the client of a recording, with what it refuses ($cols×$rows)', async (size) => {
  const { file, heard } = clientRecording(clientFrame(1, INITIALIZE));
  const terminal = await opened(['--as', file, process.execPath, OVERHEARING, heard], size);
  await terminal.waitFor(/client +Curious Client 0\.48\.1/);
  await terminal.key('2');
  await openMatch(terminal, 'ask');
  await terminal.key('ctrl+s');
  await terminal.waitFor('6 Inbox 1');
  await terminal.key('alt+6');
  await terminal.waitFor('Name?');
  await terminal.waitFor(/refused after \d+ ms/);
  await terminal.waitFor(/✗ roots\/list/);
});

test('a recording is looked at as a client', async () => {
  const { file } = clientRecording(clientFrame(1, INITIALIZE));
  const terminal = openTerminal({ args: ['open', file, '--as', 'cursor'], kitty: true });
  await terminal.waitFor('recorded · seen as cursor');
  await terminal.waitFor(/client +Curious Client 0\.48\.1/);
});

test.each(sizes)('connected as one client and seen as another are two words ($cols×$rows)', async (size) => {
  const { file, heard } = clientRecording(
    clientFrame(1, INITIALIZE.replace('Curious Client', 'cursor-vscode')),
  );
  const terminal = await opened(['--as', file, process.execPath, OVERHEARING, heard], size);
  // The recording is one of Cursor.
  await terminal.waitFor('· seen as cursor');
  await terminal.key('V');
  await terminal.waitFor('· seen as vscode');
  await terminal.key('alt+v');
  await terminal.waitWithout('· seen as');
  if (size.cols > 100) await terminal.waitFor('· connected as recorded client cursor-vscode 0.48.1');
  expect(faultsOf(terminal)).toEqual([]);
});
