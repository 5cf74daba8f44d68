import { checkRules, findingsOf } from '../check/check.ts';
import type { Mask } from '../check/excerpt.ts';
import type { CheckFinding } from '../check/finding.ts';
import { type CheckReport, countWords, jsonReport } from '../check/reports/report.ts';
import { verdictOn } from '../check/verdict.ts';
import { pointerOf, stepsOf } from '../json/path.ts';
import { version } from '../version.ts';
import type { CheckAsked } from './check-asked.ts';
import type { Examined } from './examined.ts';
import { type ExitCode, exit } from './exit.ts';
import type { Job } from './job.ts';
import { type ReportForms, reportText, writeReport } from './replay/written-report.ts';

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
  const report: CheckReport = {
    ...verdict,
    // Only now: suppressions name the items as they are.
    findings: verdict.findings.map((one) => maskedFinding(one, mask)),
    suppressed: verdict.suppressed.map((one) => maskedFinding(one, mask)),
    checked: examined.map(({ checked }) => ({ ...checked, name: mask(checked.name) })),
    rules: checkRules(),
    version,
    ...(isByName ? { isByName } : {}),
  };
  writeReport(job, await reportText(job, report, FORMS), countWords(report));
  return verdict.findings.some(verdict.isFailure) ? exit.different : exit.done;
}

/** Whatever of a finding is from the server. */
function maskedFinding<F extends CheckFinding>(finding: F, mask: Mask): F {
  const { item, path, message, fix } = finding;
  const steps = stepsOf(path)?.map((step) => (typeof step === 'string' ? mask(step) : step));
  const at = steps === undefined ? mask(path) : pointerOf(steps);
  return { ...finding, item: mask(item), path: at, message: mask(message), fix: mask(fix) };
}

const FORMS: ReportForms<CheckReport> = {
  json: jsonReport,
  sarif: async () => (await import('../check/reports/sarif.ts')).sarifReport,
  junit: async () => (await import('../check/reports/junit.ts')).junitReport,
  github: async () => (await import('../check/reports/github.ts')).githubReport,
  text: async () => (await import('../check/reports/text.ts')).textReport,
};
