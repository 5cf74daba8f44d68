import { open } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type FileEncoding, fileContent } from '../../form/file-content.ts';
import { visible } from '../../text/visible.ts';

/** A file as a text field takes it; `why` it could not be had, in one sentence. */
export type ReadContent =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'failed'; readonly why: string };

export interface ReadOptions {
  /** Relative paths begin here. */
  readonly cwd: string;
  /** What `~/` stands for. */
  readonly home: string;
}

/** Bytes. A field is drawn anew with every key; more is for `mcp-loupe call` with `key=@file`. */
export const LARGEST = 4 * 1024 * 1024;

/** Reads a file into a text field. Never rejects, and reads no more than {@link LARGEST} bytes, whatever the file is. */
export async function readContent(
  path: string,
  encoding: FileEncoding,
  { cwd, home }: ReadOptions,
): Promise<ReadContent> {
  const place = resolve(cwd, path.replace(/^~(?=$|[\\/])/, home));
  const failed = (why: string): ReadContent => ({ kind: 'failed', why: `${visible(place)} ${why}` });
  try {
    const bytes = await bytesOf(place);
    if (typeof bytes === 'string') return failed(bytes);
    const content = fileContent(bytes, encoding);
    return 'problem' in content ? failed(content.problem) : { kind: 'text', text: content.text };
  } catch (error) {
    return failed(whyNot(error as NodeJS.ErrnoException));
  }
}

/** The bytes of a regular file; a pipe or a device might never end. */
async function bytesOf(place: string): Promise<Uint8Array | string> {
  const file = await open(place, 'r');
  try {
    const stat = await file.stat();
    if (stat.isDirectory()) return 'is a folder';
    if (!stat.isFile()) return 'is no ordinary file';
    return stat.size > LARGEST ? `has more than ${LARGEST / 1024 / 1024} MiB` : await file.readFile();
  } finally {
    await file.close();
  }
}

function whyNot({ code, message }: NodeJS.ErrnoException): string {
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return 'is not there';
    case 'EACCES':
    case 'EPERM':
      return 'may not be read';
    default:
      return `could not be read: ${message}`;
  }
}
