import { describe, expect, it } from 'vitest';
import { write } from '../../src/json/write.ts';
import { type CompareHow, compareAnswers, type Level, noiseBetween } from '../../src/replay/compare.ts';

const message = (result: string, id: number | string = 1): string =>
  `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}`;
const inText = (json: string): string => `{"text":${JSON.stringify(json)}}`;

/** Each difference in one line; kinds and noise behind it. */
function told(was: string, is: string, how: Partial<CompareHow> = {}): readonly string[] {
  const { differences, kinds, noise } = compareAnswers(was, is, { level: 'values', ...how });
  return [
    ...differences.map((one) =>
      [
        one.kind,
        one.pointer,
        ...('was' in one ? [write(one.was)] : []),
        ...('is' in one ? ['→', write(one.is)] : []),
      ].join(' '),
    ),
    ...kinds.map(({ pointer, kind }) => `${kind} ${pointer}`),
    ...noise.map((pointer) => `noise ${pointer}`),
  ];
}

const UUIDS = ['"a83dbc98-7224-4ea5-907c-a6de4e5e994c"', '"b9cdcd9b-2b4d-4f63-8a5a-4f3210b0bab5"'] as const;
const TIMES = ['"2026-11-28T14:09:04.470Z"', '"2026-11-28T14:09:04.471Z"'] as const;

const BARE = UUIDS.map((text) => text.slice(1, -1));

type Row = readonly [what: string, was: string, is: string, ...told: string[]];

