import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { begin, type NewFile, writePieces } from '../../disk/write.ts';
import { reason } from '../../text/reason.ts';
import { UsageError } from '../exit.ts';
import type { Job } from '../job.ts';

const place = ({ io }: Job, file: string) => statSync(resolve(io.cwd, file), { throwIfNoEntry: false });

/** Throws a UsageError where `-o` names a file that is read. */
export function insistOnOther(job: Job): void {
  const { output } = job.options;
  const found = output === undefined ? undefined : place(job, output);
  if (found === undefined) return;
  for (const file of job.operands) {
    const read = place(job, file);
    if (read?.ino === found.ino && read.dev === found.dev)
      throw new UsageError(`${output} is what is read: name another file`);
  }
}

/** The same where it names what is there already, unless `--force` says that it may be overwritten. */
export function insistOnNew(job: Job): void {
  const { output, force } = job.options;
  insistOnOther(job);
  const found = output === undefined ? undefined : place(job, output);
  if (found?.isDirectory()) throw new UsageError(`${output} is a folder: name a file in it`);
  if (found !== undefined && !force)
    throw new UsageError(`${output} exists: name another file, or overwrite it with --force`);
}

/** Where a text goes: the file of `-o`, which is there whole or not at all, or stdout. */
interface Output extends Pick<NewFile, 'end' | 'undo'> {
  /** Resolves when more may come. */
  write(text: string): Promise<void>;
}

/** Begins what `-o` names. It throws a UsageError where that cannot be written. */
function outputOf({ io, options: { output } }: Job): Output {
  if (output === undefined) {
    const write = async (text: string): Promise<void> => {
      // On a terminal nothing may control it, whatever the format is.
      if (io.isTerminal || io.bytes === undefined) io.out(text);
      else await io.bytes(Buffer.from(text));
    };
    return { write, end: () => {}, undo: () => {} };
  }
  const attempt = <Made>(what: () => Made): Made => {
    try {
      return what();
    } catch (error) {
      throw new UsageError(`cannot write ${output}: ${reason(error)}`);
    }
  };
  const file = attempt(() => begin(resolve(io.cwd, output)));
  return {
    async write(text) {
      attempt(() => file.write(Buffer.from(text)));
    },
    end: () => attempt(file.end),
    undo: file.undo,
  };
}

/** Writes a text there; false where the program was asked to stop before its end. */
export async function writeOutput(
  job: Job,
  text: Iterable<string> | AsyncIterable<string>,
): Promise<boolean> {
  const output = outputOf(job);
  try {
    const isWhole = await writePieces(text, output.write, job.io.stop);
    if (isWhole) output.end();
    return isWhole;
  } finally {
    output.undo();
  }
}
