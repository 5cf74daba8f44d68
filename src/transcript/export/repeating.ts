import { keyValueWords } from '../../form/keyvalue-write.ts';
import { promptSchema } from '../../form/prompt.ts';
import { problemsOf } from '../../form/verdict.ts';
import { parse } from '../../json/parse.ts';
import { memberText, memberTexts } from '../../json/parts.ts';
import { safeJson } from '../../json/safe.ts';
import { isObject } from '../../json/shape.ts';
import type { LogRow } from '../../session/log/row.ts';
import { mark } from '../../session/redaction/redaction.ts';
import type { SessionState } from '../../session/state.ts';
import { commandLine, serverWords } from '../../snippet/command-line.ts';
import { createHider, type Hider, plain } from '../../snippet/hide.ts';
import { type Invocation, invocationAt } from '../../snippet/invocation.ts';
import { quoteWord } from '../../text/quote.ts';
import { visible } from '../../text/visible.ts';
import type { ExportedSession } from './exported.ts';

/** Commands that repeat what was asked. */
export interface Repeating {
  readonly commands: readonly string[];
  /** How many more there would be. */
  readonly left: number;
  /** Secrets are missing in them. */
  readonly isRedacted: boolean;
  /** Variables of the shell that need a value first. */
  readonly variables: readonly string[];
}

/** Nobody repeats more by hand. */
const MOST = 20;
/** Characters; nobody reads a longer command, and few terminals take it. */
const LONGEST = 2_000;

/**
 * Commands for what the lines of a session ask, or answer: each once, in their order. What is used is repeated always, any
 * other request of the client where it failed.
 */
export function commandsFor(session: ExportedSession): Repeating {
  const { log, state, lines, mask } = session;
  const asked = new Set<number>();
  const commands = new Set<string>();
  const write = writerFor(session);
  let left = 0;
  for (const seq of lines) {
    const { kind, re } = log.row(seq) ?? {};
    const request = kind === 'request' ? seq : kind === 'result' || kind === 'error' ? re : undefined;
    if (request === undefined || asked.has(request)) continue;
    asked.add(request);
    const row = log.row(request);
    if (row === undefined || !isRepeated(session, row)) continue;
    const command = commands.size === MOST ? undefined : write(row);
    if (command === undefined || command.length > LONGEST) left += 1;
    else commands.add(mask(command));
  }
  const all = [...commands];
  const variables = all.flatMap((command) => [...command.matchAll(GIVEN)].map(([, name = '']) => name));
  return {
    commands: [...folderOf(state, all).map(mask), ...all],
    left,
    isRedacted: all.some((command) => command.includes(mark)),
    variables: [...new Set(variables)],
  };
}

/** A variable or a header of the server whose value the shell is to know. */
const GIVEN = /(?: -e \w+=| -H '[^']*')"\$(\w+)"/g;

const USED: ReadonlySet<string> = new Set(['tools/call', 'prompts/get', 'resources/read']);

function isRepeated({ log }: ExportedSession, { dir, method = '', answer, ended }: LogRow): boolean {
  if (dir !== 'c2s' || method === 'initialize') return false;
  const isLost = ended === 'timeout' || ended === 'closed';
  return USED.has(method) || isLost || (answer !== undefined && log.row(answer)?.kind === 'error');
}

/** Writes the command for a request; nothing where its text is no longer held. */
function writerFor({ log, state }: ExportedSession): (row: LogRow) => string | undefined {
  const { target } = state;
  const hide = createHider(target);
  const cwd = target.transport === 'stdio' ? target.cwd : '';
  const server = serverWords(target, hide, cwd);
  const verbFor = (seq: number, method: string, params: string | undefined): string | undefined => {
    if (params === undefined) return method === 'ping' ? `mcp-loupe ping ${server}` : undefined;
    if (memberText(params, '_meta') !== undefined) return undefined;
    if (method === 'completion/complete') {
      const words = completionWords(parse(params));
      return words && `mcp-loupe complete ${words.map(quoteWord).join(' ')} ${server}`;
    }
    const invocation = invocationAt(log, seq);
    const command = invocation && commandLine(fitted(state, invocation), target, hide, cwd);
    return command !== undefined && 'text' in command ? command.text : undefined;
  };
  return ({ seq, method = '' }) => {
    const text = log.text(seq);
    if (text === undefined || !isObject(parse(text))) return undefined;
    const params = ownParams(memberText(text, 'params'));
    return (
      verbFor(seq, method, params) ??
      `printf '%s\\n' ${quoteWord(stepFor(method, params, hide))} | mcp-loupe run - ${server}`
    );
  };
}

