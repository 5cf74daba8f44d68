import { expect, it } from 'vitest';
import { methodsIn } from '../../../../src/tui/screens/traffic/summary-sheet.ts';
import { handshake } from '../../../support/conversation.ts';
import { told } from '../../../support/told.ts';

it('counts what is open, and what has failed or was never answered', () => {
  const { host, tell } = told(
    ...[1, 2, 3, 4, 5].map((id) => ['c2s', { id, method: 'tools/call', params: { name: 'a' } }] as const),
    ['s2c', { id: 1, result: { content: [] } }],
    ['s2c', { id: 2, error: { code: 1, message: 'no' } }],
  );
  const calls = () => {
    const method = methodsIn(host.log).find(({ name }) => name === 'tools/call');
    return [method?.requests, method?.open, method?.failed];
  };
  expect(calls()).toEqual([5, 3, 1]);
  tell({ event: 'timeout', re: 3 }, { event: 'cancel', re: 4 });
  expect(calls()).toEqual([5, 1, 3]);
  // Each counts once, whatever comes after it was given up.
  tell(['s2c', { id: 3, error: { code: 1, message: 'late' } }], ['s2c', { id: 4, result: { content: [] } }]);
  expect(calls()).toEqual([5, 1, 3]);
  tell({ event: 'exit', code: 1 });
  expect(calls()).toEqual([5, 0, 4]);
});

it('counts the time of the server, without that of the person', () => {
  const { host } = told(
    ...handshake({ tools: {} }, {}, { elicitation: {} }),
    ['c2s', { id: 7, method: 'tools/call', params: { name: 'a' } }],
    ['s2c', { id: 'q', method: 'elicitation/create', params: { message: 'a?' } }],
    ...Array.from({ length: 50 }, () => ({ stderr: '' })),
    ['c2s', { id: 'q', result: { action: 'decline' } }],
    ['s2c', { id: 7, result: { content: [] } }],
  );
  const timesOf = (method: string) => {
    const { p50, p95, max } = methodsIn(host.log).find(({ name }) => name === method) ?? {};
    return [p50, p95, max];
  };
  const [p50 = 0] = timesOf('tools/call');
  expect(p50).toBeLessThan(1_000);
  expect(timesOf('tools/call')).toEqual([p50, p50, p50]);
  expect(timesOf('elicitation/create')).toEqual([undefined, undefined, undefined]);
});
