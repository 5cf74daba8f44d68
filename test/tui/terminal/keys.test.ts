import { expect, test } from 'vitest';
import { parseKey, showKey, whyNoCommand } from '../../../src/tui/terminal/keys.ts';

test.each([
  ['q', 'q'],
  ['Q', 'Q'],
  ['shift+q', 'Q'],
  ['?', '?'],
  ['+', '+'],
  ['ctrl++', 'ctrl++'],
  ['é', 'é'],
  ['ctrl+s', 'ctrl+s'],
  ['Ctrl+S', 'ctrl+s'],
  ['alt+ctrl+up', 'ctrl+alt+up'],
  ['alt+shift+x', 'alt+X'],
  ['alt+X', 'alt+X'],
  ['Shift+Tab', 'shift+tab'],
  ['shift+enter', 'shift+enter'],
  ['shift+space', 'space'],
  ['ctrl+h', 'backspace'],
  ['ctrl+i', 'tab'],
  ['ctrl+m', 'enter'],
  ['ctrl+[', 'esc'],
  ['ctrl+/', 'ctrl+_'],
  ['F1', 'f1'],
  ['PgUp', 'pgup'],
])('%s is the key %s', (notation, name) => {
  expect(parseKey(notation)).toBe(name);
  expect(parseKey(name)).toBe(name);
});

test.each(['', 'ctrl+', 'f25', 'escape', 'ab', ' ', '\t', 'hyper+a', 'ctrl+ctrl'])(
  '%j is no key',
  (notation) => {
    expect(parseKey(notation)).toBeUndefined();
    expect(whyNoCommand(notation)).toBe(`"${notation}" is not a key`);
  },
);

test.each([
  ['ctrl+h', 'backspace'],
  ['ctrl+i', 'tab'],
  ['Ctrl+M', 'enter'],
])('no command may have %s', (notation, other) => {
  expect(whyNoCommand(notation)).toBe(`${notation} is the same key as ${other} in most terminals`);
});

test.each(['backspace', 'tab', 'ctrl+s', 'q'])('a command may have %s', (notation) => {
  expect(whyNoCommand(notation)).toBeUndefined();
});

test.each([
  ['enter', '⏎', 'enter'],
  ['shift+enter', 'shift+⏎', 'shift+enter'],
  ['up', '↑', 'up'],
  ['ctrl+left', 'ctrl+←', 'ctrl+left'],
  ['esc', 'esc', 'esc'],
  ['ctrl+s', 'ctrl+s', 'ctrl+s'],
  ['ctrl++', 'ctrl++', 'ctrl++'],
  ['+', '+', '+'],
])('%s is shown as %s, in ASCII as %s', (name, shown, ascii) => {
  expect(showKey(name)).toBe(shown);
  expect(showKey(name, true)).toBe(ascii);
});