/** The operands of `complete`; nothing where words cannot say the same. */
function completionWords(params: unknown): readonly string[] | undefined {
  const { ref, argument, context } = isObject(params) ? params : {};
  if (!isObject(ref) || !isObject(argument)) return undefined;
  const of = ref['type'] === 'ref/prompt' ? ref['name'] : ref['uri'];
  const known = isObject(context) && isObject(context['arguments']) ? context['arguments'] : {};
  const values = [[argument['name'], argument['value']], ...Object.entries(known)];
  if (typeof of !== 'string' || of.startsWith('-') || visible(of) !== of) return undefined;
  const words = values.map(([name, value]) => `${name}=${value}`);
  const isTold = values.every((pair) => pair.every((part) => typeof part === 'string'));
  const isClean = words.every((word) => /^[^=-]/.test(word) && visible(word) === word);
  return isTold && isClean ? [ref['type'] === 'ref/prompt' ? 'prompt' : 'resource', of, ...words] : undefined;
}

/** The params without what whoever sends them adds: the token for progress, and what a request says of its client. */
function ownParams(params: string | undefined): string | undefined {
  const meta = params === undefined ? undefined : memberText(params, '_meta');
  if (params === undefined || meta === undefined) return params;
  const own = (memberTexts(meta) ?? []).filter(
    ([name]) => name !== 'progressToken' && !name.startsWith('io.modelcontextprotocol/'),
  );
  const others = (memberTexts(params) ?? []).filter(([name]) => name !== '_meta');
  const members = own.length === 0 ? others : [...others, ['_meta', objectOf(own)] as const];
  return members.length === 0 ? undefined : objectOf(members);
}

const objectOf = (members: readonly (readonly [name: string, value: string])[]): string =>
  `{${members.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`;

/** A step of `run`, in which nothing reads like a variable of it. */
function stepFor(method: string, params: string | undefined, hide: Hider): string {
  const own = params && plain(hide.json(params, ['{"params":', '}']) ?? ['{}']).replace(/\$+(?=\{)/g, '$&$');
  return safeJson(`{"method":${JSON.stringify(method)}${own === undefined ? '' : `,"params":${own}`}}`);
}

/** The folder that the server was started in, to go to first; our own demonstration is the same everywhere. */
function folderOf({ target }: SessionState, commands: readonly string[]): readonly string[] {
  const cwd = 'cwd' in target ? target.cwd : undefined;
  const isNeeded = commands.some((command) => !/ -- demo(?: |$)/.test(command));
  return cwd !== undefined && isNeeded && visible(cwd) === cwd ? [`cd ${quoteWord(cwd)}`] : [];
}

/** With the arguments as words, where the schema of what is asked has them say the same, and whether they fit it. */
function fitted({ lists }: SessionState, asked: Invocation): Invocation {
  if (asked.method === 'resources/read') return asked;
  const list = asked.method === 'tools/call' ? lists.tools : lists.prompts;
  const item = list.items.find(({ name }) => name === asked.name);
  if (item === undefined) return asked.arguments === '{}' ? { ...asked, words: [] } : asked;
  const raw = isObject(item.raw) ? item.raw : {};
  const schema = asked.method === 'tools/call' ? (raw['inputSchema'] ?? {}) : promptSchema(raw['arguments']);
  const words = keyValueWords(schema, asked.arguments);
  return problemsOf(schema, asked.arguments).length === 0
    ? { ...asked, words }
    : { ...asked, words, sendAnyway: true };
}
