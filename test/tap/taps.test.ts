import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { endedTaps, liveTaps, markTap, type TapMark } from '../../src/tap/taps.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mcp-loupe-taps-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const mark = (pid: number, second: number, more: Partial<TapMark> = {}): TapMark => ({
  ...{ pid, path: join(folder, `a-${pid}.mcp.jsonl`), started: `2026-11-29T12:00:0${second}.000Z` },
  ...more,
});

it('finds the live ones, the oldest first, until they are taken back', () => {
  const first = mark(process.pid, 2, { client: 'cursor', server: 'crm' });
  const second = mark(process.ppid, 1);
  const takeBack = markTap(folder, first);
  markTap(folder, second);
  expect(liveTaps(folder)).toEqual([second, first]);
  takeBack();
  expect(liveTaps(folder)).toEqual([second]);
});

it('sweeps the marks of the dead, and those alone', () => {
  markTap(folder, mark(11, 1));
  markTap(folder, mark(12, 2));
  writeFileSync(join(folder, 'a-11.mcp.jsonl'), '');
  expect(liveTaps(folder, (pid) => pid === 12)).toEqual([mark(12, 2)]);
  expect(readdirSync(folder).sort()).toEqual(['a-11.mcp.jsonl', 'a-12.12.lock']);
});

it.runIf(process.platform === 'linux')('sweeps the mark of one whose number another process has', () => {
  const takeBack = markTap(folder, mark(process.pid, 1));
  const [name = ''] = readdirSync(folder);
  const said = JSON.parse(readFileSync(join(folder, name), 'utf8'));
  expect(liveTaps(folder)).toHaveLength(1);
  writeFileSync(join(folder, name), JSON.stringify({ ...said, born: '1' }));
  expect(liveTaps(folder)).toEqual([]);
  expect(readdirSync(folder)).toEqual([]);
  takeBack();
});

it.each([
  ['no JSON', 'x'],
  ['another version', '{"version":2,"pid":1,"path":"/a","started":"b"}'],
  ['a member that is missing', '{"version":1,"pid":1,"path":"/a"}'],
])('leaves alone what is not ours: %s', (_, content) => {
  writeFileSync(join(folder, 'x.lock'), content);
  expect(liveTaps(folder, () => false)).toEqual([]);
  expect(readdirSync(folder)).toEqual(['x.lock']);
});

it('has none where there is no such folder', () => expect(liveTaps(join(folder, 'none'))).toEqual([]));

it('finds those that are over and were written lately, the newest first', () => {
  const at = (name: string, second: number): string => {
    const path = join(folder, `${name}.mcp.jsonl`);
    writeFileSync(path, '');
    utimesSync(path, second, second);
    return path;
  };
  const [older, newer, live] = [at('older', 2_000), at('newer', 3_000), at('live', 3_000)];
  at('past', 1_000);
  markTap(folder, { ...mark(process.pid, 1), path: live });
  expect(endedTaps(folder, 2_000_000)).toEqual([newer, older]);
});
