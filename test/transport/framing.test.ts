import { describe, expect, test } from 'vitest';
import { brief, bytesOf, driven, framed } from '../support/framed.ts';

const A = '{"jsonrpc":"2.0","id":1,"result":{}}';
const B = '{"jsonrpc":"2.0","method":"notifications/x","params":{"text":"é€😀 \\" } ] {"}}';
const PRETTY = JSON.stringify(JSON.parse(A), null, 2);
const ONE = PRETTY.replaceAll('\n', ' ');
const header = (text: string, bytes = Buffer.byteLength(text)) => `Content-Length: ${bytes}\r\n\r\n`;
const HEADER = JSON.stringify(header(A));

/** Name, what comes, what is made of it. */
const CASES: readonly (readonly [string, string | Buffer, readonly string[]])[] = [
  ['nothing', '', []],
  ['messages', `${A}\n${B}\n`, [`✓ ${A}`, `✓ ${B}`]],
  ['space around a message stays', ` \t${A} \n`, [`✓  \t${A} `]],
  [
    'exact text',
    '{"id":12345678901234567890, "result" : 1.0, "result":1e3}\n',
    ['✓ {"id":12345678901234567890, "result" : 1.0, "result":1e3}'],
  ],
  ['blank lines', '\n \n\r\n', ['✗ ', '✗  ', '✗ \r']],
  [
    'a banner',
    `Server v1.0\n\x1b[32mok\x1b[0m\n${A}\n`,
    ['✗ Server v1.0 ! stdio/not-json', '✗ \x1b[32mok\x1b[0m ! stdio/not-json', `✓ ${A}`],
  ],
  ['a byte order mark', `\uFEFF${A}\n`, [`✓ "\uFEFF" ${A} ! stdio/bom`]],
  ['CR LF', `${A}\r\n`, [`✓ ${A} "\\r" ! stdio/crlf`]],
  ['no newline at the end', `${A}\n${B}`, [`✓ ${A}`, `✓ ${B} ! stdio/no-newline`]],
  ['half a message at the end', A.slice(0, 20), [`✗ ${A.slice(0, 20)} ! stdio/no-newline`]],
  ['a log prefix', `DEBUG ${A}\n`, [`✓ "DEBUG " ${A} ! stdio/log-prefix`]],
  [
    'a log prefix with braces',
    `[x] {y} {"a":1} ${A}\n`,
    [`✓ "[x] {y} {\\"a\\":1} " ${A} ! stdio/log-prefix`],
  ],
  ['a coloured message', `\x1b[2m${A}\x1b[0m\n`, [`✓ "\\u001b[2m" ${A} "\\u001b[0m" ! stdio/log-prefix`]],
  ['text after a message', `${A} done\n`, [`✓ ${A} " done" ! stdio/log-prefix`]],
  [
    'a log of our own request',
    `<- {"jsonrpc":"2.0","id":1,"method":"tools/list"}\n`,
    [`✗ <- {"jsonrpc":"2.0","id":1,"method":"tools/list"} ! stdio/not-json`],
  ],
  [
    'a request of the server behind a prefix',
    `> {"jsonrpc":"2.0","id":1,"method":"roots/list"}\n`,
    [`✓ "> " {"jsonrpc":"2.0","id":1,"method":"roots/list"} ! stdio/log-prefix`],
  ],
  ['a log line with JSON in it', 'GET {"method":"GET"}\n', ['✗ GET {"method":"GET"} ! stdio/not-json']],
  ['messages on one line', `${A}${B} ${A}\n`, [`✓ 1/3 ${A} ! stdio/joined`, `✓ 2/3 ${B}`, `✓ 3/3 " " ${A}`]],
  [
    'messages on one line, with text',
    `x${A},${B}\n`,
    [`✓ 1/2 "x" ${A} ! stdio/joined stdio/log-prefix`, `✓ 2/2 "," ${B}`],
  ],
  ['a batch', `[${A}, ${B}]\n`, [`✓ 1/2 "[" ${A} ! batch/array`, `✓ 2/2 ", " ${B} "]"`]],
  ['a batch of one', `[ ${A} ]\n`, [`✓ 1/1 "[ " ${A} " ]" ! batch/array`]],
  [
    'a batch with other things',
    `[1,"a,]\\"",${A},null,[2]]\r\n`,
    [
      '✗ [1 ! stdio/crlf batch/array message/not-protocol',
      '✗ ,"a,]\\"" ! message/not-protocol',
      `✓ 3/5 "," ${A}`,
      '✗ ,null ! message/not-protocol',
      '✗ ,[2]]\r ! message/not-protocol',
    ],
  ],
  ['an empty batch', '[]\n', ['✗ [] ! message/not-protocol']],
  [
    'JSON that is no message',
    '42\n"s"\nnull\ntrue\n{}\n{"level":"info"}\n',
    [
      '✗ 42 ! message/not-protocol',
      '✗ "s" ! message/not-protocol',
      '✗ null ! message/not-protocol',
      '✗ true ! message/not-protocol',
      '✗ {} ! message/not-protocol',
      '✗ {"level":"info"} ! message/not-protocol',
    ],
  ],
  [
    'invalid UTF-8',
    Buffer.from(`{"id":1,"result":"X?"}\nX?\n`.replaceAll('?', '\xff'), 'latin1'),
    ['✓ {"id":1,"result":"X\uFFFD"} ! stdio/utf8', '✗ base64:WP8= ! stdio/not-json'],
  ],
  ['a replacement character that was sent', '{"id":1,"result":"\uFFFD"}\n', ['✓ {"id":1,"result":"\uFFFD"}']],
  ['a message over several lines', `${PRETTY}\n${A}\n`, [`✓ ${ONE} ! stdio/multi-line`, `✓ ${A}`]],
  [
    'the same with CR LF',
    `${PRETTY.replaceAll('\n', '\r\n')}\r\n`,
    [`✓ ${ONE} "\\r" ! stdio/multi-line stdio/crlf`],
  ],
  ['the same with a mark', `\uFEFF${PRETTY}\n`, [`✓ "\uFEFF" ${ONE} ! stdio/multi-line stdio/bom`]],
  ['the same without an end', PRETTY, [`✓ ${ONE} ! stdio/multi-line stdio/no-newline`]],
  [
    'two of them back to back',
    `${PRETTY}${PRETTY}\n`,
    [`✓ ${ONE} ! stdio/multi-line`, `✓ ${ONE} ! stdio/multi-line`],
  ],
  [
    'a batch over several lines',
    `[\n${A},\n 1\n]\n`,
    [`✓ 1/2 "[ " ${A} ! stdio/multi-line batch/array`, '✗ ,  1 ] ! message/not-protocol'],
  ],
  [
    'a log object over several lines',
    '{\n "level": 1\n}\n',
    ['✗ {\n "level": 1\n} ! stdio/multi-line message/not-protocol'],
  ],
  ['one that never ends', `{\n "a": [\n`, ['✗ { ! stdio/multi-line', '✗  "a": [']],
  [
    'one that goes wrong',
    `{\n a: 1\n}\n${A}\n`,
    ['✗ { ! stdio/not-json', '✗  a: 1 ! stdio/not-json', '✗ } ! stdio/not-json', `✓ ${A}`],
  ],
  ['a good line after a stray bracket', `[\n${A}\n${B}\n`, ['✗ [ ! stdio/not-json', `✓ ${A}`, `✓ ${B}`]],
  [
    'a broken line before good ones',
    `${A.slice(0, -1)}\n${A}\n`,
    [`✗ ${A.slice(0, -1)} ! stdio/bad-json`, `✓ ${A}`],
  ],
  [
    'messages in one that goes wrong',
    `[\n${A},\n${B},\nend\n`,
    [
      '✗ [ ! stdio/multi-line',
      `✓ ${A} "," ! stdio/log-prefix`,
      `✓ ${B} "," ! stdio/log-prefix`,
      '✗ end ! stdio/not-json',
    ],
  ],
  [
    'Content-Length',
    header(A) + A + header(B) + B,
    [`✓ ${HEADER} ${A} ! stdio/content-length`, `✓ ${JSON.stringify(header(B))} ${B} ! stdio/content-length`],
  ],
  [
    'Content-Length, then plain',
    `${header(A) + A}\n${B}\n${header(A) + A + B}\n`,
    [
      `✓ ${HEADER} ${A} ! stdio/content-length`,
      `✓ ${B}`,
      `✓ ${HEADER} ${A} ! stdio/content-length`,
      `✓ ${B}`,
    ],
  ],
  [
    'Content-Length and type, and a pretty body',
    `Content-Type: x\n${header(PRETTY) + PRETTY}`,
    [`✓ ${JSON.stringify(`Content-Type: x\n${header(PRETTY)}`)} ${ONE} ! stdio/content-length`],
  ],
  [
    'Content-Length that is too long',
    header(A, 99) + A,
    [`✓ ${JSON.stringify(header(A, 99))} ${A} ! stdio/content-length`],
  ],
  [
    'Content-Length that is too short',
    `${header(A, 9) + A}\n`,
    ['✗ Content-Length: 9\r ! stdio/content-length', '✗ \r', `✓ ${A}`],
  ],
  [
    'Content-Length in characters',
    `${header('{"id":1,"result":{"a":"é"}}', 26)}{"id":1,"result":{"a":"é"}}\n${A}\n`,
    ['✗ Content-Length: 26\r ! stdio/content-length', '✗ \r', '✓ {"id":1,"result":{"a":"é"}}', `✓ ${A}`],
  ],
  [
    'Content-Length that is a log line',
    `Content-Length: 99\n${A}\nContent-Length: none\n\n${B}\n`,
    [
      '✗ Content-Length: 99 ! stdio/not-json',
      `✓ ${A}`,
      '✗ Content-Length: none ! stdio/not-json',
      '✗ ',
      `✓ ${B}`,
    ],
  ],
];

