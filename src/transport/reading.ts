import { parse } from '../json/parse.ts';
import type { Capture } from '../session/frame.ts';
import { classify } from '../spec/envelope.ts';
import type { Finding } from '../spec/finding.ts';
import type { Emit, Piece } from './chunk.ts';
import { elementsOf, messagesIn, type Recovered } from './recovered-messages.ts';
import { type Surroundings, surroundings } from './stripped-line.ts';

/**
 * Hands over what a piece holds: a message, several, a JSON value that is none, or nothing at all (a blank line).
 * Returns false, and hands over nothing, when there is text but no JSON in it that can be used.
 */
export function readPiece(piece: Piece, emit: Emit): boolean {
  const text = piece.bytes.toString();
  const message = parse(text);
  if (isPlain(piece, text, message)) {
    emit({ type: 'frame', dir: piece.dir, n: piece.bytes.length, line: piece.line, msg: text, message });
    return true;
  }
  const around = surroundings(piece, text);
  if (around.core.trim() === '') {
    emit(invalid(piece, around, 'a blank line', []));
    return true;
  }
  const value = around.core === text ? message : parse(around.core);
  if (value === undefined) return readMixed(piece, around, emit);
  if (Array.isArray(value)) readBatch(piece, around, value, emit);
  else readSpans(piece, around, [{ start: 0, end: around.core.length, value }], false, emit);
  return true;
}

/** Hands over a piece that {@link readPiece} could not use. */
export function rejectPiece(piece: Piece, emit: Emit, why: string, findings: readonly Finding[]): void {
  emit(invalid(piece, surroundings(piece, piece.bytes.toString()), why, findings));
}

/** Whether a message stands alone on its line and nothing has to be said about it: nearly always. */
function isPlain(piece: Piece, text: string, message: unknown): boolean {
  return (
    typeof message === 'object' &&
    piece.lines === 1 &&
    piece.findings.length === 0 &&
    piece.bytes.at(-1) !== 0x0d &&
    !text.includes('\uFFFD') &&
    classify(message).kind !== 'none'
  );
}

/** A batch (JSON-RPC 2.0 §6): its elements one by one. */
function readBatch(piece: Piece, around: Surroundings, values: readonly unknown[], emit: Emit): void {
  if (values.length === 0) {
    emit(notProtocol(piece, around, 'an empty batch holds no message', around.findings));
    return;
  }
  const finding = {
    rule: 'batch/array',
    message: `a batch of ${values.length}; only 2025-03-26 has batches, send one message a line`,
  };
  const found = { ...around, findings: [...around.findings, finding] };
  readSpans(piece, found, elementsOf(around.core, values), true, emit);
}

/** Several values on a line, or messages with other text around them; false when there are none. */
function readMixed(piece: Piece, around: Surroundings, emit: Emit): boolean {
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
  readSpans(piece, { ...around, findings }, spans, spans.length > 1, emit);
  return true;
}

/**
 * Hands over the values of a piece in order, `numbered` as parts of a line or batch. Findings and raw bytes, which
 * are those of the whole piece, stand at the first.
 */
function readSpans(
  piece: Piece,
  around: Surroundings,
  spans: readonly Recovered[],
  numbered: boolean,
  emit: Emit,
): void {
  const { core, raw, findings } = around;
  let from = 0;
  spans.forEach(({ start, end, value }, place) => {
    const isFirst = place === 0;
    const pre = (isFirst ? around.pre : '') + core.slice(from, start);
    const msg = core.slice(start, end);
    const post = place === spans.length - 1 ? core.slice(end) + around.post : '';
    from = end;
    const envelope = classify(value);
    if (envelope.kind === 'none') {
      const whole = numbered ? pre + msg + post : around.whole;
      const here = { ...around, whole, isUtf8: around.isUtf8 || !isFirst };
      emit(notProtocol(piece, here, envelope.why, isFirst ? findings : []));
      return;
    }
    emit({
      type: 'frame',
      dir: piece.dir,
      n: originalOf(piece).length,
      line: piece.line,
      ...(pre === '' ? {} : { pre }),
      ...(post === '' ? {} : { post }),
      ...(numbered ? { part: [place + 1, spans.length] } : {}),
      ...(piece.lines > 1 ? { lines: piece.lines } : {}),
      ...(raw && isFirst ? { raw: originalOf(piece).toString('base64') } : {}),
      msg,
      message: value,
      ...(isFirst && findings.length > 0 ? { findings } : {}),
    });
  });
}

/** A piece that is JSON but no message. */
function notProtocol(piece: Piece, around: Surroundings, why: string, findings: readonly Finding[]): Capture {
  return invalid(piece, around, why, [...findings, { rule: 'message/not-protocol', message: why }]);
}

const originalOf = ({ original, bytes }: Piece): Buffer => original ?? bytes;

/** A piece without a message. */
function invalid(piece: Piece, around: Surroundings, why: string, findings: readonly Finding[]): Capture {
  return {
    type: 'invalid',
    dir: piece.dir,
    n: originalOf(piece).length,
    line: piece.line,
    ...(around.isUtf8 ? { text: around.whole } : { base64: originalOf(piece).toString('base64') }),
    why,
    ...(findings.length > 0 ? { findings } : {}),
  };
}
