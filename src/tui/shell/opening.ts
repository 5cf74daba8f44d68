import { lstatSync } from 'node:fs';
import { basename, isAbsolute, join } from 'node:path';
import { configPlaces } from '../../clients/config-places.ts';
import { type FoundConfig, findConfig } from '../../clients/found.ts';
import { homeFolder } from '../../disk/place.ts';
import { mark } from '../../session/redaction/redaction.ts';
import { ago, bytes, counted, recentDay } from '../../text/measure.ts';
import { quoteShell, shellWords } from '../../text/quote.ts';
import { reason } from '../../text/reason.ts';
import { memo } from '../../time/memo.ts';
import { fileNamesIn } from '../../transcript/live.ts';
import { recordingsFolder, suffix } from '../../transcript/place.ts';
import { type RecordingHead, recordingHead, summarise } from '../../transcript/recordings.ts';
import { addressMeant, hostMeant } from '../../transport/mistyped.ts';
import type { Shell } from '../../transport/shell.ts';
import { startProblem } from '../../transport/start-error.ts';
import { type PickOptions, pickWords, serverChoice, type Taken } from './picker.tsx';
import type { Choice } from './picking.ts';

/** Where is looked for what there may be to open. */
export interface SearchOptions {
  readonly shell: Shell;
  /** A word that only the command line of the demonstration has. */
  readonly demoWord: string;
  readonly now: () => Date;
}

/** What there may be to open, and how it is looked at. */
export interface OpeningOptions extends PickOptions, SearchOptions {
  /** The first choice is a recording. */
  readonly atRecordings: boolean;
  /** Why these words cannot follow `mcp-loupe`. */
  readonly problem: (words: readonly string[]) => Promise<string | undefined>;
}

/**
 * Asks what to open: what was lately, the servers of other programs' configs, recordings, the demonstration, or what
 * is typed. The words that mean the same behind `mcp-loupe`; nothing when the person leaves.
 */
export function pickOpening(options: OpeningOptions): Promise<readonly string[] | undefined> {
  const { now } = options;
  const question = {
    title: 'Open',
    placeholder: 'node server.js or https://…',
    choices: [DEMO],
    help: HELP,
    // Asked several times a key, and a search of all folders of PATH.
    isLine: memo((line: string) => isLine(line, options.shell)),
    ...(options.atRecordings ? { at: RECORDINGS } : { fold: { group: RECORDINGS, most: MOST.shown } }),
    find: (stop: AbortSignal) => findChoices(options, stop),
    read: (choice: Choice) => readRecording(choice, now()),
    take: (line: string) => taken(line, (words) => checked(words, options)),
    check: (words: readonly string[]) => checked(words, options),
  };
  return pickWords(question, options);
}

const RECORDINGS = 'Recordings';

/** What is said to those who have not been here before. */
const HELP = `Type the command that starts a server, or its URL, and press enter. What you open is listed here the next time, \
beside the servers that Claude, Cursor, VS Code and others have on this machine.`;

/** Targets shown, recordings looked at for them, recordings shown at first, and bytes of one that is counted. */
const MOST = { targets: 5, recordings: 50, shown: 8, bytes: 64 * 1024 * 1024 };

/** A recording as a row, by what is in its file. Of one that takes long to read it is only said how large it is. */
async function readRecording(choice: Choice, now: Date): Promise<Choice> {
  const { unread: path = '' } = choice;
  const size = lstatSync(path).size;
  if (size > MOST.bytes) return { ...choice, facts: [bytes(size), ...choice.facts] };
  const summary = await summarise(path);
  if (summary === undefined) return { ...choice, isBad: true, facts: ['not a recording'] };
  const { server, frames, findings, started } = summary;
  const facts = [counted(frames, 'message'), recentDay(new Date(started), now)];
  return {
    ...choice,
    name: server,
    facts: findings === 0 ? facts : [...facts, counted(findings, 'finding')],
  };
}

/** The demonstration as a row. */
export const DEMO: Choice = {
  ...{ key: 'demo', group: 'Demo', name: 'a small observatory with a tool of every kind', facts: [] },
  ...{ line: 'mcp-loupe demo', words: ['demo'], isBad: false, disabled: false },
};

/** All there is: what was opened lately, the servers of configs, recordings, the demonstration. */
export async function findChoices(options: SearchOptions, stop: AbortSignal): Promise<readonly Choice[]> {
  const servers = configured(options);
  const folder = recordingsFolder();
  try {
    const kept = recordingsIn(folder);
    const recent = await recentTargets(kept, servers, options, stop);
    return [...recent, ...servers, ...kept.map((one) => recordingChoice(one, options.now())), DEMO];
  } catch (error) {
    return [...servers, badChoice(RECORDINGS, folder, reason(error)), DEMO];
  }
}

/** The servers in the configs of all clients; a file that cannot be read is a row that says why. */
function configured({ shell }: SearchOptions): readonly Choice[] {
  const home = homeFolder();
  const places = configPlaces({ home, env: shell.env, platform: shell.platform, cwd: shell.cwd });
  const found = places.flatMap((place) => findConfig(place, shell, home));
  // A client may have a file for this folder and one for the user: its servers stand together.
  const clients = new Set(found.map(({ client }) => client));
  return [...clients].flatMap((name) => found.flatMap((one) => (one.client === name ? configRows(one) : [])));
}

function configRows({ client, path, file }: FoundConfig): readonly Choice[] {
  if ('servers' in file) return file.servers.map((server) => serverChoice(server, client, path));
  return [badChoice(client, path, file.problem)];
}

