import { type Path, pointerOf } from '../../json/path.ts';
import { MARK, scan } from '../../json/scan.ts';
import { createCommandReader } from './commands.ts';
import { isPair, isPlainWord, isSecretValue, kindOf, looksRandom } from './names.ts';
import type { SecretRule, SecretSpan } from './redaction.ts';
import {
  FREE_MEMBERS,
  NAME_MEMBERS,
  PROTECTED_MEMBERS,
  SCHEMA_MEMBERS,
  type SecretKind,
  VALUE_MEMBERS,
} from './words.ts';

/** The secrets of a JSON text: spans of the text in their order, and pointers of the strings they are in. */
export interface JsonSecrets {
  readonly spans: readonly SecretSpan[];
  readonly pointers: readonly string[];
}

/** How secrets are looked for in a JSON text. */
export interface JsonSearch {
  /** The secrets in a decoded string that show by themselves. */
  readonly find: (value: string) => readonly SecretSpan[];
  /** The name as pointers may have it. */
  readonly hide: (name: string, spans: readonly SecretSpan[]) => string;
  /** It is a message of the protocol, whose own members are never touched; else all its values are anybody's. */
  readonly isMessage: boolean;
  /** Names of all members are looked into, and schemas for what shows by itself. */
  readonly isThorough: boolean;
  /** The rules that count. */
  readonly isOn: (rule: SecretRule) => boolean;
}

/** Takes a valid JSON text. */
export function secretsInJson(
  text: string,
  { find, hide, isMessage, isThorough, isOn }: JsonSearch,
): JsonSecrets {
  const spans: SecretSpan[] = [];
  const pointers: string[] = [];
  const isFree = (places: number): boolean => !isMessage || (places & FREE) !== 0;

  const words = createWordLists();
  const take = ({ start, end }: StringToken, found: readonly SecretSpan[], pointer: string): void => {
    pointers.push(pointer);
    const offsets = rawOffsets(
      text.slice(start, end),
      found.flatMap((span) => [span.start, span.end]),
    );
    for (const [at, { rule }] of found.entries()) {
      spans.push({ start: start + (offsets[at * 2] ?? 0), end: start + (offsets[at * 2 + 1] ?? 0), rule });
    }
  };

  const visit = (token: StringToken, levels: readonly Level[]): void => {
    const { role, value } = token;
    const top = levels.at(-1);
    if (role === 'name') {
      // Names are the structure of the protocol, but anybody's where the values are free.
      const found = isThorough || isFree(top?.around ?? 0) ? find(value) : [];
      if (found.length === 0 || top === undefined) return;
      top.name = hide(value, found);
      take(token, found, pointerOf(pathOf(levels)));
      return;
    }
    if (value === '') return;
    const places = top === undefined ? 0 : placesIn(top);
    if (!isFree(places) && isProtected(top, places)) {
      const shown =
        isThorough && (places & SCHEMA) !== 0 ? find(value).filter(({ rule }) => rule !== 'names') : [];
      if (shown.length > 0) take(token, shown, pointerOf(pathOf(levels)));
      return;
    }
    const parts = isOn('names') ? keyParts(token, top) : [];
    for (const part of parts) take(part, [whole(part)], pointerBeside(levels, part.member));
    if (parts.some(({ start }) => start === token.start)) return;
    const waiting = remember(token, levels);
    if (waiting !== undefined && isOn('names'))
      take(waiting, [whole(waiting)], pointerBeside(levels, waiting.member));
    const from = words(levels, value);
    const found =
      isOn('names') && isSecretAt(levels, value) && !isOfText(text, token)
        ? [whole(token)]
        : from === undefined || !isOn('commands')
          ? find(value)
          : [{ start: from, end: value.length, rule: 'commands' as const }];
    if (found.length > 0) take(token, found, pointerOf(pathOf(levels)));
  };
  walkStrings(text, visit, placesIn);
  return { spans: spans.sort((a, b) => a.start - b.start), pointers };
}

const whole = ({ value }: StringToken): SecretSpan => ({ start: 0, end: value.length, rule: 'names' });

const protectedMembers: ReadonlySet<string> = new Set(PROTECTED_MEMBERS);
const schemaMembers: ReadonlySet<string> = new Set(SCHEMA_MEMBERS);
const freeMembers: ReadonlySet<string> = new Set(FREE_MEMBERS);
const nameMembers: ReadonlySet<string> = new Set(NAME_MEMBERS);
const valueMembers: ReadonlySet<string> = new Set(VALUE_MEMBERS);

