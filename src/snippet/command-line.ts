import { memberTexts } from '../json/parts.ts';
import { safeJson } from '../json/safe.ts';
import { mark } from '../session/redaction/redaction.ts';
import { addressOf, type LiveTarget, type RecordedTarget, type Target } from '../session/target.ts';
import { quoteShell, quoteWord, shellWords } from '../text/quote.ts';
import { visible } from '../text/visible.ts';
import { type Hider, isVariable, type TextPart } from './hide.ts';
import type { ArgumentWord, Invocation, SnippetText } from './invocation.ts';
import { headersAs, type Reached, reachedBy } from './server.ts';

/**
 * The command of ours that asks the same, for a POSIX shell: `mcp-loupe call get-sum a=3 -e KEY="$KEY" -- node
 * server.js`. What the server gets by `-e` is left to the variable of the same name.
 *
 * @param cwd the folder that the command is pasted in
 */
export function commandLine(asked: Invocation, target: Target, hide: Hider, cwd: string): SnippetText {
  const subject = asked.method === 'resources/read' ? asked.uri : asked.name;
  if (subject.startsWith('-')) return { why: `${visible(subject)} would be taken for an option` };
  if (visible(subject) !== subject) {
    return { why: `${visible(subject)} has characters that cannot be pasted into a terminal` };
  }
  const words: readonly (readonly TextPart[])[] = [
    ['mcp-loupe'],
    [VERBS[asked.method]],
    hide.text(subject),
    ...(asked.method === 'resources/read' ? [] : argumentWords(asked, hide)),
    ...(asked.method !== 'resources/read' && asked.asTask ? [['--task']] : []),
    ...(asked.method !== 'resources/read' && asked.sendAnyway ? [['--send-anyway']] : []),
  ];
  return { text: `${words.map(shellWord).join(' ')} ${serverWords(target, hide, cwd)}` };
}

/** What stands behind any command of ours to start or reach a server as it was: options, `--` and the server. */
export function serverWords(target: Target, hide: Hider, cwd: string): string {
  if (target.transport === 'recorded') return recordedWords(target);
  const words = [...options(target, hide, cwd), ['--'], ...address(target, hide)];
  return words.map(shellWord).join(' ');
}

/** What a recording says was started or reached, in which a shell must find nothing but words: others have written it. */
function recordedWords({ of, log, command, given = [], headers = [] }: RecordedTarget): string {
  if (log !== undefined) return '-- COMMAND';
  const server =
    demoWords(command ?? [])
      ?.map(shellWord)
      .join(' ') ?? quoteShell(command ?? shellWords(of) ?? [of]);
  return [...givenWords(given), ...headerWords({ headers: headersAs(headers) })]
    .map(shellWord)
    .concat('--', server)
    .join(' ');
}

const VERBS: Readonly<Record<Invocation['method'], string>> = {
  'tools/call': 'call',
  'prompts/get': 'prompt',
  'resources/read': 'read',
};

/** One word of a shell from its pieces: what is fixed in quotes where it needs them, variables in double ones. */
export function shellWord(pieces: readonly TextPart[]): string {
  const parts: TextPart[] = [];
  for (const piece of pieces) {
    const last = parts.at(-1);
    if (typeof piece === 'string' && typeof last === 'string') parts[parts.length - 1] = last + piece;
    else parts.push(piece);
  }
  if (parts.length === 0) return "''";
  return parts.map((part) => (typeof part === 'string' ? quoteWord(part) : `"$${part.variable}"`)).join('');
}

function argumentWords(
  asked: Extract<Invocation, { readonly words?: unknown }>,
  hide: Hider,
): readonly (readonly TextPart[])[] {
  const members = memberTexts(asked.arguments) ?? [];
  const words = asked.words?.map((word, at) => memberWord(word, members[at] ?? ['', '""'], hide));
  if (words?.every((word) => word !== undefined)) return words;
  const json = hide.json(asked.arguments, ['{"arguments":', '}']) ?? [];
  return [['--args'], safe(json)];
}

/** A member as the word for it, without its secrets; nothing where its name is one. */
function memberWord(
  { key, value }: ArgumentWord,
  [name, json]: readonly [string, string],
  hide: Hider,
): readonly TextPart[] | undefined {
  const pieces = hide.json(json, [`{"arguments":{${JSON.stringify(name)}:`, '}}']);
  if (pieces === undefined) return undefined;
  if (pieces.length === 1 && pieces[0] === json) return [key + value];
  if (key.endsWith(':=')) return [key, ...safe(pieces)];
  // A string is written without its quotes and escapes; one that begins with @ keeps its backslash.
  const slash = value.startsWith('\\@') ? '\\' : '';
  return [key + slash, ...unquoted(pieces)];
}

const safe = (pieces: readonly TextPart[]): readonly TextPart[] =>
  pieces.map((piece) => (typeof piece === 'string' ? safeJson(piece) : piece));

function unquoted(pieces: readonly TextPart[]): readonly TextPart[] {
  const last = pieces.length - 1;
  return pieces
    .map((piece, at) => {
      if (typeof piece !== 'string') return piece;
      const inner = piece.slice(at === 0 ? 1 : 0, at === last ? -1 : undefined);
      return JSON.parse(`"${inner}"`) as string;
    })
    .filter((piece) => piece !== '');
}

/** What names the server. */
function address(target: LiveTarget, hide: Hider): readonly (readonly TextPart[])[] {
  if (target.transport === 'stdio')
    return demoWords([target.command, ...target.args]) ?? hide.words([target.command, ...target.args]);
  return [hide.text(addressOf(target))];
}

/** The demonstration as it is typed: what we start it with is a word of our own. */
function demoWords(command: readonly string[]): readonly (readonly TextPart[])[] | undefined {
  const at = command.indexOf('demo-server');
  if (at < 2 || !OURSELVES.test(command[at - 1] ?? '')) return undefined;
  const how = command.slice(at + 1).flatMap((word) => [word === 'crowded' ? '--server' : '--fault', word]);
  return ['demo', ...how].map((word) => [word]);
}

const OURSELVES = /(?:^|[\\/])mcp-loupe(?:\.[cm]?js)?$/;

/** What starts or reaches the server as it was. */
function options(target: LiveTarget, hide: Hider, here: string): readonly (readonly TextPart[])[] {
  if (target.transport !== 'stdio') {
    const { transport, chosen, insecure } = target;
    return [
      ...headerWords(reachedBy(target, hide)),
      ...(chosen ? [['--transport'], [transport]] : []),
      ...(insecure ? [['--insecure']] : []),
    ];
  }
  const { cwd, given, beyondClient } = target;
  return [
    ...givenWords(given),
    ...(beyondClient.length === 0 ? [['--clean-env']] : []),
    ...(cwd === here ? [] : [['--cwd'], [cwd]]),
  ];
}

/** Variables of the server, each from the one of the same name. */
const givenWords = (names: readonly string[]): readonly (readonly TextPart[])[] =>
  names.flatMap((name) => [['-e'], [`${name}=`, isVariable(name) ? { variable: name } : mark]]);

/** Headers as both programs take them, their values in variables. */
export function headerWords({ headers }: Pick<Reached, 'headers'>): readonly (readonly TextPart[])[] {
  return headers.flatMap(({ name, variable }) => [['-H'], [`${name}: `, { variable }]]);
}
