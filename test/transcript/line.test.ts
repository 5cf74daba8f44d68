import { describe, expect, test } from 'vitest';
import { readLine, writeLine } from '../../src/transcript/line.ts';
import { entries } from './entries.ts';

const frame =
  '{"type":"frame","seq":3,"t":1,"conn":1,"session":0,"dir":"c2s","n":2,"msg":{"id":1,"result":0}}';

test.each(entries.map((entry) => [entry.type, entry] as const))('%s is read back as written', (_, entry) => {
  const line = writeLine(entry);
  expect(line).not.toMatch(/[\r\n]/);
  expect(JSON.parse(line)).toMatchObject({ type: entry.type, seq: entry.seq });
  expect(readLine(line)).toMatchObject({ kind: 'entry', entry });
});

describe('a frame', () => {
  test('has the exact text of its message last, and parsed beside it', () => {
    const msg = '{ "id" : 7, "result":{"n":12345678901234567890,"n":1.0, "s":"\\u0041 }"} }';
    const line = writeLine({
      type: 'frame',
      seq: 3,
      t: 1.23456,
      conn: 1,
      session: 0,
      dir: 's2c',
      n: 80,
      msg,
    });
    expect(line).toBe(
      `{"type":"frame","seq":3,"t":1.235,"conn":1,"session":0,"dir":"s2c","n":80,"msg":${msg}}`,
    );
    expect(readLine(line)).toMatchObject({ entry: { msg }, message: { id: 7, result: { n: 1 } } });
  });

  test('stays on one line whatever its message has between its tokens', () => {
    const entry = { type: 'frame', seq: 3, t: 0, conn: 1, session: 0, dir: 's2c', n: 9 } as const;
    expect(writeLine({ ...entry, msg: '{\r\n"a":1\n}' })).toContain('"msg":{  "a":1 }}');
  });

  test.each([
    [
      'in another order',
      '{"msg":{"id":1},"type":"frame","n":2,"seq":3,"t":1,"conn":1,"session":0,"dir":"c2s"}',
    ],
    [
      'with blanks',
      '{ "type": "frame", "seq": 3, "t": 1, "conn": 1, "session": 0, "dir": "c2s", "n": 2, "msg": {"id":1} }',
    ],
    [
      'half so',
      '{"type":"frame", "seq": 3, "t": 1, "conn": 1, "session": 0, "dir": "c2s", "n": 2, "msg": {"id":1} }\r',
    ],
  ])('%s', (_, line) => {
    expect(readLine(line)).toMatchObject({ kind: 'entry', entry: { seq: 3, dir: 'c2s', msg: '{"id":1}' } });
  });
});

test.each([
  ['torn', frame.slice(0, -9)],
  ['torn before the message', frame.slice(0, 40)],
  ['no JSON', 'hello'],
  ['no object', '[1]'],
  ['null', 'null'],
  ['without a type', '{"seq":1}'],
  ['without a member', frame.replace('"dir":"c2s",', '')],
  ['with a wrong member', frame.replace('"dir":"c2s"', '"dir":"up"')],
  ['with a seq that is no place', frame.replace('"seq":3', '"seq":-3')],
  ['with a wrong optional member', frame.replace('"n":2', '"n":2,"re":"x"')],
  ['with a message that is no JSON', frame.replace('"id":1', '"id":')],
])('broken: %s', (_, line) => {
  expect(readLine(line)).toEqual({ kind: 'broken', why: expect.any(String) });
});

test('an unknown type and unknown members are passed over', () => {
  expect(readLine('{"type":"later","seq":4,"t":2}')).toEqual({ kind: 'unknown', type: 'later' });
  expect(readLine(frame.replace('"n":2', '"n":2,"later":{"a":1}'))).toMatchObject({ kind: 'entry' });
});
