import { isObject } from '../json/shape.ts';
import { shortJson } from '../json/short-json.ts';
import type { Direction, Envelope, Id } from '../spec/envelope.ts';
import type { Finding } from '../spec/finding.ts';
import { opensConnection } from '../spec/methods.ts';
import { seconds } from '../text/measure.ts';
import {
  type FrameEntry,
  type HeaderLine,
  type HttpEntry,
  headerIn,
  type LifeEntry,
  type LifeEvent,
} from './frame.ts';
import { isId, named, otherType, type Pending, pendingList, pendingOf } from './pending.ts';

/**
 * Who answers whom. Each frame is looked at once, on entry; what is found here is final.
 *
 *   request ──▶ pending ──▶ answered                a second answer is `id/duplicate`
 *                  │
 *                  ├──▶ timed out, cancelled, lost   its answer is still its answer, `id/late`
 *                  └──▶ closed                       the connection ended; ids start again
 */
/** What matching found out about one frame. */
export interface FrameMatch {
  readonly re?: number;
  readonly ms?: number;
  /** The request that this frame answers or begins. */
  readonly request?: Pending;
  /** It answers a request that was given up. */
  readonly late?: true;
  /** It came as soon as the cancellation was sent. */
  readonly freed?: true;
  /** The seq of the request that this frame answers once more. */
  readonly duplicateOf?: number;
  /** The request in whose event stream this error without an id came: a proper answer to it may follow yet. */
  readonly suspected?: Pending;
  readonly findings: readonly Finding[];
}

type Tombstone = {
  readonly request: Pending;
  readonly how: 'answered' | 'assumed' | 'timeout' | 'cancel' | 'lost';
  readonly t: number;
  readonly by: number;
};

/** What of the life of a connection ends every request, and what ends the one it names, and how. */
const ENDS_ALL: ReadonlySet<LifeEvent> = new Set(['spawn', 'exit', 'reconnect']);
const ENDS_ONE: ReadonlyMap<LifeEvent, Tombstone['how']> = new Map([
  ['timeout', 'timeout'],
  ['cancel', 'cancel'],
  ['lost', 'lost'],
  ['assumed', 'assumed'],
]);

/** What a late answer came after. */
const SINCE = { timeout: 'timeout', cancel: 'cancellation', lost: 'loss' } as const;

/** What matching needs to know of a frame. */
type Framed = Pick<FrameEntry, 'dir' | 'seq' | 't' | 'x'>;

type Response = Extract<Envelope, { kind: 'result' | 'error' }>;

const NOTHING: FrameMatch = { findings: [] };
const TOMBSTONES = 1_000;
/** ms that an answer needs which is held back until another line comes. */
const AT_ONCE = 200;
/** Notifications that an error may be the answer to. */
const NOTIFIED = 20;

/** The table of one connection, in both directions. */
export interface Matcher {
  match(frame: Framed, envelope: Envelope): FrameMatch;
  /**
   * A time-out or a cancellation ends a request, an assumed answer too; an exit or a new beginning ends all.
   * Returns the requests that it ends, in both directions.
   */
  life(entry: LifeEntry): readonly Pending[];
  /** Tells which exchanges are answered by an event stream, and when those end. */
  http(entry: HttpEntry): void;
  /**
   * A side takes a request of its own back (basic/utilities/cancellation): the request that this ends. One that was
   * answered meanwhile may be named; a request that it never sent is reported. Of our own, lines of life tell.
   */
  cancelled(
    frame: Framed,
    params: unknown,
    isOurs: boolean,
  ): { readonly ends: readonly Pending[]; readonly wrong?: string };
  /** The request with this id in a direction, of either type: the open one, or else the one that ended last. */
  find(dir: Direction, id: unknown): Pending | undefined;
  /** Our request that carries this progress token. */
  ofToken(token: unknown): Pending | undefined;
  /** Takes what is reported for a token, and says how its request stands and what was reported before. */
  progress(token: unknown, value: unknown): Reported | undefined;
}

