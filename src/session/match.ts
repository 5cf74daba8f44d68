import { brief } from '../json/brief.ts';
import { isObject } from '../json/shape.ts';
import type { Direction, Envelope, Id } from '../spec/envelope.ts';
import type { Finding } from '../spec/finding.ts';
import { opensConnection } from '../spec/methods.ts';
import type { FrameEntry, HeaderLine, HttpEntry, LifeEntry, LifeEvent } from './frame.ts';

/**
 * Who answers whom. Each frame is looked at once, on entry; what is found here is final.
 *
 *   request ──▶ pending ──▶ answered                a second answer is `id/duplicate`
 *                  │
 *                  ├──▶ timed out, cancelled, lost   its answer is still its answer, `id/late`
 *                  └──▶ closed                       the connection ended; ids begin anew
 */
export interface Pending {
  readonly seq: number;
  readonly id: Id;
  readonly method: string;
  /** The tool or prompt name, the URI, the id of the task, or nothing. */
  readonly subject: string;
  /** The page asked for, in a list request. */
  readonly cursor?: string;
  readonly progressToken?: Id;
  /** It asks to be run as a task (basic/utilities/tasks, 2025-11-25). */
  readonly asTask?: true;
  readonly t: number;
  readonly dir: Direction;
  /** The HTTP exchange it was sent in. */
  readonly x?: number;
}

