import type { ReachedEntry } from '../clients/entry.ts';
import {
  appendArray,
  arrayText,
  colonOf,
  dropItems,
  type JsoncMember,
  type JsoncNode,
  memberOf,
  memberSeparator,
  prependItems,
  removeMember,
  type TextEdit,
  valueText,
} from '../json/jsonc-edit.ts';
import { isObject, type JsonObject } from '../json/shape.ts';
import { maskWords } from '../session/redaction/arguments.ts';
import { looksRandom } from '../session/redaction/names.ts';
import { createRedactor } from '../session/redaction/redactor.ts';
import type { PlacedEntry } from './entries.ts';
import { tapWords } from './tap-line.ts';

/** What the launcher finds the headers of a remote server in: they are no one's business who lists processes. */
export const HEADER_VARIABLE = 'MCP_LOUPE_HEADER_';

/** What it finds the URL in, where there is more in that than everybody may see. */
export const URL_VARIABLE = 'MCP_LOUPE_URL';

/** Stands in the arguments for a URL of which nothing may be seen. */
const HIDDEN = 'https://hidden.invalid/';

/** What an entry is started with instead. */
export interface Launcher {
  /** The absolute path of Node. */
  readonly node: string;
  /** The absolute path of our own program. */
  readonly program: string;
  /** The id of the client. */
  readonly client: string;
}

/** What must be changed in the text of a config for an entry to be tapped; nothing else of it changes. */
export function tapEdits(text: string, entry: PlacedEntry, launcher: Launcher): readonly TextEdit[] {
  const { read } = entry;
  if (read === undefined) return [];
  return read.by === 'stdio'
    ? startedEdits(text, entry, launcher)
    : reachedEdits(text, entry, read, launcher);
}

const json = (value: unknown): string => JSON.stringify(value);

const restOf = ({ program, client }: Launcher, name: string, more: readonly string[] = []): string[] =>
  [program, ...tapWords(client, name, more)].map(json);

/** Zed once had the command and its arguments in an object of their own. */
const holderOf = (entry: JsoncNode): readonly [holder: JsoncNode, member: JsoncMember | undefined] => {
  const command = memberOf(entry, 'command');
  return command?.node.members === undefined
    ? [entry, command]
    : [command.node, memberOf(command.node, 'path')];
};

/** `command` becomes Node, and what it was goes behind the `--` of `args`, before those that were there. */
function startedEdits(text: string, { name, node, around }: PlacedEntry, launcher: Launcher): TextEdit[] {
  const [holder, command] = holderOf(node);
  if (command === undefined) return [];
  const was = text.slice(command.node.from, command.node.to);
  const items = [...restOf(launcher, name), was];
  const args = memberOf(holder, 'args');
  return [
    { from: command.node.from, to: command.node.to, text: json(launcher.node) },
    args === undefined
      ? appendArray(text, command, 'args', items, around)
      : args.node.items === undefined
        ? { from: args.node.from, to: args.node.to, text: arrayText(text, args.from, items, around) }
        : prependItems(text, args.node, items),
  ];
}

/** The URL becomes the launcher's command, and headers become variables, which clients fill in in the same way. */
function reachedEdits(
  text: string,
  { name, node: entry, around }: PlacedEntry,
  read: ReachedEntry,
  launcher: Launcher,
): TextEdit[] {
  const url = memberOf(entry, read.member);
  if (url === undefined) return [];
  const by = read.chosen ? ['--transport', read.by] : [];
  // Where the client has no token it would have asked a person; now it is us who do that.
  const isGiven = read.headers.some(([header]) => /^authorization$/i.test(header));
  const more = isGiven || read.by === 'ws' ? by : [...by, '--browser'];
  const { from, to } = url.node;
  const was = text.slice(from, to);
  const seen = seenOf(read.url);
  const items = [...restOf(launcher, name, more), seen === read.url ? was : json(seen)];
  const colon = colonOf(text, url);
  const separator = memberSeparator(text, url);
  const args = `${json('args')}${colon}${arrayText(text, url.from, items, around)}`;
  const headers = memberOf(entry, 'headers');
  const variable = seen === read.url ? undefined : `${json(URL_VARIABLE)}${colonOf(text, url)}${was}`;
  const env =
    variable === undefined || headers !== undefined ? '' : `${separator}${json('env')}${colon}{${variable}}`;
  const edits: TextEdit[] = [
    { from: url.from, to: url.colon, text: json('command') },
    { from, to, text: `${json(launcher.node)}${separator}${args}${env}` },
  ];
  for (const key of ['type', 'transport']) {
    const kind = memberOf(entry, key)?.node;
    if (typeof kind?.value === 'string') edits.push({ from: kind.from, to: kind.to, text: json('stdio') });
  }
  if (headers !== undefined)
    edits.push(
      { from: headers.from, to: headers.colon, text: json('env') },
      // Before what is changed at the same place.
      ...(variable === undefined ? [] : [firstMember(text, headers, variable)]),
      ...headerEdits(headers),
    );
  return edits;
}

/**
 * What of a URL may stand in a command line, which all who list processes can read: not its user, its query or what the
 * client fills in, and no path with what looks like a secret.
 */
