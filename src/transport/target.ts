import { resolve } from 'node:path';
import { MOST } from '../disk/file.ts';
import type { HeaderLine } from '../session/frame.ts';
import type { LiveTarget, StdioTarget } from '../session/target.ts';
import { isMissing, reason } from '../text/reason.ts';
import { parseEnvFile } from './env-file.ts';
import { serverEnvironment } from './environment.ts';
import { isAddress, remoteTarget } from './remote-target.ts';
import { TargetError } from './target-error.ts';

/** The options that say how a server is started. */
export interface TargetOptions {
  readonly env?: readonly (readonly [name: string, value: string])[];
  /** Paths of `.env` files; a later one wins, and `env` over all. */
  readonly envFile?: readonly string[];
  /** Only what a client's config would pass. */
  readonly cleanEnv?: boolean;
  /** The whole environment: the default for a command line. */
  readonly inheritEnv?: boolean;
  readonly cwd?: string | undefined;
  readonly transport?: Transport | undefined;
  /** Headers for a remote server. */
  readonly header?: readonly HeaderLine[];
  /** The path of a file with certificates to trust, in PEM. */
  readonly ca?: string | undefined;
  /** The certificate is not checked. */
  readonly insecure?: boolean;
  /** A client that a remote server's authorization server knows. */
  readonly clientId?: string | undefined;
}

/** The transports that a user can ask for. */
export type Transport = LiveTarget['transport'];

/** Where a command line was typed. */
export interface Shell {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly platform: NodeJS.Platform;
  /** The text of a file, which has so many bytes at most; throws what says why there is none (`reason`). */
  readonly readFile: (path: string, most: number) => string;
}

/**
 * The target that a command line names: a URL, or a command with its arguments, unchanged.
 *
 * @throws TargetError when there is none, or what it needs cannot be read
 */
export function parseTarget(words: readonly string[], options: TargetOptions, shell: Shell): LiveTarget {
  const [command, ...args] = words;
  if (!command) throw new TargetError('no server given; for example: mcp-loupe node server.js');
  if (!isAddress(command)) return commandTarget(command, args, options, shell);
  if (args.length > 0) throw new TargetError(`nothing may follow a URL, but ${args.join(' ')} does`);
  for (const [name, given] of localOnly(options)) {
    if (given) throw new TargetError(`${name} is for local servers; ${command} is a remote one`);
  }
  const { transport, header, insecure = false } = options;
  if (transport === 'stdio') throw new TargetError('--transport stdio needs a command, not a URL');
  return remoteTarget(command, {
    transport,
    headers: header ?? [],
    ca: options.ca === undefined ? undefined : readCertificates(options.ca, shell),
    insecure,
    env: shell.env,
  });
}

const localOnly = ({ env = [], envFile = [], cleanEnv, inheritEnv, cwd }: TargetOptions) =>
  [
    ['--env', env.length > 0],
    ['--env-file', envFile.length > 0],
    ['--clean-env', cleanEnv],
    ['--inherit-env', inheritEnv],
    ['--cwd', cwd !== undefined],
  ] as const;

const remoteOnly = ({ header = [], ca, insecure, clientId }: TargetOptions) =>
  [
    ['--header', header.length > 0],
    ['--ca', ca !== undefined],
    ['--insecure', insecure],
    ['--client-id', clientId !== undefined],
  ] as const;

/**
 * The target that a command with its arguments is.
 *
 * @throws TargetError when an option does not go with a command, or a file cannot be read
 */
export function commandTarget(
  command: string,
  args: readonly string[],
  options: TargetOptions,
  shell: Shell,
): StdioTarget {
  for (const [name, given] of remoteOnly(options)) {
    if (given) throw new TargetError(`${name} is for remote servers; ${command} is a command`);
  }
  const { transport = 'stdio' } = options;
  if (transport !== 'stdio') throw new TargetError(`--transport ${transport} needs a URL, not a command`);
  if (options.cleanEnv && options.inheritEnv) {
    throw new TargetError('--clean-env and --inherit-env exclude each other — leave one out');
  }
  const given = [
    ...(options.envFile ?? []).flatMap((file) => readEnvFile(file, shell)),
    ...(options.env ?? []),
  ];
  return {
    transport: 'stdio',
    command,
    args,
    cwd: resolve(shell.cwd, options.cwd ?? ''),
    ...serverEnvironment(shell.env, given, options.cleanEnv ?? false, shell.platform),
  };
}

/** The variables in a `.env` file. */
export function readEnvFile(
  file: string,
  shell: Pick<Shell, 'cwd' | 'readFile'>,
): ReturnType<typeof parseEnvFile> {
  return parseEnvFile(read(file, shell), file);
}

function readCertificates(file: string, shell: Shell): string {
  const text = read(file, shell);
  if (!text.includes('-----BEGIN CERTIFICATE-----')) {
    throw new TargetError(
      `${file} holds no certificate — --ca takes a file in PEM (-----BEGIN CERTIFICATE-----)`,
    );
  }
  return text;
}

/** The text of a file that the user named; throws a TargetError that says why there is none. */
export function read(
  file: string,
  shell: Pick<Shell, 'cwd' | 'readFile'>,
  most: number = MOST.small,
): string {
  try {
    return shell.readFile(resolve(shell.cwd, file), most);
  } catch (error) {
    throw new TargetError(
      isMissing(error) ? `no such file: ${file}` : `cannot read ${file}: ${reason(error)}`,
      {
        cause: error,
      },
    );
  }
}
