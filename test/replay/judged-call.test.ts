import { expect, it } from 'vitest';
import { judgedCall } from '../../src/replay/judged-call.ts';
import type { Sent } from '../../src/replay/replay.ts';
import type { ReplayedCall } from '../../src/replay/replayed-call.ts';

const answered: ReplayedCall = {
  ...{ index: 0, method: 'tools/call', answered: 'tools/call', subject: 'a', t: 0, seq: 1 },
  ...{ isFollowed: true, isAfterLoss: false, questions: [] },
  end: {
    kind: 'answered',
    line: { seq: 2, t: 1, dir: 's2c', kind: 'result', method: 'tools/call', msg: '{"result":{"a":1}}' },
  },
};
const judging = { level: 'values', ignore: [], names: new Map(), isAfterSkipped: true } as const;
const sent = (given: Partial<Sent>): Sent => ({
  outcome: { kind: 'cancelled', why: 'interrupted' },
  ...{ ms: 1, questions: { left: new Map(), asked: new Map(), differences: [] }, isInterrupted: false },
  ...given,
});
const judged = (call: ReplayedCall, first: Sent, how = {}) => {
  const made = { kind: 'sent', params: {}, first } as const;
  const { status, why, differences } = judgedCall(call, made, { ...judging, ...how });
  return [status, why, differences.length];
};

it('takes no call that was interrupted for one that differs, however it had ended', () => {
  const ends: readonly ReplayedCall['end'][] = [
    answered.end,
    { kind: 'timeout', t: 5 },
    { kind: 'cancelled', t: 5 },
  ];
  for (const end of ends)
    expect(judged({ ...answered, end }, sent({ isInterrupted: true }))).toEqual(['error', 'interrupted', 0]);
});

it('tells what is said otherwise of a task that is over, where both say something', () => {
  const task = '{"result":{"task":{"taskId":"t","status":"working"}}}';
  const now = sent({
    outcome: { kind: 'result', seq: 1, ms: 1, result: {} },
    answer: '{"result":{"a":1}}',
    creation: task,
  });
  const call = { ...answered, creation: task, taskSaid: 'no paper' };
  const pointers = (first: Sent, how = {}) =>
    judgedCall(call, { kind: 'sent', params: {}, first }, { ...judging, ...how }).differences.map(
      ({ pointer }) => pointer,
    );
  expect(pointers({ ...now, taskSaid: 'disk full' })).toEqual(['/task/statusMessage']);
  expect(pointers({ ...now, taskSaid: 'disk full' }, { ignore: ['/task'] })).toEqual([]);
  expect(pointers({ ...now, taskSaid: 'no paper' })).toEqual([]);
  expect(pointers(now)).toEqual([]);
});

it('says of a tool that is gone that its result is missing, unless that is left out', () => {
  const made = { kind: 'unlisted', why: 'a is no longer listed' } as const;
  expect(judgedCall(answered, made, judging)).toMatchObject({
    ...{ status: 'different', why: made.why },
    differences: [{ pointer: '/result', kind: 'missing', was: { a: 1 } }],
  });
  expect(judgedCall(answered, made, { ...judging, ignore: ['/result'] })).toMatchObject({
    ...{ status: 'skipped', differences: [] },
  });
});
