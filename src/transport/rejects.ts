import type { Direction, Id } from '../spec/envelope.ts';
import type { Emit, Piece } from './chunk.ts';
import type { Near } from './near-json.ts';
import { rejectPiece } from './reading.ts';
import type { Decode } from './utf16.ts';

/** What is done with messages that are nearly JSON. */
export interface NearMessages {
  /** Reads a line of UTF-16 as UTF-8 (utf16.ts). */
  readonly decode: Decode;
  /** Reads a text that is no JSON for what it was meant to be (near-json.ts). */
  readonly read: (text: string) => Near | undefined;
  /** Takes the id of the request that one would have answered, were it JSON, and what is wrong with it. */
  readonly spoilt: (id: Id, why: string) => void;
}

/** What is handed over of pieces that hold no message that can be used. */
export interface Rejects {
  /** A line; `ended` by its newline. */
  reject(piece: Piece, ended: boolean): void;
  /** One of the lines of a message that is nearly one; the first tells why. */
  rejectPart(piece: Piece, isFirst: boolean, meant: Near): void;
  /** Such a message was handed over as far as it came; what follows and is no message belongs to it. */
  breakOff(line: number, meant: Near): void;
  /** A message came: what broke off is over. */
  heal(): void;
}

/** @param near how to read what is nearly JSON; without it all of it is only rejected */
export function createRejects(dir: Direction, emit: Emit, near?: NearMessages): Rejects {
  /** The line of a message that broke off. */
  let broken: number | undefined;

  const spoil = ({ answers, why }: Near): void => {
    if (answers !== undefined) near?.spoilt(answers, why);
  };

  return {
    reject(piece, ended) {
      const text = piece.bytes.toString();
      const findings = piece.original === undefined ? [] : piece.findings;
      if (broken !== undefined) {
        rejectPiece(piece, emit, `the rest of the message that breaks off on line ${broken}`, findings);
        if (/^[}\]]|^\S.*[}\]]\s*$/.test(text)) broken = undefined;
        return;
      }
      const meant = near?.read(text);
      if (meant?.isMessage) {
        rejectPiece(piece, emit, meant.why, [...findings, { rule: 'stdio/bad-json', message: meant.why }]);
        if (meant.goesOn && ended) broken = piece.line;
        spoil(meant);
        return;
      }
      const why = meant?.why ?? `${dir === 's2c' ? 'stdout is' : 'what was sent is'} not JSON`;
      const next = dir === 's2c' ? '; print to stderr instead' : '';
      rejectPiece(piece, emit, why, [...findings, { rule: 'stdio/not-json', message: why + next }]);
    },
    rejectPart(piece, isFirst, { why }) {
      const found = isFirst ? [{ rule: 'stdio/bad-json', message: why }] : [];
      rejectPiece(piece, emit, isFirst ? why : 'a line of the message that is malformed', found);
    },
    breakOff(line, meant) {
      broken = line;
      spoil(meant);
    },
    heal() {
      broken = undefined;
    },
  };
}
