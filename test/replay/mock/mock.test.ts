import { describe, expect, it } from 'vitest';
import { calling, conversationOf, mockOf, opening, type Said } from '../../support/mocked.ts';

const result = (id: unknown, text: string): string =>
  `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{"content":[{"type":"text","text":"${text}"}]}}`;
const said = (request: string, answer: string): readonly Said[] => [`> ${request}`, `< ${answer}`];

const orders = conversationOf([
  ...opening(),
  ...said(calling(1, 'get', { id: 1, at: 'now' }), result(1, 'one')),
  ...said(calling(2, 'get', { id: 2, at: 'now' }), result(2, 'two')),
  ...said(calling(3, 'get', { id: 1, at: 'now' }), result(3, 'one again')),
  ...said(calling(4, 'big', { n: 9007199254740992 }).replace('0992', '0993'), result(4, 'big')),
  ...said(
    calling(5, 'odd'),
    '{ "result" : {"content":[],"n":1.50,"n":1e3}, "id":5, "x":"\\u0041","jsonrpc":"2.0"}',
  ),
  ...said(
    calling(6, 'bad'),
    '{"jsonrpc":"2.0","id":6,"error":{"code":-32001,"message":"no","data":{"a":1}}}',
  ),
  `> ${calling(7, 'lost')}`,
]);

describe('a call', () => {
  it.each([
    ['is answered by what it asks for', calling('a', 'get', { id: 1, at: 'now' }), result('a', 'one')],
    [
      'in any order of members',
      '{"id":9,"params":{"arguments":{"at":"now","id":1},"name":"get"},"method":"tools/call"}',
      result(9, 'one'),
    ],
    [
      'with numbers by value',
      calling(9, 'get', { id: 1, at: 'now' }).replace('"id":1,', '"id":10e-1,'),
      result(9, 'one'),
    ],
    [
      'without what says who asks',
      calling(9, 'get', { id: 2, at: 'now' }, { _meta: { progressToken: 7, traceparent: 'x' } }),
      result(9, 'two'),
    ],
    [
      'without arguments as with none',
      calling(9, 'odd', {}),
      '{ "result" : {"content":[],"n":1.50,"n":1e3}, "id":9, "x":"\\u0041","jsonrpc":"2.0"}',
    ],
    [
      'with the error that came',
      calling(9, 'bad'),
      '{"jsonrpc":"2.0","id":9,"error":{"code":-32001,"message":"no","data":{"a":1}}}',
    ],
  ])('%s', async (_, request, answer) => {
    const client = await mockOf(await orders);
    expect(client.say(request)).toEqual([answer]);
    expect(client.table()).toEqual([]);
  });

  it('that was never answered is not answered', async () => {
    const client = await mockOf(await orders);
    expect(client.say(calling(9, 'lost'))).toEqual([]);
    expect(client.table()).toEqual([]);
  });

  it.each([
    [
      calling(9, 'get', { id: 3, at: 'now' }),
      -32602,
      'get {"id":3,"at":"now"} is not in the recording; the closest is #4 get {"id":1,"at":"now"}: /params/arguments/id is 1 there',
    ],
    [
      calling(9, 'get', { id: 2 }),
      -32602,
      'get {"id":2} is not in the recording; the closest is #6 get {"id":2,"at":"now"}: /params/arguments/at is "now" there',
    ],
    [
      calling(9, 'big', { n: 9007199254740992 }),
      -32602,
      'the closest is #10 big {"n":9007199254740993}: /params/arguments/n is 9007199254740993 there',
    ],
    [
      calling(9, 'put', { id: 1, at: 'now' }),
      -32602,
      'put {"id":1,"at":"now"} is not in the recording; the closest is #4 get {"id":1,"at":"now"}: /params/name is "get" there',
    ],
    [
      '{"jsonrpc":"2.0","id":9,"method":"resources/read","params":{"uri":"file:///a"}}',
      -32601,
      'resources/read file:///a is not in the recording, nor is any other resources/read',
    ],
    [
      calling(9, 'get', { id: 2, at: 'now' }, { _meta: { tenant: 'b' } }),
      -32602,
      '/params/_meta is not there',
    ],
  ])('%s is a miss', async (request, code, message) => {
    const client = await mockOf(await orders);
    const [answer = '', ...more] = client.say(request);
    const { error, id } = JSON.parse(answer);
    expect([id, error.code, more]).toEqual([9, code, []]);
    expect(error.message).toContain(message);
    expect(error.data.miss.method).toBe(JSON.parse(request).method);
    expect(client.table()).toEqual([error.message]);
  });

  it('as deep as nobody reads is a miss like any other', async () => {
    const client = await mockOf(await orders);
    const deep = '['.repeat(50_000) + ']'.repeat(50_000);
    const [answer] = client.say(calling(9, 'get', { id: 1, at: 'DEEP' }).replace('"DEEP"', deep));
    expect(answer).toContain('/params/arguments/at is \\"now\\" there');
  });

  it('made again is answered in order, then with the last answer or with none', async () => {
    for (const [repeat, third] of [
      ['last', result('c', 'one again')],
      ['never', expect.stringContaining('was made 2 times in the recording, and is made once more')],
    ] as const) {
      const client = await mockOf(await orders, { repeat });
      const answers = ['a', 'b', 'c'].flatMap((id) => client.say(calling(id, 'get', { id: 1, at: 'now' })));
      expect(answers).toEqual([result('a', 'one'), result('b', 'one again'), third]);
      expect(client.table()).toHaveLength(repeat === 'last' ? 0 : 1);
    }
  });

  it('is held against the recording without what is ignored in a text', async () => {
    const body = (id: number, at: string): object => ({ body: JSON.stringify({ id, at }) });
    const recorded = [...opening(), ...said(calling(1, 'post', body(1, 'a')), result(1, 'posted'))];
    const client = await mockOf(recorded, { ignore: ['/params/arguments/body/at'] });
    expect(client.say(calling(2, 'post', body(1, 'b')))).toEqual([result(2, 'posted')]);
    expect(client.say(calling(3, 'post', body(2, 'b')))[0]).toContain('error');
  });

  it('is held against the recording without what is ignored', async () => {
    const client = await mockOf(await orders, { ignore: ['/params/arguments/at'] });
    expect(client.say(calling(9, 'get', { id: 2, at: 'later' }))).toEqual([result(9, 'two')]);
    expect(client.say(calling(9, 'get', { id: 2 }))).toEqual([result(9, 'two')]);
    expect(client.say(calling(9, 'get', { id: 4 }))[0]).toContain('error');
  });
});

