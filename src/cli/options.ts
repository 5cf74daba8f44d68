import type { Checks } from '../spec/check/thorough.ts';
import { parseDuration } from '../text/measure.ts';
import { urlOf } from '../text/url.ts';
import { UsageError } from './exit.ts';

/** Where an option is in the usage text. */
export type OptionGroup = 'Server' | 'Authorization' | 'Recording' | 'Screen' | 'Scripts' | 'About';

interface Named {
  readonly group: OptionGroup;
  /** One line, lower case, without a full stop. */
  readonly help: string;
  readonly short?: string;
}

/** An option that is there or not. */
interface Switch extends Named {
  readonly arity: 0;
}

/** An option with one value, given once or (`many`) several times. */
interface Valued<T, Many extends boolean> extends Named {
  readonly arity: 1;
  readonly many: Many;
  /** The placeholder for the value in the usage. */
  readonly word: string;
  /** Throws a sentence that continues "--name: …" as a {@link UsageError}. */
  readonly parse: (text: string) => T;
}

export type OptionRow = Switch | Valued<unknown, boolean>;

const flag = (group: OptionGroup, help: string, short?: string): Switch => ({
  arity: 0,
  group,
  help,
  ...(short === undefined ? {} : { short }),
});

const one = <T>(
  group: OptionGroup,
  word: string,
  parse: (text: string) => T,
  help: string,
): Valued<T, false> => ({ arity: 1, many: false, group, word, parse, help });

const many = <T>(
  group: OptionGroup,
  word: string,
  parse: (text: string) => T,
  help: string,
  short?: string,
): Valued<T, true> => ({
  ...{ arity: 1, many: true, group, word, parse, help },
  ...(short === undefined ? {} : { short }),
});

/**
 * The one table of options, by key; `maxTimeout` is spelled `--max-timeout`. The cut of the command line, meow's
 * flags, the usage text and the type {@link Options} all follow from it.
 */
