import type { HeaderLine } from '../session/frame.ts';

/** The head of a message of HTTP/1.1 as it crosses the wire; texts are Latin-1, so that each byte is one character. */
export interface HttpHead {
  /** The first line, without its end. */
  readonly first: string;
  /** In order, with their duplicates. */
  readonly headers: readonly HeaderLine[];
  /** The lines of the headers as they came, in the order of `headers`, each with its end. */
  readonly lines: readonly string[];
  /** The empty line behind them. */
  readonly end: string;
}

/**
 * What follows a head (RFC 9112, 6.3): so many bytes, chunks, or all until the connection ends; after a provisional answer another
 * head; `tunnel` is no HTTP any more.
 */
export type BodyPlan = number | 'chunked' | 'rest' | 'head' | 'tunnel';

/** Who takes the parts of what crosses a wire. */
export interface WireTaker {
  /** A head is complete; what follows it is decided here. */
  head(head: HttpHead): BodyPlan;
  /** All bytes that follow a head as they came, with the framing of chunks. */
  raw?(bytes: Buffer): void;
  /** Part of a body without framing, or of a tunnel. */
  data(bytes: Buffer): void;
  /** A body ended; with the trailers of a chunked one. */
  end(trailers: readonly HeaderLine[]): void;
  /** It is not HTTP from here on: nothing more is read of it, and all that follows is raw. */
  fault(why: string, isInHead: boolean): void;
}

/** One direction of a connection, cut into heads and bodies. No byte is changed, and only incomplete heads wait. */
export interface HttpWire {
  push(chunk: Buffer): void;
  /** From now on it is a tunnel. */
  tunnel(): void;
  /** The stream is over: ends a body that lasts until then. */
  finish(): void;
  /** It stands between two messages, with nothing of the next. */
  isBetween(): boolean;
  /** Bytes so far, up to the end of the part that is being taken. */
  at(): number;
  /**
   * Within a chunked body: how many bytes of the current chunk are still to come; `size` and `end`: at the line before or behind
   * it; `line`: within such a line.
   */
  chunk(): number | 'size' | 'end' | 'line' | undefined;
}

type State = 'head' | 'length' | 'size' | 'chunk' | 'end' | 'trailers' | 'rest' | 'tunnel' | 'lost';

/** What has been read so far. */
interface Reading {
  readonly to: WireTaker;
  state: State;
  /** Bytes of the body or chunk that are still to come. */
  left: number;
  /** The line that is not complete, and the lines of a head or of trailers, with the bytes of both. */
  line: string;
  lines: string[];
  size: number;
  total: number;
}

/** Bytes of the longest head, and of the longest line before a chunk. */
const LONGEST = 256 * 1024;
const LF = 10;

export function createHttpWire(to: WireTaker): HttpWire {
  const r: Reading = { to, state: 'head', left: 0, line: '', lines: [], size: 0, total: 0 };
  return {
    push(chunk) {
      let from = 0;
      for (let at = 0; at < chunk.length; ) {
        const isHead = r.state === 'head';
        const next = step(r, chunk, at);
        if (!isHead && r.state === 'head') to.raw?.(chunk.subarray(from, next));
        if (isHead || r.state === 'head') from = next;
        at = next;
      }
      if (from < chunk.length) to.raw?.(chunk.subarray(from));
    },
    tunnel() {
      const early = Buffer.from(r.lines.join('') + r.line, 'latin1');
      Object.assign(r, { line: '', lines: [], size: 0, state: 'tunnel' });
      if (early.length === 0) return;
      to.raw?.(early);
      to.data(early);
    },
    finish() {
      if (r.state === 'rest') ended(r);
    },
    at: () => r.total,
    isBetween: () => r.state === 'head' && r.lines.length === 0 && r.line === '',
    chunk() {
      if (r.state === 'chunk') return r.left;
      if (r.state !== 'size' && r.state !== 'end') return undefined;
      return r.line === '' ? r.state : 'line';
    },
  };
}

