import { createInflateRaw } from 'node:zlib';

/** What one side of a WebSocket has sent (RFC 6455, 5). */
export type WsPart =
  | { readonly kind: 'message'; readonly bytes: Buffer }
  | { readonly kind: 'close'; readonly code: number | undefined; readonly reason: string }
  | { readonly kind: 'bad'; readonly why: string };

/** Reads one direction of a WebSocket. */
export interface WsReader {
  push(bytes: Buffer): void;
}

/** The head of a frame. */
interface FrameHead {
  readonly isLast: boolean;
  readonly isPacked: boolean;
  readonly opcode: number;
  readonly mask: Buffer | undefined;
  readonly size: number;
  /** Bytes of the head itself. */
  readonly begin: number;
}

const TEXT = 1;
const BINARY = 2;
const CLOSE = 8;
/** What a sender leaves away behind each packed message (RFC 7692, 7.2.1). */
const TAIL = Buffer.from([0, 0, 0xff, 0xff]);

/**
 * Puts messages together from their frames, unmasked, and unpacked where both sides agreed on that. Pings and pongs are left out. Nothing
 * is read after something bad.
 *
 * @param limit bytes of the longest message that is kept
 */
export function createWsReader(limit: number, tell: (part: WsPart) => void): WsReader {
  let waiting: Buffer = Buffer.alloc(0);
  let parts: Buffer[] = [];
  let size = 0;
  let isPacked = false;
  let isOver = false;
  const unpack = createUnpacker(limit, tell);

  const message = (): void => {
    const bytes = Buffer.concat(parts);
    const [isLong, wasPacked] = [size > limit, isPacked];
    parts = [];
    size = 0;
    if (isLong) bad(`a message of more than ${limit} bytes`);
    else unpack(bytes, wasPacked);
  };
  const bad = (why: string): void => {
    isOver = true;
    tell({ kind: 'bad', why });
  };
  const frame = ({ isLast, isPacked: packed, opcode }: FrameHead, payload: Buffer): void => {
    if (opcode === CLOSE) {
      const code = payload.length >= 2 ? payload.readUInt16BE(0) : undefined;
      isOver = true;
      tell({ kind: 'close', code, reason: payload.subarray(2).toString() });
    } else if (opcode === TEXT || opcode === BINARY || opcode === 0) {
      if (opcode !== 0) isPacked = packed;
      size += payload.length;
      if (size <= limit) parts.push(payload);
      if (isLast) message();
    } else if (opcode < CLOSE) bad(`a frame of the unknown kind ${opcode}`);
  };

  return {
    push(bytes) {
      if (isOver) return;
      waiting = waiting.length === 0 ? bytes : Buffer.concat([waiting, bytes]);
      for (let head = headOf(waiting); head !== undefined && !isOver; head = headOf(waiting)) {
        const end = head.begin + head.size;
        if (waiting.length < end) return;
        // What is unmasked is a copy: the bytes themselves may still be on their way.
        frame(head, unmasked(waiting.subarray(head.begin, end), head.mask));
        waiting = waiting.subarray(end);
      }
    },
  };
}

/** The head of the next frame, once it is whole. */
function headOf(bytes: Buffer): FrameHead | undefined {
  const [first, second] = bytes;
  if (first === undefined || second === undefined) return undefined;
  const short = second & 0x7f;
  const more = short === 127 ? 8 : short === 126 ? 2 : 0;
  const isMasked = second >= 0x80;
  const begin = 2 + more + (isMasked ? 4 : 0);
  if (bytes.length < begin) return undefined;
  const size = more === 8 ? Number(bytes.readBigUInt64BE(2)) : more === 2 ? bytes.readUInt16BE(2) : short;
  return {
    ...{ isLast: first >= 0x80, isPacked: (first & 0x40) !== 0, opcode: first & 0x0f },
    ...{ mask: isMasked ? bytes.subarray(begin - 4, begin) : undefined, size, begin },
  };
}

function unmasked(payload: Buffer, mask: Buffer | undefined): Buffer {
  const copy = Buffer.from(payload);
  if (mask !== undefined)
    for (let at = 0; at < copy.length; at += 1) copy[at] = (copy[at] ?? 0) ^ (mask[at % 4] ?? 0);
  return copy;
}

/** Unpacks messages one after the other, as each may go on with what was in those before. */
function createUnpacker(limit: number, tell: (part: WsPart) => void) {
  let inflate: ReturnType<typeof createInflateRaw> | undefined;
  let chunks: Buffer[] = [];
  /** Messages behind one that is still unpacked. */
  let open = 0;
  const later: (() => void)[] = [];
  const fail = (error: Error): void =>
    tell({ kind: 'bad', why: `a message cannot be unpacked: ${error.message}` });
  return (bytes: Buffer, isPacked: boolean): void => {
    const plain = (): void => tell({ kind: 'message', bytes });
    if (!isPacked) {
      if (open === 0) plain();
      else later.push(plain);
      return;
    }
    inflate ??= createInflateRaw()
      .on('error', fail)
      .on('data', (chunk: Buffer) => {
        if (chunks.reduce((sum, { length }) => sum + length, chunk.length) <= limit) chunks.push(chunk);
      });
    open += 1;
    inflate.write(bytes);
    inflate.write(TAIL);
    inflate.flush(() => {
      open -= 1;
      const whole = Buffer.concat(chunks);
      chunks = [];
      tell({ kind: 'message', bytes: whole });
      if (open === 0) for (const one of later.splice(0)) one();
    });
  };
}
