import { renderToString } from 'ink';
import { render } from 'ink-testing-library';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Connection } from '../../../src/connection/connection.ts';
import { width } from '../../../src/text/width.ts';
import { loadFilters } from '../../../src/tui/screens/traffic/filtering.ts';
import { App } from '../../../src/tui/shell/app.tsx';
import { dispatch } from '../../../src/tui/shell/commands.ts';
import { screens } from '../../../src/tui/shell/screen-list.ts';
import { services } from '../../../src/tui/shell/services.ts';
import { createUi } from '../../../src/tui/shell/session-view.ts';
import type { Context } from '../../../src/tui/world/command.ts';
import { showScreen } from '../../../src/tui/world/overlay.ts';
import { createTheme } from '../../../src/tui/world/theme.ts';
import { resized, type Ui } from '../../../src/tui/world/ui.ts';
import { createWorld } from '../../../src/tui/world/world.ts';
import { handshake, type Step } from '../../support/conversation.ts';
import { alone } from '../../support/program.ts';
import { type Told, told, withTools } from '../../support/told.ts';

const NAMES = [
  'echo',
  'get-sum',
  'trigger-long-running-operation',
  '日本語の道具',
  '👩‍💻 tool',
  'a\u202eb\u001b[2J',
];
const SESSION: readonly Step[] = [
  ...withTools(
    ...NAMES.map((name) => ({ name, description: `${name} does what it does.`, inputSchema: null })),
  ),
  ['c2s', { id: 3, method: 'tools/call', params: { name: '日本語の道具'.repeat(9) } }],
  { invalid: 'Loading config…' },
  { stderr: '\u001b[31mred\u001b[0m' },
];

const plain = createTheme({ ascii: false, colour: false });

/** Nothing that is drawn here may fail. */
const fault = (error: unknown): never => {
  throw error;
};

/** The rows of the screen in a window of this size. */
function rowsIn(
  columns: number,
  rows: number,
  change: (ui: Ui) => Ui,
  theme = plain,
  session = SESSION,
): readonly string[] {
  const ui = createUi({ columns, rows });
  ui.update(change);
  const world = createWorld(told(...session).host, ui, services, alone({}), () => () => {});
  return renderToString(<App sessions={alone({ world })} theme={theme} onFault={fault} />, { columns }).split(
    '\n',
  );
}

describe('the screen', () => {
  it('fills every window from 40×10 to 160×45 exactly, with one header and closed borders', () => {
    for (const id of ['server', 'tools', 'traffic'] as const) {
      for (let columns = 40; columns <= 160; columns += 13) {
        for (let rows = 10; rows <= 45; rows += 9) {
          const drawn = rowsIn(columns, rows, showScreen(id));
          const where = `${id} ${columns}×${rows}\n${drawn.join('\n')}`;
          expect(drawn.length, where).toBe(rows);
          expect(Math.max(...drawn.map(width)), where).toBeLessThanOrEqual(columns);
          expect(drawn.filter((row) => row.includes(' · ready')).length, where).toBe(1);
          expect(borders(drawn), where).toEqual([]);
          expect(drawn.join('\n'), where).toMatch(/❯|focus/);
        }
      }
    }
  });

  it('draws the layout of the documentation', () => {
    const drawn = rowsIn(120, 32, showScreen('tools'));
    expect(drawn[0]).toMatch(
      /^ mcp-loupe {3}fake 1 · stdio · 2025-11-25 · ready .* \d+ messages · \d+ findings$/,
    );
    expect(drawn[1]).toMatch(/^ 1 Server {2}❯2 Tools 6 {3}3 Resources {3}4 Prompts {3}5 Traffic 7 /);
    expect(drawn[2]).toMatch(/^╭─ Tools · focus ─+ 1\/6 ─╮╭─ echo ─+.*╮$/);
    expect(drawn[3]).toMatch(/^│ ❯ echo +! [│┃]│ .*[│┃]$/);
    expect(drawn.at(-7)).toMatch(/^╭─ Traffic ─+ following ─╮$/);
    expect(drawn.at(-1)).toMatch(/^ x|^ ⏎ open {3}\/ filter .* f1 help$/);
  });

  it('shows nothing of the server that could control the terminal', () => {
    for (const { id } of screens) {
      expect(rowsIn(120, 32, showScreen(id)).join('')).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202e]/);
    }
  });

  it.each([
    [60, /─ Output · focus ─+ level server default · following ─/],
    [50, /^Output · focus +following$/m],
    [40, /^Output · focus +following$/m],
  ])('has the name of Output in %d columns, and what else there is room for', (columns, title) => {
    const session = [...handshake({ logging: {} }), { stderr: 'said' }] as const;
    const drawn = rowsIn(columns, 15, showScreen('output'), plain, session);
    expect(drawn.map((row) => row.trimEnd()).join('\n')).toMatch(title);
  });

  it('says how large the window must be when it is too small', () => {
    const sentence = 'mcp-loupe needs 40 × 10 cells; this window has 39 × 5.';
    expect(
      rowsIn(39, 5, (ui) => ui)
        .join(' ')
        .replace(/ +/g, ' ')
        .trim(),
    ).toBe(sentence);
  });

  it('draws only seven bits with --ascii where the server does', () => {
    const theme = createTheme({ ascii: true, colour: false });
    const ascii = rowsIn(120, 32, showScreen('resources'), theme);
    expect(ascii.filter((row) => !row.includes('…') && !row.includes('日')).join('\n')).toMatch(
      /^[\n\u0020-\u007e]*$/,
    );
  });
});

