import type { Background } from './cli/background.ts';
import { cutArgv } from './cli/cut.ts';
import { exit } from './cli/exit.ts';
import { meowOptions, noOptions, readOptions } from './cli/flags.ts';
import type { Io } from './cli/io.ts';
import type { Job } from './cli/job.ts';
import { openServer } from './cli/open-server.ts';
import type { Options } from './cli/options.ts';
import { ownPreferences } from './cli/own-preferences.ts';
import { keepRecordings, openRecorded } from './cli/own-recording.ts';
import { type ProcessIo, processIo } from './cli/process-io.ts';
import { readAnswers } from './cli/read-answers.ts';
import { misspeltVerb } from './cli/spelling.ts';
import { authorizationFor, type Choose, targetOf } from './cli/target-of.ts';
import { UsageError } from './cli/usage-error.ts';
import { VERBS, type Verb, type VerbName } from './cli/verbs.ts';
import type { FaultName } from './demo/faults.ts';
import type { Host } from './host/host.ts';
import { runInTime } from './host/time-limit.ts';
import { historyPath, settingsPath, windowPath } from './settings/place.ts';
import type { ReadPreferences } from './settings/preferences.ts';
import { endWorkWith } from './text/in-time.ts';
import { visible } from './text/visible.ts';
import { version } from './version.ts';

/** What `mcp-loupe demo` starts itself with, so that the demonstration crosses a real pipe. */
const DEMO_SERVER = 'demo-server';

async function main(argv: readonly string[], io: ProcessIo): Promise<number> {
  const cut = cutArgv(argv);
  return run(cut, io).catch(async (error: unknown) => {
    // A sentence may quote what was typed: an address with a password in it.
    const { createRedactor } = await import('./session/redaction/redactor.ts');
    if (error instanceof Error) error.message = createRedactor().mask(error.message);
    // A script reads one document from stdout, whatever went wrong.
    if (error instanceof UsageError && cut.given.some(({ key }) => key === 'json'))
      io.json((await import('./cli/ending.ts')).failureJson('usage', error.message));
    throw error;
  });
}

async function run(cut: ReturnType<typeof cutArgv>, io: ProcessIo): Promise<number> {
  const options = cut.given.length === 0 ? noOptions : await readGiven(cut);
  if (options.help) return print(io, await usageOf(cut.verb));
  if (options.version) return print(io, version);
  const job: Job = { options, operands: cut.operands, target: cut.target, io };
  if (cut.verb === undefined) return startDefault(job, io);
  const verb: Verb = VERBS[cut.verb];
  if (verb.kind === 'script') return script(job, cut.verb, verb);
  if (cut.verb === 'demo')
    return withDemo(job, options, (demo) => show(demo, io), isServed(options) ? serve : undefined);
  return open(job, io);
}

/** A verb of a script, whose target may be `demo`; `call help` asks for help in a way that cannot be meant. */
async function script(job: Job, name: string, verb: Verb & { kind: 'script' }): Promise<number> {
  const { target, operands, options } = job;
  const run = await verb.load();
  if (!verb.target) return run(job);
  if (isDemo(target)) return withDemo(job, await demoOptions(target), run);
  const isNamed = target.length > 0 || options.config !== undefined || options.server !== undefined;
  if (isNamed || operands.length !== 1 || operands[0] !== 'help') return run(job);
  throw new UsageError(`no server given; see mcp-loupe ${name} --help`);
}

/** The word alone, or with what says how it is served; anything else is a command of that name. */
function isDemo([word, option]: readonly string[]): boolean {
  return word === 'demo' && (option === undefined || /^--(?:http|fault)\b/.test(option));
}

/** How the demonstration is served. */
type DemoOptions = Pick<Options, 'http' | 'fault'>;

/** Those that stand after `-- demo`. */
async function demoOptions(target: readonly string[]): Promise<DemoOptions> {
  const cut = cutArgv(target);
  const other = cut.given.find(({ key }) => key !== 'http' && key !== 'fault');
  if (other === undefined && cut.operands.length === 0) return readGiven(cut);
  throw new UsageError(
    'after -- demo only --http PORT and --fault NAME are allowed; put other options before --',
  );
}

