import { parse } from '../json/parse.ts';
import type { Capture } from '../session/frame.ts';
import { classify, type Direction } from '../spec/envelope.ts';
import type { Finding } from '../spec/finding.ts';
import { elementsOf, messagesIn, type Recovered, slicesOf } from './recovered-messages.ts';

/**
 * Emits what a candidate holds: a message, several, a JSON value that is not one, or nothing at all (a blank line).
 * Returns false, and emits nothing, when it has text but no JSON that can be used.
 */
export function readCandidate(candidate: Candidate, emit: Emit): boolean {
  const text = candidate.bytes.toString();
  const message = parse(text);
  if (isPlain(candidate, text, message)) {
    emit({
      type: 'frame',
      dir: candidate.dir,
      n: candidate.bytes.length,
      line: candidate.line,
      msg: text,
      message,
    });
    return true;
  }
  const around = stripped(candidate, text);
  if (around.core.trim() === '') {
    emit(invalid(candidate, around, 'a blank line', []));
    return true;
  }
  const value = around.core === text ? message : parse(around.core);
  if (value === undefined) return readMixed(candidate, around, emit);
  if (Array.isArray(value)) readBatch(candidate, around, value, emit);
  else readSpans(candidate, around, [{ start: 0, end: around.core.length, value }], false, emit);
  return true;
}

/** Emits a candidate that {@link readCandidate} could not use. */
export function rejectCandidate(
  candidate: Candidate,
  emit: Emit,
  why: string,
  findings: readonly Finding[],
): void {
  emit(invalid(candidate, stripped(candidate, candidate.bytes.toString()), why, findings));
}

/** Whether a message is alone on its line and nothing is wrong with it: nearly always. */
function isPlain(candidate: Candidate, text: string, message: unknown): boolean {
  return (
    typeof message === 'object' &&
    candidate.lines === 1 &&
    candidate.findings.length === 0 &&
    candidate.bytes.at(-1) !== 0x0d &&
    !text.includes('\uFFFD') &&
    classify(message).kind !== 'none'
  );
}

/** A batch (JSON-RPC 2.0 §6): its elements one by one. */
function readBatch(candidate: Candidate, around: StrippedText, values: readonly unknown[], emit: Emit): void {
  if (values.length === 0) {
    emit(notProtocol(candidate, around, 'an empty batch holds no message', around.findings));
    return;
  }
  const finding = {
    rule: 'batch/array',
    message: `a batch of ${values.length}; only 2025-03-26 has batches, send one message a line`,
  };
  const found = { ...around, findings: [...around.findings, finding] };
  readSpans(candidate, found, elementsOf(around.core, values), true, emit);
}

/** Several values on a line, or messages with other text around them; false when there are none. */
function readMixed(candidate: Candidate, around: StrippedText, emit: Emit): boolean {
  const { spans, alone } = messagesIn(around.core);
  const first = spans[0];
  if (first === undefined) return false;
  const findings = [...around.findings];
  if (spans.length > 1) {
    const message = `${spans.length} messages on one line; end each with a newline`;
    findings.push({ rule: 'stdio/joined', message });
  }
  if (!alone) {
    const column = around.pre.length + first.start + 1;
    const where = column === 1 ? 'other text follows the JSON' : `JSON starts at column ${column}`;
    findings.push({ rule: 'stdio/log-prefix', message: `${where}; print other text to stderr instead` });
  }
  readSpans(candidate, { ...around, findings }, spans, spans.length > 1, emit);
  return true;
}

/**
 * Emits the values of a candidate in order, `numbered` as parts of a line or batch. The first carries the findings and
 * the raw bytes, which are those of the whole candidate.
 */
function readSpans(
  candidate: Candidate,
  around: StrippedText,
  spans: readonly Recovered[],
  numbered: boolean,
  emit: Emit,
): void {
  const { core, raw, findings } = around;
  slicesOf(core, spans).forEach(({ before, core: msg, after, value }, place) => {
    const isFirst = place === 0;
    const pre = (isFirst ? around.pre : '') + before;
    const post = place === spans.length - 1 ? after + around.post : '';
    const envelope = classify(value);
    if (envelope.kind === 'none') {
      const whole = numbered ? pre + msg + post : around.whole;
      const here = { ...around, whole, isUtf8: around.isUtf8 || !isFirst };
      emit(notProtocol(candidate, here, envelope.why, isFirst ? findings : []));
      return;
    }
    emit({
      type: 'frame',
      dir: candidate.dir,
      n: originalOf(candidate).length,
      line: candidate.line,
      ...(pre === '' ? {} : { pre }),
      ...(post === '' ? {} : { post }),
      ...(numbered ? { part: [place, spans.length] } : {}),
      ...(candidate.lines > 1 ? { lines: candidate.lines } : {}),
      ...(raw && isFirst ? { raw: originalOf(candidate).toString('base64') } : {}),
      msg,
      message: value,
      ...(isFirst && findings.length > 0 ? { findings } : {}),
    });
  });
}

/** A candidate that is JSON, but not a message. */
function notProtocol(
  candidate: Candidate,
  around: StrippedText,
  why: string,
  findings: readonly Finding[],
): Capture {
  return invalid(candidate, around, why, [...findings, { rule: 'message/not-protocol', message: why }]);
}

