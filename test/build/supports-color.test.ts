import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { openTerminal } from '../support/terminal.ts';

const standIn = fileURLToPath(new URL('../../scripts/build/stand-ins/supports-color.mjs', import.meta.url));
const script = `import('${standIn}').then((m) => console.log('level', m.default.stdout.level ?? m.default.stdout))`;

it.each([
  ['TERM=xterm', 'level 1'],
  ['TERM=xterm-256color', 'level 2'],
  ['TERM=xterm-256color COLORTERM=truecolor', 'level 3'],
  ['TERM=dumb', 'level false'],
  ['COLORTERM=truecolor NO_COLOR=1', 'level false'],
  ['TERM=xterm NO_COLOR=', 'level 1'],
  ['NO_COLOR=1 FORCE_COLOR=3', 'level false'],
  ['FORCE_COLOR=0', 'level false'],
  ['FORCE_COLOR=2', 'level 2'],
  ['FORCE_COLOR=true', 'level 1'],
])('with %s colours are at %s', async (set, said) => {
  // By `env`, since the pseudo-terminal sets TERM itself.
  const command = ['env', '-u', 'COLORTERM', ...set.split(' '), process.execPath, '-e', script];
  const terminal = openTerminal({ command });
  await terminal.exited;
  expect(terminal.text()).toContain(said);
});
