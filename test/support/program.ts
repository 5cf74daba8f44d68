import { dispatch } from '../../src/tui/shell/commands.ts';
import { services } from '../../src/tui/shell/services.ts';
import { createUi } from '../../src/tui/shell/session-view.ts';
import type { OwnSessions, WindowSession } from '../../src/tui/shell/sessions.ts';
import type { Context } from '../../src/tui/world/command.ts';
import { createMemory } from '../../src/tui/world/memory.ts';
import { createExtents } from '../../src/tui/world/pane-sizes.ts';
import { createPictures } from '../../src/tui/world/pictures.ts';
import type { World } from '../../src/tui/world/world.ts';
import type { Told } from './told.ts';

/** A window with one session, of which what is drawn needs no more than this. */
export function alone(of: { readonly world?: World } & Partial<Pick<Context, 'host' | 'ui'>>): OwnSessions {
  const shown = { id: 1, name: 'server', ...of } as WindowSession;
  const now = { all: [shown], shown };
  return {
    standings: { get: () => [], subscribe: () => () => {}, stop: () => {} },
    get: () => now,
    subscribe: () => () => {},
    show: () => {},
    add: () => shown,
    join: () => shown,
    end: async () => {},
    keep: async () => [],
    stop: () => {},
    hosts: () => [],
  };
}

/** A program with its keys: `left` holds the exit code once it has ended, `copied` what went to the clipboard,
 * `browsed` the pages that were opened. */
export function program(
  { host }: Pick<Told, 'host'>,
  size = { columns: 120, rows: 32 },
  memory = createMemory({ folder: '/', remarks: [], settings: '/nowhere/settings.json' }),
) {
  const ui = createUi(size);
  const done: { left?: number; redrawn: number; readonly copied: string[]; readonly browsed: string[] } = {
    redrawn: 0,
    copied: [],
    browsed: [],
  };
  const context: Context = {
    host,
    ui,
    extents: createExtents(),
    pictures: createPictures(() => {}),
    services,
    sessions: alone({ host, ui }),
    confirm: 'destructive',
    memory,
    terminal: {
      leave: (code) => {
        done.left = code;
      },
      argv: [],
      env: {},
      again: () => {},
      redraw: () => {
        done.redrawn += 1;
      },
      suspend: () => {},
      edit: async (text) => ({ kind: 'text', text }),
      page: async () => undefined,
      show: async () => undefined,
      draws: true,
      copy: async (text) => {
        done.copied.push(text);
        return { sure: true, how: 'copied' };
      },
      root: (text) => (text.includes('none') ? undefined : { uri: `file://${text}` }),
      browse: async (url) => {
        done.browsed.push(url);
        return undefined;
      },
      read: async (path) => ({ kind: 'failed', why: `${path} is not there` }),
      save: async (path) => ({ kind: 'saved', path }),
    },
  };
  const press = (...keys: readonly string[]): boolean[] => keys.map((key) => dispatch(key, context));
  return { ui, context, press, done };
}
