import { expect, test } from 'vitest';
import type { Host } from '../../../src/host/host.ts';
import { createUi } from '../../../src/tui/shell/session-view.ts';
import { createStandings } from '../../../src/tui/shell/standings.ts';
import { tell } from '../../../src/tui/world/say.ts';
import type { SessionInWindow, Sessions } from '../../../src/tui/world/sessions.ts';
import { expire } from '../../../src/tui/world/ui.ts';
import { handshake, type Step } from '../../support/conversation.ts';
import { fakeClock } from '../../support/fake-clock.ts';
import { type Told, told } from '../../support/told.ts';

/** A window with these sessions, on a clock that stands still. */
function window(...of: readonly Told[]) {
  const clock = fakeClock();
  const all = of.map(({ host }, at): SessionInWindow => {
    return { id: at + 1, name: `server ${at + 1}`, host, ui: createUi({ columns: 120, rows: 32 }) };
  });
  const listeners = new Set<() => void>();
  const [first] = all;
  if (first === undefined) throw new Error('no sessions');
  let now = { all, shown: first };
  const sessions: Sessions = {
    get: () => now,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    show(id) {
      now = { all, shown: all.find((one) => one.id === id) ?? first };
      for (const listener of listeners) listener();
    },
    add: () => first,
    join: () => first,
    end: async () => {},
  };
  const standings = createStandings(sessions, clock.later);
  const row = () => standings.get().map(({ id, phase, fresh, findings }) => [id, phase, fresh, findings]);
  const said = (id: number) => all[id - 1]?.ui.get().status?.text;
  return { clock, sessions, standings, row, said };
}

const ready = () => told(...handshake({ logging: {} }, {}, { elicitation: {} }), { event: 'ready' });
const log: Step = ['s2c', { method: 'notifications/message', params: { level: 'info', data: 'so' } }];

test('what comes to a session out of sight is new until it is in view', async () => {
  const [one, other] = [ready(), ready()];
  const { clock, sessions, row } = window(one, other);
  expect(row()).toEqual([
    [1, 'ready', 0, 0],
    [2, 'ready', 0, 0],
  ]);
  other.tell(log);
  await clock.pass(200);
  expect(row()[1]).toEqual([2, 'ready', 1, 0]);
  sessions.show(2);
  await clock.pass(200);
  expect(row()[1]).toEqual([2, 'ready', 0, 0]);
  other.tell(log);
  await clock.pass(200);
  expect(row()[1]).toEqual([2, 'ready', 0, 0]);
  sessions.show(1);
  other.tell(log, log);
  await clock.pass(200);
  expect(row()[1]).toEqual([2, 'ready', 2, 0]);
});

test('all sessions together are looked at ten times a second at most', async () => {
  const [one, other] = [ready(), ready()];
  const { clock, standings } = window(one, other);
  await clock.pass(1_000);
  let looks = 0;
  standings.subscribe(() => looks++);
  for (let ms = 0; ms < 1_000; ms += 10) {
    other.tell(log);
    await clock.pass(10);
  }
  expect(looks).toBeGreaterThan(5);
  expect(looks).toBeLessThanOrEqual(11);
});

test('what happens out of sight is said in the one in view, when nothing else is said there', async () => {
  const [one, other] = [ready(), ready()];
  const { clock, sessions, said } = window(one, other);
  const { ui, host } = sessions.get().shown;
  tell({ ui, host }, 'copied');
  other.tell({ event: 'exit', code: 1 });
  await clock.pass(200);
  expect([said(1), said(2)]).toEqual(['copied', undefined]);
  ui.update(expire(Number.POSITIVE_INFINITY));
  await clock.pass(200);
  expect([said(1), said(2)]).toEqual(['server 2 has failed: the server exited with code 1', undefined]);
});

test('that a session asks is said once', async () => {
  const [one, other] = [ready(), ready()];
  const { clock, sessions, standings, said } = window(one, other);
  const ask = (id: string): Step => [
    's2c',
    { id, method: 'elicitation/create', params: { message: 'Who?' } },
  ];
  other.tell(ask('a'));
  await clock.pass(200);
  expect(said(1)).toBe('server 2 asks you something');
  sessions.get().shown.ui.update(expire(Number.POSITIVE_INFINITY));
  other.tell(ask('b'));
  await clock.pass(200);
  expect([said(1), standings.get()[1]?.waiting]).toEqual([undefined, 2]);
});

test('with one session nothing is looked at', () => {
  const alone = ready();
  let count = 0;
  const store = {
    ...alone.host.store,
    subscribe(listener: () => void) {
      count += 1;
      return alone.host.store.subscribe(listener);
    },
  };
  const host: Host = { ...alone.host, store };
  const { row } = window({ ...alone, host });
  expect([row(), count]).toEqual([[], 0]);
});
