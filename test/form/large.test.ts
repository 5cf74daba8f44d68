import { describe, expect, test } from 'vitest';
import { act } from '../../src/form/act.ts';
import { checkAgainst } from '../../src/form/check.ts';
import { argumentsText, argumentsValue, openForm } from '../../src/form/form.ts';
import { pasteInto } from '../../src/form/paste.ts';
import { visibleFields } from '../../src/form/rows.ts';
import { verdictOf } from '../../src/form/verdict.ts';

const COUNT = 20_000;
const names = Array.from({ length: COUNT }, (_, i) => `p${i}`);
const members = <T>(value: T) => Object.fromEntries(names.map((name) => [name, value]));

/** What each test does would take minutes if a key went through every pair of members. */
describe('a form with very many parameters', () => {
  const wide = { type: 'object', properties: members({ type: 'string', title: 'a word' }) };

  test('has a row for each, as a small one has', () => {
    const rows = visibleFields(openForm(wide));
    const small = visibleFields(openForm({ type: 'object', properties: { p0: wide.properties['p0'] } }));
    expect(rows).toHaveLength(COUNT);
    const { key, path, role, depth, name, title, required, kind, word, state, text, open, problem } =
      rows[0]!;
    expect({ key, path, role, depth, name, title, required, kind, word, state, text, open, problem }).toEqual(
      {
        open: undefined,
        problem: undefined,
        ...Object.fromEntries(
          ['key', 'path', 'role', 'depth', 'name', 'title', 'required', 'kind', 'word', 'state', 'text'].map(
            (member) => [member, small[0]?.[member as 'key']],
          ),
        ),
      },
    );
  });

  test('has the common choices of two long lists', () => {
    const choices = Array.from({ length: 100_000 }, (_, at) => `choice ${at}`);
    const one = { allOf: [{ enum: choices }, { enum: choices.slice(1) }], type: 'string' };
    const rows = visibleFields(openForm({ type: 'object', properties: { one } }));
    expect(rows[0]?.edited.schema.enum).toHaveLength(choices.length - 1);
  });

  test('takes what is typed in any of them, in the order of the schema', () => {
    let form = openForm(wide);
    for (const name of ['p19999', 'p7', 'p300']) form = act(form, { do: 'text', path: [name], text: name });
    expect(argumentsText(form)).toBe('{"p7":"p7","p300":"p300","p19999":"p19999"}');
    const rows = visibleFields(form);
    expect(rows.filter(({ state }) => state === 'set').map(({ name }) => name)).toEqual([
      'p7',
      'p300',
      'p19999',
    ]);
    const unset = act(form, { do: 'unset', path: ['p7'] });
    expect(visibleFields(unset)[7]?.state).toBe('absent');
  });

  test('takes a paste of them all, those that are there staying where they are', () => {
    const form = act(openForm(wide), { do: 'text', path: ['p5'], text: 'old' });
    const pasted = pasteInto(
      form,
      ['p0'],
      JSON.stringify(Object.fromEntries(names.toReversed().map((name) => [name, name]))),
    );
    expect(Object.keys(argumentsValue(pasted!) as object)).toEqual(names);
    expect(visibleFields(pasted!)[5]?.text).toBe('p5');
  });

  test('all required: the first thousand are told', () => {
    const form = openForm({ ...wide, required: names });
    expect(verdictOf(form).problems).toHaveLength(1_000);
    expect(visibleFields(form)[999]?.problem).toBe('is required');
  });

  test('lists take as many lines', () => {
    const form = openForm({
      type: 'object',
      properties: { list: { type: 'array', items: { type: 'integer' } } },
    });
    const pasted = pasteInto(form, ['list'], names.map((_, i) => i).join('\n'));
    expect(argumentsValue(pasted!)).toEqual({ list: names.map((_, i) => i) });
    const again = pasteInto(pasted!, ['list', 1], 'a\nb');
    expect((argumentsValue(again!) as { list: unknown[] }).list.slice(0, 4)).toEqual([0, 'a', 'b', 2]);
  });
});

/** A schema that doubles with each of so many levels. */
const doubled = (levels: number): object =>
  levels === 0
    ? { type: 'number' }
    : { anyOf: [doubled(levels - 1), { title: `${levels}`, ...doubled(levels - 1) }] };

describe('a form with very many variants', () => {
  test.each<[string, object]>([
    ['next to each other', { oneOf: names.map((name) => ({ type: 'object', required: [name] })) }],
    [
      'told apart by a constant',
      { oneOf: names.map((name) => ({ properties: { kind: { const: name } }, required: ['kind'] })) },
    ],
    ['in each other', doubled(14)],
    ['only asking', { type: 'object', anyOf: names.map((name) => ({ required: [name] })) }],
  ])('%s', (_, schema) => {
    const form = openForm({
      type: 'object',
      properties: { a: schema, b: { type: 'string' } },
      required: ['a'],
    });
    const typed = act(form, { do: 'json', path: ['a'], text: '{"x": 1}' });
    expect(visibleFields(typed).map(({ name }) => name)).toContain('b');
    for (const { sentence } of verdictOf(typed).problems) expect(sentence.length).toBeLessThan(300);
  });
});

describe('values that are large', () => {
  test.each<[string, object, unknown, boolean]>([
    ['all different', { uniqueItems: true }, names, true],
    ['one twice, far apart', { uniqueItems: true }, [...names, 'p3'], false],
    ['objects, all different', { uniqueItems: true }, names.map((name, i) => ({ name, i })), true],
    [
      'the same members in another order',
      { uniqueItems: true },
      [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ],
      false,
    ],
    ['of many choices', { items: { enum: names.slice(0, 200) } }, names.slice(0, 200), true],
  ])('%s', (_, schema, value, right) => {
    expect(checkAgainst(schema, value)).toEqual({ problems: right ? [] : [expect.anything()] });
  });
});
