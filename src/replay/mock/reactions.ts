import { memberText } from '../../json/parts.ts';
import { listOf, methodNamed, opensConnection } from '../../spec/methods.ts';
import type { Conversation, RecordedLine, RecordedRequest } from '../conversation.ts';

/** What a server does beside answering, in its order. */
export type Act =
  /** A notification, or an answer that nothing was waiting for. */
  | { readonly kind: 'send'; readonly line: RecordedLine }
  /** A request of its own; `answer` is what the client said to it then. */
  | { readonly kind: 'ask'; readonly line: RecordedLine; readonly answer: RecordedLine | undefined }
  /** The client's answer came here. */
  | { readonly kind: 'heard'; readonly line: RecordedLine; readonly ask: RecordedLine };

/** What a server did about one request. */
export interface Reaction {
  readonly request: RecordedRequest;
  /** Before it answered. */
  readonly acts: readonly Act[];
  /** What it sent by itself after that, before it was asked for anything else. */
  readonly after: readonly Act[];
}

/** A recording as a server plays it. */
export interface Reactions {
  /** In the order of their requests. */
  readonly all: readonly Reaction[];
  /** What it sent by itself before it was asked for anything. */
  readonly opening: readonly Act[];
}

const ACKNOWLEDGED = 'notifications/subscriptions/acknowledged';

/**
 * Puts what a server sent by itself behind the request that was made before it: what nobody asks for comes when as much has
 * happened as then. News on a subscription is such, though it belongs to the request for that.
 */
export function reactionsIn({ requests, loose }: Conversation): Reactions {
  const acts = new Map<RecordedRequest, RecordedLine[]>();
  const after = new Map<RecordedRequest | undefined, RecordedLine[]>();
  const floating: RecordedLine[] = loose.filter(isPlayed);
  for (const request of requests) {
    const lines = request.within.filter(isPlayed);
    const staysOpen = methodNamed(request.line.method)?.staysOpen === true;
    const own = staysOpen ? lines.filter(({ method }) => method === ACKNOWLEDGED) : lines;
    acts.set(request, own);
    if (staysOpen) floating.push(...lines.filter((line) => !own.includes(line)));
  }
  for (const [line, anchor] of anchored(floating, requests)) {
    const into = anchor?.isOpen ? acts.get(anchor.request) : after.get(anchor?.request);
    if (into === undefined) after.set(anchor?.request, [line]);
    else into.push(line);
  }
  const pairs = pairsIn([...acts.values(), ...after.values()].flat().sort(bySeq));
  const actsOf = (lines: readonly RecordedLine[] = []) => played([...lines].sort(bySeq), pairs);
  return {
    all: requests.map((request) => ({
      request,
      acts: actsOf(acts.get(request)),
      after: actsOf(after.get(request)),
    })),
    opening: actsOf(after.get(undefined)),
  };
}

/** What the server sends, and what the client answered to it. */
const isPlayed = ({ dir, kind }: RecordedLine): boolean =>
  dir === 's2c' || kind === 'result' || kind === 'error';

/** Where a line belongs that belongs to no request: it came while one was open, or after it. */
interface Anchor {
  readonly request: RecordedRequest;
  readonly isOpen: boolean;
}

/** What is asked for again and again, by whoever and whenever, comes before nothing. */
const isAnchor = ({ line: { method } }: RecordedRequest): boolean =>
  listOf(method) === undefined &&
  method !== 'ping' &&
  !opensConnection(method) &&
  methodNamed(method)?.staysOpen !== true;

/** What happened at a place in the recording. */
type Mark =
  | { readonly seq: number; readonly what: 'begun' | 'ended'; readonly request: RecordedRequest }
  | { readonly seq: number; readonly what: 'line'; readonly line: RecordedLine };

function anchored(
  lines: readonly RecordedLine[],
  requests: readonly RecordedRequest[],
): readonly (readonly [RecordedLine, Anchor | undefined])[] {
  const marks: Mark[] = lines.map((line) => ({ seq: line.seq, what: 'line', line }));
  for (const request of requests.filter(isAnchor)) {
    const { end, line } = request;
    // One without an answer may have ended at any time.
    const isAnswered = end.kind === 'answered';
    marks.push({ seq: line.seq, what: isAnswered ? 'begun' : 'ended', request });
    if (isAnswered) marks.push({ seq: end.line.seq, what: 'ended', request });
  }
  const open = new Set<RecordedRequest>();
  let ended: RecordedRequest | undefined;
  const found: [RecordedLine, Anchor | undefined][] = [];
  for (const one of marks.sort((a, b) => a.seq - b.seq)) {
    if (one.what === 'line') {
      const newest = [...open].at(-1);
      const request = newest ?? ended;
      found.push([one.line, request && { request, isOpen: newest !== undefined }]);
    } else if (one.what === 'begun') open.add(one.request);
    else {
      ended = one.request;
      open.delete(one.request);
    }
  }
  return found;
}

const bySeq = (one: RecordedLine, other: RecordedLine): number => one.seq - other.seq;

/** Which answer of the client belongs to which request of the server, both ways. */
type Pairs = ReadonlyMap<RecordedLine, RecordedLine>;

/** An answer may stand with another request of the client than the question, as where a task goes on. */
function pairsIn(lines: readonly RecordedLine[]): Pairs {
  const open = new Map<string | undefined, RecordedLine>();
  const pairs = new Map<RecordedLine, RecordedLine>();
  for (const line of lines) {
    if (line.dir === 's2c' && line.kind !== 'request') continue;
    const id = memberText(line.msg, 'id');
    const ask = open.get(id);
    if (line.dir === 's2c') open.set(id, line);
    else if (ask !== undefined) {
      open.delete(id);
      pairs.set(line, ask).set(ask, line);
    }
  }
  return pairs;
}

const played = (lines: readonly RecordedLine[], pairs: Pairs): readonly Act[] =>
  lines.flatMap((line): readonly Act[] => {
    const other = pairs.get(line);
    if (line.dir === 'c2s') return other === undefined ? [] : [{ kind: 'heard', line, ask: other }];
    return [line.kind === 'request' ? { kind: 'ask', line, answer: other } : { kind: 'send', line }];
  });
