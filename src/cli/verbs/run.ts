import { createRunner, type Performed, type Runner, type SteppedServer } from '../../replay/runner.ts';
import { parseStep, partsOf, type ScriptStep, StepError } from '../../replay/step.ts';
import { visible } from '../../text/visible.ts';
import { withServer } from '../connect.ts';
import { failureJson } from '../ending.ts';
import { exit, UsageError } from '../exit.ts';
import { readText, stdinLines } from '../file.ts';
import { firstOperand, type Job, operandsAtMost, type RunVerb } from '../job.ts';
import { failureDocument, resultText } from '../print.ts';

/**
 * `run <steps.jsonl | ->`: several requests over one connection, one step a line, one JSON line for each answer. A
 * failed step does not stop those after it, unless `--fail-fast` is given; any failed step makes the exit code 1, and
 * 3 or 4 says that it never connected. A file is read before the server is started: what is wrong in it is reported at once, and
 * if the first step is not valid, that is wrong usage and nothing is started.
 */
export const run: RunVerb = async (job) => {
  const source = firstOperand(job, 'run', 'a file of steps, or - for stdin');
  operandsAtMost(job, 'run', 1);
  const steps = source === '-' ? readLines(stdinLines(job.io)) : await readFile(job, source);
  return withServer(job, [], async (connected) => {
    const runner = createRunner(connected, { stop: job.io.stop });
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

/** A line that is not empty: a step, or what is wrong with it. */
interface ReadLine {
  /** Of the step, from 1; empty lines do not count. */
  readonly number: number;
  /** Of the line, from 1. */
  readonly line: number;
  readonly step: ScriptStep | StepError;
}

async function* readLines(lines: AsyncIterable<string> | Iterable<string>): AsyncGenerator<ReadLine> {
  let line = 0;
  let number = 0;
  for await (const text of lines) {
    line += 1;
    if (text.trim() === '') continue;
    number += 1;
    yield { number, line, step: readStep(text) };
  }
}

function readStep(text: string): ScriptStep | StepError {
  try {
    return parseStep(text);
  } catch (error) {
    if (error instanceof StepError) return error;
    throw error;
  }
}

/** A file of steps is read as a whole, and its mistakes are reported line by line. */
const MOST_STEPS = 100_000;
const MOST_WRONG = 100;

async function readFile({ io }: Job, path: string): Promise<readonly ReadLine[]> {
  const steps: ReadLine[] = [];
  let wrongOnes = 0;
  for await (const read of readLines((await readText(io, path)).split('\n'))) {
    steps.push(read);
    if (read.step instanceof StepError) wrongOnes += 1;
    if (wrongOnes > MOST_WRONG)
      throw new UsageError(
        `${path} is not a file of steps: more than ${MOST_WRONG} lines are not valid; the last one: ${problemOf(read, path)}`,
      );
    if (steps.length > MOST_STEPS)
      throw new UsageError(
        `${path} has more than ${MOST_STEPS} steps: pipe them to stdin (-), which is read step by step`,
      );
  }
  const wrong = steps.filter(({ step }) => step instanceof StepError);
  const told = wrong.map((read) => problemOf(read, path));
  if (wrong[0] !== undefined && wrong[0] === steps[0]) throw new UsageError(told.join('\n'));
  for (const line of told) io.err(`mcp-loupe: ${visible(line)}`);
  return steps;
}

function problemOf({ line, step }: ReadLine, path: string): string {
  return `${path}:${line}: ${step instanceof StepError ? step.message : ''}`;
}

/** Whether the step succeeded. */
async function performLine(
  job: Job,
  server: SteppedServer,
  runner: Runner,
  { number, step }: ReadLine,
): Promise<boolean> {
  if (step instanceof StepError) {
    printLine(job, { step: number }, failureJson('usage', step.message));
    return false;
  }
  const parts = partsOf(step).map(async (one, place) => {
    const performed = await runner.perform(one);
    if (one.kind === 'sleep') return true;
    const head = { step: number, ...(step.kind === 'together' && { part: place + 1 }), method: one.method };
    printLine(job, { ...head, ms: performed.ms }, document(server, performed));
    return performed.passed;
  });
  return (await Promise.all(parts)).every((done) => done);
}

function document(server: SteppedServer, { outcome }: Performed): string {
  if (outcome === undefined) return '{"result":null}';
  return outcome.kind === 'result'
    ? `{"result":${resultText(server, outcome)}}`
    : failureDocument(server, outcome);
}

/** One line: the members of `head`, then that of `document`. */
function printLine(job: Job, head: Readonly<Record<string, unknown>>, document: string): void {
  job.io.json(`${JSON.stringify(head).slice(0, -1)},${document.slice(1)}`);
}
