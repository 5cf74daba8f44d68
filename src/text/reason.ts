/** Why something failed, for the end of a sentence: what people call the usual errors of a file system. */
export function reason(error: unknown): string {
  return sentences[codeOf(error)] ?? (error instanceof Error ? error.message : String(error));
}

/** Whether an error says that a file or folder is not there. */
export const isMissing = (error: unknown): boolean => codeOf(error) === 'ENOENT';

/** Whether an error says that the file to be created exists already, and not that a file is where its folder should be. */
export const isTaken = (error: unknown): boolean =>
  codeOf(error) === 'EEXIST' && error instanceof Error && 'syscall' in error && error.syscall === 'open';

/** The code of a system error, e.g. `EEXIST`; empty for any other. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

const sentences: Readonly<Record<string, string>> = {
  ENOENT: 'no such file',
  ENOSPC: 'no space left on the disk',
  EDQUOT: 'the disk quota is used up',
  EMFILE: 'too many files and connections are open',
  ENFILE: 'too many files and connections are open',
  EFBIG: 'the file would be larger than the system allows',
  EIO: 'the disk failed',
  EACCES: 'no permission',
  EPERM: 'no permission',
  EROFS: 'the disk is read-only',
  // A file is where a folder should be, or a part of it.
  EEXIST: 'a part of its path is not a folder',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of its path is not a folder',
};
