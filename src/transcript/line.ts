import type {
  AuthorizationStep,
  Entry,
  FrameEntry,
  HttpPurpose,
  LifeEvent,
  Origin,
  Writable,
} from '../session/frame.ts';
import type { Direction } from '../spec/envelope.ts';

/** What a line of a transcript holds: an entry, something newer that is passed over, or no line of ours. */
export type Line =
  | { readonly kind: 'entry'; readonly entry: Entry; readonly message?: unknown }
  | { readonly kind: 'unknown'; readonly type: string }
  | { readonly kind: 'broken'; readonly why: string };

/** The line of an entry, without its LF. `msg` comes last and is the message's text to the character. */
export function writeLine(entry: Entry): string {
  if (entry.type === 'frame') return writeFrame(entry);
  const { type, seq, t, conn, session, ...rest } = entry;
  return JSON.stringify({ type, seq, t: rounded(t), conn, session, ...rest });
}

/** By hand, for there are millions of them. */
function writeFrame(entry: FrameEntry): string {
  const { seq, t, conn, session, dir, n, re, ms, x, by } = entry;
  let line = `{"type":"frame","seq":${seq},"t":${rounded(t)},"conn":${conn},"session":${session}`;
  line += `,"dir":"${dir}","n":${n}`;
  if (re !== undefined) line += `,"re":${re}`;
  if (ms !== undefined) line += `,"ms":${rounded(ms)}`;
  if (x !== undefined) line += `,"x":${x}`;
  if (by !== undefined) line += `,"by":"${by}"`;
  if (hasRareMember(entry)) {
    for (const name of rareMembers) {
      const value = entry[name];
      if (value !== undefined) line += `,"${name}":${JSON.stringify(value)}`;
    }
  }
  return `${line},"msg":${oneLine(entry.msg)}}`;
}

const rareMembers = ['redacted', 'cut', 'pre', 'post', 'line', 'part', 'lines', 'raw'] as const;

/** Asked by name, which is faster than one after the other. */
const hasRareMember = ({ redacted, cut, pre, post, line, part, lines, raw }: FrameEntry): boolean =>
  (redacted ?? cut ?? pre ?? post ?? line ?? part ?? lines ?? raw) !== undefined;

/** A microsecond is as far as clocks go. */
const rounded = (ms: number): number => Math.round(ms * 1000) / 1000;

/** Line breaks can only occur between the tokens of JSON; the framing has replaced them (and kept `raw`). */
const oneLine = (json: string): string => (/[\r\n]/.test(json) ? json.replace(/[\r\n]/g, ' ') : json);

/**
 * Reads a line back. A frame's message is sliced out, from the first `"msg":` to the closing brace (no member
 * before it can hold that text, for quotes in strings are escaped), and comes parsed beside it.
 */
export function readLine(text: string): Line {
  const line = text.trimEnd();
  try {
    return line.startsWith('{"type":"frame"') ? readFrame(line) : readOther(line);
  } catch {
    // Only JSON.parse throws here.
    return { kind: 'broken', why: 'it is not JSON' };
  }
}

function readFrame(line: string): Line {
  const at = line.indexOf('"msg":');
  if (at < 0) return { kind: 'broken', why: 'the frame has no msg' };
  const msg = line.slice(at + 6, -1).trim();
  const message: unknown = JSON.parse(msg);
  const common = readCommonHead(line, msg);
  if (common !== undefined) return { kind: 'entry', entry: common, message };
  const head = JSON.parse(`${line.slice(0, at).trimEnd().slice(0, -1)}}`);
  head.msg = msg;
  const why = problemOf(head);
  return why === undefined ? { kind: 'entry', entry: head, message } : { kind: 'broken', why };
}

