import type { RunVerb } from './job.ts';
import { type OptionKey, optionsIn } from './options.ts';

interface Named {
  /** What follows the verb in the usage. */
  readonly operands: string;
  /** One line, lower case, without a full stop. */
  readonly help: string;
  /** Whether `-- <command>` follows. */
  readonly target: boolean;
  /** What one might type, after `mcp-loupe`. */
  readonly example: string;
  /** How what it reads is written. */
  readonly formats?: readonly InputFormat[];
  /** The options it takes. */
  readonly options: readonly OptionKey[];
}

/** A verb for scripts: prints a result and ends. */
interface ScriptVerb extends Named {
  readonly kind: 'script';
  readonly load: () => Promise<RunVerb>;
}

/** A verb that leads to the screens, or to the plain report where there is no terminal. */
interface ScreenVerb extends Named {
  readonly kind: 'screens';
}

export type Verb = ScriptVerb | ScreenVerb;

/** What a verb or option reads, for its help: a line of it, and what the line does. */
export interface InputFormat {
  readonly heading: string;
  readonly rows: readonly (readonly [line: string, does: string])[];
}

/** How arguments are written. */
const ARGUMENT_FORMAT: InputFormat = {
  heading: 'Arguments',
  rows: [
    ['count=3', 'a value of the type in the schema; strings stay strings'],
    ['count:=3', 'JSON, as typed'],
    ['body=@notes.txt', 'the content of a file'],
    ['user.tags[0]=new', 'a nested value'],
  ],
};

/** How the variables of a template are written. */
const VARIABLE_FORMAT: InputFormat = {
  heading: 'Variables',
  rows: [['path=notes.txt', 'all variables are required, except those of a query: {?q}']],
};

/** The lines that `run` reads. */
export const STEP_FORMAT: InputFormat = {
  heading: 'Steps, one JSON object a line; a failed step does not stop the rest',
  rows: [
    ['{"method": "tools/call", "params": {"name": "echo", "arguments": {}}}', 'any method, sent as written'],
    ['{"method": "tools/list", "cancelAfter": 500}', 'cancels after that many milliseconds'],
    [
      '{"method": "tools/call", "params": {}, "raw": true}',
      'prints the first response, even if it requests input',
    ],
    ['{"sleep": 500}', 'waits that many milliseconds; prints nothing'],
    [
      '{"together": [{"method": "ping"}, {"method": "ping"}]}',
      'runs concurrently; one line each, as they end',
    ],
  ],
};

/** The members of a file of `--answers`. */
export const ANSWERS_FORMAT: InputFormat = {
  heading: '--answers, a JSON object; the first rule whose text (or /pattern/) is in the request applies',
  rows: [
    [
      '"elicitation": [{"match": "name", "action": "accept", "content": {"name": "Ada"}}]',
      'or "decline", "cancel"',
    ],
    ['"sampling": [{"text": "Yes."}]', 'or {"result": {…}}; a rule without match always applies'],
    ['"roots": ["docs", "file:///srv/data"]', 'folders to offer'],
  ],
};

const SERVER: readonly OptionKey[] = [
  ...optionsIn('Server').filter((key) => key !== 'http' && key !== 'fault'),
  ...optionsIn('Authorization', 'Recording', 'About'),
  'answers',
  'quiet',
];
const SCREEN = optionsIn('Screen').filter((key) => key !== 'watch');

/** What the default command takes: `mcp-loupe [options] <command> [args…]`. */
export const DEFAULT_OPTIONS: readonly OptionKey[] = [...SERVER, ...SCREEN, 'watch'];

const script = (
  operands: string,
  help: string,
  example: string,
  options: readonly OptionKey[],
  load: () => Promise<RunVerb>,
  ...formats: readonly InputFormat[]
): Verb => ({
  kind: 'script',
  operands,
  help,
  example,
  target: true,
  options: [...SERVER, 'json', 'retryCalls', ...options],
  formats,
  load,
});

/** The one table of verbs. */
export const VERBS = {
  list: script(
    '[tools|resources|templates|prompts]',
    'list what the server offers',
    'list tools --json -- npx -y some-server',
    [],
    async () => (await import('./verbs/list.ts')).list,
  ),
  call: script(
    '<tool> [key=value | key:=json | key=@file]…',
    'call a tool',
    'call get-sum a=3 b:=4 -- npx -y some-server',
    ['args', 'task', 'sendAnyway'],
    async () => (await import('./verbs/call.ts')).call,
    ARGUMENT_FORMAT,
    ANSWERS_FORMAT,
  ),
  read: script(
    '<uri | template> [variable=value]…',
    'read a resource',
    "read 'file:///{path}' path=notes.txt -- npx -y some-server",
    [],
    async () => (await import('./verbs/read.ts')).read,
    VARIABLE_FORMAT,
  ),
  prompt: script(
    '<name> [key=value]…',
    'get a prompt',
    'prompt greet who=Ada -- npx -y some-server',
    ['args', 'task', 'sendAnyway'],
    async () => (await import('./verbs/prompt.ts')).prompt,
    ARGUMENT_FORMAT,
  ),
  complete: script(
    'prompt <name> <argument>=<text> [key=value]…',
    'complete an argument; also resource <template> <variable>=<text>',
    'complete prompt greet who=A -- npx -y some-server',
    [],
    async () => (await import('./verbs/complete.ts')).complete,
  ),
  ping: script(
    '',
    'check whether the server answers',
    'ping --timeout 2s -- npx -y some-server',
    [],
    async () => (await import('./verbs/ping.ts')).ping,
  ),
  run: script(
    '<steps.jsonl | ->',
    'send several requests on one connection',
    'run steps.jsonl --fail-fast -- npx -y some-server',
    ['failFast'],
    async () => (await import('./verbs/run.ts')).run,
    STEP_FORMAT,
    ANSWERS_FORMAT,
  ),
  servers: {
    kind: 'script',
    operands: '',
    help: 'list the servers configured in clients, and their config files',
    example: 'servers --json',
    target: false,
    options: ['config', 'json', 'help', 'version'],
    load: async () => (await import('./verbs/servers.ts')).servers,
  },
  open: {
    kind: 'screens',
    operands: '[file | --last]',
    help: 'open a recording; without a file choose one, or list all',
    example: 'open --last',
    target: false,
    options: [...SCREEN, 'noLint', 'noSdkCheck', 'last', 'json', 'help', 'version'],
  },
  demo: {
    kind: 'screens',
    operands: '',
    help: 'inspect the built-in demo server',
    example: 'demo --ascii',
    target: false,
    options: [
      ...DEFAULT_OPTIONS.filter((key) => !['config', 'server', 'watch'].includes(key)),
      'http',
      'fault',
    ],
  },
} as const satisfies Readonly<Record<string, Verb>>;

export type VerbName = keyof typeof VERBS;

/** Verbs of later versions: reserved, so that a command line written today keeps its meaning. */
export const LATER_VERBS: readonly string[] = 'export mock verify diff check redact tap'.split(' ');

export const VERB_NAMES = Object.keys(VERBS) as readonly VerbName[];

/** The row of a verb; undefined for any other word. */
export function verbNamed(word: string): VerbName | undefined {
  return VERB_NAMES.find((name) => name === word);
}
