import { StringDecoder } from 'node:string_decoder';
import type { Direction, Finding } from '../session/frame.ts';
import { announcedLength, isHeader } from './content-length.ts';
import { createExtent } from './extent.ts';
import type { Emit, Piece } from './piece.ts';
import { readPiece, rejectPiece } from './reading.ts';
import { messagesIn, parse } from './salvage.ts';
import type { Spread } from './spread.ts';
import { isWholeMessage, joinLines, startSpread } from './spread.ts';

/** Bytes in, captures out, in the order of the wire; nothing that is pushed is lost. */
export interface Framing {
  /** Takes the next bytes as they were read, cut anywhere. They must not change afterwards. */
  push(chunk: Buffer): void;
  /** Bytes have come that are not handed over yet. */
  readonly waiting: () => boolean;
  /** The sender is silent: hands over a message that is whole though its line, or announced length, is not. */
  settle(): void;
  /** The sender is silent for long: hands over what looked like the beginning of a message and need not be. */
  giveUp(): void;
  /** The sender is done: hands over all that is left. */
  end(): void;
}

/** Bytes in the longest line that is kept whole. */
const LIMIT = 256 * 1024 * 1024;
/** Bytes kept of a longer one. */
const HEAD = 64 * 1024;

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
export function createFraming(dir: Direction, emit: Emit, limit = LIMIT): Framing {
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

  function push(chunk: Buffer): void {
    let from = 0;
    while (from < chunk.length) {
      if (open.kind === 'body') {
        const to = Math.min(chunk.length, from + open.need - size);
        keep(chunk.subarray(from, to));
        from = to;
        if (size === open.need) finishBody(open);
      } else {
        const at = chunk.indexOf(LF, from);
        if (at < 0) keep(chunk.subarray(from));
        else endLine(take(chunk.subarray(from, at)), true);
        from = at < 0 ? chunk.length : at + 1;
      }
    }
  }

  function keep(part: Buffer): void {
    if (skipping) return;
    chunks.push(part);
    size += part.length;
    if (size > limit) {
      tooLong(peek().subarray(0, HEAD), size, no);
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
    else if (bytes.length > limit) tooLong(bytes.subarray(0, HEAD), bytes.length, line.no);
    else if (bytes.length > 0 || !wasTaken) readLine(line);
  }

  function readLine(line: Line): void {
    if (open.kind === 'spread') goOnWithSpread(open.spread, line);
    else if (open.kind === 'headers') goOnWithHeaders(open.headers, open.line, line);
    else readAlone(line);
  }

  function readAlone(line: Line): void {
    const piece = pieceOf(line);
    if (readPiece(piece, emit)) return;
    if (line.ended && isHeader(line.bytes)) {
      open = { kind: 'headers', headers: [line.bytes], line: line.no };
      return;
    }
    const spread = line.ended ? startSpread(line.bytes, line.no) : undefined;
    if (spread) open = { kind: 'spread', spread };
    else reject(piece, line.ended);
  }

  function goOnWithSpread(spread: Spread, line: Line): void {
    const extent = isWholeMessage(line.bytes) ? undefined : spread.follow(line.bytes);
    if (extent?.kind === 'open' && line.ended && spread.size() + line.bytes.length <= limit) {
      spread.push(line.bytes);
    } else if (extent?.kind === 'whole') {
      finishSpread(spread, line, extent.end);
    } else {
      abandonSpread(spread);
      readLine(line);
    }
  }

  function finishSpread(spread: Spread, line: Line, end: number): void {
    const rest = line.bytes.subarray(end);
    const isBlank = rest.toString('latin1').trim() === '';
    spread.push(isBlank ? line.bytes : line.bytes.subarray(0, end));
    const lines = spread.lines.length;
    const finding = {
      rule: 'stdio/multi-line',
      message: `a message spread over ${lines} lines; a message is one line`,
    };
    const bytes = joinLines(spread.lines);
    const piece = { ...pieceOf({ ...line, bytes, no: spread.line }, finding), lines };
    open = { kind: 'nothing' };
    if (!readPiece(piece, emit)) abandonSpread(spread);
    if (!isBlank) readLine({ ...line, bytes: rest });
  }

  function abandonSpread(spread: Spread): void {
    open = { kind: 'nothing' };
    const { lines } = spread;
    const message = `JSON spread over ${lines.length} lines that did not become a message; a message is one line`;
    let findings: readonly Finding[] = [{ rule: 'stdio/multi-line', message }];
    for (const [place, bytes] of lines.entries()) {
      const piece = pieceOf({ bytes, no: spread.line + place, ended: true });
      if (readPiece(piece, emit)) continue;
      if (lines.length === 1) reject(piece, true);
      else rejectPiece(piece, emit, 'a piece of JSON that did not become a message', findings);
      findings = [];
    }
  }

  function goOnWithHeaders(headers: Buffer[], first: number, line: Line): void {
    const need = announcedLength(headers);
    if (line.ended && isHeader(line.bytes)) {
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
      if (!readPiece(piece, emit)) reject(piece, true);
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
      push(bytes);
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

  function tooLong(head: Buffer, n: number, at: number): void {
    leave();
    const text = new StringDecoder('utf8').write(head);
    const why = `a line longer than ${limit} bytes; only its first ${Buffer.byteLength(text)} are kept`;
    emit({
      type: 'invalid',
      dir,
      n,
      line: at,
      text,
      why,
      findings: [{ rule: 'stdio/too-long', message: why }],
    });
  }

  /** Leaves what is open, handing over what belongs to it. */
  function leave(): void {
    if (open.kind === 'spread') abandonSpread(open.spread);
    else if (open.kind === 'headers') abandonHeaders(open.headers, open.line);
    else if (open.kind === 'body') {
      const bytes = take();
      abandonBody(open);
      push(bytes);
    }
  }

  function settle(): void {
    // Looked at first, for what is kept may be large and the silence a short one in its middle.
    if (size === 0 || !/(?:^|[\]}])\s*$/.test(chunks.at(-1)?.toString('latin1') ?? '')) return;
    const bytes = peek();
    if (open.kind === 'body') {
      if (isWhole(bytes)) finishBody(open);
    } else if (isWhole(open.kind === 'spread' ? joinLines([...open.spread.lines, bytes]) : bytes)) {
      endLine(take(), false);
    }
  }

  function giveUp(): void {
    settle();
    leave();
    // Without a brace it cannot become a message: a prompt, say, that waits for an answer.
    if (size > 0 && !peek().includes('{')) endLine(take(), false);
  }

  function end(): void {
    settle();
    if (open.kind === 'body') leave();
    if (size > 0) endLine(take(), false);
    leave();
  }

  function pieceOf(line: Line, finding?: Finding): Piece {
    const findings = finding ? [finding] : [];
    if (!line.ended) {
      findings.push({ rule: 'stdio/no-newline', message: 'no newline at the end; a message is one line' });
    }
    return { dir, bytes: line.bytes, line: line.no, lines: 1, header: 0, findings };
  }

  function reject(piece: Piece, ended: boolean): void {
    const why = whyNot(dir, piece.bytes.toString(), ended);
    const next = dir === 's2c' ? '; print to stderr instead' : '';
    rejectPiece(piece, emit, why, [{ rule: 'stdio/not-json', message: why + next }]);
  }

  return { push, waiting: () => size > 0 || open.kind !== 'nothing', settle, giveUp, end };
}

/** Whether bytes that may go on are one or more whole messages already. */
function isWhole(bytes: Buffer): boolean {
  const text = bytes.toString().trim();
  return parse(text) !== undefined || messagesIn(text).spans.at(-1)?.end === text.length;
}

/** What a line is that could not be used, in a sentence. */
function whyNot(dir: Direction, text: string, ended: boolean): string {
  const what = dir === 's2c' ? 'stdout is' : 'what was sent is';
  if (text.includes('\0')) return `${what} not UTF-8 but something with zero bytes, UTF-16 perhaps`;
  const start = text.search(/\{\s*["']|\[\s*\{/);
  if (start < 0 || text.slice(0, start).trim() !== '') return `${what} not JSON`;
  const extent = createExtent()(text, start);
  if (!ended || extent.kind === 'open') return `${what} JSON that breaks off`;
  const column = extent.kind === 'bad' ? extent.at + 1 : badCharacter(text, start, extent.end);
  return `${what} malformed JSON${column ? `, from column ${column} on` : ''}`;
}

/** The column of a control character or an escape in JSON that is none, which the reader of extents lets pass. */
function badCharacter(text: string, start: number, end: number): number | undefined {
  try {
    JSON.parse(text.slice(start, end));
    return undefined;
  } catch (error) {
    const place = / at position (\d+)/.exec(String(error))?.[1];
    return place === undefined ? undefined : start + Number(place) + 1;
  }
}
