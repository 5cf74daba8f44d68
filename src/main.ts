import { CROWDED } from './cli/cut.ts';
import { exit, UsageError } from './cli/exit.ts';
import { type ProcessIo, processIo } from './cli/process-io.ts';
import { type FrontEnd, type ScreenInput, start } from './cli/start.ts';
import type { NamedHosts } from './host/host.ts';
import { createTimeLimit } from './host/time-limit.ts';
import { historyPath, settingsPath, windowPath } from './settings/place.ts';
import type { FaultName } from './spec/faults.ts';
import { endWorkWith } from './text/in-time.ts';
import { visible } from './text/visible.ts';

/** What `mcp-loupe demo` starts itself with, so that the demonstration crosses a real pipe. */
const DEMO_SERVER = 'demo-server';

/** ms that a lone ESC is waited for, unless --esc-delay says otherwise. */
const ESC_DELAY = 50;

/** What is done on the screens of one command line, and the one that is done next, if any. */
interface Turn {
  argv: readonly string[];
  next?: readonly string[];
}

const front = (io: ProcessIo, turn: Turn): FrontEnd => ({
  isTerminal: process.stdin.isTTY && process.stdout.isTTY && process.env['TERM'] !== 'dumb',
  async openKeys() {
    if (!process.stdout.isTTY || process.env['TERM'] === 'dumb') return undefined;
    return (await import('./tui/terminal/input/own-terminal.ts')).ownTerminal();
  },
  async rowText({ ascii }) {
    const { plainRow } = await import('./tui/screens/traffic/plain-row.ts');
    return plainRow({ ascii, cells: process.stdout.isTTY ? process.stdout.columns : undefined });
  },
  show: (hosts, shown) => show(hosts, shown, turn),
  async pickServers(file, { options }) {
    const { pickServers } = await import('./tui/shell/picker.tsx');
    return pickServers(file, asking(io, options));
  },
  async pickOpening(asked, { options }) {
    const { pickOpening } = await import('./tui/shell/opening.ts');
    const words = await pickOpening({
      ...asked,
      ...asking(io, options),
      demoWord: DEMO_SERVER,
      now: () => new Date(),
    });
    if (words === undefined) return undefined;
    turn.argv = [...asked.given, ...words];
    return turn.argv;
  },
  whyNotWatched: async (watched) => (await import('./disk/watched.ts')).watchProblem(watched),
  demoCommand: (...more) => [
    process.execPath,
    ...process.execArgv,
    process.argv[1] ?? '',
    DEMO_SERVER,
    ...more,
  ],
});

/** The terminal to ask on before there is a session. */
function asking({ stop }: ProcessIo, { escDelay = ESC_DELAY, ascii, mouse }: ScreenInput['options']) {
  const { stdin, stdout, stderr, env } = process;
  return { stdin, stdout, stderr, env, escDelay, ascii, mouse, stop };
}

async function show(
  hosts: NamedHosts,
  { options, own, patterns, cwd, keys, more, further }: ScreenInput,
  turn: Turn,
): Promise<number> {
  const { startTui } = await import('./tui/shell/start.tsx');
  const { stdout, stderr, env } = process;
  const stdin = keys ?? process.stdin;
  const { escDelay = ESC_DELAY, mouse, ascii, confirm = 'destructive' } = options;
  const { preferences, remarks } = own;
  const settings = settingsPath();
  const kept = preferences.history ? { history: historyPath(), window: windowPath() } : {};
  return startTui(hosts, {
    ...{ stdin, stdout, stderr, env, escDelay, mouse, ascii, confirm },
    argv: turn.argv,
    more,
    ...(further === undefined ? {} : { further: { ...further, demoWord: DEMO_SERVER } }),
    again: (argv) => {
      turn.next = argv;
    },
    memory: { ...kept, folder: cwd, remarks, settings },
    keys: { path: settings, written: preferences.keys },
    ...(patterns.length === 0 ? {} : { watch: { patterns, cwd } }),
    filters: preferences.filters,
    as: options.as,
  });
}

/** What `demoCommand` has started. */
async function serveDemo(words: readonly string[]): Promise<void> {
  const port = words.find((word) => /^\d+$/.test(word));
  const isCrowded = words.includes(CROWDED);
  const faults = words.filter((word) => word !== port && word !== CROWDED) as readonly FaultName[];
  const offered = { faults, isCrowded };
  if (port === undefined) (await import('./demo/server.ts')).runDemo(offered);
  else await (await import('./demo/http.ts')).serveDemo(Number(port), offered);
}

/** The one catch of the headless front end. */
function tellError(error: unknown, io: ProcessIo): number {
  if (error instanceof UsageError) {
    io.err(`mcp-loupe: ${error.message}`);
    return exit.usage;
  }
  io.err(`mcp-loupe: internal error: ${visible(String(error))} (a bug; please report it)`);
  return 1;
}

const argv = process.argv.slice(2);
if (argv[0] === DEMO_SERVER) {
  await serveDemo(argv.slice(1));
} else {
  endWorkWith(createTimeLimit());
  for (let turn: Turn = { argv }; ; turn = { argv: turn.next ?? [] }) {
    const io = processIo();
    const code = await start(turn.argv, io, front(io, turn)).catch((error: unknown) => tellError(error, io));
    await io.flush();
    if (turn.next === undefined) process.exit(io.stopped()?.code ?? code);
    io.release();
  }
}
