import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { append } from '../../disk/write.ts';
import { safeJson } from '../../json/safe.ts';
import { reason } from '../../text/reason.ts';
import { visible, visibleText } from '../../text/visible.ts';
import { UsageError } from '../exit.ts';
import type { Io } from '../io.ts';
import type { Job } from '../job.ts';
import { writeFile } from '../sides.ts';

/** A report as it is written. */
export interface ReportText {
  readonly text: string;
  readonly isJson?: true;
}

/** Refuses to write over a file, before anything is started. */
export function insistOnPlace({ options, io }: Job): void {
  const { output, force } = options;
  if (output === undefined || force || !existsSync(resolve(io.cwd, output))) return;
  throw new UsageError(`${output} exists: name another file, or overwrite it with --force`);
}

/**
 * Writes a report to stdout, or whole or not at all to the file of `--output`.
 *
 * @param counts what is said on stderr of one that went into a file
 */
export function writeReport({ io, options }: Job, { text, isJson }: ReportText, counts: string): void {
  if (options.output === undefined) {
    if (isJson) io.json(text);
    else io.out(`${text}\n`);
    return;
  }
  const where = existsSync(dirname(resolve(io.cwd, options.output))) ? '' : ' (in a new folder)';
  writeFile(io, options.output, `${isJson ? safeJson(text) : visibleText(text)}\n`);
  if (!options.quiet) io.err(visible(`wrote ${options.output}${where}: ${counts}`));
}

/** Adds to the summary of a step of a workflow; `path` is its file, empty outside of one. */
export function writeSummary({ err }: Io, path: string, summary: string): void {
  if (path === '') return;
  try {
    append(path, summary);
  } catch (error) {
    err(`mcp-loupe: the summary of the step cannot be written: ${visible(reason(error))}`);
  }
}
