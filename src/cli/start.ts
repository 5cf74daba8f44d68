import { existsSync } from 'node:fs';
import type { ConfigFile } from '../clients/config-file.ts';
import type { MoreSessions, NamedHost, NamedHosts } from '../host/host.ts';
import { settingsPath } from '../settings/place.ts';
import { type ReadPreferences, usual } from '../settings/preferences.ts';
import { closest } from '../text/suggest.ts';
import { visible } from '../text/visible.ts';
import type { Shell } from '../transport/shell.ts';
import { version } from '../version.ts';
import type { OpeningQuestion } from './choosing.ts';
import type { Choose } from './configured-target.ts';
import { type Cut, cutArgv } from './cut.ts';
import type { Demonstration } from './demo-target.ts';
import { exit, UsageError } from './exit.ts';
import type { RowText } from './following.ts';
import { type Io, shellOf } from './io.ts';
import type { Job } from './job.ts';
import { JOIN } from './joined.ts';
import { meowOptions, noOptions, type Options, optionsGiven, readOptions } from './options.ts';
import { isOnPath } from './path.ts';
import type { ProcessIo } from './process-io.ts';
import type { FurtherWays } from './sessions/further.ts';
import { openSessions } from './sessions/screen-session.ts';
import { targetsOf } from './target-of.ts';
import { VERB_NAMES, VERBS, type Verb, type VerbName } from './verbs.ts';

/** What only the program itself can reach: the screens and the demonstration, both loaded when they are needed. */
export interface FrontEnd extends Demonstration {
  /** Both ends are a terminal on which screens can be drawn. */
  readonly isTerminal: boolean;
  /** The terminal's own input, where the standard input is something else; nothing without a terminal. */
  openKeys(): Promise<NodeJS.ReadStream | undefined>;
  /** What writes a line of traffic as text. */
  rowText(options: Options): Promise<RowText>;
  /** Shows sessions on the terminal until the person leaves; the exit code. */
  show(hosts: NamedHosts, shown: ScreenInput): Promise<number>;
  /** Has the person choose one or several of the servers of a config. */
  pickServers(file: ConfigFile, job: Job): ReturnType<Choose>;
  /** Has the person choose what to open: the command line that means the same; nothing when they leave. */
  pickOpening(asked: OpeningQuestion, job: Job): Promise<readonly string[] | undefined>;
  /** Why these files cannot be watched, in one sentence. */
  whyNotWatched(watched: {
    readonly patterns: readonly string[];
    readonly cwd: string;
  }): Promise<string | undefined>;
}

/** What the screens are shown with, besides the session. */
export interface ScreenInput {
  readonly options: Options;
  readonly own: ReadPreferences;
  /** The files whose changes restart the server. */
  readonly patterns: readonly string[];
  readonly cwd: string;
  /** Where keys come from, if not from the standard input. */
  readonly keys?: NodeJS.ReadStream | undefined;
  /** The sessions that come by themselves. */
  readonly more?: MoreSessions;
  /** Opens further sessions, as the first ones were. */
  readonly further?: {
    readonly shell: Shell;
    open(words: readonly string[]): Promise<readonly NamedHost[] | string>;
  };
}

/**
 * Does what a command line asks for.
 *
 * @returns the exit code
 */
export async function start(argv: readonly string[], io: ProcessIo, front: FrontEnd): Promise<number> {
  const cut = cutArgv(argv);
  return run(cut, io, front).catch(async (error: unknown) => {
    // A sentence may quote what was typed: an address with a password in it.
    const { createRedactor } = await import('../session/redaction/redactor.ts');
    if (error instanceof Error) error.message = createRedactor().mask(error.message);
    // A script reads one document from stdout, whatever went wrong.
    if (error instanceof UsageError && cut.given.some(({ key }) => key === 'json'))
      io.json((await import('./ending.ts')).failureJson('usage', error.message));
    throw error;
  });
}

async function run(cut: Cut, io: ProcessIo, front: FrontEnd): Promise<number> {
  const options = cut.given.length === 0 ? noOptions : await readGiven(cut);
  if (options.help) return print(io, await usageOf(cut.verb));
  if (options.version) return print(io, version);
  const job: Job = { options, operands: cut.operands, target: cut.target, io, verb: cut.verb };
  if (cut.verb === undefined ? isNothingNamed(job) : cut.verb === 'open' && isNoRecordingNamed(job)) {
    if (isInteractive(options, front)) {
      const argv = await (await import('./choosing.ts')).choose(cut, job, front.pickOpening, readGiven);
      return argv === undefined ? exit.done : run(cutArgv(argv), io, front);
    }
    if (cut.verb === undefined) throw new UsageError(NO_SERVER);
  }
  if (cut.verb === undefined) return startDefault(job, io, front);
  const verb: Verb = VERBS[cut.verb];
  if (verb.kind === 'script') return script(job, cut.verb, verb, front);
  if (cut.verb === 'demo') {
    const { withDemo } = await import('./demo-target.ts');
    return withDemo(job, front, (demo) => show(demo, io, front), isServed(options, front));
  }
  return cut.verb === 'tap' ? tap(job, io, front) : open(job, io, front);
}

