import { resolve } from 'node:path';
import type { NamedHost } from '../../host/host.ts';
import type { Preferences } from '../../settings/preferences.ts';
import { isFolder } from '../../transcript/place.ts';
import { type Cut, cutArgv } from '../cut.ts';
import { type Demonstration, withDemo, withDemos } from '../demo-target.ts';
import { exit, UsageError } from '../exit.ts';
import type { Job } from '../job.ts';
import type { OptionKey, Options } from '../options.ts';
import { targetsOf } from '../target-of.ts';
import { openSessions } from './screen-session.ts';

/** What further sessions are opened with, as the first ones were. */
export interface FurtherWays {
  readonly own: Preferences;
  /** Reads the options of a command line. */
  readonly read: (cut: Cut) => Promise<Options>;
  readonly demonstration: Demonstration;
  /** What is done when all is over: that of further sessions is added. */
  readonly leaving: (() => Promise<void>)[];
}

/**
 * The options of the first sessions that hold for further ones, unless these have their own: none that says where a server
 * is, what it is started with or who one is there, since what one is trusted with is no other's.
 */
const SHARED = [
  ...(['timeout', 'maxTimeout', 'connectTimeout', 'as', 'retryCalls', 'quiet', 'browser'] as const),
  ...(['noSampling', 'noElicitation', 'root', 'noRoots', 'noTasks', 'noLint', 'noSdkCheck'] as const),
  ...(['noAuth', 'record', 'noRecord', 'noRedact', 'otlp', 'answers'] as const),
] satisfies readonly OptionKey[];

/**
 * Opens the sessions that are meant by what follows `mcp-loupe` on a command line, beside those of a job. Nothing is asked,
 * and nothing is written to the terminal, which is in use.
 *
 * @returns why they cannot be opened, in one sentence
 */
export async function openFurther(
  words: readonly string[],
  first: Job,
  ways: FurtherWays,
): Promise<readonly NamedHost[] | string> {
  try {
    const cut = cutArgv(words);
    const read = await ways.read(cut);
    const shared = SHARED.filter((key) => !cut.given.some((one) => one.key === key));
    const options = { ...read, ...Object.fromEntries(shared.map((key) => [key, first.options[key]])) };
    const { ask: _, ...io } = first.io;
    const job: Job = {
      options: withoutFile(options, io.cwd),
      operands: cut.operands,
      target: cut.target,
      io: { ...io, err: () => {} },
      verb: cut.verb,
    };
    if (cut.verb === 'open') return await recordingsIn(job);
    if (cut.verb !== undefined && cut.verb !== 'demo')
      return `${cut.verb} is a verb for scripts; see mcp-loupe ${cut.verb} --help`;
    if (cut.verb === 'demo' && options.http !== undefined)
      return 'start mcp-loupe demo --http by itself, and connect to its URL';
    const opened: NamedHost[] = [];
    const begin = async (of: Job): Promise<number> => {
      const sessions = await openSessions((await targetsOf(of)) ?? [], ways.own);
      ways.leaving.push(...sessions.map(({ leave }) => leave));
      opened.push(...sessions.map(({ name, host }) => ({ name: cut.verb ?? name, host })));
      return exit.done;
    };
    await (cut.verb === 'demo' ? withDemo : withDemos)(job, ways.demonstration, begin);
    return opened;
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
}

/** A file that is to be recorded to holds the first session; what comes later is kept with all others. */
function withoutFile(options: Options, cwd: string): Options {
  const { record } = options;
  return record === undefined || isFolder(resolve(cwd, record)) ? options : { ...options, record: undefined };
}

/** Recordings, also one that is still written; what comes in at the standard input is a session from the start alone. */
async function recordingsIn(job: Job): Promise<readonly NamedHost[]> {
  if (job.operands.includes('-')) throw new UsageError('- can be followed only from the start');
  const { openRecordings, recordingsNamed } = await import('../recordings.ts');
  const paths = await recordingsNamed(job);
  if (paths.length === 0) throw new UsageError('name the recording: open FILE');
  if (!job.options.follow) return openRecordings(paths, job.options);
  const { openFollowed } = await import('../following.ts');
  return (await openFollowed(job, paths)) ?? [];
}
