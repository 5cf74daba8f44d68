import { describe, expect, it } from 'vitest';
import {
  type Choice,
  type Picking,
  pick,
  pickAt,
  seenIn,
  selectedIn,
  shownIn,
  startPicking,
  typed,
  verbOf,
} from '../../../src/tui/shell/picking.ts';

const choice = (name: string, more: Partial<Choice> = {}): Choice => ({
  ...{ key: name, group: 'X', name, facts: [], line: `#${name}`, words: [name] },
  ...{ isBad: false, disabled: false },
  ...more,
});
const choices = [
  choice('bad', { isBad: true }),
  choice('off', { disabled: true }),
  ...['a', 'b', 'c', 'd', 'e', 'f'].map((name) => choice(name)),
  choice('last', { group: 'Recordings' }),
];
const asked = { title: 'c.json', placeholder: '', takesLines: true, choices };
const SIZE = { columns: 80, rows: 9 };
const first = startPicking(asked, SIZE);

const selected = (now: Picking): string | undefined => {
  const shown = shownIn(now);
  return shown[selectedIn(now, shown)]?.name;
};

/** The question after some keys; a word in quotes is typed. */
function pressed(start: Picking, ...keys: string[]): Picking {
  return keys.reduce((now, key): Picking => {
    if (key.startsWith('"')) return typed(now, { type: 'insert', text: key.slice(1, -1) });
    const next = pick(now, key);
    if (next === 'left' || 'chosen' in next || 'typed' in next) throw new Error(`${key} ended it`);
    return next;
  }, start);
}