/** Takes one part of a chunk, and returns where the next one begins. */
function step(r: Reading, chunk: Buffer, at: number): number {
  switch (r.state) {
    case 'rest':
    case 'tunnel':
    case 'lost':
      r.total += chunk.length - at;
      if (r.state !== 'lost') r.to.data(chunk.subarray(at));
      return chunk.length;
    case 'length':
    case 'chunk': {
      const end = Math.min(chunk.length, at + r.left);
      r.left -= end - at;
      r.total += end - at;
      r.to.data(chunk.subarray(at, end));
      if (r.left === 0 && r.state === 'length') ended(r);
      else if (r.left === 0) r.state = 'end';
      return end;
    }
    case 'head':
    case 'size':
    case 'end':
    case 'trailers': {
      const found = chunk.indexOf(LF, at);
      const end = found < 0 ? chunk.length : found + 1;
      r.line += chunk.toString('latin1', at, end);
      r.size += end - at;
      r.total += end - at;
      if (r.size > LONGEST) fault(r, `its headers are longer than ${LONGEST / 1024} kB`);
      else if (found >= 0) takeLine(r);
      return end;
    }
  }
}

function takeLine(r: Reading): void {
  const text = r.line;
  const isEmpty = text === '\r\n' || text === '\n';
  r.line = '';
  if (r.state === 'size') takeSize(r, text);
  else if (r.state === 'end') {
    r.size = 0;
    if (isEmpty) r.state = 'size';
    else fault(r, 'a chunk is longer than it says');
  } else if (!isEmpty) r.lines.push(text);
  else if (r.state === 'trailers') ended(r);
  // A line break before a head is skipped (RFC 9112, 2.2).
  else if (r.lines.length > 0) takeHead(r, text);
}

function takeHead(r: Reading, end: string): void {
  const [first = '', ...rest] = r.lines;
  Object.assign(r, { lines: [], size: 0 });
  const lines = fieldLines(rest);
  const plan = r.to.head({ first: first.replace(/\r?\n$/, ''), lines, headers: lines.map(fieldOf), end });
  if (typeof plan !== 'number') r.state = plan === 'chunked' ? 'size' : plan;
  else if (plan === 0) ended(r);
  else Object.assign(r, { left: plan, state: 'length' });
}

function takeSize(r: Reading, text: string): void {
  const [, digits] = /^[ \t]*([0-9a-f]{1,13})[ \t]*(?:;.*)?\r?\n$/is.exec(text) ?? [];
  r.size = 0;
  if (digits === undefined) {
    fault(r, `the size of a chunk is ${JSON.stringify(text.trim().slice(0, 40))}`);
    return;
  }
  r.left = Number.parseInt(digits, 16);
  r.state = r.left === 0 ? 'trailers' : 'chunk';
}

function ended(r: Reading): void {
  const trailers = fieldLines(r.lines).map(fieldOf);
  Object.assign(r, { line: '', lines: [], size: 0, state: 'head' });
  r.to.end(trailers);
}

function fault(r: Reading, why: string): void {
  const isInHead = r.state === 'head';
  r.state = 'lost';
  r.to.fault(why, isInHead);
}

/** Lines that begin with white space go on with the one before (RFC 9112, 5.2). */
function fieldLines(lines: readonly string[]): readonly string[] {
  const fields: string[] = [];
  for (const line of lines) {
    if (/^[ \t]/.test(line) && fields.length > 0) fields.push(`${fields.pop()}${line}`);
    else fields.push(line);
  }
  return fields;
}

function fieldOf(line: string): HeaderLine {
  const colon = line.indexOf(':');
  if (colon < 0) return [line.trim(), ''];
  return [
    line.slice(0, colon),
    line
      .slice(colon + 1)
      .replace(/\r?\n[ \t]*/g, ' ')
      .trim(),
  ];
}

/** What follows a request with these headers. */
export function requestBody(headers: readonly HeaderLine[]): BodyPlan {
  return framed(headers) ?? 0;
}

/** What follows a response with this status to a request with this method. */
export function responseBody(status: number, method: string, headers: readonly HeaderLine[]): BodyPlan {
  if (status === 101 || (method === 'CONNECT' && status >= 200 && status < 300)) return 'tunnel';
  if (status < 200) return 'head';
  if (status === 204 || status === 304 || method === 'HEAD') return 0;
  return framed(headers) ?? 'rest';
}

/** The framing that headers name; coded otherwise than in chunks, a body lasts until the end. */
function framed(headers: readonly HeaderLine[]): BodyPlan | undefined {
  const all = (name: string): readonly string[] =>
    headers.flatMap(([own, value]) => (own.toLowerCase() === name ? [value.toLowerCase()] : []));
  const coding = all('transfer-encoding').join(',');
  if (coding !== '') return /(?:^|,)[ \t]*chunked[ \t]*$/.test(coding) ? 'chunked' : 'rest';
  const [length] = all('content-length');
  return length !== undefined && /^\d{1,15}$/.test(length) ? Number(length) : undefined;
}