/** What {@link writeFrame} writes for all but a few frames; reading it so costs half of parsing it. */
const commonHead =
  /^\{"type":"frame","seq":(\d{1,15}),"t":(\d{1,14}(?:\.\d{1,9})?),"conn":(\d{1,9}),"session":(\d{1,9}),"dir":"(c2s|s2c)","n":(\d{1,15})(?:,"re":(\d{1,15}))?(?:,"ms":(\d{1,14}(?:\.\d{1,9})?))?(?:,"x":(\d{1,9}))?(?:,"by":"(user|auto|server)")?(?:,"line":(\d{1,15}))?,"msg":/;

function readCommonHead(line: string, msg: string): FrameEntry | undefined {
  const found = commonHead.exec(line);
  if (found === null) return undefined;
  const [, seq, t, conn, session, dir, n, re, ms, x, by, place] = found;
  const entry: Writable<FrameEntry> = {
    type: 'frame',
    seq: Number(seq),
    t: Number(t),
    conn: Number(conn),
    session: Number(session),
    dir: dir as Direction,
    n: Number(n),
    msg,
  };
  if (re !== undefined) entry.re = Number(re);
  if (ms !== undefined) entry.ms = Number(ms);
  if (x !== undefined) entry.x = Number(x);
  if (by !== undefined) entry.by = by as Origin;
  if (place !== undefined) entry.line = Number(place);
  return entry;
}

function readOther(line: string): Line {
  const value = JSON.parse(line);
  if (typeof value?.type !== 'string') return { kind: 'broken', why: 'it is not an object with a type' };
  if (value.type === 'frame') return readFrame(reordered(value));
  const why = problemOf(value);
  if (why === 'unknown type') return { kind: 'unknown', type: value.type };
  return why === undefined ? { kind: 'entry', entry: value } : { kind: 'broken', why };
}

/** A frame somebody wrote in another order or spacing; what is exact in its text is lost already. */
function reordered({ type, msg, ...rest }: Record<string, unknown>): string {
  return JSON.stringify({ type, ...rest, msg });
}

type Check = (value: unknown) => boolean;

const text: Check = (value) => typeof value === 'string';
const flag: Check = (value) => typeof value === 'boolean';
const amount: Check = (value) => typeof value === 'number' && value >= 0;
const whole: Check = (value) => Number.isSafeInteger(value) && (value as number) >= 0;
/** Exchanges are numbered with 32 bits. */
const exchange: Check = (value) => whole(value) && (value as number) < 2 ** 31;
/** ms. No clock goes further: beyond it there are no dates. */
const time: Check = (value) => amount(value) && (value as number) < 1e15;
const number: Check = (value) => Number.isSafeInteger(value);
const texts: Check = (value) => Array.isArray(value) && value.every(text);
const headers: Check = (value) =>
  Array.isArray(value) && value.every((line) => Array.isArray(line) && line.length === 2 && line.every(text));
const pair: Check = (value) => Array.isArray(value) && value.length === 2 && value.every(whole);
const oneOf =
  (...values: readonly string[]): Check =>
  (value) =>
    values.includes(value as string);

const events: Readonly<Record<LifeEvent, true>> = {
  spawn: true,
  ready: true,
  close: true,
  exit: true,
  reconnect: true,
  timeout: true,
  cancel: true,
  assumed: true,
  lost: true,
  throttled: true,
  unrecorded: true,
  authorization: true,
};

const steps: Readonly<Record<AuthorizationStep, true>> = {
  kept: true,
  remark: true,
  wanted: true,
  client: true,
  asked: true,
  answered: true,
  granted: true,
  failed: true,
  forgotten: true,
};

const purposes: Readonly<Record<HttpPurpose, true>> = {
  'resource metadata': true,
  'server metadata': true,
  registration: true,
  callback: true,
  token: true,
  refresh: true,
};

const direction = oneOf('c2s', 's2c');

/** The members of each type of line and what they may be; a `?` marks those that may be absent. */
const members: Readonly<Record<Entry['type'], Readonly<Record<string, Check>>>> = {
  frame: {
    dir: direction,
    n: whole,
    're?': whole,
    'ms?': amount,
    'x?': exchange,
    'by?': oneOf('user', 'auto', 'server'),
    'cut?': texts,
    'pre?': text,
    'post?': text,
    'line?': whole,
    'part?': pair,
    'lines?': whole,
    'raw?': text,
    msg: text,
  },
  invalid: {
    dir: direction,
    n: whole,
    'x?': exchange,
    'line?': whole,
    'lines?': whole,
    'text?': text,
    'base64?': text,
    why: text,
  },
  stderr: { 'from?': text, text },
  http: {
    x: exchange,
    phase: oneOf('request', 'response', 'event', 'end', 'error'),
    'for?': oneOf(...Object.keys(purposes)),
    'method?': text,
    'url?': text,
    'status?': whole,
    'headers?': headers,
    'event?': (value) => typeof value === 'object' && value !== null,
    'body?': text,
    'base64?': text,
    'detail?': text,
    'code?': text,
  },
  life: {
    at: text,
    event: oneOf(...Object.keys(events)),
    'pid?': whole,
    'clean?': flag,
    'code?': number,
    'signal?': text,
    're?': whole,
    'answer?': whole,
    'transport?': text,
    'step?': oneOf(...Object.keys(steps)),
    'url?': text,
    'side?': oneOf('client'),
    'detail?': text,
  },
  finding: { at: whole, rule: text, 'path?': text, message: text, 'count?': whole },
  note: { at: whole, 'mark?': flag, 'text?': text },
};

const numbered = { seq: whole, t: time, conn: whole, session: whole, 'redacted?': texts };

interface Member {
  readonly name: string;
  readonly optional: boolean;
  readonly check: Check;
}

const tables = new Map<string, readonly Member[]>(
  Object.entries(members).map(([type, own]) => [type, Object.entries({ ...numbered, ...own }).map(member)]),
);

function member([written, check]: [string, Check]): Member {
  const optional = written.endsWith('?');
  return { name: optional ? written.slice(0, -1) : written, optional, check };
}

/**
 * What is wrong with a parsed line as an {@link Entry}: nothing, `unknown type`, or the member that is not as it
 * must be. By hand rather than by a schema: a million lines are read in seconds.
 */
function problemOf(line: Readonly<Record<string, unknown>>): string | undefined {
  const table = tables.get(String(line['type']));
  if (table === undefined) return 'unknown type';
  for (const { name, optional, check } of table) {
    const value = line[name];
    if (value === undefined ? !optional : !check(value)) return `its member ${name} is not valid`;
  }
  return undefined;
}
