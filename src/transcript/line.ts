import type { Entry, FrameEntry, Origin, Writable } from '../session/frame.ts';
import type { Direction } from '../spec/envelope.ts';
import { problemOf } from './members.ts';

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
  for (const name of rareMembers) {
    const value = entry[name];
    if (value !== undefined) line += `,"${name}":${JSON.stringify(value)}`;
  }
  return `${line},"msg":${oneLine(entry.msg)}}`;
}

const rareMembers = ['redacted', 'cut', 'pre', 'post', 'line', 'part', 'lines', 'raw'] as const;

/** A microsecond is as far as clocks go. */
const rounded = (ms: number): number => Math.round(ms * 1000) / 1000;

/** Line breaks can only stand between the tokens of JSON; the framing has replaced them (and kept `raw`). */
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
