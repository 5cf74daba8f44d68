import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { type SessionStanding, sessionLabels } from '../../../src/tui/shell/session-labels.ts';
import { createTheme } from '../../../src/tui/world/theme.ts';

const PLAIN = createTheme({ ascii: false, colour: false });

/** A session that is ready and has nothing new. */
const session = (id: number, name: string, more: Partial<SessionStanding> = {}): SessionStanding => ({
  ...{ id, name, phase: 'ready', findings: 0, fresh: 0, waiting: 0 },
  ...more,
});

const THREE = [
  session(1, 'crm'),
  session(2, 'files', { phase: 'failed' }),
  session(3, 'docs', { phase: 'connecting', fresh: 42 }),
];

const row = (all: readonly SessionStanding[], shown: number, cells: number, theme = PLAIN): string =>
  sessionLabels(all, shown, cells, theme).text;

test('each session has its number, its name and how it stands, and the one in view is marked', () => {
  expect(row(THREE, 1, 80)).toBe(' ‹1 crm ●›  2 files ✗  3 docs … 42 new');
  expect(row(THREE, 3, 80)).toBe(' 1 crm ●  2 files ✗  ‹3 docs … 42 new›');
});

test('all of them as one stand last, always named, and without a sign', () => {
  const all = [...THREE, session(4, 'All', { isAll: true })];
  expect(row(all, 1, 80)).toBe(' ‹1 crm ●›  2 files ✗  3 docs … 42 new  0 All');
  expect(row(all, 4, 80)).toBe(' 1 crm ●  2 files ✗  3 docs … 42 new  ‹0 All›');
  expect(row(all, 1, 28)).toBe(' ‹1 crm ●›  2✗  3…  0 All');
});

test('each state has a sign of its own, in seven bits too, and a word where it is read aloud', () => {
  const phases = ['connecting', 'ready', 'failed', 'closed', 'recorded', 'not reachable'] as const;
  const all = phases.map((phase, at) => session(at + 1, 'a', { phase }));
  const shown = (theme = PLAIN): readonly string[] =>
    row(all, 9, 200, theme)
      .trim()
      .split('  ')
      .map((text) => text.replace(/^‹|^<|›$|>$/g, '').slice(4));
  expect(shown()).toEqual(['…', '●', '✗', '○', '■', '◌']);
  expect(shown(createTheme({ ascii: true, colour: false }))).toEqual(['~', '*', 'x', 'o', '=', '-']);
  expect(shown(createTheme({ ascii: false, colour: false, linear: true }))).toEqual([...phases]);
});

test('what came since, and what waits, stands behind the state', () => {
  const all = [session(1, 'crm'), session(2, 'files', { findings: 3, waiting: 1, fresh: 7 })];
  expect(row(all, 1, 80)).toBe(' ‹1 crm ●›  2 files ● !3 ?1 7 new');
});

const LONG = ['weather-station', 'files', 'filesystem-of-the-office', 'crm'].map((name, at) =>
  session(at + 1, name, at === 3 ? { waiting: 2, findings: 1 } : {}),
);

test.each([
  [80, 1, ' ‹1 weather-station ●›  2 files ●  3 filesystem-of-the-office ●  4 crm ● !1 ?2'],
  [62, 1, ' ‹1 weather-st… ●›  2 files ●  3 filesystem… ●  4 crm ● !1 ?2'],
  [50, 1, ' ‹1 weath… ●›  2 files ●  3 files… ●  4●!1?2'],
  [38, 1, ' ‹1 weath… ●›  2 files ●  3●  4●!1?2'],
  [30, 1, ' ‹1 weath… ●›  2●  3●  4●!1?2'],
  [20, 1, ' ‹1 weath… ●›  +3?2'],
  [24, 3, ' +2  ‹3 files… ●›  +1?2'],
  [26, 3, ' +2  ‹3 files… ●›  4●!1?2'],
])('in %i cells with %i in view', (cells, shown, text) => {
  const found = row(LONG, shown, cells);
  expect(found.length).toBeLessThanOrEqual(cells);
  expect(found).toBe(text);
});

test('what has failed or asks where there is no room is counted', () => {
  const all = LONG.map((one, at) => (at < 2 ? { ...one, phase: 'failed' as const } : one));
  expect(row(all, 1, 20)).toBe(' ‹1 weath… ✗›  +3✗1?2');
  expect(row(all, 3, 26)).toBe(' +2✗2  ‹3 files… ●›  +1?2');
  const linear = createTheme({ ascii: false, colour: false, linear: true });
  expect(row(all, 3, 40, linear)).toContain('+2 failed 2');
});

test('with more sessions than have room the one in view is never lost', () => {
  const all = Array.from({ length: 40 }, (_, at) => session(at + 1, `server-${at + 1}`));
  for (let shown = 1; shown <= 40; shown++) {
    for (const cells of [40, 60, 80, 120, 160]) {
      const { text, places } = sessionLabels(all, shown, cells, PLAIN);
      expect(text.length).toBeLessThanOrEqual(cells);
      expect(text).toMatch(new RegExp(`‹${shown} serv.* ●›`));
      for (const { key, from, to } of places)
        expect(text.slice(from, to)).toMatch(new RegExp(`^‹?${key}\\D`));
    }
  }
});

test('a name that wants to be more than a name stays in its place', () => {
  const name = `\u001b[2J\u0007evil\n${'x'.repeat(1_000_000)}`;
  const text = row([session(1, 'crm'), session(2, name)], 1, 60, createTheme({ ascii: false, colour: true }));
  const shown = stripVTControlCharacters(text);
  expect(shown.length).toBeLessThanOrEqual(60);
  expect(shown).not.toMatch(/[\u0000-\u001f]/);
});
