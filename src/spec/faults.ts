/** A fault that a server has on purpose: the demonstration, or a mock. */
export interface FaultRow {
  /** What the server does, as the rest of a sentence that begins with "It". */
  readonly does: string;
  /** The rule of the finding that tells of it, or in words where else it is seen. */
  readonly seen: string;
  /** When it shows: as soon as the server is started, when it is asked for its tools, or in a call of {@link VICTIM}. */
  readonly at: 'start' | 'list' | 'call';
  /** The one transport that can have it; both when missing. */
  readonly over?: 'stdio' | 'http';
  /** The one era that can have it; both when missing. */
  readonly era?: 'legacy';
}

/** The tool that goes wrong, for all faults of a call: it takes no arguments and has an output schema. */
export const VICTIM = 'weather';

/** What can be wrong with the demonstration, by the names that `--fault` takes. */
export const FAULTS = {
  banner: {
    does: 'prints a banner on stdout before the handshake',
    seen: 'stdio/not-json',
    at: 'start',
    over: 'stdio',
  },
  'stderr-noise': {
    does: 'writes many warnings to stderr, including escape codes',
    seen: 'lines in Output, with control characters made visible',
    at: 'start',
    over: 'stdio',
  },
  'bad-tool': {
    does: 'lists a tool whose inputSchema is null next to valid ones',
    seen: 'list/bad-item',
    at: 'list',
  },
  pretty: {
    does: 'sends its response as several lines of JSON',
    seen: 'stdio/multi-line',
    at: 'call',
    over: 'stdio',
  },
  'wrong-id': { does: 'responds with an id that was never used', seen: 'id/unknown', at: 'call' },
  'bad-output': {
    does: 'returns structured content that violates its outputSchema',
    seen: 'result/structured-mismatch',
    at: 'call',
  },
  silent: { does: 'never responds', seen: 'a timeout that names the pending request', at: 'call' },
  late: {
    does: 'responds after two seconds, even if the call was cancelled',
    seen: 'id/late',
    at: 'call',
    over: 'stdio',
  },
  crash: { does: 'crashes during the call', seen: 'its exit code and last stderr lines', at: 'call' },
  flood: {
    does: 'sends ten thousand unrequested progress notifications, then responds',
    seen: 'progress/unknown-token',
    at: 'call',
  },
  'lost-session': {
    does: 'forgets all sessions and answers 404',
    seen: 'http/session-lost',
    at: 'call',
    over: 'http',
    era: 'legacy',
  },
  'cut-stream': {
    does: 'opens an event stream and closes it before the response',
    seen: 'http/cut-stream',
    at: 'call',
    over: 'http',
  },
  'html-page': {
    does: 'answers 502 with an HTML page, as a proxy would',
    seen: 'http/status',
    at: 'call',
    over: 'http',
  },
  'wrong-type': {
    does: 'answers with the content type text/plain',
    seen: 'http/content-type',
    at: 'call',
    over: 'http',
  },
  accepted: {
    does: 'answers a request with 202 Accepted, as if it were a notification',
    seen: 'http/accepted-request',
    at: 'call',
    over: 'http',
  },
} as const satisfies Readonly<Record<string, FaultRow>>;

export type FaultName = keyof typeof FAULTS;

/** The names with their rows, in the order of the table. */
export const faultRows = (): readonly (readonly [FaultName, FaultRow])[] =>
  Object.entries(FAULTS) as [FaultName, FaultRow][];

/** Whether these can be had in the legacy era alone. */
export const areLegacy = (names: readonly FaultName[]): boolean =>
  names.some((name) => faultNamed(name)?.era === 'legacy');

/** How the demonstration is to be served, or a mock. */
interface Serving {
  readonly http: boolean;
  /** Whether the client speaks the modern era alone, or the recording is of that alone. */
  readonly modern: boolean;
  readonly by?: FaultyServer;
}

/** The verbs that serve with faults. */
export type FaultyServer = 'demo' | 'mock';

