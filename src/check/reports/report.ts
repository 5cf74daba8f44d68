import { SEVERITIES } from '../../spec/rule.ts';
import type { CheckRule } from '../finding.ts';
import type { CheckVerdict, ToldFinding } from '../verdict.ts';

/** One thing that was checked: a server, a recording or a lock. */
export interface Checked {
  /** `crm 1.2.0`. */
  readonly name: string;
  /** `2025-11-25, 3 tools, 1 prompt`. */
  readonly facts: string;
  /** The file as it was named; absent for a live server. */
  readonly file?: string;
  /** The file of the repository that it is started from or configured in, as a path that a report can name. */
  readonly location?: string;
}

/** What is reported of a check. Texts of the server in it are as sent; each report makes them safe in its own way. */
export interface CheckReport extends CheckVerdict {
  readonly checked: readonly Checked[];
  /** Every rule by its id. */
  readonly rules: ReadonlyMap<string, CheckRule>;
  /** The version of this program. */
  readonly version: string;
}

/** The thing that a finding is about. */
export const checkedOf = ({ checked }: CheckReport, { of }: ToldFinding): Checked | undefined =>
  checked.find(({ file }) => file === of) ?? checked[0];

/** The report for programs: one JSON document, described in docs/check.schema.json. */
export const jsonReport = ({ findings, counts, suppressed }: CheckReport): string =>
  JSON.stringify({ findings, counts, suppressed });

/** The last line: how many of each level, and how many were suppressed. */
export function countWords({ counts, suppressed }: Pick<CheckVerdict, 'counts' | 'suppressed'>): string {
  const words = SEVERITIES.map((level) => `${counts[level]} ${level}${counts[level] === 1 ? '' : 's'}`);
  return [...words, ...(suppressed.length === 0 ? [] : [`${suppressed.length} suppressed`])].join(', ');
}
