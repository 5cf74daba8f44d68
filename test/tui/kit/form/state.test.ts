import { describe, expect, it } from 'vitest';
import { openForm } from '../../../../src/form/form.ts';
import { visibleFields } from '../../../../src/form/rows.ts';
import type { EditAction } from '../../../../src/text/edit.ts';
import { width } from '../../../../src/text/width.ts';
import {
  movePick,
  openPick,
  stepChoice,
  takeChoice,
  toggleChoice,
} from '../../../../src/tui/kit/form/choosing.ts';
import { formRows } from '../../../../src/tui/kit/form/rows.ts';
import {
  addNamed,
  addRow,
  BUTTON,
  change,
  type FormUi,
  filePathIn,
  focusedRow,
  focusOn,
  formUi,
  matchField,
  moveFocus,
  nextProblem,
  openFormUi,
  paste,
  problemsIn,
  removeRow,
  sideways,
  textToSend,
  toFields,
  toJson,
  type,
  undo,
} from '../../../../src/tui/kit/form/state.ts';
import { createTheme } from '../../../../src/tui/world/theme.ts';

const schema = {
  type: 'object',
  properties: {
    note: { type: 'string', description: 'Anything you like.' },
    count: { type: 'integer', minimum: 1, default: 3 },
    size: { enum: ['small', 'large'] },
    tags: { type: 'array', items: { type: 'string' } },
    place: { type: 'object', properties: { city: { type: 'string' } } },
  },
  required: ['count'],
};

const write = (ui: FormUi, text: string): FormUi => type(ui, { type: 'insert', text });
const at = (ui: FormUi, key: string): FormUi => focusOn(ui, key);

describe('the focus', () => {
  it('begins on the first required field and goes through all to the button', () => {
    let ui = openFormUi(schema);
    const seen = [ui.focus];
    while (ui.focus !== BUTTON) {
      ui = moveFocus(ui, 1);
      seen.push(ui.focus);
    }
    expect(seen).toHaveLength(6);
    expect(moveFocus(ui, 1)).toBe(ui);
    expect(moveFocus(ui, -99).focus).toBe(seen[0]);
  });

  it('is on the one field for the whole where the schema says nothing', () => {
    expect(focusedRow(openFormUi(null))?.name).toBe('arguments');
  });

  it('is on the button where there are no fields', () => {
    expect(openFormUi({ type: 'object' }).focus).toBe(BUTTON);
  });
});

describe('what is sent', () => {
  it('is nothing that was not touched', () => {
    expect(textToSend(openFormUi(schema))).toBe('{}');
  });

  it('is what was typed, digits and all', () => {
    const first = openFormUi(schema);
    expect(textToSend(write(first, '12345678901234567890'))).toBe('{"count":12345678901234567890}');
  });

  it('loses what is deleted again', () => {
    const typed = write(openFormUi(schema), '7');
    expect(textToSend(type(typed, { type: 'delete', to: 'left' }))).toBe('{}');
  });

  it.each<[string, EditAction | undefined, string]>([
    ['is replaced by what is typed first', undefined, '7'],
    ['is edited once the cursor was moved', { type: 'move', to: 'left' }, '73'],
    ['is edited from where something was deleted', { type: 'delete', to: 'left' }, '7'],
  ])('a default that is filled in %s', (_, before, count) => {
    const opened = formUi(openForm(schema, { defaults: true }));
    expect(focusedRow(opened)).toMatchObject({ key: '/count', text: '3', by: 'default' });
    const ui = write(before === undefined ? opened : type(opened, before), '7');
    expect(textToSend(ui)).toBe(`{"count":${count}}`);
    expect(focusedRow(ui)?.by).toBeUndefined();
  });

  it('replaces a value of last time by what is typed first, also where that begins as the value does', () => {
    const ui = at(openFormUi(schema, '{"note":"4"}'), '/note');
    for (const text of ['42', '52']) {
      const typed = [...text].reduce(write, ui);
      expect(JSON.parse(textToSend(typed))).toMatchObject({ note: text });
    }
  });

  it('keeps line breaks of pasted text as LF', () => {
    const ui = openFormUi({ type: 'object', properties: { note: { type: 'string' } } });
    expect(JSON.parse(textToSend(write(ui, 'one\r\ntwo\rthree')))).toEqual({ note: 'one\ntwo\nthree' });
  });

  it('is in JSON mode the text as it stands', () => {
    const ui = toJson(write(openFormUi(schema), '7'));
    expect(textToSend(type(ui, { type: 'replace', text: '{ "count" : 1.0 }' }))).toBe('{ "count" : 1.0 }');
  });
});