/** What matching found out about one frame. */
export interface Match {
  readonly re?: number;
  readonly ms?: number;
  /** The request that this frame answers or begins. */
  readonly request?: Pending;
  /** It answers a request that was given up. */
  readonly late?: true;
  /** It came as soon as the server was told that it is given up. */
  readonly freed?: true;
  /** The seq of the request that this frame answers once more. */
  readonly again?: number;
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

const NOTHING: Match = { findings: [] };
const TOMBSTONES = 1_000;
/** ms that an answer needs which is held back until another line comes. */
const AT_ONCE = 200;
/** Notifications that an error may be the answer to. */
const NOTIFIED = 20;

/** The table of one connection, in both directions. */
export interface Matcher {
  match(frame: Framed, envelope: Envelope): Match;
  /**
   * A time-out or a cancellation ends a request, an assumed answer too; an exit or a new beginning ends all.
   * Returns the requests that it ends, in both directions.
   */
  life(entry: LifeEntry): readonly Pending[];
  /** Tells which exchanges are answered by an event stream, and when those end. */
  http(entry: HttpEntry): void;
  /**
   * The server takes a request of its own back (basic/utilities/cancellation): the request that this ends. One that was
   * answered meanwhile may be named; one that it never sent is told of.
   */
  takenBack(frame: Framed, params: unknown): { readonly ends: readonly Pending[]; readonly wrong?: string };
  /** The request with this id in a direction, of whichever type: the open one, or else the one that ended last. */
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

export function createMatcher(): Matcher {
  const open = { c2s: new Map<Id, Pending>(), s2c: new Map<Id, Pending>() };
  const gone = { c2s: new Map<Id, Tombstone>(), s2c: new Map<Id, Tombstone>() };
  const tokens = new Map<Id, { readonly request: Pending; reached?: number }>();
  /** The exchanges that are event streams now. */
  const streams = new Set<number>();
  /** What we sent that nothing may answer, and whether it was the last thing we sent. */
  let notified: readonly { readonly method: string; readonly x?: number }[] = [];
  let isLast = false;

  const bury = (request: Pending, how: Tombstone['how'], t: number, by: number): void => {
    open[request.dir].delete(request.id);
    const graves = gone[request.dir];
    graves.delete(request.id);
    graves.set(request.id, { request, how, t, by });
    if (graves.size > TOMBSTONES) {
      for (const [id, oldest] of graves) {
        graves.delete(id);
        if (oldest.request.progressToken !== undefined) tokens.delete(oldest.request.progressToken);
        break;
      }
    }
  };

  const begin = (frame: Framed, envelope: Extract<Envelope, { kind: 'request' }>): Match => {
    const request = describe(frame, envelope);
    const { dir } = frame;
    const clash = open[dir].get(request.id);
    open[dir].set(request.id, request);
    if (dir === 'c2s' && request.progressToken !== undefined) tokens.set(request.progressToken, { request });
    if (clash === undefined) return { request, findings: [] };
    const message = `the id ${show(request.id)} is still in use by the unanswered ${clash.method} (#${clash.seq})`;
    return { request, findings: [{ rule: 'id/reused', path: '/id', message }] };
  };

  /**
   * A response without an id, or with that of no request, which answers a notification: it came in its exchange, it names
   * it, the notification was sent last, or it says that a method is not known and would have the id of a request.
   */
  const answersNotification = ({ x }: Framed, envelope: Response): Finding | undefined => {
    const isError = envelope.kind === 'error';
    const text = isError ? `${errorText(envelope.error.message)} ${brief(envelope.error.data)}` : '';
    const isUnknown = isError && envelope.error.code === NOT_FOUND;
    const found =
      x === undefined
        ? (notified.find(({ method }) => text.includes(method)) ??
          (envelope.id === null && isLast ? notified.at(-1) : isUnknown ? notified[0] : undefined))
        : notified.find((one) => one.x === x);
    if (found === undefined) return undefined;
    notified = notified.filter((one) => one !== found);
    const what = isError ? `an error (${errorText(envelope.error.message)})` : 'a result';
    const message = `${what} answers ${found.method}, which nothing may answer`;
    return { rule: 'id/notification', ...(isError ? { path: '/error' } : {}), message };
  };

  /**
   * Over HTTP an error needs no id: it answers the request in whose exchange it came. In an event stream, where other
   * messages may come beside the answer, that is only suspected.
   */
  const withoutId = (asked: Direction, frame: Framed, envelope: Response): Match => {
    const { x, seq, t } = frame;
    const request =
      x === undefined || envelope.kind === 'result'
        ? undefined
        : [...open[asked].values()].find((one) => one.x === x);
    const noted = request === undefined && asked === 'c2s' ? answersNotification(frame, envelope) : undefined;
    if (request === undefined) return { findings: [noted ?? idMissing(envelope, open[asked])] };
    if (streams.has(request.x as number))
      return { findings: [idMissing(envelope, open[asked])], suspected: request };
    bury(request, 'answered', t, seq);
    return { re: request.seq, ms: t - request.t, request, findings: [] };
  };

  const answer = (asked: Direction, id: Id, frame: Framed, envelope: Response): Match => {
    const { seq, t } = frame;
    const exact = open[asked].get(id);
    if (exact !== undefined) {
      bury(exact, 'answered', t, seq);
      return { re: exact.seq, ms: t - exact.t, request: exact, findings: [] };
    }
    const other = otherType(id);
    const retyped = other === undefined ? undefined : open[asked].get(other);
    if (retyped !== undefined) {
      bury(retyped, 'answered', t, seq);
      const message = `the request's id was ${show(retyped.id)}, the answer says ${show(id)}`;
      return {
        re: retyped.seq,
        ms: t - retyped.t,
        request: retyped,
        findings: [{ rule: 'id/type', path: '/id', message }],
      };
    }
    const grave = gone[asked].get(id) ?? (other === undefined ? undefined : gone[asked].get(other));
    const noted =
      grave === undefined && asked === 'c2s' && envelope.kind === 'error'
        ? answersNotification(frame, envelope)
        : undefined;
    return noted === undefined ? afterTheEnd(grave, asked, id, seq, t) : { findings: [noted] };
  };

  const afterTheEnd = (
    grave: Tombstone | undefined,
    asked: Direction,
    id: Id,
    seq: number,
    t: number,
  ): Match => {
    if (grave === undefined) {
      const message = `response for id ${show(id)}, which is not open (${pendingList(open[asked])})`;
      return { findings: [{ rule: 'id/unknown', path: '/id', message }] };
    }
    const { request, how } = grave;
    if (how === 'answered') {
      const message = `response for id ${show(id)}, which is not open: ${named(request)} was already answered by #${grave.by} (${pendingList(open[asked])})`;
      return { again: request.seq, findings: [{ rule: 'id/duplicate', path: '/id', message }] };
    }
    bury(request, 'answered', t, seq);
    // The guess is taken back.
    if (how === 'assumed') return { re: request.seq, ms: t - request.t, request, late: true, findings: [] };
    const found = { re: request.seq, ms: t - request.t, request, late: true } as const;
    // Which era a server is of is asked by two questions, one of which is given up.
    if (how === 'cancel' && opensConnection(request.method)) return { ...found, findings: [] };
    const after = t - grave.t;
    const message = `the answer to ${named(request)} came ${seconds(after)} after its ${SINCE[how]}`;
    if (how === 'lost' || after > AT_ONCE || opensConnection(request.method))
      return { ...found, findings: [{ rule: 'id/late', message }] };
    const freed = `${message}, as soon as notifications/cancelled was sent: is it held back until the next line comes?`;
    return { ...found, freed: true, findings: [{ rule: 'id/late', message: freed }] };
  };

  const exact = (dir: Direction, id: unknown): Pending | undefined =>
    open[dir].get(id as Id) ?? gone[dir].get(id as Id)?.request;

  const find = (dir: Direction, id: unknown): Pending | undefined =>
    exact(dir, id) ?? (isId(id) ? exact(dir, otherType(id)) : undefined);

  return {
    match(frame, envelope) {
      switch (envelope.kind) {
        case 'request':
          if (frame.dir === 'c2s') isLast = false;
          return begin(frame, envelope);
        case 'notification':
          if (frame.dir === 'c2s') {
            isLast = true;
            const { method } = envelope;
            const said = frame.x === undefined ? { method } : { method, x: frame.x };
            notified = [...notified.slice(1 - NOTIFIED), said];
          }
          return NOTHING;
        case 'none':
          return NOTHING;
        case 'result':
        case 'error': {
          const asked = frame.dir === 's2c' ? 'c2s' : 's2c';
          return envelope.id === null
            ? withoutId(asked, frame, envelope)
            : answer(asked, envelope.id, frame, envelope);
        }
      }
    },
    life(entry) {
      if (ENDS_ALL.has(entry.event)) {
        const ended = [...open.c2s.values(), ...open.s2c.values()];
        for (const table of [open.c2s, open.s2c, gone.c2s, gone.s2c, tokens]) table.clear();
        return ended;
      }
      const how = ENDS_ONE.get(entry.event);
      if (how === undefined) return [];
      for (const request of open.c2s.values()) {
        if (request.seq !== entry.re) continue;
        bury(request, how, entry.t, entry.answer ?? entry.seq);
        return [request];
      }
      return [];
    },
    http({ x, phase, headers }) {
      if (phase === 'response' && isEventStream(headers)) streams.add(x);
      else if (phase === 'end' || phase === 'error') streams.delete(x);
    },
    takenBack({ dir, seq, t }, params) {
      if (dir === 'c2s') return { ends: [] };
      const id = isObject(params) ? params['requestId'] : undefined;
      const request = open.s2c.get(id as Id);
      if (request !== undefined) {
        bury(request, 'cancel', t, seq);
        return { ends: [request] };
      }
      if (gone.s2c.has(id as Id)) return { ends: [] };
      const ours = find('c2s', id);
      const what = id === undefined ? 'requestId is missing' : `the server has no request ${brief(id)}`;
      return { ends: [], wrong: ours === undefined ? what : `${what}: ${named(ours)} with this id is ours` };
    },
    find,
    ofToken: (token) => tokens.get(token as Id)?.request,
    progress(token, value) {
      const known = tokens.get(token as Id);
      if (known === undefined) return undefined;
      const { request, reached } = known;
      if (typeof value === 'number') known.reached = value;
      const ended = open.c2s.get(request.id) !== request;
      return { request, ended, ...(reached === undefined ? {} : { before: reached }) };
    },
  };
}

/** What a request is about, for the tables: its method with the tool, prompt, URI, task or level it names. */
export function subjectOf(params: unknown): string {
  if (typeof params !== 'object' || params === null) return '';
  const { name, uri, taskId, level, ref } = params as Record<string, unknown>;
  if (typeof name === 'string') return name;
  if (typeof uri === 'string') return uri;
  if (typeof taskId === 'string') return taskId;
  if (typeof level === 'string') return level;
  return ref === undefined ? '' : subjectOf(ref);
}

function describe(
  { dir, seq, t, x }: Framed,
  { id, method, params }: Extract<Envelope, { kind: 'request' }>,
): Pending {
  const members = typeof params === 'object' && params !== null ? (params as Record<string, unknown>) : {};
  const meta = members['_meta'];
  const token =
    typeof meta === 'object' && meta !== null
      ? (meta as Record<string, unknown>)['progressToken']
      : undefined;
  const cursor = members['cursor'];
  return {
    seq,
    id,
    method,
    subject: subjectOf(params),
    t,
    dir,
    ...(x === undefined ? {} : { x }),
    ...(typeof cursor === 'string' ? { cursor } : {}),
    ...(isObject(members['task']) ? { asTask: true } : {}),
    ...(typeof token === 'string' || typeof token === 'number' ? { progressToken: token } : {}),
  };
}

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
  headers.some(([name, value]) => /^content-type$/i.test(name) && /^\s*text\/event-stream\b/i.test(value));

const errorText = (message: unknown): string => (typeof message === 'string' ? message : brief(message));

/** The same id in the other JSON type, where there is one: 7 and "7". */
const isId = (value: unknown): value is Id => typeof value === 'number' || typeof value === 'string';

/** Whether a value names the request with this id, be it with another JSON type. */
export const isIdOf = (value: unknown, id: Id | undefined): boolean =>
  id !== undefined && (value === id || (isId(value) && otherType(value) === id));

function otherType(id: Id): Id | undefined {
  if (typeof id === 'number') return String(id);
  const number = Number(id);
  return id !== '' && String(number) === id ? number : undefined;
}

function pendingList(pending: ReadonlyMap<Id, Pending>): string {
  if (pending.size === 0) return 'nothing is pending';
  const first = [...pending.values()].slice(0, 3).map((request) => `${show(request.id)} ${named(request)}`);
  const more = pending.size > 3 ? ` and ${pending.size - 3} more` : '';
  return `pending: ${first.join(', ')}${more}`;
}

const named = (request: Pending): string =>
  request.subject === '' ? request.method : `${request.method} ${request.subject}`;
const show = (id: Id): string => brief(id);
const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
