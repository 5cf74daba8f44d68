import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { readBytes } from '../../disk/file.ts';
import { begin, create, type NewFile, replace, writePieces } from '../../disk/write.ts';
import { isTaken, reason } from '../../text/reason.ts';
import { visible } from '../../text/visible.ts';

/** Where the paths that a person types begin. */
export interface PathBases {
  /** Of relative paths. */
  readonly cwd: string;
  /** Of those that begin with `~/`. */
  readonly home: string;
}

/** The path of what a person typed. */
export const placeOf = (path: string, { cwd, home }: PathBases): string =>
  resolve(cwd, path.replace(/^~(?=$|[\\/])/, home));

/** A file that was read, its path visible text; `why` it could not be, in one sentence. */
export type ReadContent =
  | { readonly kind: 'read'; readonly path: string; readonly bytes: Uint8Array }
  | { readonly kind: 'failed'; readonly why: string };

/** Bytes. A field is drawn again with every key; more is for `mcp-loupe call` with `key=@file`. */
export const LARGEST = 4_000_000;

/** Reads an ordinary file of {@link LARGEST} bytes at most, for a field. Never rejects. */
export async function read(path: string, folders: PathBases): Promise<ReadContent> {
  const place = placeOf(path, folders);
  try {
    return { kind: 'read', path: visible(place), bytes: readBytes(place, LARGEST) };
  } catch (error) {
    return { kind: 'failed', why: `${visible(place)} cannot be read: ${reason(error)}` };
  }
}

/** What became of a file; paths are visible text. */
export type Saved =
  | {
      readonly kind: 'saved';
      readonly path: string;
      /** The first of the folders that had to be made. */
      readonly made?: string;
    }
  | { readonly kind: 'exists'; readonly path: string }
  /** Nothing is left of it. */
  | { readonly kind: 'stopped' }
  | { readonly kind: 'failed'; readonly why: string };

/** A text that is made while it is written, until it is stopped. */
export interface LongText {
  readonly pieces: Iterable<string>;
  readonly stop: AbortSignal;
}

/**
 * Writes a file, readable by its owner alone, since results may hold secrets; missing folders are made, as for a
 * recording. An existing file is left alone unless `overwrite` says otherwise, and also where the new one could not be
 * written whole. Never rejects.
 */
export async function save(
  path: string,
  content: string | Uint8Array | LongText,
  overwrite: boolean,
  folders: PathBases,
): Promise<Saved> {
  const place = placeOf(path, folders);
  try {
    if (!overwrite && existsSync(place)) return { kind: 'exists', path: visible(place) };
    let made: string | undefined;
    if (typeof content === 'string' || content instanceof Uint8Array)
      made = overwrite ? replace(place, content) : create(place, content);
    else {
      const file = await written(place, content);
      if (file === undefined) return { kind: 'stopped' };
      ({ made } = file);
    }
    return { kind: 'saved', path: visible(place), ...(made === undefined ? {} : { made: visible(made) }) };
  } catch (error) {
    if (isTaken(error)) return { kind: 'exists', path: visible(place) };
    const why = `${place} could not be written: ${reason(error)}; s asks for another path`;
    return { kind: 'failed', why: visible(why) };
  }
}

/** Writes a text piece by piece, whole or not at all; the file, or nothing where it was stopped. */
async function written(place: string, { pieces, stop }: LongText): Promise<NewFile | undefined> {
  const file = begin(place);
  try {
    const isWhole = await writePieces(pieces, (piece) => file.write(Buffer.from(piece)), stop);
    if (isWhole) file.end();
    return isWhole ? file : undefined;
  } finally {
    file.undo();
  }
}
