import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { portion } from '../support/portion.ts';
import { openTerminal, type Terminal } from '../support/terminal.ts';
import { faultsOf } from '../support/whole.ts';

const server = (name: string): string =>
  fileURLToPath(new URL(`../support/servers/${name}.mjs`, import.meta.url));

/** Three sessions, one of which floods again and again, with the traffic of all of them in view. */
async function all(size: { readonly cols: number; readonly rows: number }): Promise<Terminal> {
  const { execPath: node } = process;
  const args = [
    ...['--', node, server('patient'), '+', node, server('asking'), '+'],
    ...[node, server('flood'), 'logs', '5', '700', '100000'],
  ];
  const terminal = openTerminal({ args, ...size });
  await terminal.waitFor('0 All');
  await terminal.key('alt+)');
  await terminal.waitFor('‹0 All›');
  await terminal.waitFor('All 3 sessions');
  await terminal.waitFor(/╭─ Traffic ─/);
  return terminal;
}

test.each(
  portion([
    { cols: 80, rows: 24 },
    { cols: 120, rows: 32 },
  ]),
)('the traffic of all sessions is seen by the clock, and leads to each ($cols×$rows)', async (size) => {
  const terminal = await all(size);
  await terminal.waitFor(/flood +#\d+ .*notifications\/message/);

  await terminal.type('/-session:flood -session:patient method:tools/list');
  await terminal.waitFor(/❯ asking +#\d+ .*result/);
  await terminal.key('enter');
  await terminal.waitFor('⏎ open');
  expect(faultsOf(terminal)).toEqual([]);
  await terminal.key('o');
  await terminal.waitFor(/❯ asking +#\d+ .*→/);
  await terminal.key('w');
  await terminal.waitFor(/Traffic \/with:asking#\d+/);
  await terminal.key('w');
  await terminal.waitFor('Traffic /-session:flood');

  // What needs a connection says where it is possible.
  await terminal.key('e');
  await terminal.waitFor('Resend it in its session, asking');
  await terminal.key('2');
  await terminal.waitFor('All has nothing but traffic');
  await terminal.key('*');
  await terminal.waitFor(/showing secrets(?! *,)/);
  await terminal.key('*');
  await terminal.waitFor('hiding secrets');
  await terminal.key('m');
  await terminal.waitFor(/asking#\d+ is marked/);

  await terminal.key('s');
  await terminal.waitFor('export 1 marked');
  await terminal.key('ctrl+u');
  await terminal.type('all.jsonl');
  await terminal.key('enter');
  await terminal.waitFor('saved to');
  const lines = readFileSync(join(terminal.home, 'all.jsonl'), 'utf8').trim().split('\n');
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { session: 'asking', msg: { method: 'tools/list' } },
    { session: 'asking', msg: { result: {} } },
  ]);

  await terminal.key('S');
  await terminal.waitFor(/asking 1 .* ready/);
  await terminal.waitFor(/❯ +#\d+ .*→◆.*tools\/list/);
  await terminal.type('/session:asking');
  await terminal.waitFor('session: is for All');
  await terminal.key('esc');

  // All is where it was; from the line itself it is the same way.
  await terminal.key('alt+)');
  await terminal.waitFor('Traffic /-session:flood');
  await terminal.key('enter', 'S');
  await terminal.waitFor(/asking 1 .* ready/);
  await terminal.key('alt+)', 'esc', 'esc');
  await terminal.waitFor('All 3 sessions');
  await terminal.waitWithout('/-session:flood');
  await terminal.key('#');
  await terminal.type('patient#2');
  await terminal.key('enter');
  await terminal.waitFor(/❯ patient +#2 .*initialize/);
});