const isNothingNamed = ({ target, options }: Job): boolean =>
  target.length === 0 && options.config === undefined && options.server.length === 0;

const isNoRecordingNamed = ({ operands, options }: Job): boolean =>
  operands.length === 0 && !options.last && !options.follow && !options.json;

/** A verb of a script, whose target may be `demo`; `call help` asks for help in a way that cannot be meant. */
async function script(
  job: Job,
  name: string,
  verb: Verb & { kind: 'script' },
  front: FrontEnd,
): Promise<number> {
  const { target, operands, options } = job;
  const run = await verb.load();
  if (!verb.target) return run(job);
  const isNamed = target.length > 0 || options.config !== undefined || options.server.length > 0;
  if (isNamed || operands.length !== 1 || operands[0] !== 'help') return demosMeant(job, front, run);
  throw new UsageError(`no server given; see mcp-loupe ${name} --help`);
}

/** Runs a job whose servers may be the demonstration. */
async function demosMeant(job: Job, front: FrontEnd, run: (job: Job) => Promise<number>): Promise<number> {
  if (!job.target.includes('demo')) return run(job);
  return (await import('./demo-target.ts')).withDemos(job, front, run);
}

/** Without a terminal `demo --http` is a server for others, unless a report of it is asked for. */
function isServed(options: Options, front: FrontEnd): boolean {
  return (
    options.http !== undefined && !options.plain && options.era !== 'both' && !isInteractive(options, front)
  );
}

async function readGiven(cut: Cut): Promise<Options> {
  // It is started for each of many tests, which need not wait for meow.
  if (cut.verb === 'mock') return optionsGiven(cut.given);
  const { default: meow } = await import('meow');
  return readOptions(meow({ importMeta: import.meta, ...meowOptions(cut.given) }).flags);
}

async function startDefault(job: Job, io: ProcessIo, front: FrontEnd): Promise<number> {
  if (job.target.includes(JOIN)) return demosMeant(job, front, (meant) => startMeant(meant, io, front));
  return startMeant(job, io, front);
}

async function startMeant(job: Job, io: ProcessIo, front: FrontEnd): Promise<number> {
  const [command] = job.target;
  const { config, server } = job.options;
  const isConfigured = config !== undefined || server.length > 0;
  const verb = command === undefined || isConfigured ? undefined : misspeltVerb(command, io);
  if (verb === undefined) return show(job, io, front);
  throw new UsageError(`no such command: ${command}; did you mean the verb "${verb}"?`);
}

const NO_SERVER = 'no server given. Usage: mcp-loupe [options] <command… | URL>; help: mcp-loupe --help';

/** How the program or one of its verbs is used. What writes it is loaded where it is asked for. */
async function usageOf(verb?: VerbName): Promise<string> {
  const { usage, verbUsage } = await import('./usage.ts');
  return verb === undefined ? usage() : verbUsage(verb);
}

/** A server: on the screens where there is a terminal, else as the plain report. */
async function show(job: Job, io: ProcessIo, front: FrontEnd): Promise<number> {
  if (job.options.era === 'both') return (await import('./both-eras.ts')).bothEras(job);
  const { watch } = job.options;
  if (watch.length > 0) await checkWatch(job, front);
  if (!isInteractive(job.options, front)) return (await import('./inspect.ts')).inspect(job);
  const targets = await targetsOf(job, (file) => front.pickServers(file, job));
  if (targets === undefined) return exit.done;
  const own = await ownPreferences(io);
  const sessions = await openSessions(targets, own.preferences);
  const leaving = sessions.map(({ leave }) => leave);
  const unusable = targets.flatMap((one) => ('why' in one ? [`${one.name}: ${one.why}`] : []));
  const said = [...unusable, ...sessions.flatMap(({ remarks }) => remarks)];
  for (const remark of said) io.err(`mcp-loupe: ${visible(remark)}`);
  await new Promise((resolve) => setImmediate(resolve));
  const remarks = [...own.remarks, ...said];
  return showScreens(job, io, sessions, front, { ...own, remarks }, { patterns: watch, leaving });
}

/** Says before anything is started what cannot be watched. */
async function checkWatch({ options, io }: Job, front: FrontEnd): Promise<void> {
  if (!isInteractive(options, front))
    throw new UsageError('--watch needs a terminal and cannot be used with --plain');
  const reason = await front.whyNotWatched({ patterns: options.watch, cwd: io.cwd });
  if (reason !== undefined) throw new UsageError(`--watch: ${reason}`);
}

