import { expect, test } from 'vitest';
import { exportedAs } from '../../../../src/host/exported.ts';
import { createMergedHost } from '../../../../src/host/merged.ts';
import { followedLog } from '../../../../src/tui/kit/log/state.ts';
import { loadFilters } from '../../../../src/tui/screens/traffic/filtering.ts';
import { tieFor, trafficLine, trafficRow } from '../../../../src/tui/screens/traffic/row.ts';
import { shownTraffic } from '../../../../src/tui/screens/traffic/state.ts';
import { createTheme } from '../../../../src/tui/world/theme.ts';
import type { Step } from '../../../support/conversation.ts';
import { told } from '../../../support/told.ts';

const call = (id: number): Step => [
  'c2s',
  { id, method: 'tools/call', params: { name: 'echo', key: `key-${id}` } },
];
const STEPS: readonly Step[] = [call(1), ['s2c', { id: 1, result: { content: [] } }], call(2)];
const theme = createTheme({ ascii: false, colour: false });

function merged() {
  const [one, other] = [told(...STEPS), told(...STEPS)];
  const hidden = (name: string) => (text: string) => text.replaceAll('key-1', `[${name}]`);
  const all = createMergedHost([
    { id: 1, name: 'crm', host: { ...one.host, mask: hidden('crm') } },
    {
      id: 4,
      name: 'my files',
      host: { ...other.host, mask: hidden('files'), started: one.host.started + 50 },
    },
  ]);
  return { all, one, other, line: (label: string) => all.log.find(label) ?? 0 };
}

test('counts, clock and reading are those of all', () => {
  const { all, one, other } = merged();
  expect(all.store.state().counts.traffic).toBe(6);
  expect(all.store.state()).toBe(all.store.state());
  one.tell(call(3));
  other.wait(1_000);
  expect(all.store.state().counts.traffic).toBe(7);
  expect([all.now(), all.reading?.()]).toEqual([1_050, undefined]);
  expect(all.remarks()).toEqual([]);
});

test('one of them that has no clock is said', () => {
  const { host } = told(...STEPS);
  const all = createMergedHost([
    { id: 1, name: 'crm', host },
    { id: 2, name: 'old', host: { ...host, started: 0 } },
    { id: 3, name: 'bad', host: { ...host, started: Number.NaN } },
  ]);
  expect(all.remarks()).toEqual(
    ['old', 'bad'].map((name) => `${name} has no clock: it stands where the first session begins`),
  );
  expect(all.log.label(all.log.traffic.at(2))).toBe('bad#1');
});

test('a note goes to the session of its line, and a line is told as that session has it', async () => {
  const { all, one, other, line } = merged();
  await all.note(line('my files#2'), { mark: true });
  expect([one.host.log.marked(), other.host.log.marked()]).toEqual([[], [2]]);
  expect(all.log.marked()).toEqual([line('my files#2')]);
  expect(await all.note(7, { mark: true })).toContain('no such line');
  const row = (label: string, cells: number): string => {
    const told = trafficLine(all, line(label), line('crm#1'), theme);
    return told === undefined ? '' : trafficRow(told, cells, false, theme);
  };
  expect(row('my files#1', 130)).toMatch(/^my files +#1 .* \+0\.050 .*tools\/call {2}echo/);
  expect(row('crm#2', 130)).toMatch(/^crm {10}#2 /);
  expect(row('my files#1', 50)).toMatch(/^ *my fil\S#1 /);
});

test('a bracket ties what belongs together, past the lines of other sessions', () => {
  const { all, line } = merged();
  const gutter = (label: string): string => {
    const tie = tieFor(all, line(label), theme);
    const { traffic } = all.log;
    return Array.from({ length: traffic.length }, (_, place) => tie(traffic.at(place))).join('');
  };
  // crm#1, my files#1, crm#2, my files#2, crm#3, my files#3
  expect(['crm#2', 'my files#1', 'crm#3'].map(gutter)).toEqual(['┌│└   ', ' ┌│└  ', '      ']);
});

test('filters know sessions, whatever their names', async () => {
  await loadFilters();
  const { all } = merged();
  const shown = (filter: string): string => {
    const { seqs } = shownTraffic(all, { ...followedLog, filter }, 100);
    return Array.from({ length: seqs.length }, (_, place) => all.log.label(seqs.at(place))).join(' ');
  };
  expect(shown('session:crm')).toBe('crm#1 crm#2 crm#3');
  expect(shown('-session:"my files" kind:request')).toBe('crm#1 crm#3');
  expect(shown('session:my* status:pending')).toBe('my files#3');
  expect(shown('with:crm#2')).toBe('crm#1 crm#2');
  expect(shown('with:"my files#1"')).toBe('my files#1 my files#2');
  expect(shown('not with:crm#2 dir:out')).toBe('my files#1 crm#3 my files#3');
  expect(shown('since:crm#2')).toBe('crm#2 my files#2 crm#3 my files#3');
  expect(shown('with:crm#99')).toBe('');
});

test('what is exported names the session of each message, and hides what that hides', async () => {
  const { all, line } = merged();
  const lines = [line('crm#1'), line('my files#1')];
  const write = async (path: string, mask = all.mask): Promise<string> =>
    [...((await exportedAs(path, all, lines, mask)) ?? [])].join('');
  const messages = (await write('x.jsonl'))
    .trim()
    .split('\n')
    .map((text) => JSON.parse(text));
  expect(messages).toMatchObject([
    { session: 'crm', msg: { id: 1, params: { key: '[crm]' } } },
    { session: 'my files', msg: { id: 1, params: { key: '[files]' } } },
  ]);
  expect(JSON.parse(await write('x.json'))).toMatchObject({
    sessions: [{ name: 'crm' }, { name: 'my files' }],
    lines: [
      { session: 'crm', seq: 1, at: '2026-01-01T00:00:00.100Z' },
      { session: 'my files', seq: 1, at: '2026-01-01T00:00:00.150Z' },
    ],
  });
  const report = await write('x.md');
  expect(report).toContain('# Traffic of 2 sessions\n');
  expect(report).toContain('## Session my files\n');
  expect(report).toContain('## `crm#1` tools/call echo');
  expect(await write('x.jsonl', (text) => text)).toContain('key-1');
});
