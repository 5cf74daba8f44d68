import { isIndex, stepsOf } from './path.ts';
import { createScanner, type Scalar, type Scanner, type TokenKind } from './tokens.ts';

/** The kind of a JSON value; for `true` and `false` the value itself. */
export type ValueKind = Scalar | 'object' | 'array';

/**
 * `value`: a scalar. `open` and `close`: the brackets of an object or array. `end`: the value is complete and
 * nothing follows it. `error`: the text is not JSON; `start` and `message` say where and why.
 */
export type ReaderEvent = 'value' | 'open' | 'close' | 'end' | 'error';

/** Steps through a JSON text value by value; the fields describe the event that `next` returned. */
export interface Reader {
  next(): ReaderEvent;
  readonly kind: ValueKind;
  /** Offsets of the scalar or the bracket. */
  readonly start: number;
  readonly end: number;
  /** Offsets of the member's name with its quotes; -1 where there is none, and at `close`. */
  readonly keyStart: number;
  readonly keyEnd: number;
  /** How many objects and arrays are around. */
  readonly depth: number;
  readonly message: string;
}

/**
 * Reads exactly what `JSON.parse` accepts, at any depth, without building a value: numbers keep their digits,
 * duplicate names their place. Reading may begin at any value inside a text; who stops at its end need not
 * care about what follows.
 */
export function createReader(text: string, from = 0): Reader {
  const at: Place = {
    next: () => next(at),
    kind: 'null',
    start: from,
    end: from,
    keyStart: -1,
    keyEnd: -1,
    depth: 0,
    message: '',
    scanner: createScanner(text, from),
    around: [],
    inside: undefined,
    step: 'start',
  };
  return at;
}

type Container = 'object' | 'array';

/** Where a reader is: the event that it describes, and what it needs for the next. */
type Place = { -readonly [Field in keyof Reader]: Reader[Field] } & {
  readonly scanner: Scanner;
  /** The kinds of the containers around, the innermost last and in `inside` too. */
  readonly around: Container[];
  inside: Container | undefined;
  step: 'start' | 'opened' | 'after';
};

function next(at: Place): ReaderEvent {
  at.keyStart = -1;
  at.keyEnd = -1;
  const { inside, scanner } = at;
  const token = scanner.next();
  if (inside === undefined) return at.step === 'start' ? value(at, token) : ended(at, token);
  const closing = inside === 'object' ? '}' : ']';
  if (token === closing) return close(at, inside);
  if (at.step === 'opened') return member(at, token);
  if (token !== ',') return fail(at, token, `a comma or ${closing} is missing`);
  const following = scanner.next();
  return following === closing
    ? fail(at, following, `a comma cannot stand before ${closing}`)
    : member(at, following);
}

function member(at: Place, token: TokenKind): ReaderEvent {
  if (at.inside === 'array') return value(at, token);
  if (token !== 'string') return fail(at, token, 'a property name is missing');
  at.keyStart = at.scanner.start;
  at.keyEnd = at.scanner.end;
  const colon = at.scanner.next();
  return colon === ':' ? value(at, at.scanner.next()) : fail(at, colon, 'a colon is missing after the name');
}

function value(at: Place, token: TokenKind): ReaderEvent {
  switch (token) {
    case '{':
      return open(at, 'object');
    case '[':
      return open(at, 'array');
    case 'string':
    case 'number':
    case 'true':
    case 'false':
    case 'null':
      at.step = 'after';
      return here(at, 'value', token);
    case '}':
    case ']':
    case ',':
    case ':':
    case 'end':
    case 'error':
      return fail(at, token, 'a value is missing');
  }
}

function open(at: Place, kind: Container): ReaderEvent {
  here(at, 'open', kind);
  at.around.push(kind);
  at.inside = kind;
  at.step = 'opened';
  return 'open';
}

