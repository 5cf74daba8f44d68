import { describe, expect, it } from 'vitest';
import type { Capture } from '../../src/session/frame.ts';
import type { Id } from '../../src/spec/envelope.ts';
import { otherOrder } from '../../src/transport/candidate.ts';
import { createFraming } from '../../src/transport/framing.ts';
import { nearJson } from '../../src/transport/near-json.ts';

const answer = (result: string): string => `{"jsonrpc":"2.0","id":7,"result":${result}}`;

describe('a message that is nearly JSON', () => {
  it.each([
    [answer('{"mean":NaN}'), 'NaN, a number that JSON does not have, at column 42 '],
    [answer('{"mean":nan}'), 'nan, a number'],
    [answer('{"max":-Infinity}'), '-Infinity, a number'],
    [answer('{"max":inf}'), 'inf, a number'],
    [answer('{"x":undefined}'), 'undefined in place of null'],
    [answer('{"x":None}'), 'None in place of null'],
    [answer('{"x":True}'), 'True in place of true'],
    [answer('{"x":[1,2,]}'), 'a comma before ]'],
    [answer('{"x":1,}'), 'a comma before }'],
    [answer('{"x":1 "y":2}'), 'a comma is missing before "'],
    [answer('{"x":01}'), '01, which is not a JSON number'],
    [answer('{"x":.5}'), '.5, which is not a JSON number'],
    [answer('{"x":+1}'), '+1, which is not a JSON number'],
    [answer('{"x":0x1F}'), '0x1F, which is not a JSON number'],
    [answer('{"x":1.}'), '1., which is not a JSON number'],
    [answer('{"x":"a\tb"}'), 'a raw tab, which is written \\t'],
    [answer('{"x":"a\u0001b"}'), 'a raw U+0001, which is written \\u0001'],
    [answer('{"x":"C:\\Users"}'), '\\U, which is not a JSON escape'],
    [answer('{"x":"\\x1b[0m"}'), '\\x, which is not a JSON escape'],
    [answer("{'x':1}"), 'single quotes in place of double quotes'],
    [answer('{x:1}'), 'a name without quotes: x'],
    [answer('{"x":1 /* one */}'), 'a comma is missing before /'],
    [answer('{"x":/* one */1}'), 'a comment'],
    [answer('{"x":<Object>}'), '< where a value should be'],
    [answer('{"x":1}').slice(0, -1), 'it breaks off'],
    [answer('{"x":[1,2').slice(0, -2), 'it breaks off'],
    [answer('{"x":tru').slice(0, -1), 'it breaks off'],
    [answer('{"x":"a b').slice(0, -1), 'it breaks off within a string'],
    [`INFO ${answer('{"x":NaN}')}`, 'NaN, a number'],
    ["{'jsonrpc': '2.0', 'id': 7, 'result': {'isError': False}}", 'single quotes'],
    ['{jsonrpc: "2.0", id: 7, result: {}}', 'a name without quotes: jsonrpc'],
    ['{"id":"7","result":{"x":NaN}}', 'NaN'],
  ])('%s', (text, says) => {
    const near = nearJson(text);
    expect(near?.why).toContain(`malformed JSON: ${says}`);
    expect(near).toMatchObject({ isMessage: true });
    expect(Number(near?.answers)).toBe(7);
  });

  it('is shown at the place where it goes wrong', () => {
    const text = answer(`{"before":"${'x'.repeat(500)}","mean":NaN,"after":"${'y'.repeat(500)}"}`);
    expect(nearJson(text)?.why).toMatch(/ \(in ….{0,30}"mean":NaN,"after".{0,20}…\)$/);
  });

  it.each([
    ['a banner', 'Server ready'],
    ['a request of ours that is printed', "{'jsonrpc': '2.0', 'id': 7, 'method': 'tools/list'}"],
    ['another object that is printed', "{ id: 5, name: 'x', size: 7 }"],
    ['a log', 'GET {"method":"GET"}'],
    ['a value', '{"level":"info","x":NaN}'],
  ])('is not %s', (_, text) => {
    expect(nearJson(text)?.isMessage ?? false).toBe(false);
  });

  it('answers nothing when it asks', () => {
    const near = nearJson('{"jsonrpc":"2.0","id":7,"method":"elicitation/create","params":{"x":NaN}}');
    expect(near).toMatchObject({ isMessage: true });
    expect(near?.answers).toBeUndefined();
    expect(
      nearJson('{"jsonrpc":"2.0","method":"notifications/progress","params":{"progress":NaN}}'),
    ).toMatchObject({
      isMessage: true,
    });
  });

  it('has the id of the message, and not one within it', () => {
    expect(nearJson('{"jsonrpc":"2.0","result":{"id":3,"rows":[{"id":4}],"x":NaN},"id":7}')?.answers).toBe(7);
    expect(nearJson('{"jsonrpc":"2.0","result":{"id":3,"x":NaN')?.answers).toBeUndefined();
  });
});