describe('the handshake', () => {
  const initialize = (version: string) =>
    JSON.stringify({
      ...{ jsonrpc: '2.0', id: 'i', method: 'initialize' },
      params: { protocolVersion: version, capabilities: {}, clientInfo: { name: 'x', version: '1' } },
    });
  const legacy = opening();
  const modern: readonly Said[] = [
    '> {"jsonrpc":"2.0","id":0,"method":"server/discover","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}',
    '< {"jsonrpc":"2.0","id":0,"result":{"supportedVersions":["2026-07-28"],"capabilities":{"tools":{}},"instructions":"x"}}',
  ];
  const discover = (version: string) => modern[0]?.slice(2).replace('2026-07-28', version) ?? '';

  it.each([
    ['initialize as it was', legacy, initialize('2025-11-25'), '"protocolVersion":"2025-11-25"'],
    [
      'another revision with the recorded one',
      legacy,
      initialize('2025-06-18'),
      '"protocolVersion":"2025-11-25"',
    ],
    ['a client of the modern era as a server of the other', legacy, discover('2026-07-28'), '"code":-32601'],
    ['a discovery as it was', modern, discover('2026-07-28'), '"instructions":"x"'],
    [
      'a revision that was not spoken',
      modern,
      discover('2027-01-01'),
      '"data":{"supported":["2026-07-28"],"requested":"2027-01-01"}',
    ],
    ['a client of the legacy era', modern, initialize('2025-11-25'), '"code":-32022'],
    [
      'a client of the legacy era, of a server that speaks both',
      modern.map((line) => line.replace('["2026-07-28"]', '["2026-07-28","2025-11-25"]') as Said),
      initialize('2025-11-25'),
      '"data":{"supported":["2026-07-28"],"requested":"2025-11-25"}',
    ],
    [
      'a ping',
      legacy,
      '{"jsonrpc":"2.0","id":"p","method":"ping"}',
      '{"jsonrpc":"2.0","id":"p","result":{}}',
    ],
    ['a ping in the other era', modern, '{"jsonrpc":"2.0","id":"p","method":"ping"}', '"code":-32601'],
    [
      'a method of the other era',
      legacy,
      '{"jsonrpc":"2.0","id":"p","method":"subscriptions/listen"}',
      '"code":-32601',
    ],
    ['no JSON', legacy, '{"jsonrpc', '"code":-32700'],
    ['no message', legacy, '{"jsonrpc":"2.0","id":3}', '"code":-32600'],
    [
      'a list that was not offered',
      legacy,
      '{"jsonrpc":"2.0","id":"p","method":"prompts/list"}',
      '"code":-32601',
    ],
  ])('answers %s', async (_, recorded, request, answer) => {
    const client = await mockOf(recorded);
    expect(client.say(request)).toEqual([expect.stringContaining(answer)]);
    expect(client.table()).toEqual([]);
  });

  it('is needed', async () => {
    await expect(mockOf([])).rejects.toThrow('no handshake in it was answered');
  });
});
