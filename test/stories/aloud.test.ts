import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { portion } from '../support/portion.ts';
import { openTerminal } from '../support/terminal.ts';

const ASKING = fileURLToPath(new URL('../support/servers/asking.mjs', import.meta.url));
const PATIENT = fileURLToPath(new URL('../support/servers/patient.mjs', import.meta.url));

test.each(
  portion([
    { cols: 120, rows: 32 },
    { cols: 60, rows: 15 },
  ]),
)(
  'what is read aloud is one pane after the other, without frames, at $cols×$rows',
  async ({ cols, rows }) => {
    const env = { INK_SCREEN_READER: 'true' };
    const terminal = openTerminal({ args: ['demo'], cols, rows, env });
    await terminal.waitFor('· ready');
    await terminal.type('2');
    await terminal.waitFor(/^Tools, 1\/\d+$/m);
    await terminal.waitFor(/^❯ say-hello/m);
    await terminal.key('enter');
    await terminal.waitFor(/^say-hello, 1\/1$/m);
    await terminal.type('Ada');
    await terminal.waitFor(/^❯ name \*.*Ada/m);
    await terminal.key('ctrl+s');
    await terminal.waitFor(/^say-hello · .* ms/m);
    await terminal.waitFor(/^❯ Good \w+, Ada\./m);
    expect(terminal.text()).not.toMatch(/[╭╮╰╯│┃─]/);
    // What lies over a pane elsewhere is alone here.
    await terminal.key('ctrl+p');
    await terminal.waitFor(/^Palette, 1\/\d+ esc closes$/m);
    await terminal.waitWithout('Good');
    await terminal.key('esc');
    await terminal.waitFor(/^❯ Good \w+, Ada\./m);
    await terminal.key('y');
    await terminal.waitFor(/^Copy, [\s\S]*^❯ v value/m);
    await terminal.waitWithout('Good');
    expect(terminal.text()).not.toMatch(/[╭╮╰╯│┃─]/);
    await terminal.key('esc');
    await terminal.waitFor(/^❯ Good \w+, Ada\./m);
    await terminal.key('alt+5');
    await terminal.waitFor(/^Traffic, following$/m);
    expect(terminal.text()).not.toMatch(/[╭╮╰╯│┃─]/);
    await terminal.key('q');
    expect((await terminal.exited).code).toBe(0);
    expect(terminal.modes()).toMatchObject({ alternate: false, cursorShown: true });
  },
);

test('what a call asks is read in the place of the call', async () => {
  const env = { INK_SCREEN_READER: 'true' };
  const terminal = openTerminal({ args: [process.execPath, ASKING], cols: 80, rows: 24, env });
  await terminal.waitFor('· ready');
  await terminal.type('2');
  await terminal.waitFor(/^❯ form/m);
  await terminal.key('enter');
  await terminal.waitFor('[ Call ]');
  await terminal.key('ctrl+s');
  await terminal.waitFor(
    /^elicitation from asking, [\s\S]*^requested by form \(running\)$[\s\S]*^⏎ answer {3}esc later$/m,
  );
  expect(terminal.text()).not.toMatch(/[╭╮╰╯│┃─]|Running…/);
  await terminal.key('enter');
  await terminal.waitFor(/^ctrl\+s accept {3}esc later$/m);
  await terminal.type('Ada');
  await terminal.waitFor(/^❯ name .*Ada/m);
  await terminal.key('ctrl+s');
  await terminal.waitFor('"name": "Ada"');
});

test.each([
  [
    'second, with NO_MOTION',
    { NO_MOTION: '1' },
    (steps: readonly number[]) => steps.length >= 3 && steps.slice(-3).every((step) => step >= 0.9),
  ],
  ['tenth of a second', {}, (steps: readonly number[]) => steps.some((step) => step < 0.9)],
])('a running time is drawn anew every %s', async (_, env, isDrawn) => {
  const terminal = openTerminal({ args: [process.execPath, PATIENT], env });
  await terminal.waitFor('· ready');
  await terminal.type('2');
  await terminal.waitFor('❯ first');
  await terminal.key('enter', 'enter');
  const seen: number[] = [];
  await terminal.waitFor((screen) => {
    const [, seconds] = /Running… (\d+(?:\.\d+)?) s/.exec(screen.text()) ?? [];
    if (seconds !== undefined && Number(seconds) !== seen.at(-1)) seen.push(Number(seconds));
    return isDrawn(seen.slice(1).map((time, place) => time - (seen[place] ?? 0)));
  });
  await terminal.key('x');
  await terminal.waitWithout('Running…');
});
