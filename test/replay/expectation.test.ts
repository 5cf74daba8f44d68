// biome-ignore-all lint/suspicious/noTemplateCurlyInString: variables in steps look like that.
import { beforeAll, describe, expect, it } from 'vitest';
import { createSchemaCheck } from '../../src/host/check.ts';
import { createTimeLimit } from '../../src/host/time-limit.ts';
import { write } from '../../src/json/write.ts';
import { differenceLines } from '../../src/replay/difference-words.ts';
import { judge, readExpectations, type StepAnswer } from '../../src/replay/expectation.ts';
import type { Judging } from '../../src/replay/judge.ts';
import { endWorkWith } from '../../src/text/in-time.ts';

beforeAll(() => endWorkWith(createTimeLimit()));

const SAVED = new Map([
  ['id', '9007199254740993'],
  ['name', '"a.b"'],
  ['dash', '"a-b"'],
  ['owner', '{"$match":".*"}'],
]);

const how: Judging = {
  given: (name) => SAVED.get(name),
  outputSchema: { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] },
  check: createSchemaCheck(),
};

const came = (message: string | undefined, ms = 12, findings: readonly string[] = []): StepAnswer => ({
  message,
  ms,
  findings,
});

/** What is not as it should be, short: `/result/n value 3 → 4`. */
const short = (expectText: string, answer: StepAnswer): readonly string[] =>
  judge(readExpectations(expectText), answer, how).map(({ pointer, kind, was, is, wanted }) =>
    [pointer, kind, wanted ?? (was === undefined ? '' : write(was)), '→', is === undefined ? '' : write(is)]
      .join(' ')
      .trim(),
  );

const RESULT = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  result: {
    content: [
      { type: 'text', text: '{"total": 7.5, "rows": [{"id": 1, "at": "now"}, {"id": 2}]}' },
      { type: 'text', text: 'Über 7 items' },
    ],
    structuredContent: {
      n: 3,
      s: 'abc',
      d: 'a-b',
      slow: `${'a'.repeat(40)}!`,
      e: [],
      z: null,
      o: { a: 1, b: { c: 'x' } },
    },
  },
}).replace('"n":3', '"n":3.0,"big":9007199254740993');
const ERROR = '{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"Unknown tool"}}';

