import { subjectOf } from '../session/pending.ts';
import { firstOf } from '../text/few.ts';
import { type CompareHow, isNoise, type Noise, noiseBetween } from './compare.ts';
import { createGate, type Gate } from './gate.ts';
import { coveredBy } from './pointers.ts';
import { createRunner, type Performed, type Runner, type SteppedServer, whyGone } from './runner.ts';
import { redactedAmong } from './secrets.ts';
import { namesOf, partsOf, type ScriptStep, type SendStep, type SingleStep } from './step.ts';
import { StepError } from './step-error.ts';
import type { StepFile } from './step-file.ts';
import { unwantedError } from './unwanted-error.ts';
import { type Deviation, type UpdatedFile, updatedFile } from './update.ts';
import type { Verifiable, VerifyOptions } from './verifiable.ts';
import { type AnswerDifference, labelOf, type VerifiedStep } from './verification.ts';

/** A step with its place in a file. */
export interface PlacedStep {
  /** From 0, in the file. */
  readonly index: number;
  readonly part?: number;
  /** From 1. */
  readonly line: number;
  /** The text of the line or element that it is in, as strict JSON, and where that begins in the file. */
  readonly text: string;
  readonly start: number;
  readonly step: SingleStep;
}

/** What is sent side by side: the parts of a step, or itself. */
export type StepRow = readonly PlacedStep[];

/** A file of steps as something to verify servers against. */
export interface VerifiableSteps extends Verifiable {
  /** The file with the values that were found since it was last verified. */
  updated(file: string): UpdatedFile;
}

/**
 * Steps as something to verify servers against: what each expects is judged, one after the other, parts of one side by side.
 *
 * @param rows each with the steps that are sent side by side
 */
export function verifiableSteps(all: readonly StepRow[], options: VerifyOptions): VerifiableSteps {
  const rows = chosenSteps(all, options.only);
  const deviations: Deviation[] = [];
  let mask: (text: string) => string = String;
  return {
    names: [...new Set(all.flat().flatMap(namesFor))],
    redacted: redactedAmong(
      all
        .flat()
        .filter(isSent)
        .map(({ step }) => step.params),
    ),
    lists: [],
    unreached: (why) => ({
      steps: rows
        .flat()
        .filter(isSent)
        .map((one) => notDone(one, 'error', why)),
    }),
    async verify(server) {
      mask = server.host.mask;
      const run: Run = {
        ...{ options, server, deviations, unsaved: new Map(), answers: new Map() },
        runner: createRunner(server, options),
        ...(options.all ? {} : { gate: createGate(server) }),
        isLate: false,
      };
      const steps: VerifiedStep[] = [];
      for (const parts of rows) {
        for (const { step } of parts.filter(isCall)) await run.gate?.refresh(subjectIn(step));
        const done = await Promise.all(parts.map((one) => reportedStep(run, one)));
        steps.push(...done.flatMap((one) => one ?? []));
      }
      return { steps, isLate: run.isLate };
    },
    updated: (file) => updatedFile(file, deviations, (text) => mask(text) !== text),
  };
}

type PlacedRequest = PlacedStep & { readonly step: SendStep };

const isCall = (placed: PlacedStep): placed is PlacedRequest =>
  isSent(placed) && placed.step.method === 'tools/call';

const isSent = (placed: PlacedStep): placed is PlacedRequest => placed.step.kind === 'send';

/** What steps are sent with. */
interface Run {
  readonly options: VerifyOptions;
  readonly server: SteppedServer;
  readonly runner: Runner;
  readonly gate?: Gate;
  readonly deviations: Deviation[];
  /** Why a name has no value: the step that saves it was not sent. */
  readonly unsaved: Map<string, string>;
  /** The line of the traffic with the answer to each. */
  readonly answers: Map<PlacedStep, number>;
  isLate: boolean;
}

/** What became of a step, of which `onStep` is told. */
async function reportedStep(run: Run, placed: PlacedStep): Promise<VerifiedStep | undefined> {
  const done = await verified(run, placed);
  if (done !== undefined) run.options.onStep?.(done, run.answers.get(placed));
  return done;
}

/** What became of a step; nothing for a pause. */
async function verified(run: Run, placed: PlacedStep): Promise<VerifiedStep | undefined> {
  const gone = whyGone(run.server, run.options.stop);
  if (!isSent(placed)) {
    if (gone === undefined) await run.runner.perform(placed.step);
    return undefined;
  }
  const { step } = placed;
  const refused = gone === undefined ? whyNot(run, step) : ({ status: 'error', why: gone } as const);
  if (refused !== undefined) {
    const did = refused.status === 'skipped' ? 'was skipped' : 'was not sent';
    for (const { name } of step.save) run.unsaved.set(name, `${labelIn(step)}, which saves it, ${did}`);
    return notDone(placed, refused.status, refused.why);
  }
  for (const { name } of step.save) run.unsaved.delete(name);
  return judged(run, placed, step);
}

/** Why a step is not to be sent. */
function whyNot(
  { gate, unsaved }: Run,
  step: SendStep,
): { readonly status: 'skipped' | 'error'; readonly why: string } | undefined {
  const refused = gate?.whyNot(step.method, subjectIn(step));
  if (refused !== undefined)
    return { status: refused.kind === 'harm' ? 'skipped' : 'error', why: refused.why };
  for (const name of namesOf(step)) {
    const missing = unsaved.get(name);
    if (missing !== undefined) return { status: 'skipped', why: `it needs \${${name}}: ${missing}` };
  }
  return undefined;
}

