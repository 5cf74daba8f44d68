import { expect, test } from 'vitest';
import { createModes } from '../../../../src/tui/terminal/input/modes.ts';

/** Modes with what has been written since the last time, ESC left out. */
function open(mouse: boolean) {
  const written: string[] = [];
  const modes = createModes((bytes) => written.push(bytes.replaceAll('\x1b', '')), mouse);
  return { modes, written: () => written.splice(0).join(' ') };
}

test('pastes are bracketed and the keyboard is asked once', () => {
  const { modes, written } = open(false);
  modes.apply(true);
  expect(written()).toBe('[?2004h [?u');
  modes.apply(false);
  modes.apply(true);
  expect(written()).toBe('[?2004l [?2004h');
});

test('a keyboard that answered is switched, and off with everything else', () => {
  const { modes, written } = open(false);
  modes.apply(true);
  written();
  modes.keyboard(true);
  expect(written()).toBe('');
  modes.answered();
  modes.answered();
  expect(written()).toBe('[>1u');
  modes.keyboard(false);
  modes.apply(false);
  expect(written()).toBe('[<u [?2004l');
  modes.apply(true);
  modes.keyboard(true);
  modes.apply(false);
  expect(written()).toBe('[?2004h [>1u [<u [?2004l');
});

test('the mouse goes with the rest when it is wanted', () => {
  const { modes, written } = open(true);
  modes.apply(true);
  expect(written()).toBe('[?2004h [?1000h[?1006h [?u');
  modes.setMouse(false);
  expect(written()).toBe('[?1006l[?1000l');
  modes.apply(false);
  expect(written()).toBe('[?2004l');
  modes.setMouse(true);
  expect(written()).toBe('');
  modes.apply(true);
  expect(written()).toBe('[?2004h [?1000h[?1006h');
});