describe('by values', () => {
  it.each<Row>([
    ['nothing', '{"a":[1,{"b":null}]}', '{"a":[1,{"b":null}]}'],
    ['white space and the order of members', '{"a":1,"b":2}', '{ "b": 2, "a": 1 }'],
    ['the spelling of numbers', '[1.0,1e3,-0]', '[1,1000,0]'],
    ['the spelling of strings', '["\\u0041\\u00e9\\/"]', '["Aé/"]'],
    ['strings composed otherwise', '["\\u00e9"]', '["e\\u0301"]', `value /result/0 "\u00e9" → "e\u0301"`],
    [
      'numbers a double cannot tell apart',
      '[9007199254740992]',
      '[9007199254740993]',
      'value /result/0 9007199254740992 → 9007199254740993',
    ],
    ['what is redacted', '{"a":"[redacted]","b":"x [redacted] y"}', '{"a":"1","b":"x 1 y"}'],
    ['what is redacted and no text now', '["[redacted]"]', '[1]', 'type /result/0 "[redacted]" → 1'],
    [
      'more than is redacted',
      '["x [redacted] y"]',
      '["x 1 z"]',
      'value /result/0 "x [redacted] y" → "x 1 z"',
    ],
    [
      'what is redacted in JSON in a text',
      inText('{"a":"[redacted]","b":1}'),
      inText('{"a":"x","b":2}'),
      'value /result/text/b 1 → 2',
    ],
    [
      'what came beside what is redacted in JSON in a text',
      inText('{"a":"[redacted]","b":1}'),
      inText('{"a":"x","c":2,"b":1}'),
      'added /result/text/c → 2',
    ],
    ['a number for a text of it', '{"n":7}', '{"n":"7"}', 'type /result/n 7 → "7"'],
    ['null for nothing', '{"a":null}', '{}', 'missing /result/a null'],
    ['nothing for null', '{}', '{"a":null}', 'added /result/a → null'],
    [
      'an inner id, which is left out by nobody',
      '{"owner":{"id":7}}',
      '{"owner":{"id":8}}',
      'value /result/owner/id 7 → 8',
    ],
    ['metadata', '{"_meta":{"a/b":1}}', '{"_meta":{"a/b":2}}', 'value /result/_meta/a~1b 1 → 2'],
    ['the order of elements', '[1,2]', '[2,1]', 'value /result/0 1 → 2', 'value /result/1 2 → 1'],
    [
      'elements more and less',
      '[[1],[1,2]]',
      '[[1,2],[1]]',
      'added /result/0/1 → 2',
      'missing /result/1/1 2',
    ],
    ['a name twice, of which the last counts', '{"a":1,"a":2}', '{"a":2}'],
    ['UUIDs', `[${UUIDS[0]}]`, `[${UUIDS[1]}]`, 'uuid /result/0'],
    ['times', `[${TIMES[0]}]`, `[${TIMES[1]}]`, 'time /result/0'],
    ['durations', '["PT0.1S"]', '["PT0.25S"]', 'duration /result/0'],
    ['two kinds', `[${UUIDS[0]}]`, `[${TIMES[0]}]`, `value /result/0 ${UUIDS[0]} → ${TIMES[0]}`],
    ['what was redacted', '{"token":"[redacted]"}', '{"token":"s3cret"}'],
    ['a text around what was redacted', '["key [redacted], [redacted]."]', '["key a, b."]'],
    [
      'another text around it',
      '["key [redacted]."]',
      '["the key s3cret."]',
      'value /result/0 "key [redacted]." → "the key s3cret."',
    ],
    [
      'a time within a sentence',
      '["at 2026-11-28T14:09:04Z"]',
      '["at 2026-11-28T14:09:05Z"]',
      'time /result/0',
    ],
    [
      'a UUID and a time within a sentence',
      `{"text":"Order ${BARE[0]} made at 2026-11-28T14:09:04Z: total 30"}`,
      `{"text":"Order ${BARE[1]} made at 2026-11-28T14:09:05Z: total 30"}`,
      'uuid /result/text',
      'time /result/text',
    ],
    [
      'more than they within a sentence',
      `["Order ${BARE[0]}: total 30"]`,
      `["Order ${BARE[1]}: total 31"]`,
      `value /result/0 "Order ${BARE[0]}: total 30" → "Order ${BARE[1]}: total 31"`,
    ],
    [
      'a UUID in place of a time within a sentence',
      '["at 2026-11-28T14:09:04Z"]',
      `["at ${BARE[1]}"]`,
      `value /result/0 "at 2026-11-28T14:09:04Z" → "at ${BARE[1]}"`,
    ],
    ['no error, said and not said', '{"content":[],"isError":false}', '{"content":[]}'],
    ['no error, not said and said', '{"content":[]}', '{"isError":false,"content":[]}'],
    ['the state of a request', '{"requestState":"a"}', '{"requestState":"b"}'],
    ['a state of a request that is gone', '{"requestState":"a"}', '{}', 'missing /result/requestState "a"'],
    [
      'the same names in what a tool answers',
      '{"structuredContent":{"isError":false,"requestState":"a"}}',
      '{"structuredContent":{"requestState":"b"}}',
      'missing /result/structuredContent/isError false',
      'value /result/structuredContent/requestState "a" → "b"',
    ],
    [
      'a time as a number',
      '[1795874934621]',
      '[1795874934622]',
      'value /result/0 1795874934621 → 1795874934622',
    ],
    [
      'an id of no known form',
      '["V1StGXR8_Z5jdHi6B-myT"]',
      '["IRFa-VaY2b8Kf0tqSDLMn"]',
      'value /result/0 "V1StGXR8_Z5jdHi6B-myT" → "IRFa-VaY2b8Kf0tqSDLMn"',
    ],
    [
      'JSON in a text, ordered and spaced otherwise',
      inText('{"a":1,"b":[2]}'),
      inText('{\n  "b": [2.0],\n  "a": 1\n}\n'),
    ],
    [
      'a leaf of JSON in a text',
      inText('{"a":{"b":1}}'),
      inText('{"a":{"b":2}}'),
      'value /result/text/a/b 1 → 2',
    ],
    [
      'a leaf of JSON in JSON in a text',
      inText(inText('{"a":1}')),
      inText(inText('{"a":2}')),
      'value /result/text/text/a 1 → 2',
    ],
    ['a kind in a text', inText(`{"at":${TIMES[0]}}`), inText(`{"at":${TIMES[1]}}`), 'time /result/text/at'],
    [
      'a text that is no longer JSON',
      inText('{"a":1}'),
      inText('none'),
      'value /result/text "{\\"a\\":1}" → "none"',
    ],
    ['JSON that becomes an array', inText('{"a":1}'), inText('[1]'), 'type /result/text {"a":1} → [1]'],
    ['texts that are scalars of JSON', inText('1.0'), inText('1'), 'value /result/text "1.0" → "1"'],
    [
      'binary data',
      '{"blob":"iVBORw0K"}',
      '{"blob":"iVBORw0L"}',
      'value /result/blob "iVBORw0K" → "iVBORw0L"',
    ],
    [
      'a call that now fails',
      '{"content":[]}',
      '{"content":[],"isError":true}',
      'added /result/isError → true',
    ],
    [
      'a member named like one of Object',
      '{"__proto__":1,"toString":2}',
      '{"__proto__":2,"toString":2}',
      'value /result/__proto__ 1 → 2',
    ],
  ])('%s', (_, was, is, ...expected) => {
    expect(told(message(was), message(is, 'other'))).toEqual(expected);
  });

  it('says when a result came in place of an error, and the other way round', () => {
    const error = '{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"no","data":{"id":1}}}';
    expect(told(error, message('{}'))).toEqual([
      'status /error {"code":-32602,"message":"no","data":{"id":1}}',
    ]);
    expect(told(message('{}'), error)).toEqual([
      'status /error → {"code":-32602,"message":"no","data":{"id":1}}',
    ]);
    expect(told(error, error.replace('"id":1}}', '"id":2}}'))).toEqual(['value /error/data/id 1 → 2']);
  });

  it('compares as a whole what is deeper than anybody reads', () => {
    const deep = (leaf: string) => message(`${'['.repeat(5_000)}${leaf}${']'.repeat(5_000)}`);
    expect(compareAnswers(deep('1'), deep('1.0'), { level: 'values' }).differences).toEqual([]);
    const { differences } = compareAnswers(deep('1'), deep('2'), { level: 'values' });
    expect(differences.map(({ pointer }) => pointer)).toEqual([`/result${'/0'.repeat(65)}`]);
  });
});

