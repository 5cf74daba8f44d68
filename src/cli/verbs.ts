import type { RunVerb } from './job.ts';
import { type OptionKey, optionsIn } from './options.ts';

interface Named {
  /** Whether `-- <command>` follows. */
  readonly target: boolean;
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

const SERVER: readonly OptionKey[] = [
  ...optionsIn('Server').filter((key) => key !== 'http' && key !== 'fault'),
  ...optionsIn('Authorization', 'Recording', 'About'),
  'answers',
  'quiet',
];
const SCREEN = optionsIn('Screen').filter((key) => key !== 'watch');

/** What the default command takes: `mcp-loupe [options] <command> [args…]`. */
export const DEFAULT_OPTIONS: readonly OptionKey[] = [...SERVER, ...SCREEN, 'watch'];

const script = (options: readonly OptionKey[], load: () => Promise<RunVerb>): Verb => ({
  kind: 'script',
  target: true,
  options: [...SERVER, 'json', 'retryCalls', ...options],
  load,
});

/** The one table of verbs; what each does is said in `help.ts`. */
export const VERBS = {
  list: script([], async () => (await import('./verbs/list.ts')).list),
  call: script(['args', 'task', 'sendAnyway'], async () => (await import('./verbs/call.ts')).call),
  read: script([], async () => (await import('./verbs/read.ts')).read),
  prompt: script(['args', 'task', 'sendAnyway'], async () => (await import('./verbs/prompt.ts')).prompt),
  complete: script([], async () => (await import('./verbs/complete.ts')).complete),
  ping: script([], async () => (await import('./verbs/ping.ts')).ping),
  run: script(['failFast'], async () => (await import('./verbs/run.ts')).run),
  export: script(
    ['to', 'marked', 'filter', 'output'],
    async () => (await import('./verbs/export.ts')).exportVerb,
  ),
  diff: script(['report', 'failOn', 'update', 'lock'], async () => (await import('./verbs/diff.ts')).diff),
  check: script(
    ['for', 'rule', 'failOn', 'probe', 'lock', 'report', 'output'],
    async () => (await import('./verbs/check.ts')).check,
  ),
  verify: script(
    ['all', 'twice', 'ignore', 'level', 'only', 'secret', 'update', 'report', 'output'],
    async () => (await import('./verbs/verify.ts')).verify,
  ),
  mock: {
    kind: 'script',
    target: false,
    options: ['http', 'fault', 'ignore', 'repeat', 'timing', 'allowRedacted', 'help', 'version'],
    load: async () => (await import('./verbs/mock.ts')).mock,
  },
  redact: {
    kind: 'script',
    target: false,
    options: ['output', 'force', 'secret', 'rule', 'check', 'quiet', 'help', 'version'],
    load: async () => (await import('./verbs/redact.ts')).redact,
  },
  servers: {
    kind: 'script',
    target: false,
    options: ['config', 'json', 'help', 'version'],
    load: async () => (await import('./verbs/servers.ts')).servers,
  },
  open: {
    kind: 'screens',
    target: false,
    options: [...SCREEN, 'as', 'noLint', 'noSdkCheck', 'last', 'follow', 'json', 'help', 'version'],
  },
  tap: {
    kind: 'screens',
    target: true,
    options: [
      ...optionsIn('Tap'),
      ...[
        'config',
        'server',
        'transport',
        'browser',
        'http',
        'header',
        'ca',
        'insecure',
        'record',
        'force',
        'noRedact',
        'otlp',
      ],
      ...[...SCREEN, 'watch', 'json', 'help', 'version'],
    ] as readonly OptionKey[],
  },
  demo: {
    kind: 'screens',
    target: false,
    options: [...DEFAULT_OPTIONS.filter((key) => !['config', 'watch'].includes(key)), 'http', 'fault'],
  },
} as const satisfies Readonly<Record<string, Verb>>;

export type VerbName = keyof typeof VERBS;

export const VERB_NAMES = Object.keys(VERBS) as readonly VerbName[];

/** The row of a verb; undefined for any other word. */
export function verbNamed(word: string): VerbName | undefined {
  return VERB_NAMES.find((name) => name === word);
}
