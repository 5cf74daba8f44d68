import { memberText } from '../json/parts.ts';
import type { LifeEntry, Origin } from '../session/frame.ts';
import type { Log } from '../session/log/log.ts';
import { methodNamed, opensConnection } from '../spec/methods.ts';

/** A message of a recording, to the character. */
export interface RecordedLine {
  readonly seq: number;
  /** ms since the start of the recording. */
  readonly t: number;
  readonly dir: 'c2s' | 's2c';
  readonly kind: 'request' | 'notification' | 'result' | 'error';
  /** Of a response: that of its request. */
  readonly method: string;
  /** The HTTP exchange it crossed in. */
  readonly x?: number;
  readonly msg: string;
}

/** What became of a request of the client. */
export type RecordedEnd =
  | { readonly kind: 'answered'; readonly line: RecordedLine }
  /** Given up by the client, lost with the connection, or never answered; `t` is undefined where the recording ends first. */
  | { readonly kind: 'timeout' | 'cancelled' | 'closed' | 'unanswered'; readonly t?: number };

/** A request of the client with everything that belongs to it. */
export interface RecordedRequest {
  /** Its place among the requests of the recording, from 0. */
  readonly index: number;
  readonly line: RecordedLine;
  readonly conn: number;
  /** Absent where the client was not this program. */
  readonly by?: Origin;
  /** The exact JSON text of its params. */
  readonly params?: string;
  readonly end: RecordedEnd;
  /**
   * Between the request and its end, in their order: progress, log messages, the server's own requests and what the client
   * answered to each. What names no request is put to the newest that was pending.
   */
  readonly within: readonly RecordedLine[];
  /** The seq of the request it goes on with: a further round of input, or the result of a task. */
  readonly from?: number;
}

/** The messages of a recording, request by request: what `verify` sends again and `mock` answers from. */
export interface Conversation {
  readonly requests: readonly RecordedRequest[];
  /** What the server sent while no request was pending, and notifications of the client, in their order. */
  readonly loose: readonly RecordedLine[];
}

/** What is put together while the lines are gone through. */
interface Open {
  readonly line: RecordedLine;
  readonly within: RecordedLine[];
  readonly conn: number;
  readonly by?: Origin;
  end: RecordedEnd;
}

/** Reads a recording that has been read whole (`RecordedHost.whole`). */
export function conversationIn(log: Log): Conversation {
  const all: Open[] = [];
  const pending = new Map<number, Open>();
  const loose: RecordedLine[] = [];
  const from = new Map<number, number>();
  for (let place = 0; place < log.traffic.length; place += 1) {
    const seq = log.traffic.at(place);
    const entry = log.entry(seq);
    if (entry?.type === 'life') for (const one of endedBy(entry, pending)) pending.delete(one);
    const row = entry?.type === 'frame' ? log.row(seq) : undefined;
    if (entry?.type !== 'frame' || row?.kind === undefined || row.kind === 'none') continue;
    const { t, dir, msg, x } = entry;
    const { kind, method = '' } = row;
    const line: RecordedLine = { seq, t, dir, kind, method, msg, ...(x !== undefined && { x }) };
    if (line.dir === 'c2s' && line.kind === 'request') {
      const { conn, by } = entry;
      const open: Open = { line, within: [], conn, end: { kind: 'unanswered' }, ...(by && { by }) };
      all.push(open);
      pending.set(seq, open);
      if (row.next !== undefined) from.set(row.next, seq);
      continue;
    }
    const answered = line.dir === 's2c' && entry.re !== undefined ? pending.get(entry.re) : undefined;
    if (answered !== undefined && (line.kind === 'result' || line.kind === 'error')) {
      answered.end = { kind: 'answered', line };
      pending.delete(answered.line.seq);
      continue;
    }
    if (line.dir === 's2c' && entry.re !== undefined && line.kind !== 'request') {
      // An answer that came when nobody waited for it any more.
      loose.push(line);
      continue;
    }
    const cancelled = cancelledBy(line, pending);
    if (cancelled !== undefined) {
      if (cancelled.end.kind === 'unanswered') cancelled.end = { kind: 'cancelled', t: line.t };
      if (cancelled.end.kind === 'cancelled') pending.delete(cancelled.line.seq);
      continue;
    }
    const owner = pending.get(log.requestOf(seq) ?? entry.re ?? 0) ?? ownerOf(line, entry.re, pending);
    if (owner === undefined) loose.push(line);
    else owner.within.push(line);
  }
  const requests = all.map((open, index): RecordedRequest => {
    const { line, within, conn, by, end } = open;
    const params = memberText(line.msg, 'params');
    const first = from.get(line.seq);
    return {
      ...{ index, line, conn, end, within },
      ...(by && { by }),
      ...(params !== undefined && { params }),
      ...(first !== undefined && { from: first }),
    };
  });
  return { requests, loose };
}

/** The pending requests that a line of life ends, each marked as ended so. */
function endedBy({ event, re, t }: LifeEntry, pending: ReadonlyMap<number, Open>): readonly number[] {
  const one = re === undefined ? undefined : pending.get(re);
  if ((event === 'timeout' || event === 'cancel') && one !== undefined) {
    one.end = { kind: event === 'cancel' ? 'cancelled' : 'timeout', t };
    return [];
  }
  if (event !== 'close' && event !== 'exit' && event !== 'lost' && event !== 'reconnect') return [];
  const ended = event === 'lost' ? (one === undefined ? [] : [one]) : [...pending.values()];
  for (const open of ended) if (open.end.kind === 'unanswered') open.end = { kind: 'closed', t };
  return ended.map(({ line }) => line.seq);
}

/** The request that another client gives up: of our own a line of life says so. */
function cancelledBy(line: RecordedLine, pending: ReadonlyMap<number, Open>): Open | undefined {
  if (line.dir !== 'c2s' || line.method !== 'notifications/cancelled') return undefined;
  const id = memberText(memberText(line.msg, 'params') ?? '', 'requestId');
  return [...pending.values()].findLast((open) => memberText(open.line.msg, 'id') === id);
}

/** Whose a message is that names no request: an answer belongs where its question went, all else to the newest that was pending. */
function ownerOf(
  line: RecordedLine,
  re: number | undefined,
  pending: ReadonlyMap<number, Open>,
): Open | undefined {
  const open = [...pending.values()].reverse();
  if (re !== undefined) return open.find(({ within }) => within.some(({ seq }) => seq === re));
  if (line.dir === 'c2s') return undefined;
  return open.find(
    ({ line: { method } }) => methodNamed(method)?.staysOpen !== true && !opensConnection(method),
  );
}
