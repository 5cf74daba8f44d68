import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { lockText } from '../../surface/lock.ts';
import { itemCounts } from '../../surface/surface.ts';
import { visible } from '../../text/visible.ts';
import { type ExitCode, exit, UsageError } from '../exit.ts';
import { type Job, operandsAtMost, type RunVerb } from '../job.ts';
import {
  beginningOf,
  fileFor,
  fileSide,
  type Side,
  sha256,
  tellMissing,
  whyNotLocked,
  withLiveSides,
  writeFile,
} from '../sides.ts';
import { insistOnOther } from './output.ts';

/** `export [FILE] --to lock [-o FILE]`: what a server offers as a lock. */
export const exportLock: RunVerb = async (job) => {
  const { output, force } = job.options;
  operandsAtMost(job, 'export', 1);
  const [file] = job.operands;
  const isForOne = output === undefined || fileFor(job.io, output, '') === output;
  if (file === undefined)
    return withLiveSides(
      job,
      async (side, own, name) => {
        const place = output === undefined ? undefined : fileFor(own.io, output, name);
        if (place !== undefined && !force) insistReplaceable(own, place);
        return write(own, side, place);
      },
      (count) => {
        if (isForOne && count > 1)
          throw new UsageError(
            'each of several servers has a lock of its own: name a folder, as in -o locks/',
          );
        if (isForOne && output !== undefined && !force) insistReplaceable(job, output);
      },
    );
  if (output !== undefined && !force) insistReplaceable(job, output);
  else insistOnOther(job);
  if (job.target.length > 0)
    throw new UsageError(`both ${file} and ${job.target[0]} are given; leave one of them out`);
  const side = await fileSide(job, file);
  const code = write(job, side, output);
  await side.host?.close();
  return code;
};

/** A lock is written again and again; any other file is somebody's. */
function insistReplaceable({ io }: Job, output: string): void {
  const path = resolve(io.cwd, output);
  if (!existsSync(path) || beginningOf(path, output).includes('"mcp-lock"')) return;
  throw new UsageError(`${output} exists and is not a lock; --force overwrites it`);
}

function write(job: Job, side: Side, output: string | undefined): ExitCode {
  const { io, options } = job;
  tellMissing(job, side);
  const code = whyNotLocked(job, side);
  if (code !== undefined) return code;
  const text = lockText(side.surface, sha256);
  if (output === undefined) for (const line of text.trimEnd().split('\n')) io.json(line);
  else {
    writeFile(io, output, text);
    const counts = itemCounts(side.surface).join(', ') || 'no items';
    if (!options.quiet) io.err(visible(`wrote ${output}: ${counts}`));
  }
  return exit.done;
}