interface Reported {
  readonly request: Pending;
  readonly ended: boolean;
  readonly before?: number;
}

/** Who is open and who is gone on one connection; all but the requests that are open is bounded. */
interface Table {
  readonly open: Readonly<Record<Direction, Map<Id, Pending>>>;
  readonly gone: Readonly<Record<Direction, Map<Id, Tombstone>>>;
  /**
   * The oldest of them, one after the other; whichever is taken is deleted. Each time a map is walked from its beginning it
   * steps over all that were deleted.
   */
  readonly oldest: Readonly<Record<Direction, Iterator<Tombstone, undefined>>>;
  readonly tokens: Map<Id, { readonly request: Pending; reached?: number }>;
  /** The exchanges that are event streams now. */
  readonly streams: Set<number>;
  /** What we sent that nothing may answer, and whether it was the last thing we sent. */
  notified: readonly { readonly method: string; readonly x?: number }[];
  isLast: boolean;
}

export function createMatcher(): Matcher {
  const gone: Table['gone'] = { c2s: new Map(), s2c: new Map() };
  const table: Table = {
    open: { c2s: new Map(), s2c: new Map() },
    gone,
    oldest: { c2s: gone.c2s.values(), s2c: gone.s2c.values() },
    tokens: new Map(),
    streams: new Set(),
    notified: [],
    isLast: false,
  };
  return {
    match: (frame, envelope) => match(table, frame, envelope),
    life: (entry) => endedBy(table, entry),
    http({ x, phase, headers }) {
      if (phase === 'response' && isEventStream(headers)) table.streams.add(x);
      else if (phase === 'end' || phase === 'error') table.streams.delete(x);
    },
    cancelled: (frame, params, isOurs) => (isOurs ? { ends: [] } : takenBack(table, frame, params)),
    find: (dir, id) => find(table, dir, id),
    ofToken: (token) => table.tokens.get(token as Id)?.request,
    progress: (token, value) => progress(table, token, value),
  };
}

function match(table: Table, frame: Framed, envelope: Envelope): FrameMatch {
  const isOurs = frame.dir === 'c2s';
  switch (envelope.kind) {
    case 'request':
      if (isOurs) table.isLast = false;
      return begin(table, frame, envelope);
    case 'notification':
      if (isOurs) notify(table, frame, envelope.method);
      return NOTHING;
    case 'none':
      return NOTHING;
    case 'result':
    case 'error': {
      const requestDir = isOurs ? 's2c' : 'c2s';
      return envelope.id === null
        ? withoutId(table, requestDir, frame, envelope)
        : answer(table, requestDir, envelope.id, frame, envelope);
    }
  }
}

function notify(table: Table, { x }: Framed, method: string): void {
  table.isLast = true;
  const sent = x === undefined ? { method } : { method, x };
  table.notified = [...table.notified.slice(1 - NOTIFIED), sent];
}

function endedBy(table: Table, entry: LifeEntry): readonly Pending[] {
  const { open, gone, tokens } = table;
  if (ENDS_ALL.has(entry.event)) {
    const ended = [...open.c2s.values(), ...open.s2c.values()];
    for (const one of [open.c2s, open.s2c, gone.c2s, gone.s2c, tokens]) one.clear();
    return ended;
  }
  const how = ENDS_ONE.get(entry.event);
  if (how === undefined) return [];
  for (const request of open.c2s.values()) {
    if (request.seq !== entry.re) continue;
    bury(table, request, how, entry.t, entry.answer ?? entry.seq);
    return [request];
  }
  return [];
}

function takenBack(table: Table, { dir, seq, t }: Framed, params: unknown): ReturnType<Matcher['cancelled']> {
  const id = isObject(params) ? params['requestId'] : undefined;
  const request = table.open[dir].get(id as Id);
  if (request !== undefined) {
    bury(table, request, 'cancel', t, seq);
    return { ends: [request] };
  }
  if (table.gone[dir].has(id as Id)) return { ends: [] };
  const [who, whose] = dir === 's2c' ? ['the server', 'ours'] : ['the client', "the server's"];
  const others = find(table, dir === 's2c' ? 'c2s' : 's2c', id);
  const what = id === undefined ? 'requestId is missing' : `${who} has no request ${shortJson(id)}`;
  return {
    ends: [],
    wrong: others === undefined ? what : `${what}: ${named(others)} with this id is ${whose}`,
  };
}

