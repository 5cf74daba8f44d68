import { describe, expect, test } from 'vitest';
import { type Action, act } from '../../src/form/act.ts';
import { argumentsText, openForm } from '../../src/form/form.ts';
import { done, go, said, schema } from './sample.ts';

const opened = openForm({ ...schema, required: ['must', 'sure', 'need'] });
const optional = openForm(schema);

const sent = (...actions: readonly Action[]) => argumentsText(done(optional, ...actions));

describe('absent, null, empty and value are four things', () => {
  test.each<[string, readonly Action[], string]>([
    ['untouched', [], '{}'],
    ['text', [go('text', ['text'], 'x')], '{"text":"x"}'],
    ['text that looks like a number', [go('text', ['text'], '42')], '{"text":"42"}'],
    ['text that was cleared', [go('text', ['text'], 'x'), go('text', ['text'], '')], '{}'],
    ['empty text on purpose', [go('empty', ['text'])], '{"text":""}'],
    ['null on purpose', [go('null', ['text'])], '{"text":null}'],
    ['unset again', [go('null', ['text']), go('unset', ['text'])], '{}'],
    ['digits as typed', [go('text', ['count'], '9007199254740993')], '{"count":9007199254740993}'],
    ['a fraction as typed', [go('text', ['count'], ' 1.0 ')], '{"count":1.0}'],
    ['no number yet', [go('text', ['count'], '-')], '{"count":"-"}'],
    ['a number that was cleared', [go('text', ['count'], '1'), go('text', ['count'], '')], '{}'],
    ['true', [go('toggle', ['flag'])], '{"flag":true}'],
    ['false', [go('toggle', ['flag']), go('toggle', ['flag'])], '{"flag":false}'],
    ['absent again', [go('toggle', ['flag']), go('toggle', ['flag']), go('toggle', ['flag'])], '{}'],
    ['typed', [go('text', ['flag'], 'false')], '{"flag":false}'],
    ['an option with its own type', [go('choose', ['size'], 0)], '{"size":1}'],
    ['an option that is null', [go('choose', ['size'], 3)], '{"size":null}'],
    ['an option by its label', [go('text', ['size'], 'true')], '{"size":true}'],
    ['an option there is none of', [go('choose', ['size'], 9)], '{}'],
    ['null where it is right', [go('null', ['maybe'])], '{"maybe":null}'],
    ['a constant nobody asked for', [go('choose', ['kind'], 0)], '{"kind":"fixed"}'],
  ])('%s', (_, actions, text) => {
    expect(sent(...actions)).toBe(text);
  });

  test('a required text that is cleared is the empty text', () => {
    const form = done(opened, go('text', ['must'], 'x'), go('text', ['must'], ''));
    expect(argumentsText(form)).toBe('{"must":""}');
  });

  test('a required boolean is true or false once it is set', () => {
    const form = done(opened, ...[1, 2, 3].map(() => go('toggle', ['sure'])));
    expect(argumentsText(form)).toBe('{"sure":true}');
  });

  test('untouched, exactly the required are missed', () => {
    expect(said(opened)).toEqual(['must: is required', 'sure: is required', 'need: is required']);
  });
});

