import { expect, test } from 'vitest';
import { createLending } from '../../../src/tui/terminal/lending.ts';

const lendingOf = () => createLending({ env: {}, suspendTerminal: (use) => use(), write: () => {} });

test('what has the terminal is told when it has to end, and waited for', async () => {
  const lending = lendingOf();
  const told: string[] = [];
  const loan = lending.use(async (ended) => {
    told.push('begun');
    await ended;
    told.push('ended');
  });
  expect(lending.lent()).toBe(true);
  await lending.end();
  expect(told).toEqual(['begun', 'ended']);
  expect(lending.lent()).toBe(false);
  await loan;
});

test('nothing gets it after the end', async () => {
  const lending = lendingOf();
  await lending.end();
  let got = false;
  await lending.use(async () => {
    got = true;
  });
  expect(got).toBe(false);
});

test('what fails gives it back', async () => {
  const lending = lendingOf();
  await expect(lending.use(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(lending.lent()).toBe(false);
});