describe('JSON mode', () => {
  it('goes back to fields with everything, unknown names included', () => {
    const ui = type(toJson(openFormUi(schema)), { type: 'replace', text: '{"count":2,"other":[1]}' });
    const fields = toFields(ui);
    expect(typeof fields === 'string' ? fields : JSON.parse(textToSend(fields))).toEqual({
      count: 2,
      other: [1],
    });
  });

  it.each([
    ['{"count":', /line 1, column 10/],
    ['[1]', /arguments must be an object, not an array/],
  ])('stays with %s and says why', (text, why) => {
    expect(toFields(type(toJson(openFormUi(schema)), { type: 'replace', text }))).toMatch(why);
  });
});

describe('choices', () => {
  const choices = {
    type: 'object',
    properties: {
      size: { enum: ['small', 'large', 3] },
      toppings: { type: 'array', items: { enum: ['salt', 'pepper'] }, uniqueItems: true },
      id: { type: ['string', 'array'], items: { type: 'string' } },
    },
  };
  const sent = (ui: FormUi): unknown => JSON.parse(textToSend(ui));

  it('are narrowed by typing and taken with their own type', () => {
    const ui = takeChoice(openPick(at(openFormUi(choices), '/size'), 'choices', '3'));
    expect(sent(ui)).toEqual({ size: 3 });
    expect(ui.focus).toBe('/toppings');
  });

  it('is a problem when what is typed matches none of them', () => {
    const typed = openPick(at(openFormUi(choices), '/size'), 'choices', 'zzz');
    expect(problemsIn(typed)).toContain('size: no choice matches "zzz"');
    expect(problemsIn(openPick(at(openFormUi(choices), '/size'), 'choices', '3')).join()).not.toContain(
      'matches',
    );
  });

  it('of several stay open while they are taken in and out', () => {
    const both = movePick(toggleChoice(openPick(at(openFormUi(choices), '/toppings'))), 1);
    const ui = toggleChoice(both);
    expect(sent(ui)).toEqual({ toppings: ['salt', 'pepper'] });
    expect(sent(toggleChoice(movePick(ui, -1)))).toEqual({ toppings: ['pepper'] });
  });

  it('of kinds can be taken back when a value has one', () => {
    const first = openPick(at(openFormUi(choices), '/id'), 'kinds');
    const text = write(takeChoice(first), 'x');
    expect(sent(text)).toEqual({ id: 'x' });
    expect(openPick(text, 'kinds').pick?.shown.length).toBe(2);
  });
});

describe('a paste', () => {
  it('of an object of parameters sets them, and one undo takes it back', () => {
    const ui = paste(openFormUi(schema), '{"note":"hi","count":9}');
    expect(JSON.parse(textToSend(ui))).toEqual({ note: 'hi', count: 9 });
    expect(textToSend(undo(ui))).toBe('{}');
  });

  it('of lines into a list makes rows', () => {
    const ui = paste(at(openFormUi(schema), '/tags'), 'one\ntwo\n');
    expect(JSON.parse(textToSend(ui))).toEqual({ tags: ['one', 'two'] });
  });
});

describe('rows of lists', () => {
  it('come and go', () => {
    const opened = change(at(openFormUi(schema), '/tags'), { do: 'open', path: ['tags'], open: true });
    const add = visibleFields(opened.form).find(({ role }) => role === 'add');
    const added = add && addRow(opened, add);
    expect(added && focusedRow(added)?.role).toBe('item');
    const row = added && focusedRow(added);
    expect(added && row && textToSend(removeRow(added, row))).toBe('{}');
  });
});

describe('left and right in a row without text', () => {
  it('unfold and go in, fold and go out', () => {
    const folded = at(openFormUi(schema), '/place');
    const opened = sideways(folded, 'right');
    expect(focusedRow(opened)).toMatchObject({ name: 'place', open: true });
    const inside = sideways(opened, 'right');
    expect(focusedRow(inside)?.name).toBe('city');
    expect(focusedRow(sideways(inside, 'left'))?.name).toBe('place');
    expect(focusedRow(sideways(opened, 'left'))?.open).toBe(false);
  });

  it('are nothing to undo', () => {
    const typed = write(openFormUi(schema), '7');
    const folded = sideways(at(typed, '/place'), 'right');
    expect(folded.past).toBe(typed.past);
  });
});

