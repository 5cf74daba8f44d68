import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { opened } from '../support/opening.ts';
import { portion } from '../support/portion.ts';
import { sentWith } from '../support/recording.ts';

const SERVER = fileURLToPath(new URL('../support/servers/views.mjs', import.meta.url));
const SIZES = [
  { cols: 120, rows: 32 },
  { cols: 80, rows: 24 },
];

test.each(portion(SIZES))(
  'the view of a tool is read and saved after a yes, and never opened ($cols×$rows)',
  async (size) => {
    const terminal = await opened([process.execPath, SERVER], size);
    await terminal.key('2');
    await terminal.waitFor(/❯ list_orders +app/);
    await terminal.waitFor('view ui://orders/view.html');
    await terminal.waitFor('o save view');
    expect(sentWith(terminal.home, '"resources/read"')).toHaveLength(0);

    await terminal.key('i');
    await terminal.waitFor(/read +not yet/);
    await terminal.waitFor(/visibility +model, app/);
    await terminal.key('i');
    await terminal.waitWithout('Definition of');

    await terminal.key('o');
    await terminal.waitFor('Save the HTML of this view?');
    await terminal.waitFor(/resources +https:\/\/cdn\.example\.com/);
    await terminal.waitFor(/permissions +clipboardWrite/);
    await terminal.waitFor('[ y save as… ]');
    await terminal.key('n');
    await terminal.waitWithout('Save the HTML');
    await terminal.key('o');
    await terminal.waitFor('Save the HTML of this view?');
    await terminal.waitFor('[ y save as… ]');
    await terminal.key('y');
    await terminal.waitFor('save as view-app.html');
    const path = join(terminal.home, 'saved.html');
    await terminal.key('ctrl+u');
    await terminal.type(path);
    await terminal.key('enter');
    await terminal.waitFor('saved to');
    expect(readFileSync(path, 'utf8')).toContain('<title>Orders</title>');
    expect(existsSync(join(terminal.home, 'view-app.html'))).toBe(false);
    // It was read once.
    expect(sentWith(terminal.home, '"resources/read"')).toHaveLength(1);

    // Its definition tells what was read, and what a model gets without it.
    await terminal.key('ctrl+s');
    await terminal.waitFor(/✓ \d/);
    await terminal.key('i');
    await terminal.waitFor(/read +in #\d+ · \d+ B/);
    await terminal.waitFor(/type +text\/html;profile=mcp-app/);
    await terminal.waitFor(/without it +1 part in the content of/);
  },
);

test.each(portion(SIZES))('a skill is read, and held against its digest ($cols×$rows)', async (size) => {
  const terminal = await opened([process.execPath, SERVER], size);
  await terminal.key('3');
  await terminal.waitFor(/refunds +skill/);
  await terminal.key('down', 'enter');
  await terminal.waitFor('the file fits its digest');
  await terminal.waitFor('1. Ask for the number');
  await terminal.key('i');
  await terminal.waitFor(/SKILL\.md · \d+ B · fits its digest/);
  await terminal.waitFor(/FORM\.md · \d+ B · not read/);
  await terminal.waitFor(/frontmatter +as in SKILL\.md/);
});

test('a skill and a view that are not what they should be say so', async () => {
  const terminal = await opened([process.execPath, SERVER, '--broken'], { cols: 120, rows: 32 });
  await terminal.key('3');
  await terminal.waitFor(/refunds +skill/);
  await terminal.key('down', 'enter');
  await terminal.waitFor(/is not what its digest says/);
  await terminal.key('i');
  await terminal.waitFor(/frontmatter +differs from SKILL\.md: description/);
  await terminal.key('i');
  await terminal.waitWithout('Definition of');

  await terminal.key('2');
  await terminal.waitFor(/❯ list_orders/);
  await terminal.key('down');
  await terminal.waitFor(/❯ refresh_orders/);
  await terminal.waitFor('for its view alone');
  await terminal.key('o');
  await terminal.waitFor('ui://orders/gone.html cannot be read');
});

test('what is found in a skill leads to it', async () => {
  const terminal = await opened([process.execPath, SERVER, '--broken'], { cols: 120, rows: 32 });
  await terminal.key('3');
  await terminal.waitFor(/refunds +skill/);
  await terminal.key('down', 'enter');
  await terminal.waitFor(/is not what its digest says/);
  await terminal.key('2');
  await terminal.waitFor(/❯ list_orders/);
  await terminal.key(':');
  await terminal.waitFor('─ Palette');
  await terminal.type('check');
  await terminal.waitFor(/❯ check/);
  await terminal.key('enter');
  await terminal.waitFor(/─ Check [\s\S]*❯ \d+ errors?, /);
  await terminal.key('down');
  await terminal.waitFor(/❯ refunds +skill: \d/);
  await terminal.key('enter');
  await terminal.waitWithout('─ Check');
  await terminal.waitFor(/❯ refunds .*skill/);
});
