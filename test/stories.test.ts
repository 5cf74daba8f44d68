import { expect, inject, test } from 'vitest';
import { commands } from '../src/tui/shell/commands.ts';
import { commandsRun } from './support/trace.ts';

/** As many commands no story has run yet: may only shrink, to nothing in the end. */
const UNTOLD = 78;

/** Goes last (vitest.config.ts), when the built program has noted all that it ran. */
test('every command is run in some story', ({ skip }) => {
  skip(!inject('everyStory'), 'only a part of the stories ran');
  const run = commandsRun();
  const untold = commands.map(({ id }) => id).filter((id) => !run.has(id));
  if (untold.length > 0) console.warn(`${untold.length} commands that no story runs: ${untold.join(' ')}`);
  expect(untold.length, untold.join(' ')).toBeLessThanOrEqual(UNTOLD);
});