/** Without a terminal `demo --http` is a server for others, unless a report of it is asked for. */
function isServed(options: Options): boolean {
  return options.http !== undefined && !options.plain && options.era !== 'both' && !isInteractive(options);
}

/** Prints where a server is, and lets it serve until it or we are ended. */
async function serve({ io }: Job, { url, ended, stop }: Background): Promise<number> {
  io.out(`${url}\n`);
  io.err('serving the demo until stopped (ctrl+c or SIGTERM); for a report add --plain');
  io.stop.addEventListener('abort', stop, { once: true });
  if (io.stop.aborted) stop();
  await ended;
  if (io.stop.aborted) return exit.done;
  io.err('mcp-loupe: the demo server has exited');
  return exit.connection;
}

/**
 * The demonstration, over a pipe or with `--http` over a port of this machine.
 *
 * @param serves what is done with one over a port in place of running the job
 */
async function withDemo(
  job: Job,
  { http, fault }: DemoOptions,
  run: (job: Job) => Promise<number>,
  serves?: typeof serve,
): Promise<number> {
  if (fault.length > 0) {
    const { faultHelp, faultProblem } = await import('./demo/faults.ts');
    if (fault.includes('help')) return print(job.io, faultHelp());
    const serving = { http: http !== undefined, modern: job.options.era === 'modern' };
    const problem = faultProblem(fault, serving);
    if (problem !== undefined) throw new UsageError(problem);
  }
  if (http === undefined) return run({ ...job, target: demoCommand(...fault) });
  const { startBackground } = await import('./cli/background.ts');
  const server = await startBackground(demoCommand(String(http), ...fault)).catch((error: Error) => {
    throw new UsageError(`the demo cannot be served on port ${http}: ${error.message}`);
  });
  try {
    return await (serves?.(job, server) ?? run({ ...job, target: [server.url] }));
  } finally {
    server.stop();
  }
}

async function readGiven(cut: ReturnType<typeof cutArgv>): Promise<Options> {
  const { default: meow } = await import('meow');
  return readOptions(meow({ importMeta: import.meta, ...meowOptions(cut) }).flags);
}

async function startDefault(job: Job, io: ProcessIo): Promise<number> {
  const [command] = job.target;
  if (job.options.config !== undefined || job.options.server !== undefined) return show(job, io);
  if (command === undefined) throw new UsageError(NO_SERVER);
  const verb = misspeltVerb(command, io);
  if (verb === undefined) return show(job, io);
  throw new UsageError(`no such command: ${command}; did you mean the verb "${verb}"?`);
}

const NO_SERVER = 'no server given. Usage: mcp-loupe [options] <command… | URL>; help: mcp-loupe --help';

/** How the program or one of its verbs is used. What writes it is loaded where it is asked for. */
async function usageOf(verb?: VerbName): Promise<string> {
  const { usage, verbUsage } = await import('./cli/usage.ts');
  return verb === undefined ? usage() : verbUsage(verb);
}

/** A server: on the screens where there is a terminal, else as the plain report. */
async function show(job: Job, io: ProcessIo): Promise<number> {
  if (job.options.era === 'both') return (await import('./cli/both-eras.ts')).bothEras(job);
  const { watch } = job.options;
  if (watch.length > 0) await checkWatch(job);
  if (!isInteractive(job.options)) return (await import('./cli/inspect.ts')).inspect(job);
  const target = await targetOf(job, chooser(job, io));
  if (target === undefined) return exit.done;
  const own = await ownPreferences(io);
  const answers = await readAnswers(job);
  const authorization = await authorizationFor(job, target, 0);
  const { host, remarks } = await openRecorded(job, own.preferences, (record) =>
    openServer(job, target, record, answers, authorization, 'ask'),
  );
  for (const remark of remarks) io.err(`mcp-loupe: ${visible(remark)}`);
  // The server starts and gets its first request while the screens are loaded.
  void host.connection.connect();
  await new Promise((resolve) => setImmediate(resolve));
  const leave = keepRecordings(job, host);
  const all = { ...own, remarks: [...own.remarks, ...remarks] };
  const code = await showScreens(job, io, host, all, watch);
  await leave();
  return code;
}

