import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { checkRules, findingsOf } from '../check/check.ts';
import type { Mask } from '../check/excerpt.ts';
import type { CheckFinding } from '../check/finding.ts';
import { type CheckReport, countWords, jsonReport } from '../check/reports/report.ts';
import { verdictOn } from '../check/verdict.ts';
import { append } from '../disk/write.ts';
import { pointerOf, stepsOf } from '../json/path.ts';
import { safeJson } from '../json/safe.ts';
import { reason } from '../text/reason.ts';
import { visible, visibleText } from '../text/visible.ts';
import { version } from '../version.ts';
import type { CheckAsked } from './check-asked.ts';
import type { Examined } from './examined.ts';
import { type ExitCode, exit, UsageError } from './exit.ts';
import type { Io } from './io.ts';
import type { Job } from './job.ts';
import { writeFile } from './sides.ts';

/** Columns of a report that nobody reads on a terminal, and the most that a line is easily read with. */
const COLUMNS = 100;
const WIDEST = 120;

/** Refuses to write over a file, before anything is started. */
export function insistOnPlace({ options, io }: Job): void {
  const { output, force } = options;
  if (output === undefined || force || !existsSync(resolve(io.cwd, output))) return;
  throw new UsageError(`${output} exists: name another file, or overwrite it with --force`);
}

/**
 * Reports all that was found, as the options ask for it: 5 where a finding is one to fail on.
 *
 * @param isByName several servers were checked, each of which has a document of its own
 */
export async function reportExamined(
  job: Job,
  asked: CheckAsked,
  examined: readonly Examined[],
  isByName = false,
): Promise<ExitCode> {
  const areSeveral = examined.length > 1;
  const found = examined.flatMap(({ subject, beside, checked: { label } }) =>
    [...beside, ...(subject === undefined ? [] : findingsOf(subject))].map((finding) => ({
      ...(areSeveral && label !== undefined ? { of: label } : {}),
      ...finding,
    })),
  );
  const verdict = verdictOn(found, asked.demand);
  const mask = (text: string) => examined.reduce((masked, one) => one.mask(masked), text);
  await writeReport(job, {
    ...verdict,
    // Only now: suppressions name the items as they are.
    findings: verdict.findings.map((one) => maskedFinding(one, mask)),
    suppressed: verdict.suppressed.map((one) => maskedFinding(one, mask)),
    checked: examined.map(({ checked }) => ({ ...checked, name: mask(checked.name) })),
    rules: checkRules(),
    version,
    ...(isByName ? { isByName } : {}),
  });
  return verdict.findings.some(verdict.isFailure) ? exit.different : exit.done;
}

/** Whatever of a finding is from the server. */
function maskedFinding<F extends CheckFinding>(finding: F, mask: Mask): F {
  const { item, path, message, fix } = finding;
  const steps = stepsOf(path)?.map((step) => (typeof step === 'string' ? mask(step) : step));
  const at = steps === undefined ? mask(path) : pointerOf(steps);
  return { ...finding, item: mask(item), path: at, message: mask(message), fix: mask(fix) };
}

/** Writes the report to stdout, or whole or not at all to the file of `--output`. */
async function writeReport(job: Job, report: CheckReport): Promise<void> {
  const { io, options } = job;
  const { text, isJson } = await reportText(job, report);
  if (options.output === undefined) {
    if (isJson) io.json(text);
    else io.out(`${text}\n`);
    return;
  }
  writeFile(io, options.output, `${isJson ? safeJson(text) : visibleText(text)}\n`);
  if (!options.quiet) io.err(visible(`wrote ${options.output}: ${countWords(report)}`));
}

interface ReportText {
  readonly text: string;
  readonly isJson?: true;
}

async function reportText({ io, options }: Job, report: CheckReport): Promise<ReportText> {
  switch (options.report) {
    case 'json':
      return { text: jsonReport(report), isJson: true };
    case 'sarif': {
      const { sarifReport } = await import('../check/reports/sarif.ts');
      return { text: sarifReport(report), isJson: true };
    }
    case 'junit': {
      const { junitReport } = await import('../check/reports/junit.ts');
      return { text: junitReport(report) };
    }
    case 'github': {
      const { githubReport } = await import('../check/reports/github.ts');
      const path = io.env['GITHUB_STEP_SUMMARY'] ?? '';
      const { lines, summary } = githubReport(report, path !== '');
      if (path !== '') writeSummary(io, path, summary);
      return { text: lines.join('\n') };
    }
    case 'text':
    case undefined: {
      const { textReport } = await import('../check/reports/text.ts');
      return { text: textReport(report, Math.min(io.columns ?? COLUMNS, WIDEST)).join('\n') };
    }
  }
}

/** Adds to the summary of a step of a workflow. */
function writeSummary({ err }: Io, path: string, summary: string): void {
  try {
    append(path, summary);
  } catch (error) {
    err(`mcp-loupe: the summary of the step cannot be written: ${visible(reason(error))}`);
  }
}