/** In a free member, at the place of the protocol and not of a schema's property; and anywhere in a schema. */
const FREE = 1;
const SCHEMA = 2;

/** In which of these places is what a level holds, with the member at which the walk is. */
function placesIn({ around, name }: Level): number {
  const free = around === 0 && freeMembers.has(name) ? FREE : 0;
  return around | free | (schemaMembers.has(name) ? SCHEMA : 0);
}

function isProtected(top: Level | undefined, places: number): boolean {
  if ((places & SCHEMA) !== 0) return true;
  // `_meta` has names with a prefix: io.modelcontextprotocol/subscriptionId.
  return (
    top !== undefined && !top.array && protectedMembers.has(top.name.slice(top.name.lastIndexOf('/') + 1))
  );
}

/** Whether a string is a secret by the names around it. */
function isSecretAt(levels: readonly Level[], value: string): boolean {
  const top = levels.at(-1);
  const above = levels.at(-2);
  if (top === undefined) return false;
  // A name rules over its string and over the strings of its array.
  if (top.array)
    return (
      isUnder(kindOf(above?.name ?? ''), value) || (top.before !== undefined && isPair(top.before, value))
    );
  if (isUnder(kindOf(top.name), value)) return true;
  if (valueMembers.has(top.name) && isUnder(kindOf(top.said ?? ''), value)) return true;
  // `tokens: {"github": "…"}`: what a secret name holds under names of its own.
  const kind = above?.array === false ? kindOf(above.name) : undefined;
  return (
    kind !== undefined &&
    ((looksRandom(value) && isUnder('always', value)) || (kind !== 'words' && isUnder('random', value)))
  );
}

/** Members beside a `token` that is a word of a text: what a tokenizer or a model tells of it. */
const TOLD =
  '"(?:logprob|top_logprobs|pos|lemma|tag|start|end|offset|score|bytes|index|position|prob|probability|frequency)"';
const TOLD_BEHIND = new RegExp(`^"\\s*,\\s*${TOLD}`);
const TOLD_BEFORE = new RegExp(`${TOLD}\\s*:[^{}]{0,80}"token"\\s*:\\s*"$`);

/** Whether it is a plain word under `token`, and its object tells of a text. */
const isOfText = (text: string, { start, end, value }: StringToken): boolean =>
  isPlainWord(value) &&
  (TOLD_BEHIND.test(text.slice(end, end + 40)) ||
    TOLD_BEFORE.test(text.slice(Math.max(0, start - 160), start))) &&
  /"token"\s*:\s*"$/.test(text.slice(Math.max(0, start - 30), start));

const isUnder = (kind: SecretKind | undefined, value: string): boolean =>
  kind !== undefined && isSecretValue(kind, value);

/**
 * Keeps in mind what an object says of a value beside it, and what stood before in an array; gives the value that
 * came before its name, once that says that it is secret.
 */
function remember(
  token: StringToken,
  levels: readonly Level[],
): (StringToken & { readonly member: string }) | undefined {
  const top = levels.at(-1);
  if (top === undefined) return undefined;
  if (top.array) {
    top.before = top.next;
    top.next = token.value.length < 64 ? token.value : undefined;
    return undefined;
  }
  if (valueMembers.has(top.name)) {
    if (top.said === undefined) top.waiting = { ...token, member: top.name };
    return undefined;
  }
  if (!nameMembers.has(top.name) || top.said !== undefined) return undefined;
  if (kindOf(token.value) !== undefined) top.said = token.value;
  const { waiting } = top;
  return waiting !== undefined && isUnder(kindOf(token.value), waiting.value) ? waiting : undefined;
}

/** The members of a JSON Web Key that only its owner has (RFC 7518, 6.2.2, 6.3.2, 6.4.1). */
const KEY_PARTS: ReadonlySet<string> = new Set(['d', 'p', 'q', 'dp', 'dq', 'qi', 'k']);

/** The private parts of a key once its object says that it is one: those that came before, or this one. */
function keyParts(
  token: StringToken,
  top: Level | undefined,
): readonly (StringToken & { readonly member: string })[] {
  if (top === undefined || top.array) return [];
  if (top.name === 'kty') {
    const { parts = [] } = top;
    top.parts = [];
    top.isKey = true;
    return parts;
  }
  if (!KEY_PARTS.has(top.name) || token.value.length < 16) return [];
  const part = { ...token, member: top.name };
  if (top.isKey) return [part];
  top.parts = [...(top.parts ?? []), part].slice(0, KEY_PARTS.size);
  return [];
}

