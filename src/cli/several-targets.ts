import { quoteShell } from '../text/quote.ts';
import { visible } from '../text/visible.ts';
import { isFolder } from '../transcript/place.ts';
import { UsageError } from './exit.ts';
import type { Job } from './job.ts';
import type { PossibleTarget } from './named-target.ts';
import { absolute } from './open-server.ts';
import { leadingOptions } from './option-word.ts';
import {
  isGiven,
  noOptions,
  OPTIONS,
  type OptionKey,
  type Options,
  optionsGiven,
  optionsIn,
  spelled,
} from './options.ts';

/** What goes to one local server alone, and what any number of them may get. */
const FOR_ONE_LOCAL: readonly OptionKey[] = ['env', 'envFile', 'cwd'];
const FOR_LOCAL: readonly OptionKey[] = ['cleanEnv', 'inheritEnv'];

/** What goes to one remote server alone: what it is shown, trusted with, or trusted in. */
const FOR_ONE_REMOTE: readonly OptionKey[] = [
  ...(['header', 'ca', 'insecure'] as const),
  ...optionsIn('Authorization').filter((key) => !['noAuth', 'grant', 'browser'].includes(key)),
];
const FOR_REMOTE: readonly OptionKey[] = ['transport'];

/** The options that may stand before the command of one server among several. */
const OWN: readonly OptionKey[] = optionsIn('Server', 'Authorization').filter(
  (key) => key !== 'http' && key !== 'fault',
);

/**
 * What the parts of a command line name. Each may begin with options that are for its server alone.
 *
 * @param read what one part names
 */
export async function joinedCandidates(
  job: Job,
  parts: readonly (readonly string[])[],
  read: (job: Job) => Promise<readonly PossibleTarget[] | undefined>,
): Promise<readonly PossibleTarget[] | undefined> {
  const { config } = job.options;
  if (config !== undefined)
    throw new UsageError(
      `both --config and ${parts[0]?.[0]} name a server; join them: … + --config ${quoteShell([config])} --server NAME`,
    );
  if (job.options.server.length > 0) throw new UsageError('--server needs --config FILE right before it');
  const all: PossibleTarget[] = [];
  for (const [at, part] of parts.entries()) {
    const { given, rest } = leadingOptions(part);
    for (const { key } of given)
      if (!OWN.includes(key))
        throw new UsageError(
          `--${spelled(key)} is not for one server among several; put it before the first of them`,
        );
    const names = job.names?.slice(at, at + 1);
    // As for a server alone, it means that a command follows.
    const target = rest[0] === '--' ? rest.slice(1) : rest;
    const found = await read({ ...job, target, options: optionsGiven(given), names });
    if (found === undefined) return undefined;
    all.push(...found);
  }
  return all;
}

/**
 * The options of a job as each of several targets gets them. What is meant for one alone, most of all a credential, is never given to
 * two.
 *
 * @throws UsageError where it would be, or where their recordings would be one file
 */
export function sharedOut(job: Job, candidates: readonly PossibleTarget[]): readonly Options[] {
  const { options, io } = job;
  if (options.record !== undefined && !isFolder(absolute(io.cwd, options.record)))
    throw new UsageError(
      `--record ${visible(options.record)}: each of several servers has a recording of its own; name a folder (${visible(options.record)}/)`,
    );
  const locals = candidates.filter(({ isLocal }) => isLocal);
  const remotes = candidates.filter(({ isLocal }) => !isLocal);
  for (const key of FOR_ONE_LOCAL) insistOnOne(key, options, locals);
  for (const key of FOR_ONE_REMOTE) insistOnOne(key, options, remotes);
  const forLocals = [...FOR_ONE_LOCAL, ...FOR_LOCAL];
  const forRemotes = [...FOR_ONE_REMOTE, ...FOR_REMOTE];
  return candidates.map(({ job: { options: own }, isLocal }) => {
    // What nobody else can get stays, so that it is said what it does not go with.
    const others = isLocal ? (remotes.length > 0 ? forRemotes : []) : locals.length > 0 ? forLocals : [];
    const left = others.map((key) => [key, noOptions[key]] as const);
    return merged({ ...options, ...Object.fromEntries(left) }, own === options ? noOptions : own);
  });
}

function insistOnOne(key: OptionKey, options: Options, takers: readonly PossibleTarget[]): void {
  if (!isGiven(options[key]) || takers.length < 2) return;
  const names = takers.map(({ words }) => visible(words)).join(', ');
  const [{ name, words } = { name: undefined, words: '' }] = takers;
  const option = `--${spelled(key)}${OPTIONS[key].arity === 1 ? ' …' : ''}`;
  const next =
    name === undefined
      ? `write it right before the one it is meant for: + ${option} ${visible(words)} …`
      : 'put it into the entry of the one it is meant for';
  throw new UsageError(`--${spelled(key)} would go to ${takers.length} servers (${names}); ${next}`);
}

/** The options of all with those of one over them; what can be given several times is added. */
function merged(options: Options, own: Options): Options {
  const over = Object.entries(own).filter(([, value]) => isGiven(value));
  return Object.fromEntries([
    ...Object.entries(options),
    ...over.map(([key, value]) => {
      const before = options[key as OptionKey];
      return [key, Array.isArray(value) && Array.isArray(before) ? [...before, ...value] : value] as const;
    }),
  ]) as Options;
}
