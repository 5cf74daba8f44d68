import { rootOf } from '../../connection/answerer.ts';
import { homeFolder } from '../../disk/place.ts';
import { browse } from '../../host/browser.ts';
import type { Host, MoreSessions, NamedHost, NamedHosts } from '../../host/host.ts';
import { loadRules } from '../kit/sheet/finding.ts';
import { copy } from '../terminal/clipboard.ts';
import { captureConsole } from '../terminal/console.ts';
import { edit, page } from '../terminal/editor.ts';
import { faultReport, type WayOut } from '../terminal/exits.ts';
import { read, save } from '../terminal/files.ts';
import { createModes } from '../terminal/input/modes.ts';
import { splitStdin } from '../terminal/input/stdin.ts';
import { createLending, type Lending } from '../terminal/lending.ts';
import { sevenBits } from '../terminal/seven-bits.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { Context } from '../world/command.ts';
import type { Size } from '../world/layout.ts';
import { announce, warn } from '../world/say.ts';
import {
  type Further,
  GO_THROUGH,
  type InWindow,
  inRow,
  type SessionInWindow,
  type Sessions,
} from '../world/sessions.ts';
import { createTheme, depthOf, hasColour, isReadAloud, type Theme } from '../world/theme.ts';
import { print, resized, type Ui } from '../world/ui.ts';
import { App } from './app.tsx';
import { type InkScreen, type Streams, showInk } from './ink-screen.tsx';
import { openSessionView, type SessionView, type SessionViewOptions, schedule } from './session-view.ts';
import { createSessions } from './sessions.ts';
import { confinedTyping } from './typing.ts';

/** The terminal and the preferences that concern it. */
export interface TuiOptions extends Streams, SessionViewOptions {
  /** ms to wait for a lone ESC to become a sequence. */
  readonly escDelay: number;
  readonly ascii: boolean;
  /** The words of the command line that the program was started with. */
  readonly argv: readonly string[];
  /** Has sessions that come by themselves added to the window; the returned function ends that. */
  readonly more?: MoreSessions | undefined;
  /** Opens further sessions. */
  readonly further?: Further;
  /** Has another command line done once this session has ended. */
  readonly again: (argv: readonly string[]) => void;
}

/** What a mounted screen reports. */
export interface Reports {
  readonly leave: (way: WayOut) => void;
  /** What was printed while the screen was ours. */
  readonly printed: (text: string) => void;
}

/** A screen that has the terminal. */
export interface Mounted {
  /** The sessions there have been. */
  readonly hosts: () => readonly NamedHost[];
  /** Gives the terminal back as it was, an editor that has it ended first. Never rejects. */
  unmount(): Promise<void>;
  /** Whether an editor, a pager or the shell has the terminal now. */
  readonly lent: () => boolean;
}

/** Takes the terminal over and shows sessions on it. Throws what Ink throws, the terminal given back. */
export function mount(hosts: NamedHosts, options: TuiOptions, { leave, printed }: Reports): Mounted {
  const { stdout, stderr, env } = options;
  const write = (bytes: string) => void stdout.write(bytes);
  let screen: InkScreen | undefined;
  const modes = createModes(write, options.mouse);
  const suspendTerminal = async (use: () => Promise<void>) => {
    modes.keyboard(false);
    try {
      await screen?.suspend(use);
    } finally {
      modes.keyboard(true);
    }
  };
  const lending = createLending({ env, write, suspendTerminal });
  const theme = themeOf(options);
  const terminal: Terminal = {
    ...terminalOf(options, theme, lending, write),
    leave: (code) => leave({ kind: 'quit', code }),
    argv: options.argv,
    again: (argv) => {
      options.again(argv);
      leave({ kind: 'again' });
    },
    redraw: () => screen?.repaint(),
    suspend: async () => {
      if (!(await lending.stop())) warn(inView(), 'There is no shell to return to.');
    },
  };
  const open = (host: Host, all: Sessions): SessionView => {
    const view = openSessionView(host, all, terminal, sizeOf(stdout), options);
    const { ui } = view.context;
    ui.subscribe(() => all.get().shown.ui === ui && modes.setMouse(ui.get().mouse));
    return view;
  };
  const sessions = createSessions(hosts, open, schedule, options.further);
  const inView = (): Context => sessions.get().shown.context;
  sessions.subscribe(() => modes.setMouse(inView().ui.get().mouse));
  const everyUi = (change: (ui: Ui) => Ui): void => {
    for (const { ui } of inRow(sessions.get())) ui.update(change);
  };
  const fault = faultReporter(inView, printed);
  const stdin = splitStdin({
    source: options.stdin,
    escDelay: options.escDelay,
    typing: confinedTyping(() => sessions.get().shown.typing, fault),
    onRawMode: modes.apply,
    onKeyboard: modes.answered,
    onGone: () => leave({ kind: 'gone' }),
  });
  const releaseConsole = captureConsole((text) => {
    printed(text);
    inView().ui.update(print(text));
    warn(inView(), text);
  });
  const releaseWindow = watchWindow(stdout, lending, {
    resize: (size) => everyUi(resized(size)),
    repaint: () => screen?.repaint(),
  });
  const release = () => {
    sessions.stop();
    releaseWindow();
    releaseConsole();
  };
  try {
    const out = options.ascii ? sevenBits(stdout) : stdout;
    screen = showInk(<App sessions={sessions} theme={theme} onFault={fault} />, {
      stdin,
      stdout: out,
      stderr,
    });
  } catch (error) {
    release();
    throw error;
  }
  const stopMore = options.more?.(
    ({ host, name }) => {
      sessions.join(host, name);
      announce(inView(), hasCome(host, sessions.get()));
    },
    (why) => warn(inView(), why),
  );
  void loadRules().then(() => everyUi((now) => ({ ...now })));
  const exited = screen.exited.then(
    () => leave({ kind: 'quit', code: 0 }),
    (error: unknown) => leave({ kind: 'error', error }),
  );
  return {
    hosts: sessions.hosts,
    lent: lending.lent,
    async unmount() {
      stopMore?.();
      await lending.end();
      for (const why of await sessions.keep()) printed(why);
      screen?.unmount();
      await exited;
      release();
    },
  };
}

