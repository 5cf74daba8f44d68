import type { Checks } from '../spec/check/thorough.ts';
import { parseDuration } from '../text/measure.ts';
import { urlOf } from '../text/url.ts';
import { UsageError } from './exit.ts';

/** Where an option is in the usage text. */
export type OptionGroup = 'Tap' | 'Server' | 'Authorization' | 'Recording' | 'Screen' | 'Scripts' | 'About';

interface Named {
  readonly group: OptionGroup;
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

const flag = (group: OptionGroup, short?: string): Switch => ({
  ...{ arity: 0, group },
  ...(short === undefined ? {} : { short }),
});

const one = <T>(
  group: OptionGroup,
  word: string,
  parse: (text: string) => T,
  short?: string,
): Valued<T, false> => ({
  ...{ arity: 1, many: false, group, word, parse },
  ...(short === undefined ? {} : { short }),
});

const many = <T>(
  group: OptionGroup,
  word: string,
  parse: (text: string) => T,
  short?: string,
): Valued<T, true> => ({
  ...{ arity: 1, many: true, group, word, parse },
  ...(short === undefined ? {} : { short }),
});

/**
 * The one table of options, by key; `maxTimeout` is spelled `--max-timeout`. The cut of the command line, meow's
 * flags, the usage text and the type {@link Options} all follow from it; what each does is said in `help.ts`.
 */
export const OPTIONS = {
  env: many('Server', 'KEY=VALUE', pair('KEY=VALUE'), 'e'),
  envFile: many('Server', 'FILE', filled, 'E'),
  cleanEnv: flag('Server'),
  inheritEnv: flag('Server'),
  config: one('Server', 'FILE', filled),
  server: many('Server', 'NAME', filled),
  cwd: one('Server', 'DIR', filled),
  timeout: one('Server', 'TIME', time),
  maxTimeout: one('Server', 'TIME', time),
  connectTimeout: one('Server', 'TIME', time),
  protocolVersion: one('Server', 'DATE', filled),
  era: one('Server', 'ERA', oneOf('auto', 'legacy', 'modern', 'both')),
  transport: one('Server', 'KIND', oneOf('stdio', 'http', 'sse', 'ws')),
  header: many('Server', 'NAME: VALUE', header, 'H'),
  ca: one('Server', 'FILE', filled),
  insecure: flag('Server'),
  http: one('Server', 'PORT', port),
  fault: many('Server', 'NAME', filled),
  as: one('Server', 'CLIENT|FILE', filled),
  noSampling: flag('Server'),
  noElicitation: flag('Server'),
  root: many('Server', 'DIR|URI', filled),
  noRoots: flag('Server'),
  noTasks: flag('Server'),
  noLint: flag('Server'),
  noSdkCheck: flag('Server'),
  noAuth: flag('Authorization'),
  clientId: one('Authorization', 'ID', filled),
  clientSecret: one('Authorization', 'SECRET', filled),
  clientKey: one('Authorization', 'FILE', filled),
  clientMetadata: one('Authorization', 'URL', page),
  grant: one('Authorization', 'KIND', oneOf('person', 'client')),
  scope: one('Authorization', 'SCOPES', anything),
  authParam: many('Authorization', 'NAME=VALUE', pair('NAME=VALUE')),
  registrationToken: one('Authorization', 'TOKEN', filled),
  allowHost: many('Authorization', 'HOST', host),
  issuer: one('Authorization', 'URL', page),
  callbackPort: one('Authorization', 'PORT', port),
  browser: flag('Authorization'),
  record: one('Recording', 'FILE|DIR', filled),
  noRecord: flag('Recording'),
  noRedact: flag('Recording'),
  force: flag('Recording'),
  otlp: one('Recording', 'URL', page),
  watch: many('Screen', 'GLOB', filled),
  plain: flag('Screen'),
  ascii: flag('Screen'),
  mouse: flag('Screen'),
  confirm: one('Screen', 'WHEN', oneOf('all', 'destructive', 'never')),
  escDelay: one('Screen', 'TIME', time),
  client: one('Tap', 'CLIENT', filled),
  install: one('Tap', 'CLIENT', filled),
  uninstall: one('Tap', 'CLIENT', filled),
  dryRun: flag('Tap'),
  yes: flag('Tap'),
  json: flag('Scripts'),
  quiet: flag('Scripts'),
  args: one('Scripts', 'JSON|@FILE|-', filled),
  sendAnyway: flag('Scripts'),
  task: flag('Scripts'),
  retryCalls: flag('Scripts'),
  failFast: flag('Scripts'),
  answers: one('Scripts', 'FILE', filled),
  last: flag('Scripts'),
  follow: flag('Scripts'),
  to: one('Scripts', 'FORMAT', filled),
  marked: flag('Scripts'),
  filter: one('Scripts', 'FILTER', filled),
  output: one('Scripts', 'FILE', filled, 'o'),
  report: one('Scripts', 'FORMAT', oneOf('text', 'json', 'junit', 'sarif', 'github')),
  failOn: one('Scripts', 'WHAT', filled),
  update: flag('Scripts'),
  for: many('Scripts', 'CLIENT', filled),
  probe: flag('Scripts'),
  lock: one('Scripts', 'FILE|DIR', filled),
  rule: many('Scripts', 'ID=LEVEL', filled),
  all: flag('Scripts'),
  twice: flag('Scripts'),
  level: one('Scripts', 'LEVEL', oneOf('shape', 'values', 'bytes')),
  ignore: many('Scripts', 'POINTER', filled),
  only: many('Scripts', 'NAME', filled),
  secret: many('Scripts', 'POINTER=@env:NAME', filled),
  check: flag('Scripts'),
  repeat: one('Scripts', 'WHAT', oneOf('last', 'never')),
  timing: one('Scripts', 'HOW', oneOf('fast', 'real')),
  allowRedacted: flag('Scripts'),
  help: flag('About', 'h'),
  version: flag('About'),
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

/** Whether an option was given. */
export const isGiven = (value: Options[OptionKey]): boolean =>
  value !== undefined && value !== false && !(Array.isArray(value) && value.length === 0);

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

/** What is given to an option that means another thing to another verb. Throws a UsageError that names it. */
export const pairGiven = (key: OptionKey, wanted: string, text: string): readonly [string, string] =>
  named(key, () => pair(wanted)(text));

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

/** The options of one server among several, or of the demonstration; throws a UsageError that names the option. */
export function optionsGiven(given: readonly Given[]): Options {
  const values: Record<string, unknown> = {};
  for (const { key, value } of given) {
    const row: OptionRow = OPTIONS[key];
    if (row.arity === 0) values[key] = true;
    else if (row.many) values[key] = [...((values[key] as unknown[]) ?? []), value];
    else if (values[key] === undefined) values[key] = value;
    else throw new UsageError(`--${spelled(key)} is given more than once`);
  }
  return readOptions(values);
}

/** The options of a command line that has none. */
export const noOptions: Options = readOptions({});

const parsed = (key: OptionKey, row: Extract<OptionRow, { arity: 1 }>, text: unknown): unknown =>
  named(key, () => row.parse(String(text)));

function named<T>(key: OptionKey, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    if (error instanceof UsageError) throw new UsageError(`--${spelled(key)}: ${error.message}`);
    throw error;
  }
}
