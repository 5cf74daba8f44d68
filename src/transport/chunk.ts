import type { Capture } from '../session/frame.ts';
import type { Direction } from '../spec/envelope.ts';
import type { Finding } from '../spec/finding.ts';

/** Bytes that are looked at as one: a physical line, or several that seem to hold one message. */
export interface Piece {
  readonly dir: Direction;
  /** Without the last LF, in UTF-8. */
  readonly bytes: Buffer;
  /** The same as it came, where that was in another encoding. */
  readonly original?: Buffer;
  /** The number of the (first) physical line, from 1. */
  readonly line: number;
  /** How many physical lines, 1 for most. */
  readonly lines: number;
  /** Bytes at the beginning that are Content-Length headers. */
  readonly header: number;
  /** What is known to be wrong before anybody looked inside. */
  readonly findings: readonly Finding[];
}

/** Who takes what was made of the pieces. */
export type Emit = (capture: Capture) => void;
