import { StringDecoder } from 'node:string_decoder';
import { parse } from '../json/parse.ts';
import type { Direction } from '../spec/envelope.ts';
import type { Finding } from '../spec/finding.ts';
import type { Emit, Piece } from './chunk.ts';
import { announcedLength, isHeader } from './content-length.ts';
import { isWholeMessage, joinLines, type Spread, startSpread } from './multiline-message.ts';
import { readPiece, rejectPiece } from './reading.ts';
import { isWhole, SEARCHED } from './recovered-messages.ts';
import { createRejects, type NearMessages } from './rejects.ts';
import type { Worker } from './sluice.ts';
import type { Order } from './utf16.ts';
import { createTasks, type Task } from './work-queue.ts';

/**
 * Bytes in, captures out, in the order of the wire; nothing that is pushed is lost. Bytes may be cut anywhere. A step
 * reads one line; `push` takes all the steps at once.
 */
export interface Framing extends Worker {
  push(chunk: Buffer): void;
  /** Bytes have come that are not handed over yet. */
  readonly waiting: () => boolean;
  /** The sender is silent: hands over a message that is whole though its line, or announced length, is not. */
  settle(): void;
  /** The sender is silent for long: hands over what looked like the beginning of a message and need not be. */
  giveUp(): void;
  /** The sender is done, or heard no more: hands over what is left of a line; what was not read is dropped. */
  end(): void;
}

/** Bytes in the longest line that is kept whole. */
const LIMIT = 256 * 1024 * 1024;
/** Bytes kept of a longer one. */
const HEAD = 64 * 1024;

/** Headers that are waited for: LSP has two. */
const MOST_HEADERS = 16;
/** Bytes that are looked through at every silence; more than that only when they have doubled. */
const WORTHWHILE = 1024 * 1024;

const LF = 0x0a;

/** What the lines that come next may belong to. */
type Open =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'spread'; readonly spread: Spread }
  | { readonly kind: 'headers'; readonly headers: Buffer[]; readonly line: number }
  | {
      readonly kind: 'body';
      readonly headers: readonly Buffer[];
      readonly line: number;
      readonly need: number;
    };

/** A physical line, or at the end of the stream what there is of it. */
interface Line {
  readonly bytes: Buffer;
  readonly no: number;
  readonly ended: boolean;
}

/**
 * Splits a stream into messages as stdio has them (one a line, ended by LF, no line breaks within; "Transports",
 * stdio) and makes the best of streams that are something else.
 *
 *                  ┌ a message ─────────────────▶ frame
 *   bytes ─▶ line ─┼ the beginning of JSON ─────▶ spread: the lines after it, while they go on with it
 *                  ├ Content-Length ────────────▶ headers ─▶ blank line ─▶ body: so many bytes
 *                  └ anything else ─────────────▶ the messages in it, or invalid
 */
