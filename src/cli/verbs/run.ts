import { write } from '../../json/write.ts';
import { differenceLines } from '../../replay/difference-words.ts';
import { maskedDifference } from '../../replay/masked.ts';
import { createRunner, type Performed, type Runner, type SteppedServer } from '../../replay/runner.ts';
import { partsOf, type ScriptStep } from '../../replay/step.ts';
import { StepError } from '../../replay/step-error.ts';
import {
  isArray,
  isBlank,
  problemLine,
  problemsIn,
  readStep,
  readStepFile,
  type StepProblem,
} from '../../replay/step-file.ts';
import { visible } from '../../text/visible.ts';
import { type ConnectedServer, withServer } from '../connect.ts';
import { failureJson } from '../ending.ts';
import { exit, UsageError } from '../exit.ts';
import { readText, stdinLines } from '../file.ts';
import { firstOperand, type Job, operandsAtMost, type RunVerb } from '../job.ts';
import { failureDocument, resultText } from '../print.ts';

/**
 * `run <steps.jsonl | ->`: several requests over one connection, one JSON line for each answer. A failed step does not stop those
 * after it, unless `--fail-fast` is given; any failed step makes the exit code 1, and 3 or 4 says that it never connected. A file
 * is read before the server is started: what is wrong in it is reported at once, and if the first step is not valid, or a variable
 * can have no value, that is wrong usage and nothing is started.
 */
export const run: RunVerb = async (job) => {
  const source = firstOperand(job, 'run', 'a file of steps, or - for stdin');
  operandsAtMost(job, 'run', 1);
  const steps = source === '-' ? stdinSteps(job) : await readFile(job, source);
  return withServer(job, [], async (connected) => {
    const runner = createRunner(connected, { env: job.io.env, stop: job.io.stop });
    let failed = false;
    for await (const read of steps) {
      if (job.io.stop.aborted || (failed && job.options.failFast)) break;
      if (source === '-' && read.step instanceof StepError)
        connected.tell(`step ${read.number}: ${read.step.message}`);
      if (!(await performLine(job, connected, runner, read))) failed = true;
    }
    return failed ? exit.failed : exit.done;
  });
};

/** A step that was read, or what is wrong with it. */
interface ReadLine {
  /** From 1; empty lines and comments do not count. */
  readonly number: number;
  readonly step: ScriptStep | StepError;
}

/** The steps as they come, a line each; an array is read to its end first. */
async function* stdinSteps({ io }: Job): AsyncGenerator<ReadLine> {
  const array: string[] = [];
  let number = 0;
  for await (const text of stdinLines(io)) {
    if (array.length > 0 || (number === 0 && isArray(text))) array.push(text);
    else if (!isBlank(text)) {
      number += 1;
      yield { number, step: readStep(text) };
    }
  }
  if (array.length === 0) return;
  const { steps, unusable } = readStepFile(array.join('\n'));
  if (unusable !== undefined) throw new UsageError(problemLine('stdin', unusable));
  yield* steps;
}

async function readFile({ io }: Job, path: string): Promise<readonly ReadLine[]> {
  const file = readStepFile(await readText(io, path));
  const { steps } = file;
  const problems = problemsIn(file, io.env);
  const told = problems.map((problem) => problemLine(path, problem));
  // A later step that is not valid is left out when its turn comes.
  const isLeftOut = ({ step }: StepProblem): boolean => step?.step instanceof StepError && step !== steps[0];
  if (!problems.every(isLeftOut)) throw new UsageError(told.join('\n'));
  for (const line of told) io.err(`mcp-loupe: ${visible(line)}`);
  return steps;
}

/** Whether the step succeeded. */
async function performLine(
  job: Job,
  server: ConnectedServer,
  runner: Runner,
  { number, step }: ReadLine,
): Promise<boolean> {
  if (step instanceof StepError) {
    printLine(job, { step: number }, failureJson('usage', step.message));
    return false;
  }
  const parts = partsOf(step).map(async (one, place) => {
    const done = await runner.perform(one);
    const differences = done.differences.map((found) => maskedDifference(found, server.host.mask));
    const performed = { ...done, differences };
    if (one.kind === 'sleep') return true;
    const { name, method } = one;
    const part = step.kind === 'together' ? { part: place + 1 } : {};
    const head = { step: number, ...part, ...(name !== undefined && { name }), method, ms: performed.ms };
    printLine(job, head, document(server, performed));
    if (!job.options.quiet) tellDifferences(server, name ?? `step ${number}`, performed);
    return performed.passed;
  });
  return (await Promise.all(parts)).every((done) => done);
}

/** The same for people, where anything is not as it was expected. */
function tellDifferences({ tell }: ConnectedServer, label: string, { differences }: Performed): void {
  for (const difference of differences.slice(0, MOST_TOLD)) {
    const [first = '', ...below] = differenceLines(difference);
    tell([`${label}: ${first}`, ...below].join('\n'));
  }
  if (differences.length > MOST_TOLD) tell(`${label}: ${differences.length - MOST_TOLD} more differences`);
}

const MOST_TOLD = 20;

/** What was answered, and what of it is not as the step expects. */
function document(server: SteppedServer, { outcome, why, differences }: Performed): string {
  if (outcome === undefined) return why === undefined ? '{"result":null}' : failureJson('skipped', why);
  const answer =
    outcome.kind === 'result'
      ? `{"result":${resultText(server, outcome)}}`
      : failureDocument(server, outcome);
  return differences.length === 0 ? answer : `${answer.slice(0, -1)},"differences":${write(differences)}}`;
}

/** One line: the members of `head`, then that of `document`. */
function printLine(job: Job, head: Readonly<Record<string, unknown>>, document: string): void {
  job.io.json(`${JSON.stringify(head).slice(0, -1)},${document.slice(1)}`);
}
