import type { Host } from '../../../host/host.ts';
import { isObject } from '../../../json/shape.ts';
import { waitingIn } from '../../../session/inbox.ts';
import type { Log } from '../../../session/log/log.ts';
import { latest } from '../../../session/log/log.ts';
import { summaryOf } from '../../../session/summary.ts';
import type { Lens } from '../../kit/lens.ts';
import type { Sheet } from '../../kit/sheet/sheet.ts';
import type { differenceSheet } from './difference-sheet.ts';
import { type Look, resultSheet } from './result-sheet.ts';

/** How a call is shown, and the client that its result is seen as. */
interface CallLook extends Look {
  readonly lens?: Lens | undefined;
}

/** The tool of a call, as it is listed now, for the lens: its `_meta` may decide about its results. */
function seenAs({ log, store }: Pick<Host, 'log' | 'store'>, seq: number, lens: Lens): Look['seenAs'] {
  const name = summaryOf(log.row(seq)?.method ?? '', log.head(seq, 2048));
  const raw = store.state().lists.tools.items.find((tool) => tool.name === name)?.raw;
  return { lens, tool: isObject(raw) ? raw : undefined };
}

/** What became of a call or, where it is compared with an earlier one, what differs in its answer. */
export function shownSheet(
  host: Pick<Host, 'log' | 'mask' | 'store' | 'connection' | 'started'>,
  seq: number,
  against: number | undefined,
  { lens, ...look }: CallLook,
): Sheet | undefined {
  const compared =
    against === undefined ? undefined : compare?.(host, latest(host.log, seq), against, look.revealed);
  return compared ?? callSheet(host, seq, { ...look, seenAs: lens && seenAs(host, seq, lens) });
}

/**
 * What became of a call, whatever was asked for in between: the answer to the request that goes on with it last.
 * Nothing while that runs, be it as a task.
 */
function callSheet(
  { log, mask, store, connection }: Pick<Host, 'log' | 'mask' | 'store' | 'connection'>,
  seq: number,
  look: Look,
): Sheet | undefined {
  const newest = latest(log, seq);
  const state = store.state();
  const { phase } = state;
  const running = state.running.find((one) => one.seq === newest);
  if (running?.task !== undefined) return undefined;
  const isAtLimit = connection?.call(newest)?.isAtLimit?.() === true;
  const waits = isAtLimit || waitingIn(state).some((asked) => asked.for === newest);
  const isGone = connection !== undefined && (phase === 'failed' || phase === 'closed');
  const gone = isGone ? (state.target.transport === 'stdio' ? 'R restarts it.' : 'R reconnects.') : '';
  const rounds = isAtLimit ? (running?.rounds ?? 0) + 1 : 0;
  return resultSheet({ log, mask }, newest, { ...look, waits, rounds, gone, of: seq });
}

/** What compares, once it was needed: a session in which nothing is compared does not read it. */
let compare: typeof differenceSheet | undefined;

/** Says in words how much differs in the answer to a request from that to an earlier one; nothing where nothing does. */
type Count = (log: Log, seq: number, against: number) => string | undefined;

/** Loads what compares answers; until then nothing is compared. */
export async function loadComparing(): Promise<Count> {
  const { differenceSheet, differenceWords } = await import('./difference-sheet.ts');
  compare = differenceSheet;
  return differenceWords;
}
