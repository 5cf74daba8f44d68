import { describe, expect, it } from 'vitest';
import { createEditor, type EditAction, type Editor, edit } from '../../src/text/edit.ts';
import type { Motion } from '../../src/text/motion.ts';

const type = (text: string): EditAction => ({ type: 'insert', text });
const move = (to: Motion): EditAction => ({ type: 'move', to });
const remove = (to: Motion): EditAction => ({ type: 'delete', to });
const kill = (to: Motion): EditAction => ({ type: 'kill', to });
const yank: EditAction = { type: 'yank' };
const undo: EditAction = { type: 'undo' };
const redo: EditAction = { type: 'redo' };
const up: EditAction = { type: 'move', to: 'up', cells: 5 };
const down: EditAction = { type: 'move', to: 'down', cells: 5 };

/** The text with `|` at the cursor. */
const shown = ({ text, cursor }: Editor) => `${text.slice(0, cursor)}|${text.slice(cursor)}`;
const result = (editor: Editor, actions: readonly EditAction[]) => actions.reduce(edit, editor);

describe('edit, many lines', () => {
  it.each<[string, string, readonly EditAction[], string]>([
    ['types at the end', 'ab', [type('c')], 'abc|'],
    ['types in the middle', 'ab', [move('left'), type('x')], 'ax|b'],
    ['pastes with LF', '', [type('one\r\ntwo\rthree\nfour')], 'one\ntwo\nthree\nfour|'],
    ['keeps tabs', '', [type('a\tb')], 'a\tb|'],
    ['deletes a grapheme backwards', 'x👩‍👩‍👧‍👦', [remove('left')], 'x|'],
    ['deletes a grapheme forwards', 'e\u0301x', [move('start'), remove('right')], '|x'],
    ['joins lines', 'a\nb', [move('line start'), remove('left')], 'a|b'],
    ['kills to the start of the line', 'a\nbcd', [move('left'), kill('line start')], 'a\n|d'],
    ['kills to the end of the line', 'abc\nd', [move('start'), kill('line end')], '|\nd'],
    [
      'kills the line break at the end',
      'abc\nd',
      [move('start'), move('line end'), kill('line end')],
      'abc|d',
    ],
    ['kills a word backwards', 'one two', [kill('word left')], 'one |'],
    ['kills a word forwards', 'one two', [move('start'), kill('word right')], '| two'],
    ['yanks', 'one two', [kill('word left'), move('start'), yank], 'two|one '],
    ['yanks kills in a row as one', 'a b c', [kill('blank left'), kill('blank left'), yank], 'a b c|'],
    [
      'in the order of the text',
      'ab cd',
      [move('left'), kill('line end'), kill('blank left'), yank],
      'ab cd|',
    ],
    ['but not after a move', 'a b c', [kill('blank left'), move('left'), kill('blank left'), yank], 'a b| '],
    ['yanks nothing before a kill', 'a', [yank], 'a|'],
    ['replaces all', 'old', [move('start'), { type: 'replace', text: 'new\r\n' }], 'new\n|'],
    ['undoes typing in one go', 'x', [type('a'), type('b'), undo], 'x|'],
    ['word by word', '', [type('a'), type('b'), type(' '), type('c'), undo], 'ab |'],
    ['a paste by itself', '', [type('a'), type('pasted text'), undo], 'a|'],
    ['a move ends typing', '', [type('a'), move('left'), type('b'), undo], '|a'],
    ['undoes deletions one by one', 'abc', [remove('left'), remove('left'), undo], 'ab|'],
    ['undoes a replacement', 'old', [move('start'), { type: 'replace', text: 'new' }, undo], '|old'],
    ['undoes all, then nothing', 'a', [type('b'), undo, undo, undo], 'a|'],
    ['redoes', 'a', [type('b'), undo, redo], 'ab|'],
    ['redoes nothing after a change', 'a', [type('b'), undo, type('c'), redo], 'ac|'],
    ['goes up', 'abc\nde', [up], 'ab|c\nde'],
    ['goes down', 'abc\nde', [move('start'), down], 'abc\n|de'],
    ['remembers the column', 'abc\n\nabc', [up, up], 'abc|\n\nabc'],
    ['forgets it when moved', 'abc\n\nabc', [up, move('left'), down, down], 'abc\n\nabc|'],
    ['goes up in a broken line', 'abcdefgh', [up], 'abc|defgh'],
    ['goes down to a shorter row', 'abcdefgh', [move('start'), move('right'), down], 'abcdef|gh'],
    ['goes up by cells', '日本\n日x', [up], '日|本\n日x'],
    ['never into a grapheme', '日本\nabc', [up], '日|本\nabc'],
  ])('%s', (_, text, actions, expected) => {
    expect(shown(result(createEditor(text, 'many'), actions))).toBe(expected);
  });

  it.each<[string, EditAction]>([
    ['up on the first row', up],
    ['undo', undo],
    ['redo', redo],
    ['yank', yank],
    ['no text', type('')],
    ['right at the end', move('right')],
    ['delete at the end', remove('right')],
    ['kill at the end', kill('line end')],
    ['the same text', { type: 'replace', text: 'abc' }],
    ['down on the last row', down],
  ])('is the very same state after %s', (_, action) => {
    const editor = createEditor('abc', 'many');
    expect(edit(editor, action)).toBe(editor);
  });

  it('undoes and redoes any sequence exactly', () => {
    const actions = [
      type('one two'),
      remove('word left'),
      type('x'),
      kill('line start'),
      yank,
      yank,
      type('\n'),
    ];
    const states = [createEditor('', 'many')];
    for (const action of actions) states.push(edit(states.at(-1)!, action));
    let editor = states.at(-1)!;
    for (const state of states.toReversed().slice(1)) {
      editor = edit(editor, undo);
      expect(shown(editor)).toBe(shown(state));
    }
    for (const state of states.slice(1)) {
      editor = edit(editor, redo);
      expect(shown(editor)).toBe(shown(state));
    }
  });

  it('types into a megabyte', () => {
    const editor = createEditor(`${'{"a": [1, 2, 3]}\n'.repeat(60_000)}`, 'many');
    // To look at all of it for each would take minutes.
    const typed = result(
      editor,
      Array.from({ length: 20_000 }, () => type('x')),
    );
    expect(typed.text.slice(editor.text.length)).toBe('x'.repeat(20_000));
  });
});

describe('edit, one line', () => {
  it.each<[string, readonly EditAction[], string]>([
    ['12', [type('3')], '123|'],
    ['', [type('42\n')], '42|'],
    ['', [type('a\r\nb\nc')], 'a b c|'],
    ['a\nb', [], 'a b|'],
    ['ab', [type('\n')], 'ab|'],
    ['abc', [up], 'abc|'],
    ['abc', [move('start'), down], '|abc'],
  ])('%j', (text, actions, expected) => {
    expect(shown(result(createEditor(text, 'one'), actions))).toBe(expected);
  });
});
