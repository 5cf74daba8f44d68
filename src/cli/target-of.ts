import { homeFolder } from '../disk/place.ts';
import type { AuthorizationChoice } from '../host/authorization.ts';
import { freeName, shortName } from '../session/short-name.ts';
import type { LiveTarget } from '../session/target.ts';
import { cut } from '../text/cut.ts';
import { counted } from '../text/measure.ts';
import { quoteShell } from '../text/quote.ts';
import { visible } from '../text/visible.ts';
import { TargetError } from '../transport/shell.ts';
import { isAddress, parseTarget } from '../transport/target.ts';
import type { Choose } from './configured-target.ts';
import { UsageError } from './exit.ts';
import { shellOf } from './io.ts';
import type { Job } from './job.ts';
import { partsOf, unjoined } from './joined.ts';
import type { NamedTarget, PossibleTarget, UnusableTarget } from './named-target.ts';
import type { Options } from './options.ts';

/**
 * What a job is to connect to, where it can be but one: a command line, a URL, or a server of a client's config (`--config`,
 * `--server`). Nothing when the person who was asked went away.
 *
 * @param choose asks which of several servers is meant; without it they are listed in the error
 * @throws UsageError when it cannot be made out, or there are several
 */
export async function targetOf(job: Job, choose?: Choose): Promise<LiveTarget | undefined> {
  const targets = await targetsOf(job, choose);
  if (targets === undefined) return undefined;
  const [first] = targets;
  if (targets.length === 1 && first !== undefined && 'target' in first) return first.target;
  const names = targets.map(({ name }) => visible(name)).join(', ');
  throw new UsageError(
    `${job.verb ?? '--era both'} works with one server at a time, and these are ${targets.length}: ${names}`,
  );
}

/**
 * All targets that a job names, in their order: one at least that can be used. Nothing when the person who was asked went away.
 *
 * @throws UsageError when they cannot be made out, or an option would go to more of them than it is meant for
 */
export async function targetsOf(
  job: Job,
  choose?: Choose,
): Promise<readonly (NamedTarget | UnusableTarget)[] | undefined> {
  try {
    const parts = partsOf(job.target);
    const { names = [] } = job;
    if (names.length > parts.length)
      throw new UsageError(`--server gives ${names.length} names to ${counted(parts.length, 'server')}`);
    const candidates =
      parts.length === 1
        ? await candidatesOf(job, choose)
        : await (await import('./several-targets.ts')).joinedCandidates(job, parts, (one) =>
            candidatesOf(one, choose),
          );
    if (candidates === undefined) return undefined;
    const options =
      candidates.length === 1
        ? candidates.map(({ job: { options } }) => options)
        : (await import('./several-targets.ts')).sharedOut(job, candidates);
    return await made(candidates, options);
  } catch (error) {
    if (error instanceof TargetError) throw new UsageError(error.message);
    throw error;
  }
}

async function candidatesOf(job: Job, choose?: Choose): Promise<readonly PossibleTarget[] | undefined> {
  const { options, io, target: words } = job;
  if (options.config === undefined) {
    if (options.server.length > 0)
      throw new UsageError(
        '--server needs --config FILE; mcp-loupe servers lists the config files of clients',
      );
    if (words.length === 0) throw new UsageError(noServer(job));
    const meant = unjoined(await wordsMeant(words));
    return [
      {
        job,
        ...(job.names?.[0] === undefined ? {} : { name: job.names[0] }),
        isLocal: !isAddress(meant[0] ?? ''),
        words: cut(quoteShell(meant), 40),
        make: (own) => parseTarget(meant, own, shellOf(io)),
      },
    ];
  }
  if (words.length > 0)
    throw new UsageError(`both --config and ${words[0]} name a server; leave one of them out`);
  const { configuredTargets } = await import('./configured-target.ts');
  return configuredTargets(job, options.config, shellOf(io), homeFolder(), choose);
}

/** The targets, each with a name of its own; throws where none of them can be used. */
async function made(
  candidates: readonly PossibleTarget[],
  options: readonly Options[],
): Promise<readonly (NamedTarget | UnusableTarget)[] | undefined> {
  const targets: (NamedTarget | UnusableTarget)[] = [];
  for (const [at, { job: given, name: known, isOptional, make }] of candidates.entries()) {
    const job = { ...given, options: options[at] ?? given.options };
    const named = (name: string): string =>
      freeName(
        name,
        targets.map((one) => one.name),
      );
    try {
      const target = await make(job.options);
      if (target === undefined) return undefined;
      const called = known === undefined ? {} : { called: known };
      targets.push({ name: named(known ?? shortName(target)), ...called, target, job });
    } catch (error) {
      const isOurs = error instanceof TargetError || error instanceof UsageError;
      if (!isOurs || !isOptional || known === undefined) throw error;
      targets.push({ name: named(known), why: error.message });
    }
  }
  if (targets.some((one) => 'target' in one)) return targets;
  throw new UsageError(targets.map((one) => ('why' in one ? one.why : '')).join('\n'));
}

/** Characters that no plain command has: those of addresses and variables, spaces, and quotes and dashes of typography. */
const ODD = /[:=\s"'`<>‐-―−“”„‟‘’«»]|\/\//;

/** What tells a mistyped address or command is loaded for a first word that is odd. */
async function wordsMeant([first = '', ...rest]: readonly string[]): Promise<readonly string[]> {
  if (!ODD.test(first)) return [first, ...rest];
  return [(await import('../transport/mistyped.ts')).firstWord(first), ...rest];
}

/** Only a verb gets here without words: the default command has reported it by then. */
function noServer({ verb = 'list', operands, options: { to } }: Job): string {
  const words = [verb, ...operands, ...(to === undefined ? [] : ['--to', to])];
  return `no server given; put it after --, for example: mcp-loupe ${visible(quoteShell(words))} -- node server.js`;
}

/**
 * How authorization is got for a target, of which a local one knows nothing.
 *
 * @param consentTimeout ms to wait for a person; 0 = as long as it takes
 * @throws UsageError when the options for it do not go together
 */
export async function authorizationFor(
  job: Job,
  { transport }: LiveTarget,
  consentTimeout: number,
): Promise<AuthorizationChoice | undefined> {
  if (transport === 'stdio') return undefined;
  const { authorizationOf } = await import('./authorization.ts');
  return authorizationOf(job, consentTimeout);
}
