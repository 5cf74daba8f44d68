import { describe, expect, it } from 'vitest';
import type { Running } from '../../../src/session/state.ts';
import { width } from '../../../src/text/width.ts';
import { progressBar, runningRows } from '../../../src/tui/kit/running.ts';
import { createTheme } from '../../../src/tui/world/theme.ts';

const plain = createTheme({ ascii: false, colour: false });
const call: Running = { seq: 5, id: 1, method: 'tools/call', subject: 'x', since: 1_000, by: 'user' };
const rows = (progress: Running['progress'], cells = 30): readonly string[] =>
  runningRows(
    progress === undefined ? call : { ...call, progress },
    4_250,
    (text) => text.replace('s3cret', '[redacted]'),
    cells,
    plain,
  );

describe('a running call', () => {
  it.each([
    [undefined, ['Running… 3.2 s']],
    [{ progress: 3 }, ['Running… 3.2 s', '', '3 so far']],
    [
      { progress: 5, total: 10, message: 'half of s3cret\u0007' },
      ['Running… 3.2 s', '', '████████████░░░░░░░░░░░░  50%', '5 of 10', 'half of [redacted]<BEL>'],
    ],
    [{ progress: 1, total: 0 }, ['Running… 3.2 s', '', '1 of 0']],
  ])('%o', (progress, expected) => {
    expect(rows(progress)).toEqual(expected);
  });
});

describe('progressBar', () => {
  it.each([
    [-1, 26, '░░░░░░░░░░░░░░░░░░░░   0%'],
    [0.004, 16, '░░░░░░░░░░   0%'],
    [1, 16, '██████████ 100%'],
    [7, 16, '██████████ 100%'],
    [0.5, 3, '█  50%'],
  ])('%f in %d cells', (share, cells, expected) => {
    expect(progressBar(share, cells, plain)).toBe(expected);
  });

  it('is no wider than its room', () => {
    for (let cells = 10; cells < 120; cells += 1)
      expect(width(progressBar(0.3, cells, plain))).toBeLessThanOrEqual(cells);
  });
});
