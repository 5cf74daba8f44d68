import { shortJson } from '../../json/short-json.ts';
import { gotWord, sidesOf, wantedWord } from '../../replay/difference-words.ts';
import { isDifferent, labelOf, type StepStatus, type VerifiedStep } from '../../replay/verification.ts';
import { cut, pad } from '../../text/cut.ts';
import { counted, duration } from '../../text/measure.ts';
import { visible } from '../../text/visible.ts';
import { width } from '../../text/width.ts';
import { wrap } from '../../text/wrap.ts';
import { comparedLines } from '../difference-report.ts';
import { countWords, isUpdated, stepsOf, type VerifiedFile, type VerifyReport } from './verify-report.ts';
import { kindWords, nextSteps, noiseWords } from './verify-words.ts';

const MARKS: Readonly<Record<StepStatus, string>> = {
  same: '✓',
  different: '✗',
  noise: '~',
  skipped: '–',
  error: '!',
};

/** Columns of a step's name. */
const NAME = 48;
/** Differences of a step that are shown. */
const MOST = 20;

/** The report for people: a line for each step, and below it what differs. Lines are safe to show. */
export function textReport(report: VerifyReport, columns: number): readonly string[] {
  const { files } = report;
  // Of some, --only chose nothing.
  const told = files.filter(({ steps, surface = [] }) => steps.length + surface.length > 0);
  const lines = told.flatMap((file, place) => [
    ...(files.length === 1 ? [] : [...(place === 0 ? [] : ['']), visible(file.file)]),
    ...fileLines(file, columns),
  ]);
  const kinds = kindWords(stepsOf(report));
  const sums = [...(kinds === '' ? [] : [`no difference: ${kinds}`]), countWords(report)];
  return [...lines, ...(lines.length === 0 ? [] : ['']), ...sums.flatMap((line) => wrap(line, columns))];
}

function fileLines(file: VerifiedFile, columns: number): readonly string[] {
  const [first] = file.steps;
  if (first?.status === 'error' && file.steps.length > 1 && file.steps.every(({ why }) => why === first.why))
    return [`${MARKS.error} ${counted(file.steps.length, 'step')}: ${visible(first.why ?? '')}`];
  const names = file.steps.map((step) => cut(visible(labelOf(step)), NAME));
  const next = nextSteps(file);
  const cells = names.reduce((most, name) => Math.max(most, width(name)), 0);
  return [
    ...file.steps.flatMap((step, place) => stepLines(step, pad(names[place] ?? '', cells), file, columns)),
    ...(next.length === 0 ? [] : ['', ...next.flatMap((line) => wrap(`→ ${visible(line)}`, columns))]),
    ...surfaceLines(file),
  ];
}

/** What the server offers otherwise. That it says another version and nothing else is expected of a new build: one line. */
function surfaceLines({ surface = [], file }: VerifiedFile): readonly string[] {
  if (surface.some(isDifferent)) return ['', ...comparedLines({ changes: surface }, file, 'the server')];
  const said = (value: unknown): string => (typeof value === 'string' ? value : shortJson(value));
  return surface.flatMap(({ before, after }) => [
    '',
    visible(`the server says version ${said(after)}, was ${said(before)}`),
  ]);
}

function stepLines(step: VerifiedStep, name: string, file: VerifiedFile, columns: number): readonly string[] {
  const { status, why, ms, noise } = step;
  const wasSent = status !== 'skipped' && ms > 0;
  const isNew = isUpdated(file, step);
  const sign = isNew ? MARKS.same : MARKS[status];
  const head = `${sign} ${name}${wasSent ? `  ${duration(ms)}` : ''}${isNew ? '  updated' : ''}`.trimEnd();
  const below = (text: string, indent = 4): readonly string[] =>
    text === '' ? [] : indented(visible(text), indent, columns);
  return [
    head,
    ...(status === 'different' || status === 'error' ? below(placeOf(step, file)) : []),
    ...(why === undefined ? [] : below(why)),
    ...differenceRows(step, file, below),
    ...(noise.length === 0 ? [] : below(`noise: ${noiseWords(noise)}`)),
  ];
}

const indented = (text: string, indent: number, columns: number): readonly string[] =>
  wrap(text, Math.max(20, columns - indent)).map((line) => `${' '.repeat(indent)}${line}`);

function differenceRows(
  { differences }: VerifiedStep,
  { kind }: VerifiedFile,
  below: (text: string, indent?: number) => readonly string[],
): readonly string[] {
  const left = differences.length - MOST;
  const [wanted, got] = [wantedWord(kind), gotWord(kind)];
  const cells = Math.max(wanted.length, got.length);
  return [
    ...differences.slice(0, MOST).flatMap((difference) => {
      const sides = sidesOf(difference, kind);
      return [
        ...below(difference.pointer),
        ...(sides.between === undefined
          ? [
              ...below(`${wanted.padEnd(cells)} ${sides.wanted}`, 6),
              ...below(`${got.padEnd(cells)} ${sides.got}`, 6),
            ]
          : below(sides.between, 6)),
      ];
    }),
    ...(left > 0 ? below(`and ${left} more; --report json has all of them`) : []),
  ];
}

/** What a step asks for where its name does not say so, and where it is; empty where neither is to be said. */
function placeOf({ name, method, subject, line }: VerifiedStep, { file }: VerifiedFile): string {
  const what = name === undefined ? '' : labelOf({ method, subject });
  const at = line === undefined ? '' : `${file}:${line}`;
  return what === '' || at === '' ? what + at : `${what} (${at})`;
}
