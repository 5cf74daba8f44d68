import { write } from '../../json/write.ts';
import type { VerifiedKind } from '../../replay/difference-words.ts';
import { countsOf, isDifferent, type Verified, type VerifiedStep } from '../../replay/verification.ts';
import type { Change } from '../../surface/change.ts';
import { reportedChange } from '../../surface/words.ts';
import { counted } from '../../text/measure.ts';
import { countsOf as surfaceCounts } from '../difference-report.ts';

/** What came of one file of several. */
export interface VerifiedFile extends Verified {
  readonly kind: VerifiedKind;
  /** As it was named. */
  readonly file: string;
  /** The same as a path that a report can name; absent for one that is elsewhere. */
  readonly location?: string;
  /** Of a file of steps: what --update writes, or has written. */
  readonly update?: StepUpdate;
}

/** What `--update` makes of a file. */
export interface StepUpdate {
  /** It was asked for, and what could be written is in the file. */
  readonly isDone: boolean;
  /** The steps that have new values, and those of them that expect nothing else now. */
  readonly changed: readonly PlaceOfStep[];
  readonly settled: readonly PlaceOfStep[];
}

interface PlaceOfStep {
  readonly index: number;
  readonly part?: number | undefined;
}

/** Whether the values that were found of a step are in its file now. */
export const isUpdated = ({ update }: Pick<VerifiedFile, 'update'>, step: VerifiedStep): boolean =>
  update?.isDone === true && isAmong(update.settled, step);

/** Whether a step is one of some. */
export const isAmong = (places: readonly PlaceOfStep[], { index, part }: VerifiedStep): boolean =>
  places.some((one) => one.index === index && one.part === part);

/** What is reported of all files. Texts of the server in it are as sent, without secrets; each report makes them safe in its own way. */
export interface VerifyReport {
  readonly files: readonly VerifiedFile[];
  /** The version of this program. */
  readonly version: string;
}

/** All steps of all files. */
export const stepsOf = ({ files }: VerifyReport): readonly VerifiedStep[] =>
  files.flatMap(({ steps }) => steps);

/** What the server offers otherwise than in a recording, and that counts. */
export const changesOf = ({ surface = [] }: Verified): readonly Change[] => surface.filter(isDifferent);

/** The report for programs: one JSON document, described in docs/verify.schema.json. Where there are several files, all say theirs. */
export function jsonReport(report: VerifyReport): string {
  const areSeveral = report.files.length > 1;
  const changes = report.files.flatMap(({ file, surface }) =>
    (surface ?? []).map((change) => ({ ...(areSeveral ? { file } : {}), ...reportedChange(change) })),
  );
  const isCompared = report.files.some(({ surface }) => surface !== undefined);
  return write({
    steps: report.files.flatMap(({ file, steps }) =>
      steps.map((step) => ({ ...(areSeveral ? { file } : {}), ...step })),
    ),
    ...(isCompared ? { surface: { changes, counts: surfaceCounts({ changes: allChanges(report) }) } } : {}),
    counts: countsOf(stepsOf(report)),
  });
}

const allChanges = ({ files }: VerifyReport): readonly Change[] =>
  files.flatMap(({ surface = [] }) => surface);

/** Whether all steps were skipped, so that nothing is known of the server. */
export function wasNothingSent(report: VerifyReport): boolean {
  const steps = stepsOf(report);
  return steps.length > 0 && steps.every(({ status }) => status === 'skipped');
}

/** The last line: how many steps came out how. */
export function countWords(report: VerifyReport): string {
  const { same, different, noise, skipped, error } = countsOf(stepsOf(report));
  const changes = report.files.flatMap(changesOf).length;
  const updated = report.files.flatMap((file) => file.steps.filter((step) => isUpdated(file, step))).length;
  const words = [
    [same, `${same} same`],
    [updated, `${updated} updated`],
    [different - updated, `${different - updated} different`],
    [noise, `${noise} with noise alone`],
    [skipped, `${skipped} skipped`],
    [error, counted(error, 'error')],
    [changes, `${counted(changes, 'difference')} in what the server offers`],
  ] as const;
  const told = words.filter(([count]) => count > 0).map(([, word]) => word);
  if (wasNothingSent(report)) {
    const skips = skipped === 1 ? 'the only one was skipped' : `all ${skipped} were skipped`;
    return [`no call was made: ${skips}`, ...told.slice(1)].join(', ');
  }
  return told.length === 0 ? 'no steps' : told.join(', ');
}
