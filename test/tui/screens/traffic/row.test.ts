import { describe, expect, it } from 'vitest';
import { createRedactor } from '../../../../src/session/redaction/redactor.ts';
import { width } from '../../../../src/text/width.ts';
import { trafficLine, trafficRow } from '../../../../src/tui/screens/traffic/row.ts';
import { createTheme } from '../../../../src/tui/world/theme.ts';
import { handshake, type Step } from '../../../support/conversation.ts';
import { type Told, told } from '../../../support/told.ts';

const plain = createTheme({ ascii: false, colour: false });
const START = handshake({ tools: {} });

/** The row of the newest line of traffic, without its time. */
function newest({ host }: Told, cells = 80): string {
  const { traffic } = host.log;
  const [seq, before] = [traffic.at(traffic.length - 1), traffic.at(traffic.length - 2)];
  const line = trafficLine(host, seq, before, plain);
  return line === undefined ? '' : trafficRow(line, cells, false, plain);
}

/** A row with its columns parted by one space. */
const squeezed = (row: string): string => row.replace(/ +/g, ' ').trim();

const call: Step = ['c2s', { id: 7, method: 'tools/call', params: { name: 'get-sum', arguments: {} } }];

const CASES: readonly (readonly [string, readonly Step[], string])[] = [
  ['a request', [call], '#5 → 7 tools/call get-sum pending 89 B'],
  ['a result', [call, ['s2c', { id: 7, result: {} }]], '#6 ← 7 ! result tools/call get-sum ✓ 100 ms ▅ 36 B'],
  [
    'an error',
    [call, ['s2c', { id: 7, error: { code: -32602, message: 'no such tool' } }]],
    '#6 ✗ 7 error -32602 get-sum no such tool 100 ms ▅ 73 B',
  ],
  [
    'a failure that the tool tells of',
    [call, ['s2c', { id: 7, result: { content: [], isError: true } }]],
    '#6 ✗ 7 tool error get-sum 100 ms ▅',
  ],
  [
    'a log message',
    [['s2c', { method: 'notifications/message', params: { level: 'info', data: { a: 1 } } }]],
    '#5 ← notifications/message info {"a":1} 91 B',
  ],
  [
    'a progress',
    [
      call,
      ['s2c', { method: 'notifications/progress', params: { progressToken: 1, progress: 3, total: 10 } }],
    ],
    '3 10',
  ],
  [
    'a notification of ours',
    [['c2s', { method: 'notifications/roots/list_changed' }]],
    '→ notifications/roots/list_changed',
  ],
  ['a request of the server', [['s2c', { id: 'a', method: 'roots/list' }]], '← a ! roots/list pending'],
  ['a line that is no message', [{ invalid: 'Loading…\u0007' }], '✗ not a message "Loading…\\u0007"'],
  ['the start of the process', [{ event: 'spawn', pid: 4711 }], '· spawn process 4711'],
  ['its end by a signal', [{ event: 'exit', signal: 'SIGKILL' }], '· ! exit SIGKILL'],
  ['its end with a code', [{ event: 'exit', code: 3 }], '· ! exit code 3'],
  ['an escape sequence', [['s2c', { method: 'a\u001b[31m\u202eb' }]], '← ! a<ESC>[31m<U+202E>b'],
  ['a secret id', [['c2s', { id: 'x'.repeat(50), method: 'ping' }]], '→ xxx… ping pending'],
];

