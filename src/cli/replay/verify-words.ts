import { differenceLine } from '../../replay/difference-words.ts';
import { KIND_NOUNS } from '../../replay/fleeting.ts';
import type { VerifiedStep } from '../../replay/verification.ts';
import { counted } from '../../text/measure.ts';
import { isAmong, type VerifiedFile } from './verify-report.ts';

/** Why a step did not come out as it should, in one line; empty where it did. */
export function whyLine({ differences, why }: VerifiedStep, kind: VerifiedFile['kind']): string {
  const lines = differences.slice(0, FEW).map((one) => differenceLine(one, kind));
  const more = differences.length > FEW ? [`${differences.length - FEW} more`] : [];
  return [...lines, ...more, ...(why === undefined ? [] : [why])].join('; ');
}

/** Differences that a line says. */
const FEW = 5;

/** What to do about the differences of a file, in a line for each way; none where there are none. */
export function nextSteps({
  steps,
  kind,
  update,
}: Pick<VerifiedFile, 'steps' | 'kind' | 'update'>): readonly string[] {
  const different = steps.filter((step) => step.differences.length > 0);
  if (different.length === 0) return [];
  if (kind === 'recording')
    return [
      '--ignore POINTER leaves out what may differ, --twice measures what differs by itself',
      'if the new answers are right, record again',
    ];
  const { isDone = false, changed = [], settled = [] } = update ?? {};
  const left = different.filter(
    (step) =>
      !isAmong(settled, step) &&
      !step.differences.some(({ kind, got }) => kind === 'status' && got !== undefined),
  );
  return [
    ...(changed.length > 0 && !isDone
      ? ['if the new values are right, --update writes them into the file']
      : []),
    ...(left.length > 0 ? ['if the new answer is right, edit the step'] : []),
  ];
}

/** The pointers to what is noise, without those below another one. */
export const noiseWords = (noise: readonly string[]): string =>
  noise.filter((one) => !noise.some((other) => one.startsWith(`${other}/`))).join(', ');

/** How many values were others of the same kind: `3 other UUIDs, 1 other ISO time`; empty where none was. */
export function kindWords(steps: readonly VerifiedStep[]): string {
  const count = new Map<string, number>();
  for (const { kinds } of steps)
    for (const { kind } of kinds) count.set(KIND_NOUNS[kind], (count.get(KIND_NOUNS[kind]) ?? 0) + 1);
  return [...count].map(([noun, times]) => counted(times, `other ${noun}`)).join(', ');
}
