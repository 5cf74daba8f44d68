import { randomUUID } from 'node:crypto';
import { basename, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Conversation, conversationIn, type RecordedRequest } from '../../replay/conversation.ts';
import type { FaultyMock } from '../../replay/mock/faults.ts';
import { createMock, type Mock, MockError } from '../../replay/mock/mock.ts';
import { offersStream, type RecordedExchange, recordedExchange } from '../../replay/mock/recorded-reply.ts';
import { type HttpRefused, serveStdio } from '../../replay/mock/stdio.ts';
import { readRecordedLog } from '../../replay/recorded-log.ts';
import type { Log } from '../../session/log/log.ts';
import type { FaultName } from '../../spec/faults.ts';
import { reason } from '../../text/reason.ts';
import { visible } from '../../text/visible.ts';
import { type ExitCode, exit, UsageError } from '../exit.ts';
import { firstOperand, type Job, operandsAtMost, type RunVerb } from '../job.ts';

/**
 * `mock <recording>`: a server that answers from a recording, over stdio or with `--http` over a port of this machine. What it was
 * asked for that is not in it makes the exit code 5.
 */
export const mock: RunVerb = async (job) => {
  const { io, options } = job;
  if (options.fault.includes('help')) {
    io.out(`${(await faults()).help('mock')}\n`);
    return exit.done;
  }
  const file = firstOperand(job, 'mock', 'a recording');
  operandsAtMost(job, 'mock', 1);
  insistOnPointers(options.ignore);
  const log = await logOf(resolve(io.cwd, file));
  const conversation = conversationIn(log);
  const right = mockOf(job, file, conversation);
  const served = options.fault.length === 0 ? { mock: right } : await spoilt(job, right, conversation);
  const told = [...right.remarks, ...('remarks' in served ? served.remarks : [])];
  if (options.http === undefined) {
    tellStart(job, `answers from ${file}, over stdio`, told);
    const refusal = (request: RecordedRequest) =>
      request.end.kind === 'closed' ? refusalOf(recordedExchange(log, request)) : undefined;
    const { stdin: from, stdout: to } = process;
    await serveStdio(served.mock, { from, to, stop: ending(job), refusal });
  } else
    await serveHttp(job, options.http, served, log, (url) =>
      tellStart(job, `answers from ${file}, listening ${url}`, told),
    );
  return tellTable(job, right, file);
};

/** How a client of stdio is told of what HTTP answered in the place of a message. */
function refusalOf(exchange: RecordedExchange | undefined): HttpRefused | undefined {
  if (exchange === undefined) return undefined;
  if (exchange === 'none') return { message: 'in the recording the connection failed here' };
  const { status } = exchange;
  return { status, message: `in the recording HTTP answered this with ${status}, and no message` };
}

function tellStart(job: Job, sentence: string, remarks: readonly string[]): void {
  for (const one of [sentence, ...remarks]) teller(job)(one);
}

const faults = async () => {
  const { faultHelp, faultProblem } = await import('../../spec/faults.ts');
  return { help: faultHelp, problem: faultProblem };
};

/** The mock with faults in it; throws a UsageError for what cannot be simulated. */
async function spoilt({ options }: Job, mock: Mock, conversation: Conversation): Promise<FaultyMock> {
  const { http, fault } = options;
  const serving = { http: http !== undefined, modern: !mock.eras.includes('legacy'), by: 'mock' } as const;
  const problem = (await faults()).problem(fault, serving);
  if (problem !== undefined) throw new UsageError(problem);
  const { spoiltMock, unseenFault } = await import('../../replay/mock/faults.ts');
  const unseen = unseenFault(fault as readonly FaultName[], conversation);
  if (unseen !== undefined) throw new UsageError(unseen);
  return spoiltMock(mock, fault as readonly FaultName[], conversation, {
    write: (text) => void process.stdout.write(text),
    say: (line) => void process.stderr.write(`${line}\n`),
    pause,
    turn: () => new Promise((turned) => setImmediate(turned)),
    exit: (code) => process.exit(code),
  });
}

/** Serves until a signal asks for the end. */
async function serveHttp(
  job: Job,
  port: number,
  { mock, http }: { readonly mock: Mock; readonly http?: FaultyMock['http'] },
  log: Log,
  listens: (url: string) => void,
): Promise<void> {
  const { serveMock } = await import('../../replay/mock/http.ts');
  const exchangeOf = (request: RecordedRequest) => recordedExchange(log, request);
  const served = { port, mock, exchangeOf, fault: http, hasStream: offersStream(log) };
  const server = await serveMock(served).catch((error: unknown) => {
    throw new UsageError(`the mock cannot be served on port ${port}: ${reason(error)}`);
  });
  const stop = ending(job);
  listens(server.url);
  if (!stop.aborted) await new Promise((ended) => stop.addEventListener('abort', ended, { once: true }));
  await server.end();
}

/** Tells the person something; stdout belongs to the client. */
const teller =
  ({ io }: Job) =>
  (sentence: string): void =>
    io.err(`mcp-loupe mock: ${visible(sentence)}`);

/** A pointer leads to a part of a request, from the top of the message. */
function insistOnPointers(pointers: readonly string[]): void {
  const wrong = pointers.find((pointer) => !/^\/params(?:\/(?:[^~]|~[01])*)?$/.test(pointer));
  if (wrong !== undefined)
    throw new UsageError(
      `--ignore: "${wrong}" is not a pointer into a request, such as /params/arguments/now`,
    );
}

async function logOf(path: string): Promise<Log> {
  try {
    return await readRecordedLog(path);
  } catch (error) {
    // Thrown by what is loaded only then.
    if (error instanceof Error && error.name === 'TranscriptError') throw new UsageError(error.message);
    throw error;
  }
}

function mockOf(job: Job, file: string, conversation: Conversation): Mock {
  const { ignore, repeat = 'last', allowRedacted, timing } = job.options;
  try {
    return createMock(conversation, {
      ...{ ignore, repeat, allowRedacted, newId: randomUUID, tell: teller(job) },
      ...(timing === 'real' && { pause }),
    });
  } catch (error) {
    if (error instanceof MockError) throw new UsageError(`${file}: ${error.message}`);
    throw error;
  }
}

/** Aborted when a signal asks for the end, which is that of any server: what was not as recorded still decides the exit code. */
function ending({ io }: Job): AbortSignal {
  if (io.release === undefined) return io.stop;
  io.release();
  const stopping = new AbortController();
  const stop = (): void => stopping.abort();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop);
  // Who reads neither answers nor remarks has gone.
  process.stdout.on('error', stop);
  process.stderr.on('error', () => {});
  return stopping.signal;
}

function tellTable(job: Job, served: Mock, file: string): ExitCode {
  const rows = served.table();
  if (rows.length === 0) return exit.done;
  teller(job)(`not as recorded in ${basename(file)}:`);
  for (const row of rows) job.io.err(`  ${visible(row)}`);
  return exit.different;
}
