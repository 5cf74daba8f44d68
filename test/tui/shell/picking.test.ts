import { describe, expect, it } from 'vitest';
import { type Choice, type Picking, pick, selectedIn, startPicking } from '../../../src/tui/shell/picking.ts';

const choice = (name: string, more: Partial<Choice> = {}): Choice => ({
  name,
  line: name,
  isBad: false,
  disabled: false,
  ...more,
});
const choices = [
  choice('bad', { isBad: true }),
  choice('off', { disabled: true }),
  ...['a', 'b', 'c', 'd', 'e', 'f'].map((name) => choice(name)),
];
const first = startPicking('c.json', choices, { columns: 80, rows: 8 });

/** The question after some keys. */
function moved(...keys: string[]): Picking {
  return keys.reduce((now, key) => {
    const next = pick(now, key);
    if (next === 'left' || 'chosen' in next) throw new Error(`${key} ended it`);
    return next;
  }, first);
}

describe('choosing a server', () => {
  it('begins at the first that can be used, or else at the top', () => {
    expect(choices[selectedIn(first)]?.name).toBe('a');
    expect(selectedIn(startPicking('c.json', choices.slice(0, 2), first.size))).toBe(0);
  });
  it.each([
    [['down'], 'b'],
    [['j', 'j', 'k'], 'b'],
    [['up', 'up', 'up'], 'bad'],
    [['pgdn'], 'e'],
    [['end'], 'f'],
    [['G', 'pgup'], 'b'],
    [['G', 'g'], 'bad'],
    [['x', 'space', 'left'], 'a'],
  ])('%j leads to %s', (keys, name) => {
    expect(choices[selectedIn(moved(...keys))]?.name).toBe(name);
  });
  it('takes any that can be read, disabled ones too', () => {
    expect(pick(first, 'enter')).toEqual({ chosen: 2 });
    expect(pick(moved('up'), 'enter')).toEqual({ chosen: 1 });
    expect(pick(moved('home'), 'enter')).toEqual(moved('home'));
  });
  it.each(['esc', 'q', 'ctrl+c'])('is left by %s', (key) => {
    expect(pick(first, key)).toBe('left');
  });
});