describe('what is expected of an answer', () => {
  const S = '/result/structuredContent';
  it.each<[pointer: string, wanted: string]>([
    [`${S}/n`, '3'],
    [`${S}/n`, '{"$type":"integer"}'],
    [`${S}/n`, '{"$type":["string","number"]}'],
    [`${S}/n`, '{"$min":3,"$max":3.0}'],
    [`${S}/big`, '9007199254740993'],
    [`${S}/big`, '"${id}"'],
    [`${S}/big`, '{"$min":"${id}"}'],
    [`${S}/big`, '{"$not":9007199254740992}'],
    [`${S}/s`, '"abc"'],
    [`${S}/s`, '{"$match":"^a","$len":3}'],
    [`${S}/s`, '{"$match":"/^A/i"}'],
    [`${S}/d`, '{"$match":"/^${dash}$/u"}'],
    [`${S}/d`, '{"$not":{"$match":"/^${name}$/u"}}'],
    [`${S}/s`, '{"$has":"bc"}'],
    [`${S}/s`, '{"$any":["x",{"$match":"b"}]}'],
    [`${S}/e`, '[]'],
    [`${S}/e`, '{"$len":0}'],
    [`${S}/z`, 'null'],
    [`${S}/z`, '{"$type":"null"}'],
    [`${S}/z`, '{"$not":{"$type":"missing"}}'],
    [`${S}/gone`, '{"$type":"missing"}'],
    [`${S}/gone`, '{"$not":true}'],
    [`${S}/gone`, '{"$any":[{"$type":"missing"},1]}'],
    [`${S}/o`, '{"b":{"c":"x"},"a":1}'],
    [`${S}/o`, '{"a":{"$type":"number"},"b":{"c":{"$match":"x"}}}'],
    [`${S}/o`, '{"$like":{"b":{}}}'],
    [`${S}/o`, '{"$like":{"b":{"c":{"$len":{"$max":1}}}}}'],
    [`${S}/o`, '{"$has":"b","$len":2}'],
    [`${S}/o`, '{"$not":{"$has":"c"}}'],
    [S, '{"$schema":true}'],
    [S, '{"$schema":{"required":["n","o"]}}'],
    ['/result/content/0/text/total', '7.50'],
    ['/result/content/0/text/rows/1/id', '2'],
    ['/result/content/0/text', '{"$like":{"rows":[{"id":1}]}}'],
    ['/result/content/0/text', '{"rows":[{"at":{"$type":"string"},"id":1},{"id":2}],"total":7.5}'],
    ['/result/content/0/text', '{"$any":[1,{"$like":{"total":7.5}}]}'],
    ['/result/content/0/text/rows', '{"$has":{"id":2}}'],
    ['/result/content/0/text/rows', '{"$has":{"$like":{"id":1}}}'],
    ['/result/content/1/text', '{"$match":"\\\\d items"}'],
    ['/result/content/1/text', '{"$len":12}'],
    ['/result/isError', '{"$not":true}'],
    ['/error', '{"$type":"missing"}'],
    ['/error/code', '{"$not":-32602}'],
  ])('%s: %s holds', (pointer, wanted) =>
    expect(short(`{${JSON.stringify(pointer)}:${wanted}}`, came(RESULT))).toEqual([]),
  );

  it.each<[pointer: string, wanted: string, ...differences: readonly string[]]>([
    [`${S}/n`, '4', `${S}/n value 4 → 3`],
    [`${S}/n`, '"3"', `${S}/n type "3" → 3`],
    [`${S}/big`, '9007199254740992', `${S}/big value 9007199254740992 → 9007199254740993`],
    [`${S}/big`, '{"$max":9007199254740992}', `${S}/big value at most 9007199254740992 → 9007199254740993`],
    [`${S}/s`, '{"$min":1}', `${S}/s value at least 1 → "abc"`],
    [`${S}/s`, '{"$match":"${name}"}', `${S}/s value a text that matches a\\.b → "abc"`],
    [`${S}/s`, '{"$len":{"$min":4}}', `${S}/s value at least 4 characters → "abc"`],
    // What nobody can say is not so, also where it is denied.
    [
      `${S}/slow`,
      '{"$match":"^(a+)+$"}',
      `${S}/slow value a text that matches ^(a+)+$, which takes too long`,
    ],
    [
      `${S}/slow`,
      '{"$not":{"$match":"^(a+)+$"}}',
      `${S}/slow value anything but a text that matches ^(a+)+$, which takes`,
    ],
    [
      `${S}/slow`,
      '{"$not":{"$not":{"$match":"^(a+)+$"}}}',
      `${S}/slow value anything but anything but a text`,
    ],
    [
      `${S}/slow`,
      '{"$any":[1,{"$not":{"$match":"^(a+)+${dash}?$"}}]}',
      `${S}/slow value 1 or anything but a text`,
    ],
    [
      `${S}/s`,
      '{"$not":{"$match":"(${name}"}}',
      `${S}/s value anything but a text that matches (a\\.b, which is not a valid`,
    ],
    [
      `${S}/s`,
      '{"$not":{"$schema":{"type":"x"}}}',
      `${S}/s value anything but a value that fits a schema, which cannot be used: `,
    ],
    [
      `${S}/o`,
      '{"$not":{"$like":{"b":{"$has":{"$match":"(${name}"}}}}}',
      `${S}/o/b value anything but something with a text`,
    ],
    [`${S}/n`, '{"$not":{"$max":"${name}"}}', `${S}/n value anything but at most "a.b" → 3`],
    [`${S}/s`, '{"$not":{"$len":{"$max":"${name}"}}}', `${S}/s value anything but at most "a.b"`],
    [
      `${S}/s`,
      '{"$type":["null","integer"]}',
      `${S}/s type null or an integer → "abc"`.replace('null or an integer', 'an integer or null'),
    ],
    [`${S}/z`, '{"$type":"missing"}', `${S}/z type nothing → null`],
    [`${S}/z`, '{}', `${S}/z type {} → null`],
    [`${S}/gone`, 'null', `${S}/gone missing null →`],
    [`${S}/gone`, '{"$type":"string"}', `${S}/gone missing a string →`],
    [`${S}/gone`, '{"$match":""}', `${S}/gone missing a text that matches  →`],
    [`${S}/e`, '{"$not":[]}', `${S}/e value anything but [] → []`],
    [`${S}/s`, '{"$any":[1,{"$len":1}]}', `${S}/s value 1 or a length of 1 → "abc"`],
    [`${S}/o`, '{"a":2,"b":{"c":"y"}}', `${S}/o/a value 2 → 1`, `${S}/o/b/c value "y" → "x"`],
    [`${S}/o`, '{"a":1,"b":{}}', `${S}/o/b/c added  → "x"`],
    [`${S}/o`, '{"$like":{"b":{"d":1}}}', `${S}/o/b/d missing 1 →`],
    [
      `${S}/o`,
      '{"$eq":{"$has":"b"}}',
      `${S}/o/$has missing "b" →`,
      `${S}/o/a added  → 1`,
      `${S}/o/b added  → {"c":"x"}`,
    ],
    // What a server has answered is never a test.
    [`${S}/o`, '"${owner}"', `${S}/o value {"$match":".*"} → {"a":1,"b":{"c":"x"}}`],
    [
      S,
      '{"$schema":{"properties":{"s":{"type":"number"}}}}',
      `${S}/s value a number, as the schema says → "abc"`,
    ],
    [
      '/result/content/0/text/rows',
      '[{"$like":{"id":1}}]',
      '/result/content/0/text/rows/1 added  → {"id":2}',
    ],
    [
      '/result/content/0/text/rows',
      '{"$has":{"id":3}}',
      '/result/content/0/text/rows value something with {"id": 3} → [{"id":1,"at":"now"},{"id":2}]',
    ],
    ['/result/content/0/text/rows', '{"$like":[{"id":2}]}', '/result/content/0/text/rows/0/id value 2 → 1'],
    ['/result/content/1/text/total', '7', '/result/content/1/text/total missing 7 →'],
    // The texts of two values are compared as the values.
    [
      '/result/content/0/text',
      JSON.stringify('{"total":7.5,"rows":[{"id":1,"at":"then"},{"id":2}]}'),
      '/result/content/0/text/rows/0/at value "then" → "now"',
    ],
    ['/result/content', '[]', '/result/content/0 added  →', '/result/content/1 added  →'],
  ])('%s: %s does not', (pointer, wanted, ...differences) => {
    const found = short(`{${JSON.stringify(pointer)}:${wanted}}`, came(RESULT));
    expect(found.map((one, at) => one.slice(0, differences[at]?.length))).toEqual(differences);
  });

  it.each<[what: string, expectText: string, answer: StepAnswer, differences: readonly string[]]>([
    ['an error', '{"/error/code":-32602,"/error/message":{"$match":"tool"}}', came(ERROR), []],
    ['another error', '{"/error/code":-32601}', came(ERROR), ['/error/code value -32601 → -32602']],
    ['no result at all', '{"/result":{"$type":"missing"}}', came(ERROR), []],
    // A step that wants no tool error is not content with an error of the protocol.
    [
      'an error in the place of a result',
      '{"/result/isError":{"$not":true},"/result/content/0/text":"x"}',
      came(ERROR),
      ['/result status a result → {"code":-32602,"message":"Unknown tool"}'],
    ],
    [
      'a result in the place of an error',
      '{"/error/code":1}',
      came('{"result":{}}'),
      ['/error status an error → {}'],
    ],
    ['no answer', '{"/result/a":1,"/error":{"$not":1}}', came(undefined), ['/result status an answer →']],
    ['its time', '{"ms":{"$max":500}}', came(RESULT, 12.5), []],
    ['too long a time', '{"ms":{"$max":500}}', came(RESULT, 501), ['ms value at most 500 → 501']],
    ['no findings', '{"findings":[]}', came(RESULT), []],
    ['a finding', '{"findings":[]}', came(RESULT, 1, ['id/late']), ['findings value [] → ["id/late"]']],
    [
      'these findings',
      '{"findings":["stdio/crlf","id/late"]}',
      came(RESULT, 1, ['id/late', 'stdio/crlf']),
      [],
    ],
    [
      'a finding among others',
      '{"findings":{"$has":"id/late"}}',
      came(RESULT, 1, ['id/late', 'stdio/crlf']),
      [],
    ],
    [
      'a finding that must not be',
      '{"findings":{"$not":{"$has":"id/late"}}}',
      came(RESULT, 1, ['id/late']),
      ['findings value nothing with "id/late" → ["id/late"]'],
    ],
  ])('knows %s', (_, expectText, answer, differences) =>
    expect(short(expectText, answer)).toEqual(differences),
  );
});