/** Recordings, the same way. */
async function open(job: Job, io: ProcessIo, front: FrontEnd): Promise<number> {
  const { as, follow: isFollowed } = job.options;
  if (as !== undefined) (await import('./client-named.ts')).insistOnLens(as);
  if (isFollowed) return follow(job, io, front);
  const { listRecordings, openRecordings, openStdin, recordingsNamed, reportRecording } = await import(
    './recordings.ts'
  );
  const paths = await recordingsNamed(job);
  if (paths.length === 0) return listRecordings(job);
  const fromStdin = job.operands.includes('-');
  const keys = fromStdin && !job.options.plain ? await front.openKeys() : undefined;
  if (keys !== undefined) {
    const coming = await (await import('./following.ts')).openComing(job);
    if (coming === undefined) return exit.done;
    return showScreens(job, io, coming, front, await ownPreferences(io), { keys });
  }
  const hosts = await (fromStdin ? openStdin(job) : openRecordings(paths, job.options));
  if (!fromStdin && isInteractive(job.options, front))
    return showScreens(job, io, hosts, front, await ownPreferences(io));
  for (const [place, { host }] of hosts.entries()) {
    if (place > 0) io.out('\n\n');
    await reportRecording(job, host);
  }
  return exit.done;
}

/** Recordings that are still written; keys come from the terminal itself where one of them is our standard input. */
async function follow(job: Job, io: ProcessIo, front: FrontEnd): Promise<number> {
  const { openFollowed, printFollowed, recordingsFollowed } = await import('./following.ts');
  const operands = await recordingsFollowed(job);
  const fromStdin = operands.includes('-');
  const keys = fromStdin && !job.options.plain ? await front.openKeys() : undefined;
  if (fromStdin ? keys === undefined : !isInteractive(job.options, front))
    return printFollowed({ ...job, operands }, io, () => front.rowText(job.options));
  const hosts = await openFollowed(job, operands);
  if (hosts === undefined) return exit.done;
  return showScreens(job, io, hosts, front, await ownPreferences(io), { keys });
}

async function tap(job: Job, io: ProcessIo, front: FrontEnd): Promise<number> {
  const verb = await import('./verbs/tap.ts');
  verb.insistOnMeant(job);
  if (isWatchOfTaps(job) && isInteractive(job.options, front)) return watchTaps(job, io, front);
  return verb.tap(job, io.release, front);
}

/** `tap` alone. */
const isWatchOfTaps = ({ target, options }: Job): boolean =>
  target.length === 0 && options.install === undefined && options.uninstall === undefined && !options.json;

/** The taps of this machine, as sessions that are followed. */
async function watchTaps(job: Job, io: ProcessIo, front: FrontEnd): Promise<number> {
  const taps = await (await import('./live-taps.ts')).openTaps(job);
  if (taps === undefined) return exit.done;
  const { hosts, more } = taps;
  return showScreens(job, io, hosts, front, await ownPreferences(io), { more });
}

/** What else the screens are shown with. */
interface ScreenWays extends Partial<Pick<ScreenInput, 'patterns' | 'keys' | 'more'>> {
  /** What is done when all is over. */
  readonly leaving?: (() => Promise<void>)[];
}

async function showScreens(
  job: Job,
  io: ProcessIo,
  hosts: readonly NamedHost[],
  front: FrontEnd,
  own: ReadPreferences,
  { patterns = [], leaving = [], ...beside }: ScreenWays = {},
): Promise<number> {
  const [first, ...others] = hosts;
  const left = async (code: number): Promise<number> => {
    for (const leave of leaving) await leave();
    return code;
  };
  if (io.stop.aborted || first === undefined) {
    await Promise.all(hosts.map(({ host }) => host.close()));
    return left(exit.done);
  }
  io.release();
  const ways: FurtherWays = { own: own.preferences, read: readGiven, demonstration: front, leaving };
  const further: ScreenInput['further'] = {
    shell: shellOf(io),
    open: async (words) => (await import('./sessions/further.ts')).openFurther(words, job, ways),
  };
  const shown = { options: job.options, own, patterns, cwd: io.cwd, ...beside, further };
  return left(await front.show([first, ...others], shown));
}

const isInteractive = ({ plain }: Options, { isTerminal }: FrontEnd): boolean => !plain && isTerminal;

function print(io: Io, text: string): number {
  io.out(`${text}\n`);
  return exit.done;
}

/** The verb that was most likely meant by a command that does not exist. */
function misspeltVerb(command: string, io: Io): string | undefined {
  const near = closest(command, VERB_NAMES);
  // Verbs have no dot: what has one is a file.
  return near === undefined || /[/\\.]/.test(command) || isOnPath(command, io) ? undefined : near;
}

/** What the person prefers; mistakes in the file are reported. Its reader is loaded only if the file exists. */
async function ownPreferences({ err }: Pick<Io, 'err'>): Promise<ReadPreferences> {
  const path = settingsPath();
  if (!existsSync(path)) return { preferences: usual, remarks: [] };
  const { readPreferences } = await import('../settings/read-preferences.ts');
  const read = readPreferences(path, new Date());
  for (const remark of read.remarks) err(`mcp-loupe: ${visible(remark)}`);
  return read;
}
