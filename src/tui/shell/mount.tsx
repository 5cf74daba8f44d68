import { rootOf } from '../../connection/root.ts';
import { homeFolder } from '../../disk/place.ts';
import { browse } from '../../host/browser.ts';
import type { Host } from '../../host/host.ts';
import type { SavedFilters } from '../../session/filter/parse.ts';
import { loadRules } from '../kit/sheet/finding.ts';
import { completeAsTyped } from '../screens/catalogue/completing-commands.ts';
import { watchNews } from '../screens/catalogue/news.ts';
import { recall, recallRecorded } from '../screens/catalogue/remember.ts';
import { watchUpdates } from '../screens/catalogue/updates.ts';
import { watchVanishing } from '../screens/catalogue/vanishing.ts';
import { watchAuthorization } from '../screens/server/commands.ts';
import { loadFilters } from '../screens/traffic/filtering.ts';
import { copy } from '../terminal/clipboard.ts';
import { captureConsole } from '../terminal/console.ts';
import { edit, page } from '../terminal/editor.ts';
import type { WayOut } from '../terminal/exits.ts';
import { describe } from '../terminal/faults.ts';
import { readContent } from '../terminal/file.ts';
import { createModes } from '../terminal/input/modes.ts';
import { splitStdin } from '../terminal/input/stdin.ts';
import { createLending } from '../terminal/lending.ts';
import type { Blob } from '../terminal/pictures/picture.ts';
import { save } from '../terminal/save.ts';
import { sevenBits } from '../terminal/seven-bits.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { Confirm, Context } from '../world/command.ts';
import { isBare } from '../world/layout.ts';
import { createMemory, type MemoryOptions } from '../world/memory.ts';
import { tell, warn } from '../world/say.ts';
import { createTheme, depthOf, hasColour, isReadAloud } from '../world/theme.ts';
import { print, resized, type Ui } from '../world/ui.ts';
import { createWorld, TICKS } from '../world/world.ts';
import { App } from './app.tsx';
import { readBindings, type WrittenKeys } from './binding.ts';
import { commands, traceTo } from './commands.ts';
import { watchServer } from './gone.ts';
import { createUi } from './initial-ui.ts';
import { type InkScreen, type Streams, showInk } from './ink-screen.tsx';
import { restartOnChange } from './rewatching.ts';
import { services } from './services.ts';
import { confinedTyping, createTyping } from './typing.ts';
import type { WatchOptions } from './watch-options.ts';
import { watchInbox } from './watching.ts';
import { restoreWindow } from './window.ts';

/** The terminal and the preferences that concern it. */
export interface TuiOptions extends Streams {
  readonly env: NodeJS.ProcessEnv;
  /** ms that a lone ESC is waited for to become a sequence. */
  readonly escDelay: number;
  readonly mouse: boolean;
  readonly ascii: boolean;
  readonly confirm: Confirm;
  readonly memory: MemoryOptions;
  /** Keys by the ids of commands, as the person has written them into a file. */
  readonly keys: WrittenKeys;
  /** Restarts the server when these files change. */
  readonly watch?: WatchOptions;
  /** Filters of the traffic by name. */
  readonly filters: SavedFilters;
}

/** What a mounted screen tells. */
export interface Reports {
  readonly leave: (way: WayOut) => void;
  /** What somebody printed while the screen was ours. */
  readonly printed: (text: string) => void;
}

/** A screen that has the terminal. */
export interface Mounted {
  /** Gives the terminal back as it was, an editor that has it ended first. Never rejects. */
  unmount(): Promise<void>;
  /** Whether an editor, a pager or the shell has the terminal now. */
  readonly lent: () => boolean;
}