/** A file or a folder that cannot be read. */
function badChoice(group: string, path: string, problem: string): Choice {
  const isNamed = problem.startsWith(path);
  const why = isNamed ? problem.slice(path.length + 1).trim() : problem;
  return {
    ...{ key: `bad ${path}`, group, name: basename(path), facts: [`cannot be read: ${why}`] },
    ...{ line: isNamed ? problem : `${path}: ${problem}`, words: [], isBad: true, disabled: false },
  };
}

/** A recording by its file alone. */
interface Kept {
  readonly path: string;
  readonly name: string;
  readonly started: Date;
}

/** The recordings of a folder, the newest first, by their names; of other names by when they were written. */
function recordingsIn(folder: string): readonly Kept[] {
  const files = fileNamesIn(folder).filter((name) => name.endsWith(suffix));
  return files
    .map((file) => {
      const path = join(folder, file);
      const whole = file.slice(0, -suffix.length);
      const [, date, hour, minute, second, name = whole] =
        /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(.+)$/.exec(whole) ?? [];
      const started =
        date === undefined
          ? new Date(lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0)
          : new Date(`${date}T${hour}:${minute}:${second}`);
      return { path, name, started };
    })
    .sort((a, b) => b.started.getTime() - a.started.getTime());
}

const recordingChoice = ({ path, name, started }: Kept, now: Date): Choice => ({
  ...{ key: `recording ${path}`, group: RECORDINGS, name, facts: [recentDay(started, now)] },
  ...{ line: path, words: ['open', path], isBad: false, disabled: false, unread: path },
});

/** What was connected to lately, each once, by the recordings of it. */
async function recentTargets(
  kept: readonly Kept[],
  servers: readonly Choice[],
  { now, shell, demoWord }: SearchOptions,
  stop: AbortSignal,
): Promise<readonly Choice[]> {
  const found = new Map<string, Choice>();
  for (const { path } of kept.slice(0, MOST.recordings)) {
    if (stop.aborted || found.size >= MOST.targets) break;
    const head = recordingHead(path);
    const choice = head === undefined ? undefined : recentChoice(head, servers, now(), shell.cwd);
    if (choice !== undefined && !choice.words.includes(demoWord) && !found.has(choice.key))
      found.set(choice.key, choice);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return [...found.values()];
}

function recentChoice(
  { target, started, isReady, tools }: RecordingHead,
  servers: readonly Choice[],
  now: Date,
  folder: string,
): Choice | undefined {
  const { url, command = [], cwd = folder, headers = [] } = target;
  const words = url === undefined ? command : [url];
  if (words.length === 0) return undefined;
  const line = quoteShell(words);
  const short = words.map((word) => (isAbsolute(word) ? basename(word) : word));
  const facts = [ago(new Date(started), now), ...(tools === undefined ? [] : [counted(tools, 'tool')])];
  const row: Omit<Choice, 'line' | 'words' | 'isBad'> = {
    outcome: isReady ? 'ok' : 'failed',
    key: `recent ${cwd} ${line}`,
    group: 'Recent',
    name: quoteShell(short),
    facts,
    disabled: false,
  };
  // The variables and headers that a config gives are not in the recording.
  const from = servers.find((server) => server.line === line && !server.isBad);
  if (from !== undefined) return { ...row, name: from.name, line, words: from.words, isBad: false };
  if (words.some((word) => word.includes(mark)))
    return { ...row, line: `${line}: its secret is not kept; type it again`, words: [], isBad: true };
  const given =
    headers.length === 0 ? '' : ` · was given the headers ${headers.join(', ')}, which are not kept`;
  return {
    ...row,
    line: `${line}${url === undefined && cwd !== folder ? ` · in ${cwd}` : given}`,
    words: url !== undefined ? words : cwd === folder ? ['--', ...words] : ['--cwd', cwd, '--', ...words],
    isBad: false,
  };
}

/** Whether this is a command or an address, rather than words of a row. */
export function isLine(line: string, { env, cwd }: Shell): boolean {
  const [command = '', ...args] = shellWords(line) ?? line.split(/\s+/);
  if (/^[a-z]+:\/\/|^[.~]?[/\\]/i.test(command)) return true;
  if (args.length === 0) return false;
  const target = { transport: 'stdio', command, args, cwd, env: { PATH: env['PATH'] ?? '' } } as const;
  const isProgram = startProblem({ ...target, given: [], beyondClient: [] }) === undefined;
  return isProgram || command.startsWith('-');
}

/** Why something that was typed cannot be used. */
interface Problem {
  readonly problem: string;
}

/** The words of the program itself, which a line that was copied may begin with. */
const OURS = /^\s*(?:\$\s+)?(?:(?:npx|bunx)\s+(?:-y\s+)?)?mcp-loupe\s+/;

/**
 * What was typed as words behind `mcp-loupe`: an address may lack its scheme.
 *
 * @param attempt takes words, or says why it cannot
 */
export async function taken<Done extends object>(
  line: string,
  attempt: (words: readonly string[]) => Promise<Done | Problem>,
): Promise<Done | Problem> {
  const typed = shellWords(line.replace(OURS, ''));
  if (typed === undefined) return { problem: 'A quote is not closed.' };
  const [first = '', ...rest] = typed;
  const asTyped = await attempt(typed);
  const address = rest.length === 0 ? (addressMeant(first) ?? hostMeant(first)) : undefined;
  if (!('problem' in asTyped) || address === undefined) return asTyped;
  const asMeant = await attempt([address]);
  return 'problem' in asMeant ? asTyped : asMeant;
}

/** Options that were given may not go with everything. */
async function checked(words: readonly string[], { problem }: OpeningOptions): Promise<Taken> {
  const why = await problem(words);
  return why === undefined ? { words } : { problem: why };
}