/** Says before anything is started what cannot be watched. */
async function checkWatch({ options, io }: Job): Promise<void> {
  if (!isInteractive(options))
    throw new UsageError('--watch needs a terminal and cannot be used with --plain');
  const { whyNotWatched } = await import('./tui/shell/watched.ts');
  const reason = whyNotWatched({ patterns: options.watch, cwd: io.cwd });
  if (reason !== undefined) throw new UsageError(`--watch: ${reason}`);
}

/** Has the person choose among the servers of a config; only a terminal can ask. */
function chooser(job: Job, io: ProcessIo): Choose | undefined {
  if (!isInteractive(job.options)) return undefined;
  return async (file) => {
    const { pickServer } = await import('./tui/shell/pick-server.tsx');
    const { stdin, stdout, stderr, env } = process;
    const { escDelay = 50, ascii } = job.options;
    return pickServer(file, { stdin, stdout, stderr, env, escDelay, ascii, stop: io.stop });
  };
}

/** A recording, the same way. */
async function open(job: Job, io: ProcessIo): Promise<number> {
  const { listRecordings, openRecording, recordingNamed, reportRecording } = await import(
    './cli/recordings.ts'
  );
  const path = await recordingNamed(job);
  if (path === undefined) return listRecordings(job);
  const host = await openRecording(path, job.options);
  if (!isInteractive(job.options)) return reportRecording(job, host);
  return showScreens(job, io, host, await ownPreferences(io));
}

async function showScreens(
  job: Job,
  io: ProcessIo,
  host: Host,
  own: ReadPreferences,
  patterns: readonly string[] = [],
): Promise<number> {
  const { startTui } = await import('./tui/shell/start.tsx');
  const { stdin, stdout, stderr, env } = process;
  const { escDelay = 50, mouse, ascii, confirm = 'destructive' } = job.options;
  if (io.stop.aborted) {
    await host.close();
    return exit.done;
  }
  io.release();
  const { preferences, remarks } = own;
  const settings = settingsPath();
  const kept = preferences.history ? { history: historyPath(), window: windowPath() } : {};
  const memory = { ...kept, folder: io.cwd, remarks, settings };
  const keys = { path: settings, written: preferences.keys };
  const watch = patterns.length === 0 ? {} : { watch: { patterns, cwd: io.cwd } };
  return startTui(host, {
    stdin,
    stdout,
    stderr,
    env,
    escDelay,
    mouse,
    ascii,
    confirm,
    memory,
    keys,
    ...watch,
    filters: preferences.filters,
  });
}

function isInteractive({ plain }: Options): boolean {
  return !plain && process.stdin.isTTY && process.stdout.isTTY && process.env['TERM'] !== 'dumb';
}

/** Node.js and its options, this script, the hidden word, and after it a port and faults. */
function demoCommand(...more: readonly string[]): string[] {
  return [process.execPath, ...process.execArgv, process.argv[1] ?? '', DEMO_SERVER, ...more];
}

/** What {@link demoCommand} has started. */
async function serveDemo(words: readonly string[]): Promise<void> {
  const port = words.find((word) => /^\d+$/.test(word));
  const faults = words.filter((word) => word !== port) as readonly FaultName[];
  if (port === undefined) (await import('./demo/server.ts')).runDemo(faults);
  else await (await import('./demo/http.ts')).serveDemo(Number(port), faults);
}

function print(io: Io, text: string): number {
  io.out(`${text}\n`);
  return exit.done;
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
  endWorkWith(runInTime);
  const io = processIo();
  const code = await main(argv, io).catch((error: unknown) => tellError(error, io));
  await io.flush();
  process.exit(io.stopped()?.code ?? code);
}
