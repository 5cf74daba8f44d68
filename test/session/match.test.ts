import { describe, expect, it } from 'vitest';
import type { LifeEntry } from '../../src/session/frame.ts';
import { createMatcher } from '../../src/session/match.ts';
import { classify, type Direction } from '../../src/spec/envelope.ts';

/** A conversation told in short: one line a step, seq and time counted up by one and by 100 ms. */
type Message = readonly [Direction, object, x?: number];
type Told = Message | Partial<LifeEntry>;

function tell(...steps: readonly Told[]) {
  const matcher = createMatcher();
  return steps.map((step, place) => {
    const seq = place + 1;
    const t = seq * 100;
    if (Array.isArray(step))
      return matcher.match(
        { dir: step[0] as Direction, seq, t, ...exchange(step as Message) },
        classify(step[1]),
      );
    matcher.life({ type: 'life', at: '', conn: 1, session: 0, seq, t, event: 'exit', ...step } as LifeEntry);
    return undefined;
  });
}

const exchange = ([, , x]: Message) => (x === undefined ? {} : { x });

const call = (id: number | string): Told =>
  ['c2s', { id, method: 'tools/call', params: { name: 'echo' } }] as const;
const answer = (id: unknown): Told => ['s2c', { id, result: {} }] as const;

describe('matching answers', () => {
  it('finds the request and its latency', () => {
    const [asked, , answered] = tell(call(1), call(2), answer(1));
    expect(asked?.request).toMatchObject({ seq: 1, method: 'tools/call', subject: 'echo' });
    expect(answered).toMatchObject({ re: 1, ms: 200, findings: [] });
  });

  it('suspects an error without an id in an event stream, where the answer may come yet', () => {
    const matcher = createMatcher();
    const told = { type: 'http', conn: 1, session: 0, x: 2, seq: 2, t: 200 } as const;
    const asked = matcher.match({ dir: 'c2s', seq: 1, t: 100, x: 2 }, classify({ id: 1, method: 'ping' }));
    matcher.http({
      ...told,
      phase: 'response',
      headers: [['content-type', 'Text/Event-Stream; charset=utf-8']],
    });
    const error = classify({ id: null, error: { code: -32600, message: 'no' } });
    const suspected = matcher.match({ dir: 's2c', seq: 3, t: 300, x: 2 }, error);
    expect(suspected).toMatchObject({ suspected: asked.request, findings: [{ rule: 'id/null' }] });
    const answered = matcher.match({ dir: 's2c', seq: 4, t: 400, x: 2 }, classify({ id: 1, result: {} }));
    expect(answered).toMatchObject({ re: 1, findings: [] });
  });

  it('needs no id for an error in the exchange of its request', () => {
    const refused = { id: null, error: { code: -32600, message: 'no' } };
    const [, asked, , answered, again] = tell(
      ['c2s', { id: 1, method: 'tools/list' }, 1],
      ['c2s', { id: 2, method: 'ping' }, 2],
      ['s2c', { method: 'notifications/message' }, 2],
      ['s2c', refused, 2],
      ['s2c', refused, 2],
    );
    expect(answered).toMatchObject({ re: 2, request: asked?.request, findings: [] });
    expect(again?.findings).toMatchObject([{ rule: 'id/null' }]);
  });

  it('keeps the directions apart', () => {
    const [, , ours, theirs] = tell(
      call(1),
      ['s2c', { id: 1, method: 'ping' }],
      ['c2s', { id: 1, result: {} }],
      answer(1),
    );
    expect(ours?.re).toBe(2);
    expect(theirs?.re).toBe(1);
  });

  type Rest = readonly [steps: readonly Told[], rule: string, says: RegExp, re?: number];
  const wrong: readonly (readonly [name: string, ...Rest])[] = [
    ['an id of another type', [call(1), answer('1')], 'id/type', /was 1, the answer says "1"/, 1],
    ['a number for text', [call('7'), answer(7)], 'id/type', /was "7", the answer says 7/, 1],
    [
      'an unknown id',
      [call(1), answer(99)],
      'id/unknown',
      /id 99, which is not pending \(pending: 1 tools\/call echo\)/,
    ],
    ['an unknown id, nothing pending', [answer(99)], 'id/unknown', /no requests are pending/],
    ['a second answer', [call(1), answer(1), answer(1)], 'id/duplicate', /already answered by #2/],
    [
      'an answer after the time-out',
      [call(1), { event: 'timeout', re: 1 }, answer(1)],
      'id/late',
      /0\.1 s after its timeout/,
      1,
    ],
    [
      'an answer after the cancellation',
      [call(1), { event: 'cancel', re: 1 }, answer('1')],
      'id/late',
      /cancellation/,
      1,
    ],
    [
      'an error without id',
      [call(1), ['s2c', { id: null, error: { code: -32700, message: 'Parse error' } }]],
      'id/null',
      /Parse error \(pending: 1/,
    ],
    ['an id still in use', [call(1), call(1)], 'id/reused', /unanswered tools\/call \(#1\)/],
    [
      'an answer from before the restart',
      [call(1), { event: 'exit' }, answer(1)],
      'id/unknown',
      /not pending/,
    ],
  ];
  it.each(wrong.map(([name, ...rest]) => ({ name, rest })))('reports $name', ({ rest }) => {
    const [steps, rule, says, re] = rest;
    const last = tell(...steps).at(-1);
    expect(last?.findings).toHaveLength(1);
    expect(last?.findings[0]).toMatchObject({ rule, message: expect.stringMatching(says) });
    expect(last?.re).toBe(re);
  });

  it('does not take "07" for 7', () => {
    expect(tell(call(7), answer('07')).at(-1)?.findings[0]?.rule).toBe('id/unknown');
  });

  it('counts a late answer once, the next one is a duplicate', () => {
    const last = tell(call(1), { event: 'timeout', re: 1 }, answer(1), answer(1)).at(-1);
    expect(last?.findings[0]?.rule).toBe('id/duplicate');
  });

  it('forgets the oldest of a thousand answered requests, never the open ones', () => {
    const matcher = createMatcher();
    const match = (dir: Direction, value: object, seq: number) =>
      matcher.match({ dir, seq, t: seq }, classify(value));
    match('c2s', { id: 0, method: 'slow' }, 1);
    for (let id = 1; id <= 1_001; id += 1) {
      match('c2s', { id, method: 'quick' }, id * 2);
      match('s2c', { id, result: {} }, id * 2 + 1);
    }
    expect(match('s2c', { id: 1, result: {} }, 9_001).findings[0]?.rule).toBe('id/unknown');
    expect(match('s2c', { id: 2, result: {} }, 9_002).findings[0]?.rule).toBe('id/duplicate');
    expect(match('s2c', { id: 0, result: {} }, 9_003)).toMatchObject({ re: 1, findings: [] });
  });
});

describe('progress tokens', () => {
  it('are known while the request runs and after', () => {
    const matcher = createMatcher();
    const request = { id: 1, method: 'tools/call', params: { _meta: { progressToken: 'p' } } };
    matcher.match({ dir: 'c2s', seq: 1, t: 0 }, classify(request));
    expect(matcher.progress('p', 1)).toMatchObject({ ended: false });
    matcher.match({ dir: 's2c', seq: 2, t: 1 }, classify({ id: 1, result: {} }));
    expect(matcher.progress('p', 1)).toMatchObject({ ended: true });
    expect(matcher.progress('q', 1)).toBeUndefined();
    expect(matcher.progress(undefined, 1)).toBeUndefined();
  });
});