describe('trafficRow', () => {
  it.each(CASES)('tells %s', (_, steps, expected) => {
    expect(squeezed(newest(told(...START, ...steps)))).toContain(expected);
  });

  it('says how a request ended without its answer', () => {
    const rowOf = (...steps: readonly Step[]): string => {
      const { host } = told(...START, call, ...steps);
      const line = trafficLine(host, 5, undefined, plain);
      return line?.latency ?? '';
    };
    expect(rowOf({ event: 'timeout', re: 5 })).toBe('timed out');
    expect(rowOf({ event: 'cancel', re: 5 })).toBe('cancelled');
    expect(rowOf({ event: 'exit', code: 0 })).toBe('no answer');
    expect(rowOf(['s2c', { id: 7, result: {} }])).toBe('');
  });

  it('shows the end of a process as a failure where it was needed, or has failed', () => {
    const meaningOf = (...steps: readonly Step[]): string | undefined => {
      const { host } = told(...START, { event: 'ready' }, ...steps);
      const { traffic } = host.log;
      return trafficLine(host, traffic.at(traffic.length - 1), undefined, plain)?.meaning;
    };
    expect(meaningOf({ event: 'exit', code: 0 })).toBe('dim');
    expect(meaningOf({ event: 'close', side: 'client' }, { event: 'exit', code: 3 })).toBe('dim');
    expect(meaningOf({ event: 'exit', code: 3 })).toBe('failed');
    expect(meaningOf(call, { event: 'exit', code: 0 })).toBe('failed');
  });

  it('goes on saying that a call was cancelled, whatever is answered then', () => {
    const session = told(...START, call, { event: 'cancel', re: 5 }, [
      's2c',
      { id: 7, result: { content: [] } },
    ]);
    expect(trafficLine(session.host, 5, undefined, plain)?.latency).toBe('cancelled');
    expect(trafficLine(session.host, 5, undefined, plain, true)?.latency).toMatch(/^cancelled \d+ ms$/);
  });

  it('tells the arguments of a call, cut, with the digits that were sent', () => {
    const rowOf = (given: string): string => {
      const params = `{"name":"get-sum","arguments":${given}}`;
      const session = told(...START, {
        exact: `{"jsonrpc":"2.0","id":8,"method":"tools/call","params":${params}}`,
      });
      const [, subject = ''] = /get-sum ?(.*?) +pending/.exec(newest(session, 220)) ?? [];
      return subject;
    };
    expect(rowOf('{"a":2,"b":4000.0,"c":12345678901234567890}')).toBe('a=2 b=4000.0 c=12345678901234567890');
    expect(rowOf('{"to":"Vega","from":"a b","no":"7","is":"true","esc":"\\u001b[1m"}')).toBe(
      'to=Vega from="a b" no="7" is="true" esc="\\u001b[1m"',
    );
    expect(rowOf('{"list":[1,{"x":null}],"none":{}}')).toBe('list=[1, {"x": null}] none={}');
    expect(rowOf(`{"text":"${'long '.repeat(40)}"}`)).toMatch(/^text="(?:long )+l?o?n?…$/);
    expect(rowOf(`{"text":"${'long '.repeat(900)}"}`)).toBe('…');
    expect(rowOf('{}')).toBe('');
    expect(rowOf('[1]')).toBe('');
  });

  it.each([
    ['nothing yet', [], /tools\/call get-sum pending$/],
    ['a result', [['s2c', { id: 7, result: { content: [] } }]], /get-sum ✓ 100 ms ▅ 48 B$/],
    [
      'a tool error',
      [['s2c', { id: 7, result: { content: [], isError: true } }]],
      /get-sum ✗ tool error 100 ms ▅ 63 B$/,
    ],
    [
      'an error',
      [['s2c', { id: 7, error: { code: -32602, message: 'a' } }]],
      /✗ error -32602 100 ms ▅ 62 B$/,
    ],
    ['a time-out', [{ event: 'timeout', re: 5 }], /get-sum ✗ timed out 100 ms$/],
    ['the end', [{ event: 'exit', code: 1 }], /get-sum ✗ no answer 100 ms$/],
    [
      'a request for input',
      [['s2c', { id: 7, result: { resultType: 'input_required', inputRequests: {} } }]],
      /get-sum 100 ms/,
    ],
  ] as const)('is filled in as an exchange: %s', (_, steps, expected) => {
    const { host } = told(...START, call, ...(steps as readonly Step[]));
    const line = trafficLine(host, 5, undefined, plain, true);
    expect(squeezed(line === undefined ? '' : trafficRow(line, 80, false, plain))).toMatch(expected);
  });

  it('says what hangs and what came late', () => {
    const session = told(...START, call);
    session.wait(10_400);
    expect(squeezed(newest(session))).toContain('get-sum pending');
    session.wait(2_000);
    expect(squeezed(newest(session))).toMatch(/get-sum hung 11\.\d s/);
    session.tell({ event: 'timeout', re: 5 }, ['s2c', { id: 7, result: {} }]);
    expect(squeezed(newest(session))).toMatch(/result tools\/call get-sum ✓ late \d+ ms/);
    const line = trafficLine(session.host, 5, undefined, plain);
    expect(line?.latency).toBe('came late');
  });

  it('does not say that a request hangs which waits for the person', () => {
    const session = told(...START, [
      's2c',
      { id: 'q', method: 'elicitation/create', params: { message: 'a?' } },
    ]);
    session.wait(60_000);
    expect(squeezed(newest(session))).toContain('elicitation/create a? pending');
  });

  it('does not say that a call hangs in which the server waits for the person, and counts anew after that', () => {
    const session = told(...handshake({ tools: {} }, {}, { elicitation: {} }), call, [
      's2c',
      { id: 'q', method: 'elicitation/create', params: { message: 'a?' } },
    ]);
    const row = (): string => trafficLine(session.host, 5, undefined, plain)?.latency ?? '';
    session.wait(15_000);
    expect(row()).toBe('pending');
    // A line takes 100 ms.
    session.tell(...Array.from({ length: 150 }, (): Step => ({ stderr: '' })));
    session.tell(['c2s', { id: 'q', result: { action: 'decline' } }]);
    session.wait(10_000);
    expect(row()).toBe('pending');
    session.wait(2_000);
    expect(row()).toMatch(/^hung 26\.\d s$/);
  });

  it('tells how much of the time was the person’s', () => {
    const waiting = Array.from({ length: 50 }, (): Step => ({ stderr: '' }));
    const session = told(
      ...handshake({ tools: {} }, {}, { elicitation: {} }),
      call,
      ['s2c', { id: 'q', method: 'elicitation/create', params: { message: 'a?' } }],
      ...waiting,
      ['c2s', { id: 'q', result: { action: 'decline' } }],
      ['s2c', { id: 7, result: { content: [] } }],
    );
    expect(squeezed(newest(session))).toMatch(/get-sum ✓ 5\.\d s · 5\.\d s yours ▅/);
    const answer = trafficLine(session.host, session.host.log.length - 2, undefined, plain);
    expect(answer).toMatchObject({ latency: expect.stringMatching(/^5\.\d s yours$/), yours: '' });
    expect(width(newest(session, 60))).toBe(60);
    expect(newest(session, 50)).not.toContain('yours');
    const exchange = trafficLine(session.host, 5, undefined, plain, true);
    expect(exchange).toMatchObject({
      latency: expect.stringMatching(/^✓ 5\.\d s$/),
      yours: expect.stringMatching(/^5\.\d s yours$/),
    });
    const asked = trafficLine(session.host, 6, undefined, plain, true);
    expect(asked?.latency).toMatch(/^5\.\d s yours$/);
  });

  it('has a bar beside the latency, as long as there is room', () => {
    const session = told(...START, call, ['s2c', { id: 7, result: {} }]);
    expect(newest(session, 120)).toMatch(/100 ms ━━━━ {5} +36 B$/);
    expect(newest(session, 80)).toMatch(/100 ms ▅ +36 B$/);
    expect(newest(session, 50)).toMatch(/100 ms +36 B$/);
  });

  it('shows the mark and the note of a line', () => {
    const session = told(...START, call, { note: { mark: true, text: 'look \u001b[31m' }, at: 5 });
    const line = trafficLine(session.host, 5, undefined, plain);
    const row = (cells: number): string => (line === undefined ? '' : trafficRow(line, cells, false, plain));
    expect(squeezed(row(100))).toContain('→◆ 7 tools/call get-sum ; look <ESC>[31m');
    expect(row(60)).toMatch(/→◆/);
    for (let cells = 36; cells <= 160; cells += 1) expect(width(row(cells))).toBe(cells);
  });

  it('marks findings', () => {
    expect(newest(told(...START, ['s2c', { id: 99, result: {} }]))).toContain(' ! result');
  });

  it('reads the subject out of a message too long to be read whole', () => {
    const long: Step = [
      'c2s',
      { id: 8, method: 'tools/call', params: { name: 'big', arguments: { a: 'x'.repeat(9000) } } },
    ];
    expect(newest(told(...START, long))).toContain('tools/call  big');
  });

  it('has time, delta and size as far as there is room', () => {
    const session = told(...START, call);
    expect(newest(session, 100)).toMatch(/^ {3}#5 {2}\d\d:\d\d:\d\d\.\d{3} {3}\+0\.100 {2}→/);
    expect(newest(session, 90)).toMatch(/^ {3}#5 {2}\d\d:\d\d:\d\d\.\d{3} {2}→/);
    expect(newest(session, 80)).toMatch(/^ {3}#5 {2}→/);
    expect(newest(session, 59)).toMatch(/^ {2}#5 →.* 89 B$/);
    expect(newest(session, 47)).toMatch(/^ {2}#5 →.* pending$/);
  });

  it('is exactly as wide as it should be, in any width and for any text', () => {
    const texts = ['', 'get-sum', '日本語'.repeat(20), '👨‍👩‍👧'.repeat(30), 'é'.repeat(90)];
    for (const name of texts) {
      const session = told(...START, ['c2s', { id: 7, method: 'tools/call', params: { name } }]);
      for (let cells = 36; cells <= 160; cells++)
        expect(width(newest(session, cells)), `${name} ${cells}`).toBe(cells);
    }
  });

  it('is as wide when selected, and all of one colour', () => {
    const { host } = told(...START, call);
    const colour = createTheme({ ascii: false, colour: true });
    const line = trafficLine(host, 5, 4, colour);
    const row = line === undefined ? '' : trafficRow(line, 100, true, colour);
    expect(row).toMatch(/^\u001b\[7m[^\u001b]{100}\u001b\[27m$/);
  });

  it('hides what is known to be secret', () => {
    const { host } = told(...START, [
      's2c',
      { method: 'notifications/message', params: { level: 'info', data: 's3cret' } },
    ]);
    const masked = { ...host, mask: (text: string) => text.replaceAll('s3cret', '[redacted]') };
    expect(trafficLine(masked, 5, 4, plain)?.subject).toBe('info  [redacted]  masked · * reveals');
  });

  it('masks the secrets among the arguments of a call', () => {
    const params = { name: 'log-in', arguments: { user: 'Vega', password: 'correct horse' } };
    const { host } = told(...START, ['c2s', { id: 8, method: 'tools/call', params }]);
    const line = trafficLine({ ...host, mask: createRedactor().mask }, 5, 4, plain);
    expect(line?.subject).toBe('log-in user=Vega password="[redacted]"  masked · * reveals');
  });

  it('has no row beyond the log', () => {
    expect(trafficLine(told(...START).host, 99, undefined, plain)).toBeUndefined();
  });
});