describe('what is made of a stream', () => {
  test.each(CASES)('%s', (_, input, expected) => {
    expect(framed(input).map(brief)).toEqual(expected);
  });

  test.each(CASES)('%s: cut anywhere', (_, input) => {
    const bytes = Buffer.from(input);
    const whole = framed(bytes);
    for (let cut = 0; cut <= bytes.length; cut++)
      expect(framed(bytes, [cut]), `cut at ${cut}`).toEqual(whole);
    expect(framed(bytes, [...bytes.keys()])).toEqual(whole);
  });

  test.each(CASES)('%s: gives the bytes back', (_, input) => {
    const text = Buffer.from(input).toString('latin1');
    expect(bytesOf(framed(input)).toString('latin1')).toBe(text.replace(/\n$/, ''));
  });
});

test('a frame says where it stood, and holds its message parsed once', () => {
  const [, plain, pretty, first, second] = framed(`x\n${A}\n${PRETTY}\nDEBUG ${A}${A}\n`);
  expect(plain).toEqual({ type: 'frame', dir: 's2c', n: A.length, line: 2, msg: A, message: JSON.parse(A) });
  expect(pretty).toMatchObject({
    n: PRETTY.length,
    line: 3,
    lines: 5,
    raw: Buffer.from(PRETTY).toString('base64'),
  });
  expect(first).toMatchObject({ n: 6 + 2 * A.length, line: 8, pre: 'DEBUG ', part: [0, 2] });
  expect(second).toMatchObject({ n: 6 + 2 * A.length, line: 8, part: [1, 2] });
});

