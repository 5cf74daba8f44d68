import { resolve } from 'node:path';
import { readBytes } from '../../disk/file.ts';
import { type FileEncoding, fileContent } from '../../form/file-content.ts';
import { reason } from '../../text/reason.ts';
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
export const LARGEST = 4_000_000;

/** Reads an ordinary file of {@link LARGEST} bytes at most into a text field. Never rejects. */
export async function readContent(
  path: string,
  encoding: FileEncoding,
  { cwd, home }: ReadOptions,
): Promise<ReadContent> {
  const place = resolve(cwd, path.replace(/^~(?=$|[\\/])/, home));
  const failed = (why: string): ReadContent => ({ kind: 'failed', why: `${visible(place)} ${why}` });
  try {
    const content = fileContent(readBytes(place, LARGEST), encoding);
    return 'problem' in content ? failed(content.problem) : { kind: 'text', text: content.text };
  } catch (error) {
    return failed(`cannot be read: ${reason(error)}`);
  }
}
