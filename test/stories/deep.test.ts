import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { opened } from '../support/opening.ts';
import { faultsOf } from '../support/whole.ts';

const DEEP = fileURLToPath(new URL('../support/servers/deep.mjs', import.meta.url));

test('values beyond what recursion can go through are shown as all others', async () => {
  const terminal = await opened([process.execPath, DEEP]);
  await terminal.key('2', 'i');
  await terminal.waitFor(/KB as sent, in message #/);
  await terminal.waitFor('"name": "answers"');
  await terminal.key('esc');
  await terminal.waitWithout('as sent, in frame');
  await terminal.key('enter');
  await terminal.waitFor('[ Call ]');
  await terminal.key('ctrl+s');
  await terminal.waitFor(/for \[\[\[\[…[\s\S]*❯ hi/);
  await terminal.key('end');
  await terminal.waitFor(/ (\d+)\/\1 ─/);
  await terminal.key('r');
  await terminal.waitFor(/for \[\[\[\[…[\s\S]*❯ hi/);
  await terminal.key('d');
  await terminal.waitFor('Same as the previous result');
  await terminal.key('esc', 'esc', 'down');
  await terminal.waitFor('❯ fails');
  await terminal.key('enter');
  await terminal.waitFor(/default: \[\[\[/);
  await terminal.key('ctrl+s');
  await terminal.waitFor(/error \[\[\[\[…/);

  await terminal.key('alt+5', 'end');
  await terminal.waitFor('lint/deep');
  await terminal.key('alt+1');
  await terminal.waitFor(/nested \d+ levels deep/);
  expect(faultsOf(terminal)).toEqual([]);
  await terminal.key('q');
  expect((await terminal.exited).code).toBe(0);
  expect(terminal.written()).not.toContain('fault of');
});
