import { describe, expect, it } from 'vitest';
import type { Answer } from '../../src/connection/answerer.ts';
import type { ConnectionEvent, Effect } from '../../src/connection/event.ts';
import {
  answered,
  brief,
  line,
  notification,
  playbook,
  type Row,
  requestCommand,
  timer,
} from '../support/playbook.ts';

const YES: Answer = { result: { action: 'accept' } };
const NO: Answer = { error: { code: -1, message: 'no' } };

/** What the roots and the rules say to the questions that these effects ask. */
const ruled = (effects: readonly Effect[], answer?: Answer): readonly ConnectionEvent[] =>
  effects.flatMap((effect) =>
    effect.type === 'rule' ? [{ type: 'ruled', question: effect.question, answer } as const] : [],
  );

describe('a request of the server', () => {
  const ask = (seq: number, method: string, id: number | string = seq) =>
    line({ kind: 'request', id, method, params: {} }, { seq });

  it('is answered by a person, with its id to the digit', () => {
    const { happen } = playbook();
    const [left] = ruled(happen(ask(5, 'elicitation/create', 7)));
    expect(brief(happen(left!))).toEqual([]);
    expect(brief(happen({ type: 'answer', seq: 5, key: '', answer: YES }))).toEqual(['answer {"text":"7"}']);
    expect(brief(happen({ type: 'answer', seq: 5, key: '', answer: YES }))).toEqual([]);
  });

  it('stops the clocks of our own while a person is asked', () => {
    const { happen, at } = playbook();
    happen(requestCommand('tools/call', { name: 'a' }));
    for (const event of ruled(happen(ask(5, 'sampling/createMessage')))) happen(event);
    at(60_000);
    expect(brief(happen({ type: 'answer', seq: 5, key: '', answer: NO }))).toEqual([
      'call 1 in 1000',
      'answer {"text":"5"} with an error',
    ]);
  });

  it.each([
    ['by a notification', notification('notifications/cancelled', { requestId: 'a' })],
    ['by the end of the server', { type: 'closed', close: { attempt: 0, next: 'idle' }, wasOpen: true }],
  ] as const)('is not answered when it is taken back %s', (_, end) => {
    const { happen } = playbook();
    for (const event of ruled(happen(ask(5, 'elicitation/create', 'a')))) happen(event);
    happen(end);
    expect(brief(happen({ type: 'answer', seq: 5, key: '', answer: YES }))).toEqual([]);
  });

  it('is one too many for a person beside a thousand', () => {
    const { happen } = playbook();
    const effects: string[] = [];
    for (let seq = 1; seq <= 1_002; seq += 1)
      for (const event of ruled(happen(ask(seq, 'elicitation/create'))))
        effects.push(...brief(happen(event)));
    expect(effects).toEqual([
      expect.stringMatching(/^life throttled: 1000 requests of the server wait for you/),
      'answer {"text":"1001"} with an error',
      'answer {"text":"1002"} with an error',
    ]);
  });

  it('is answered after a pause where it is made over and over, in order, and few are ever held back', () => {
    const { happen } = playbook();
    const sent: string[] = [];
    const askFor = (from: number, to: number): void => {
      for (let seq = from; seq < to; seq += 1)
        for (const event of ruled(happen(ask(seq, 'ping', `${seq}`)), YES))
          sent.push(...brief(happen(event)));
    };
    askFor(1, 200);
    expect(sent).toHaveLength(199);
    askFor(200, 300);
    expect(sent.slice(199)).toEqual([
      'answer "200"',
      expect.stringMatching(/^life throttled: the server sends ping over and over/),
      'answers in 10',
    ]);
    const rest = brief(happen(timer('answers')));
    expect(rest).toEqual(Array.from({ length: 99 }, (_, at) => `answer "${201 + at}"`));
    askFor(300, 5_000);
    expect(5_000 - 300 - sent.filter((one) => one.startsWith('answer "')).length + 200).toBeLessThan(1_002);
  });

  it('is not answered when it is taken back during such a pause', () => {
    const { happen } = playbook();
    for (let seq = 1; seq <= 202; seq += 1)
      for (const event of ruled(happen(ask(seq, 'ping', `${seq}`)), YES)) happen(event);
    const ends = [{ id: '201', seq: 201, method: 'ping', subject: '', t: 0, dir: 's2c' }] as const;
    happen(line({ kind: 'notification', method: 'notifications/cancelled', params: {} }, { ends }));
    expect(brief(happen(timer('answers')))).toEqual(['answer "202"']);
  });

  it('gets no answer in the modern era, which has none', () => {
    expect(playbook({}, { era: 'modern' }).happen(ask(5, 'ping'))).toEqual([]);
  });
});

