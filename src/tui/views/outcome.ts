import { latest } from '../../session/latest.ts';
import type { Log } from '../../session/log.ts';
import type { Meaning } from '../theme.ts';

/** How a call went. */
export interface Outcome {
  readonly meaning: Extract<Meaning, 'ok' | 'failed'>;
  /** What went wrong in a word or two; nothing where all went well. */
  readonly word: string;
  /** How long it took, in ms. */
  readonly ms: number | undefined;
}

/** How much of an error is looked at for its code. */
const HEAD = 2048;

/** How the request with this seq went, or what goes on with it; nothing while it has no answer. */
export function outcomeOf(log: Log, seq: number): Outcome | undefined {
  const request = log.row(latest(log, seq));
  if (request?.ended !== 'answered' || request.answer === undefined) return undefined;
  const answer = log.row(request.answer);
  if (answer === undefined || answer.asks === true) return undefined;
  const { ms } = answer;
  if (answer.failed) return { meaning: 'failed', word: 'tool error', ms };
  if (answer.kind !== 'error') return { meaning: 'ok', word: '', ms };
  const [, code = ''] = /"code"\s*:\s*(-?\d{1,9})/.exec(log.head(answer.seq, HEAD)) ?? [];
  return { meaning: 'failed', word: `error ${code}`.trimEnd(), ms };
}
