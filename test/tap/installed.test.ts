import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { leftBy, removeLeft } from '../../src/tap/installed.ts';
import { scratch } from '../support/cli.ts';

/** No process has such a number. */
const GONE = '4194999';

it('a lock that was left is removed, but not the one that another has put there meanwhile', () => {
  const lock = join(scratch(), 'lock');
  writeFileSync(lock, GONE);
  const seen = leftBy(lock) ?? '';
  expect(seen).toBe(GONE);
  writeFileSync(lock, String(process.pid));
  removeLeft(lock, seen);
  expect(readFileSync(lock, 'utf8')).toBe(String(process.pid));
  expect(leftBy(lock)).toBeUndefined();
  writeFileSync(lock, GONE);
  removeLeft(lock, seen);
  expect(existsSync(lock)).toBe(false);
  removeLeft(lock, seen);
  expect(leftBy(lock)).toBeUndefined();
});
