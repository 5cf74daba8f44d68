import type { Host } from '../../../host/host.ts';
import { memberText } from '../../../json/parts.ts';
import type { Log } from '../../../session/log/log.ts';
import { createSearch, type Search } from '../../../session/log/search.ts';
import { ownerOf } from '../../../session/state.ts';
import { duration } from '../../../text/measure.ts';
import { memo } from '../../../time/memo.ts';

/** The search for what was asked, which goes on where it stopped. */
const searchIn = memo((log: Log) =>
  createSearch(log.traffic, (seq) => {
    const row = log.row(seq);
    return row?.dir === 's2c' && (row.kind === 'request' || row.asks === true);
  }),
);

/** Lines that are looked at each time; only their place in the index is. */
const SLICE = 50_000;

/**
 * The requests of the server and the results that ask for input, oldest first, as far as they have been looked for, and
 * how many lines have not.
 */
export const asked = (log: Log): ReturnType<Search['advance']> => searchIn(log).advance(SLICE);

/** A request of the server and the line that ended it, by their seqs. */
export interface Asked {
  readonly seq: number;
  readonly answer: number | undefined;
}

/** The line that answers what was asked with this frame: for a result that asks for input the request that goes on. */
export function answerTo(log: Log, seq: number): number | undefined {
  const row = log.row(seq);
  return row?.asks === true && row.re !== undefined ? log.row(row.re)?.next : row?.answer;
}

/** How a request of the server stands. */
export interface Standing {
  readonly meaning: 'ok' | 'error' | 'running' | 'failed';
  /** One sentence, secrets hidden. */
  readonly words: string;
}

/** An elicitation is accepted or not; everything else is answered. */
function answered(result: string | undefined, after: string, given: string): Standing {
  const action = memberText(result ?? '{}', 'action');
  const how = [given, 'after', after].filter((text) => text !== '').join(' ');
  if (action === '"decline"') return { meaning: 'failed', words: `Declined ${how}` };
  if (action === '"cancel"') return { meaning: 'failed', words: `Cancelled ${how}` };
  return { meaning: 'ok', words: `${action === '"accept"' ? 'Accepted' : 'Answered'} ${how}` };
}

/**
 * How a request stands; `mask` hides the secrets in what it was refused with.
 *
 * @param given what was answered, to be named in the sentence
 */
export function standing(
  { log, mask, store }: Pick<Host, 'log' | 'mask' | 'store'>,
  { seq, answer }: Asked,
  given = '',
): Standing {
  const end = answer === undefined ? undefined : log.row(answer);
  const row = log.row(seq);
  if (end === undefined) {
    const state = store.state();
    const owner = ownerOf(state);
    if (owner !== undefined) return { meaning: 'running', words: `waits for ${owner} to answer` };
    if (row?.asks === true) return { meaning: 'failed', words: 'the request was not continued' };
    return state.target.transport === 'recorded'
      ? { meaning: 'failed', words: 'not answered in this recording' }
      : { meaning: 'running', words: 'not answered yet' };
  }
  const after = duration(end.t - (row?.t ?? end.t));
  if (row?.ended === 'cancel') return { meaning: 'failed', words: `Withdrawn by the server after ${after}` };
  if (row?.asks === true) return { meaning: 'ok', words: `Answered after ${after}` };
  if (end.kind === 'result') return answered(memberText(log.text(end.seq) ?? '{}', 'result'), after, given);
  if (end.kind !== 'error') return { meaning: 'failed', words: 'never answered' };
  const message = memberText(memberText(log.text(end.seq) ?? '{}', 'error') ?? '{}', 'message');
  const why = message?.startsWith('"') ? mask(String(JSON.parse(message))) : 'an error';
  return { meaning: 'error', words: `Refused after ${after}: ${why}` };
}
