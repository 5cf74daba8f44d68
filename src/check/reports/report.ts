import { SEVERITIES, type Severity } from '../../spec/rule.ts';
import type { CheckRule } from '../finding.ts';
import type { CheckVerdict, ToldFinding } from '../verdict.ts';

/** One thing that was checked: a server, a recording or a lock. */
export interface Checked {
  /** `crm 1.2.0`. */
  readonly name: string;
  /** `2025-11-25, 3 tools, 1 prompt`. */
  readonly facts: string;
  /** How it is called among others: the file as it was named, or one of several servers by its name; absent for a server alone. */
  readonly label?: string;
  /** The file of the repository that it is started from or configured in, as a path that a report can name. */
  readonly location?: string;
  /** Why it could not be checked, as the JSON document of that. */
  readonly failure?: string;
  /** A recording or log without any list. */
  readonly hasNothing?: true;
}

/** What is reported of a check. Texts of the server in it are as sent; each report makes them safe in its own way. */
export interface CheckReport extends CheckVerdict {
  readonly checked: readonly Checked[];
  /** Every rule by its id. */
  readonly rules: ReadonlyMap<string, CheckRule>;
  /** The version of this program. */
  readonly version: string;
  /** Several servers were checked: as JSON each has a document of its own. */
  readonly isByName?: true;
}

/** The thing that a finding is about. */
export const checkedOf = ({ checked }: CheckReport, { of }: ToldFinding): Checked | undefined =>
  checked.find(({ label }) => label === of) ?? checked[0];

/** Where a finding belongs, before what is said of it, where several things were checked: `crm: `. */
export const labelBefore = ({ of }: ToldFinding): string => (of === undefined ? '' : `${of}: `);

/** The report for programs: one JSON document, described in docs/check.schema.json, or an object of them by name. */
export function jsonReport(report: CheckReport): string {
  const { findings, counts, suppressed, checked, isByName } = report;
  if (!isByName) return JSON.stringify({ findings, counts, suppressed });
  const documents = checked.map((one) => {
    const own = <F extends ToldFinding>(all: readonly F[]) =>
      all.filter((finding) => checkedOf(report, finding) === one).map(({ of, ...rest }) => rest);
    const found = own(findings);
    const count = (level: Severity): number => found.filter((finding) => finding.level === level).length;
    const document = {
      findings: found,
      counts: { error: count('error'), warning: count('warning'), note: count('note') },
      suppressed: own(suppressed),
    };
    return `${JSON.stringify(one.label ?? one.name)}:${one.failure ?? JSON.stringify(document)}`;
  });
  return `{${documents.join(',')}}`;
}

/** The last line: how many of each level, and how many were suppressed. */
export function countWords({ counts, suppressed }: Pick<CheckVerdict, 'counts' | 'suppressed'>): string {
  const words = SEVERITIES.map((level) => `${counts[level]} ${level}${counts[level] === 1 ? '' : 's'}`);
  return [...words, ...(suppressed.length === 0 ? [] : [`${suppressed.length} suppressed`])].join(', ');
}
