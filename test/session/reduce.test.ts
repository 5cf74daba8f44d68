import { describe, expect, it } from 'vitest';
import { converse, handshake, type Step } from '../support/conversation.ts';

const tool = (name: string) => ({ name, inputSchema: { type: 'object' } });

describe('a remote server', () => {
  const refused = (x: number, code = 'ECONNREFUSED'): Step => ({
    http: { x, phase: 'error', detail: 'nothing listens', code },
  });
  const asks = (x: number, more: object = {}): Step => ({
    http: { x, phase: 'request', method: 'POST', url: 'http://a/mcp', ...more },
  });
  const answers = (x: number): Step => ({ http: { x, phase: 'response', status: 404 } });
  const wanted: Step = { event: 'authorization', step: 'wanted' };
  const unreachable = (...steps: readonly Step[]) =>
    converse([...handshake({}), { event: 'ready' }, ...steps]).state.unreachable;

  it.each<[string, readonly Step[], object | undefined]>([
    ['it refuses', [asks(1), refused(1)], { since: 700, why: 'nothing listens' }],
    ['it still refuses', [asks(1), refused(1), asks(2), refused(2)], { since: 700, why: 'nothing listens' }],
    ['it has answered anything since', [asks(1), refused(1), asks(2), answers(2)], undefined],
    ['it speaks no HTTP', [asks(1), refused(1, 'HPE_INVALID_CONSTANT')], undefined],
    ['we broke off', [asks(1), { http: { x: 1, phase: 'error', detail: 'cancelled' } }], undefined],
    ['who gives tokens refuses', [wanted, asks(1, { for: 'token' }), refused(1)], undefined],
    [
      'who gives tokens answers',
      [asks(1), refused(1), wanted, asks(2, { for: 'token' }), answers(2)],
      { since: 700, why: 'nothing listens' },
    ],
    ['the connection is begun anew', [asks(1), refused(1), { event: 'reconnect' }], undefined],
  ])('is or is not reachable when %s', (_, steps, expected) => {
    expect(unreachable(...steps)).toEqual(expected);
  });

  it('has failed, and is not called unreachable, where it could not be reached at first', () => {
    expect(converse([asks(1), refused(1)]).state.unreachable).toBeUndefined();
  });
});

