import { resolve } from 'node:path';
import { type HeaderLine, headerIn } from '../session/frame.ts';
import type { HttpTarget, LiveTarget, StdioTarget } from '../session/target.ts';
import { basicLogin, urlOf } from '../text/url.ts';
import { readEnvFile, serverEnvironment } from './environment.ts';
import { proxyFor } from './proxy.ts';
import { readNamedFile, type Shell, TargetError } from './shell.ts';

/** The options that say how a server is started. */
export interface TargetOptions {
  readonly env?: readonly (readonly [name: string, value: string])[];
  /** Paths of `.env` files; later ones win, and `env` wins over all. */
  readonly envFile?: readonly string[];
  /** Only the environment that a client would pass. */
  readonly cleanEnv?: boolean;
  /** The whole environment: the default for a command line. */
  readonly inheritEnv?: boolean;
  readonly cwd?: string | undefined;
  readonly transport?: TransportName | undefined;
  /** Headers for a remote server. */
  readonly header?: readonly HeaderLine[];
  /** The path of a file with certificates to trust, in PEM. */
  readonly ca?: string | undefined;
  /** Certificates are not checked. */
  readonly insecure?: boolean;
  /** A client that is registered with the authorization server. */
  readonly clientId?: string | undefined;
}

/** The transports that a user can ask for. */
export type TransportName = LiveTarget['transport'];

/**
 * The target that a command line names: a URL, or a command with its arguments, unchanged.
 *
 * @throws TargetError when it names none, or a file cannot be read
 */
export function parseTarget(words: readonly string[], options: TargetOptions, shell: Shell): LiveTarget {
  const [command, ...args] = words;
  if (!command) throw new TargetError('no server given; for example: mcp-loupe node server.js');
  if (!isAddress(command)) return commandTarget(command, args, options, shell);
  if (args.length > 0) throw new TargetError(`unexpected arguments after the URL: ${args.join(' ')}`);
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
 * The target for a command with its arguments.
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
    throw new TargetError('--clean-env and --inherit-env cannot be used together');
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

function readCertificates(file: string, shell: Shell): string {
  const text = readNamedFile(file, shell);
  if (!text.includes('-----BEGIN CERTIFICATE-----')) {
    throw new TargetError(
      `${file} contains no certificate — --ca needs a PEM file (-----BEGIN CERTIFICATE-----)`,
    );
  }
  return text;
}

/** What is given about a remote server beside its address. */
export interface RemoteOptions {
  /** By default the address, and the answer of the server, decide. */
  readonly transport: HttpTarget['transport'] | undefined;
  readonly headers: readonly HeaderLine[];
  /** Certificates in PEM. */
  readonly ca: string | undefined;
  readonly insecure: boolean;
  /** Names the proxies. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Whether a word is the address of a remote server rather than a command. */
export const isAddress = (word: string): boolean => /^(?:https?|wss?):\/\/|^unix:/i.test(word);

/**
 * The target at an address: `http(s)://…`, `ws(s)://…` or `unix:/path/of/socket:/path/of/url`. User info becomes a
 * header.
 *
 * @throws TargetError when the address is not valid, or does not fit the transport
 */
export function remoteTarget(address: string, options: RemoteOptions): HttpTarget {
  const { socket, url } = placeOf(address);
  const { headers, ca, insecure, env } = options;
  const isWs = url.protocol === 'ws:' || url.protocol === 'wss:';
  const transport = options.transport ?? (isWs ? 'ws' : 'http');
  if (isWs !== (transport === 'ws')) {
    throw new TargetError(`--transport ${transport} cannot be used with ${url.protocol}//`);
  }
  const login = loginOf(url, headers);
  url.username = '';
  url.password = '';
  const proxy = socket === undefined ? proxyFor(url, env) : undefined;
  return {
    transport,
    chosen: options.transport !== undefined,
    url: url.href,
    ...(socket === undefined ? {} : { socket }),
    headers: [...login, ...headers],
    ...(login.length > 0 ? { authorizationIn: 'in the URL' } : {}),
    ...(proxy === undefined ? {} : { proxy }),
    ...(ca === undefined ? {} : { ca }),
    insecure,
  };
}

function placeOf(address: string): { readonly socket?: string; readonly url: URL } {
  const [, socket, path] = /^unix:(\/[^:]*)(?::(\/.*)?)?$/i.exec(address) ?? [];
  if (socket !== undefined) return { socket, url: new URL(path ?? '/', 'http://localhost') };
  if (/^unix:/i.test(address)) {
    throw new TargetError(`${address} is not a valid address — for example: unix:/run/server.sock:/mcp`);
  }
  const url = urlOf(address);
  if (url === undefined) throw new TargetError(`${address} is not a URL${whyNone(address)}`);
  url.hash = '';
  return { url };
}

/** What is wrong with a URL, if that is known. */
function whyNone(address: string): string {
  const [, port = ''] = /^[a-z]+:\/\/[^/]*:(\d+)(?:[/?#]|$)/i.exec(address) ?? [];
  if (Number(port) > 65_535) return `: a port is at most 65535, not ${port}`;
  return /^[a-z]+:\/*$/i.test(address) ? ': its host is missing' : '';
}

/** The user info of a URL as a header (RFC 7617), unless there is one already. */
function loginOf(url: URL, headers: readonly HeaderLine[]): readonly HeaderLine[] {
  const login = headerIn(headers, 'authorization') === undefined ? basicLogin(url) : undefined;
  return login === undefined ? [] : [['Authorization', login]];
}