describe('what is added', () => {
  it('has the focus itself, not what is inside of it', () => {
    const groups = {
      type: 'object',
      properties: {
        rows: {
          type: 'array',
          items: { type: 'object', properties: { a: { type: 'string' }, b: { type: 'string' } } },
        },
      },
    };
    const opened = sideways(at(openFormUi(groups), '/rows'), 'right');
    const row = visibleFields(opened.form).find(({ role }) => role === 'add');
    expect(row && addRow(opened, row).focus).toBe('/rows/0');
  });
});

describe('a path', () => {
  it.each([
    ['@notes.txt', 'notes.txt'],
    ['@~/a b.txt ', '~/a b.txt'],
    ['@', undefined],
    ['ada@example.com', undefined],
    ['@one\n@two', undefined],
  ])('in %j is %s', (text, path) => {
    expect(filePathIn(write(at(openFormUi(schema), '/note'), text))).toBe(path);
  });
});

describe('finding', () => {
  it.each([
    ['cou', 'count'],
    ['plc', 'place'],
    ['anything', 'note'],
  ])('%s finds %s', (query, name) => {
    const ui = openFormUi(schema);
    const key = matchField(ui, query);
    expect(key && JSON.stringify(key)).toContain(name);
  });

  it('finds the next problem, round and round, until none is left', () => {
    const ui = openFormUi(schema);
    const problem = nextProblem(ui);
    expect(problem).toBe(ui.focus);
    expect(nextProblem(write(ui, '3'))).toBeUndefined();
  });
});