describe('findings name the place', () => {
  const sentences: readonly (readonly [string, string | Buffer, RegExp])[] = [
    ['the column of the JSON', `DEBUG ${A}\n`, /JSON starts at column 7/],
    ['text after it', `${A} x\n`, /other text follows/],
    ['the byte of the mark', `\uFEFF${A}\n`, /byte order mark at byte 0/],
    ['the byte of the CR', `${A}\r\n`, /carriage return at byte 36/],
    [
      'the byte that is no UTF-8',
      Buffer.from('{"id":1,"result":"\xff"}\n', 'latin1'),
      /invalid UTF-8 at byte 18/,
    ],
    ['how many messages', `${A}${A}\n`, /2 messages on one line/],
    ['how many lines', `${PRETTY}\n`, /spans 5 lines/],
    ['how long a batch', `[${A}]\n`, /a batch of 1/],
    ['where JSON goes wrong', '{"id":1,"result":NaN}\n', /malformed JSON: NaN, .* at column 18 /],
    ['a raw tab', ' {"id":1,"result":"a\tb"}\n', /a raw tab, .* at column 21 /],
    ['a path', '{"id":1,"result":"C:\\Users"}\n', /which is not a JSON escape.*at column 21 /],
    ['that it breaks off', '{"id":1,\n', /breaks off/],
    ['where other text belongs', 'hello\n', /stderr/],
    ['a length that is wrong', header(A, 99) + A, /wrong \(99, not 36\)/],
  ];
  test.each(sentences)('%s', (_, input, sentence) => {
    expect(framed(input)[0]?.findings?.[0]?.message).toMatch(sentence);
  });
});

