import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { codeOf, isTaken, reason } from '../../text/reason.ts';
import { visible } from '../../text/visible.ts';

/** What became of a file; paths are visible text. */
export type Saved =
  | { readonly kind: 'saved' | 'exists'; readonly path: string }
  | { readonly kind: 'failed'; readonly why: string };

export interface SaveOptions {
  /** Relative paths begin here. */
  readonly cwd: string;
  /** What `~/` stands for. */
  readonly home: string;
}

/**
 * Writes a file, readable by its owner alone, since results may hold secrets; folders that are missing are made, as for
 * a recording. A file that is there stays as it is unless `overwrite` says otherwise. Never rejects.
 */
export async function save(
  path: string,
  content: string | Uint8Array,
  overwrite: boolean,
  { cwd, home }: SaveOptions,
): Promise<Saved> {
  const place = resolve(cwd, path.replace(/^~(?=$|[\\/])/, home));
  try {
    await mkdir(dirname(place), { recursive: true, mode: 0o700 });
    await writeFile(place, content, { flag: overwrite ? 'w' : 'wx', mode: 0o600 });
    return { kind: 'saved', path: visible(place) };
  } catch (error) {
    if (isTaken(error)) return { kind: 'exists', path: visible(place) };
    return { kind: 'failed', why: visible(whyNot(place, error)) };
  }
}

function whyNot(place: string, error: unknown): string {
  switch (codeOf(error)) {
    case 'EISDIR':
      return `${place} is a folder; s asks for the path of a file.`;
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return `${place} may not be written; s asks for another path.`;
    default:
      return `${place} could not be written: ${reason(error)}`;
  }
}
