import { expect, test, vi } from 'vitest';
import { dispatch } from '../../../src/tui/shell/commands.ts';
import { openSessionView } from '../../../src/tui/shell/session-view.ts';
import { alone, program } from '../../support/program.ts';
import { told, withTools } from '../../support/told.ts';

test('several sessions are open at a time, each with a state of its own', async () => {
  const hosts = [
    told(...withTools({ name: 'echo' }, { name: 'get-sum' })),
    told(...withTools({ name: 'echo' })),
  ];
  const [one, other] = hosts.map(({ host }) =>
    openSessionView(
      host,
      alone({}),
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
    ),
  );
  if (one === undefined || other === undefined) throw new Error('no sessions');
  for (const key of ['2', 'j']) dispatch(key, one.context);
  dispatch('2', other.context);
  dispatch('z', other.context);
  const [first, second] = [one, other].map(({ context }) => context.ui.get());
  expect([first?.lists.tools.selected, first?.zoom]).toEqual(['tools get-sum', false]);
  expect([second?.lists.tools.selected, second?.zoom]).toEqual([undefined, true]);
  // What a session has begun by itself outlives it: it loads what it needs.
  for (const { context } of [one, other])
    await vi.waitFor(() => expect(context.ui.get().clientRows).toBeDefined(), { timeout: 20_000 });
  one.stop();
  other.stop();
});