describe('a line that is too long', () => {
  test('is cut, told of at once, and does not touch its neighbours', () => {
    const long = `"${'é'.repeat(40_000)}"`;
    const lines = framed(`${A}\n${long}\n${A}\n`, [50, 70_000], 60_000);
    expect(lines.map(({ type }) => type)).toEqual(['frame', 'invalid', 'frame']);
    const [, cut] = lines;
    expect(cut).toMatchObject({ line: 2, findings: [{ rule: 'stdio/too-long' }] });
    expect(cut?.type === 'invalid' && cut.text).toBe(long.slice(0, 32_768));
  });
  test('is told of before it ends', () => {
    const seen = driven((framing) => framing.push(Buffer.alloc(11, 'x')), 10);
    expect(seen.map(brief)).toEqual(['✗ xxxxxxxxxxx ! stdio/too-long']);
  });
  test('a message over several lines is bounded as well', () => {
    const rules = framed(`[\n${'1,\n'.repeat(50)}`, [], 40).flatMap(({ findings = [] }) =>
      findings.map(({ rule }) => rule),
    );
    expect(rules).toContain('stdio/multi-line');
  });
});

describe('what never ends', () => {
  test('is read in steps, a line each', () => {
    const lines = driven((framing, seen) => {
      framing.add(Buffer.from(`x\n${A}\n{\n`));
      framing.add(Buffer.from(`"a":\nx\n${A}\n`));
      for (let before = 0; framing.step(); before = seen.length) expect(seen.length - before).toBeLessThan(2);
    });
    expect(lines.map(brief)).toEqual([
      '✗ x ! stdio/not-json',
      `✓ ${A}`,
      '✗ { ! stdio/multi-line',
      '✗ "a":',
      '✗ x ! stdio/not-json',
      `✓ ${A}`,
    ]);
  });
  test.each([
    ['a line', '{"a":['.repeat(1_000_000), 1, 'a message of 6000000 bytes that never ended'],
    ['lines', '{"a":\n'.repeat(1_000_000), 1, 'a message of 5999999 bytes that never ended'],
  ])('of %s the beginning is kept', (_, text, line, why) => {
    const [kept, ...more] = framed(text);
    expect(more).toEqual([]);
    expect(kept).toMatchObject({ type: 'invalid', line, n: Number(why.match(/\d+/)?.[0]) });
    expect(kept?.findings?.map(({ rule }) => rule)).toEqual(['stdio/not-json']);
    expect(kept?.type === 'invalid' && kept.why).toBe(`${why}; only its first 65536 are kept`);
  });
  test('headers of LSP framing give up after a few', () => {
    const seen = driven((framing) => framing.push(Buffer.from('Content-Length: 5\r\n'.repeat(100))));
    expect(seen.length).toBeGreaterThan(80);
  });
  test('levels without end are no message', () => {
    const deep = 2_000_000;
    const [line] = framed(`${'['.repeat(deep)}${']'.repeat(deep)}\n`);
    expect(line).toMatchObject({ type: 'invalid', n: 2 * deep });
  });
});

