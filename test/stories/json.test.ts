import { expect, test } from 'vitest';
import { opened, openMatch } from '../support/opening.ts';
import { portion } from '../support/portion.ts';
import type { Terminal } from '../support/terminal.ts';
import { faultsOf } from '../support/whole.ts';

const SIZES = portion([
  { cols: 120, rows: 32 },
  { cols: 60, rows: 15 },
]);

/** The answer to the list of tools, opened. */
async function toolsOpened(size: { cols: number; rows: number }): Promise<Terminal> {
  const terminal = await opened(['demo'], size);
  await terminal.key('5');
  await terminal.type('/kind:result method:tools/list');
  await terminal.waitFor(/❯ .*result {2}tools\/list/);
  await terminal.key('enter', 'enter');
  await terminal.waitFor(/❯ ▾ \{/);
  return terminal;
}

test.each(SIZES)('a value is gone about in by name, and told where it is ($cols×$rows)', async (size) => {
  const terminal = await toolsOpened(size);
  await terminal.type('/say-hello');
  await terminal.key('enter');
  await terminal.waitFor(/❯ +"name": "say-hello"/);
  if (size.cols > 100) await terminal.waitFor('/result/tools/0/name · .result.tools[0].name');
  await terminal.type('}');
  await terminal.waitWithout(/❯ +"name": "say-hello"/);
  await terminal.waitFor(/❯.*"name"/);
  await terminal.type('{');
  await terminal.waitFor(/❯ +"name": "say-hello"/);
  await terminal.type('U');
  await terminal.waitFor(/❯ +▾ \{/);
  await terminal.key('down', 'down', 'down');
  await terminal.waitFor(/❯ +"description": "Says hello/);
  await terminal.type('>>');
  await terminal.waitWithout('"description"');
  await terminal.type('<<');
  await terminal.waitFor(/❯ +"description": "Says hello/);
  expect(faultsOf(terminal)).toEqual([]);
  await terminal.type('yk');
  await terminal.waitFor(/copied|clipboard/);
});

test.each(SIZES)('Markdown is drawn lightly, and shown as it is written ($cols×$rows)', async (size) => {
  const terminal = await opened(['demo'], size);
  await terminal.key('3');
  await openMatch(terminal, 'guide');
  await terminal.waitFor('A small observatory');
  await terminal.key('pgdn');
  await terminal.waitFor('1. say-hello takes a name');
  expect(terminal.text()).not.toContain('**');
  await terminal.type('M');
  await terminal.waitFor('1. **say-hello** takes a name');
  expect(faultsOf(terminal)).toEqual([]);
  await terminal.type('M');
  await terminal.waitFor('1. say-hello takes a name');
});