function close(at: Place, kind: Container): ReaderEvent {
  at.around.pop();
  at.inside = at.around.at(-1);
  at.step = 'after';
  return here(at, 'close', kind);
}

function here(at: Place, event: ReaderEvent, kind: ValueKind): ReaderEvent {
  at.kind = kind;
  at.start = at.scanner.start;
  at.end = at.scanner.end;
  at.depth = at.around.length;
  return event;
}

const ended = (at: Place, token: TokenKind): ReaderEvent =>
  token === 'end' ? 'end' : fail(at, token, 'text after the end of the value');

function fail(at: Place, token: TokenKind, message: string): ReaderEvent {
  at.start = at.scanner.start;
  at.end = at.scanner.end;
  if (token === 'error') at.message = at.scanner.message;
  else at.message = token === 'end' && at.around.length > 0 ? `${message}: the text ends too early` : message;
  return 'error';
}

/** Where a text stops being JSON, and why. */
export interface JsonProblem {
  /** In code units from the start of the text. */
  readonly offset: number;
  /** Both from 1; the column counts code points. */
  readonly line: number;
  readonly column: number;
  /** A sentence without its full stop. */
  readonly message: string;
}

/** The first thing `JSON.parse` would stumble over; undefined when the text is JSON. */
export function locateError(text: string): JsonProblem | undefined {
  const reader = createReader(text);
  for (;;) {
    const event = reader.next();
    if (event === 'end') return undefined;
    if (event === 'error') return problemAt(text, reader.start, reader.message);
  }
}

/** The problem with its place, for where no cursor can show it. */
export function problemSentence({ message, line, column }: JsonProblem): string {
  return `${message} (line ${line}, column ${column})`;
}

/** A problem at an offset of a text. */
export function problemAt(text: string, offset: number, message: string): JsonProblem {
  const lines = text.slice(0, offset).split(/\r\n|\r|\n/);
  return { offset, line: lines.length, column: Array.from(lines.at(-1) ?? '').length + 1, message };
}

/** A value's place in a JSON text, in code units: `text.slice(start, end)`. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

/**
 * Where the value a JSON pointer leads to is in a text; undefined when it leads nowhere or the text is not
 * JSON up to there. Of members with the same name it is the last, as `JSON.parse` has it.
 */
export function spanAt(text: string, pointer: string): TextSpan | undefined {
  const steps = stepsOf(pointer);
  if (steps === undefined) return undefined;
  let start = 0;
  for (const step of steps) {
    const child = childStart(text, start, step);
    if (child === undefined) return undefined;
    start = child;
  }
  return valueSpan(text, start);
}

/** The span of the value that begins at an offset, after white space. */
function valueSpan(text: string, from: number): TextSpan | undefined {
  const reader = createReader(text, from);
  const event = reader.next();
  const start = reader.start;
  if (event === 'value') return { start, end: reader.end };
  if (event !== 'open') return undefined;
  for (;;) {
    const inner = reader.next();
    if (inner === 'error') return undefined;
    if (inner === 'close' && reader.depth === 0) return { start, end: reader.end };
  }
}

/** Where the child by this name or place begins, of the object or array that begins at an offset. */
function childStart(text: string, from: number, step: string): number | undefined {
  const reader = createReader(text, from);
  if (reader.next() !== 'open') return undefined;
  const named = reader.kind === 'object';
  let found: number | undefined;
  let place = 0;
  for (;;) {
    const event = reader.next();
    if (event === 'error') return undefined;
    if (event === 'close' && reader.depth === 0) return found;
    if (event === 'close' || reader.depth !== 1) continue;
    if (named ? nameAt(text, reader.keyStart, reader.keyEnd) === step : isIndex(step, place))
      found = reader.start;
    place += 1;
  }
}

function nameAt(text: string, start: number, end: number): string {
  const inside = text.slice(start + 1, end - 1);
  return inside.includes('\\') ? JSON.parse(text.slice(start, end)) : inside;
}