describe('the handshake', () => {
  it('says who is there and what was agreed', () => {
    const { state } = converse([
      ...handshake({ tools: {} }, { instructions: 'Be kind.' }),
      { event: 'ready' },
    ]);
    expect(state).toMatchObject({
      phase: 'ready',
      requestedVersion: '2025-11-25',
      negotiated: '2025-11-25',
      server: { name: 'fake', version: '1' },
      instructions: 'Be kind.',
      capabilities: { server: { tools: {} } },
      process: { pid: 42 },
      running: [],
    });
  });

  it('does not ask for what was not announced, and says so', () => {
    const { state } = converse(handshake({ tools: {} }));
    expect(state.lists.prompts).toMatchObject({
      state: 'not announced',
      why: 'the server did not declare prompts',
    });
    expect(state.lists.resourceTemplates).toMatchObject({
      state: 'not announced',
      why: 'the server did not declare resources',
    });
    expect(state.lists.tools.state).toBe('unasked');
  });

  it.each<[string, readonly Step[]]>([
    ['runs', []],
    ['is answered', [['s2c', { id: 9, result: { supportedVersions: ['2026-07-28'], capabilities: {} } }]]],
    ['is refused', [['s2c', { id: 9, error: { code: -32601, message: 'no' } }]]],
    ['is not answered in time', [{ event: 'timeout', detail: 'no answer' }]],
    ['is cancelled', [{ event: 'cancel', detail: 'you cancelled it' }]],
    ['gets no answer any more', [{ event: 'lost', detail: 'the stream ended' }]],
  ])('is over: server/discover or initialize sent by hand changes nothing when it %s', (_, rest) => {
    for (const method of ['server/discover', 'initialize']) {
      const before = [...handshake({ tools: {} }), { event: 'ready' }] as const;
      const seq = before.length + 1;
      const steps = rest.map((step) => ('event' in step ? { ...step, re: seq } : step));
      const { state } = converse([...before, ['c2s', { id: 9, method }], ...steps]);
      expect(state).toMatchObject({
        phase: 'ready',
        step: 'done',
        why: [],
        era: 'legacy',
        requestedVersion: '2025-11-25',
        negotiated: '2025-11-25',
      });
    }
  });

  it('has its answer looked at when it was sent by hand later', () => {
    const { state } = converse([
      ...handshake({ tools: {} }),
      { event: 'ready' },
      ['c2s', { id: 9, method: 'initialize' }],
      ['s2c', { id: 9, result: { protocolVersion: '2099-01-01', capabilities: {} } }],
    ]);
    expect(state.negotiated).toBe('2025-11-25');
    expect(state.findings.map(({ rule }) => rule)).toEqual(['init/version', 'init/server-info']);
  });

  it('fails with the error that refused it', () => {
    const { state } = converse([
      ['c2s', { id: 1, method: 'initialize' }],
      ['s2c', { id: 1, error: { code: -32600, message: 'no' } }],
      { event: 'exit', code: 0 },
    ]);
    expect(state).toMatchObject({
      phase: 'failed',
      why: ['initialize was refused: -32600 no', 'the server exited with code 0'],
    });
  });

  it('fails with an error without an id that was taken for the answer', () => {
    const { state } = converse([
      ['c2s', { id: 1, method: 'initialize' }],
      ['s2c', { id: null, error: { code: -32700, message: 'Parse error' } }],
      { event: 'assumed', re: 1, answer: 2, detail: 'an error without an id: -32700 Parse error' },
    ]);
    expect(state).toMatchObject({
      phase: 'failed',
      why: ['initialize: an error without an id: -32700 Parse error'],
      running: [],
    });
  });

  it('takes a result that lacks everything', () => {
    const { state } = converse([
      ['c2s', { id: 1, method: 'initialize' }],
      ['s2c', { id: 1, result: {} }],
      ['c2s', { method: 'notifications/initialized' }],
      { event: 'ready' },
    ]);
    expect(state).toMatchObject({ phase: 'ready', server: {}, capabilities: { server: {} } });
    expect(state.findings.map((finding) => finding.rule)).toEqual([
      'init/version',
      'init/server-info',
      'init/capabilities',
    ]);
  });
});

