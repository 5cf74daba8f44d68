import { homeFolder } from '../disk/place.ts';
import type { AuthorizationChoice } from '../host/authorization.ts';
import { shortName } from '../session/short-name.ts';
import type { LiveTarget } from '../session/target.ts';
import { quoteShell } from '../text/quote.ts';
import { visible } from '../text/visible.ts';
import { TargetError } from '../transport/shell.ts';
import { parseTarget } from '../transport/target.ts';
import type { Choose } from './configured-target.ts';
import { UsageError } from './exit.ts';
import { shellOf } from './io.ts';
import type { Job } from './job.ts';

/**
 * What a job is to connect to: a command line, a URL, or a server of a client's config (`--config`, `--server`).
 * Nothing when the person who was asked went away.
 *
 * @param choose asks which of several servers is meant; without it they are listed in the error
 * @throws UsageError when it cannot be made out
 */
export async function targetOf(job: Job, choose?: Choose): Promise<LiveTarget | undefined> {
  const { target: words, options, io } = job;
  try {
    if (options.config === undefined) {
      if (options.server === undefined) {
        if (words.length === 0) throw new UsageError(noServer(job));
        return parseTarget(await wordsMeant(words), options, shellOf(io));
      }
      throw new UsageError(
        '--server needs --config FILE; mcp-loupe servers lists the config files of clients',
      );
    }
    if (words.length > 0) {
      throw new UsageError(`both --config and ${words[0]} name a server; leave one of them out`);
    }
    const { configuredTarget } = await import('./configured-target.ts');
    return await configuredTarget(job, options.config, shellOf(io), homeFolder(), choose);
  } catch (error) {
    if (error instanceof TargetError) throw new UsageError(error.message);
    throw error;
  }
}

/** A target with the name that it goes by among others. */
export interface NamedTarget {
  readonly name: string;
  readonly target: LiveTarget;
}

/** What stands between targets that are typed one after the other. */
const JOIN = '+';

/** All targets that a job names, one at least; nothing when the person who was asked went away. */
export async function targetsOf(job: Job, choose?: Choose): Promise<readonly NamedTarget[] | undefined> {
  const targets: NamedTarget[] = [];
  for (const words of split(job.target)) {
    const target = await targetOf({ ...job, target: words }, choose);
    if (target === undefined) return undefined;
    targets.push({ name: shortName(target), target });
  }
  return targets;
}

/** The words between those that join them. */
function split(words: readonly string[]): readonly (readonly string[])[] {
  const at = words.indexOf(JOIN);
  return at < 0 ? [words] : [words.slice(0, at), ...split(words.slice(at + 1))];
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
