import { resolve } from 'node:path';
import { MOST } from '../disk/file.ts';
import { type HeaderLine, headerIn } from '../session/frame.ts';
import type { HttpTarget, LiveTarget, StdioTarget } from '../session/target.ts';
import { isMissing, reason } from '../text/reason.ts';

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

/** Where a command line was typed. */
export interface Shell {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly platform: NodeJS.Platform;
  /** The text of a file of at most so many bytes; throws an error that `reason` can explain. */
  readonly readFile: (path: string, most: number) => string;
}

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
      `${file} contains no certificate — --ca needs a PEM file (-----BEGIN CERTIFICATE-----)`,
    );
  }
  return text;
}

/** The text of a file that the user named; throws a TargetError when it cannot be read. */
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

/** The target is not usable as typed. The message names the thing and the next step. */
export class TargetError extends Error {
  override name = 'TargetError';
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
  if (!URL.canParse(address)) throw new TargetError(`${address} is not a URL${whyNone(address)}`);
  const url = new URL(address);
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
function loginOf({ username, password }: URL, headers: readonly HeaderLine[]): readonly HeaderLine[] {
  if (username === '' && password === '') return [];
  if (headerIn(headers, 'authorization') !== undefined) return [];
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return [['Authorization', `Basic ${Buffer.from(pair).toString('base64')}`]];
}

/**
 * The proxy that the environment names for a URL (`HTTP_PROXY`, `HTTPS_PROXY`, `ALL_PROXY`, `NO_PROXY`; small letters
 * win), as a URL. This machine itself is never reached through one.
 *
 * @throws TargetError when that kind of proxy is not supported
 */
export function proxyFor(url: URL, env: Shell['env']): string | undefined {
  const value = (name: string): string | undefined => env[name] || env[name.toUpperCase()] || undefined;
  const named = value(url.protocol === 'https:' ? 'https_proxy' : 'http_proxy') ?? value('all_proxy');
  if (named === undefined || isHere(url) || isExcepted(url, value('no_proxy') ?? '')) return undefined;
  const proxy = /^[a-z][a-z0-9+.-]*:\/\//i.test(named) ? named : `http://${named}`;
  if (!URL.canParse(proxy)) throw new TargetError(`the proxy ${named} is not a URL`);
  const { protocol, href } = new URL(proxy);
  if (/^(?:https?|socks|socks4a?|socks5h?):$/.test(protocol)) return href;
  throw new TargetError(
    `${protocol}// proxies are not supported — use http:// or socks5://, or NO_PROXY=${url.host}`,
  );
}

/** Short, since it is loaded at every start; `zoneOf` is thorough. */
const isHere = ({ hostname }: URL): boolean =>
  hostname === 'localhost' || hostname.endsWith('.localhost') || /^127\.|^\[::1\]$/.test(hostname);

/** Whether a list of hosts (`example.com`, `.example.com`, `host:8080`, `*`) includes this one. */
function isExcepted({ hostname, port, protocol }: URL, list: string): boolean {
  const here = port === '' ? (protocol === 'https:' ? '443' : '80') : port;
  return list
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .some((entry) => {
      if (entry === '*') return true;
      const [, name = '', only] = /^(.*?)(?::(\d+))?$/.exec(entry) ?? [];
      const host = name.replace(/^\*?\./, '');
      return (only === undefined || only === here) && (hostname === host || hostname.endsWith(`.${host}`));
    });
}

/** What the official SDKs pass to a server unless its config entry says otherwise (`getDefaultEnvironment`). */
const CLIENT = ['HOME', 'LOGNAME', 'PATH', 'SHELL', 'TERM', 'USER'];
const CLIENT_ON_WINDOWS = [
  ...['APPDATA', 'HOMEDRIVE', 'HOMEPATH', 'LOCALAPPDATA', 'PATH', 'PROCESSOR_ARCHITECTURE', 'PROGRAMFILES'],
  ...['SYSTEMDRIVE', 'SYSTEMROOT', 'TEMP', 'USERNAME', 'USERPROFILE'],
];

/** An environment for a server, and where it comes from; see the members of `StdioTarget`. */
export interface ServerEnvironment {
  readonly env: Readonly<Record<string, string>>;
  readonly given: readonly string[];
  readonly beyondClient: readonly string[];
}

/**
 * The environment of a server: that of the shell, or only the part that a client would pass (`clean`), and over it what
 * was given by name.
 */
function serverEnvironment(
  shell: Readonly<Record<string, string | undefined>>,
  given: readonly (readonly [string, string])[],
  clean: boolean,
  platform: NodeJS.Platform,
): ServerEnvironment {
  // On Windows, Path and PATH are the same, so a given name replaces an inherited one in any case.
  const key = (name: string): string => (platform === 'win32' ? name.toUpperCase() : name);
  const clients = new Set(platform === 'win32' ? CLIENT_ON_WINDOWS : CLIENT);
  const givenKeys = new Set(given.map(([name]) => key(name)));
  // A value that begins with () is a function exported by an old bash; the SDKs leave it out.
  const isClients = (name: string, value: string): boolean =>
    clients.has(key(name)) && !value.startsWith('()');

  const inherited = Object.entries(shell).filter((entry): entry is [string, string] => {
    const [name, value] = entry;
    return value !== undefined && !givenKeys.has(key(name)) && (!clean || isClients(name, value));
  });
  return {
    env: Object.fromEntries([...inherited, ...given]),
    given: [...new Set(given.map(([name]) => name))],
    beyondClient: inherited.filter(([name, value]) => !isClients(name, value)).map(([name]) => name),
  };
}

type Variable = readonly [name: string, value: string];

const ASSIGNMENT = /^(?:export[ \t]+)?([^\s=#'"`]+)[ \t]*=[ \t]*/;
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

/**
 * Reads a `.env` file: `NAME=value` a line, with or without `export`; blank lines and `# comments`. Values may
 * be quoted, and then span lines: in double quotes `\n`, `\r` and `\t` are control characters and any other `\` is
 * left out; in single quotes and backticks everything is literal. Nothing is substituted. The messages quote no line,
 * which may hold a secret.
 *
 * @throws TargetError naming `file` and line for any other line
 */
export function parseEnvFile(text: string, file: string): Variable[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  const whole = lines.join('\n');
  const variables: Variable[] = [];
  // `start` is where the line begins in the whole: a quoted value may span the lines that follow.
  for (let at = 0, start = 0; at < lines.length; start += lines[at]!.length + 1, at++) {
    const line = lines[at]!.trimStart();
    if (line === '' || line.startsWith('#')) continue;
    const assignment = ASSIGNMENT.exec(line);
    const name = assignment?.[1];
    if (!assignment || !name) throw new TargetError(`${file}:${at + 1}: this is not NAME=value`);
    const value = line.slice(assignment[0].length);
    const quote = /^["'`]/.exec(value)?.[0];
    if (quote === undefined) {
      variables.push([name, value.replace(/(?:^|\s)#.*$/, '').trimEnd()]);
      continue;
    }
    const opening = start + lines[at]!.length - value.length;
    const end = closing(whole, quote, opening);
    if (end < 0) throw new TargetError(`${file}:${at + 1}: the ${quote} of ${name} is not closed`);
    const quoted = whole.slice(opening + 1, end);
    for (let more = quoted.split('\n').length; more > 1; more--) start += lines[at++]!.length + 1;
    const after = whole.slice(end + 1, start + lines[at]!.length).trim();
    if (after !== '' && !after.startsWith('#')) {
      throw new TargetError(`${file}:${at + 1}: text after the closing ${quote} of ${name}`);
    }
    variables.push([
      name,
      quote === '"' ? quoted.replace(/\\(.)/gs, (_, char) => ESCAPES[char] ?? char) : quoted,
    ]);
  }
  return variables;
}

/** The place of the quote that closes the one at a place, or -1. */
function closing(text: string, quote: string, opening: number): number {
  for (let at = opening + 1; at < text.length; at++) {
    if (text[at] === quote) return at;
    if (quote === '"' && text[at] === '\\') at++;
  }
  return -1;
}