describe('lists', () => {
  it('stay when the server is started anew, and say what is another one then', () => {
    const asked = (...tools: readonly object[]): readonly Step[] => [
      ...handshake({ tools: {} }),
      ['c2s', { id: 2, method: 'tools/list' }],
      ['s2c', { id: 2, result: { tools } }],
    ];
    const again = (steps: readonly Step[]) => [{ event: 'exit', code: 0 } as const, ...steps];
    const before = asked(tool('a'), tool('b'));
    const starting = converse([...before, ...again(handshake({ tools: {}, prompts: {} }))]).state;
    expect(starting.lists.tools.items.map(({ name }) => name)).toEqual(['a', 'b']);
    expect(starting.lists.prompts.state).toBe('unasked');
    const { state } = converse([...before, ...again(asked(tool('b'), tool('c')))]);
    expect(state.lists.tools.changed).toMatchObject({
      before: [{ name: 'a' }, { name: 'b' }],
      after: [{ name: 'b' }, { name: 'c' }],
    });
    expect(converse([...before, ...again(handshake({}))]).state.lists.tools).toMatchObject({
      state: 'not announced',
      items: [],
    });
  });

  it('grow page by page and end with the last', () => {
    const pages = [
      ...handshake({ tools: {} }),
      ['c2s', { id: 2, method: 'tools/list' }],
      ['s2c', { id: 2, result: { tools: [tool('a')], nextCursor: 'x' } }],
    ] as const;
    expect(converse(pages).state.lists.tools).toMatchObject({ state: 'loading', items: [{ name: 'a' }] });
    const last = [
      ['c2s', { id: 3, method: 'tools/list', params: { cursor: 'x' } }],
      ['s2c', { id: 3, result: { tools: [tool('b'), tool('a')] } }],
    ] as const;
    const { state } = converse([...pages, ...last]);
    expect(state.lists.tools).toMatchObject({
      state: 'done',
      items: [{ name: 'a' }, { name: 'b' }, { name: 'a' }],
    });
    expect(state.findings).toMatchObject([{ rule: 'list/duplicate', count: 1 }]);
  });

  it('begin anew when asked for anew', () => {
    const { state } = converse([
      ...handshake({ tools: {} }),
      ['c2s', { id: 2, method: 'tools/list' }],
      ['s2c', { id: 2, result: { tools: [tool('a'), tool('b')] } }],
      ['c2s', { id: 3, method: 'tools/list' }],
      ['s2c', { id: 3, result: { tools: [tool('c')] } }],
    ]);
    expect(state.lists.tools.items.map((item) => item.name)).toEqual(['c']);
  });

  it('stop after a thousand pages', () => {
    const pages = Array.from({ length: 1_001 }, (_, page): readonly Step[] => [
      ['c2s', { id: page + 2, method: 'tools/list', params: page === 0 ? {} : { cursor: `c${page}` } }],
      ['s2c', { id: page + 2, result: { tools: [], nextCursor: `c${page + 1}` } }],
    ]);
    const { state } = converse([...handshake({ tools: {} }), ...pages.flat()]);
    expect(state.lists.tools.state).toBe('done');
    expect(state.findings).toMatchObject([{ rule: 'list/endless', count: 1 }]);
  });

  it('stop at a cursor that leads back', () => {
    const { state } = converse([
      ...handshake({ tools: {} }),
      ['c2s', { id: 2, method: 'tools/list' }],
      ['s2c', { id: 2, result: { tools: [tool('a')], nextCursor: 'again' } }],
      ['c2s', { id: 3, method: 'tools/list', params: { cursor: 'again' } }],
      ['s2c', { id: 3, result: { tools: [tool('b')], nextCursor: 'again' } }],
    ]);
    expect(state.lists.tools.state).toBe('done');
    expect(state.findings).toMatchObject([{ rule: 'list/cursor-loop' }]);
  });

  it('say that they are announced but not served', () => {
    const { state } = converse([
      ...handshake({ prompts: {} }),
      ['c2s', { id: 2, method: 'prompts/list' }],
      ['s2c', { id: 2, error: { code: -32601, message: 'Method not found' } }],
    ]);
    expect(state.lists.prompts).toMatchObject({
      state: 'failed',
      why: 'declared, but not supported: -32601 Method not found',
    });
    expect(state.findings).toMatchObject([{ rule: 'capability/not-served' }]);
  });

  it('fail when the server dies under them', () => {
    const { state } = converse([
      ...handshake({ tools: {} }),
      ['c2s', { id: 2, method: 'tools/list' }],
      { event: 'exit', signal: 'SIGKILL' },
    ]);
    expect(state).toMatchObject({
      phase: 'failed',
      why: ['the server was killed by SIGKILL while its lists were asked for'],
      lists: { tools: { state: 'failed', why: 'the server was killed by SIGKILL' } },
      running: [],
    });
  });
});

describe('running requests', () => {
  const call = [
    'c2s',
    { id: 2, method: 'tools/call', params: { name: 'slow', _meta: { progressToken: 2 } } },
  ] as const;

  it('show their progress until they are answered', () => {
    const report = [
      's2c',
      {
        method: 'notifications/progress',
        params: { progressToken: 2, progress: 1, total: 4, message: 'one' },
      },
    ] as const;
    expect(converse([...handshake({}), call, report]).state.running).toMatchObject([
      { subject: 'slow', progress: { progress: 1, total: 4, message: 'one' } },
    ]);
    expect(
      converse([...handshake({}), call, report, ['s2c', { id: 2, result: { content: [] } }]]).state.running,
    ).toEqual([]);
  });

  it.each(['timeout', 'cancel', 'assumed'] as const)('end with %s', (event) => {
    const { state, accepted } = converse([...handshake({}), call]);
    const seq = accepted.at(-1)?.entry.seq ?? 0;
    expect(state.running).toHaveLength(1);
    expect(converse([...handshake({}), call, { event, re: seq }]).state.running).toEqual([]);
  });

  it('are reported once when their progress goes on after they were cancelled, and once when they are answered', () => {
    const seq = converse([...handshake({}), call]).accepted.at(-1)?.entry.seq ?? 0;
    const reports = Array.from(
      { length: 18 },
      (_, progress): Step => [
        's2c',
        { method: 'notifications/progress', params: { progressToken: 2, progress } },
      ],
    );
    const { state } = converse([
      ...[...handshake({}), call, { event: 'cancel', re: seq } as const, ...reports],
      ['s2c', { id: 2, result: { content: [] } }],
    ]);
    expect(state.findings.map(({ rule, count }) => [rule, count])).toEqual([
      ['progress/late', 1],
      ['id/late', 1],
    ]);
  });
});

