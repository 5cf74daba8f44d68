import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { opened, openTool } from '../support/opening.ts';
import { portion } from '../support/portion.ts';
import { sentWith } from '../support/recording.ts';

const SERVER = fileURLToPath(new URL('../support/servers/links.mjs', import.meta.url));

test.each(
  portion([
    { cols: 80, rows: 24 },
    { cols: 160, rows: 45 },
    { cols: 60, rows: 15 },
  ]),
)('links of a result are read in its place, and left again ($cols×$rows)', async (size) => {
  const terminal = await opened([process.execPath, SERVER], size);
  await openTool(terminal, 'link');
  await terminal.key('ctrl+s');
  await terminal.waitFor(/❯ link, Twelve lines|❯ note:\/\/lines/);
  await terminal.waitFor('⏎ read');

  await terminal.key('enter');
  await terminal.waitFor(/❯ line 1\b/);
  await terminal.waitFor('esc back');
  await terminal.key('down', 'down');
  await terminal.waitFor(/❯ line 3\b/);
  await terminal.key('d');
  await terminal.waitFor('What a link leads to is not compared');
  await terminal.key('esc');
  await terminal.waitFor(/❯ link, Twelve lines|❯ note:\/\/lines/);

  // One that cannot be read has failed in the title as well, and esc goes back to it.
  await terminal.type('/Lost');
  await terminal.key('enter');
  await terminal.waitFor('❯ link, Lost');
  await terminal.key('down');
  await terminal.waitFor(/❯ note:\/\/cellar/);
  await terminal.key('enter');
  await terminal.waitFor('Resource not found');
  await terminal.waitFor(/note:\/\/cellar.* ✗ err/);
  await expect.poll(() => sentWith(terminal.home, '"resources/read"')).toHaveLength(2);
  await terminal.key('esc');
  await terminal.waitFor(/❯ note:\/\/cellar/);

  // A URL of the web goes to a browser, after a yes.
  await terminal.key('G');
  await terminal.waitFor(/❯ https:\/\/example/);
  await terminal.waitFor('o browser');
  await terminal.key('enter');
  await terminal.waitFor('There is nothing to open in this row');
  await terminal.key('o');
  await terminal.waitFor('Open example.com in a browser?');
  await terminal.key('esc');
  await terminal.waitWithout('in a browser?');
});
