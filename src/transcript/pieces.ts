/** Reads so many bytes at an offset of a file, fewer at its end; undefined when they are not there. */
export type ReadBytes = (offset: number, length: number) => Buffer | undefined;

/**
 * Lines of a file that only grows, which are mostly asked for one after the other: a large piece of it is read at a time, so
 * that a million lines are not a million reads.
 */
export interface FilePieces {
  /** So many bytes at an offset, as UTF-8; undefined when they are not there. */
  text(offset: number, length: number): string | undefined;
  /** False where so many bytes at an offset do not hold a word of ASCII in small letters, whatever the case there. */
  mayHold(offset: number, length: number, word: string): boolean;
}

/** Bytes that are read at a time. */
const PIECE = 256 * 1024;
/** Bytes between two lines that are asked for one after the other. */
const NEAR = 64 * 1024;
/** Words that are looked for at the same time. */
const WORDS = 8;

/** The letters that are an s and a k in another case, U+017F and U+212A: their bytes as small Latin-1 letters. */
const TWINS = /\xe5\xbf|\xe2\x84\xaa/g;

/** A part of the file. */
interface Piece {
  readonly start: number;
  readonly bytes: Buffer;
}

/** Where a word stands in a piece, ascending, and the first of these places that may be in what is asked for next. */
interface Places {
  readonly piece: Piece;
  readonly at: readonly number[];
  next: number;
}

export function createPieces(read: ReadBytes): FilePieces {
  let piece: Piece = { start: 0, bytes: Buffer.alloc(0) };
  /** The piece in small letters, made when a word is looked for. */
  let small: { readonly of: Piece; readonly text: string } | undefined;
  const places = new Map<string, Places>();
  /** Where the line ended that was asked for last. */
  let asked = 0;

  const isIn = ({ start, bytes }: Piece, offset: number, length: number): boolean =>
    offset >= start && offset + length <= start + bytes.length;
  const pieceWith = (offset: number, length: number): Piece | undefined => {
    // A single line, of those that are shown, is read by itself: pieces are for who goes on from line to line.
    const goesOn = offset >= asked && offset - asked <= NEAR;
    asked = offset + length;
    if (isIn(piece, offset, length)) return piece;
    const bytes = read(offset, goesOn ? Math.max(PIECE, length) : length);
    if (bytes === undefined || bytes.length < length) return undefined;
    const found = { start: offset, bytes };
    if (goesOn && bytes.length <= PIECE) piece = found;
    return found;
  };
  const find = (of: Piece, word: string): readonly number[] => {
    if (small?.of !== of) small = { of, text: of.bytes.toString('latin1').toLowerCase() };
    const { text } = small;
    const found: number[] = [];
    for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) found.push(of.start + at);
    if (!/[ks]/.test(word)) return found;
    for (const { index } of text.matchAll(TWINS)) found.push(of.start + index);
    return found.sort((one, other) => one - other);
  };
  const placesIn = (of: Piece, word: string): Places => {
    const known = places.get(word);
    if (known?.piece === of) return known;
    const made = { piece: of, at: find(of, word), next: 0 };
    const [oldest] = places.keys();
    if (known === undefined && places.size === WORDS && oldest !== undefined) places.delete(oldest);
    places.set(word, made);
    return made;
  };

  return {
    text(offset, length) {
      const of = pieceWith(offset, length);
      return of?.bytes.toString('utf8', offset - of.start, offset - of.start + length);
    },
    mayHold(offset, length, word) {
      // What is longer than a piece is looked at by whoever asks.
      const of = length > PIECE ? undefined : pieceWith(offset, length);
      if (of === undefined) return true;
      const found = placesIn(of, word);
      if ((found.at[found.next - 1] ?? -1) >= offset) found.next = 0;
      while ((found.at[found.next] ?? Number.POSITIVE_INFINITY) < offset) found.next += 1;
      return (found.at[found.next] ?? Number.POSITIVE_INFINITY) < offset + length;
    },
  };
}