export const OPTIONS = {
  env: many('Server', 'KEY=VALUE', pair('KEY=VALUE'), 'set an environment variable of the server', 'e'),
  envFile: many('Server', 'FILE', filled, 'load variables from a .env file', 'E'),
  cleanEnv: flag('Server', "pass only what a client's config would: HOME, PATH, USER and the like"),
  inheritEnv: flag('Server', 'pass the whole environment (the default for a typed command)'),
  config: one('Server', 'FILE', filled, "use a server from a client's config"),
  server: one('Server', 'NAME', filled, 'name of the server in the config'),
  cwd: one('Server', 'DIR', filled, 'start the server in this folder'),
  timeout: one('Server', 'TIME', time, 'limit for a request: 400ms, 5s, 2m; 0 = none (60s)'),
  maxTimeout: one('Server', 'TIME', time, 'limit for a request that reports progress (10m)'),
  connectTimeout: one('Server', 'TIME', time, 'limit for startup and handshake (120s)'),
  protocolVersion: one('Server', 'DATE', filled, 'revision to request (2025-11-25)'),
  era: one(
    'Server',
    'ERA',
    oneOf('auto', 'legacy', 'modern', 'both'),
    'legacy (initialize), modern (2026-07-28), auto (default for URLs) or both (compare)',
  ),
  transport: one(
    'Server',
    'KIND',
    oneOf('stdio', 'http', 'sse', 'ws'),
    'for a URL: http, sse (2024-11-05) or ws (default: http, then sse)',
  ),
  header: many('Server', 'NAME: VALUE', header, 'send this with every HTTP request', 'H'),
  ca: one('Server', 'FILE', filled, 'also trust the certificates in this file'),
  insecure: flag('Server', "do not check the server's certificate"),
  http: one('Server', 'PORT', port, 'serve the demo over HTTP on this port; 0 = any'),
  fault: many('Server', 'NAME', filled, 'simulate a fault in the demo server; help lists them'),
  noSampling: flag('Server', 'do not offer sampling'),
  noElicitation: flag('Server', 'do not offer elicitation'),
  root: many('Server', 'DIR|URI', filled, 'offer this folder to the server as a root'),
  noRoots: flag('Server', 'do not offer roots'),
  noTasks: flag('Server', 'do not run tools as tasks'),
  noLint: flag('Server', 'skip the specification checks'),
  noSdkCheck: flag('Server', 'skip the checks for what the official SDK would reject'),
  noAuth: flag('Authorization', 'never log in; report the 401'),
  clientId: one('Authorization', 'ID', filled, 'id of a client registered with the authorization server'),
  clientSecret: one(
    'Authorization',
    'SECRET',
    filled,
    'its secret: @env:NAME, @FILE or the secret itself (or MCP_LOUPE_CLIENT_SECRET)',
  ),
  clientKey: one('Authorization', 'FILE', filled, 'its private key (PEM) to sign assertions'),
  clientMetadata: one(
    'Authorization',
    'URL',
    page,
    'a client id metadata document, if the server supports it',
  ),
  grant: one(
    'Authorization',
    'KIND',
    oneOf('person', 'client'),
    'person (browser login) or client (client credentials, with a secret or key)',
  ),
  scope: one('Authorization', 'SCOPES', anything, "request exactly these scopes; '' requests none"),
  authParam: many(
    'Authorization',
    'NAME=VALUE',
    pair('NAME=VALUE'),
    'add a parameter to the authorize request: audience, prompt, login_hint …',
  ),
  registrationToken: one(
    'Authorization',
    'TOKEN',
    filled,
    'initial access token for registration: @env:NAME, @FILE or the token itself',
  ),
  allowHost: many(
    'Authorization',
    'HOST',
    host,
    "allow this host in the server's metadata, even if private or without https",
  ),
  issuer: one('Authorization', 'URL', page, 'trust only this authorization server'),
  callbackPort: one(
    'Authorization',
    'PORT',
    port,
    'port for the login redirect on 127.0.0.1 (default: any free)',
  ),
  browser: flag('Authorization', 'in scripts: also open the login page in a browser'),
  record: one('Recording', 'FILE|DIR', filled, 'record the session here'),
  noRecord: flag('Recording', 'do not record the session'),
  noRedact: flag('Recording', 'do not mask secrets in the recording'),
  force: flag('Recording', 'overwrite an existing file'),
  watch: many(
    'Screen',
    'GLOB',
    filled,
    'restart the server when these files change, and repeat the last call',
  ),
  plain: flag('Screen', 'print a report instead of opening the screens'),
  ascii: flag('Screen', 'draw with ASCII characters only'),
  mouse: flag('Screen', 'support the mouse; hold shift to select text'),
  confirm: one(
    'Screen',
    'WHEN',
    oneOf('all', 'destructive', 'never'),
    'ask before a call: all, destructive or never (destructive)',
  ),
  escDelay: one('Screen', 'TIME', time, 'how long to wait for the rest of a key after an escape (50ms)'),
  json: flag('Scripts', 'print one JSON document to stdout, as the server sent it'),
  quiet: flag('Scripts', "do not print findings or the server's stderr"),
  args: one('Scripts', 'JSON|@FILE|-', filled, 'all arguments as one JSON object'),
  sendAnyway: flag('Scripts', 'send arguments even if they do not match the schema'),
  task: flag('Scripts', 'run the tool as a task, whatever it declares (up to 2025-11-25)'),
  retryCalls: flag('Scripts', 'retry calls after a lost session or connection (may run twice)'),
  failFast: flag('Scripts', 'stop at the first step that fails'),
  answers: one('Scripts', 'FILE', filled, 'rules that answer requests from the server'),
  last: flag('Scripts', 'open the newest recording'),
  help: flag('About', 'show help, also for a verb', 'h'),
  version: flag('About', 'show the version'),
} as const satisfies Readonly<Record<string, OptionRow>>;

export type OptionKey = keyof typeof OPTIONS;

type Value<Row> =
  Row extends Valued<infer T, infer Many> ? (Many extends true ? readonly T[] : T | undefined) : boolean;

/** What the user chose; durations in ms. A switch that was not given is false. */
export type Options = { readonly [Key in OptionKey]: Value<(typeof OPTIONS)[Key]> };

/** An option as given; a switch has no value. */
export interface Given {
  readonly key: OptionKey;
  readonly value?: string;
}

