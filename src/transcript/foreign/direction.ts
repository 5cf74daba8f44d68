import { isObject } from '../../json/shape.ts';
import { otherType } from '../../session/pending.ts';
import type { Direction, Envelope, Id } from '../../spec/envelope.ts';
import { methodNamed } from '../../spec/methods.ts';

/**
 * Finds which way a message went of which the log does not say it. In this order:
 *
 *   its method, where one side alone may send it     tools/call, sampling/createMessage
 *   the request that it answers or takes back        both sides may use the same ids: then what the result holds
 *   what the log has around it                       a line that begins as those of one side do
 *   the side that everything came from so far        server | tee log
 */
export interface Directions {
  /**
   * Takes the next message.
   *
   * @param known its direction, where the log says it
   * @param around the text before and after it in its line
   */
  of(envelope: Envelope, known?: Direction, around?: string): Direction;
  /** The side that all lines are of that have this around their message. */
  around(text: string): Direction | undefined;
}

type Request = Extract<Envelope, { kind: 'request' }>;
type Response = Extract<Envelope, { kind: 'result' | 'error' }>;

/** What the client's answers hold, and no answer of a server. */
const CLIENTS: Readonly<Record<string, string>> = {
  'roots/list': 'roots',
  'elicitation/create': 'action',
  'sampling/createMessage': 'model',
};

/** The client's requests to which an empty result is an answer. */
const ACKNOWLEDGED = /^(?:ping|logging\/|resources\/(?:un)?subscribe|tasks\/)/;

/** Requests, and tokens, that are remembered. */
const MOST = 100_000;

/** How many kinds of surroundings are remembered. */
const AROUND = 200;

/** Of one connection. */
export function createDirections(): Directions {
  const open: Readonly<Record<Direction, Map<Id, string>>> = { c2s: new Map(), s2c: new Map() };
  /** Progress tokens of the server's requests: there are few. */
  const tokens = new Set<unknown>();
  const seen = { c2s: false, s2c: false };
  const sides = new Map<string, Direction | 'both'>();

  return {
    of(envelope, known, around = '') {
      const sure = known ?? surely(envelope);
      const key = keyOf(around);
      const dir = sure ?? sideOf(key) ?? probably(envelope);
      if (sure !== undefined) {
        seen[sure] = true;
        if (key !== '') learn(key, sure);
      }
      if (envelope.kind === 'request') begin(dir, envelope);
      else if (envelope.kind === 'result' || envelope.kind === 'error') end(dir, envelope.id);
      return dir;
    },
    around: (text) => sideOf(keyOf(text)),
  };

  function sideOf(key: string): Direction | undefined {
    const side = key === '' ? undefined : sides.get(key);
    return side === 'both' ? undefined : side;
  }

  function learn(key: string, dir: Direction): void {
    const side = sides.get(key);
    if (side === dir || side === 'both') return;
    if (side !== undefined) sides.set(key, 'both');
    else if (sides.size < AROUND) sides.set(key, dir);
  }

  function begin(dir: Direction, { id, method, params }: Request): void {
    remember(open[dir], id, method);
    const token = dir === 's2c' ? tokenIn(params) : undefined;
    if (token !== undefined && tokens.size < MOST) tokens.add(token);
  }

  function end(dir: Direction, id: Id | null): void {
    if (id !== null) open[dir === 's2c' ? 'c2s' : 's2c'].delete(id);
  }

  function surely(envelope: Envelope): Direction | undefined {
    switch (envelope.kind) {
      case 'request':
        return senderOf(envelope.method);
      case 'notification':
        return senderOf(envelope.method) ?? about(envelope.method, envelope.params);
      case 'result':
      case 'error':
        return envelope.id === null ? undefined : answering(envelope, envelope.id);
      case 'none':
        return undefined;
    }
  }

  /** A request is taken back by its sender, and its progress is told to its sender. */
  function about(method: string, params: unknown): Direction | undefined {
    if (!isObject(params)) return undefined;
    if (method === 'notifications/cancelled') {
      const id = params['requestId'] as Id;
      if (open.c2s.has(id) !== open.s2c.has(id)) return open.c2s.has(id) ? 'c2s' : 's2c';
    }
    if (method === 'notifications/progress') {
      const token = params['progressToken'] as Id;
      if (tokens.has(token) !== open.c2s.has(token)) return tokens.has(token) ? 'c2s' : 's2c';
    }
    return undefined;
  }

  function answering(response: Response, id: Id): Direction | undefined {
    const other = otherType(id);
    const named = (dir: Direction): string | undefined =>
      open[dir].get(id) ?? (other === undefined ? undefined : open[dir].get(other));
    const clients = named('c2s');
    const servers = named('s2c');
    if (response.kind === 'error') {
      // Of two, and of a side that has not been heard, it cannot be told.
      if (clients !== undefined && servers === undefined) return seen.s2c || !seen.c2s ? 's2c' : undefined;
      if (servers !== undefined && clients === undefined) return seen.c2s ? 'c2s' : undefined;
      return undefined;
    }
    const { result } = response;
    if (servers !== undefined && answers(servers, result, clients)) return 'c2s';
    if (isClients(result) && (clients === undefined || methodNamed(clients) !== undefined)) return 'c2s';
    if (clients !== undefined) return 's2c';
    return servers === undefined || CLIENTS[servers] === undefined ? undefined : 's2c';
  }

  /** What is not sure: as all was so far, where only the server was heard; and no side uses an id twice at once. */
  function probably(envelope: Envelope): Direction {
    if (seen.s2c && !seen.c2s) return 's2c';
    if (envelope.kind === 'request' && open.c2s.has(envelope.id) && !open.s2c.has(envelope.id)) return 's2c';
    return usually(envelope);
  }
}

/** Keeps the last requests: a log may have any number without answers. */
function remember(requests: Map<Id, string>, id: Id, method: string): void {
  requests.set(id, method);
  if (requests.size > MOST) requests.delete(requests.keys().next().value ?? id);
}

function tokenIn(params: unknown): unknown {
  const meta = isObject(params) ? params['_meta'] : undefined;
  return isObject(meta) ? meta['progressToken'] : undefined;
}

/** Numbers and times differ. */
const keyOf = (around: string): string => (around === '' ? '' : around.replace(/\d+/g, '#'));

/** Who sends what both may send, as a rule. */
function usually(envelope: Envelope): Direction {
  if (envelope.kind === 'request') return 'c2s';
  return envelope.kind === 'notification' && envelope.method === 'notifications/cancelled' ? 'c2s' : 's2c';
}

/** The side that alone may send a method; undefined where both may, or where it is not known. */
function senderOf(method: string): Direction | undefined {
  const from = methodNamed(method)?.from;
  if (from === undefined || (from.c2s !== undefined && from.s2c !== undefined)) return undefined;
  return from.c2s === undefined ? 's2c' : 'c2s';
}

/** Whether a result may answer a request of the server, beside one of the client with the same id. */
function answers(method: string, result: unknown, clients: string | undefined): boolean {
  const member = CLIENTS[method];
  if (member !== undefined)
    return isObject(result) && (member in result || (clients === undefined && 'task' in result));
  if (clients === undefined) return true;
  return isObject(result) && Object.keys(result).length === 0 && !ACKNOWLEDGED.test(clients);
}

/** Whether a result is one that clients alone give. */
const isClients = (result: unknown): boolean =>
  isObject(result) &&
  (Array.isArray(result['roots']) ||
    ('role' in result && 'model' in result) ||
    /^(?:accept|decline|cancel)$/.test(String(result['action'])));
