import type { Background } from './background.ts';
import { CROWDED, DEMO_OPTIONS } from './cut.ts';
import { exit, UsageError } from './exit.ts';
import type { Io } from './io.ts';
import type { Job } from './job.ts';
import { JOIN, partsOf } from './joined.ts';
import { leadingOptions } from './option-word.ts';
import { type Options, optionsGiven } from './options.ts';
import { isOnPath } from './path.ts';

/** What only the program itself knows of the demonstration. */
export interface Demonstration {
  /** The command that runs the demonstration server. */
  demoCommand(...more: readonly string[]): readonly string[];
}

/** How the demonstration is served. */
type DemoOptions = Pick<Options, 'http' | 'fault' | 'server'>;

/**
 * The verb `demo`: the demonstration, over a pipe or with `--http` over a port of this machine.
 *
 * @param isServed one over a port is only that, until it is stopped, in place of running the job
 */
export async function withDemo(
  job: Job,
  front: Demonstration,
  run: (job: Job) => Promise<number>,
  isServed = false,
): Promise<number> {
  const faults = await faultsFor(job, job.options);
  if (faults !== undefined) return printed(job, faults);
  const demo = { ...job, options: { ...job.options, server: [] } };
  const { words, server } = await demoServer(job.options, front);
  try {
    if (server !== undefined && isServed) return await serve(job, server);
    return await run({ ...demo, target: words });
  } finally {
    server?.stop();
  }
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

/** Runs a job with the command or address of the demonstration wherever `demo` is one of its servers. */
export async function withDemos(
  job: Job,
  front: Demonstration,
  run: (job: Job) => Promise<number>,
): Promise<number> {
  const parts = partsOf(job.target);
  const target: string[] = [];
  const servers: Background[] = [];
  const names: (string | undefined)[] = [];
  try {
    for (const [at, part] of parts.entries()) {
      if (at > 0) target.push(JOIN);
      // What is before the command of one server alone is no option of ours.
      const rest = parts.length === 1 ? part : leadingOptions(part).rest;
      if (!isDemo(rest, job.io)) {
        target.push(...part);
        continue;
      }
      const options = demoOptions(rest);
      const faults = await faultsFor(job, options);
      if (faults !== undefined) return printed(job, faults);
      const { words, server } = await demoServer(options, front);
      if (server !== undefined) servers.push(server);
      target.push(...part.slice(0, part.length - rest.length), ...words);
      if (parts.length > 1) names[at] = 'demo';
    }
    return await run({ ...job, target, ...(names.length === 0 ? {} : { names }) });
  } finally {
    for (const server of servers) server.stop();
  }
}

/**
 * The word alone, or with what says how it is served; with anything else a command of that name, where there is one. With a name of
 * this program before it, as a person types it (`npx -y mcp-loupe demo`), it is the same.
 */
export function isDemo(words: readonly string[], io: Pick<Io, 'env'>): boolean {
  const [word, option] = withoutOurselves(words);
  if (word !== 'demo') return false;
  return option === undefined || /^--(?:http|fault|server)\b/.test(option) || !isOnPath(word, io);
}

function withoutOurselves(words: readonly string[]): readonly string[] {
  const [, own = ''] = /^((?:npx (?:(?:-y|--yes) )?)?mcp-loupe(?:@\S+)? )demo\b/.exec(words.join(' ')) ?? [];
  return words.slice(own.split(' ').length - 1);
}

/** Those behind the word `demo`, where it is the server of a verb or one of several. */
function demoOptions(words: readonly string[]): DemoOptions {
  const { given, rest } = leadingOptions(withoutOurselves(words).slice(1));
  if (rest.length === 0 && given.every(({ key }) => DEMO_OPTIONS.includes(key))) return optionsGiven(given);
  throw new UsageError(
    'after demo only --http PORT, --fault NAME and --server NAME are allowed; put other options before it',
  );
}

/** The list of faults where that is asked for; throws a UsageError for what cannot be simulated. */
async function faultsFor(job: Job, { http, fault }: DemoOptions): Promise<string | undefined> {
  if (fault.length === 0) return undefined;
  const { faultHelp, faultProblem } = await import('../spec/faults.ts');
  if (fault.includes('help')) return faultHelp();
  const serving = { http: http !== undefined, modern: job.options.era === 'modern' };
  const problem = faultProblem(fault, serving);
  if (problem !== undefined) throw new UsageError(problem);
  return undefined;
}

/** How the demonstration is reached, and the process that serves it over a port. */
async function demoServer(
  { http, fault, server: names }: DemoOptions,
  front: Demonstration,
): Promise<{ readonly words: readonly string[]; readonly server?: Background }> {
  const [name] = names;
  if (names.length > 1) throw new UsageError('--server is given more than once for the demo');
  if (name !== undefined && name !== CROWDED)
    throw new UsageError(`there is no demo server "${name}"; there is ${CROWDED}`);
  const words = name === undefined ? fault : [name, ...fault];
  if (http === undefined) return { words: front.demoCommand(...words) };
  const { startBackground } = await import('./background.ts');
  const server = await startBackground(front.demoCommand(String(http), ...words)).catch((error: Error) => {
    throw new UsageError(`the demo cannot be served on port ${http}: ${error.message}`);
  });
  return { words: [server.url], server };
}

function printed({ io }: Job, text: string): number {
  io.out(`${text}\n`);
  return exit.done;
}