describe('lists', () => {
  test.each<[string, readonly Action[], string]>([
    ['a row', [go('add', ['tags']), go('text', ['tags', 0], 'a')], '{"tags":["a"]}'],
    ['a row without a value is not sent', [go('add', ['tags'])], '{}'],
    [
      'a row in the middle',
      [go('set', ['tags'], '["a","c"]'), go('add', ['tags'], 1), go('text', ['tags', 1], 'b')],
      '{"tags":["a","b","c"]}',
    ],
    ['an empty text in a row', [go('add', ['tags']), go('empty', ['tags', 0])], '{"tags":[""]}'],
    ['a row that was cleared', [go('set', ['tags'], '["a"]'), go('text', ['tags', 0], '')], '{"tags":[""]}'],
    ['a row removed', [go('set', ['tags'], '["a","b"]'), go('remove', ['tags', 0])], '{"tags":["b"]}'],
    ['the last row removed', [go('set', ['tags'], '["a"]'), go('remove', ['tags', 0])], '{}'],
    [
      'a row moved down',
      [go('set', ['tags'], '["a","b"]'), go('move', ['tags', 0], 1)],
      '{"tags":["b","a"]}',
    ],
    [
      'a row moved to the first place',
      [go('set', ['tags'], '["a","b","c"]'), go('move', ['tags', 1], -1)],
      '{"tags":["b","a","c"]}',
    ],
    [
      'a row moved before the first',
      [go('set', ['tags'], '["a","b"]'), go('move', ['tags', 0], -1)],
      '{"tags":["a","b"]}',
    ],
    [
      'a row moved beyond the end',
      [go('set', ['tags'], '["a","b"]'), go('move', ['tags', 1], 1)],
      '{"tags":["a","b"]}',
    ],
    ['the empty list on purpose', [go('empty', ['tags'])], '{"tags":[]}'],
    [
      'options in and out',
      [go('toggle', ['some'], 1), go('toggle', ['some'], 0), go('toggle', ['some'], 1)],
      '{"some":["x"]}',
    ],
    ['the last option out', [go('toggle', ['some'], 1), go('toggle', ['some'], 1)], '{}'],
    [
      'a row that is a group',
      [go('add', ['people']), go('text', ['people', 0, 'name'], 'A')],
      '{"people":[{"name":"A"}]}',
    ],
    [
      'a tuple',
      [
        go('add', ['point']),
        go('text', ['point', 0], '1'),
        go('add', ['point']),
        go('text', ['point', 1], '1'),
      ],
      '{"point":[1,"1"]}',
    ],
  ])('%s', (_, actions, text) => {
    expect(sent(...actions)).toBe(text);
  });

  test('a row without a value is a problem', () => {
    expect(said(done(optional, go('add', ['tags'])))).toEqual(['tags[0]: needs a value']);
  });

  test('a required list that loses its last row is empty', () => {
    const form = done(opened, go('add', ['need']), go('remove', ['need', 0]));
    expect(argumentsText(form)).toBe('{"need":[]}');
  });
});

describe('groups and maps', () => {
  test.each<[string, readonly Action[], string]>([
    ['unfolding sends nothing', [go('open', ['person'], true)], '{}'],
    ['a member brings the group', [go('text', ['person', 'age'], '3')], '{"person":{"age":3}}'],
    [
      'members in the order of the schema',
      [go('text', ['person', 'age'], '3'), go('text', ['person', 'name'], 'A')],
      '{"person":{"name":"A","age":3}}',
    ],
    [
      'a group whose last member is cleared',
      [go('text', ['person', 'age'], '3'), go('text', ['person', 'age'], '')],
      '{}',
    ],
    ['the empty group on purpose', [go('empty', ['person'])], '{"person":{}}'],
    [
      'recursion, level by level',
      [go('text', ['tree', 'child', 'child', 'value'], 'x')],
      '{"tree":{"child":{"child":{"value":"x"}}}}',
    ],
    ['a member of a map', [go('add', ['map'], 'a'), go('text', ['map', 'a'], '1')], '{"map":{"a":1}}'],
    [
      'a name that is there',
      [go('add', ['map'], 'a'), go('text', ['map', 'a'], '1'), go('add', ['map'], 'a')],
      '{"map":{"a":1}}',
    ],
    [
      'a member renamed',
      [go('set', ['map'], '{"a":1,"b":2}'), go('rename', ['map', 'a'], 'c')],
      '{"map":{"c":1,"b":2}}',
    ],
    [
      'a member renamed to one that is there',
      [go('set', ['map'], '{"a":1,"b":2}'), go('rename', ['map', 'a'], 'b')],
      '{"map":{"a":1,"b":2}}',
    ],
    [
      'a member removed',
      [go('set', ['map'], '{"a":1,"b":2}'), go('remove', ['map', 'a'])],
      '{"map":{"b":2}}',
    ],
    [
      'any JSON in a free-form object',
      [go('add', ['free'], ''), go('text', ['free', ''], '[1.0]')],
      '{"free":{"":[1.0]}}',
    ],
    [
      'a name of every object',
      [go('add', ['free'], '__proto__'), go('text', ['free', '__proto__'], '1')],
      '{"free":{"__proto__":1}}',
    ],
  ])('%s', (_, actions, text) => {
    expect(sent(...actions)).toBe(text);
  });

  test('a member without a value is a problem', () => {
    expect(said(done(optional, go('add', ['map'], 'a')))).toEqual(['map.a: needs a value']);
  });
});

