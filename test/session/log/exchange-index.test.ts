import { describe, expect, it } from 'vitest';
import { createLog } from '../../../src/session/log/log.ts';
import { converse, handshake, type Step } from '../../support/conversation.ts';

/** The lines of a conversation by their place in it, from 0, which belong together: lists of two and more. */
function groups(...steps: readonly Step[]): readonly (readonly number[])[] {
  const { log, lines } = logOf(steps);
  const requests = lines.filter((seq) => log.requestOf(seq) === seq);
  return requests
    .map((seq) => withRequest(log, seq).map((one) => lines.indexOf(one)))
    .filter(({ length }) => length > 1);
}

function logOf(steps: readonly Step[]) {
  const log = createLog(1_000_000);
  const { accepted } = converse(steps);
  for (const one of accepted) log.add(one);
  const lines = accepted.flatMap(({ entry }) => (entry.type === 'finding' ? [] : [entry.seq]));
  return { log, lines };
}

function withRequest(log: ReturnType<typeof createLog>, request: number): readonly number[] {
  const found: number[] = [];
  for (let at: number | undefined = request; at !== undefined; at = log.nextWith(at)) found.push(at);
  expect(found.at(-1)).toBe(log.lastWith(request));
  expect(found.map(log.requestOf)).toEqual(found.map(() => request));
  return found;
}

const call = (id: number, more: object = {}): Step => [
  'c2s',
  { id, method: 'tools/call', params: { name: 'a', ...more } },
];
const answer = (id: number | string, result: object = { content: [] }): Step => ['s2c', { id, result }];
const ours = (id: number | string, result: object = {}): Step => ['c2s', { id, result }];
const told = (method: string, params: object, x?: number): Step =>
  ['s2c', { method: `notifications/${method}`, params }, ...(x === undefined ? [] : ([x] as const))] as Step;
const progress = (progressToken: number | string): Step => told('progress', { progressToken, progress: 1 });
const token = (progressToken: number | string) => ({ _meta: { progressToken } });
const related = (taskId: string) => ({ _meta: { 'io.modelcontextprotocol/related-task': { taskId } } });
const subscription = (id: number | string) => ({ _meta: { 'io.modelcontextprotocol/subscriptionId': id } });
const level = { _meta: { 'io.modelcontextprotocol/logLevel': 'info' } };
const log: Step = told('message', { level: 'info', data: 'x' });
const modern: readonly Step[] = [
  ['c2s', { id: 0, method: 'server/discover', params: {} }],
  answer(0, { supportedVersions: ['2026-07-28'], capabilities: {} }),
];
const task = (status: string) => ({ taskId: 't', status, createdAt: '', lastUpdatedAt: '', ttl: null });
const overHttp = (step: Step, x: number): Step =>
  [...(step as readonly [never, never]), x] as unknown as Step;