describe('a call that needs input', () => {
  const CALL = requestCommand('tools/call', { name: 'a' });
  const needs = (id: number, requests: object, seq = 200, state?: string) => {
    const requestState = state === undefined ? {} : { requestState: state };
    const result = { resultType: 'input_required', inputRequests: requests, ...requestState };
    const event = answered(id, 'tools/call', { result }, seq);
    if (event.type !== 'accepted' || event.accepted.entry.type !== 'frame') throw new Error('no frame');
    const msg = JSON.stringify({ jsonrpc: '2.0', id, result });
    return { ...event, accepted: { ...event.accepted, entry: { ...event.accepted.entry, msg } } };
  };
  const ELICIT = { method: 'elicitation/create', params: {} };
  const modern = (patient = true) => playbook({ interactive: patient }, { era: 'modern' });

  it('goes on with the inputs and the state as they came', () => {
    const { happen } = modern();
    happen(CALL);
    const effects = happen(needs(1, { one: ELICIT, two: ELICIT }, 200, 's'));
    expect(brief(effects)).toEqual(['rule elicitation/create', 'rule elicitation/create']);
    const [one, two] = ruled(effects, YES);
    expect(brief(happen(two!))).toEqual([]);
    const next = happen(one!);
    expect(brief(next)).toEqual(['send 2 tools/call after 200', 'call 1 in 1000']);
    expect(next[0]).toMatchObject({
      message: {
        params: {
          name: 'a',
          inputResponses: { one: YES.result, two: YES.result },
          requestState: { text: '"s"' },
        },
      },
    });
    expect(brief(happen(answered(2, 'tools/call', { result: { content: [] } })))).toEqual([
      'resolve 1 result',
    ]);
  });

  it.each<readonly [string, Answer, readonly string[]]>([
    [
      'refused',
      NO,
      [
        'life cancel: not continued: elicitation refused',
        'resolve 1 cancelled: not continued: elicitation refused',
      ],
    ],
  ])('ends when one is %s', (_, answer, expected) => {
    const { happen } = modern();
    happen(CALL);
    const [first, second] = ruled(happen(needs(1, { one: ELICIT, two: ELICIT })), answer);
    expect(brief(happen(first!))).toEqual(expected);
    expect(brief(happen(second!))).toEqual([]);
  });

  it('is left by a person', () => {
    const { happen } = modern();
    happen(CALL);
    for (const event of ruled(happen(needs(1, { one: ELICIT })))) happen(event);
    expect(brief(happen({ type: 'cancel', key: 1, reason: '' }))).toEqual([
      'life cancel: not continued: stopped by you',
      'resolve 1 cancelled: not continued: stopped by you',
    ]);
    expect(brief(happen({ type: 'answer', seq: 200, key: 'one', answer: YES }))).toEqual([]);
  });

  it.each([
    [true, [], ['send 4 tools/call after 202', 'call 1 in 1000']],
    [
      false,
      [
        'life cancel: not continued: the server asked for input 3 times',
        'resolve 1 cancelled: not continued: the server asked for input 3 times',
      ],
      [],
    ],
  ])(
    'waits at the limit of rounds, if it is patient (%s), until it is let go on',
    (patient, atLimit, later) => {
      const { happen } = modern(patient);
      happen(CALL);
      for (const round of [1, 2]) {
        const [given] = ruled(happen(needs(round, { one: ELICIT }, 199 + round)), YES);
        expect(brief(happen(given!))).toContain(`send ${round + 1} tools/call after ${199 + round}`);
      }
      const third = happen(needs(3, { one: ELICIT }, 202));
      expect([...brief(third), ...ruled(third, YES).flatMap((event) => brief(happen(event)))]).toEqual(
        patient ? ['rule elicitation/create'] : atLimit,
      );
      expect(brief(happen({ type: 'extend', key: 1, ms: 1_000 }))).toEqual(later);
    },
  );

  it('is made once more when its headers are refused, after the tools were listed', () => {
    const refusal = (id: number) =>
      answered(id, 'tools/call', { error: { code: -32020, message: 'header' } });
    const rows: readonly Row[] = [
      [CALL, 'send 1 tools/call', 'call 1 in 1000', 'begun 1 at 101'],
      [refusal(1), 'send 2 tools/list', 'call 2 in 1000'],
      [answered(2, 'tools/list', { result: { tools: [] } }), 'send 3 tools/call', 'call 1 in 1000'],
      [refusal(3), 'resolve 1 error'],
    ];
    const { happen } = modern();
    for (const [event, ...effects] of rows) expect(brief(happen(event))).toEqual(effects);
  });
});
