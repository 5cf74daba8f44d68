import { expect, test } from 'vitest';
import { readPane } from '../../../src/tui/terminal/tmux.ts';

test.each([
  ['on 0 0 on bottom\n', { left: 0, top: 0 }],
  ['all 41 12 on top\n', { left: 41, top: 13 }],
  ['on 0 3 3 top\n', { left: 0, top: 6 }],
  ['on 0 3 off top\n', { left: 0, top: 3 }],
  ['off 0 0 on bottom\n', undefined],
  [' 0 0 on bottom\n', undefined],
  ['', undefined],
])('a pane of tmux: %j', (told, pane) => {
  expect(readPane(told)).toEqual(pane);
});
