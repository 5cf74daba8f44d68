import { describe, expect, it } from 'vitest';
import { createSeqs } from '../../../../src/session/log/column.ts';
import {
  follow,
  followedLog,
  logWindow,
  moveLog,
  pause,
  selectedSeq,
  showExchange,
  showsExchange,
  withoutFilter,
} from '../../../../src/tui/kit/log/state.ts';

/** Seqs with gaps, since stderr and findings are numbered too: 2, 4, 6 … */
function evens(count: number) {
  const seqs = createSeqs();
  for (let at = 1; at <= count; at++) seqs.push(at * 2);
  return seqs;
}

describe('a log that follows', () => {
  it('shows the newest lines and has the last one selected', () => {
    expect(logWindow(followedLog, evens(10), 4)).toEqual({ from: 6, to: 10, place: 9, fresh: 0 });
    expect(selectedSeq(followedLog, evens(10))).toBe(20);
  });

  it('shows what there is of a short one', () => {
    expect(logWindow(followedLog, evens(2), 4)).toEqual({ from: 0, to: 2, place: 1, fresh: 0 });
    expect(selectedSeq(followedLog, evens(0))).toBeUndefined();
  });

  it('goes on following when one moves down', () => {
    expect(moveLog(followedLog, evens(10), 1, 4)).toBe(followedLog);
    expect(moveLog(followedLog, evens(0), -1, 4)).toBe(followedLog);
  });
});

describe('a log of one exchange', () => {
  it.each([
    { filter: '', findings: false },
    { filter: 'dir:in', findings: true },
  ])('comes back to %o', (looked) => {
    const log = { ...followedLog, ...looked };
    const one = showExchange(log, '#12');
    expect(one).toMatchObject({ filter: 'with:12', findings: false, follow: true });
    expect([log, one].map(showsExchange)).toEqual([false, true]);
    expect(withoutFilter(one)).toEqual(log);
  });
});

describe('a log that is paused', () => {
  const seqs = evens(10);

  it('is so by moving up, with nothing jumping', () => {
    const paused = moveLog(followedLog, seqs, -1, 4);
    expect([paused.follow, paused.selected]).toEqual([false, 18]);
    expect(logWindow(paused, seqs, 4)).toEqual({ from: 6, to: 10, place: 8, fresh: 0 });
  });

  it('stays where it is while lines come, and counts them', () => {
    const paused = moveLog(followedLog, seqs, -1, 4);
    expect(logWindow(paused, evens(13), 4)).toEqual({ from: 6, to: 10, place: 8, fresh: 3 });
    expect(selectedSeq(paused, evens(13))).toBe(18);
  });

  it('stays so at its last line', () => {
    const down = moveLog(pause(followedLog, seqs, 4), seqs, 1, 4);
    expect([down.follow, down.selected]).toEqual([false, 20]);
  });

  it('scrolls with the selection', () => {
    const up = moveLog(followedLog, seqs, -6, 4);
    expect(logWindow(up, seqs, 4)).toMatchObject({ from: 3, place: 3 });
    expect(logWindow(moveLog(up, seqs, -100, 4), seqs, 4)).toMatchObject({ from: 0, place: 0 });
  });

  it('selects by seq: a line that is filtered away gives its place to the one before', () => {
    const paused = { ...followedLog, follow: false, selected: 9, top: 9 };
    expect(selectedSeq(paused, seqs)).toBe(8);
    expect(selectedSeq({ ...paused, selected: 1 }, seqs)).toBe(2);
  });

  it('can be paused while empty and can follow again', () => {
    const paused = pause(followedLog, evens(0), 4);
    expect(logWindow(paused, evens(0), 4)).toMatchObject({ from: 0, to: 0, place: -1 });
    expect(logWindow(paused, evens(3), 4)).toMatchObject({ from: 0, to: 3, place: 0, fresh: 3 });
    expect(follow(paused).follow).toBe(true);
  });
});
