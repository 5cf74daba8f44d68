import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Begun, begin } from '../../disk/write.ts';
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

/** Where a text goes: the file of `-o`, which is there whole or not at all, or stdout. */
export interface Output extends Pick<Begun, 'end' | 'undo'> {
  /** Resolves when more may come; a key may be pressed meanwhile. */
  write(text: string): Promise<void>;
}

/** Begins what `-o` names. It throws a UsageError where that cannot be written. */
export function outputOf({ io, options: { output } }: Job): Output {
  if (output === undefined) {
    const write = async (text: string): Promise<void> => {
      // On a terminal nothing may control it, whatever the format is.
      if (io.isTerminal || io.bytes === undefined) io.out(text);
      else await io.bytes(Buffer.from(text));
      await turn();
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
  const begun = attempt(() => begin(resolve(io.cwd, output)));
  return {
    async write(text) {
      attempt(() => begun.write(Buffer.from(text)));
      await turn();
    },
    end: () => attempt(begun.end),
    undo: begun.undo,
  };
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Writes a text there; false where the program was asked to stop before its end. */
export async function writeOutput(job: Job, text: Iterable<string>): Promise<boolean> {
  const output = outputOf(job);
  try {
    let waiting = '';
    for (const piece of text) {
      waiting += piece;
      if (waiting.length < PIECE) continue;
      await output.write(waiting);
      waiting = '';
      if (job.io.stop.aborted) return false;
    }
    await output.write(waiting);
    output.end();
    return true;
  } finally {
    output.undo();
  }
}
