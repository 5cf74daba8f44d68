import { resolve } from 'node:path';
import { MOST, readGiven, textOf } from '../disk/file.ts';
import { type FileEncoding, fileContent } from '../form/file-content.ts';
import { bytes } from '../text/measure.ts';
import { reason } from '../text/reason.ts';
import { UsageError } from './exit.ts';
import type { Io } from './io.ts';

/** The text of a file the user named, without a byte order mark; throws a UsageError when it cannot be read. */
export const readText = async (io: Io, path: string, most: number = MOST.content): Promise<string> =>
  textOf(contentOf(io, path, most));

/** The content of a file the user named as a parameter takes it; throws a UsageError when it cannot be had. */
export async function readContent(io: Io, path: string, encoding: FileEncoding): Promise<string> {
  const content = fileContent(contentOf(io, path, MOST.content), encoding);
  if ('problem' in content) throw new UsageError(`${path} ${content.problem}`);
  return content.text;
}

function contentOf({ cwd }: Io, path: string, most: number): Buffer {
  try {
    return readGiven(resolve(cwd, path), most);
  } catch (error) {
    throw new UsageError(`cannot read ${path}: ${reason(error)}`);
  }
}

/** All of our own stdin, of which there may be as much as of a file. */
export async function readStdin({ stdin }: Io): Promise<string> {
  const chunks: string[] = [];
  let length = 0;
  for await (const chunk of stdin()) {
    length += chunk.length;
    if (length > MOST.content) throw tooLong('stdin');
    chunks.push(chunk);
  }
  return chunks.join('');
}

/** The lines of our own stdin as they come, each as long as a file at most; the last one needs no newline. */
export async function* stdinLines({ stdin }: Io): AsyncGenerator<string> {
  let begun: string[] = [];
  let length = 0;
  for await (const chunk of stdin()) {
    const [first = '', ...others] = chunk.split('\n');
    begun.push(first);
    length += first.length;
    if (length > MOST.content) throw tooLong('a line of stdin');
    const last = others.pop();
    if (last === undefined) continue;
    yield begun.join('');
    yield* others;
    begun = [last];
    length = last.length;
  }
  if (length > 0) yield begun.join('');
}

const tooLong = (what: string): UsageError =>
  new UsageError(`${what} is longer than the limit of ${bytes(MOST.content)}`);