/** How a key is spelled on the command line, without its dashes: `maxTimeout` → `max-timeout`. */
export function spelled(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** One row of the table with its key, for those who go through all of it. */
export function optionRows(): readonly (readonly [OptionKey, OptionRow])[] {
  return Object.entries(OPTIONS) as [OptionKey, OptionRow][];
}

/** The keys of the options in these groups, in the order of the table. */
export const optionsIn = (...groups: readonly OptionGroup[]): readonly OptionKey[] =>
  optionRows().flatMap(([key, { group }]) => (groups.includes(group) ? [key] : []));

function filled(text: string): string {
  if (text === '') throw new UsageError('needs a non-empty value');
  return text;
}

function anything(text: string): string {
  return text;
}

/** A host as a URL has it, with a port or for all of them. */
function host(text: string): string {
  const url = urlOf(`http://${text}/`);
  if (url === undefined || /[/?#@\\]/.test(text)) throw new UsageError(`"${text}" is not HOST or HOST:PORT`);
  return url.host;
}

/** A name and a value, which may have more equals signs in it. */
function pair(wanted: string): (text: string) => readonly [string, string] {
  return (text) => {
    const at = text.indexOf('=');
    if (at < 1) throw new UsageError(`"${text}" is not ${wanted}`);
    return [text.slice(0, at), text.slice(at + 1)];
  };
}

function time(text: string): number {
  const parsed = parseDuration(text);
  if ('problem' in parsed) throw new UsageError(parsed.problem);
  return parsed.ms;
}

function port(text: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535) throw new UsageError(`"${text}" is not a port`);
  return Number(text);
}

function page(text: string): string {
  if (/^https?:$/.test(urlOf(text)?.protocol ?? '')) return text;
  throw new UsageError(`"${text}" is not an http or https URL`);
}

/** `Name: value` (RFC 9110, 5.1 and 5.5). White space around the value is not part of it, such as the line break at the end of a file. */
function header(text: string): readonly [string, string] {
  const [, name, value] = /^([!#$%&'*+.^`|~\w-]+):\s*([\s\S]*?)\s*$/.exec(text) ?? [];
  if (name === undefined || value === undefined) {
    const [, meant] = /^\s*([\w-]+) *=/.exec(text) ?? [];
    const next = meant === undefined ? '' : `; did you mean "${meant}:", with a colon?`;
    throw new UsageError(`must look like "Name: value"${next}`);
  }
  const [odd] = /[^\t\x20-\x7e\x80-\xff]/u.exec(value) ?? [];
  if (odd !== undefined)
    throw new UsageError(`${name} contains ${JSON.stringify(odd)}, which is not allowed in a header`);
  return [name, value];
}

/** One of a few words. */
function oneOf<T extends string>(...words: readonly T[]): (text: string) => T {
  return (text) => {
    const found = words.find((word) => word === text);
    if (found === undefined) throw new UsageError(`"${text}" is not one of ${words.join(', ')}`);
    return found;
  };
}

/** What the user wants frames to be checked for. */
export const checksOf = ({ noLint, noSdkCheck }: Options): Checks => ({ spec: !noLint, sdk: !noSdkCheck });

/**
 * What meow is to be asked for: the flags of the table, and the options that were given. As typed meow would take a switch's value
 * from the next word (`--json false`), drop the value `-`, and take off quotes after an equals sign; and `--no-record` would
 * be for it the option `record`, whereas `--noRecord` is the switch it is.
 */
export function meowOptions(given: readonly Given[]) {
  const argv = given.flatMap(({ key, value }) => {
    if (value === undefined) return [`--${key}`];
    return value === '' || value.startsWith('-') ? [`--${key}=${value}`] : [`--${key}`, value];
  });
  const flags = optionRows().map(([key, row]) => {
    const type = row.arity === 1 ? ('string' as const) : ('boolean' as const);
    return [key, { type, isMultiple: row.arity === 1 && row.many === true }] as const;
  });
  return {
    ...{ argv, flags: Object.fromEntries(flags), pkg: {} },
    ...({ booleanDefault: undefined, autoHelp: false, autoVersion: false } as const),
  };
}

/** The options from what meow read, each parsed by its row; throws a UsageError that names the option. */
export function readOptions(values: Readonly<Record<string, unknown>>): Options {
  const entries = optionRows().map(([key, row]) => {
    const value = values[key];
    if (row.arity === 0) return [key, value === true];
    if (row.many) return [key, Array.isArray(value) ? value.map((text) => parsed(key, row, text)) : []];
    return [key, typeof value === 'string' ? parsed(key, row, value) : undefined];
  });
  return Object.fromEntries(entries) as Options;
}

/** The options of a command line that has none. */
export const noOptions: Options = readOptions({});

function parsed(key: OptionKey, row: Extract<OptionRow, { arity: 1 }>, text: unknown): unknown {
  try {
    return row.parse(String(text));
  } catch (error) {
    if (error instanceof UsageError) throw new UsageError(`--${spelled(key)}: ${error.message}`);
    throw error;
  }
}
