import { render } from 'ink-testing-library';
import { describe, expect, it } from 'vitest';
import { ResultPane } from '../../../../src/tui/screens/catalogue/result-view.tsx';
import { services } from '../../../../src/tui/shell/services.ts';
import { createUi } from '../../../../src/tui/shell/session-view.ts';
import { createTheme, ThemeContext } from '../../../../src/tui/world/theme.ts';
import { paneName } from '../../../../src/tui/world/ui.ts';
import { createWorld, WorldContext } from '../../../../src/tui/world/world.ts';
import type { Step } from '../../../support/conversation.ts';
import { alone } from '../../../support/program.ts';
import { told, withTools } from '../../../support/told.ts';

const plain = createTheme({ ascii: false, colour: false });
const AREA = { left: 0, top: 0, width: 60, height: 12, border: true };
const painted = (): Promise<void> => new Promise((done) => setImmediate(done));

/** The pane of a call, its request the newest line; alarms go off by `ring`. */
function pane(...steps: readonly Step[]) {
  const session = told(...withTools({ name: 'echo' }), ...steps);
  const seq = session.host.log.length - 1;
  const alarms: (() => void)[] = [];
  const world = createWorld(
    session.host,
    createUi({ columns: 60, rows: 12 }),
    services,
    alone({}),
    (_, alarm) => {
      alarms.push(alarm);
      return () => {
        const at = alarms.indexOf(alarm);
        if (at >= 0) alarms.splice(at, 1);
      };
    },
  );
  const screen = render(
    <ThemeContext value={plain}>
      <WorldContext value={world}>
        <ResultPane area={AREA} screen="tools" seq={seq} odd={undefined} focused={true} />
      </WorldContext>
    </ThemeContext>,
  );
  const ring = async () => {
    for (const alarm of alarms.splice(0)) alarm();
    await painted();
  };
  return {
    ...session,
    waiting: () => alarms.length,
    ring,
    seq,
    /** What keys move in. */
    room: () => world.extents.get(paneName('tools', 'detail')),
    /** Lets alarms go off until the pane shows this. */
    shows: (what: RegExp) => expect.poll(() => ring().then(() => screen.lastFrame())).toMatch(what),
  };
}

const CALL: Step = [
  'c2s',
  { id: 3, method: 'tools/call', params: { name: 'echo', _meta: { progressToken: 'p' } } },
];

describe('the pane of a call', () => {
  it.each([
    ['cancel', 'cancelled · 100 ms'],
    ['timeout', '✗ timed out · 100 ms'],
    ['exit', '✗ no answer · 100 ms'],
  ] as const)('says in words how it ended: %s', async (event, words) => {
    const call = pane(CALL);
    call.tell({ event, re: call.seq });
    await call.shows(new RegExp(`╭─ echo · ${words} · focus ─`));
  });

  it('has the room of its answer while it runs, so that a key before that is drawn moves as in it', async () => {
    const call = pane(CALL);
    await call.shows(/running/);
    const { height, cells } = call.room();
    call.tell(['s2c', { id: 3, result: { content: [{ type: 'text', text: 'done' }] } }]);
    await call.shows(/done/);
    expect(call.room()).toMatchObject({ height, cells });
  });

  it('stays cancelled when its answer comes after that', async () => {
    const call = pane(CALL);
    call.tell({ event: 'cancel', re: call.seq }, ['s2c', { id: 3, result: { content: [] } }]);
    await call.shows(/╭─ echo · cancelled · \d+ ms · \d+ B · focus ─/);
  });

  it('counts the time and shows progress while it runs, and then stops', async () => {
    const call = pane(CALL);
    call.wait(2_950);
    await call.shows(/╭─ echo .*─ running ─╮\n│ Running… 2\.\d s/);
    call.tell([
      's2c',
      {
        method: 'notifications/progress',
        params: { progressToken: 'p', progress: 1, total: 4, message: 'one' },
      },
    ]);
    await call.shows(/25%[\s\S]*1 of 4[\s\S]*one/);
    call.tell(['s2c', { id: 3, result: { content: [{ type: 'text', text: 'hello\u0007' }] } }]);
    await call.shows(/╭─ echo · ✓ \d+ ms · \d+ B[\s\S]*❯ hello<BEL>/);
    await expect.poll(() => call.ring().then(call.waiting)).toBe(0);
  });

  it('tells of an answer that cannot be told to be its own', async () => {
    const call = pane(['s2c', { id: 98, result: {} }], CALL);
    await call.shows(/Running…/);
    call.tell(['s2c', { id: 99, result: {} }]);
    await call.shows(/Running… [\s\S]*meanwhile, #\d+: response for id 99, which is not pending/);
    call.tell(['s2c', { id: 3, result: { content: [{ type: 'text', text: 'hello' }] } }]);
    await call.shows(/❯ hello/);
  });

  it('turns from a time-out into the late answer', async () => {
    const call = pane(CALL);
    call.tell({ event: 'timeout', re: call.seq, detail: 'within 2 s' });
    await call.shows(/Timed out; a cancellation[\s\S]*within 2 s/);
    call.tell(['s2c', { id: 3, result: { content: [{ type: 'text', text: 'late' }] } }]);
    await call.shows(/❯ late/);
  });
});
