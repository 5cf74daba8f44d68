import { resolve } from 'node:path';
import { create, replace } from '../../disk/write.ts';
import { isTaken, reason } from '../../text/reason.ts';
import { visible } from '../../text/visible.ts';

/** What became of a file; paths are visible text. */
export type Saved =
  | {
      readonly kind: 'saved';
      readonly path: string;
      /** The first of the folders that had to be made. */
      readonly made?: string;
    }
  | { readonly kind: 'exists'; readonly path: string }
  | { readonly kind: 'failed'; readonly why: string };

export interface SaveOptions {
  /** Relative paths begin here. */
  readonly cwd: string;
  /** What `~/` stands for. */
  readonly home: string;
}

/**
 * Writes a file, readable by its owner alone, since results may hold secrets; folders that are missing are made, as for
 * a recording. A file that is there stays as it is unless `overwrite` says otherwise, and where the new one could not be
 * written whole. Never rejects.
 */
export async function save(
  path: string,
  content: string | Uint8Array,
  overwrite: boolean,
  { cwd, home }: SaveOptions,
): Promise<Saved> {
  const place = resolve(cwd, path.replace(/^~(?=$|[\\/])/, home));
  try {
    const made = overwrite ? replace(place, content) : create(place, content);
    return { kind: 'saved', path: visible(place), ...(made === undefined ? {} : { made: visible(made) }) };
  } catch (error) {
    if (isTaken(error)) return { kind: 'exists', path: visible(place) };
    const why = `${place} could not be written: ${reason(error)}; s asks for another path`;
    return { kind: 'failed', why: visible(why) };
  }
}