/** What speaks against having these faults, in a sentence with the next step; nothing when they can be had. */
export function faultProblem(
  names: readonly string[],
  { http, modern, by = 'demo' }: Serving,
): string | undefined {
  for (const name of names) {
    const fault = faultNamed(name);
    if (fault === undefined) return unknown(name, by);
    if (fault.over === 'http' && !http) return `--fault ${name} needs HTTP: add --http 0`;
    if (fault.over === 'stdio' && http) return `--fault ${name} needs stdio: omit --http`;
    if (fault.era === 'legacy' && modern) return `--fault ${name} needs the legacy era: ${OTHER_ERA[by]}`;
  }
  const [one, other] = names.filter((name) => faultNamed(name)?.at === 'call');
  if (other === undefined) return undefined;
  return `--fault ${one} and --fault ${other} both affect calls${by === 'demo' ? ` to ${VICTIM}` : ''}: use only one`;
}

/** All faults with what they do and where they are seen. */
export function faultHelp(by: FaultyServer = 'demo'): string {
  return [
    `Faults of mcp-loupe ${by}: --fault NAME, may be repeated.`,
    '',
    ...faultRows().flatMap(([name, fault]) => [
      `  ${name.padEnd(CELLS)}It ${fault.does}.`,
      `  ${''.padEnd(CELLS)}${whenShown(fault, by)}; reported as ${fault.seen}`,
    ]),
  ].join('\n');
}

/** When a fault shows, and over which transport alone. */
export function whenShown({ at, over, era }: FaultRow, by: FaultyServer = 'demo'): string {
  const only = [over === undefined ? [] : [over === 'http' ? 'HTTP' : over], era ?? []].flat();
  const when = at === 'call' && by === 'mock' ? 'at every call of a tool' : WHEN[at];
  return `${when}${only.length === 0 ? '' : ` (${only.join(', ')})`}`;
}

const CELLS = 14;

const WHEN: Readonly<Record<FaultRow['at'], string>> = {
  start: 'at startup',
  list: 'in tools/list',
  call: `when ${VICTIM} is called`,
};

const faultNamed = (name: string): FaultRow | undefined =>
  Object.hasOwn(FAULTS, name) ? FAULTS[name as FaultName] : undefined;

const unknown = (name: string, by: FaultyServer): string => `there is no fault "${name}"\n\n${faultHelp(by)}`;

const OTHER_ERA: Readonly<Record<FaultyServer, string>> = {
  demo: 'omit --era modern',
  mock: 'the recording is of the modern one',
};

/** How HTTP answers a call in place of its right response, for the faults that are no more than that. */
export const FAULTY_REPLIES = {
  'lost-session': { status: 404, type: 'text/plain;charset=UTF-8', body: 'no such session' },
  'cut-stream': { status: 200, type: 'text/event-stream', body: ': looking out of the window\n\n' },
  'html-page': {
    status: 502,
    type: 'text/html',
    body: '<!doctype html>\n<h1>502 Bad Gateway</h1>\n<p>The hill is not at home</p>\n',
  },
  accepted: { status: 202, body: '' },
} as const satisfies Partial<Record<FaultName, FaultyReply>>;

/** A whole answer of HTTP; without a body it has no type. */
interface FaultyReply {
  readonly status: number;
  readonly type?: string;
  readonly body: string;
}

/** What a banner looks like, and the lines that a server says too much on stderr. */
export const BANNER = '*** Kestrel Hill Observatory ***\nLoading 12,000 objects… done\n';
export const NOISE: readonly string[] = Array.from(
  { length: 200 },
  (_, i) => `\x1b[33mWARN\x1b[0m  [dome] hinge ${i + 1} squeaks \x07(warning ${i + 1}, and not the last)`,
);

/** What a server says last that crashes, and its exit code. */
export const CRASH = {
  said: 'Error: the barometer burst\n    at readBarometer (roof.js:19:7)\n    at weather (tools.js:4:3)',
  code: 70,
} as const;

/** A tool that no type would let pass, and its place among the others. */
export const BAD_TOOL = {
  at: 2,
  definition: { name: 'lost-lens', description: 'Nobody knows what it takes.', inputSchema: null },
} as const;

/** How many notifications are a flood, how many of them go out at a time, and whose progress they tell. */
export const FLOOD = { count: 10_000, wave: 100, token: 'nobody' } as const;

/** ms after which an answer is late. */
export const LATE = 2_000;