function progress({ tokens, open }: Table, token: unknown, value: unknown): Reported | undefined {
  const known = tokens.get(token as Id);
  if (known === undefined) return undefined;
  const { request, reached } = known;
  if (typeof value === 'number') known.reached = value;
  const ended = open.c2s.get(request.id) !== request;
  return { request, ended, ...(reached === undefined ? {} : { before: reached }) };
}

function exact({ open, gone }: Table, dir: Direction, id: unknown): Pending | undefined {
  return open[dir].get(id as Id) ?? gone[dir].get(id as Id)?.request;
}

function find(table: Table, dir: Direction, id: unknown): Pending | undefined {
  return exact(table, dir, id) ?? (isId(id) ? exact(table, dir, otherType(id)) : undefined);
}

function bury(table: Table, request: Pending, how: Tombstone['how'], t: number, by: number): void {
  table.open[request.dir].delete(request.id);
  const graves = table.gone[request.dir];
  graves.delete(request.id);
  graves.set(request.id, { request, how, t, by });
  if (graves.size <= TOMBSTONES) return;
  const { id, progressToken } = (table.oldest[request.dir].next().value as Tombstone).request;
  graves.delete(id);
  if (progressToken !== undefined) table.tokens.delete(progressToken);
}

function begin(table: Table, frame: Framed, envelope: Extract<Envelope, { kind: 'request' }>): FrameMatch {
  const request = pendingOf(frame, envelope);
  const { dir } = frame;
  const clash = table.open[dir].get(request.id);
  table.open[dir].set(request.id, request);
  if (dir === 'c2s' && request.progressToken !== undefined)
    table.tokens.set(request.progressToken, { request });
  if (clash === undefined) return { request, findings: [] };
  const message = `the id ${shortJson(request.id)} is still in use by the unanswered ${clash.method} (#${clash.seq})`;
  return { request, findings: [{ rule: 'id/reused', path: '/id', message }] };
}

/**
 * A response without an id, or with that of no request, which answers a notification: it came in its exchange, it names
 * it, the notification was sent last, or it says that a method is not known and would have the id of a request.
 */
function answersNotification(table: Table, { x }: Framed, envelope: Response): Finding | undefined {
  const isError = envelope.kind === 'error';
  const text = isError ? `${errorText(envelope.error.message)} ${shortJson(envelope.error.data)}` : '';
  const isUnknown = isError && envelope.error.code === NOT_FOUND;
  const found =
    x === undefined
      ? (table.notified.find(({ method }) => text.includes(method)) ??
        (envelope.id === null && table.isLast
          ? table.notified.at(-1)
          : isUnknown
            ? table.notified[0]
            : undefined))
      : table.notified.find((one) => one.x === x);
  if (found === undefined) return undefined;
  table.notified = table.notified.filter((one) => one !== found);
  const what = isError ? `an error (${errorText(envelope.error.message)})` : 'a result';
  const message = `${what} answers ${found.method}, which must not be answered`;
  return { rule: 'id/notification', ...(isError ? { path: '/error' } : {}), message };
}

/**
 * Over HTTP an error needs no id: it answers the request in whose exchange it came. In an event stream, where other
 * messages may come beside the answer, that is only suspected.
 */
function withoutId(table: Table, requestDir: Direction, frame: Framed, envelope: Response): FrameMatch {
  const { x, seq, t } = frame;
  const request =
    x === undefined || envelope.kind === 'result'
      ? undefined
      : [...table.open[requestDir].values()].find((one) => one.x === x);
  const noted =
    request === undefined && requestDir === 'c2s' ? answersNotification(table, frame, envelope) : undefined;
  if (request === undefined) return { findings: [noted ?? idMissing(envelope, table.open[requestDir])] };
  if (table.streams.has(request.x as number))
    return { findings: [idMissing(envelope, table.open[requestDir])], suspected: request };
  bury(table, request, 'answered', t, seq);
  return answerTo(request, t);
}