describe('what belongs to a request', () => {
  it.each<[string, readonly Step[], readonly (readonly number[])[]]>([
    [
      'its answer',
      [call(1), call(2), answer(2), answer(1)],
      [
        [0, 3],
        [1, 2],
      ],
    ],
    ['a second answer', [call(1), answer(1), answer(1)], [[0, 1, 2]]],
    ['an answer that comes late', [call(1), { event: 'timeout', re: 1 }, answer(1)], [[0, 1, 2]]],
    ['nothing that is no answer', [call(1), answer(7), log], []],
    [
      'progress, by its token, as late as it comes',
      [
        call(1, token('a')),
        call(2, token(2)),
        progress('a'),
        progress(2),
        progress(3),
        answer(1),
        progress('a'),
      ],
      [
        [0, 2, 5, 6],
        [1, 3],
      ],
    ],
    [
      'its cancellation from here',
      [
        call(1),
        ['c2s', { method: 'notifications/cancelled', params: { requestId: 1 } }],
        { event: 'cancel', re: 1 },
      ],
      [[0, 1, 2]],
    ],
    [
      'its cancellation from the server, where that asked',
      [
        call(1),
        ['s2c', { id: 1, method: 'elicitation/create', params: {} }],
        told('cancelled', { requestId: 1 }),
      ],
      [[1, 2]],
    ],
    ['no cancellation of what the server never asked', [call(1), told('cancelled', { requestId: 1 })], []],
    [
      'in the modern era the end of a subscription, and its news',
      [
        ...modern,
        ['c2s', { id: 5, method: 'subscriptions/listen', params: {} }],
        told('subscriptions/acknowledged', { notifications: {}, ...subscription(5) }),
        told('tools/list_changed', subscription(5)),
        told('tools/list_changed', subscription(6)),
        told('cancelled', { requestId: 5 }),
      ],
      [
        [0, 1],
        [2, 3, 4, 6],
      ],
    ],
    [
      'in the modern era a log message, while one request alone has asked for any',
      [...modern, call(5, level), call(6), log, call(7, level), log, answer(7), log, answer(5), log],
      [
        [0, 1],
        [2, 4, 8, 9],
        [5, 7],
      ],
    ],
    [
      'a page that the person is done with',
      [
        ...handshake({}, {}, { elicitation: { url: {} } }),
        [
          's2c',
          {
            id: 'e',
            method: 'elicitation/create',
            params: { mode: 'url', url: 'http://a/', elicitationId: 'i' },
          },
        ],
        ours('e', { action: 'accept' }),
        told('elicitation/complete', { elicitationId: 'i' }),
        told('elicitation/complete', { elicitationId: 'j' }),
      ],
      [
        [1, 2],
        [4, 5, 6],
      ],
    ],
    [
      'a page without which it is refused',
      [
        call(1),
        [
          's2c',
          { id: 1, error: { code: -32042, message: 'go', data: { elicitations: [{ elicitationId: 'i' }] } } },
        ],
        told('elicitation/complete', { elicitationId: 'i' }),
      ],
      [[0, 1, 2]],
    ],
    [
      'all about its task, and what the task asks for',
      [
        ...handshake({ tasks: { requests: { tools: { call: {} } } } }, {}, { elicitation: {} }),
        call(2, { task: {} }),
        answer(2, { task: task('working') }),
        ['c2s', { id: 3, method: 'tasks/get', params: { taskId: 't' } }],
        answer(3, task('working')),
        told('tasks/status', task('working')),
        told('progress', { progressToken: 'none', progress: 1, ...related('t') }),
        ['s2c', { id: 'e', method: 'elicitation/create', params: { message: 'm', ...related('t') } }],
        ours('e', { action: 'decline' }),
        ['c2s', { id: 4, method: 'tasks/result', params: { taskId: 't' } }],
        answer(4, { content: [], ...related('t') }),
        told('tasks/status', { ...task('working'), taskId: 'other' }),
      ],
      [
        [1, 2],
        [4, 5, 6, 7, 8, 9, 10, 11, 12, 13],
      ],
    ],
    [
      'the request that goes on with it',
      [
        ...modern,
        call(5),
        answer(5, { resultType: 'input_required', inputRequests: {}, requestState: 's' }),
        call(6, { requestState: 's', inputResponses: {} }),
        answer(6),
        call(7),
        answer(7),
      ],
      [
        [0, 1],
        [2, 3, 4, 5],
        [6, 7],
      ],
    ],
    [
      'over HTTP what comes in its exchange',
      [
        overHttp(call(1), 1),
        overHttp(log, 1),
        overHttp(['s2c', { id: 'e', method: 'elicitation/create', params: {} }], 1),
        overHttp(ours('e'), 2),
        overHttp(log, 3),
        overHttp(answer(1), 1),
      ],
      [[0, 1, 2, 3, 5]],
    ],
    [
      'over HTTP nothing by an exchange in which several were sent',
      [overHttp(call(1), 1), overHttp(call(2), 1), overHttp(log, 1), overHttp(answer(2), 1)],
      [[1, 3]],
    ],
    [
      'over HTTP a fault of its exchange',
      [
        { http: { x: 1, phase: 'request', method: 'POST', url: 'http://a/' } },
        overHttp(call(1), 1),
        { http: { x: 1, phase: 'response', status: 200 }, found: [{ rule: 'http/status', message: 'odd' }] },
        overHttp(answer(1), 1),
        { http: { x: 1, phase: 'end' } },
      ],
      [[1, 2, 3]],
    ],
  ])('is %s', (_, steps, expected) => {
    expect(groups(...steps)).toEqual(expected);
  });

  it('is nothing of what stands before and beside all requests', () => {
    const { log, lines } = logOf([{ event: 'spawn', pid: 1 }, { stderr: 'x' }, { invalid: 'y' }, call(1)]);
    expect([0, ...lines, 99].map(log.requestOf)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      lines[3],
      undefined,
    ]);
    expect([0, ...lines, 99].map(log.nextWith)).toEqual(Array.from({ length: 6 }));
    expect(log.lastWith(lines[3]!)).toBe(lines[3]);
  });

  it('is no answer for the row of a notification', () => {
    const { log, lines } = logOf([call(1, token(1)), progress(1)]);
    expect(log.requestOf(lines[1]!)).toBe(lines[0]);
    expect(log.row(lines[1]!)).not.toHaveProperty('re');
    expect(log.row(lines[1]!)).not.toHaveProperty('answer');
  });
});

describe('a file in which the numbers are wrong', () => {
  it.each([[2], [1], [3], [99]])('leads nowhere by re: %i', (re) => {
    const log = createLog(1_000);
    const base = { t: 0, conn: 1, session: 0, n: 1, msg: '{}' } as const;
    const frame = (seq: number, more: object) =>
      ({ type: 'frame', seq, dir: 's2c', ...base, ...more }) as const;
    log.add({
      entry: frame(1, {}),
      envelope: { kind: 'notification', method: 'x', params: {} },
      findings: [],
    });
    log.add({ entry: frame(2, { re }), envelope: { kind: 'result', id: 1, result: {} }, findings: [] });
    log.add({
      entry: frame(3, {}),
      envelope: { kind: 'notification', method: 'x', params: {} },
      belongsTo: 2,
      findings: [],
    });
    expect([1, 2, 3].map(log.requestOf)).toEqual([undefined, undefined, undefined]);
    expect([1, 2, 3].map(log.nextWith)).toEqual([undefined, undefined, undefined]);
  });
});
