import { expect, test } from 'vitest';
import { EVERYTHING } from '../support/http-server.ts';
import { opened, openNamed } from '../support/opening.ts';
import { portion } from '../support/portion.ts';
import { sentWith } from '../support/recording.ts';

/** Opens a tool, however the last step ended. */
test.each(
  portion([
    { cols: 80, rows: 24 },
    { cols: 120, rows: 32 },
    { cols: 60, rows: 15 },
  ]),
)('a result is compared with the one before at $cols×$rows', async (size) => {
  const terminal = await opened([process.execPath, EVERYTHING], size);
  await openNamed(terminal, '2', 'get-sum');
  await terminal.waitFor('❯ a *');
  await terminal.type('3');
  await terminal.key('tab');
  await terminal.waitFor('❯ b *');
  await terminal.type('4');
  await terminal.key('enter');
  await terminal.waitFor('The sum of 3 and 4 is 7.');
  await terminal.key('d');
  await terminal.waitFor(/this is the first result/);

  await terminal.key('e');
  await terminal.waitFor('❯ b *');
  await terminal.type('42');
  await terminal.key('ctrl+s');
  await terminal.waitFor('The sum of 3 and 42 is 45.');
  await terminal.key('d');
  await terminal.waitFor(/1 difference from/);
  await terminal.waitFor('~ /b');
  await terminal.key('G');
  await terminal.waitFor(/- "The sum of 3 and 4 is 7\."\W+\+ "The sum of 3 and 42 is 45\."/);
  await terminal.key('esc');
  await terminal.waitWithout('1 difference');
  await terminal.waitFor('The sum of 3 and 42 is 45.');

  // The result of before is looked at again, and what is changed is what it was called with.
  await terminal.key('(');
  await terminal.waitFor('The sum of 3 and 4 is 7.');
  await terminal.waitFor(/before, #\d+/);
  await terminal.key('(');
  await terminal.waitFor('There is no older result');
  await terminal.key(')');
  await terminal.waitFor('The sum of 3 and 42 is 45.');
  await terminal.key('(');
  await terminal.waitFor('The sum of 3 and 4 is 7.');
  await terminal.key('e');
  await terminal.waitFor('❯ b *');
  await terminal.waitFor(/❯ b \*.* 4(?: \(last value\))? *[│┃]/);
  await terminal.key('esc');
  await expect.poll(() => sentWith(terminal.home, 'tools/call')).toHaveLength(2);
});