describe('a connection that took too long', () => {
  it('says so, and not how our own closing ended the process', () => {
    const { state } = converse([
      { event: 'spawn', pid: 42 },
      ['c2s', { id: 1, method: 'initialize' }],
      { event: 'timeout', re: 2, detail: 'no answer to initialize within 1 s' },
      { event: 'close' },
      { event: 'exit', signal: 'SIGTERM' },
    ]);
    expect(state).toMatchObject({ phase: 'failed', why: ['no answer to initialize within 1 s'] });
  });
});

describe('ends', () => {
  const ready = [...handshake({}), { event: 'ready' }] as const;
  it.each([
    ['by a signal', [{ event: 'exit', signal: 'SIGKILL' }], 'failed', ['the server was killed by SIGKILL']],
    ['with an error', [{ event: 'exit', code: 9 }], 'failed', ['the server exited with code 9']],
    ['by itself', [{ event: 'exit', code: 0 }], 'closed', ['the server exited with code 0']],
    [
      'when we close it after a failure',
      [{ event: 'exit', code: 2 }, { event: 'close' }],
      'failed',
      ['the server exited with code 2'],
    ],
    ['when we close it', [{ event: 'close' }, { event: 'exit', signal: 'SIGTERM' }], 'closed', []],
  ] as const)('%s', (_, steps, phase, why) => {
    expect(converse([...ready, ...steps]).state).toMatchObject({ phase, why });
  });

  it('with a sentence alone, where there is no process', () => {
    const detail = 'the connection was closed';
    const { state } = converse([...ready, { event: 'close' }, { event: 'exit', detail }]);
    expect(state.process?.exit).toEqual({ detail });
  });

  it('are forgotten by the next life, what was counted is not', () => {
    const { state } = converse([
      ...ready,
      { stderr: 'old' },
      { event: 'exit', code: 9 },
      { event: 'spawn', pid: 43 },
    ]);
    expect(state).toMatchObject({
      phase: 'connecting',
      why: [],
      session: 1,
      process: { pid: 43 },
      stderr: [],
    });
    expect(state.process?.exit).toBeUndefined();
    expect(state.counts).toMatchObject({ traffic: 3, stderr: 1 });
  });
});

describe('counts', () => {
  it('count frames and invalid lines as traffic, and keep the last stderr lines', () => {
    const noise = Array.from({ length: 25 }, (_, line) => ({ stderr: `line ${line}` }));
    const { state } = converse([
      ...handshake({}),
      { invalid: 'hello' },
      ...noise,
      ['s2c', { id: 9, method: 'ping' }],
    ]);
    expect(state.counts).toMatchObject({ traffic: 5, invalid: 1, stderr: 25, serverRequests: 1 });
    expect(state.stderr).toHaveLength(20);
    expect(state.stderr.at(-1)).toBe('line 24');
  });

  it('count a rule for ever, but keep its first hundred places', () => {
    const strays = Array.from({ length: 130 }, () => ['s2c', { id: 999, result: {} }] as const);
    const { state } = converse(strays);
    expect(state.findings[0]).toMatchObject({ rule: 'id/unknown', count: 130 });
    expect(state.findings[0]?.places).toHaveLength(100);
  });
});
