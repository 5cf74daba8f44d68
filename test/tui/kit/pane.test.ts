import { expect, test } from 'vitest';
import { rightSide } from '../../../src/tui/kit/pane.tsx';
import { createTheme } from '../../../src/tui/world/theme.ts';

const THEME = createTheme({ ascii: true, colour: false });

test.each([
  ['all of it', { from: 0, to: 8, count: 8 }, '||||||||'],
  ['no rows', { from: 0, to: 0, count: 0 }, '||||||||'],
  ['the first half', { from: 0, to: 8, count: 16 }, '####||||'],
  ['the second half', { from: 8, to: 16, count: 16 }, '||||####'],
  ['the middle', { from: 4, to: 12, count: 16 }, '||####||'],
  ['one row below the top', { from: 1, to: 9, count: 16 }, '|####|||'],
  ['one row above the end', { from: 7, to: 15, count: 16 }, '|||####|'],
  ['a millionth at the top', { from: 0, to: 8, count: 1_000_000 }, '#|||||||'],
  ['a millionth, a row further', { from: 1, to: 9, count: 1_000_000 }, '|#||||||'],
  ['a millionth, a row before the end', { from: 999_991, to: 999_999, count: 1_000_000 }, '||||||#|'],
  ['a millionth at the end', { from: 999_992, to: 1_000_000, count: 1_000_000 }, '|||||||#'],
  ['nearly all of it', { from: 1, to: 9, count: 9 }, '|#######'],
])('the right side of a pane that shows %s', (_, seen, side) => {
  expect(rightSide(8, seen, false, THEME).join('')).toBe(`${side}+`);
});

test('a pane too low for a thumb', () => {
  expect(rightSide(0, { from: 0, to: 1, count: 9 }, false, THEME)).toEqual(['+']);
  expect(rightSide(1, { from: 3, to: 4, count: 9 }, false, THEME).join('')).toBe('#+');
});
