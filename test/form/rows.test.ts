import { describe, expect, test } from 'vitest';
import type { Action } from '../../src/form/act.ts';
import { type Form, openForm } from '../../src/form/form.ts';
import { type FieldRow, formProblems, visibleFields } from '../../src/form/rows.ts';
import { verdictOf } from '../../src/form/verdict.ts';
import { done, go, schema } from './sample.ts';

const form = openForm(schema);

/** A row as a line of a picture: indentation, name, marks, editor, text. */
function line({ depth, role, name, required, kind, open, state, text, problem, by }: FieldRow): string {
  const mark = open === undefined ? '' : open ? ' ▾' : ' ▸';
  const value = state === 'absent' ? '-' : text;
  const tail = [by, problem].filter((one) => one !== undefined).map((one) => ` (${one})`);
  if (role === 'add') return `${'  '.repeat(depth)}+ ${name}`;
  return `${'  '.repeat(depth)}${name}${required ? '*' : ''}${mark} ${kind} ${value}${tail.join('')}`;
}

const lines = (of: Form) => visibleFields(of).map(line);
const rowsAt = (of: Form, name: string) => lines(of).filter((one) => one.trimStart().startsWith(name));

describe('rows', () => {
  test('of an untouched form are its parameters in order', () => {
    expect(lines(form)).toEqual([
      'text text -',
      'must text -',
      'count integer -',
      'flag boolean -',
      'sure boolean -',
      'size choice -',
      'tags ▸ list -',
      'need ▸ list -',
      'some multi-choice -',
      'person ▸ group -',
      'people ▸ list -',
      'map ▸ map -',
      'free ▸ map -',
      'anything json -',
      'maybe number -',
      'either text -',
      'pet union -',
      'tree ▸ group -',
      'point ▸ list -',
      'kind choice -',
    ]);
  });

  test('do not move while a form is filled in', () => {
    const filled = done(form, go('text', ['maybe'], '1'), go('text', ['text'], 'x'));
    expect(visibleFields(filled).map(({ name }) => name)).toEqual(
      visibleFields(form).map(({ name }) => name),
    );
  });

  test('have required parameters first, then remembered ones', () => {
    const again = openForm({ ...schema, required: ['kind', 'must'] }, { initial: '{"maybe": 1, "own": 2}' });
    const names = visibleFields(again).map(({ name }) => name);
    expect([...names.slice(0, 4), names.at(-1)]).toEqual(['must', 'kind', 'maybe', 'text', 'own']);
  });

  test.each<[string, readonly Action[], string, readonly string[]]>([
    [
      'an unfolded list',
      [go('set', ['tags'], '["a",1]'), go('open', ['tags'], true)],
      'tags',
      ['tags ▾ list ["a",1]'],
    ],
    [
      'a folded list with a fault',
      [go('set', ['tags'], '["a",1]')],
      'tags',
      ['tags ▸ list ["a",1] (1 problem inside)'],
    ],
    ['a wrong number', [go('text', ['count'], 'four')], 'count', ['count integer four (must be an integer)']],
    [
      'a list where text should be',
      [go('set', ['text'], '["a"]')],
      'text',
      ['text json ["a"] (must be a string)'],
    ],
    [
      'null where it should not be',
      [go('null', ['count'])],
      'count',
      ['count integer null (must be an integer)'],
    ],
    ['an option as it is shown', [go('choose', ['size'], 1)], 'size', ['size choice one']],
    [
      'a fault in a multi-choice',
      [go('set', ['some'], '["x","q"]')],
      'some',
      ['some json ["x","q"] (must be one of: x, y, z)'],
    ],
    ['the variant of a union', [go('pick', ['pet'], 1)], 'pet', ['pet ▾ group {"kind":"dog"}']],
    [
      'half-typed JSON',
      [go('text', ['anything'], '{')],
      'anything',
      ['anything json { (a property name is missing: the text ends too early (line 1, column 2))'],
    ],
    [
      'typed JSON where a group should be',
      [go('json', ['person'], '{"name":"A"}')],
      'person',
      ['person ▸ group {"name":"A"}'],
    ],
  ])('%s', (_, actions, name, expected) => {
    expect(rowsAt(done(form, ...actions), name)).toEqual(expected);
  });

  test('of groups, lists and maps stand below them when they are unfolded', () => {
    const only = (name: 'people' | 'map' | 'tree') => ({
      type: 'object',
      properties: { [name]: schema.properties[name] },
      $defs: schema.$defs,
    });
    const people = done(openForm(only('people')), go('add', ['people']));
    expect(lines(people)).toEqual(
      [
        'people ▾ list [{}] ',
        '  1.* ▾ group {}',
        '    name* text - (is required)',
        '    age integer -',
        '  + add an item',
      ].map((one) => one.trimEnd()),
    );
    const map = done(openForm(only('map')), go('open', ['map'], true), go('add', ['map'], 'a'));
    expect(lines(map)).toEqual(['map ▾ map -', '  a* number - (needs a value)', '  + add a property']);
    const tree = done(
      openForm(only('tree')),
      go('open', ['tree'], true),
      go('open', ['tree', 'child'], true),
    );
    expect(lines(tree)).toEqual([
      'tree ▾ group -',
      '  value text -',
      '  child ▾ group -',
      '    value text -',
      '    child ▸ group -',
    ]);
  });

  test('of required groups are there from the start, but not for ever', () => {
    const endless = {
      $ref: '#/$defs/n',
      $defs: { n: { type: 'object', properties: { n: { $ref: '#/$defs/n' } }, required: ['n'] } },
    };
    expect(lines(openForm(endless))).toEqual([
      'n* ▾ group - (is required)',
      '  n* ▾ group -',
      '    n* ▾ group -',
      '      n* ▸ group -',
    ]);
  });

  test('a group stays unfolded while it is typed into', () => {
    const need = openForm({ properties: { person: schema.properties.person }, required: ['person'] });
    expect(lines(done(need, go('text', ['person', 'age'], '3')))).toEqual([
      'person* ▾ group {"age":3}',
      '  name* text - (is required)',
      '  age integer 3',
    ]);
  });

  test('of a root that is no group begin with the root itself', () => {
    expect(lines(openForm({ oneOf: [{ properties: { a: {} } }, { properties: { b: {} } }] }))).toEqual([
      'arguments* union - (needs a choice of a or b)',
    ]);
    expect(lines(openForm(null))).toEqual(['arguments* json -']);
    for (const free of [{ type: 'object' }, {}, true, { description: 'd' }]) {
      expect(lines(openForm(free))).toEqual([]);
    }
    expect(lines(openForm({ type: 'object', additionalProperties: false }))).toEqual([]);
  });

  test('have keys that tell all of them apart', () => {
    const odd = JSON.parse(
      '{"properties": {"a+": {}, "a/b": {}, "a": {"properties": {"b": {}}}, "__proto__": {}, "": {}, "0": {}}, "additionalProperties": true}',
    );
    const keys = visibleFields(done(openForm(odd), go('open', ['a'], true))).map(({ key }) => key);
    expect(new Set(keys).size).toBe(8);
  });

  test('offer no item beyond the most there may be', () => {
    const list = openForm({ properties: { a: { type: 'array', items: { type: 'string' }, maxItems: 1 } } });
    expect(lines(done(list, go('add', ['a'])))).toEqual(['a ▾ list -', '  1.* text - (needs a value)']);
  });

  test('offer no item where a tuple has none', () => {
    const items = { prefixItems: [{ type: 'string' }], items: false };
    const tuple = openForm({ properties: { a: { type: 'array', ...items } } });
    expect(lines(done(tuple, go('add', ['a'])))).toEqual(['a ▾ list -', '  1.* text - (needs a value)']);
  });

  test('mark what was filled in', () => {
    const filled = openForm(
      { properties: { v: { const: 1 }, w: { default: 2, type: 'integer' } }, required: ['v'] },
      { defaults: true },
    );
    expect(lines(filled)).toEqual(['v* choice 1 (constant)', 'w integer 2 (default)']);
  });

  test.each([
    ['date', 'today', 'problem', 'is not a valid date (example: 2026-01-31)'],
    ['date', '2026-13-99', 'problem', 'is not a valid date (example: 2026-01-31)'],
    ['date', '2027-02-30', 'problem', 'is not a valid date (example: 2026-01-31)'],
    ['date', '2028-02-29', undefined, undefined],
    ['date-time', '2026-01-31', 'problem', 'is not a valid date-time (example: 2026-01-31T14:30:00Z)'],
    ['email', 'nomail', 'problem', 'is not a valid email (example: ada@example.com)'],
    ['email', 'ada@example.com', undefined, undefined],
    ['ipv4', '1.2.3', 'problem', 'is not a valid ipv4 (example: 192.0.2.1)'],
    ['time', '14:30', 'hint', 'is not a valid time (example: 14:30:00Z)'],
    ['uri', 'no uri', 'hint', 'is not a valid uri (example: https://example.com/a)'],
    ['own', 'x', undefined, undefined],
  ] as const)('tell of the format %s where %s is none', (format, text, how, sentence) => {
    const schema = {
      properties: {
        v: { type: 'string', format },
        inner: { type: 'object', properties: { v: { type: 'string', format } } },
      },
    };
    const form = done(openForm(schema), go('text', ['v'], text), go('text', ['inner', 'v'], text));
    const rows = visibleFields(form).filter(({ name }) => name === 'v');
    const [row] = rows;
    expect([row?.problem, row?.hint]).toEqual([
      how === 'problem' ? sentence : undefined,
      how === 'hint' ? sentence : undefined,
    ]);
    expect(verdictOf(form).problems.length).toBe(how === 'problem' ? 2 : 0);
  });

  test('hint at numbers that others round', () => {
    const [row] = visibleFields(
      done(openForm({ properties: { n: { type: 'integer' } } }), go('text', ['n'], '9007199254740993')),
    );
    expect([row?.hint, row?.text]).toEqual([
      'is sent as typed; many programs round numbers beyond 2^53',
      '9007199254740993',
    ]);
  });

  test('leave what belongs to no parameter to the top of the form', () => {
    const either = { properties: { url: {}, id: {} }, anyOf: [{ required: ['url'] }, { required: ['id'] }] };
    expect(formProblems(openForm(either))).toEqual(['needs url or id']);
    expect(lines(openForm(either))).toEqual(['url json -', 'id json -']);
  });
});
