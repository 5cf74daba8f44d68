import { compact } from '../../../json/compact.ts';
import { jsonOf } from '../../../json/json-of.ts';
import { pretty } from '../../../json/pretty.ts';
import { isObject } from '../../../json/shape.ts';
import { visible } from '../../../text/visible.ts';
import type { Context } from '../../world/command.ts';
import type { Question } from '../../world/overlay.ts';
import { allEntries, type ListEntry } from './entries.ts';

declare module '../../world/ui.ts' {
  interface Ui {
    /** The tools, by name, whose calls need no more confirmation. */
    readonly allowed?: readonly string[];
  }
}

/** A call that is about to be sent: of which tool, with which arguments as JSON. */
interface Call {
  readonly name: string;
  readonly args: string;
}

declare module '../../world/command.ts' {
  interface Services {
    /** What to ask before a text is sent that was written by hand: about the calls in it. */
    readonly confirmationOfText: (context: Context, text: string) => Confirmation | undefined;
  }
}

/** What is asked before calls are sent, with the arguments; `always` stops asking about these tools. */
export type Confirmation = Required<
  Pick<Question, 'title' | 'text' | 'details' | 'words' | 'always' | 'sends'>
>;

/** What to ask before this call: about a destructive tool, and with `--confirm all` about any, each time. */
export const confirmation = (context: Context, { list, item }: ListEntry, args: string) =>
  list === 'tools' ? confirmationOf(context, [{ name: item.name, args }]) : undefined;

/** The same before a text is sent that was written by hand: about the calls in it. */
export const confirmationOfText = (context: Context, text: string): Confirmation | undefined =>
  confirmationOf(context, callsIn(text));

function confirmationOf({ confirm, host, ui }: Context, calls: readonly Call[]): Confirmation | undefined {
  const { allowed = [], revealed } = ui.get();
  const open = calls.filter(({ name }) => !allowed.includes(name));
  if (confirm === 'never' || open.length === 0) return undefined;
  const marked = destructiveTools(allEntries(host.store.state().lists, 'tools'));
  const due = confirm === 'all' ? open : open.filter(({ name }) => marked.has(name));
  const first = due.find(({ name }) => marked.has(name)) ?? due[0];
  if (first === undefined) return undefined;
  const lines = due.flatMap(({ name, args }) => [
    ...(due.length > 1 ? [`${name}:`] : []),
    ...argumentLines(args, revealed ? (text) => text : host.mask),
  ]);
  const isMarked = marked.has(first.name);
  return {
    title: isMarked ? 'Destructive' : 'Confirm',
    text: visible(isMarked ? `${first.name} is marked destructive. Run it?` : `Run ${first.name}?`),
    details: lines.map((line) => visible(line)),
    words: { yes: 'once' },
    sends: true,
    always: (context) => allow(context, [...new Set(due.map(({ name }) => name))]),
  };
}

/** Characters of the arguments that a question shows. */
const SEEN = 10_000;

/** Arguments as lines, without the brackets around them all. */
function argumentLines(args: string, mask: (text: string) => string): readonly string[] {
  const text = mask(args);
  if (text.length > SEEN) return [compact(text, SEEN)];
  const lines = pretty(text).split('\n');
  const isObjectOfLines = lines.length > 2 && lines[0] === '{' && lines.at(-1) === '}';
  if (isObjectOfLines) return lines.slice(1, -1).map((line) => line.replace(/^ {2}/, ''));
  return text.trim() === '{}' ? ['no arguments'] : lines;
}

/** Stops asking about these tools as long as the program runs. */
function allow({ ui }: Context, tools: readonly string[]): void {
  ui.update((now) => ({ ...now, allowed: [...(now.allowed ?? []), ...tools] }));
}

/** The names of the tools that are marked as destructive (server/tools#tool: annotations). */
function destructiveTools(tools: readonly ListEntry[]): ReadonlySet<string> {
  return new Set(tools.filter(isDestructive).map(({ item }) => item.name));
}

function isDestructive({ item }: ListEntry): boolean {
  const annotations = isObject(item.raw) ? item.raw['annotations'] : undefined;
  return isObject(annotations) && annotations['destructiveHint'] === true;
}

/** The calls of tools, listed or not, in the messages of a text. */
const callsIn = (text: string): readonly Call[] =>
  messagesIn(text).flatMap((message) => {
    if (!isObject(message) || message['method'] !== 'tools/call' || !isObject(message['params'])) return [];
    const { name, arguments: args = {} } = message['params'];
    return typeof name === 'string' ? [{ name, args: jsonOf(args) }] : [];
  });

/** What a server will read from a text: JSON over any number of lines, else each line that is JSON; batches in parts. */
function messagesIn(text: string): readonly unknown[] {
  const whole = parsed(text);
  return (whole.length > 0 ? whole : text.split('\n').flatMap(parsed)).flat();
}

function parsed(text: string): readonly unknown[] {
  try {
    return [JSON.parse(text)];
  } catch (error) {
    if (error instanceof SyntaxError) return []; // sent all the same, and then it calls nothing
    throw error;
  }
}