export function createFraming(dir: Direction, emit: Emit, limit = LIMIT, near?: NearMessages): Framing {
  /** Of the line, or the body, that is not complete. */
  let chunks: Buffer[] = [];
  let size = 0;
  /** The number of the line that comes. */
  let no = 1;
  /** Something was already taken from the beginning of this line. */
  let isRest = false;
  /** The line is too long, and its head is handed over. */
  let skipping = false;
  let open: Open = { kind: 'nothing' };
  let order: Order | undefined;

  const tasks = createTasks();
  const rejects = createRejects(dir, emit, near);
  /** Bytes that were not whole when the sender was silent. */
  let tried = 0;

  function push(chunk: Buffer): void {
    add(chunk);
    tasks.finish();
  }

  function add(bytes: Buffer): void {
    if (bytes.length > 0) tasks.last(reading(bytes));
  }

  function reading(bytes: Buffer): Task {
    let at = 0;
    return () => {
      at = open.kind === 'body' ? goOnWithBody(open, bytes, at) : goOnWithLine(bytes, at);
      return at === bytes.length;
    };
  }

  function goOnWithBody(body: Open & { kind: 'body' }, bytes: Buffer, from: number): number {
    const to = Math.min(bytes.length, from + body.need - size);
    keep(bytes.subarray(from, to));
    if (size === body.need) finishBody(body);
    return to;
  }

  function goOnWithLine(bytes: Buffer, from: number): number {
    const at = bytes.indexOf(LF, from);
    if (at < 0) keep(bytes.subarray(from));
    else endLine(take(bytes.subarray(from, at)), true);
    return at < 0 ? bytes.length : at + 1;
  }

  /** Reads a line when what comes before it has been read. */
  function readNext(line: Line): void {
    tasks.next(() => {
      readLine(line);
      return true;
    });
  }

  function keep(part: Buffer): void {
    if (skipping) return;
    chunks.push(part);
    size += part.length;
    if (size > limit) {
      tooLong(peek(), no);
      chunks = [];
      size = 0;
      skipping = true;
    }
  }

  /** What was kept, and a last part; nothing is kept afterwards. */
  function take(last?: Buffer): Buffer {
    if (chunks.length === 0 && last) return last;
    const bytes = peek(last);
    chunks = [];
    size = 0;
    return bytes;
  }
  function peek(last?: Buffer): Buffer {
    return Buffer.concat(last ? [...chunks, last] : chunks);
  }

  function endLine(bytes: Buffer, ended: boolean): void {
    const line = { bytes, no, ended };
    const wasTaken = isRest;
    isRest = !ended;
    if (ended) no++;
    if (skipping) skipping = !ended;
    else if (bytes.length > limit) tooLong(bytes, line.no);
    else if (bytes.length > 0 || !wasTaken) readLine(line);
  }

  function readLine(line: Line): void {
    if (open.kind === 'spread') goOnWithSpread(open.spread, line);
    else if (open.kind === 'headers') goOnWithHeaders(open.headers, open.line, line);
    else readAlone(line);
  }

  function readAlone(line: Line): void {
    const piece = pieceOf(line);
    if (readPiece(piece, emit)) {
      if (piece.bytes.length > 0) rejects.heal();
      return;
    }
    if (line.bytes.length > SEARCHED) {
      cut(line.bytes, line.no, `a line of ${line.bytes.length} bytes that holds no message`);
      return;
    }
    if (line.ended && isHeader(line.bytes)) {
      open = { kind: 'headers', headers: [line.bytes], line: line.no };
      return;
    }
    const spread = line.ended ? startSpread(line.bytes, line.no) : undefined;
    if (spread) open = { kind: 'spread', spread };
    else rejects.reject(piece, line.ended);
  }

  function goOnWithSpread(spread: Spread, line: Line): void {
    const extent = isWholeMessage(line.bytes) ? undefined : spread.follow(line.bytes);
    if (extent?.kind === 'open' && line.ended && spread.size() + line.bytes.length <= limit) {
      spread.push(line.bytes);
    } else if (extent?.kind === 'whole') {
      finishSpread(spread, line, extent.end);
    } else {
      readNext(line);
      abandonSpread(spread, extent?.kind === 'bad' ? line.bytes : undefined);
    }
  }

  function finishSpread(spread: Spread, line: Line, end: number): void {
    const rest = line.bytes.subarray(end);
    const isBlank = rest.toString('latin1').trim() === '';
    spread.push(isBlank ? line.bytes : line.bytes.subarray(0, end));
    const lines = spread.lines();
    const finding = {
      rule: 'stdio/multi-line',
      message: `a message spread over ${lines} lines; a message is one line`,
    };
    const piece = { ...pieceOf({ ...line, bytes: spread.bytes(), no: spread.line }, finding), lines };
    open = { kind: 'nothing' };
    if (!isBlank) readNext({ ...line, bytes: rest });
    if (!readPiece(piece, emit)) abandonSpread(spread);
  }

  /**
   * Has its lines read one by one.
   *
   * @param last the line at which it went wrong, where that is known
   */
  function abandonSpread(spread: Spread, last?: Buffer): void {
    open = { kind: 'nothing' };
    const bytes = spread.bytes();
    const lines = spread.lines();
    const nearly = last === undefined ? undefined : near?.read(joinLines([bytes, last]).toString());
    const meant = nearly?.isMessage ? nearly : undefined;
    let no = spread.line;
    let from = 0;
    tasks.next(() => {
      const end = bytes.indexOf(LF, from);
      const line = bytes.subarray(from, end < 0 ? bytes.length : end);
      const piece = pieceOf({ bytes: line, no, ended: true });
      if (meant === undefined) rejectPart(piece, lines, no === spread.line);
      else rejects.rejectPart(piece, no === spread.line, meant);
      no += 1;
      from = end + 1;
      if (end < 0 && meant !== undefined) rejects.breakOff(spread.line, meant);
      return end < 0;
    });
  }

  /** Takes a line of what became no message, in which there may be one. */
  function rejectPart(piece: Piece, lines: number, isFirst: boolean): void {
    if (readPiece(piece, emit)) return;
    if (lines === 1) {
      rejects.reject(piece, true);
      return;
    }
    const message = `JSON spread over ${lines} lines that did not become a message; a message is one line`;
    const findings = isFirst ? [{ rule: 'stdio/multi-line', message }] : [];
    rejectPiece(piece, emit, 'a piece of JSON that did not become a message', findings);
  }

  function goOnWithHeaders(headers: Buffer[], first: number, line: Line): void {
    const need = announcedLength(headers);
    if (line.ended && headers.length < MOST_HEADERS && isHeader(line.bytes)) {
      headers.push(line.bytes);
    } else if (line.ended && line.bytes.toString('latin1').trim() === '' && need && need <= limit) {
      open = { kind: 'body', headers: [...headers, line.bytes], line: first, need };
    } else {
      abandonHeaders(headers, first);
      readLine(line);
    }
  }

  function abandonHeaders(headers: readonly Buffer[], first: number): void {
    open = { kind: 'nothing' };
    headers.forEach((bytes, place) => {
      const piece = pieceOf({ bytes, no: first + place, ended: true });
      if (!readPiece(piece, emit)) rejects.reject(piece, true);
    });
  }

  /** The headers announce what does not follow; often characters are counted, and not bytes. */
  function abandonBody({ headers, line, need }: Open & { kind: 'body' }): void {
    open = { kind: 'nothing' };
    const why = `a header of LSP framing, and no message ends after the ${need} bytes that it announces`;
    let findings: readonly Finding[] = [
      { rule: 'stdio/content-length', message: `${why}; MCP stdio is one message a line` },
    ];
    for (const [place, bytes] of headers.entries()) {
      const piece = pieceOf({ bytes, no: line + place, ended: true });
      if (readPiece(piece, emit)) continue;
      rejectPiece(piece, emit, why, findings);
      findings = [];
    }
  }

  function finishBody(body: Open & { kind: 'body' }): void {
    const bytes = take();
    const header = joinLines([...body.headers, Buffer.alloc(0)]);
    open = { kind: 'nothing' };
    if (typeof parse(bytes.toString()) !== 'object') {
      abandonBody(body);
      tasks.next(reading(bytes));
      return;
    }
    for (const byte of bytes) if (byte === LF) no++;
    isRest = true;
    const says = bytes.length === body.need ? '' : `, and it is wrong (${body.need}, not ${bytes.length})`;
    const message = `Content-Length before the message${says}; that is LSP framing, MCP stdio is one message a line`;
    const line = { bytes: Buffer.concat([header, bytes]), no: body.line, ended: true };
    const piece = pieceOf(line, { rule: 'stdio/content-length', message });
    readPiece({ ...piece, header: header.length, lines: no - body.line + 1 }, emit);
  }

  /** Keeps the head of what is too long, once what comes before it has been read. */
  function cut(bytes: Buffer, at: number, what: string, rule = 'stdio/not-json', n = bytes.length): void {
    const text = new StringDecoder('utf8').write(bytes.subarray(0, HEAD));
    const why = `${what}; only its first ${Buffer.byteLength(text)} are kept`;
    tasks.next(() => {
      emit({ type: 'invalid', dir, n, line: at, text, why, findings: [{ rule, message: why }] });
      return true;
    });
  }

  function tooLong(bytes: Buffer, at: number): void {
    cut(bytes, at, `a line longer than ${limit} bytes`, 'stdio/too-long');
    leave();
  }

  /** Leaves what is open, handing over what belongs to it. */
  function leave(): void {
    if (open.kind === 'spread') abandonSpread(open.spread);
    else if (open.kind === 'headers') abandonHeaders(open.headers, open.line);
    else if (open.kind === 'body') {
      const bytes = take();
      abandonBody(open);
      tasks.next(reading(bytes));
    }
  }

  function settle(): void {
    // Looked at first, for what is kept may be large and the silence a short one in its middle.
    if (size === 0 || !/(?:^|[\]}])\s*$/.test(chunks.at(-1)?.toString('latin1') ?? '')) return;
    const before = open.kind === 'spread' ? [open.spread.bytes(), Buffer.of(LF)] : [];
    const bytes = Buffer.concat([...before, ...chunks]);
    if (bytes.length > WORTHWHILE && bytes.length < 2 * tried) return;
    tried = bytes.length;
    if (!isWhole(bytes)) return;
    if (open.kind === 'body') finishBody(open);
    else endLine(take(), false);
    tasks.finish();
  }

  function giveUp(): void {
    settle();
    leave();
    tasks.finish();
    // Without a brace it cannot become a message: a prompt, say, that waits for an answer. UTF-16 ends lines with a zero.
    if (size > 0 && !peek().includes('{') && peek().some((byte) => byte !== 0)) endLine(take(), false);
    tasks.finish();
  }

  function end(): void {
    tasks.drop();
    settle();
    if (size + (open.kind === 'spread' ? open.spread.size() : 0) > WORTHWHILE) endInside();
    if (open.kind === 'body') leave();
    tasks.finish();
    if (size > 0) endLine(take(), false);
    tasks.finish();
    leave();
    tasks.finish();
  }

  /** The end of a long line never came: what there is of it is no message, and not looked through. */
  function endInside(): void {
    const [bytes, at] = open.kind === 'spread' ? [open.spread.bytes(), open.spread.line] : [peek(), no];
    const n = open.kind === 'spread' ? bytes.length + size : size;
    cut(bytes, at, `a message of ${n} bytes that never ended`, 'stdio/not-json', n);
    open = { kind: 'nothing' };
    take();
  }

  function pieceOf(line: Line, finding?: Finding): Piece {
    const findings = finding ? [finding] : [];
    if (!line.ended) {
      findings.push({ rule: 'stdio/no-newline', message: 'no newline at the end; a message is one line' });
    }
    const other = line.bytes.includes(0) ? near?.decode(line.bytes, order) : undefined;
    if (other === undefined) return { dir, bytes: line.bytes, line: line.no, lines: 1, header: 0, findings };
    order = other.order;
    findings.push({ rule: 'stdio/utf8', message: `UTF-16 (${order}) and not UTF-8; it was decoded` });
    const { bytes } = other;
    return { dir, bytes, line: line.no, lines: 1, header: 0, findings, original: line.bytes };
  }

  return {
    add,
    step: tasks.step,
    push,
    waiting: () => size > 0 || open.kind !== 'nothing',
    settle,
    giveUp,
    end,
  };
}
