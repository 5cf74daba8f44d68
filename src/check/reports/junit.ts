import type { ToldFinding } from '../verdict.ts';
import { type Checked, type CheckReport, checkedOf } from './report.ts';
import { element, empty, escaped, junitDocument, written } from './xml.ts';

/**
 * The report as JUnit XML: a suite for each thing that was checked, a case for each finding. Those that end with exit code 5 have
 * failed, the others have passed and say what they found, what is suppressed is skipped.
 */
export function junitReport(report: CheckReport): string {
  const suites = report.checked.map((checked) => {
    const own = (one: ToldFinding) => checkedOf(report, one) === checked;
    const cases = [
      ...report.findings.filter(own).map((one) => findingCase(one, report.isFailure(one))),
      ...report.suppressed
        .filter(own)
        .map((one) => testCase(one, empty('skipped', [['message', one.reason]]))),
    ];
    return suite(checked, cases, {
      failures: report.findings.filter((one) => own(one) && report.isFailure(one)).length,
      skipped: report.suppressed.filter(own).length,
    });
  });
  return junitDocument('mcp-loupe check', suites);
}

function suite(
  { name, label }: Checked,
  cases: readonly string[],
  { failures, skipped }: { readonly failures: number; readonly skipped: number },
): string {
  // A suite without a case is taken for one that did not run.
  const all =
    cases.length > 0
      ? cases
      : [
          empty('testcase', [
            ['classname', name],
            ['name', 'nothing found'],
          ]),
        ];
  const attributes = [
    ['name', label === undefined ? name : `${label}: ${name}`],
    ['tests', String(all.length)],
    ['failures', String(failures)],
    ['errors', '0'],
    ['skipped', String(skipped)],
  ] as const;
  return element('testsuite', attributes, all);
}

function findingCase(finding: ToldFinding, isFailure: boolean): string {
  const { rule, level, message, fix } = finding;
  const text = `${escaped(`${level}: ${message}`)}\n${escaped(fix)}`.trim();
  const [name, attributes] = isFailure
    ? ([
        'failure',
        [
          ['type', rule],
          ['message', message],
        ],
      ] as const)
    : (['system-out', []] as const);
  return testCase(finding, `<${name}${written(attributes)}>${text}</${name}>`);
}

function testCase({ item, rule, client, path }: ToldFinding, content: string): string {
  const name = [rule, client, path].filter((part) => part !== undefined && part !== '').join(' ');
  return element(
    'testcase',
    [
      ['classname', item],
      ['name', name],
    ],
    [content],
  );
}
