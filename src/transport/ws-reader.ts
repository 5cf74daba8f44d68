import { createInflateRaw } from 'node:zlib';

/** What one side of a WebSocket has sent (RFC 6455, 5). */
export type WsPart =
  | { readonly kind: 'message'; readonly bytes: Buffer }
  | { readonly kind: 'close'; readonly code: number | undefined; readonly reason: string }
  /** A message is left out, as it is too long. */
  | { readonly kind: 'long'; readonly why: string }
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
/** Bytes of the longest head. */
const HEAD = 14;
/** Bytes of the longest frame that is no part of a message. */
const CONTROL = 125;
/** What a sender leaves away behind each packed message (RFC 7692, 7.2.1). */
const TAIL = Buffer.from([0, 0, 0xff, 0xff]);
const NONE: Buffer = Buffer.alloc(0);

/**
 * Puts messages together from their frames, unmasked, and unpacked where both sides agreed on that. Pings and pongs are left out, and
 * so is a message that is too long, of which nothing is kept. Nothing is read after something bad.
 *
 * @param limit bytes of the longest message that is kept
 */
export function createWsReader(limit: number, tell: (part: WsPart) => void): WsReader {
  /** The beginning of a head that is not whole. */
  let early = NONE;
  /** The frame whose payload comes, so many bytes of which have come. */
  let frame: FrameHead | undefined;
  let came = 0;
  /** What a frame is kept in, if it is. */
  let into: Store | undefined;
  const message = createStore();
  const close = createStore();
  /** Bytes that the frames of the message announce. */
  let size = 0;
  let isPacked = false;
  let isOver = false;

  const bad = (why: string): void => {
    if (!isOver) tell({ kind: 'bad', why });
    isOver = true;
  };
  const unpack = createUnpacker(limit, tell, bad);
  const begin = ({ opcode, isPacked: packed, size: more }: FrameHead): void => {
    const isData = opcode === TEXT || opcode === BINARY || opcode === 0;
    if (!isData && opcode < CLOSE) bad(`a frame of the unknown kind ${opcode}`);
    else if (!isData && more > CONTROL) bad(`a frame of ${more} bytes that is no part of a message`);
    if (!isData) {
      into = opcode === CLOSE ? close : undefined;
      return;
    }
    if (opcode !== 0) isPacked = packed;
    const wasLong = size > limit;
    size += more;
    into = size > limit ? undefined : message;
    if (wasLong || size <= limit) return;
    message.take();
    // What follows may refer to what is packed in it.
    if (isPacked) bad(longerThan(limit));
    else tell({ kind: 'long', why: longerThan(limit) });
  };
  const end = ({ isLast, opcode }: FrameHead): void => {
    if (opcode === CLOSE) {
      const payload = close.take();
      const code = payload.length >= 2 ? payload.readUInt16BE(0) : undefined;
      isOver = true;
      tell({ kind: 'close', code, reason: payload.subarray(2).toString() });
    } else if (opcode < CLOSE && isLast) {
      if (size <= limit) unpack(message.take(), isPacked);
      size = 0;
    }
  };

  return {
    push(bytes) {
      let at = 0;
      while (!isOver) {
        if (frame === undefined) {
          const more = bytes.subarray(at, at + HEAD - early.length);
          const seen = early.length === 0 ? more : Buffer.concat([early, more]);
          const head = headOf(seen);
          if (head === undefined) {
            early = seen;
            return;
          }
          at += head.begin - early.length;
          early = NONE;
          came = 0;
          frame = head;
          begin(head);
          continue;
        }
        const part = bytes.subarray(at, at + frame.size - came);
        into?.add(part, frame.mask, came);
        at += part.length;
        came += part.length;
        if (came < frame.size) return;
        const whole = frame;
        frame = undefined;
        end(whole);
      }
    },
  };
}

const longerThan = (limit: number): string => `a message of more than ${limit} bytes`;

/** Bytes that come in parts, however small. */
interface Store {
  /** Adds a copy of bytes, unmasked: they themselves may still be on their way. */
  add(bytes: Buffer, mask: Buffer | undefined, from: number): void;
  /** All of them, which are kept no more. */
  take(): Buffer;
}

function createStore(): Store {
  let kept = NONE;
  let size = 0;
  return {
    add(bytes, mask, from) {
      const end = size + bytes.length;
      if (end > kept.length) {
        const larger = Buffer.allocUnsafe(Math.max(end, 2 * size));
        kept.copy(larger, 0, 0, size);
        kept = larger;
      }
      if (mask === undefined) bytes.copy(kept, size);
      else
        for (let at = 0; at < bytes.length; at += 1)
          kept[size + at] = (bytes[at] ?? 0) ^ (mask[(from + at) % 4] ?? 0);
      size = end;
    },
    take() {
      const all = kept.subarray(0, size);
      kept = NONE;
      size = 0;
      return all;
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

/** Unpacks messages one after the other, as each may go on with what was in those before. */
function createUnpacker(limit: number, tell: (part: WsPart) => void, bad: (why: string) => void) {
  let inflate: ReturnType<typeof createInflateRaw> | undefined;
  let chunks: Buffer[] = [];
  let size = 0;
  /** Messages behind one that is still unpacked. */
  let open = 0;
  const later: (() => void)[] = [];
  return (bytes: Buffer, isPacked: boolean): void => {
    const plain = (): void => tell({ kind: 'message', bytes });
    if (!isPacked) {
      if (open === 0) plain();
      else later.push(plain);
      return;
    }
    inflate ??= createInflateRaw()
      .on('error', (error) => bad(`a message cannot be unpacked: ${error.message}`))
      .on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size <= limit) chunks.push(chunk);
        else chunks = [];
      });
    open += 1;
    inflate.write(bytes);
    inflate.write(TAIL);
    inflate.flush(() => {
      open -= 1;
      const whole = Buffer.concat(chunks);
      const isLong = size > limit;
      chunks = [];
      size = 0;
      if (isLong) tell({ kind: 'long', why: longerThan(limit) });
      else if (inflate?.destroyed === false) tell({ kind: 'message', bytes: whole });
      if (open === 0) for (const one of later.splice(0)) one();
    });
  };
}