/** What is wrong with the borders: a corner without the one that belongs under or beside it. */
function borders(rows: readonly string[]): readonly string[] {
  const count = (sign: string): number => rows.join('').split(sign).length - 1;
  const corners = ['╭', '╮', '╰', '╯'].map(count);
  const wrong = corners.every((corner) => corner === corners[0]) ? [] : [`corners ${corners.join(' ')}`];
  const open = rows.filter((row) => row.startsWith('│') && !/[│┃]$/.test(row));
  return [...wrong, ...open];
}

const started = (...steps: readonly Step[]) => shown(told(...steps));

/** The app with its keys, in a window of 100×30. */
function shown(session: Told) {
  const ui = createUi({ columns: 100, rows: 30 });
  const due: (() => void)[] = [];
  const world = createWorld(session.host, ui, services, alone({}), (_, callback) => {
    due.push(callback);
    return () => {};
  });
  const screen = render(<App sessions={alone({ world })} theme={plain} onFault={fault} />);
  const { sessions, extents } = world;
  const context = { host: session.host, ui, extents, services, sessions } as Context;
  return {
    ...session,
    ui,
    type: (text: string) => screen.stdin.write(text),
    /** Presses keys as they come from a terminal: one a macrotask. */
    press: async (...keys: readonly string[]) => {
      for (const key of keys) {
        dispatch(key, context);
        await painted();
      }
    },
    tick: () => {
      for (const callback of due.splice(0)) callback();
    },
    text: () => screen.lastFrame() ?? '',
  };
}

const painted = (): Promise<void> => new Promise((done) => setImmediate(done));

