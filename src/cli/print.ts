import type { Outcome } from '../connection/call.ts';
import { compact } from '../json/compact.ts';
import { jsonOf } from '../json/json-of.ts';
import { memberText } from '../json/parts.ts';
import type { ConnectedServer } from './connect.ts';
import { exitOf, type Failure, failureJson, kindOf, sentenceOf } from './ending.ts';
import type { ExitCode } from './exit.ts';
import type { Job } from './job.ts';

type Result = Extract<Outcome, { readonly kind: 'result' }>;

/** The exact text of a result, as the server sent it. */
export function resultText(server: Pick<ConnectedServer, 'host'>, outcome: Result): string {
  return exactMember(server, outcome, 'result') ?? jsonOf(outcome.result);
}

/** The exact text of the member that a request ended with; of a task it is in the result (2026-07-28). */
function exactMember(
  { host }: Pick<ConnectedServer, 'host'>,
  { seq, inTask }: Pick<Result, 'seq' | 'inTask'>,
  name: 'result' | 'error',
): string | undefined {
  const message = host.log.text(seq) ?? '';
  return memberText(inTask === true ? (memberText(message, 'result') ?? '') : message, name);
}

/** A failed request as one JSON document: the server's error as it was sent, or a failure of our own. */
export function failureDocument(server: Pick<ConnectedServer, 'host'>, failure: Failure): string {
  if (failure.kind !== 'error') return failureJson(kindOf(failure), server.host.mask(failure.why));
  const exact = exactMember(server, failure, 'error');
  return `{"error":${exact ?? jsonOf(failure.error)}}`;
}

/** Prints a result: with `--json` as sent, else the lines for people, which are made from its exact text. */
export function printResult(
  job: Job,
  server: ConnectedServer,
  outcome: Result,
  lines: (text: string) => readonly string[],
): void {
  if (job.options.json) job.io.json(resultText(server, outcome));
  else printLines(job, lines(resultText(server, outcome)));
}

/** Prints lines for people. */
export function printLines({ io }: Job, lines: readonly string[]): void {
  if (lines.length > 0) io.out(`${lines.join('\n')}\n`);
}

/** Tells how a request failed, with the data that the server's error carries on a line below, as compact JSON. */
export function tellFailed(server: ConnectedServer, what: string, failure: Failure): void {
  server.tell(sentenceOf(what, failure));
  if (failure.kind !== 'error') return;
  const error = exactMember(server, failure, 'error');
  const data = memberText(error ?? '', 'data');
  if (data !== undefined) server.tell(`  data: ${compact(data, DATA)}`);
}

/** The most code units of an error's data that are printed; `--json` prints all of it. */
const DATA = 2_000;

/** Tells how a request failed: a sentence on stderr and, with `--json`, a document on stdout. */
export function printFailure(job: Job, server: ConnectedServer, what: string, failure: Failure): ExitCode {
  if (job.options.json) {
    server.tell(sentenceOf(what, failure));
    job.io.json(failureDocument(server, failure));
  } else tellFailed(server, what, failure);
  return exitOf(failure);
}
