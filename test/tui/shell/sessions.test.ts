import { expect, test } from 'vitest';
import type { Host } from '../../../src/host/host.ts';
import { openSessionView } from '../../../src/tui/shell/session-view.ts';
import { createSessions } from '../../../src/tui/shell/sessions.ts';
import { openPrompt } from '../../../src/tui/world/overlay.ts';
import { inRow, type Sessions } from '../../../src/tui/world/sessions.ts';
import type { Step } from '../../support/conversation.ts';
import { fakeClock } from '../../support/fake-clock.ts';
import { program } from '../../support/program.ts';
import { recorded, told, withTools } from '../../support/told.ts';

const STEPS: readonly Step[] = withTools({ name: 'echo' });

/** A window with sessions of these names. */
function window(first: string, ...more: readonly string[]) {
  const named = (name: string) => ({ name, host: (name.startsWith('old') ? recorded : told)(...STEPS).host });
  const open = (host: Host, all: Sessions) =>
    openSessionView(
      host,
      all,
      program({ host }).context.terminal,
      { columns: 120, rows: 32 },
      {
        env: {},
        mouse: false,
        confirm: 'never',
        memory: { folder: '/', remarks: [], settings: '/nowhere/settings.json' },
        keys: { path: '', written: {} },
        filters: {},
      },
    );
  const sessions = createSessions([named(first), ...more.map(named)], open, fakeClock().later);
  const names = () => inRow(sessions.get()).map(({ name }) => name);
  return { sessions, names, named };
}

test('the traffic of all comes with the second session and goes with the last but one', async () => {
  const { sessions, names, named } = window('crm');
  expect(names()).toEqual(['crm']);
  const { host } = named('files');
  sessions.join(host, 'files');
  const { id = 0 } = sessions.get().all.find((one) => one.host === host) ?? {};
  await expect.poll(names).toEqual(['crm', 'files', 'All']);
  expect(sessions.get().merged?.ui.get()).toMatchObject({ screen: 'traffic', several: true });
  await sessions.end(id);
  await expect.poll(names).toEqual(['crm']);
  sessions.stop();
});

test('what comes by itself stands before what is over, and is in view where nothing else is live', () => {
  const { sessions, named } = window('old crm', 'old files');
  const join = (name: string) => sessions.join(named(name).host, name);
  const row = () => sessions.get().all.map(({ name }) => name);
  join('docs');
  expect([row(), sessions.get().shown.name]).toEqual([['docs', 'old crm', 'old files'], 'docs']);
  join('mail');
  expect([row(), sessions.get().shown.name]).toEqual([['docs', 'mail', 'old crm', 'old files'], 'docs']);
  sessions.stop();
});

test('what comes by itself takes nothing from view while something is being done there', () => {
  const { sessions, named } = window('old crm');
  sessions.get().shown.ui.update(openPrompt('/', { id: 'filter' }));
  sessions.join(named('docs').host, 'docs');
  expect(sessions.get().shown.name).toBe('old crm');
  sessions.stop();
});

test('what is seen of all stays as it is when a session comes or goes, but for the lines of that', async () => {
  const { sessions, names, named } = window('crm', 'files', 'docs');
  await expect.poll(names).toEqual(['crm', 'files', 'docs', 'All']);
  const before = sessions.get().merged;
  if (before === undefined) throw new Error('no traffic of all');
  sessions.show(before.id);
  const line = before.host.log.find('docs#2') ?? 0;
  const [, files] = sessions.get().all;
  before.ui.update((now) => ({ ...now, traffic: { ...now.traffic, follow: false, selected: line } }));
  await sessions.end(files?.id ?? 0);
  await expect.poll(() => sessions.get().merged?.id).not.toBe(before.id);
  const { shown, merged } = sessions.get();
  expect([shown, names()]).toEqual([merged, ['crm', 'docs', 'All']]);
  expect(merged?.ui.get().traffic.selected).toBe(line);
  expect(merged?.host.log.label(line)).toBe('docs#2');
  expect(merged?.host.log.find('files#2')).toBeUndefined();
  sessions.join(named('mail').host, 'mail');
  await expect.poll(names).toEqual(['crm', 'docs', 'mail', 'All']);
  await expect.poll(() => sessions.get().merged?.host.log.find('mail#2')).toBeDefined();
  expect(sessions.get().shown).toBe(sessions.get().merged);
  // All itself cannot be ended.
  await sessions.end(sessions.get().shown.id);
  expect(names()).toEqual(['crm', 'docs', 'mail', 'All']);
  expect(sessions.hosts()).toHaveLength(4);
  sessions.stop();
});