const originalOf = ({ original, bytes }: Candidate): Buffer => original ?? bytes;

/** A candidate without a message. */
function invalid(
  candidate: Candidate,
  around: StrippedText,
  why: string,
  findings: readonly Finding[],
): Capture {
  return {
    type: 'invalid',
    dir: candidate.dir,
    n: originalOf(candidate).length,
    line: candidate.line,
    ...(around.isUtf8 ? { text: around.whole } : { base64: originalOf(candidate).toString('base64') }),
    why,
    ...(findings.length > 0 ? { findings } : {}),
  };
}

/** Bytes that are read as one: a physical line, or several that seem to hold one message. */
export interface Candidate {
  readonly dir: Direction;
  /** Without the last LF, in UTF-8. */
  readonly bytes: Buffer;
  /** The same as received, if it was in another encoding. */
  readonly original?: Buffer;
  /** The number of the (first) physical line, from 1. */
  readonly line: number;
  /** How many physical lines, 1 for most. */
  readonly lines: number;
  /** Bytes at the beginning that are Content-Length headers. */
  readonly header: number;
  /** What is known to be wrong before it is read. */
  readonly findings: readonly Finding[];
}

/** Takes captures. */
export type Emit = (capture: Capture) => void;

/** A candidate as text: what may be JSON, and what surrounds it. */
export interface StrippedText {
  /** The whole text as received, line breaks included. */
  readonly whole: string;
  /** Headers and a byte order mark. */
  readonly pre: string;
  /** What may be JSON, on one line. */
  readonly core: string;
  /** A CR. */
  readonly post: string;
  readonly isUtf8: boolean;
  /** The text does not give the bytes back: they are not UTF-8, or line breaks were replaced. */
  readonly raw: boolean;
  readonly findings: readonly Finding[];
}

/** Takes a candidate apart. Offsets in findings are bytes from the beginning of the candidate, from 0. */
function stripped(candidate: Candidate, whole: string): StrippedText {
  const findings = [...candidate.findings];
  const bad = badUtf8(candidate.bytes, whole);
  if (bad >= 0) findings.push({ rule: 'stdio/utf8', message: `invalid UTF-8 at byte ${bad}` });

  let pre = candidate.bytes.toString('utf8', 0, candidate.header);
  let core = whole.slice(pre.length);
  if (core.startsWith('\uFEFF')) {
    findings.push({
      rule: 'stdio/bom',
      message: `a byte order mark at byte ${candidate.header}; UTF-8 needs none`,
    });
    pre += '\uFEFF';
    core = core.slice(1);
  }
  const post = core.endsWith('\r') ? '\r' : '';
  core = core.slice(0, core.length - post.length);
  if (post !== '' && core.trim() !== '') {
    const at = candidate.bytes.length - 1;
    findings.push({
      rule: 'stdio/crlf',
      message: `a carriage return at byte ${at}; a line ends in LF alone`,
    });
  }
  const isMultiline = core.includes('\n');
  if (isMultiline) core = core.replaceAll(/\r?\n/g, ' ');
  return {
    whole,
    pre,
    core,
    post,
    isUtf8: bad < 0 && candidate.original === undefined,
    raw: bad >= 0 || isMultiline || candidate.original !== undefined,
    findings,
  };
}

/** The offset of the first byte that is not UTF-8, or -1; `text` is the bytes decoded. */
export function badUtf8(bytes: Buffer, text: string): number {
  if (!text.includes('\uFFFD')) return -1;
  const good = Buffer.from(text);
  if (good.equals(bytes)) return -1;
  return bytes.findIndex((byte, at) => byte !== good[at]);
}

/** The byte order of UTF-16. */
export type Order = 'little-endian' | 'big-endian';

/**
 * A line of UTF-16 as UTF-8; undefined for any other. Lines are split at the byte 0x0A, so the zero beside it is at the
 * beginning of the next line (little-endian) or at the end of its own.
 *
 * @param known the order of the previous lines
 */
export function otherOrder(
  line: Buffer,
  known: Order | undefined,
): { readonly order: Order; readonly bytes: Buffer } | undefined {
  if (!line.includes(0) || !isUtf16(line)) return undefined;
  const isBig = line[0] === 0 || (line[0] === 0xfe && line[1] === 0xff);
  const order = known ?? (isBig ? 'big-endian' : 'little-endian');
  const isOdd = line.length % 2 === 1;
  const from = isOdd && order === 'little-endian' ? 1 : 0;
  const pairs = Buffer.from(line.subarray(from, isOdd && from === 0 ? line.length - 1 : line.length));
  if (order === 'big-endian') pairs.swap16();
  return { order, bytes: Buffer.from(pairs.toString('utf16le').replace(/^\uFEFF/, '')) };
}

/** Whether every other byte is zero, as in the UTF-16 of ASCII, which JSON mostly is. */
function isUtf16(line: Buffer): boolean {
  const head = line.subarray(0, 200);
  let zeros = 0;
  for (const byte of head) if (byte === 0) zeros += 1;
  return zeros * 3 >= head.length;
}