function seenOf(url: string): string {
  const [seen, origin = ''] = /^(\w+:\/\/[^/?#$@]+)(?=[/?#]|$)[^?#$]*/.exec(url) ?? [];
  if (seen === undefined) return HIDDEN;
  const path = seen.slice(origin.length);
  const isSecret = path.split('/').some(looksRandom) || createRedactor().mask(seen) !== seen;
  return isSecret ? `${origin}/` : seen;
}

/** Puts a member before all others of the object that a member is. */
function firstMember(text: string, { node }: JsoncMember, member: string): TextEdit {
  const [first] = node.members ?? [];
  if (first !== undefined)
    return { from: first.from, to: first.from, text: member + memberSeparator(text, first) };
  return node.members === undefined
    ? { from: node.from, to: node.to, text: `{${member}}` }
    : { from: node.from + 1, to: node.from + 1, text: member };
}

function headerEdits({ node }: JsoncMember): TextEdit[] {
  return (node.members ?? []).flatMap((header, at) => [
    { from: header.from, to: header.colon, text: json(`${HEADER_VARIABLE}${at + 1}`) },
    {
      from: header.node.from,
      to: header.node.to,
      text: json(`${header.name}: ${String(header.node.value)}`),
    },
  ]);
}

/** What an entry was before it was tapped, and what it became: its texts. */
export interface Before {
  readonly was: string;
  readonly is: string;
}

/** How an entry is restored, and what of it could not be, for the end of a sentence that begins with its name. */
export interface Restoring {
  readonly edits: readonly TextEdit[];
  readonly said?: string;
}

/**
 * Takes the tap out of an entry again. Where its text is as we left it, it gets its old text; else what the person or
 * the client changed meanwhile stays.
 *
 * @param before undefined where nothing is known of it but what it says itself
 * @param parsed what a JSON text with comments holds
 */
export function restoreEdits(
  text: string,
  entry: PlacedEntry,
  before: Before | undefined,
  parsed: (text: string) => unknown,
): Restoring {
  const { node, tap } = entry;
  const all = { from: node.from, to: node.to };
  if (before !== undefined && text.slice(node.from, node.to) === before.is)
    return { edits: [{ ...all, text: before.was }] };
  if (tap === undefined) return { edits: [], said: 'is not tapped any longer: it was changed, and stays so' };
  const was = before === undefined ? undefined : parsed(before.was);
  const isRemote = /^\w+:\/\//.test(tap.command[0] ?? '') || (isObject(was) && was['command'] === undefined);
  if (!isRemote) return { edits: startedBack(text, node, tap.before - 1, was) };
  if (before === undefined || !isObject(was) || !isObject(node.value))
    return {
      edits: [],
      said: 'is still tapped, as nothing is kept of what it was: its URL and its headers stand in it',
    };
  const { value, lost } = mergedBack(was, parsed(before.is), node.value);
  return {
    edits: [{ ...all, text: valueText(text, node, value) }],
    ...(lost.length === 0 ? {} : { said: `lost what was added to its command: ${lost.join(' ')}` }),
  };
}

/** The first of the arguments behind the `--` becomes the command again. */
function startedBack(text: string, entry: JsoncNode, dropped: number, was: unknown): TextEdit[] {
  const [holder, command] = holderOf(entry);
  const args = memberOf(holder, 'args');
  const old = args?.node.items?.[dropped];
  if (command === undefined || args === undefined || old === undefined) return [];
  const { from, to } = command.node;
  const isEmpty = args.node.items?.length === dropped + 1;
  const before = isObject(was) && isObject(was['command']) ? was['command'] : was;
  const argsBefore = isObject(before) ? before['args'] : [];
  const back = { from, to, text: text.slice(old.from, old.to) };
  if (isEmpty && argsBefore === undefined) return [back, removeMember(holder, args)];
  if (isEmpty && argsBefore === null) return [back, { from: args.node.from, to: args.node.to, text: 'null' }];
  return [back, dropItems(args.node, dropped + 1)];
}

/** What we put into an entry of a remote server. */
const OURS: ReadonlySet<string> = new Set(['command', 'args', 'type', 'transport', 'env']);

/** The entry as it was, with what was changed in it meanwhile. */
function mergedBack(
  was: JsonObject,
  is: unknown,
  now: JsonObject,
): { readonly value: JsonObject; readonly lost: readonly string[] } {
  const left = isObject(is) ? is : {};
  const isSame = (name: string): boolean => json(now[name]) === json(left[name]);
  const changed = Object.keys(now).filter((name) => !OURS.has(name) && !isSame(name));
  const gone = new Set(Object.keys(left).filter((name) => !OURS.has(name) && !(name in now)));
  const kept = Object.entries(was).filter(([name]) => !gone.has(name));
  const env = isObject(now['env']) ? now['env'] : {};
  const variables = Object.entries(env).filter(
    ([name]) => !name.startsWith(HEADER_VARIABLE) && name !== URL_VARIABLE,
  );
  const headers = Object.entries(env)
    .filter(([name]) => name.startsWith(HEADER_VARIABLE))
    .map(([, value]) => /^([^:]*): ?([\s\S]*)$/.exec(String(value)) ?? [])
    .map(([, name = '', value = '']) => [name, value] as const);
  const before = Array.isArray(left['args']) ? left['args'].length : 0;
  const added = (Array.isArray(now['args']) ? now['args'] : []).slice(before).map(String);
  const lost = maskWords(added, createRedactor().mask);
  const value = {
    ...Object.fromEntries(kept),
    ...Object.fromEntries(changed.map((name) => [name, now[name]])),
    ...(isSame('env') || headers.length === 0 ? {} : { headers: Object.fromEntries(headers) }),
    ...(variables.length === 0 ? {} : { env: Object.fromEntries(variables) }),
  };
  return { value, lost };
}