interface Seen {
  readonly lines: readonly Extract<Capture, { type: 'frame' | 'invalid' }>[];
  readonly spoilt: readonly Id[];
}

function seen(bytes: Buffer | string): Seen {
  const lines: Extract<Capture, { type: 'frame' | 'invalid' }>[] = [];
  const spoilt: Id[] = [];
  const near = { read: nearJson, decode: otherOrder, onMalformed: (id: Id) => void spoilt.push(id) };
  const framing = createFraming('s2c', (one) => lines.push(one as never), undefined, near);
  framing.push(Buffer.from(bytes));
  framing.end();
  return { lines, spoilt };
}

const rules = ({ lines }: Seen) =>
  lines.map(({ findings = [] }) => findings.map(({ rule }) => rule).join(' '));

describe('on the wire', () => {
  it('one that breaks off within a text goes on with the lines that follow', () => {
    const found = seen(
      `{"jsonrpc":"2.0","id":7,"result":{"text":"one\ntwo\nthree"}}\n${answer('{}')}\nhello\n`,
    );
    expect(rules(found)).toEqual(['stdio/bad-json', '', '', '', 'stdio/not-json']);
    expect(found.spoilt).toEqual([7]);
    expect(found.lines[1]).toMatchObject({ why: 'the rest of the message that breaks off on line 1' });
  });

  it('one over several lines is told with the line where it goes wrong', () => {
    const pretty = '{\n  "jsonrpc": "2.0",\n  "id": 7,\n  "result": {\n    "mean": NaN\n  }\n}\n';
    const found = seen(`${pretty}${answer('{}')}\n`);
    expect(rules(found)).toEqual(['stdio/bad-json', '', '', '', '', '', '', '']);
    expect(found.lines[0]?.findings?.[0]?.message).toContain(
      'NaN, a number that JSON does not have, at line 5, column 13',
    );
    expect(found.spoilt).toEqual([7]);
    expect(found.lines.at(-1)).toMatchObject({ type: 'frame' });
  });

  it.each([
    ['little-endian', '\uFEFF', false],
    ['little-endian', '', false],
    ['big-endian', '\uFEFF', true],
    ['big-endian', '', true],
  ] as const)('UTF-16 is decoded and used: %s %j', (order, mark, swaps) => {
    const texts = [answer('{"text":"über"}'), answer('{"text":"日本"}')];
    const bytes = Buffer.from(`${mark}${texts.join('\r\n')}\r\n`, 'utf16le');
    const { lines } = seen(swaps ? bytes.swap16() : bytes);
    const frames = lines.flatMap((one) => (one.type === 'frame' ? [one] : []));
    expect(frames.map(({ msg }) => msg)).toEqual(texts);
    expect(frames[0]?.findings?.[0]).toEqual({
      rule: 'stdio/utf8',
      message: `UTF-16 (${order}) and not UTF-8; it was decoded`,
    });
    expect(frames[0]?.raw).toBeDefined();
  });

  it('a zero byte makes no UTF-16', () => {
    expect(rules(seen('a log \0 line with a zero\n'))).toEqual(['stdio/not-json']);
  });
});
