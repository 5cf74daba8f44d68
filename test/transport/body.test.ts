import { describe, expect, it } from 'vitest';
import { badMessage, malformedAnswer, readMessages, sentMessages } from '../../src/transport/body.ts';

const place = { dir: 's2c', x: 3 } as const;
const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}';

describe('a body', () => {
  it('is one message, to the character', () => {
    const text = '{ "jsonrpc":"2.0", "id":1, "result":{"n":12345678901234567890} }';
    expect(readMessages(text, place)).toMatchObject([{ type: 'frame', ...place, n: text.length, msg: text }]);
  });

  it('keeps what surrounds the message', () => {
    expect(readMessages(`\ufeff ${ping}\r\n`, place)).toMatchObject([
      { pre: '\ufeff ', msg: ping, post: '\r\n', n: ping.length + 6 },
    ]);
  });

  it('may have line breaks, which are kept in its bytes', () => {
    const text = ping.replaceAll(',', ',\r\n');
    const [message] = readMessages(text, place) ?? [];
    expect(message).toMatchObject({
      msg: ping.replaceAll(',', ', '),
      raw: Buffer.from(text).toString('base64'),
    });
  });

  it.each([
    [`[${ping},{"jsonrpc":"2.0","id":2,"result":{}}]`],
    [`[\n ${ping} ,\n {"jsonrpc":"2.0","id":2,"result":{}}\n]`],
  ])('may be a batch: %j', (text) => {
    const messages = readMessages(text, place) ?? [];
    expect(messages).toMatchObject([
      { part: [0, 2], msg: ping, findings: [{ rule: 'batch/array' }] },
      { part: [1, 2], msg: '{"jsonrpc":"2.0","id":2,"result":{}}' },
    ]);
    expect(messages[1]).not.toHaveProperty('findings');
  });

  it.each(['true', '7', '{}', '[]', '{"ok":true}'])('%s is JSON and no message', (text) => {
    expect(readMessages(text, place)).toMatchObject([
      { type: 'invalid', text, findings: [{ rule: 'message/not-protocol' }] },
    ]);
  });

  it.each([
    [`data: ${ping}`, 'JSON starts at column 7', [ping]],
    [`${ping}\n${ping}\n`, '2 messages in one text', [ping, ping]],
  ])('%j holds what can be used', (text, where, texts) => {
    const messages = readMessages(text, place) ?? [];
    expect(messages).toMatchObject(texts.map((msg) => ({ type: 'frame', msg })));
    const message = `${where}; send one message, and nothing beside it`;
    expect(messages[0]).toMatchObject({ findings: [{ rule: 'http/not-json', message }] });
    expect(
      messages.map((one) => ('msg' in one ? (one.pre ?? '') + one.msg + (one.post ?? '') : '')).join(''),
    ).toBe(text);
  });

  it.each(['', 'oops', `<html>${ping}`, '{"a":'])('%j is no JSON', (text) => {
    expect(readMessages(text, place)).toBeUndefined();
  });

  it('that we send is kept whatever it is', () => {
    expect(sentMessages('oops', { x: 1 })).toEqual([
      { type: 'invalid', dir: 'c2s', x: 1, n: 4, text: 'oops', why: 'it is not JSON' },
    ]);
  });
});

describe('a text that is nearly JSON', () => {
  const answer = '{"jsonrpc":"2.0","id":7,"result":{"n":Infinity}}';

  it('tells what is wrong with it, and whose answer it was to be', () => {
    const line = badMessage(answer, place, 'no JSON');
    const why = expect.stringMatching(/^malformed JSON: Infinity, .* at column 39 /);
    expect(line).toMatchObject({ type: 'invalid', why, findings: [{ rule: 'http/not-json', message: why }] });
    expect(malformedAnswer(line)).toEqual({
      ids: [7],
      why: expect.stringMatching(/^its answer is malformed JSON: /),
    });
  });

  it.each([
    ['something else', badMessage('<p>oops</p>', place, 'no JSON')],
    ['a notification', badMessage('{"jsonrpc":"2.0","method":"x","params":{"n":NaN}}', place, 'no JSON')],
    ['what we sent', badMessage(answer, { ...place, dir: 'c2s' }, 'no JSON')],
  ])("is nobody's answer where it is %s", (_, line) => {
    expect(malformedAnswer(line)).toBeUndefined();
  });
});