describe('what is left out', () => {
  const was = message('{"a":{"b":1,"c":[{"id":1},{"id":2}]},"text":"{\\"n\\":1}"}');
  const is = message('{"a":{"b":2,"c":[{"id":3},{"id":4}]},"text":"{\\"n\\":2}"}');
  it.each([
    [['/result/a'], ['/result/text/n']],
    [
      ['/result/a/b', '/result/text/n'],
      ['/result/a/c/0/id', '/result/a/c/1/id'],
    ],
    [['/result/a/c/*/id', '/result/text'], ['/result/a/b']],
    [['/result/a/c/0'], ['/result/a/b', '/result/a/c/1/id', '/result/text/n']],
    [['/result'], []],
    [[''], []],
    [['/result/a/c/*'], ['/result/a/b', '/result/text/n']],
    [['/resu'], ['/result/a/b', '/result/a/c/0/id', '/result/a/c/1/id', '/result/text/n']],
  ])('%j', (ignore, pointers) => {
    for (const level of ['values', 'bytes'] as Level[])
      expect(compareAnswers(was, is, { level, ignore }).differences.map(({ pointer }) => pointer)).toEqual(
        pointers,
      );
  });

  it('leaves out what the server named itself in each session', () => {
    const names = new Map([['task-2', 'task-1']]);
    const [one, other] = [
      message('{"id":"task-1","text":"see task-1"}'),
      message('{"id":"task-2","text":"see task-2"}'),
    ];
    expect(told(one, other, { names })).toEqual([]);
    expect(told(one, other, { names, level: 'bytes' })).toEqual([]);
    expect(told(one, message('{"id":"task-3","text":"see task-2"}'), { names })).toEqual([
      'value /result/id "task-1" → "task-3"',
    ]);
  });

  it.each<Row>([
    ['a name in the place of another', '["a is t1, b is t2"]', '["a is t2, b is t1"]'],
    ['a name that begins as another does', '["task-1 task-10"]', '["task-3 task-30"]'],
    ['a name with signs of patterns', '["(x.y)"]', '["(a+b)"]'],
    ['part of a word', '["t1ny"]', '["t2ny"]', 'value /result/0 "t1ny" → "t2ny"'],
    ['a number where it is an id', '{"taskId":"2","n":"7"}', '{"taskId":"3","n":"7"}'],
    ['a number in a text', '["2 apples"]', '["3 apples"]', 'value /result/0 "2 apples" → "3 apples"'],
    ['a number elsewhere', '{"n":"2"}', '{"n":"3"}', 'value /result/n "2" → "3"'],
  ])('names: %s', (_, was, is, ...expected) => {
    const names = new Map([
      ...[['t1', 't2'] as const, ['t2', 't1'] as const, ['task-3', 'task-1'] as const],
      ...[['task-30', 'task-10'] as const, ['a+b', 'x.y'] as const, ['3', '2'] as const],
    ]);
    expect(told(message(was), message(is), { names })).toEqual(expected);
  });
});