function answer(table: Table, requestDir: Direction, id: Id, frame: Framed, envelope: Response): FrameMatch {
  const { seq, t } = frame;
  const exact = table.open[requestDir].get(id);
  if (exact !== undefined) {
    bury(table, exact, 'answered', t, seq);
    return answerTo(exact, t);
  }
  const other = otherType(id);
  const retyped = other === undefined ? undefined : table.open[requestDir].get(other);
  if (retyped !== undefined) {
    bury(table, retyped, 'answered', t, seq);
    const message = `the request's id was ${shortJson(retyped.id)}, the answer says ${shortJson(id)}`;
    return { ...answerTo(retyped, t), findings: [{ rule: 'id/type', path: '/id', message }] };
  }
  const grave =
    table.gone[requestDir].get(id) ?? (other === undefined ? undefined : table.gone[requestDir].get(other));
  const noted =
    grave === undefined && requestDir === 'c2s' && envelope.kind === 'error'
      ? answersNotification(table, frame, envelope)
      : undefined;
  return noted === undefined ? afterTheEnd(table, grave, requestDir, id, seq, t) : { findings: [noted] };
}

function afterTheEnd(
  table: Table,
  grave: Tombstone | undefined,
  requestDir: Direction,
  id: Id,
  seq: number,
  t: number,
): FrameMatch {
  if (grave === undefined) {
    const message = `response for id ${shortJson(id)}, which is not pending (${pendingList(table.open[requestDir])})`;
    return { findings: [{ rule: 'id/unknown', path: '/id', message }] };
  }
  const { request, how } = grave;
  if (how === 'answered') {
    const message = `response for id ${shortJson(id)}, which is not pending: ${named(request)} was already answered by #${grave.by} (${pendingList(table.open[requestDir])})`;
    return { duplicateOf: request.seq, findings: [{ rule: 'id/duplicate', path: '/id', message }] };
  }
  bury(table, request, 'answered', t, seq);
  const found = { ...answerTo(request, t), late: true } as const;
  // The guess is taken back.
  if (how === 'assumed') return { ...found, findings: [] };
  // Which era a server is of is requestDir by two questions, one of which is given up.
  if (how === 'cancel' && opensConnection(request.method)) return { ...found, findings: [] };
  const after = t - grave.t;
  const message = `the answer to ${named(request)} came ${seconds(after)} after its ${SINCE[how]}`;
  if (how === 'lost' || after > AT_ONCE || opensConnection(request.method))
    return { ...found, findings: [{ rule: 'id/late', message }] };
  const freed = `${message}, as soon as notifications/cancelled was sent: is output held back until the next line?`;
  return { ...found, freed: true, findings: [{ rule: 'id/late', message: freed }] };
}

/** What a match says of the answer to a request. */
const answerTo = (
  request: Pending,
  t: number,
): FrameMatch & Required<Pick<FrameMatch, 're' | 'ms' | 'request'>> => ({
  re: request.seq,
  ms: t - request.t,
  request,
  findings: [],
});

function idMissing(envelope: Response, pending: ReadonlyMap<Id, Pending>): Finding {
  const what =
    envelope.kind === 'error'
      ? `error without an id: ${errorText(envelope.error.message)}`
      : 'result without an id';
  return { rule: 'id/null', path: '/id', message: `${what} (${pendingList(pending)})` };
}

/** JSON-RPC 2.0 §5.1. */
const NOT_FOUND = -32601;

const isEventStream = (headers: readonly HeaderLine[] = []): boolean =>
  /^\s*text\/event-stream\b/i.test(headerIn(headers, 'content-type') ?? '');

const errorText = (message: unknown): string => (typeof message === 'string' ? message : shortJson(message));
