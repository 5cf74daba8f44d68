import type { Severity } from '../../spec/rule.ts';
import { SEVERITIES } from '../../spec/rule.ts';
import { visible } from '../../text/visible.ts';
import type { ToldFinding } from '../verdict.ts';
import { type CheckReport, checkedOf, countWords, labelBefore } from './report.ts';

/** What a workflow of GitHub shows. */
export interface GithubReport {
  /** Workflow commands, which become annotations, and the last line. */
  readonly lines: readonly string[];
  /** All findings in Markdown, for the summary of the step. */
  readonly summary: string;
}

/** The most annotations of a level that GitHub shows of a step. */
export const ANNOTATIONS = 10;

/** The most characters of a summary: GitHub takes 1 MiB. */
const SUMMARY = 900_000;

/**
 * The report for a workflow of GitHub: the first findings of each level as annotations, all of them in the summary.
 *
 * @param hasSummary whether there is a file for it
 */
export function githubReport(report: CheckReport, hasSummary: boolean): GithubReport {
  const shown = SEVERITIES.flatMap((level) =>
    report.findings.filter((one) => one.level === level).slice(0, ANNOTATIONS),
  );
  const left = report.findings.length - shown.length;
  const lines = [
    ...shown.map((finding) => annotation(report, finding)),
    ...(left === 0
      ? []
      : [`${left} more ${hasSummary ? 'are in the summary of the step' : 'have no annotation'}`]),
    countWords(report),
  ];
  return { lines, summary: summaryOf(report) };
}

const COMMANDS: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', note: 'notice' };

function annotation(report: CheckReport, finding: ToldFinding): string {
  const { level, rule, item, message, fix } = finding;
  const { location } = checkedOf(report, finding) ?? {};
  return workflowCommand(
    level,
    [...(location === undefined ? [] : [['file', location] as const]), ['title', rule]],
    `${labelBefore(finding)}${item}: ${message}${fix === '' ? '' : ` → ${fix}`}`,
  );
}

/** A workflow command, which becomes an annotation. */
export function workflowCommand(
  level: Severity,
  properties: readonly (readonly [name: string, value: string])[],
  text: string,
): string {
  const written = properties
    .map(([name, value]) => `${name}=${data(value).replaceAll(':', '%3A').replaceAll(',', '%2C')}`)
    .join(',');
  return `::${COMMANDS[level]} ${written}::${data(text)}`;
}

/** Text of a workflow command, which ends with its line. */
const data = (text: string): string =>
  visible(text).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

function summaryOf(report: CheckReport): string {
  const { checked, findings } = report;
  const names = checked.map(({ name, label }) => (label === undefined ? name : `${label}: ${name}`));
  const head = [`### mcp-loupe check: ${names.map(markdown).join(', ')}`, '', countWords(report), ''];
  if (findings.length === 0) return `${head.join('\n')}\n`;
  const rows = findings.map((finding) => {
    const { level, item, rule, message, fix } = finding;
    return [level, `${labelBefore(finding)}${item}`, rule, message, fix];
  });
  return withTable(head, ['level', 'item', 'rule', 'what', 'what to change'], rows);
}

/** Lines of Markdown with a table behind them, as much of it as a summary takes. */
export function withTable(
  head: readonly string[],
  names: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  let text = [...head, `| ${names.join(' | ')} |`, `|${' --- |'.repeat(names.length)}`, ''].join('\n');
  for (const [place, cells] of rows.entries()) {
    const row = `| ${cells.map(markdown).join(' | ')} |`;
    if (text.length + row.length > SUMMARY) return `${text}\n${rows.length - place} more are left out\n`;
    text += `${row}\n`;
  }
  return text;
}

/** Text in a cell of a table: nothing in it is markup. */
export const markdown = (text: string): string =>
  visible(text).replace(/[&<>\\`*_{}[\]()#+!|~@]/g, (one) => `&#${one.charCodeAt(0)};`);