describe('silence', () => {
  const settled = (text: string): string[] =>
    driven((framing) => {
      framing.push(Buffer.from(text));
      framing.settle();
    }).map(brief);

  test('ends a message that is whole', () => {
    expect(settled(A)).toEqual([`✓ ${A} ! stdio/no-newline`]);
    expect(settled(A + A)).toEqual([`✓ 1/2 ${A} ! stdio/no-newline stdio/joined`, `✓ 2/2 ${A}`]);
    expect(settled(PRETTY)).toEqual([`✓ ${ONE} ! stdio/multi-line stdio/no-newline`]);
    expect(settled(header(A, 99) + A)).toHaveLength(1);
  });
  test('does not end one that is not', () => {
    for (const text of [A.slice(0, -1), '12', '{\n"a":{}', header(A), 'x', ''])
      expect(settled(text)).toEqual([]);
  });
  test('leaves the line that was taken from', () => {
    const lines = driven((framing) => {
      framing.push(Buffer.from(A));
      framing.settle();
      framing.push(Buffer.from(`\n${A}`));
      framing.settle();
      framing.push(Buffer.from(`x\n${A}\n`));
    });
    expect(lines.map(brief)).toEqual([
      `✓ ${A} ! stdio/no-newline`,
      `✓ ${A} ! stdio/no-newline`,
      '✗ x ! stdio/not-json',
      `✓ ${A}`,
    ]);
    expect(lines.map(({ line }) => line)).toEqual([1, 2, 2, 3]);
  });
  test('that lasts gives up what cannot become a message', () => {
    const given = (text: string): string[] =>
      driven((framing) => {
        framing.push(Buffer.from(text));
        framing.giveUp();
      }).map(brief);
    expect(given('Password: ')).toEqual(['✗ Password:  ! stdio/not-json']);
    expect(given('{\n"a":\n')).toEqual(['✗ { ! stdio/multi-line', '✗ "a":']);
    expect(given(`Content-Length: 5000\n\n${A}\n${A}\n`)).toHaveLength(4);
    expect(given(A.slice(0, -1))).toEqual([]);
  });
  test('what was given up for a message still becomes one', () => {
    const lines = driven((framing) => {
      framing.push(Buffer.from(A.slice(0, 9)));
      framing.giveUp();
      framing.push(Buffer.from(`${A.slice(9)}\n`));
    });
    expect(lines.map(brief)).toEqual([`✓ ${A}`]);
  });
  test('is awaited only while something is left', () => {
    driven((framing) => {
      const waits = (text: string): boolean => {
        framing.push(Buffer.from(text));
        return framing.waiting();
      };
      expect([waits(`${A}\n`), waits('{'), waits('\n'), waits('}\n'), waits('Content-Length: 1\n')]).toEqual([
        ...[false, true, true, false, true],
      ]);
    });
  });
});

test('any mixture, cut anyhow, gives the bytes back and the same captures', () => {
  const parts = CASES.map(([, input]) => Buffer.from(input)).filter(({ length }) => length > 0);
  let seed = 7;
  const next = (below: number): number => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  for (let round = 0; round < 300; round++) {
    const input = Buffer.concat(Array.from({ length: 1 + next(6) }, () => parts[next(parts.length)]!));
    const cuts = Array.from({ length: next(5) }, () => next(input.length)).sort((a, b) => a - b);
    const whole = framed(input);
    expect(framed(input, cuts), `round ${round}`).toEqual(whole);
    const text = input.toString('latin1');
    expect(bytesOf(whole).toString('latin1'), `round ${round}`).toBe(text.replace(/\n$/, ''));
  }
});
