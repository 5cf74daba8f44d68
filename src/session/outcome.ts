import { type Log, latest } from './log/log.ts';
import type { LogRow } from './log/row.ts';
import { ENDED } from './summary.ts';

/** How a request ended, and in a word or two what went wrong; the word is empty where all went well. */
export interface Ending {
  /** `asks`: with a result that asks for input before it goes on. */
  readonly meaning: 'ok' | 'failed' | 'cancelled' | 'asks';
  readonly word: string;
}

/** How a request went. */
export interface CallEnding extends Ending {
  /** How long it took, in ms, and how much of that was spent waiting for a person. */
  readonly ms: number | undefined;
  readonly yours: number;
}

type Lines = Pick<Log, 'row' | 'head' | 'between'>;

/** How the request with this seq went, or what goes on with it; nothing while that is not known. */
export function outcomeOf(log: Lines, seq: number): CallEnding | undefined {
  const request = log.row(latest(log, seq));
  const ending = request && endingOf(log, request);
  if (request?.answer === undefined || ending === undefined || ending.meaning === 'asks') return undefined;
  const first = log.row(seq) ?? request;
  const end = log.row(request.answer);
  // An answer knows its latency best; what went on in several requests, or was not answered, took as long as its times say.
  const isAnswer = end?.re === first.seq;
  return {
    ...ending,
    ms: end && (isAnswer ? end.ms : end.t - first.t),
    yours: log.between(seq, request.answer),
  };
}

/** How a request ended, whatever goes on with it; nothing while it is pending. What was cancelled stays so when its answer comes late. */
export function endingOf(log: Pick<Log, 'row' | 'head'>, request: LogRow): Ending | undefined {
  if (request.cancelled) return { meaning: 'cancelled', word: ENDED.cancel };
  const { ended } = request;
  if (ended === undefined) return undefined;
  switch (ended) {
    case 'answered':
      return answerOf(log, log.row(request.answer ?? 0));
    case 'assumed':
      return { meaning: 'failed', word: 'error without id' };
    case 'timeout':
    case 'cancel':
    case 'closed':
      return { meaning: 'failed', word: ENDED[ended] };
  }
}

/** How much of an error is looked at for its code. */
const HEAD = 2048;

function answerOf(log: Pick<Log, 'head'>, answer: LogRow | undefined): Ending | undefined {
  if (answer === undefined) return undefined;
  if (answer.asks) return { meaning: 'asks', word: '' };
  return isFailure(answer)
    ? { meaning: 'failed', word: failureWord(answer, () => log.head(answer.seq, HEAD)) }
    : { meaning: 'ok', word: '' };
}

/** A JSON-RPC error, or a tool's own (`isError`). */
export const isFailure = ({ kind, failed }: LogRow): boolean => kind === 'error' || failed === true;

/** What went wrong by an answer: `tool error`, `error -32602`. */
export function failureWord({ failed }: LogRow, head: () => string): string {
  if (failed) return 'tool error';
  const [, code = ''] = /"code"\s*:\s*(-?\d{1,9})/.exec(head()) ?? [];
  return `error ${code}`.trimEnd();
}
