import { render } from 'ink-testing-library';
import { expect, test } from 'vitest';
import { ItemList } from '../../../../src/tui/screens/catalogue/list-view.tsx';
import { services } from '../../../../src/tui/shell/services.ts';
import { createUi } from '../../../../src/tui/shell/session-view.ts';
import { createTheme, ThemeContext } from '../../../../src/tui/world/theme.ts';
import { createWorld, WorldContext } from '../../../../src/tui/world/world.ts';
import { handshake, type Step } from '../../../support/conversation.ts';
import { alone } from '../../../support/program.ts';
import { told } from '../../../support/told.ts';

const plain = createTheme({ ascii: false, colour: false });
const AREA = { left: 0, top: 0, width: 60, height: 8, border: true };
const A = 'note:a';

/** The list of the resources of a session that is told on; alarms go off by `drawn`. */
function list(...steps: readonly Step[]) {
  const session = told(...steps);
  const alarms: (() => void)[] = [];
  const world = createWorld(
    session.host,
    createUi({ columns: 60, rows: 12 }),
    services,
    alone({}),
    (_, alarm) => {
      alarms.push(alarm);
      return () => {};
    },
  );
  const screen = render(
    <ThemeContext value={plain}>
      <WorldContext value={world}>
        <ItemList screen="resources" area={AREA} />
      </WorldContext>
    </ThemeContext>,
  );
  const drawn = async () => {
    for (const alarm of alarms.splice(0)) alarm();
    await new Promise((done) => setImmediate(done));
    return screen.lastFrame() ?? '';
  };
  return { ...session, drawn, ui: world.ui };
}

test('a row is drawn anew when its resource is subscribed to, and when it was read', async () => {
  const { tell, drawn, host, ui } = list(
    ...handshake({ resources: { subscribe: true } }),
    ['c2s', { id: 2, method: 'resources/list' }],
    ['s2c', { id: 2, result: { resources: [{ uri: A, name: 'a' }] } }],
    { event: 'ready' },
  );
  const row = (what: RegExp) => expect.poll(drawn).toMatch(what);
  await row(/❯ a +[│┃]/);
  tell(['c2s', { id: 3, method: 'resources/subscribe', params: { uri: A } }], ['s2c', { id: 3, result: {} }]);
  await row(/❯ a +live +[│┃]/);
  tell(['c2s', { id: 4, method: 'resources/read', params: { uri: A } }]);
  const call = host.log.length - 1;
  const recorded = { [`resources ${A}`]: { seq: call, arguments: '{}' } };
  ui.update((now) => ({ ...now, recalled: { ...now.recalled, recorded } }));
  await row(/❯ a +live +[│┃]/);
  tell(['s2c', { id: 4, result: { contents: [] } }]);
  await row(/❯ a +live ✓[^│┃]*[│┃]/);
});
