import { isObject, type JsonObject } from '../json/shape.ts';
import type { ClientContext, HandshakeStage } from '../spec/check/client.ts';
import type { ClientRequest, checkGet } from '../spec/check/client-http.ts';
import type { CheckAgainst } from '../spec/check/result.ts';
import type { Envelope } from '../spec/envelope.ts';
import type { Finding } from '../spec/finding.ts';
import { asksPerson, capabilityOf, type ListName, listOf, methodNamed } from '../spec/methods.ts';
import { revisionFor } from '../spec/revision.ts';
import { seconds } from '../text/measure.ts';
import { type FrameEntry, type HeaderLine, type HttpEntry, headerIn, isAnothers } from './frame.ts';
import type { FrameMatch } from './match.ts';
import { isId, named, type Pending } from './pending.ts';
import type { SessionState } from './state.ts';

/**
 * What another client has done on one connection, as far as its next message is judged by it. Nothing in it grows with
 * the number of messages.
 */
export interface ClientWatch {
  /** What is known when a message of the client comes, before it changes anything. */
  context(frame: ClientFrame, state: SessionState): ClientContext;
  /** Takes a frame in, of either side. */
  took(entry: FrameEntry, envelope: Envelope, match: FrameMatch): void;
  /** Takes a line of HTTP in, and says what is wrong with it where it is a request of the client. */
  http(entry: HttpEntry, state: SessionState): readonly Finding[];
  /** Nothing was sent so far but by that client. */
  isAlone(): boolean;
  /** The requests of the server that the client left without an answer until the connection ended. */
  left(ends: readonly Pending[], t: number, state: SessionState): readonly Finding[];
}

/** A frame of the client with what matching found of it. */
interface ClientFrame {
  readonly entry: FrameEntry;
  readonly match: FrameMatch;
  /** The request of the client that had its id, or that it cancels. */
  readonly earlier: Pending | undefined;
}

/** Requests of the server of which more is remembered than that they are open. */
const ASKED = 200;
/** ms that a client has for what no person has to answer, and for the rest. */
const PATIENCE = { program: 10_000, person: 300_000 };

/** That it has said already that it is initialized, before it could be. */
const EARLY = 'initialized';

function afterInitialized(stage: HandshakeStage, said: Set<string>): HandshakeStage {
  if (stage === 'answered') return 'open';
  said.add(EARLY);
  return stage;
}

/** @param judge what judges a request that has no message */
export function createClientWatch(validate: CheckAgainst, judge: typeof checkGet): ClientWatch {
  let stage: HandshakeStage = 'new';
  let session = -1;
  let begun = 0;
  let isOurs = false;
  let isTheirs = false;
  const stale = new Set<ListName>();
  const said = new Set<string>();
  const asked = createAsked();
  const requests = createRequests();

  const begin = (entry: FrameEntry): void => {
    // Over HTTP each initialize opens a session of its own.
    if (entry.session !== session || entry.x !== undefined) {
      session = entry.session;
      begun = entry.seq;
      said.clear();
    }
    stage = 'asked';
  };

  const fromClient = (entry: FrameEntry, envelope: Envelope): void => {
    if (envelope.kind === 'notification') {
      if (envelope.method === 'notifications/initialized') stage = afterInitialized(stage, said);
    } else if (envelope.kind === 'request') {
      const list = listOf(envelope.method);
      if (envelope.method === 'initialize') {
        begin(entry);
        requests.opens(entry.x);
      } else if (list !== undefined) stale.delete(list);
    }
  };

  const fromServer = (entry: FrameEntry, envelope: Envelope, request: Pending | undefined): void => {
    switch (envelope.kind) {
      case 'request':
        asked.take(entry.seq, envelope.method, envelope.params);
        return;
      case 'notification':
        for (const list of methodNamed(envelope.method)?.changes ?? []) stale.add(list);
        return;
      case 'result':
      case 'error':
        if (request?.method === 'initialize' && stage === 'asked')
          stage = envelope.kind === 'error' ? 'new' : said.has(EARLY) ? 'open' : 'answered';
        return;
      case 'none':
        return;
    }
  };

  return {
    context({ entry, match, earlier }, state) {
      const { negotiated, requestedVersion, era = 'legacy', capabilities } = state;
      // Requests of several clients that come over HTTP cannot be told apart without the id of a session.
      const isAlone = entry.x === undefined || requests.hasSession();
      const { request } = match;
      const isInitialize = request?.method === 'initialize';
      const isAgain = isInitialize && entry.x === undefined && entry.session === session;
      // Ids begin again with a session, also where nothing tells how the one before it ended.
      const isNext = isInitialize && session !== -1 && entry.session !== session;
      return {
        stage: stageOf(isAlone && era !== 'modern' ? stage : 'open', request, isAgain),
        revision: revisionFor(negotiated ?? (requestedVersion || undefined), era),
        capabilities,
        answers:
          request?.dir === 's2c'
            ? { method: request.method, schema: asked.schemaOf(request.seq) }
            : undefined,
        sameId: era !== 'modern' && isAlone && !isNext ? usedBefore(match, earlier, begun) : undefined,
        cancels: request === undefined ? earlier?.method : undefined,
        hasToken: asked.hasToken,
        listed: listedIn(state, stale),
        validate,
        http: entry.x === undefined ? undefined : requests.of(entry.x, negotiated),
        isFirst: (what) => !said.has(what) && said.add(what) !== undefined,
      };
    },
    took(entry, envelope, match) {
      if (entry.dir === 's2c') fromServer(entry, envelope, match.request);
      else if (isAnothers(entry)) {
        isTheirs = true;
        fromClient(entry, envelope);
      } else isOurs = true;
    },
    http(entry, { negotiated }) {
      const request = requests.take(entry, negotiated);
      // One that asks for the stream before any message may be of this program.
      if (request === undefined || !isTheirs || entry.method !== 'GET') return [];
      return judge(request).filter(({ rule }) => !said.has(`GET ${rule}`) && said.add(`GET ${rule}`));
    },
    isAlone: () => !isOurs,
    left,
  };
}