/** Tells who has connected, and once there are two, how to get there. */
function hasCome(host: Host, { all }: InWindow<SessionInWindow>): string {
  const name = all.find((one) => one.host === host)?.name ?? '';
  return `${name} has connected${all.length === 2 ? `; ${GO_THROUGH}` : ''}`;
}

const sizeOf = ({ columns, rows }: NodeJS.WriteStream): Size => ({ columns, rows });

const themeOf = ({ ascii, env }: TuiOptions): Theme =>
  createTheme({ ascii, colour: hasColour(env), linear: isReadAloud(env), depth: depthOf(env) });

/** What commands can do with this terminal and this machine, besides leaving, painting and stopping. */
function terminalOf(
  { env, stdin, stdout }: TuiOptions,
  { pictures }: Theme,
  lending: Lending,
  write: (bytes: string) => void,
): Omit<Terminal, 'leave' | 'redraw' | 'suspend' | 'argv' | 'again'> {
  const folders = () => ({ cwd: process.cwd(), home: homeFolder() });
  const { platform } = process;
  return {
    edit: (text, extension) => edit(text, extension, { lending, env }),
    page: (text) => page(text, { lending, env }),
    show: async (picture, words) => {
      const { showPicture } = await import('../terminal/showing.ts');
      const look = pictures === 'none' ? 'ramp' : pictures;
      return showPicture(picture, words, { lending, env, stdin, stdout, look });
    },
    env,
    draws: pictures !== 'none',
    read: (path) => read(path, folders()),
    save: (path, content, overwrite) => save(path, content, overwrite, folders()),
    copy: (text) => copy(text, { env, platform, write }),
    browse: (url) => browse(url, { env, platform }),
    root: (text) => rootOf(text, process.cwd()),
  };
}

/** Reports a fault of ours that is confined to what was drawn or pressed: once at once, and in full at the end. */
function faultReporter(inView: () => Context, printed: Reports['printed']): (error: unknown) => void {
  const faults = new Set<string>();
  return (error) => {
    const text = String(error);
    if (faults.has(text)) return;
    faults.add(text);
    printed(faultReport(error));
    warn(inView(), `Internal error (a bug; please report it): ${text}`);
  };
}

/** What is done when the window changes. */
interface OnWindow {
  readonly resize: (size: Size) => void;
  readonly repaint: () => void;
}

/** Listens to the window of a terminal before Ink does, which would paint the old picture into the new window. */
function watchWindow(
  stdout: NodeJS.WriteStream,
  lending: Lending,
  { resize, repaint }: OnWindow,
): () => void {
  let isPainted = false;
  const resized = () => {
    resize(sizeOf(stdout));
    if (!lending.lent()) repaint();
    isPainted = true;
  };
  // Resized there and back at once: Node reports no new size, but the terminal has cut off what did not fit meanwhile.
  const winched = () => {
    if (!isPainted && !lending.lent()) repaint();
    isPainted = false;
  };
  // Stopped from outside and continued: the shell has changed the terminal meanwhile.
  const continued = () => {
    if (!lending.lent()) void lending.renew();
  };
  process.on('SIGCONT', continued);
  stdout.on('resize', resized);
  process.on('SIGWINCH', winched);
  return () => {
    process.off('SIGCONT', continued);
    stdout.off('resize', resized);
    process.off('SIGWINCH', winched);
  };
}
