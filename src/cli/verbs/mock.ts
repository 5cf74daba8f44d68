import { randomUUID } from 'node:crypto';
import { basename, resolve } from 'node:path';
import { conversationIn } from '../../replay/conversation.ts';
import { createMock, type Mock, MockError } from '../../replay/mock/mock.ts';
import { serveStdio } from '../../replay/mock/stdio.ts';
import { readRecordedLog } from '../../replay/recorded-log.ts';
import type { Log } from '../../session/log/log.ts';
import { visible } from '../../text/visible.ts';
import { type ExitCode, exit, UsageError } from '../exit.ts';
import { firstOperand, type Job, operandsAtMost, type RunVerb } from '../job.ts';

/**
 * `mock <recording>`: a server that answers from a recording, over stdio. What it was asked for that is not in it makes the exit
 * code 5.
 */
export const mock: RunVerb = async (job) => {
  const { io } = job;
  const file = firstOperand(job, 'mock', 'a recording');
  operandsAtMost(job, 'mock', 1);
  insistOnPointers(job.options.ignore);
  const log = await logOf(resolve(io.cwd, file));
  const served = mockOf(job, file, log);
  const tell = teller(job);
  tell(`answers from ${file}, over stdio`);
  for (const remark of served.remarks) tell(remark);
  const ended = ending(job);
  await serveStdio(served, process.stdin, process.stdout, ended);
  return tellTable(job, served, file);
};

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

function mockOf(job: Job, file: string, log: Log): Mock {
  const { ignore, repeat = 'last', allowRedacted } = job.options;
  try {
    return createMock(conversationIn(log), {
      ...{ ignore, repeat, allowRedacted, newId: randomUUID, tell: teller(job) },
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
