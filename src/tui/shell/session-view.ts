import type { Host } from '../../host/host.ts';
import type { SavedFilters } from '../../session/filter/parse.ts';
import { lookAs } from '../screens/catalogue/lens/turning.ts';
import type { Typing } from '../terminal/input/stdin.ts';
import { usualKeys } from '../terminal/keys.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { Confirm, Context } from '../world/command.ts';
import { isBare, type Size } from '../world/layout.ts';
import { createMemory, type MemoryOptions } from '../world/memory.ts';
import { showScreen } from '../world/overlay.ts';
import type { Schedule } from '../world/pace.ts';
import { tell } from '../world/say.ts';
import { type PaneId, panesOf, type ScreenId } from '../world/screen-id.ts';
import type { Sessions } from '../world/sessions.ts';
import { isReadAloud } from '../world/theme.ts';
import { createUiStore, type Ui, type UiStore } from '../world/ui.ts';
import { createWorld, TICKS, type World } from '../world/world.ts';
import { readBindings, type WrittenKeys } from './binding.ts';
import { commands, traceTo } from './commands.ts';
import { watchServer } from './restarting.ts';
import { restartOnChange, type WatchOptions } from './rewatching.ts';
import { screens } from './screen-list.ts';
import { services } from './services.ts';
import { createTyping } from './typing.ts';
import { restoreWindow } from './window.ts';

/** What a person has chosen for the view of a session. */
export interface SessionViewOptions {
  readonly env: NodeJS.ProcessEnv;
  readonly mouse: boolean;
  readonly confirm: Confirm;
  readonly memory: MemoryOptions;
  /** Keys by the ids of commands, as the person has written them into a file. */
  readonly keys: WrittenKeys;
  /** Restarts the server when these files change. */
  readonly watch?: WatchOptions;
  /** Filters of the traffic by name. */
  readonly filters: SavedFilters;
  /** The client that a recording is looked at as. */
  readonly as?: string | undefined;
}

/** What shows one session on the screen. All of its state is its own, so that there can be several. */
export interface SessionView {
  readonly world: World;
  readonly context: Context;
  /** What is done with what is typed. */
  readonly typing: Typing;
  /** Remembers how the window is left now; resolves with why it could not, in one sentence. */
  readonly keep: () => Promise<string | undefined>;
  /** Stops all that it does by itself. */
  readonly stop: () => void;
}

/** Puts a session on a terminal in a window of this size, and has the screens begin what they do by themselves. */
export function openSessionView(
  host: Host,
  sessions: Sessions,
  terminal: Terminal,
  size: Size,
  options: SessionViewOptions,
): SessionView {
  const { env, mouse, confirm } = options;
  const ui = createUi(size);
  const tick = env['NO_MOTION'] || isReadAloud(env) ? TICKS.still : TICKS.moving;
  const world = createWorld(host, ui, services, sessions, schedule, { tick, draws: terminal.draws });
  const { bindings, remarks } = readBindings(commands, options.keys);
  ui.update((now) => ({ ...now, mouse, bindings, traffic: { ...now.traffic, saved: options.filters } }));
  // Where there is no room for hints, the first seconds say how to find the keys.
  if (isBare(size)) tell({ host, ui }, 'f1 shows the keys');
  const memory = createMemory({ ...options.memory, remarks: [...options.memory.remarks, ...remarks] });
  const { extents, pictures } = world;
  const trace = traceTo(env['LOUPE_TRACE']);
  const context: Context = {
    ...{ host, ui, extents, pictures, services, terminal, sessions, memory, confirm },
    ...trace,
  };
  if (host.parts !== undefined) {
    // What is done by itself each session does for itself.
    ui.update(showScreen('traffic'));
    return { world, context, typing: createTyping(context), keep: async () => undefined, stop: () => {} };
  }
  const begun = screens.flatMap(({ watch = [] }) => watch.map((begin) => begin(context, schedule)));
  const stopWatching = watchServer(context);
  const savedWindow = restoreWindow(context);
  // Who connects as a client wants to see what that one sees.
  const as = host.as?.client?.id ?? options.as;
  if (as !== undefined) void lookAs(context, as);
  const restarting = options.watch && restartOnChange(context, options.watch, schedule);
  return {
    world,
    context,
    typing: createTyping(context),
    keep: savedWindow.keep,
    stop() {
      for (const stop of [...begun, savedWindow.stop, stopWatching]) stop();
      void restarting?.();
    },
  };
}

/** On the clock of the machine. */
export const schedule: Schedule = (ms, callback) => {
  const timer = setTimeout(callback, ms);
  return () => clearTimeout(timer);
};

/** The interactive state of a session that begins in a window of this size. */
export const createUi = (size: Size): UiStore => createUiStore(initialUi(size));

/** What a session begins with: on Server, with the dock shown and the lists focused. */
export function initialUi(size: Size): Ui {
  const focus = Object.fromEntries(
    screens.map(({ id, arrangement }) => [id, panesOf(arrangement)[0]]),
  ) as Record<ScreenId, PaneId>;
  const own = Object.assign({}, ...screens.map(({ start }) => start)) as Ui;
  return {
    ...own,
    size,
    several: false,
    screen: 'server',
    focus,
    zoom: false,
    dock: true,
    dockSize: 'usual',
    bindings: usualKeys,
    mouse: false,
    overlays: [],
    leaving: 0,
    printed: [],
    sheets: {},
    raw: [],
    revealed: false,
    scroll: {},
  };
}