describe('what is wrong with an expectation', () => {
  it.each<[expectText: string, at: string, message: RegExp]>([
    ['[]', '/expect', /must be an object/],
    ['{"result/a":1}', '/expect/result~1a', /is not a JSON pointer into the answer/],
    ['{"mss":{"$max":1}}', '/expect/mss', /did you mean "ms"/],
    ['{"/content":1}', '/expect/~1content', /a pointer begins with \/result or \/error/],
    ['{"/result/a~b":1}', '/expect/~1result~1a~0b', /~ is written ~0/],
    ['{"/result":{"$macth":"x"}}', '/expect/~1result/$macth', /did you mean \$match\?/],
    ['{"/result":{"a":[{"$xyzzy":1}]}}', '/expect/~1result/a/0/$xyzzy', /there are \$eq, \$like/],
    ['{"/result":{"$min":1,"a":1}}', '/expect/~1result/a', /cannot stand beside a test/],
    ['{"/result":{"$match":"("}}', '/expect/~1result/$match', /not a valid pattern/],
    ['{"/result":{"$match":7}}', '/expect/~1result/$match', /needs a pattern/],
    ['{"/result":{"$type":"text"}}', '/expect/~1result/$type', /needs one of string/],
    ['{"/result":{"$type":"interger"}}', '/expect/~1result/$type', /did you mean "integer"/],
    ['{"/result":{"$min":"7"}}', '/expect/~1result/$min', /needs a number/],
    ['{"/result":{"$len":"7"}}', '/expect/~1result/$len', /needs a whole number or a test/],
    ['{"/result":{"$any":[]}}', '/expect/~1result/$any', /needs an array/],
    ['{"/result":{"$schema":false}}', '/expect/~1result/$schema', /needs true/],
    ['{"ms":500}', '/expect/ms', /\{"ms": \{"\$max": 500\}\}/],
    ['{"findings":"id/late"}', '/expect/findings', /needs the ids of rules/],
    ['{"findings":["id/lat"]}', '/expect/findings', /did you mean id\/late/],
  ])('%s: %s', (text, at, message) => {
    let thrown: unknown;
    try {
      readExpectations(text);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toMatchObject({ name: 'StepError', at, message: expect.stringMatching(message) });
  });
});

describe('a difference for people', () => {
  it.each([
    [{ pointer: '/result/n', kind: 'value', was: 1, is: 2 }, ['/result/n: wanted 1, got 2']],
    [
      { pointer: '/result/n', kind: 'missing', wanted: 'a string' },
      ['/result/n: wanted a string, got nothing'],
    ],
    [{ pointer: '/result/n', kind: 'added', is: [1] }, ['/result/n: wanted no further member, got [1]']],
    [
      { pointer: '/result/t', kind: 'value', was: 'a quick brown fox', is: 'a slow brown fox' },
      ['/result/t: wanted "a quick brown fox", got "a slow brown fox"', '  a [-quick-] {+slow+} brown fox'],
    ],
    [
      { pointer: '/result/t', kind: 'value', was: 'a b\nc\nd\ne\nf', is: 'a b\nc\nd\ne\ng' },
      [
        '/result/t: wanted "a b\\nc\\nd\\ne\\nf", got "a b\\nc\\nd\\ne\\ng"',
        '  …',
        '    e',
        '  - f',
        '  + g',
      ],
    ],
  ] as const)('%j', (difference, lines) => expect(differenceLines(difference)).toEqual(lines));
});
