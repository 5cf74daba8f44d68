import type { Shell } from '../transport/shell.ts';
import { startProblem } from '../transport/start-error.ts';
import { type Cut, cutArgv } from './cut.ts';
import { isDemo } from './demo-target.ts';
import { UsageError } from './exit.ts';
import { shellOf } from './io.ts';
import type { Job } from './job.ts';
import { JOIN, partsOf } from './joined.ts';
import { type OptionKey, type Options, spelled } from './options.ts';
import { targetsOf } from './target-of.ts';

/** What a person is asked who has not said what to open. */
export interface OpeningQuestion {
  /** The first choice is a recording. */
  readonly atRecordings: boolean;
  /** The options that were given: they hold for whatever is chosen. */
  readonly given: readonly string[];
  readonly shell: Shell;
  /** Why these words cannot be used as a command line. */
  readonly problem: (words: readonly string[]) => Promise<string | undefined>;
}

/**
 * Has a person choose what to open who has not said it: the command line that says it, with the options that were given.
 * Nothing when they leave.
 *
 * @param ask shows the question
 * @param read reads the options of a command line
 */
export async function choose(
  { verb, given }: Cut,
  job: Job,
  ask: (question: OpeningQuestion, job: Job) => Promise<readonly string[] | undefined>,
  read: (cut: Cut) => Promise<Options>,
): Promise<readonly string[] | undefined> {
  const options = given.map(({ key, value }) => `--${spelled(key)}${value === undefined ? '' : `=${value}`}`);
  const problem = (words: readonly string[]) => lineProblem([...options, ...words], job, read);
  return ask({ atRecordings: verb === 'open', given: options, shell: shellOf(job.io), problem }, job);
}

/** Options that mean something without a target. */
const ALONE: readonly OptionKey[] = ['config', 'help', 'version'];

/** Why a line that was typed cannot be used as a command line, before anything is started; nothing when it can. */
async function lineProblem(
  words: readonly string[],
  job: Job,
  read: (cut: Cut) => Promise<Options>,
): Promise<string | undefined> {
  try {
    const cut = cutArgv(words);
    const { verb, target } = cut;
    if (verb === 'open' || verb === 'demo') return undefined;
    if (verb !== undefined) return `${verb} is a verb for scripts; see mcp-loupe ${verb} --help`;
    if (target.length === 0 && cut.given.some(({ key }) => ALONE.includes(key))) return undefined;
    const options = await read({ ...cut, given: [...cut.given] });
    const parts = partsOf(target);
    // The command of our own server is known to be there.
    const meant = parts.map((part) => (parts.length > 1 && isDemo(part, job.io) ? [process.execPath] : part));
    const joined = meant.flatMap((part, at) => (at === 0 ? part : [JOIN, ...part]));
    const found = await targetsOf({ ...job, target: joined, options });
    return found
      ?.map((one) =>
        'target' in one && one.target.transport === 'stdio' ? startProblem(one.target) : undefined,
      )
      .find((problem) => problem !== undefined);
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
}
