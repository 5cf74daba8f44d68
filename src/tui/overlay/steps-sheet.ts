import type { Host } from '../../host/host.ts';
import { differenceLines } from '../../replay/difference-words.ts';
import { maskedDifference } from '../../replay/masked.ts';
import { type AnswerDifference, countsOf, type VerifiedStep } from '../../replay/verification.ts';
import { few } from '../../text/few.ts';
import { counted, duration } from '../../text/measure.ts';
import { memo } from '../../time/memo.ts';
import { parted, textSection } from '../kit/sheet/sections.ts';
import type { Section, Sheet, TextSection } from '../kit/sheet/sheet.ts';
import { secretsOf } from '../world/secrets.ts';
import type { Meaning } from '../world/theme.ts';

declare module '../world/ui.ts' {
  interface Ui {
    /** The file of steps that was run last, with what came of each. */
    readonly stepsRun?: StepsRun;
  }
}

/** A step of the file that is run, and what came of it. */
export interface RunStep {
  /** Its name, or what it asks for. */
  readonly label: string;
  readonly done?: VerifiedStep;
  /** The line of the traffic with its answer. */
  readonly seq?: number;
}

/** A file of steps that is run, or was. */
export interface StepsRun {
  /** As it was named. */
  readonly file: string;
  readonly steps: readonly RunStep[];
  readonly state: 'running' | 'done' | 'stopped';
  /** Tools that may do harm are called as well. */
  readonly all: boolean;
  readonly end: AbortController;
}

/** Names the sheet. */
export const STEPS_SHEET = 'steps';

/** Each step with what came of it; of one that came out otherwise what was wanted and what came. */
export const stepsSheet = memo((host: Host, run: StepsRun, revealed: boolean): Sheet => {
  const secrets = secretsOf(host.mask, revealed);
  const next = run.state === 'running' ? run.steps.findIndex(({ done }) => done === undefined) : -1;
  const sections = parted([
    [textSection('file', [secrets.mask(headWords(run))], { meaning: 'strong' })],
    run.steps.flatMap((step, at) => rowsOf(step, at, at === next, secrets.mask)),
  ]);
  return {
    key: STEPS_SHEET,
    sections,
    hide: secrets.hide,
    whole: () => sections.flatMap((section) => (section.kind === 'text' ? section.lines : [])).join('\n'),
    file: 'steps',
    savesWhole: true,
  };
});

function headWords({ file, steps, state }: StepsRun): string {
  const done = steps.flatMap((step) => step.done ?? []);
  const { same, different, skipped, error } = countsOf(done);
  const counts = [
    [same, `${same} ✓`],
    [different + error, `${different + error} ✗`],
    [skipped, `${skipped} skipped`],
  ] as const;
  const told = counts.flatMap(([count, words]) => (count > 0 ? [words] : []));
  const left = state === 'done' ? [] : [`${done.length} of ${steps.length}, ${state}`];
  return [file, ...(told.length === 0 && left.length === 0 ? ['no steps'] : told), ...left].join(' · ');
}

const SIGNS: Readonly<Record<VerifiedStep['status'], readonly [sign: string, meaning?: Meaning]>> = {
  same: ['✓', 'ok'],
  noise: ['✓', 'ok'],
  different: ['✗', 'error'],
  error: ['✗', 'error'],
  skipped: ['–', 'dim'],
};

/** The place of the first step that came out otherwise; -1 where none has. */
export const firstFailure = ({ steps }: StepsRun): number =>
  steps.findIndex(({ done }) => done?.status === 'different' || done?.status === 'error');

/** The item of the sheet that a step is, by its place. */
export function itemOfStep(host: Host, run: StepsRun, at: number, revealed: boolean): number {
  const { sections } = stepsSheet(host, run, revealed);
  const before = sections.slice(
    0,
    sections.findIndex(({ id }) => id === `step ${at}`),
  );
  return before.reduce((count, section) => count + (section.kind === 'text' ? section.lines.length : 0), 0);
}

/** Lines that are shown of what came out otherwise in one step. */
const LINES = 40;

function rowsOf(
  { label, done, seq }: RunStep,
  at: number,
  isNext: boolean,
  mask: (text: string) => string,
): readonly Section[] {
  const where = seq === undefined ? {} : { seq };
  if (done === undefined) {
    const meaning = isNext ? 'running' : 'dim';
    return [textSection(`step ${at}`, [`${isNext ? '…' : ' '} ${mask(label)}`], { meaning, ...where })];
  }
  const [sign, meaning] = SIGNS[done.status];
  const took = seq === undefined ? '' : `   ${duration(done.ms)}`;
  const why = done.why?.replace('--all sends it anyway', 'a sends it anyway');
  const first = done.differences.find(isPlace);
  return [
    textSection(`step ${at}`, [`${sign} ${mask(label)}${took}`], {
      ...(meaning && { meaning }),
      ...where,
      ...(first && { path: first.pointer }),
      hang: 2,
    }),
    ...(why === undefined ? [] : [saying(`step ${at} says`, [why], mask, where)]),
    ...differencesOf(done, at, mask, where),
  ];
}

/** Each difference by itself: enter goes to its value. */
function differencesOf(
  { differences }: VerifiedStep,
  at: number,
  mask: (text: string) => string,
  where: Pick<TextSection, 'seq'>,
): readonly Section[] {
  const sections: Section[] = [];
  let room = LINES;
  for (const [nth, difference] of differences.entries()) {
    if (room <= 0) {
      const left = `and ${counted(differences.length - nth, 'more difference')}`;
      return [...sections, saying(`step ${at} more`, [left], mask, where)];
    }
    const lines = few(differenceLines(maskedDifference(difference, mask)), room);
    room -= lines.length;
    const path = isPlace(difference) ? { path: difference.pointer } : {};
    sections.push(saying(`step ${at} difference ${nth}`, lines, mask, { ...where, ...path }));
  }
  return sections;
}

/** Whether a difference is at a value of the answer, and not of its time or findings. */
const isPlace = ({ pointer }: AnswerDifference): boolean => pointer.startsWith('/');

const saying = (
  id: string,
  lines: readonly string[],
  mask: (text: string) => string,
  where: Pick<TextSection, 'seq' | 'path'>,
): Section =>
  textSection(
    id,
    lines.map((line) => mask(`    ${line}`)),
    { hang: 4, meaning: 'dim', ...where },
  );