/** Takes the terminal over and shows a session on it. Throws what Ink throws, the terminal given back. */
export function mount(host: Host, options: TuiOptions, { leave, printed }: Reports): Mounted {
  const { stdout, stderr, env } = options;
  const size = () => ({ columns: stdout.columns, rows: stdout.rows });
  const write = (bytes: string) => void stdout.write(bytes);
  const ui = createUi(size());
  const tick = env['NO_MOTION'] || isReadAloud(env) ? TICKS.still : TICKS.moving;
  const decode = (pictures: readonly Blob[]) => {
    for (const picture of pictures) void draw(picture).then(() => ui.update(touched));
  };
  const world = createWorld(host, ui, services, schedule, tick, decode);
  const { bindings, remarks } = readBindings(commands, options.keys);
  ui.update((now) => ({
    ...now,
    ...{ mouse: options.mouse, bindings },
    traffic: { ...now.traffic, saved: options.filters },
  }));
  const modes = createModes(write, options.mouse);
  ui.subscribe(() => modes.setMouse(ui.get().mouse));
  let screen: InkScreen | undefined;

  const lending = createLending({
    env,
    write,
    suspendTerminal: async (use) => {
      modes.keyboard(false);
      try {
        await screen?.suspend(use);
      } finally {
        modes.keyboard(true);
      }
    },
  });
  const theme = createTheme({
    ascii: options.ascii,
    colour: hasColour(env),
    linear: isReadAloud(env),
    depth: depthOf(env),
  });
  const terminal: Terminal = {
    leave: (code) => leave({ kind: 'quit', code }),
    redraw: () => screen?.repaint(),
    suspend: async () => {
      if (!(await lending.stop())) warn(context, 'There is no shell to return to.');
    },
    edit: (text, extension) => edit(text, extension, { lending, env }),
    page: (text) => page(text, { lending, env }),
    show: async (picture, words) => {
      const { showPicture } = await import('../terminal/showing.ts');
      const { pictures } = theme;
      const look = pictures === 'none' ? 'ramp' : pictures;
      return showPicture(picture, words, { lending, env, stdin: options.stdin, stdout, look });
    },
    draws: theme.pictures !== 'none',
    read: (path, encoding) => readContent(path, encoding, { cwd: process.cwd(), home: homeFolder() }),
    save: (path, content, overwrite) =>
      save(path, content, overwrite, { cwd: process.cwd(), home: homeFolder() }),
    copy: (text) => copy(text, { env, platform: process.platform, write }),
    browse: (url) => browse(url, { env, platform: process.platform }),
    root: (text) => rootOf(text, process.cwd()),
  };
  // Where there is no room for hints, the first seconds say how to find the keys.
  if (isBare(size())) tell({ host, ui }, 'f1 shows the keys');
  const memory = createMemory({ ...options.memory, remarks: [...options.memory.remarks, ...remarks] });
  const { confirm } = options;
  const trace = traceTo(env['LOUPE_TRACE']);
  const { extents } = world;
  const context: Context = { host, ui, extents, services, terminal, memory, confirm, ...trace };
  const faults = new Set<string>();
  // A fault of ours that is confined to what was drawn or pressed: told once at once, and in full at the end.
  const fault = (error: unknown) => {
    const text = String(error);
    if (faults.has(text)) return;
    faults.add(text);
    printed(describe(error));
    warn(context, `Internal error (a bug; please report it): ${text}`);
  };

  const stdin = splitStdin({
    source: options.stdin,
    escDelay: options.escDelay,
    typing: confinedTyping(createTyping(context), fault),
    onRawMode: modes.apply,
    onKeyboard: modes.answered,
    onGone: () => leave({ kind: 'gone' }),
  });
  const releaseConsole = captureConsole((text) => {
    printed(text);
    ui.update(print(text));
    warn(context, text);
  });
  // Before Ink's own listener, which would paint the old picture into the new window.
  let isPainted = false;
  const resize = () => {
    ui.update(resized(size()));
    if (!lending.lent()) screen?.repaint();
    isPainted = true;
  };
  // There and back at once: Node tells of no other size, but the terminal has cut off what did not fit meanwhile.
  const winched = () => {
    if (!isPainted && !lending.lent()) screen?.repaint();
    isPainted = false;
  };
  // Stopped by somebody else and continued: the shell has changed the terminal meanwhile.
  const continued = () => {
    if (!lending.lent()) void lending.renew();
  };
  const stopCompleting = completeAsTyped(context, schedule);
  const stopWatching = [
    watchInbox(context),
    watchNews(context),
    watchServer(context),
    watchUpdates(context),
    watchAuthorization(context),
    watchVanishing(context),
  ];
  const stopRestarting = options.watch && restartOnChange(context, options.watch, schedule);
  const stopRecalling = recall(context);
  // Who filters at once does not wait for the language; the start does not wait for it either.
  const stopLoading = schedule(FILTERS, () => void loadFilters());
  const stopAsking = schedule(RUNTIME, () => void tellRuntime(context));
  recallRecorded(context);
  const left = restoreWindow(context);
  const release = () => {
    stopCompleting();
    for (const stop of stopWatching) stop();
    stopRecalling();
    left.stop();
    void stopRestarting?.();
    stopLoading();
    stopAsking();
    process.off('SIGCONT', continued);
    stdout.off('resize', resize);
    process.off('SIGWINCH', winched);
    releaseConsole();
  };

  process.on('SIGCONT', continued);
  stdout.on('resize', resize);
  process.on('SIGWINCH', winched);
  try {
    const out = options.ascii ? sevenBits(stdout) : stdout;
    screen = showInk(<App world={world} theme={theme} onFault={fault} />, { stdin, stdout: out, stderr });
  } catch (error) {
    release();
    throw error;
  }
  void loadRules().then(() => ui.update((now) => ({ ...now })));
  const exited = screen.exited.then(
    () => leave({ kind: 'quit', code: 0 }),
    (error: unknown) => leave({ kind: 'error', error }),
  );
  return {
    lent: lending.lent,
    async unmount() {
      await lending.end();
      const notKept = await left.keep();
      if (notKept !== undefined) printed(notKept);
      screen?.unmount();
      await exited;
      release();
    },
  };
}

/** ms after the start at which the language of filters is loaded. */
const FILTERS = 400;
/** ms after which the runtime of the server is asked for its version: the start does not wait for that. */
const RUNTIME = 1_000;

/** Finds out what runs the server. */
async function tellRuntime({ host, ui }: Pick<Context, 'host' | 'ui'>): Promise<void> {
  const { target } = host.store.state();
  if (target.transport !== 'stdio') return;
  const { runtimeOf } = await import('../screens/server/runtime.ts');
  const runtime = await runtimeOf(target);
  if (runtime !== undefined) ui.update((now) => ({ ...now, runtime }));
}

/** Decodes a picture and keeps what is to be drawn. What that takes is loaded with the first one. */
async function draw(picture: Blob): Promise<void> {
  const { drawPicture } = await import('../kit/sheet/drawing.ts');
  await drawPicture(picture);
}

/** The same state, to be drawn again: what sheets look like has changed beside it. */
const touched = (ui: Ui): Ui => ({ ...ui, sheets: { ...ui.sheets } });

function schedule(ms: number, callback: () => void): () => void {
  const timer = setTimeout(callback, ms);
  return () => clearTimeout(timer);
}
