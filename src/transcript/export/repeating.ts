import { keyValueWords } from '../../form/keyvalue-write.ts';
import { promptSchema } from '../../form/prompt.ts';
import { isObject } from '../../json/shape.ts';
import { mark } from '../../session/redaction/redaction.ts';
import type { SessionState } from '../../session/state.ts';
import { commandLine } from '../../snippet/command-line.ts';
import { createHider } from '../../snippet/hide.ts';
import { type Invocation, invocationAt } from '../../snippet/invocation.ts';
import type { ExportedSession } from './exported.ts';

/** Commands that repeat what was asked. */
export interface Repeating {
  readonly commands: readonly string[];
  /** How many more there would be. */
  readonly left: number;
  /** Secrets are missing in them. */
  readonly isRedacted: boolean;
}

/** Nobody repeats more by hand. */
const MOST = 20;
/** Characters; nobody reads a longer command, and few terminals take it. */
const LONGEST = 2_000;

/** Commands for what the lines of a session ask, or answer: each once, in their order. */
export function commandsFor({ log, state, lines, mask }: ExportedSession): Repeating {
  const { target } = state;
  const hide = createHider(target);
  const cwd = target.transport === 'stdio' ? target.cwd : '';
  const asked = new Set<number>();
  const commands = new Set<string>();
  let left = 0;
  for (const seq of lines) {
    const { kind, re } = log.row(seq) ?? {};
    const request = kind === 'request' ? seq : kind === 'result' || kind === 'error' ? re : undefined;
    if (request === undefined || asked.has(request)) continue;
    asked.add(request);
    if (!ASKED.has(log.row(request)?.method ?? '')) continue;
    if (commands.size === MOST) {
      left += 1;
      continue;
    }
    const invocation = invocationAt(log, request);
    if (invocation === undefined) continue;
    const command = commandLine(inWords(state, invocation), target, hide, cwd);
    if (!('text' in command)) continue;
    if (command.text.length > LONGEST) left += 1;
    else commands.add(mask(command.text));
  }
  const all = [...commands];
  return { commands: all, left, isRedacted: all.some((command) => command.includes(mark)) };
}

const ASKED: ReadonlySet<string> = new Set<Invocation['method']>([
  'tools/call',
  'prompts/get',
  'resources/read',
]);

/** With the arguments as words, where the schema of what is asked has them say the same. */
function inWords({ lists }: SessionState, asked: Invocation): Invocation {
  if (asked.method === 'resources/read') return asked;
  const list = asked.method === 'tools/call' ? lists.tools : lists.prompts;
  const item = list.items.find(({ name }) => name === asked.name);
  if (item === undefined) return asked.arguments === '{}' ? { ...asked, words: [] } : asked;
  const raw = isObject(item.raw) ? item.raw : {};
  const schema = asked.method === 'tools/call' ? (raw['inputSchema'] ?? {}) : promptSchema(raw['arguments']);
  return { ...asked, words: keyValueWords(schema, asked.arguments) };
}