/** Members that hold the program of the list of arguments that follows. */
const PROGRAM_MEMBERS: ReadonlySet<string> = new Set(['command', 'cmd', 'program', 'executable', 'file']);

/** Takes the values of a text; of the words of a command line tells where a secret begins in one. */
function createWordLists(): (levels: readonly Level[], value: string) => number | undefined {
  let list: Level | undefined;
  let program: { readonly of: Level; readonly name: string } | undefined;
  let read = createCommandReader();
  return (levels, value) => {
    const top = levels.at(-1);
    if (top?.array !== true) {
      if (top !== undefined && PROGRAM_MEMBERS.has(top.name)) program = { of: top, name: value };
      return undefined;
    }
    if (list !== top) {
      list = top;
      read = createCommandReader();
      if (program !== undefined && program.of === levels.at(-2)) read(program.name);
    }
    return read(value);
  };
}

function pointerBeside(levels: readonly Level[], member: string): string {
  const top = levels.at(-1);
  return top === undefined ? '' : pointerOf([...pathOf(levels).slice(0, -1), member]);
}

/** An object or array around a string. */
interface Level {
  readonly array: boolean;
  /** Of an object, the name of the member where the walk is, decoded; may be changed to hide it in pointers. */
  name: string;
  /** Of an array, the place from 0. */
  index: number;
  /** Whether the next string of an object is a name. */
  naming: boolean;
  /** What the names of the levels around it say about everything in it. */
  readonly around: number;
  /** For who walks to keep in mind: of an object the name that a member says, and the value that came before it. */
  said?: string;
  waiting?: StringToken & { readonly member: string };
  /** Of an object that is a key, and what may be its private parts until that is known. */
  isKey?: boolean;
  parts?: readonly (StringToken & { readonly member: string })[];
  /** Of an array the strings before this one and the one before that. */
  before?: string | undefined;
  next?: string | undefined;
}

/** A string of a JSON text. */
interface StringToken {
  /** Offsets between the quotes. */
  readonly start: number;
  readonly end: number;
  readonly role: 'name' | 'value';
  /** Decoded. */
  readonly value: string;
}

/**
 * Calls `visit` for every string of a valid JSON text in order, with the levels around it, outermost first.
 *
 * @param around says of a level what holds for those in it, so that nobody has to look at all the levels around a string:
 *   there may be a hundred thousand
 */
function walkStrings(
  text: string,
  visit: (token: StringToken, levels: readonly Level[]) => void,
  around: (level: Level) => number,
): void {
  const levels: Level[] = [];
  const enter = (array: boolean, top: Level | undefined): void => {
    levels.push({ array, name: '', index: 0, naming: !array, around: top === undefined ? 0 : around(top) });
  };
  scan(text, (mark, start, end) => {
    const top = levels.at(-1);
    switch (mark) {
      case MARK.quote: {
        const value = decode(text.slice(start + 1, end - 1));
        const role = top?.naming ? 'name' : 'value';
        if (top?.naming) Object.assign(top, { naming: false, name: value });
        visit({ start: start + 1, end: end - 1, role, value }, levels);
        break;
      }
      case MARK.object:
        enter(false, top);
        break;
      case MARK.array:
        enter(true, top);
        break;
      case MARK.objectEnd:
      case MARK.arrayEnd:
        levels.pop();
        break;
      case MARK.comma:
        if (top?.array) top.index++;
        else if (top !== undefined) top.naming = true;
        break;
    }
    return false;
  });
}

/** The way from the top to where a walk is. */
const pathOf = (levels: readonly Level[]): Path =>
  levels.map(({ array, name, index }) => (array ? index : name));

/** For offsets in a decoded string, in order, the offsets in its JSON text (without the quotes). */
function rawOffsets(raw: string, decoded: readonly number[]): number[] {
  if (!raw.includes('\\')) return [...decoded];
  const offsets: number[] = [];
  let at = 0;
  let count = 0;
  for (const wanted of decoded) {
    while (count < wanted && at < raw.length) {
      at += raw[at] !== '\\' ? 1 : raw[at + 1] === 'u' ? 6 : 2;
      count++;
    }
    offsets.push(at);
  }
  return offsets;
}

const decode = (raw: string): string => (raw.includes('\\') ? JSON.parse(`"${raw}"`) : raw);
