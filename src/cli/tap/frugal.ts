import { setFlagsFromString } from 'node:v8';

/**
 * Keeps this process small, which stands beside every server for days: garbage gets no more room than it has at the start,
 * what has survived once is looked through again before more room is taken, and code is not compiled a second time, unless it
 * has to be fast.
 */
const SMALL = ['--semi-space-growth-factor=1', '--optimize-for-size', '--no-opt'];
const FAST = '--opt';

/** Has this process take little memory from now on. */
export function stayFrugal(): void {
  for (const flag of SMALL) setFlagsFromString(flag);
}

/** Has code compiled again that has to be fast, as more comes than can be looked at. */
export function beFast(): void {
  setFlagsFromString(FAST);
}