describe('the app', () => {
  it('shows at once what a key does', async () => {
    const { press, text } = started(...SESSION);
    await press('2', 'down');
    expect(text()).toMatch(/❯ get-sum/);
    await press('G');
    expect(text()).toMatch(/❯ a<U\+202E>b<ESC>\[2J/);
    await press('enter');
    expect(text()).toMatch(/╭─ a<U\+202E>b<ESC>\[2J · focus/);
  });

  it.each([
    ['the traffic', '5'],
    ['the dock', '2'],
  ])('tells in %s how long a request hangs, though nothing else happens', async (_, key) => {
    const session = told(...SESSION);
    // It is live: what waits has somebody to wait for.
    const host = { ...session.host, connection: {} as Connection };
    const { press, wait, tick, text } = shown({ ...session, host });
    await press(key);
    tick();
    await painted();
    expect(text()).not.toContain('hung');
    wait(30_000);
    tick();
    await painted();
    expect(text()).toMatch(/tools\/call.*hung +\d+\.\d s/);
  });

  it('moves by the pages it shows', async () => {
    const many = Array.from({ length: 100 }, (_, at) => ({ name: `tool-${at}` }));
    const { press, text } = started(...withTools(...many));
    await press('2', 'pgdn');
    expect(text()).toMatch(/❯ tool-1\d/);
    await press('end');
    expect(text()).toMatch(/❯ tool-99/);
  });

  it('shows a line that comes, at its pace', async () => {
    const { tell, tick, text } = started(...SESSION);
    await painted();
    tell(['s2c', { method: 'notifications/first' }]);
    await painted();
    expect(text()).toContain('notifications/first');
    tell(['s2c', { method: 'notifications/second' }]);
    await painted();
    expect(text()).not.toContain('notifications/second');
    tick();
    await painted();
    expect(text()).toContain('notifications/second');
  });

  it('filters while one types, and counts', async () => {
    const { press, type, text } = started(...SESSION);
    await press('2', '/');
    expect(text()).toMatch(/^ \/ .*⏎ accept/m);
    type('sum');
    await painted();
    expect(text()).toContain('Tools /sum');
    expect(text()).toContain('1/1 of 6');
    // The only match is opened: the first step back is to the list.
    await press('enter');
    expect(text()).toContain('Tools /sum');
    await press('esc', 'esc');
    expect(text()).not.toContain('/sum');
  });

  it('types a filter on where the cursor stands, when its problem appears and when that goes', async () => {
    await loadFilters();
    const { press, type, text, ui } = started(...SESSION);
    const typeAll = async (...keys: readonly string[]) => {
      for (const key of keys) {
        type(key);
        await painted();
        await painted();
      }
    };
    await press('5', '/');
    await typeAll(...'with:1x2', '\u001b[D');
    expect(text()).toContain('1x2 is not a message');
    await typeAll('\u007f', '0');
    expect(text()).not.toContain('is not a message');
    expect(ui.get().traffic.filter).toBe('with:102');
    await typeAll('x');
    expect(text()).toContain('10x2 is not a message');
    await typeAll('\u007f', '5');
    expect(ui.get().traffic.filter).toBe('with:1052');
  });

  it('goes from the palette to a filter, which is another line', async () => {
    // React says it there when a component has other hooks than before.
    const said = vi.spyOn(console, 'error');
    onTestFinished(() => said.mockRestore());
    const { press, type, text } = started(...SESSION);
    await press('5', ':');
    type('filter');
    await painted();
    await press('enter');
    expect(text()).toMatch(/^ \/ /m);
    expect(said).not.toHaveBeenCalled();
  });

  it('comes back from an exchange to the filter before it, where the list has no room beside the message', async () => {
    await loadFilters();
    const { press, type, ui, tick, text } = started(...SESSION);
    ui.update(resized({ columns: 60, rows: 12 }));
    await press('5', '/');
    type('method:tools/*');
    await painted();
    await press('enter', 'enter');
    const [message = 'none'] = /Message #\d+/.exec(text()) ?? [];
    await press('w');
    expect(text()).toContain(message);
    await press('w');
    tick();
    await painted();
    expect(ui.get().traffic.filter).toBe('method:tools/*');
    expect(text()).toContain(message);
  });

  it('opens the help over the panes and scrolls it', async () => {
    const { press, text } = started(...SESSION);
    await press('2', '?');
    expect(text()).toMatch(/╭─ Help · focus ─+ 1-\d+\/\d+ esc closes ─╮/);
    expect(text()).toContain('refresh');
    await press('G');
    expect(text()).toContain('cancel (twice: quit)');
    await press('esc');
    expect(text()).not.toContain('Help');
  });

  it('takes a status away when its time is over', async () => {
    const { press, tick, text } = started(...SESSION);
    await press('2', 'r');
    expect(text()).toContain('Not available in a recording');
    tick();
    await painted();
    expect(text()).not.toContain('Not available in a recording');
  });

  it('loses nothing in a resize', async () => {
    const { press, ui, text } = started(...SESSION);
    await press('2', 'down', 'down');
    ui.update(resized({ columns: 60, rows: 12 }));
    await painted();
    expect(text()).toMatch(/^❯ trigger-long-running-operation/m);
    ui.update(resized({ columns: 100, rows: 30 }));
    await painted();
    expect(text()).toMatch(/│ ❯ trigger-long/);
  });
});
