import type { Outcome } from '../../connection/call.ts';
import { isObject } from '../../json/shape.ts';
import { announcesTasks } from '../../spec/task.ts';
import { visible } from '../../text/visible.ts';
import { type ConnectedServer, withServer } from '../connect.ts';
import { failureJson } from '../ending.ts';
import { exit, UsageError } from '../exit.ts';
import { readText, stdinLines } from '../file.ts';
import { firstOperand, type Job, operandsAtMost, type RunVerb } from '../job.ts';
import { failureDocument, resultText } from '../print.ts';
import { parseStep, type ScriptStep, type SendStep, type SingleStep } from '../step.ts';

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
    const server: ScriptedServer = { ...connected };
    let failed = false;
    for await (const read of steps) {
      if (job.io.stop.aborted || (failed && job.options.failFast)) break;
      if (!(await performLine(job, server, read, source))) failed = true;
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
  readonly step: ScriptStep | UsageError;
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

function readStep(text: string): ScriptStep | UsageError {
  try {
    return parseStep(text);
  } catch (error) {
    if (error instanceof UsageError) return error;
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
    if (read.step instanceof UsageError) wrongOnes += 1;
    if (wrongOnes > MOST_WRONG)
      throw new UsageError(
        `${path} is not a file of steps: more than ${MOST_WRONG} lines are not valid; the last one: ${problemOf(read, path)}`,
      );
    if (steps.length > MOST_STEPS)
      throw new UsageError(
        `${path} has more than ${MOST_STEPS} steps: pipe them to stdin (-), which is read step by step`,
      );
  }
  const wrong = steps.filter(({ step }) => step instanceof UsageError);
  const told = wrong.map((read) => problemOf(read, path));
  if (wrong[0] !== undefined && wrong[0] === steps[0]) throw new UsageError(told.join('\n'));
  for (const line of told) io.err(`mcp-loupe: ${visible(line)}`);
  return steps;
}

function problemOf({ line, step }: ReadLine, path: string): string {
  return `${path}:${line}: ${step instanceof UsageError ? step.message : ''}`;
}

/** The server that the steps go to. */
interface ScriptedServer extends ConnectedServer {
  /** Its list of tools, once something needed it. */
  tools?: Promise<unknown>;
}

/** Whether the step succeeded. */
async function performLine(
  job: Job,
  server: ScriptedServer,
  read: ReadLine,
  source: string,
): Promise<boolean> {
  const { number, step } = read;
  if (step instanceof UsageError) {
    if (source === '-') server.tell(`step ${number}: ${step.message}`);
    printLine(job, { step: number }, failureJson('usage', step.message));
    return false;
  }
  if (step.kind !== 'together') return perform(job, server, { step: number }, step);
  const parts = step.steps.map((one, place) => perform(job, server, { step: number, part: place + 1 }, one));
  return (await Promise.all(parts)).every((done) => done);
}

/** Where a line belongs: the step from 1, and the part from 1 of steps that run side by side. */
interface Place {
  readonly step: number;
  readonly part?: number;
}

async function perform(job: Job, server: ScriptedServer, place: Place, step: SingleStep): Promise<boolean> {
  if (step.kind === 'sleep') {
    await pause(step.ms, server, job.io.stop);
    return true;
  }
  const head = { ...place, method: step.method };
  if (step.method.startsWith('notifications/')) {
    server.connection.notify(step.method, step.params);
    printLine(job, { ...head, ms: 0 }, '{"result":null}');
    return true;
  }
  const started = server.host.now();
  const { outcome, wasCancelled } = await send(server, step);
  const answered = outcome.kind === 'result' || outcome.kind === 'error';
  const ms = answered ? outcome.ms : rounded(server.host.now() - started);
  printLine(job, { ...head, ms }, document(server, outcome));
  if (outcome.kind === 'cancelled') return wasCancelled;
  return outcome.kind === 'result' && !(isObject(outcome.result) && outcome.result['isError'] === true);
}

/** How a request ended, and whether its step had it cancelled. */
interface Sent {
  readonly outcome: Outcome;
  readonly wasCancelled: boolean;
}

async function send(server: ScriptedServer, { method, params, cancelAfter, raw }: SendStep): Promise<Sent> {
  const { connection } = server;
  if (method === 'tools/call' && !raw) await knowTools(server);
  const call = connection.request(method, params, { oneRound: raw });
  if (cancelAfter === undefined) return { outcome: await call.done, wasCancelled: false };
  let wasCancelled = false;
  const timer = setTimeout(() => {
    wasCancelled = true;
    call.cancel(`cancelled after ${cancelAfter} ms`);
  }, cancelAfter);
  const outcome = await call.done;
  clearTimeout(timer);
  return { outcome, wasCancelled };
}

/** Which tools demand to be run as tasks is said by their list alone; it is asked for where that can be (2025-11-25). */
async function knowTools(server: ScriptedServer): Promise<void> {
  const state = server.host.store.state();
  if (state.era === 'modern' || !announcesTasks(state, 'call') || state.lists.tools.state === 'done') return;
  server.tools ??= server.connection.list('tools', { by: 'auto' });
  await server.tools;
}

function document(server: ScriptedServer, outcome: Outcome): string {
  return outcome.kind === 'result'
    ? `{"result":${resultText(server, outcome)}}`
    : failureDocument(server, outcome);
}

/** One line: the members of `head`, then that of `document`. */
function printLine(job: Job, head: Readonly<Record<string, unknown>>, document: string): void {
  job.io.json(`${JSON.stringify(head).slice(0, -1)},${document.slice(1)}`);
}

/** Waits, unless the server is gone or the program is asked to stop. */
function pause(ms: number, { host }: ConnectedServer, stop: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const isOver = (): boolean => stop.aborted || host.store.state().phase !== 'ready';
    const end = (): void => {
      clearTimeout(timer);
      unsubscribe();
      resolve();
    };
    const timer = setTimeout(end, ms);
    const unsubscribe = host.store.subscribe(() => isOver() && end());
    if (isOver()) end();
  });
}

function rounded(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}
