import { MOST, readBytes, textOf } from '../../disk/file.ts';
import { homeFolder } from '../../disk/place.ts';
import type { Host } from '../../host/host.ts';
import { problemsIn, readStepFile } from '../../replay/step-file.ts';
import type { VerifyOptions } from '../../replay/verifiable.ts';
import type { VerifiedStep } from '../../replay/verification.ts';
import { labelIn, rowsIn, type StepRow, verifiableSteps } from '../../replay/verify-steps.ts';
import { counted } from '../../text/measure.ts';
import { reason } from '../../text/reason.ts';
import { freshSheet, type Sheets } from '../kit/sheet/sheet.ts';
import { placeOf } from '../terminal/files.ts';
import type { Context } from '../world/command.ts';
import { askQuestion, openPrompt } from '../world/overlay.ts';
import { warn } from '../world/say.ts';
import type { Ui } from '../world/ui.ts';
import { DEFINITION_PANE, type Definition, showDefinition } from './definition.tsx';
import {
  firstFailure,
  itemOfStep,
  type RunStep,
  STEPS_SHEET,
  type StepsRun,
  stepsSheet,
} from './steps-sheet.ts';
import { STEPS_FILE } from './test-draft-sheet.ts';

/** Shows the run that is under way, or runs the file of steps that was used last; without one it asks which. */
export function runSteps(context: Context): void {
  const { stepsRun, stepsFile } = context.ui.get();
  if (stepsRun?.state === 'running') show(context);
  else if (stepsFile === undefined) askForFile(context);
  else start(context, stepsFile, false);
}

function askForFile({ ui }: Context): void {
  const accept = (context: Context, typed: string): void => {
    if (typed.trim() !== '') start(context, typed.trim(), false);
  };
  ui.update(openPrompt('run the steps of', { id: 'steps', accept }, ui.get().stepsFile ?? STEPS_FILE));
}

const shown: Definition['sheet'] = (host, { stepsRun, revealed }) =>
  stepsRun && stepsSheet(host, stepsRun, revealed);

function show({ ui }: Context): void {
  const acts = { 'steps.again': again, 'steps.all': askForAll, 'steps.file': askForFile };
  ui.update(showDefinition('Steps', shown, { scope: 'steps', acts, back: stop }));
}

/** Stops what is under way; false where nothing is. */
function stop({ ui }: Context): boolean {
  const { stepsRun: run } = ui.get();
  if (run?.state !== 'running') return false;
  run.end.abort();
  ui.update((now) => ({ ...now, stepsRun: { ...run, state: 'stopped' } }));
  return true;
}

function again(context: Context): void {
  const { stepsRun: run } = context.ui.get();
  if (run?.state === 'running') warn(context, 'The steps are still running: esc stops them.');
  else if (run !== undefined) start(context, run.file, run.all);
}

/** Asks before the steps are run that were skipped, since they may do harm. */
function askForAll(context: Context): void {
  const { stepsRun: run } = context.ui.get();
  if (run === undefined || run.state === 'running') {
    again(context);
    return;
  }
  const skipped = run.steps.filter(({ done }) => done?.status === 'skipped');
  if (skipped.length === 0) {
    warn(context, 'No step was skipped: r runs them again.');
    return;
  }
  askQuestion(context, {
    title: 'Run all',
    text: `Run all steps again, with ${counted(skipped.length, 'skipped one')}? That may change or delete something.`,
    details: skipped.map(({ label }) => context.host.mask(label)),
    words: { yes: 'run all' },
    sends: true,
    yes: (later) => start(later, run.file, true),
  });
}

/** Reads the file and sends its steps one after the other, over the session that there is. */
function start(context: Context, file: string, all: boolean): void {
  const { host, ui, memory, terminal } = context;
  const { connection } = host;
  const read = stepsIn(placeOf(file, { cwd: memory.folder, home: homeFolder() }), terminal.env);
  if (typeof read === 'string' || connection === undefined) {
    warn(context, `${file} cannot be run: ${typeof read === 'string' ? read : 'this is a recording'}.`);
    return;
  }
  const end = new AbortController();
  const rows = stepsOf(read);
  const run = { file, all, end };
  let state: StepsRun['state'] = 'running';
  const publish = (): void =>
    ui.update((now) => {
      if (end.signal.aborted || now.stepsRun?.end !== end) return now;
      const stepsRun = { ...run, state, steps: [...rows.values()] };
      return { ...now, stepsRun, sheets: sheetsAtFailure(host, now, stepsRun) };
    });
  ui.update((now) => ({
    ...now,
    ...{ stepsFile: file, stepsRun: { ...run, state: 'running', steps: [...rows.values()] } },
    sheets: { ...now.sheets, [DEFINITION_PANE]: { ...freshSheet(STEPS_SHEET), at: FIRST_STEP } },
  }));
  show(context);
  const soon = coalesced(publish);
  const onStep: VerifyOptions['onStep'] = (done, seq) => {
    const key = keyOf(done);
    const row = rows.get(key);
    if (row !== undefined) rows.set(key, { ...row, done, ...(seq !== undefined && { seq }) });
    soon();
  };
  const options: VerifyOptions = {
    ...{ all, twice: false, level: 'values', ignore: [], only: [], onStep },
    ...{ env: terminal.env, stop: end.signal },
  };
  void verifiableSteps(read, options)
    .verify({ host, connection })
    .then(
      () => {
        state = 'done';
      },
      (error: unknown) => {
        state = 'stopped';
        warn(context, `The steps were stopped: ${reason(error)}.`);
      },
    )
    .then(publish);
}

/** Where the cursor begins: behind the file and an empty row. */
const FIRST_STEP = { item: 2, row: 0 };

/** With the cursor on the first step that failed once there is one, unless the person has moved it. */
function sheetsAtFailure(host: Host, { sheets, stepsRun, revealed }: Ui, next: StepsRun): Sheets {
  const sheet = sheets[DEFINITION_PANE];
  const failed = firstFailure(next);
  if (failed < 0 || sheet?.of !== STEPS_SHEET || sheet.at.item !== FIRST_STEP.item) return sheets;
  if (stepsRun !== undefined && firstFailure(stepsRun) >= 0) return sheets;
  return {
    ...sheets,
    [DEFINITION_PANE]: { ...sheet, at: { item: itemOfStep(host, next, failed, revealed), row: 0 } },
  };
}

/** At most once in a moment, however often it is called. */
function coalesced(act: () => void): () => void {
  let isDue = false;
  return () => {
    if (isDue) return;
    isDue = true;
    setTimeout(() => {
      isDue = false;
      act();
    }, MOMENT);
  };
}

/** ms. */
const MOMENT = 30;

/** The steps that are sent, each by its place. */
const stepsOf = (steps: readonly StepRow[]): Map<string, RunStep> =>
  new Map(
    steps.flat().flatMap((placed): (readonly [string, RunStep])[] => {
      const { step } = placed;
      return step.kind === 'sleep' ? [] : [[keyOf(placed), { label: labelIn(step) }]];
    }),
  );

const keyOf = ({ index, part }: Pick<VerifiedStep, 'index' | 'part'>): string => `${index} ${part ?? ''}`;

/** The steps of a file, or why there are none, in words that end a sentence. */
function stepsIn(path: string, env: VerifyOptions['env']): readonly StepRow[] | string {
  try {
    const text = textOf(readBytes(path, MOST.content));
    const file = readStepFile(text);
    const [first] = problemsIn(file, env);
    if (first !== undefined) return `line ${first.line}, column ${first.column}: ${first.message}`;
    return rowsIn(file);
  } catch (error) {
    return reason(error);
  }
}
