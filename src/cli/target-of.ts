import type { ConfigFile, ConfigServer } from '../clients/file.ts';
import { readGiven } from '../disk/file.ts';
import { homeFolder } from '../disk/place.ts';
import type { AuthorizationChoice } from '../host/authorization.ts';
import type { LiveTarget } from '../session/target.ts';
import { parseTarget, type Shell } from '../transport/target.ts';
import { TargetError } from '../transport/target-error.ts';
import type { Io } from './io.ts';
import type { Job } from './job.ts';
import { UsageError } from './usage-error.ts';

/** Has a person choose among the servers of a file; nothing when they leave. */
export type Choose = (file: ConfigFile) => Promise<ConfigServer | undefined>;

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
        if (words.length === 0) throw new UsageError(NO_SERVER);
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

/** Characters that no plain command has: those of addresses and variables, spaces, and quotes and dashes of typography. */
const ODD = /[:=\s"'`<>‐-―−“”„‟‘’«»]|\/\//;

/** What tells a mistyped address or command is loaded for a first word that is odd. */
async function wordsMeant([first = '', ...rest]: readonly string[]): Promise<readonly string[]> {
  if (!ODD.test(first)) return [first, ...rest];
  return [(await import('../transport/mistyped.ts')).firstWord(first), ...rest];
}

/** Only a verb comes here without words: the default command has told of it by then. */
const NO_SERVER = 'no server given; put it after --, for example: mcp-loupe list -- node server.js';

/**
 * How authorization is got for a target, of which a local one knows nothing.
 *
 * @param patience ms that a person is waited for; 0 = as long as it takes
 * @throws UsageError when the options for it do not go together
 */
export async function authorizationFor(
  job: Job,
  { transport }: LiveTarget,
  patience: number,
): Promise<AuthorizationChoice | undefined> {
  if (transport === 'stdio') return undefined;
  const { authorizationOf } = await import('./authorization.ts');
  return authorizationOf(job, patience);
}

/** Where the command line was typed. */
export function shellOf({ env, cwd }: Pick<Io, 'env' | 'cwd'>): Shell {
  const readFile: Shell['readFile'] = (path, most) => decoded(readGiven(path, most));
  return { env, cwd, platform: process.platform, readFile };
}

/** Text without its byte order mark, which also tells UTF-16: what PowerShell writes unless told otherwise. */
function decoded(bytes: Buffer): string {
  const [first, second] = bytes;
  const isLittle = first === 0xff && second === 0xfe;
  const isBig = first === 0xfe && second === 0xff;
  return new TextDecoder(isLittle ? 'utf-16le' : isBig ? 'utf-16be' : 'utf-8').decode(bytes);
}
