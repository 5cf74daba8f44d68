import * as z from 'zod';
import type { HttpTarget } from '../session/target.ts';

/** A server as an entry of a client's config describes it; variables are not filled in yet. */
export type ConfigEntry = StartedEntry | ReachedEntry;

/** A server that is started as a process. */
export interface StartedEntry {
  readonly by: 'stdio';
  readonly command: string;
  readonly args: readonly string[];
  /** Each variable with its value; null takes away what the client would pass. */
  readonly env: readonly (readonly [name: string, value: string | null])[];
  readonly envFile?: string;
  readonly cwd?: string;
}

/** A server that is reached by its URL. */
export interface ReachedEntry {
  readonly by: HttpTarget['transport'];
  /** Whether the entry names the transport; else HTTP+SSE is tried when the server refuses Streamable HTTP. */
  readonly chosen: boolean;
  readonly url: string;
  /** The member that holds the URL. */
  readonly member: (typeof URLS)[number];
  readonly headers: readonly (readonly [name: string, value: string])[];
}

/** What is wrong with an entry: where within it, and a sentence without its full stop. */
export interface EntryProblem {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** An entry as it was read. */
export interface ParsedEntry {
  /** It is switched off in the client. */
  readonly disabled: boolean;
  /** Members that mean nothing here, such as what a client may do unasked. */
  readonly unused: readonly string[];
  readonly read: ConfigEntry | readonly EntryProblem[];
}

/** The members for a URL; Windsurf has `serverUrl`, and Gemini CLI `httpUrl`, which is always Streamable HTTP. */
const URLS = ['url', 'serverUrl', 'httpUrl'] as const;

const text = z.string({ error: 'must be a string' });
/** What people write for text: clients differ in whether they take a number or a word of JSON. */
const loose = z.union([z.string(), z.number(), z.boolean()], { error: 'must be a string' }).transform(String);
const filled = text.min(1, { error: 'is empty' });
const args = z.array(loose, { error: 'must be an array of strings' });
const variables = z.record(z.string(), loose.nullable(), { error: 'must be an object of strings' });
/** Older versions of Zed have command, arguments and variables in one object. */
const command = z.union(
  [filled, z.object({ path: filled, args: args.optional(), env: variables.nullish() })],
  {
    error: 'must be a non-empty string',
  },
);

const shape = z.object(
  {
    type: text.nullish(),
    transport: text.nullish(),
    command: command.nullish(),
    args: args.nullish(),
    env: variables.nullish(),
    envFile: filled.nullish(),
    cwd: filled.nullish(),
    url: filled.nullish(),
    serverUrl: filled.nullish(),
    httpUrl: filled.nullish(),
    headers: z.record(z.string(), loose, { error: 'must be an object of strings' }).nullish(),
    disabled: z.boolean({ error: 'must be true or false' }).nullish(),
    enabled: z.boolean({ error: 'must be true or false' }).nullish(),
  },
  { error: 'must be an object' },
);

type Shape = z.infer<typeof shape>;

/** Members that say something about an entry without changing it. */
const REMARKS = new Set(['description', 'name', 'source', '$schema']);

/** Reads one entry of a config, whichever client it is for; never throws. */
export function readEntry(value: unknown): ParsedEntry {
  const given =
    typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
  const disabled = given['disabled'] === true || given['enabled'] === false;
  const unused = Object.keys(given).filter((name) => !Object.hasOwn(shape.shape, name) && !REMARKS.has(name));
  const { data, error } = shape.safeParse(value);
  if (data !== undefined) return { disabled, unused, read: entryOf(data) };
  const problems = error.issues.map(({ path, message }) => ({ path: path.map(step), message }));
  return { disabled, unused, read: problems };
}

const step = (key: PropertyKey): string | number => (typeof key === 'number' ? key : String(key));

function entryOf(entry: Shape): ConfigEntry | readonly EntryProblem[] {
  const member = URLS.find((name) => entry[name] != null);
  const key = entry.type == null ? 'transport' : 'type';
  // Some say only that it is not local, which its URL says, too.
  const word = entry[key] != null && plain(entry[key]) === 'remote' ? undefined : entry[key];
  const by = word == null ? undefined : TRANSPORTS.get(plain(word));
  if (word != null && by === undefined) {
    return [{ path: [key], message: `"${word}" is not stdio, http, sse or ws` }];
  }
  if (by === 'stdio' || (by === undefined && entry.command != null)) return started(entry);
  if (member !== undefined) return reached(entry, member, by);
  if (word == null) return [{ path: [], message: 'needs a "command" or a "url"' }];
  return [{ path: [], message: `needs a "url", as its ${key} is "${word}"` }];
}

function started(entry: Shape): StartedEntry | readonly EntryProblem[] {
  if (entry.command == null) return [{ path: [], message: 'needs a "command", as it is started over stdio' }];
  const whole: Exclude<typeof entry.command, string> =
    typeof entry.command === 'string' ? { path: entry.command } : entry.command;
  return {
    by: 'stdio',
    command: whole.path,
    args: [...(whole.args ?? []), ...(entry.args ?? [])],
    env: Object.entries({ ...whole.env, ...entry.env }),
    ...(entry.envFile == null ? {} : { envFile: entry.envFile }),
    ...(entry.cwd == null ? {} : { cwd: entry.cwd }),
  };
}

function reached(
  entry: Shape,
  member: (typeof URLS)[number],
  by: ReachedEntry['by'] | undefined,
): ReachedEntry {
  const isHttp = member === 'httpUrl';
  const isWs = /^wss?:/i.test(entry[member] ?? '');
  return {
    by: by ?? (isWs ? 'ws' : 'http'),
    chosen: by !== undefined || isHttp || isWs,
    url: entry[member] ?? '',
    member,
    headers: Object.entries(entry.headers ?? {}),
  };
}

/** The transports by the words that clients have for them, without capitals, hyphens and the like. */
const TRANSPORTS: ReadonlyMap<string, ConfigEntry['by']> = new Map([
  ...(['stdio', 'local'] as const).map((word) => [word, 'stdio'] as const),
  ...(['http', 'https', 'streamablehttp', 'streamable', 'httpstream'] as const).map(
    (word) => [word, 'http'] as const,
  ),
  ...(['sse', 'httpsse'] as const).map((word) => [word, 'sse'] as const),
  ...(['ws', 'wss', 'websocket'] as const).map((word) => [word, 'ws'] as const),
]);

const plain = (word: string): string => word.toLowerCase().replace(/[^a-z]/g, '');
