import { expect, test } from 'vitest';
import type { Screen } from '../support/screen.ts';
import { openTerminal } from '../support/terminal.ts';

/** The cells that have a colour. */
function coloured(screen: Screen): readonly string[] {
  const { cols, rows } = screen.size();
  return Array.from({ length: rows * cols }, (_, at) =>
    screen.cell(Math.floor(at / cols), at % cols),
  ).flatMap(({ text, fg, bg }) => (fg === undefined && bg === undefined ? [] : [text]));
}

/** Seven bits and no more, the server's own words aside. */
const ASCII = /^[\n -~]*$/;

test.each([
  { name: 'NO_COLOR', args: [], env: { NO_COLOR: '1' }, sign: '❯' },
  { name: '--ascii', args: ['--ascii'], env: {}, sign: '>' },
  { name: 'both', args: ['--ascii'], env: { NO_COLOR: '1' }, sign: '>' },
])('with $name every selection has a sign', async ({ args, env, sign }) => {
  const terminal = openTerminal({ args: [...args, 'demo'], env, kitty: true, cols: 100, rows: 30 });
  const plain = () => {
    if ('NO_COLOR' in env) expect(coloured(terminal)).toEqual([]);
    if (args.length > 0) expect(terminal.text()).toMatch(ASCII);
  };
  await terminal.waitFor(/ready {3}/);
  await terminal.waitFor((screen) => screen.modes().kitty === 1);
  plain();
  await terminal.key('2');
  await terminal.waitFor(`${sign} say-hello`);
  plain();
  await terminal.key('enter');
  await terminal.waitFor(`${sign} name *`);
  plain();
  await terminal.type('Ada');
  await terminal.key('enter');
  await terminal.waitFor('Good evening, Ada.');
  await terminal.key('alt+5', 'up');
  await terminal.waitFor(new RegExp(`^. ${sign} .*tools/call`, 'm'));
  plain();
  await terminal.key('7');
  await terminal.waitFor(new RegExp(`^. ${sign} .*info`, 'm'));
  plain();
});
