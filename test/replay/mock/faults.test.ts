import { expect, it } from 'vitest';
import type { Conversation } from '../../../src/replay/conversation.ts';
import type { Peer } from '../../../src/replay/mock/client.ts';
import { spoiltMock, unseenFault } from '../../../src/replay/mock/faults.ts';
import type { Mock } from '../../../src/replay/mock/mock.ts';
import { type FaultName, faultRows } from '../../../src/spec/faults.ts';

const TOOLS =
  '[{"name":"a"},{"name":"order","outputSchema":{"type":"object","properties":{"id":{"type":"integer"},"by":{"type":["string","null"]}}}},{"name":"c"}]';
const CONTENT = '{"id":1.0,"by":"Ada"}';

/** A conversation in which the tools were listed, and one of them called. */
const conversation = {
  requests: [
    {
      line: { method: 'tools/call' },
      params: '{"name":"order"}',
      end: { kind: 'answered', line: { msg: '{"jsonrpc":"2.0","id":2,"result":{"structuredContent":{}}}' } },
    },
    {
      line: { method: 'tools/list' },
      end: { kind: 'answered', line: { msg: `{"jsonrpc":"2.0","id":1,"result":{"tools":${TOOLS}}}` } },
    },
  ],
  loose: [],
} as unknown as Conversation;

const CALL = '{"jsonrpc":"2.0","id":"x","method":"tools/call","params":{"name":"order"}}';
const LIST = '{"jsonrpc":"2.0","id":2,"method":"tools/list"}';
const OTHER = '{"jsonrpc":"2.0","id":3,"method":"ping"}';
const answerWith = (content: string): string =>
  `{"result":{"content":[{"type":"text","text":${JSON.stringify(content)}}],"structuredContent":${content}},"jsonrpc":"2.0","id":"x"}`;
const RIGHT = answerWith(CONTENT);
const answers: Readonly<Record<string, string>> = {
  [CALL]: RIGHT,
  [LIST]: `{"jsonrpc":"2.0","id":2,"result":{"tools":${TOOLS}}}`,
  [OTHER]: '{"jsonrpc":"2.0","id":3,"result":{}}',
};

/** A mock that answers so, with these faults in it; all that it does, in order. */
function spoilt(...faults: readonly FaultName[]) {
  const done: string[] = [];
  const pauses: (() => void)[] = [];
  const right: Mock = {
    ...{ eras: ['legacy'], remarks: [], table: () => [] },
    session: (peer: Peer) => ({
      receive(text) {
        const answer = answers[text];
        if (answer === undefined) done.push(`told ${text}`);
        else peer.send(answer, JSON.stringify(JSON.parse(text).id));
      },
      close: () => done.push('closed'),
    }),
  };
  const { mock, http, remarks } = spoiltMock(right, faults, conversation, {
    write: (text) => done.push(`wrote ${text}`),
    say: (line) => done.push(`said ${line}`),
    pause: (ms) => new Promise((resolve) => pauses.push(() => resolve(void done.push(`${ms} ms`)))),
    turn: async () => {},
    exit: (code) => done.push(`exit ${code}`),
  });
  const session = mock.session({ send: (text, re) => done.push(`${re} ${text}`) });
  return { session, http, remarks, done, pauses };
}

it.each<readonly [FaultName, string, readonly unknown[]]>([
  ['wrong-id', CALL, [`"x" ${RIGHT.replace('"x"', '"x-but-other"')}`]],
  ['bad-output', CALL, [`"x" ${answerWith('{"id":"a few","by":"Ada"}')}`]],
  ['silent', CALL, []],
  ['crash', CALL, [expect.stringMatching(/^said Error: nothing left to read\n/), 'exit 70']],
  ['pretty', CALL, [expect.stringMatching(/^wrote \{\n {2}"result": \{\n/)]],
  ['bad-tool', LIST, [expect.stringMatching(/"c"\}\]\}\}$/)]],
  ['bad-tool', CALL, [`"x" ${RIGHT}`]],
])('%s is laid over an answer', (fault, asked, wanted) => {
  const { session, done } = spoilt(fault);
  session.receive(OTHER);
  session.receive(asked);
  expect(done).toEqual([`3 ${answers[OTHER]}`, ...wanted]);
});

it('lists the tool that nobody can call as the third', () => {
  const { session, done } = spoilt('bad-tool');
  session.receive(LIST);
  const { tools } = JSON.parse(done[0]?.slice(2) ?? '').result;
  expect(tools.map(({ name }: { name: string }) => name)).toEqual(['a', 'order', 'broken-tool', 'c']);
});

it.each<readonly [FaultName, number, RegExp | undefined]>([
  ['bad-output', 0, undefined],
  [
    'bad-output',
    1,
    /needs a tool with an outputSchema that answers with structuredContent: the recording has none$/,
  ],
  ['bad-tool', 1, undefined],
  ['bad-tool', 2, /^--fault bad-tool affects tools, and the recording has none$/],
  ['silent', 2, /^--fault silent affects tools/],
  ['banner', 2, undefined],
])('%s is refused where it would not be seen, without the first %i requests', (fault, without, why) => {
  const rest = { ...conversation, requests: conversation.requests.slice(without) };
  const found = unseenFault([fault], rest);
  if (why === undefined) expect(found).toBeUndefined();
  else expect(found).toMatch(why);
});

it('begins with what is no message', () => {
  const { done } = spoilt('banner', 'stderr-noise');
  expect(done).toHaveLength(201);
  expect(done.slice(0, 2)).toEqual([
    expect.stringMatching(/^wrote \*\*\*/),
    expect.stringMatching(/^said .*WARN/),
  ]);
});

it('answers late, although the call was cancelled', async () => {
  const { session, done, pauses } = spoilt('late');
  session.receive(CALL);
  session.receive('{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"x"}}');
  expect(done).toEqual([]);
  pauses[0]?.();
  await expect.poll(() => done).toEqual(['2000 ms', `"x" ${RIGHT}`]);
});

it('floods with progress that nobody asked for, and answers then', async () => {
  const { session, done } = spoilt('flood');
  session.receive(CALL);
  await expect.poll(() => done.at(-1)).toBe(`"x" ${RIGHT}`);
  expect(done).toHaveLength(10_001);
  expect(done[0]).toContain('"progressToken":"nobody","progress":1,"total":10000');
});

it('has a reply for each fault of HTTP', () => {
  for (const [name, { over, at }] of faultRows()) {
    const { http, remarks } = spoilt(name);
    expect(http !== undefined, name).toBe(over === 'http');
    expect(remarks).toEqual([
      expect.stringMatching(at === 'call' ? /, at (?:every call of a tool|calls of order)$/ : /^--fault/),
    ]);
  }
});
