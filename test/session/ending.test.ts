import { describe, expect, it } from 'vitest';
import { checkEnding } from '../../src/session/ending.ts';
import type { LifeEntry } from '../../src/session/frame.ts';
import { converse, handshake, type Step } from '../support/conversation.ts';

const call = (id: number): Step => ['c2s', { id, method: 'tools/call', params: { name: 'echo' } }];
const found = (...steps: readonly Step[]) =>
  converse([...handshake({ tools: {} }), { event: 'ready' }, ...steps])
    .accepted.flatMap(({ entry }) => (entry.type === 'finding' ? [entry] : []))
    .map(({ rule, message }) => [rule, message]);

describe('the end of a process', () => {
  it('tells what was open, and the end of stderr', () => {
    expect(
      found(
        call(2),
        call(3),
        { stderr: 'boom' },
        { event: 'exit', code: 5, detail: 'its stderr says: boom' },
      ),
    ).toEqual([
      [
        'server/exited',
        'the server exited with code 5 before it answered tools/call echo, tools/call echo; its stderr says: boom',
      ],
    ]);
  });

  it('by a signal is told though nothing was open', () => {
    expect(found({ event: 'exit', signal: 'SIGSEGV' })).toEqual([
      ['server/exited', 'the server was killed by SIGSEGV; nothing on stderr'],
    ]);
  });

  it('is nothing to tell of when it is ours, or a good one', () => {
    expect(found({ event: 'exit', code: 0 })).toEqual([]);
    expect(found(call(2), { event: 'close' }, { event: 'exit', signal: 'SIGTERM' })).toEqual([]);
  });

  it('is nothing to tell of once the client of a tap has left', () => {
    const left: Step = { event: 'close', side: 'client' };
    expect(found(call(2), left, { event: 'exit', code: 1 })).toEqual([]);
    const { state } = converse([
      ...handshake({ tools: {} }),
      { event: 'ready' },
      call(2),
      left,
      { event: 'exit', code: 0 },
    ]);
    expect(state).toMatchObject({ phase: 'closed', why: ['the client left'] });
  });

  it('is told of a log of another program though that says no more than that it ended', () => {
    const exit = { type: 'life', event: 'exit', detail: 'the server closed the connection' } as LifeEntry;
    const { state } = converse(handshake({ tools: {} }));
    const target = { transport: 'recorded', path: 'crm.log', of: 'a log', log: { server: 'crm' } } as const;
    const open = { dir: 'c2s', method: 'tools/call', subject: 'echo', id: 2, seq: 5, t: 0 } as const;
    const told = (ends: readonly (typeof open)[]) =>
      checkEnding(exit, ends, { ...state, target }).map(({ message }) => message);
    expect(told([open])).toEqual([
      'the server closed the connection before it answered tools/call echo; nothing on stderr',
    ]);
    expect(told([])).toEqual([]);
  });

  it('before the handshake is told even with code 0', () => {
    const exit = { type: 'life', event: 'exit', code: 0 } as LifeEntry;
    const { target } = converse(handshake({})).state;
    expect(checkEnding(exit, [], { ending: false, phase: 'connecting', stderr: [], target })).toHaveLength(1);
  });
});

describe('a request without an answer', () => {
  it('is told with what the time-out said', () => {
    expect(
      found(call(2), { event: 'timeout', re: 6, detail: 'no answer to tools/call echo within 1 s' }),
    ).toEqual([['server/no-answer', 'no answer to tools/call echo within 1 s']]);
  });
});

describe('notices of the server', () => {
  const started: Step = [
    'c2s',
    { id: 2, method: 'tools/call', params: { name: 'echo', _meta: { progressToken: 2 } } },
  ];
  const progress = (value: unknown): Step => [
    's2c',
    { method: 'notifications/progress', params: { progressToken: 2, progress: value } },
  ];
  const cancelled = (requestId?: unknown): Step => [
    's2c',
    { method: 'notifications/cancelled', params: requestId === undefined ? {} : { requestId } },
  ];

  it.each<[string, readonly Step[], string[][]]>([
    ['progress that grows', [started, progress(1), progress(2.5)], []],
    [
      'progress that does not',
      [started, progress(2), progress(2)],
      [['progress/backwards', 'progress for tools/call went from 2 to 2; it must grow']],
    ],
    [
      'a cancellation of ours',
      [started, cancelled(2)],
      [['cancel/unknown', 'the server has no request 2: tools/call echo with this id is ours']],
    ],
    ['a cancellation of nothing', [cancelled('x')], [['cancel/unknown', 'the server has no request "x"']]],
    ['a cancellation without an id', [cancelled()], [['cancel/unknown', 'requestId is missing']]],
    [
      'a cancellation that crossed its answer',
      [['s2c', { id: 9, method: 'ping' }], ['c2s', { id: 9, result: {} }], cancelled(9)],
      [],
    ],
  ])('%s', (_, steps, expected) => expect(found(...steps)).toEqual(expected));
});

describe('what is served', () => {
  it('without being announced is told of once a list', () => {
    expect(
      found(['c2s', { id: 2, method: 'prompts/list' }], ['s2c', { id: 2, result: { prompts: [] } }]),
    ).toEqual([
      ['capability/not-announced', 'prompts/list is supported, but the capability prompts is not declared'],
    ]);
  });
});
