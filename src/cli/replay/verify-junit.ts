import { element, empty, escaped, junitDocument, written } from '../../check/reports/xml.ts';
import { differenceLine } from '../../replay/difference-words.ts';
import { countsOf, labelOf, type VerifiedStep } from '../../replay/verification.ts';
import { changeId, fullWords } from '../../surface/words.ts';
import { firstOf } from '../../text/few.ts';
import { changesOf, type VerifiedFile, type VerifyReport } from './verify-report.ts';
import { noiseWords } from './verify-words.ts';

/** The report as JUnit XML: a suite for each file, a case for each step, and one for what the server offers. */
export const junitReport = ({ files }: VerifyReport): string =>
  junitDocument('mcp-loupe verify', files.map(suite));

function suite(file: VerifiedFile): string {
  const counts = countsOf(file.steps);
  const changes = changesOf(file);
  const cases = [
    ...file.steps.map((step) => stepCase(step, file)),
    ...(file.surface === undefined ? [] : [surfaceCase(file)]),
  ];
  const attributes = [
    ['name', file.file],
    ['tests', String(cases.length)],
    ['failures', String(counts.different + (changes.length > 0 ? 1 : 0))],
    ['errors', String(counts.error)],
    ['skipped', String(counts.skipped)],
    ['time', inSeconds(file.steps.reduce((sum, { ms }) => sum + ms, 0))],
  ] as const;
  return element('testsuite', attributes, cases);
}

function stepCase(step: VerifiedStep, { file, kind }: VerifiedFile): string {
  const { status, why = '', differences, noise, ms, line } = step;
  const attributes = [
    ['classname', file],
    ['name', labelOf(step)],
    ['time', inSeconds(ms)],
    ...(line === undefined ? [] : ([['line', String(line)]] as const)),
  ] as const;
  switch (status) {
    case 'same':
      return empty('testcase', attributes);
    case 'noise':
      return element('testcase', attributes, [
        `<system-out>${escaped(`noise: ${noiseWords(noise)}`)}</system-out>`,
      ]);
    case 'skipped':
      return element('testcase', attributes, [empty('skipped', [['message', why]])]);
    case 'error':
      return element('testcase', attributes, [empty('error', [['message', why]])]);
    case 'different': {
      const lines = [
        ...differences.slice(0, MOST).map((one) => differenceLine(one, kind)),
        ...(differences.length > MOST ? [`and ${differences.length - MOST} more`] : []),
        ...(why === '' ? [] : [why]),
      ];
      const where = firstOf(
        differences.map(({ pointer }) => pointer),
        1,
      );
      return element('testcase', attributes, [failure(`not as expected: ${where}`, lines.map(escaped))]);
    }
  }
}

function surfaceCase(file: VerifiedFile): string {
  const changes = changesOf(file);
  const attributes = [
    ['classname', file.file],
    ['name', 'what the server offers'],
    ['time', '0'],
  ] as const;
  if (changes.length === 0) return empty('testcase', attributes);
  const lines = changes.map((change) => escaped(`${changeId(change)}: ${fullWords(change)}`));
  return element('testcase', attributes, [failure(`${changes.length} changed`, lines)]);
}

const failure = (message: string, lines: readonly string[]): string =>
  `<failure${written([
    ['type', 'different'],
    ['message', message],
  ])}>${lines.join('\n')}</failure>`;

/** Differences of a step that are told. */
const MOST = 50;

const inSeconds = (ms: number): string => (ms / 1000).toFixed(3);