describe('unions and any JSON', () => {
  test.each<[string, readonly Action[], string]>([
    [
      'JSON is the first editor of any value',
      [go('text', ['anything'], ' {"a": 1.0} ')],
      '{"anything":{"a": 1.0}}',
    ],
    [
      'JSON over several lines is sent on one',
      [go('text', ['anything'], '[1,\r\n 2]')],
      '{"anything":[1,  2]}',
    ],
    [
      'text that looks like JSON',
      [go('pick', ['anything'], 1), go('text', ['anything'], '42')],
      '{"anything":"42"}',
    ],
    [
      'a list of any values',
      [go('pick', ['anything'], 4), go('add', ['anything']), go('text', ['anything', 0], '1')],
      '{"anything":[1]}',
    ],
    ['a type that can be typed is there from the start', [go('text', ['either'], '42')], '{"either":"42"}'],
    [
      'another type keeps the text',
      [go('text', ['either'], '42'), go('pick', ['either'], 1)],
      '{"either":42}',
    ],
    [
      'and back',
      [go('text', ['either'], '42'), go('pick', ['either'], 1), go('pick', ['either'], 0)],
      '{"either":"42"}',
    ],
    ['a variant brings its constant', [go('pick', ['pet'], 0)], '{"pet":{"kind":"cat"}}'],
    [
      'another drops what is not its own',
      [
        go('pick', ['pet'], 0),
        go('text', ['pet', 'lives'], '9'),
        go('text', ['pet', 'name'], 'A'),
        go('pick', ['pet'], 1),
      ],
      '{"pet":{"name":"A","kind":"dog"}}',
    ],
    [
      'a variant is known by its value',
      [go('set', ['pet'], '{"kind":"dog"}'), go('text', ['pet', 'breed'], 'B')],
      '{"pet":{"kind":"dog","breed":"B"}}',
    ],
  ])('%s', (_, actions, text) => {
    expect(JSON.parse(sent(...actions))).toEqual(JSON.parse(text));
    expect(sent(...actions)).toHaveLength(text.length);
  });

  test('only the variant that was picked is explained', () => {
    const form = done(
      optional,
      go('pick', ['pet'], 0),
      go('unset', ['pet', 'kind']),
      go('empty', ['pet', 'toys']),
    );
    expect(said(form)).toEqual(['pet.toys.a: is required']);
  });

  test('half-typed JSON says where it ends', () => {
    expect(said(done(optional, go('text', ['anything'], '[1')))).toEqual([
      'anything: a comma or ] is missing: the text ends too early (line 1, column 3)',
    ]);
  });

  test('a root that is a union needs a choice first', () => {
    const root = openForm({
      type: 'object',
      oneOf: [
        { properties: { kind: { const: 'email' }, to: { type: 'string' } }, required: ['kind', 'to'] },
        { properties: { kind: { const: 'sms' } }, required: ['kind'] },
      ],
    });
    expect([argumentsText(root), said(root)]).toEqual(['{}', [': needs a choice of email or sms']]);
    const sms = act(root, { do: 'pick', path: [], variant: 1 });
    expect([argumentsText(sms), said(sms)]).toEqual(['{"kind":"sms"}', []]);
  });
});
