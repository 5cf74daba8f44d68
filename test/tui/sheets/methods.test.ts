import { expect, it } from 'vitest';
import { methodsIn } from '../../../src/tui/sheets/methods.ts';
import { told } from '../../support/told.ts';

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
  tell({ event: 'exit', code: 1 });
  expect(calls()).toEqual([5, 0, 4]);
});
