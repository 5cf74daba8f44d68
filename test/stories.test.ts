import { expect, inject, test } from 'vitest';
import { commands } from '../src/tui/shell/commands.ts';
import { commandsRun } from './support/trace.ts';

/** Goes last (vitest.config.ts), when the built program has noted all that it ran. */
test('every command is run in some story', ({ skip }) => {
  skip(!inject('everyStory'), 'only a part of the stories ran');
  const run = commandsRun();
  expect(commands.map(({ id }) => id).filter((id) => !run.has(id))).toEqual([]);
});
