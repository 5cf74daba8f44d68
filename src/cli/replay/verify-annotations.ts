import {
  ANNOTATIONS,
  type GithubReport,
  markdown,
  withTable,
  workflowCommand,
} from '../../check/reports/github.ts';
import { MOST, physical, sarifDocument } from '../../check/reports/sarif.ts';
import { labelOf, type VerifiedStep } from '../../replay/verification.ts';
import { changeId, fullWords } from '../../surface/words.ts';
import { visible } from '../../text/visible.ts';
import { changesOf, countWords, type VerifiedFile, type VerifyReport } from './verify-report.ts';
import { whyLine } from './verify-words.ts';

/** What is to be seen where a file is looked at. */
interface Note {
  readonly title: string;
  readonly text: string;
  readonly file: VerifiedFile;
  readonly line?: number | undefined;
}

/** The same of what is wrong: a step that differs or could not be done, a change of the surface. */
interface Noted extends Note {
  readonly rule: keyof typeof RULES;
}

const noteOf = (step: VerifiedStep, file: VerifiedFile): Note => ({
  title: labelOf(step),
  text: whyLine(step, file.kind),
  line: step.line,
  file,
});

const RULES = {
  'verify/different': 'An answer is not what was expected.',
  'verify/error': 'A step could not be done.',
  'verify/surface': 'The server offers something else than when it was recorded.',
} as const;

function notedIn(report: VerifyReport): readonly Noted[] {
  return report.files.flatMap((file): readonly Noted[] => [
    ...file.steps.filter(isNoted).map(
      (step): Noted => ({
        rule: step.status === 'error' ? 'verify/error' : 'verify/different',
        ...noteOf(step, file),
      }),
    ),
    ...changesOf(file).map(
      (change): Noted => ({
        rule: 'verify/surface',
        title: changeId(change),
        text: fullWords(change),
        file,
      }),
    ),
  ]);
}

const isNoted = ({ status }: VerifiedStep): boolean => status === 'different' || status === 'error';

/** The report in SARIF 2.1.0: a result for each step that differs or could not be done, at its line. */
export function sarifReport(report: VerifyReport): string {
  const rules = Object.entries(RULES).map(([id, text]) => ({ id, shortDescription: { text } }));
  const noted = notedIn(report);
  const left = noted.length - MOST;
  const results = noted.slice(0, MOST).map(({ rule, title, text, file, line }) => ({
    ruleId: rule,
    ruleIndex: Object.keys(RULES).indexOf(rule),
    level: 'error',
    message: { text: `${visible(title)}: ${visible(text)}` },
    locations: [
      {
        ...(file.location === undefined ? {} : { physicalLocation: physical(file.location, line) }),
        logicalLocations: [{ fullyQualifiedName: visible(title) }],
      },
    ],
    // Without it, those of one line would be told apart by their order.
    partialFingerprints: { primaryLocationLineHash: `${rule} ${visible(file.file)} ${visible(title)}` },
  }));
  const text = `${left + 1} more results are left out: --report json has all of them`;
  const last = { ruleId: 'verify/different', ruleIndex: 0, level: 'note', message: { text } };
  return sarifDocument(report.version, rules, left > 0 ? [...results.slice(0, -1), last] : results);
}

/** The report for a workflow of GitHub: the first as annotations at their lines, all steps in the summary. */
export function githubReport(report: VerifyReport, hasSummary: boolean): GithubReport {
  const noted = notedIn(report);
  const left = noted.length - ANNOTATIONS;
  const lines = noted.slice(0, ANNOTATIONS).map((one) => annotation('error', one));
  const skipped = report.files.flatMap((file) =>
    file.steps
      .filter(({ status }) => status === 'skipped')
      .map((step) => annotation('note', noteOf(step, file))),
  );
  const more = `${left} more ${hasSummary ? 'are in the summary of the step' : 'have no annotation'}`;
  return {
    lines: [...lines, ...(left > 0 ? [more] : []), ...skipped.slice(0, ANNOTATIONS), countWords(report)],
    summary: summaryOf(report),
  };
}

const annotation = (level: 'error' | 'note', { title, text, file, line }: Note): string =>
  workflowCommand(
    level,
    [
      ...(file.location === undefined ? [] : [['file', file.location] as const]),
      ...(file.location === undefined || line === undefined ? [] : [['line', String(line)] as const]),
      ['title', level === 'note' ? `skipped: ${title}` : title],
    ],
    text,
  );

function summaryOf(report: VerifyReport): string {
  const head = [
    `### mcp-loupe verify: ${report.files.map(({ file }) => markdown(file)).join(', ')}`,
    '',
    countWords(report),
    '',
  ];
  const rows = report.files.flatMap((file) => [
    ...file.steps.map((step) => [step.status, labelOf(step), whyLine(step, file.kind), file.file]),
    ...changesOf(file).map((change) => ['different', changeId(change), fullWords(change), file.file]),
  ]);
  return rows.length === 0
    ? `${head.join('\n')}\n`
    : withTable(head, ['status', 'step', 'why', 'file'], rows);
}
