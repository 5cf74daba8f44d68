import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { begin } from '../../disk/write.ts';
import { reason } from '../../text/reason.ts';
import { UsageError } from '../exit.ts';
import type { Job } from '../job.ts';

/** Characters that are written at once. */
const PIECE = 1 << 16;

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

/**
 * Writes a text to the file of `-o`, whole or not at all, or else to stdout. False where the program was asked to stop
 * before its end; throws a UsageError where it cannot be written.
 */
export async function writeOutput(
  { io, options: { output } }: Job,
  text: Iterable<string>,
): Promise<boolean> {
  const begun = output === undefined ? undefined : attempt(output, () => begin(resolve(io.cwd, output)));
  const put = async (piece: string): Promise<void> => {
    if (begun !== undefined && output !== undefined) attempt(output, () => begun.write(Buffer.from(piece)));
    // On a terminal nothing may control it, whatever the format is.
    else if (io.isTerminal || io.bytes === undefined) io.out(piece);
    else return io.bytes(Buffer.from(piece));
    return new Promise((resolve) => setImmediate(resolve));
  };
  try {
    let waiting = '';
    for (const piece of text) {
      waiting += piece;
      if (waiting.length < PIECE) continue;
      await put(waiting);
      waiting = '';
      if (io.stop.aborted) return false;
    }
    await put(waiting);
    if (begun !== undefined && output !== undefined) attempt(output, begun.end);
    return true;
  } finally {
    begun?.undo();
  }
}

function attempt<Made>(output: string, what: () => Made): Made {
  try {
    return what();
  } catch (error) {
    throw new UsageError(`cannot write ${output}: ${reason(error)}`);
  }
}