describe('choosing what to open', () => {
  it('begins at the first that can be used, at the group that is wanted, or else at the top', () => {
    expect(selected(first)).toBe('a');
    expect(selected(startPicking({ ...asked, at: 'Recordings' }, SIZE))).toBe('last');
    expect(selected(startPicking({ ...asked, at: 'None' }, SIZE))).toBe('a');
    expect(selected(startPicking({ ...asked, choices: choices.slice(0, 2) }, SIZE))).toBe('bad');
    expect(selected(startPicking({ ...asked, choices: [] }, SIZE))).toBeUndefined();
  });

  it.each([
    [['down'], 'b'],
    [['tab', 'ctrl+n', 'shift+tab'], 'b'],
    [['up', 'up', 'up'], 'bad'],
    [['pgdn'], 'e'],
    [['pgdn', 'pgdn', 'pgup'], 'c'],
    [['"e"'], 'e'],
    [['"#"', 'down'], 'b'],
    [['"zzz"'], 'zzz'],
    [['"x f"'], 'f'],
    [['"zzz"', 'ctrl+u'], 'a'],
    [['"zb"', 'ctrl+a', 'delete'], 'b'],
  ])('%j leads to %s', (keys, name) => {
    expect(selected(pressed(first, ...keys))).toBe(name);
  });

  it('takes any that can be read, disabled ones too', () => {
    expect(pick(first, 'enter')).toEqual({ chosen: ['a'] });
    expect(pick(pressed(first, 'up'), 'enter')).toEqual({ chosen: ['off'] });
    const bad = pressed(first, 'pgup');
    expect(pick(bad, 'enter')).toBe(bad);
  });

  it('takes what is typed where no row has it, and keeps what is wrong until it is changed', () => {
    const now = pressed(first, '"node x.js"');
    expect(pick(now, 'enter')).toEqual({ typed: 'node x.js' });
    const wrong = { ...now, problem: 'no' };
    expect(pressed(wrong, 'left').problem).toBe('no');
    expect(pressed(wrong, 'backspace').problem).toBeUndefined();
  });

  it('takes only rows where lines are not taken', () => {
    const now = pressed(startPicking({ ...asked, takesLines: false }, SIZE), '"zzz"');
    expect(shownIn(now)).toEqual([]);
    expect(pick(now, 'enter')).toBe(now);
    expect(pressed(now, 'down').list.selected).toBeUndefined();
  });

  it.each(['esc', 'ctrl+c'])('is left by %s', (key) => {
    expect(pick(first, key)).toBe('left');
  });

  it('is left by esc only when nothing is typed, by ctrl+c always', () => {
    const now = pressed(first, '"abc"');
    expect(pick(now, 'ctrl+c')).toBe('left');
    const cleared = pressed(now, 'esc');
    expect(shownIn(cleared)).toEqual(choices);
    expect(pick(cleared, 'esc')).toBe('left');
  });

  it('takes a line that is typed for what it is, whatever row has its words', () => {
    const isLine = (line: string): boolean => line.startsWith('node ');
    const start = startPicking({ ...asked, isLine, choices: [choice('node a --b'), ...choices] }, SIZE);
    expect(selected(pressed(start, '"node"'))).toBe('node a --b');
    const now = pressed(start, '"node a"');
    expect(shownIn(now).map(({ name }) => name)).toEqual(['node a', 'node a --b']);
    expect(pick(now, 'enter')).toEqual({ typed: 'node a' });
  });

  it('folds a long group until its last row is chosen or something is typed', () => {
    const many = ['1', '2', '3', '4'].map((name) => choice(name, { group: 'R' }));
    const asking = { ...asked, choices: [choice('top'), ...many, choice('end')] };
    const names = (now: Picking): string[] => shownIn(now).map(({ name }) => name);
    const start = startPicking({ ...asking, fold: { group: 'R', most: 2 } }, SIZE);
    expect(names(start)).toEqual(['top', '1', '2', '2 more', 'end']);
    const open = pressed(start, 'down', 'down', 'down', 'enter');
    expect(names(open)).toEqual(['top', '1', '2', '3', '4', 'end']);
    expect(selected(open)).toBe('3');
    expect(names(pressed(start, '"4"'))).toEqual(['4', '4']);
    for (const most of [3, 4, 9])
      expect(names(startPicking({ ...asking, fold: { group: 'R', most } }, SIZE))).toHaveLength(6);
  });

  it('says what enter does', () => {
    const start = startPicking({ ...asked, fold: { group: 'X', most: 1 } }, SIZE);
    const verb = (now: Picking) => verbOf(seenIn(now).chosen, now);
    expect(verb(first)).toBe('open');
    expect(verb(pressed(first, 'pgup'))).toBeUndefined();
    expect(verb(pressed(first, '"zzz"'))).toBe('connect');
    expect(verb(pressed(start, 'pgdn', 'up'))).toBe('show them');
    expect(verbOf(choices[2], { takesLines: false, ticked: [] })).toBe('inspect');
  });

  it('ticks rows with a space as long as nothing is typed, and opens them together', () => {
    const two = pressed(first, '" "', 'down', 'down', '" "');
    expect(pick(two, 'enter')).toEqual({ chosen: ['--', 'a', '+', 'c'] });
    expect(verbOf(seenIn(two).chosen, two)).toBe('open these 2');
    const one = pressed(two, '" "');
    expect(pick(one, 'enter')).toEqual({ chosen: ['a'] });
    expect(verbOf(seenIn(one).chosen, one)).toBe('open it');
    const filtered = pressed(one, '"d"', 'ctrl+space', 'ctrl+u');
    expect(pick(filtered, 'enter')).toEqual({ chosen: ['--', 'a', '+', 'd'] });
    expect(pressed(first, '"d"', '" "').editor.text).toBe('d ');
    expect(pressed(filtered, 'esc').ticked).toEqual([]);
    expect(pick(pressed(filtered, 'esc'), 'esc')).toBe('left');
  });

  it('ticks nothing that cannot be opened with others', () => {
    const rows = [choice('bad', { isBad: true }), choice('kept', { words: ['open', 'kept'] }), choice('z')];
    const start = startPicking({ ...asked, choices: rows }, SIZE);
    expect(pressed(start, 'up', '" "', 'up', '" "', '"zzz"', 'ctrl+space').ticked).toEqual([]);
  });

  it('has blank rows between groups where there is room, and follows clicks', () => {
    const wide = startPicking({ ...asked, choices: [choice('a'), choice('z', { group: 'Z' })] }, SIZE);
    expect(seenIn(wide).rows.map((row) => row?.name)).toEqual([undefined, 'a', undefined, 'z']);
    const clicked = pickAt(wide, 3);
    expect(clicked).toMatchObject({ list: { selected: 'z' } });
    expect(pickAt(clicked as Picking, 3)).toEqual({ chosen: ['z'] });
    expect(pickAt(wide, 2)).toBe(wide);
    expect(pickAt(wide, 9)).toBe(wide);
  });
});