describe('by shape', () => {
  it.each<Row>([
    ['values', '{"a":1,"b":"x","c":true}', '{"a":2.5,"b":"y","c":false}'],
    ['how many elements', '[{"a":1}]', '[{"a":1},{"a":2}]'],
    ['an empty array', '{"rows":[{"a":1}]}', '{"rows":[]}'],
    ['no error, said and not said', '{"isError":false}', '{}'],
    ['no error, not said and said', '{}', '{"isError":false}'],
    ['an error', '{}', '{"isError":true}', 'added /result/isError → true'],
    ['a type', '{"a":3}', '{"a":"3"}', 'type /result/a 3 → "3"'],
    ['null', '{"a":null}', '{"a":1}', 'type /result/a null → 1'],
    ['what was redacted', '{"a":"[redacted]","b":["[redacted]",1]}', '{"a":"{\\"c\\":1}","b":["x",2]}'],
    ['what was redacted and is no text', '["[redacted]"]', '[1]', 'type /result/0 "[redacted]" → 1'],
    ['what is redacted now', '{"a":1}', '{"a":"[redacted]"}', 'type /result/a 1 → "[redacted]"'],
    ['a member less', '{"a":{"b":1}}', '{"a":{}}', 'missing /result/a/b 1'],
    ['a member more', '{}', '{"a":{"b":1}}', 'added /result/a → {"b":1}'],
    ['a member that some elements lack', '[{"a":1,"b":1},{"a":1}]', '[{"a":1},{"a":1,"b":1}]'],
    [
      'a member that all elements lack',
      '[{"a":1,"b":1},{"a":1}]',
      '[{"a":1},{"a":1}]',
      'missing /result/0/b 1',
    ],
    ['a type among elements', '[1,2]', '[1,"2"]', 'type /result/1 1 → "2"'],
    ['a type less among elements', '[1,"2"]', '[1]'],
    ['JSON in a text', inText('{"words":3}'), inText('{"words":"3"}'), 'type /result/text/words 3 → "3"'],
    ['a text that becomes JSON', inText('none'), inText('[]'), 'type /result/text "none" → "[]"'],
    [
      'an image for a text',
      '[{"type":"text","text":"a"}]',
      '[{"type":"image","data":""}]',
      'missing /result/0/text "a"',
      'added /result/0/data → ""',
    ],
  ])('%s', (_, was, is, ...expected) => {
    expect(told(message(was), message(is), { level: 'shape' })).toEqual(expected);
  });

  it('leaves out what is ignored', () => {
    expect(
      told(message('{"a":1,"b":1}'), message('{"a":""}'), {
        level: 'shape',
        ignore: ['/result/a', '/result/b'],
      }),
    ).toEqual([]);
  });
});

