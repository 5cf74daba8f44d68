import { describe, expect, it } from 'vitest';
import type { Entry } from '../../../src/session/frame.ts';
import { createFindingLines } from '../../../src/session/log/annotations.ts';
import { createRuns } from '../../../src/session/log/column.ts';

const numbered = (seq: number) => ({ seq, t: seq, conn: 1, session: 0 });
const line = (seq: number): Entry => ({ ...numbered(seq), type: 'stderr', text: 'x' });
const finding = (seq: number, at: number): Entry => ({
  ...numbered(seq),
  type: 'finding',
  at,
  rule: 'r',
  message: String(seq),
});

/** The seqs of the findings at a line, and how many lines were read for it. */
function lookedUp(entries: readonly Entry[], seq: number) {
  const lines = createRuns();
  const known = new Map(entries.map((entry) => [entry.seq, entry]));
  let read = 0;
  const findings = createFindingLines(
    lines,
    (one) => {
      read += 1;
      return known.get(one);
    },
    (one) => known.get(one)?.type === 'finding',
  );
  for (const entry of entries) {
    lines.push(entry.seq);
    findings.add(entry);
  }
  const found = findings.of(seq).map(({ message }) => Number(message));
  return { found, read };
}

describe('findings', () => {
  it.each([
    ['right behind their line', [line(1), finding(2, 1), finding(3, 1), line(4)], 1, [2, 3]],
    ['later', [line(1), line(2), finding(3, 1), line(4), finding(5, 1)], 1, [3, 5]],
    ['behind that of another', [line(1), line(2), finding(3, 1), finding(4, 2)], 2, [4]],
    ['where lines are missing', [line(10), finding(900, 10), line(901), finding(5000, 10)], 10, [900, 5000]],
    ['about a finding', [line(1), finding(2, 1), finding(3, 2)], 2, [3]],
    ['about what is not there', [line(1), finding(2, 77)], 1, []],
  ] as const)('stand %s', (_, entries, seq, expected) => {
    expect(lookedUp(entries, seq).found).toEqual(expected);
  });

  it('are read up to a limit, however many there are', () => {
    const many = Array.from({ length: 5000 }, (_, at) => finding(at + 2, at % 2));
    const { found, read } = lookedUp([line(1), ...many], 1);
    expect(read).toBe(500);
    expect(found).toHaveLength(250);
  });
});