describe('the rows', () => {
  const theme = createTheme({ ascii: false, colour: false });
  const draw = (ui: FormUi, cells = 70): string[] => {
    const rows = formRows(ui, { theme, cells, rows: 20, active: true, buttons: ['Call'] });
    return Array.from({ length: rows.count }, (_, place) => rows.row(place).trimEnd());
  };

  it('show name, type, value, default and the button', () => {
    const text = draw(at(openFormUi(schema), BUTTON)).join('\n');
    expect(text).toContain('count *');
    expect(text).toContain('default: 3');
    expect(text).toContain('one of 2');
    expect(text).toContain('❯ [ Call ]');
  });

  it('show under the focused field what is known and what is wrong', () => {
    const text = draw(write(openFormUi(schema), '0')).join('\n');
    expect(text).toContain('at least 1');
    expect(text).toMatch(/✗ must be at least 1/);
  });

  it('mark the focused field, and it alone', () => {
    const marked = draw(openFormUi(schema)).filter((row) => row.startsWith('❯'));
    expect(marked).toHaveLength(1);
    expect(marked[0]).toContain('count');
  });

  it('say what is wrong with a field that has not the focus, too', () => {
    const wrong = moveFocus(write(openFormUi(schema), 'four'), 1);
    expect(draw(wrong).find((row) => row.includes('count'))).toMatch(/four ✗ must be/);
  });

  it('are no wider than the pane', () => {
    const long = 'x'.repeat(500);
    const ui = write(
      openFormUi({ type: 'object', properties: { [long]: { type: 'string', description: long } } }),
      long,
    );
    for (const cells of [20, 38, 70, 120]) {
      for (const row of draw(at(ui, BUTTON), cells)) expect(width(row)).toBeLessThanOrEqual(cells);
      const [name, ...below] = draw(ui, cells).filter((row) => /\S/.test(row.slice(0, cells)));
      expect(name).toMatch(/^❯ x{10}/);
      for (const row of below) expect(width(row)).toBeLessThanOrEqual(cells);
    }
  });

  it('are as many as are asked for, whatever the number of fields', () => {
    const properties = Object.fromEntries(
      Array.from({ length: 205 }, (_, field) => [`field${field}`, { type: 'string' }]),
    );
    const rows = formRows(openFormUi({ type: 'object', properties }), {
      theme,
      cells: 70,
      rows: 18,
      active: true,
      buttons: ['Call'],
    });
    expect(rows.count).toBe(207);
    expect(rows.position).toBe('1/205');
    expect(rows.row(204)).toContain('field204');
  });

  it('tell nothing, null, the empty text and its looks-alike apart without colour', () => {
    const properties = Object.fromEntries(
      'abcdef'.split('').map((name) => [name, { type: ['string', 'null'] }]),
    );
    const ui = openFormUi(
      { type: 'object', properties: { ...properties, f: { type: 'string', default: 'x' } } },
      '{"b":null,"c":"","d":"null","e":" x"}',
    );
    const shown = Object.fromEntries(
      draw(at(ui, BUTTON)).flatMap((row) => {
        const [, name, value] = /^ {2}([a-f]) +(?:string or null|string)(?: +(\S.*))?$/.exec(row) ?? [];
        return name === undefined ? [] : [[name, value ?? '']];
      }),
    );
    const past = ' (last value)';
    expect(shown).toEqual({
      a: '',
      b: `null${past}`,
      c: `""${past}`,
      d: `"null"${past}`,
      e: `" x"${past}`,
      f: 'default: x',
    });
  });

  it('say at the focused one where its value comes from, and what typing does', () => {
    expect(draw(openFormUi(schema, '{"count":5}')).join('\n')).toContain('last value; typing replaces it');
    const ui = formUi(openForm(schema, { defaults: true }));
    expect(draw(ui).join('\n')).toContain('default value; typing replaces it');
    expect(draw(write(ui, '7')).join('\n')).not.toContain('typing replaces it');
  });

  it('tell the whole of what is wrong with JSON while it is typed', () => {
    const ui = type(toJson(openFormUi(schema)), { type: 'replace', text: '{}x' });
    expect(draw(ui, 30).join(' ').replaceAll(/ +/g, ' ')).toMatch(/line 1, column 3: .*quotes/);
  });

  it('say what stands in a focused field that is empty', () => {
    const ui = openFormUi({ type: 'object', properties: { a: { type: ['string', 'null'] } } });
    const path = ['a'];
    expect(draw(ui)[0]).toContain('not set');
    expect(draw(change(ui, { do: 'null', path }))[0]).toContain('null');
    expect(draw(change(ui, { do: 'empty', path }))[0]).toContain('"" (empty string)');
  });

  it('leave room for names eleven levels down, and say where that is', () => {
    const deep = Array.from({ length: 11 }).reduce<object>(
      (inner) => ({ type: 'object', properties: { level: inner }, required: ['level'] }),
      { type: 'string' },
    );
    let ui = openFormUi(deep);
    for (let level = 0; level < 10; level++)
      ui = moveFocus(focusedRow(ui)?.open ? ui : sideways(ui, 'right'), 1);
    const text = draw(ui, 44);
    expect(text.find((row) => row.startsWith('❯'))).toContain('level *');
    expect(text.join('\n')).toContain('in …level.level.level');
  });

  it('open a group and add to a list', () => {
    const ui = openFormUi(schema);
    const opened = change(ui, { do: 'open', path: ['place'], open: true });
    expect(draw(opened).join('\n')).toContain('city');
    const added = change(change(ui, { do: 'open', path: ['tags'], open: true }), {
      do: 'add',
      path: ['tags'],
    });
    expect(draw(added).join('\n')).toMatch(/1\./);
  });
});

it('goes through the choices of a field in place, round and round', () => {
  const size = (ui: FormUi | undefined) => ui && focusedRow(ui)?.text;
  const before = at(openFormUi(schema), '/size');
  const right = stepChoice(before, 1);
  expect(size(right)).toBe('small');
  expect(size(right && stepChoice(right, 1))).toBe('large');
  expect(size(right && stepChoice(right, -1))).toBe('large');
  expect(size(stepChoice(before, -1))).toBe('large');
  expect(right?.focus).toBe(before.focus);
  expect(stepChoice(at(before, '/tags'), 1)).toBeUndefined();
});

describe('the first property of an empty map', () => {
  const ui = at(openFormUi({ type: 'object', properties: { env: { type: 'object' } } }), '/env');

  it.each([
    ['that nobody has unfolded', ui],
    ['that was folded again', sideways(sideways(ui, 'right'), 'left')],
  ])('has the focus, in a map %s', (_, before) => {
    expect(focusedRow(before)?.open).toBe(false);
    const added = addNamed(before, ['env'], 'HOME');
    expect(added.focus).toBe('/env/HOME');
    expect(textToSend(write(added, 'x'))).toBe('{"env":{"HOME":"x"}}');
  });
});
