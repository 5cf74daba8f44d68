import { type Level, pointerOf, rawOffsets, walkStrings } from './json-strings.ts';
import { isSecretName } from './secrets.ts';
import { createSpanFinder, type Span } from './spans.ts';

/** What stands in place of a secret. */
export const mark = '[redacted]';

/** A secret that was replaced: where its {@link mark} begins in the redacted text, and the text it stands for. */
export interface Hidden {
  readonly at: number;
  readonly original: string;
}

/** A text with its secrets replaced. */
export interface Redacted {
  readonly text: string;
  readonly hidden: readonly Hidden[];
  /** JSON pointers of the strings something was replaced in; empty for plain text. */
  readonly pointers: readonly string[];
}

/**
 * Finds secrets and replaces them, as docs/transcript.md says: by the name they stand under, by their shape, and
 * known values wherever they occur. Both readings give nothing when there is nothing to replace.
 */
export interface Redactor {
  /** Takes a valid JSON text; all that is not replaced stays as it is, to the character. */
  json(text: string): Redacted | undefined;
  /** Takes any text: a line of stderr, a log prefix, an error. */
  plain(text: string): Redacted | undefined;
  /** The text with its secrets replaced, for showing. */
  mask(text: string): string;
  /** Adds values that are secret from now on. */
  learn(values: Iterable<string>): void;
}

export function createRedactor(known: Iterable<string> = []): Redactor {
  const values = new Set(known);
  let isAscii = areAscii(values);
  let finder = createSpanFinder(values);
  const plain = (text: string): Redacted | undefined =>
    finder.mayFind(text) ? replace(text, finder.find(text), []) : undefined;
  return {
    json(text) {
      // One look at the whole text, as if it were one string; only then string by string.
      const flat = text.includes('\\') ? flattened(text, isAscii) : text;
      return finder.mayFind(flat) ? redactStrings(text, finder.find) : undefined;
    },
    plain,
    mask: (text) => plain(text)?.text ?? text,
    learn(more) {
      for (const value of more) values.add(value);
      isAscii = areAscii(values);
      finder = createSpanFinder(values);
    },
  };
}

function redactStrings(text: string, find: (value: string) => readonly Span[]): Redacted | undefined {
  const spans: Span[] = [];
  const pointers: string[] = [];
  walkStrings(text, ({ start, end, role, value }, levels) => {
    const found = role === 'name' ? inName(value, levels, find) : inValue(value, levels, find);
    if (found.length === 0) return;
    const top = levels.at(-1);
    if (role === 'name' && top !== undefined) top.name = replace(value, found, [])?.text ?? value;
    pointers.push(pointerOf(levels));
    const offsets = rawOffsets(
      text.slice(start, end),
      found.flatMap((span) => [span.start, span.end]),
    );
    for (let i = 0; i < offsets.length; i += 2) {
      spans.push({ start: start + (offsets[i] ?? 0), end: start + (offsets[i + 1] ?? 0) });
    }
  });
  return replace(text, spans, pointers);
}

function inValue(value: string, levels: readonly Level[], find: (value: string) => readonly Span[]) {
  if (value === '' || value === mark) return [];
  const place = placeOf(levels);
  if (place === 'protected') return [];
  if (place === 'secret') return [{ start: 0, end: value.length }];
  return find(value);
}

/** Names are the structure of the protocol, but anybody's where the values are free. */
function inName(value: string, levels: readonly Level[], find: (value: string) => readonly Span[]) {
  return isFree(levels.slice(0, -1)) ? find(value) : [];
}

/** Members that keep the conversation together; replacing them would break what follows. */
const protocolNames = new Set([
  'jsonrpc',
  'method',
  'protocolVersion',
  'id',
  'requestId',
  'progressToken',
  'cursor',
  'nextCursor',
  'requestState',
  'subscriptionId',
  'taskId',
]);
const schemaNames = new Set(['inputSchema', 'outputSchema', 'requestedSchema']);
/** Members whose values a server or a person makes up: a member `id` in there is no id of the protocol. */
const freeNames = new Set(['arguments', 'structuredContent', 'content', 'contents', 'messages', 'data']);

type Place = 'protected' | 'secret' | 'plain';

function placeOf(levels: readonly Level[]): Place {
  const top = levels.at(-1);
  if (top === undefined) return 'plain';
  // A name rules over its string and over the strings of its array.
  const name = (top.array ? levels.at(-2)?.name : top.name) ?? '';
  if (!isFree(levels)) {
    // `_meta` has names with a prefix: io.modelcontextprotocol/subscriptionId.
    if (!top.array && protocolNames.has(name.slice(name.lastIndexOf('/') + 1))) return 'protected';
    if (levels.some((level) => schemaNames.has(level.name))) return 'protected';
  }
  return isSecretName(name) ? 'secret' : 'plain';
}

/** Whether the walk is inside a free member: at the place of the protocol, not of a schema's property. */
function isFree(levels: readonly Level[]): boolean {
  const at = levels.findIndex((level) => freeNames.has(level.name) || schemaNames.has(level.name));
  return at >= 0 && freeNames.has(levels[at]?.name ?? '');
}

function replace(text: string, spans: readonly Span[], pointers: readonly string[]): Redacted | undefined {
  if (spans.length === 0) return undefined;
  const hidden: Hidden[] = [];
  let done = '';
  let from = 0;
  for (const { start, end } of spans) {
    done += text.slice(from, start);
    hidden.push({ at: done.length, original: text.slice(start, end) });
    done += mark;
    from = end;
  }
  return { text: done + text.slice(from), hidden, pointers };
}

/** Puts the originals back: what {@link Redacted} was made from, to the character. */
export function restore(text: string, hidden: readonly Hidden[]): string {
  let done = '';
  let from = 0;
  for (const { at, original } of hidden) {
    done += text.slice(from, at) + original;
    from = at + mark.length;
  }
  return done + text.slice(from);
}

const escapes: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

/** A JSON text with the escapes of its strings resolved. */
/**
 * JSON as the patterns can read it. Secrets are ASCII, unless a known one is not: then, or where ASCII stands escaped
 * by its number, every escape is undone. Else slashes do, since the patterns know escaped quotes: undoing them all
 * costs ten times as much on megabytes.
 */
function flattened(json: string, isAscii: boolean): string {
  if (!isAscii || /\\u00[0-7]/i.test(json)) return unescaped(json);
  return json.includes('\\/') ? json.replaceAll('\\/', '/') : json;
}

const areAscii = (values: Iterable<string>): boolean =>
  [...values].every((value) => /^[\x00-\x7f]*$/.test(value));

function unescaped(json: string): string {
  let done = '';
  let from = 0;
  for (let at = json.indexOf('\\'); at >= 0; at = json.indexOf('\\', from)) {
    const char = json[at + 1] ?? '';
    const unicode = char === 'u';
    done += json.slice(from, at);
    done += unicode
      ? String.fromCharCode(Number.parseInt(json.slice(at + 2, at + 6), 16))
      : (escapes[char] ?? char);
    from = at + (unicode ? 6 : 2);
  }
  return done + json.slice(from);
}
