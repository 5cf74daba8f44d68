import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { append } from '../../disk/write.ts';
import { safeJson } from '../../json/safe.ts';
import { reason } from '../../text/reason.ts';
import { visible, visibleText } from '../../text/visible.ts';
import { UsageError } from '../exit.ts';
import type { Io } from '../io.ts';
import type { Job } from '../job.ts';
import { STDIN } from '../logs/stdin.ts';
import { writeFile } from '../sides.ts';

/** A report as it is written. */
interface ReportText {
  readonly text: string;
  readonly isJson?: true;
}

/** The forms of a report; all but JSON are loaded when they are asked for. */
export interface ReportForms<Report> {
  readonly json: (report: Report) => string;
  readonly sarif: () => Promise<(report: Report) => string>;
  readonly junit: () => Promise<(report: Report) => string>;
  readonly github: () => Promise<
    (report: Report, hasSummary: boolean) => { readonly lines: readonly string[]; readonly summary: string }
  >;
  readonly text: () => Promise<(report: Report, columns: number) => readonly string[]>;
}

/** Columns of a report that nobody reads on a terminal, and the most that a line is easily read with. */
const COLUMNS = 100;
const WIDEST = 120;

/** A report in the form that `--report` asks for. */
export async function reportText<Report>(
  { io, options }: Job,
  report: Report,
  forms: ReportForms<Report>,
): Promise<ReportText> {
  switch (options.report) {
    case 'json':
      return { text: forms.json(report), isJson: true };
    case 'sarif':
      return { text: (await forms.sarif())(report), isJson: true };
    case 'junit':
      return { text: (await forms.junit())(report) };
    case 'github': {
      const path = io.env['GITHUB_STEP_SUMMARY'] ?? '';
      const { lines, summary } = (await forms.github())(report, path !== '');
      writeSummary(io, path, summary);
      return { text: lines.join('\n') };
    }
    case 'text':
    case undefined:
      return { text: (await forms.text())(report, Math.min(io.columns ?? COLUMNS, WIDEST)).join('\n') };
  }
}

/** Refuses to write over a file, before anything is started. */
export function insistOnPlace({ options, io }: Job): void {
  const { output, force } = options;
  if (output === undefined || output === STDIN || force || !existsSync(resolve(io.cwd, output))) return;
  throw new UsageError(`${output} exists: name another file, or overwrite it with --force`);
}

/**
 * Writes a report to stdout, or whole or not at all to the file of `--output`.
 *
 * @param counts what is said on stderr of one that went into a file
 */
export function writeReport({ io, options }: Job, { text, isJson }: ReportText, counts: string): void {
  if (options.output === undefined || options.output === STDIN) {
    if (isJson) io.json(text);
    else io.out(`${text}\n`);
    return;
  }
  const where = existsSync(dirname(resolve(io.cwd, options.output))) ? '' : ' (in a new folder)';
  writeFile(io, options.output, `${isJson ? safeJson(text) : visibleText(text)}\n`);
  if (!options.quiet) io.err(visible(`wrote ${options.output}${where}: ${counts}`));
}

/** Adds to the summary of a step of a workflow; `path` is its file, empty outside of one. */
function writeSummary({ err }: Io, path: string, summary: string): void {
  if (path === '') return;
  try {
    append(path, summary);
  } catch (error) {
    err(`mcp-loupe: the summary of the step cannot be written: ${visible(reason(error))}`);
  }
}