function left(
  ends: readonly Pending[],
  t: number,
  { capabilities }: Pick<SessionState, 'capabilities'>,
): readonly Finding[] {
  return ends.flatMap((request) => {
    const { dir, method, seq } = request;
    const needs = capabilityOf(method);
    const waited = t - request.t;
    const isPromised = needs === undefined ? method === 'ping' : needs in capabilities.client;
    if (dir !== 's2c' || !isPromised) return [];
    if (waited < (asksPerson(method) ? PATIENCE.person : PATIENCE.program)) return [];
    const message = `${named(request)} of the server (#${seq}) was not answered in ${seconds(waited)}`;
    return [{ rule: 'client/no-answer', message }];
  });
}

/** The requests of HTTP whose exchanges are open, by their headers. */
function createRequests() {
  const heads = new Map<number, readonly HeaderLine[]>();
  let opening: number | undefined;
  let hasSession = false;
  // Who listens before it has sent anything speaks HTTP+SSE, or WebSocket: of those nothing of this is asked.
  let isStreamable: boolean | undefined;

  const of = (x: number, negotiated: string | undefined): ClientRequest | undefined => {
    const headers = heads.get(x);
    return headers === undefined || !isStreamable ? undefined : { headers, negotiated, hasSession };
  };
  return {
    of,
    hasSession: () => hasSession,
    opens(x: number | undefined): void {
      opening = x;
      hasSession = false;
    },
    take(entry: HttpEntry, negotiated: string | undefined): ClientRequest | undefined {
      const { x, phase, method, headers = [] } = entry;
      switch (phase) {
        case 'request':
          if (entry.for !== undefined) return undefined;
          isStreamable ??= method !== 'GET';
          bounded(heads).set(x, headers);
          return of(x, negotiated);
        case 'response':
          if (x === opening) hasSession = headerIn(headers, 'mcp-session-id') !== undefined;
          return undefined;
        case 'end':
        case 'error':
          heads.delete(x);
          return undefined;
        case 'event':
          return undefined;
      }
    },
  };
}

/** What the requests of the server asked with, as far as answers are held against it. */
function createAsked() {
  const schemas = new Map<number, unknown>();
  const tokens = new Set<unknown>();
  return {
    take(seq: number, method: string, params: unknown): void {
      const { _meta: meta, requestedSchema } = isObject(params) ? params : ({} as JsonObject);
      const token = isObject(meta) ? meta['progressToken'] : undefined;
      if (isId(token)) bounded(tokens).add(token);
      if (method === 'elicitation/create' && isObject(requestedSchema))
        bounded(schemas).set(seq, requestedSchema);
    },
    schemaOf: (seq: number): unknown => schemas.get(seq),
    hasToken: (token: unknown): boolean => tokens.has(token),
  };
}

/** What is known of an item: that it is missing only from a list that is complete and has not changed since. */
const listedIn =
  ({ lists }: SessionState, stale: ReadonlySet<ListName>): ClientContext['listed'] =>
  (list, name) => {
    const { items, before = [], state } = lists[list];
    const item = items.find((one) => one.name === name) ?? before.find((one) => one.name === name);
    if (item !== undefined) return isObject(item.raw) ? item.raw : undefined;
    return state === 'done' && !stale.has(list) ? 'missing' : undefined;
  };

/** An initialize that begins anew comes before anything else, whatever was before. */
const stageOf = (stage: HandshakeStage, request: Pending | undefined, isAgain: boolean): HandshakeStage =>
  request?.method === 'initialize' && !isAgain ? 'new' : stage;

/** What had the id of a request before, in a session that begins at a seq. */
const usedBefore = (match: FrameMatch, earlier: Pending | undefined, begun: number): string | undefined =>
  match.request !== undefined && earlier !== undefined && earlier.seq >= begun && !isClash(match)
    ? named(earlier)
    : undefined;

/** The earlier request is still open, which is another finding. */
const isClash = ({ findings }: FrameMatch): boolean => findings.some(({ rule }) => rule === 'id/reused');

/** Makes room in what is remembered of requests. */
function bounded<Kept extends Map<unknown, unknown> | Set<unknown>>(kept: Kept): Kept {
  const [oldest] = kept.keys();
  if (kept.size >= ASKED) kept.delete(oldest);
  return kept;
}
