import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type FileEncoding, fileContent } from '../form/file-content.ts';
import type { Io } from './io.ts';
import { UsageError } from './usage-error.ts';

/** The text of a file the user named, without a byte order mark; throws a UsageError when it cannot be read. */
export async function readText({ cwd }: Io, path: string): Promise<string> {
  try {
    return (await readFile(resolve(cwd, path), 'utf8')).replace(/^\uFEFF/, '');
  } catch (error) {
    throw new UsageError(`cannot read ${path}: ${reason(error)}`);
  }
}

/** The content of a file the user named as a parameter takes it; throws a UsageError when it cannot be had. */
export async function readContent({ cwd }: Io, path: string, encoding: FileEncoding): Promise<string> {
  const bytes = await readFile(resolve(cwd, path)).catch((error: unknown) => {
    throw new UsageError(`cannot read ${path}: ${reason(error)}`);
  });
  const content = fileContent(bytes, encoding);
  if ('problem' in content) throw new UsageError(`${path} ${content.problem}`);
  return content.text;
}

/** All of our own stdin. */
export async function readStdin({ stdin }: Io): Promise<string> {
  let text = '';
  for await (const chunk of stdin()) text += chunk;
  return text;
}

/** The lines of our own stdin as they come; the last one needs no newline. */
export async function* stdinLines({ stdin }: Io): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of stdin()) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'no such file',
  EISDIR: 'it is a folder',
  EACCES: 'no permission',
};

function reason(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return REASONS[code] ?? (error instanceof Error ? error.message : String(error));
}