async function judged(run: Run, placed: PlacedRequest, step: SendStep): Promise<VerifiedStep> {
  const { options, runner } = run;
  const performed = await runner.perform(step);
  const { outcome, ms, why } = performed;
  if (performed.seq !== undefined) run.answers.set(placed, performed.seq);
  if (outcome?.kind === 'timeout') run.isLate = true;
  const head = { ...headOf(placed), ms };
  if (performed.isSkipped) return { ...head, status: 'skipped', why: why ?? 'it was not sent' };
  const measured =
    options.twice && whyGone(run.server, options.stop) === undefined
      ? await noiseOf(runner, step, performed)
      : undefined;
  const noise = measured?.pointers ?? [];
  if (outcome?.kind === 'cancelled' && options.stop.aborted)
    return { ...head, status: 'error', why: why ?? 'interrupted' };
  if (performed.passed) return { ...head, noise, status: noise.length === 0 ? 'same' : 'noise' };
  if (
    performed.message === undefined &&
    (outcome?.kind !== 'cancelled' || performed.differences.length === 0)
  )
    return { ...head, status: 'error', why: why ?? 'there was no answer' };
  const isIgnored = coveredBy(options.ignore);
  const counted = differencesOf(performed).filter(({ pointer }) => !isIgnored(pointer));
  if (counted.length === 0) return { ...head, noise, status: noise.length === 0 ? 'same' : 'noise' };
  const { text, start, part, index } = placed;
  run.deviations.push({
    ...{ index, part, text, start, label: labelIn(step), differences: counted },
    ...{ at: part === undefined ? '' : `/together/${part}`, expect: step.expect, message: performed.message },
  });
  const reason = why ?? whyNoise(counted, isNoise(measured));
  return {
    ...{ ...head, noise, status: 'different', differences: counted },
    ...(reason === undefined ? {} : { why: reason }),
  };
}

/** That what a step expects is a value that no two answers have. */
function whyNoise(
  differences: readonly AnswerDifference[],
  isNoisy: (pointer: string) => boolean,
): string | undefined {
  const unsteady = differences.map(({ pointer }) => pointer).filter(isNoisy);
  if (unsteady.length === 0) return undefined;
  return `${firstOf(unsteady, 3)} ${unsteady.length === 1 ? 'differs' : 'differ'} between two calls: expect a test such as {"$type": "string"}`;
}

/**
 * What differs between two answers of one build. What the step saves is not saved again, and what it expects not judged; one that
 * needs what it saves would be another call.
 */
async function noiseOf(runner: Runner, step: SendStep, { message }: Performed): Promise<Noise | undefined> {
  const names = namesOf(step);
  if (message === undefined || step.save.some(({ name }) => names.includes(name))) return undefined;
  const { expect: _, ...sent } = step;
  const again = await runner.perform({ ...sent, save: [] });
  return again.message === undefined ? undefined : noiseBetween(message, again.message, VALUES);
}

const VALUES: CompareHow = { level: 'values' };

/** What a step expects and did not get; one that expects nothing wants an answer without an error. */
function differencesOf({ differences, message }: Performed): readonly AnswerDifference[] {
  if (differences.length > 0) return differences;
  const error = message === undefined ? undefined : unwantedError(message, undefined, []);
  return error === undefined ? [] : [error];
}

const notDone = (placed: PlacedRequest, status: 'skipped' | 'error', why: string): VerifiedStep => ({
  ...headOf(placed),
  ...{ status, why },
});

function headOf({ index, part, line, step }: PlacedRequest) {
  return {
    ...{ index, ...(part === undefined ? {} : { part }), line },
    ...(step.name === undefined ? {} : { name: step.name }),
    ...{ method: step.method, subject: subjectIn(step) },
    ...{ ms: 0, differences: [], noise: [], kinds: [] },
  };
}

/** How a step is called. */
export const labelIn = (step: SendStep): string => labelOf({ ...step, subject: subjectIn(step) });

const subjectIn = ({ params }: SendStep): string =>
  params === undefined ? '' : subjectOf(JSON.parse(params));

/**
 * The steps that have one of these names, or call one of these tools, with those before them that save what they need; all where
 * there is no name. A pause stays before the step that it is for.
 */
export function chosenSteps(rows: readonly StepRow[], only: readonly string[]): readonly StepRow[] {
  if (only.length === 0) return rows;
  const needed = new Set<string>();
  const chosen: StepRow[] = [];
  let isPauseFor = false;
  for (const row of rows.toReversed()) {
    const kept = row.filter((placed) =>
      isSent(placed)
        ? namesFor(placed).some((name) => only.includes(name)) ||
          placed.step.save.some(({ name }) => needed.has(name))
        : isPauseFor && row.length === 1,
    );
    const sent = kept.filter(isSent);
    for (const { step } of sent) for (const { name } of step.save) needed.delete(name);
    for (const { step } of sent) for (const name of namesOf(step)) needed.add(name);
    if (row.some(isSent)) isPauseFor = kept.length > 0;
    if (kept.length > 0) chosen.unshift(kept);
  }
  return chosen;
}

const namesFor = (placed: PlacedStep): readonly string[] =>
  isSent(placed)
    ? [placed.step.name ?? '', subjectIn(placed.step), placed.step.method].filter((name) => name !== '')
    : [];

/** The valid steps of a file, each with all that is sent beside it. */
export function rowsIn({ steps, text }: StepFile): readonly StepRow[] {
  let at = 0;
  let line = 1;
  return steps.flatMap(({ step, start, text: written }, index): readonly StepRow[] => {
    for (; at < start; at += 1) if (text[at] === '\n') line += 1;
    return step instanceof StepError ? [] : [rowOf(step, { index, line, start, text: written })];
  });
}

const rowOf = (step: ScriptStep, place: Pick<PlacedStep, 'index' | 'line' | 'text' | 'start'>): StepRow =>
  partsOf(step).map((one, part) => ({ ...place, step: one, ...(step.kind === 'together' && { part }) }));