describe('to the byte', () => {
  it.each<Row>([
    ['nothing', '{"a":1}', '{"a":1}'],
    ['white space', '{"a":{"b":1}}', '{"a":{"b": 1}}', 'value /result/a {"b":1} → {"b": 1}'],
    ['the order of members', '{"a":1,"b":2}', '{"b":2,"a":1}', 'value /result {"a":1,"b":2} → {"b":2,"a":1}'],
    ['the spelling of numbers', '[1.0]', '[1]', 'value /result/0 1.0 → 1'],
    ['the spelling of strings', '["\\u0041"]', '["A"]', 'value /result/0 "\\u0041" → "A"'],
    ['times', `[${TIMES[0]}]`, `[${TIMES[1]}]`, `value /result/0 ${TIMES[0]} → ${TIMES[1]}`],
    ['no error, said and not said', '{"isError":false}', '{}', 'missing /result/isError false'],
    [
      'times in a text',
      '["2026-11-28T14:09:04Z!"]',
      '["2026-11-28T14:09:05Z!"]',
      'value /result/0 "2026-11-28T14:09:04Z!" → "2026-11-28T14:09:05Z!"',
    ],
    ['JSON in a text', inText('{"a":1}'), inText('{"a":2}'), 'value /result/text/a 1 → 2'],
    ['white space in a text', inText('{"a":1}'), inText('{"a": 1}'), 'value /result/text {"a":1} → {"a": 1}'],
  ])('%s', (_, was, is, ...expected) => {
    expect(told(message(was), message(is, 'other'), { level: 'bytes' })).toEqual(expected);
  });
});

describe('noise', () => {
  const noise = (one: string, other: string, level: Level = 'values') =>
    noiseBetween(message(one), message(other), { level });

  it('is what two calls of one build differ in', () => {
    const found = noise('{"n":1,"at":1795874934621,"same":1}', '{"n":2,"at":1795874934650,"same":1}');
    expect(found.pointers).toEqual(['/result/n', '/result/at']);
    expect(
      told(message('{"n":7,"at":1,"same":1}'), message('{"n":8,"at":2,"same":2}'), { noise: found }),
    ).toEqual(['value /result/same 1 → 2', 'noise /result/n', 'noise /result/at']);
  });

  it('counts no kind as noise but to the byte', () => {
    expect(noise(`[${TIMES[0]}]`, `[${TIMES[1]}]`).pointers).toEqual([]);
    expect(noise(`[${TIMES[0]}]`, `[${TIMES[1]}]`, 'bytes').pointers).toEqual(['/result/0']);
  });

  it('is no text that differs in times and UUIDs alone, so that all else of it still counts', () => {
    const text = (nth: number, total: number) => `{"text":"${BARE[nth]}: total ${total}"}`;
    const found = noise(text(0, 30), text(1, 30));
    expect(found.pointers).toEqual([]);
    expect(told(message(text(0, 30)), message(text(1, 31)), { noise: found })).toHaveLength(1);
  });

  it('covers all elements of an array whose length is chance', () => {
    const found = noise('[1]', '[1,1]');
    expect(told(message('[1]'), message('[1,1,1]'), { noise: found })).toEqual(['noise /result']);
    expect(told(message('[1]'), message('[2,1]'), { noise: found })).toEqual([
      'value /result/0 1 → 2',
      'noise /result',
    ]);
  });

  it('finds elements wherever they are in an array whose order is chance', () => {
    const found = noise('[1,2,3]', '[2,1,3]');
    expect(found.pointers).toEqual(['/result']);
    expect(told(message('[1,2,3]'), message('[3,2,1]'), { noise: found })).toEqual(['noise /result']);
    expect(told(message('[1,2,3]'), message('[3,1,4]'), { noise: found })).toEqual([
      'value /result/2 2 → 4',
      'noise /result',
    ]);
  });
});
