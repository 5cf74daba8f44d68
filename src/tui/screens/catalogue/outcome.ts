import { latest } from '../../../session/latest.ts';
import type { Log } from '../../../session/log.ts';
import type { Meaning } from '../../world/theme.ts';

/** How a call went. */
export interface Outcome {
  readonly meaning: Extract<Meaning, 'ok' | 'failed'>;
  /** What went wrong in a word or two; nothing where all went well. */
  readonly word: string;
  /** How long it took, in ms, and how much of that a person was waited for. */
  readonly ms: number | undefined;
  readonly yours: number;
}

/** How much of an error is looked at for its code. */
const HEAD = 2048;

/** How the request with this seq went, or what goes on with it; nothing while it has no answer. */
export function outcomeOf(log: Log, seq: number): Outcome | undefined {
  const request = log.row(latest(log, seq));
  if (request?.ended !== 'answered' || request.answer === undefined) return undefined;
  const answer = log.row(request.answer);
  if (answer === undefined || answer.asks === true) return undefined;
  const first = log.row(seq) ?? request;
  const took = { ms: answer.ms && answer.t - first.t, yours: log.between(seq, answer.seq) };
  if (answer.failed) return { meaning: 'failed', word: 'tool error', ...took };
  if (answer.kind !== 'error') return { meaning: 'ok', word: '', ...took };
  const [, code = ''] = /"code"\s*:\s*(-?\d{1,9})/.exec(log.head(answer.seq, HEAD)) ?? [];
  return { meaning: 'failed', word: `error ${code}`.trimEnd(), ...took };
}
