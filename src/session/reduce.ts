import { isObject } from '../json/shape.ts';
import type { Envelope, ErrorBody } from '../spec/envelope.ts';
import { announces, listOf, opensConnection, serverCapabilityOf } from '../spec/methods.ts';
import { authorizing, exchanged } from './authorization.ts';
import { countFinding, isAssumption, NONE, tally, withAssumption } from './counts.ts';
import {
  type FindingEntry,
  type FrameEntry,
  type HttpEntry,
  isAnothers,
  LEFT,
  type LifeEntry,
  type LifeEvent,
} from './frame.ts';
import { cancelled, completed, emptyInbox, inputsAsked, isEmpty, requested, settled } from './inbox.ts';
import { needsInput } from './input-required.ts';
import type { Accepted } from './intake.ts';
import { endAll, reloading, takenBack, withList, withPage } from './lists.ts';
import { levelAnswered, levelWanted, logging } from './logging.ts';
import {
  carried,
  discovered,
  discovering,
  errorSentence,
  failed,
  initialized,
  initializing,
  isBeside,
  listing,
  NO_LISTS,
  readied,
  refused,
  signed,
  unopened,
  using,
} from './negotiation.ts';
import type { Pending } from './pending.ts';
import { closing, exited } from './reduce-end.ts';
import { leftTasks, reduceTasks } from './reduce-tasks.ts';
import { startAdvice, strayed, withReason } from './start-failure.ts';
import type { Running, SessionState } from './state.ts';
import { acknowledged, read, streamEnded, subscribed, unsubscribed, updated } from './subscriptions.ts';
import type { Target } from './target.ts';

const STDERR_LINES = 20;
/** A session before its first line. */
export function initialState(target: Target): SessionState {
  return {
    phase: 'connecting',
    step: 'starting',
    ending: false,
    why: [],
    target,
    requestedVersion: '',
    capabilities: { client: {} },
    lists: NO_LISTS,
    stderr: [],
    running: [],
    tasks: [],
    inbox: emptyInbox,
    completed: [],
    counts: NONE,
    findings: [],
    assumed: [],
    logging: {},
    subscriptions: [],
    session: 0,
  };
}

/** The fold: one accepted line after the other makes the state, live and on reopening alike. */
export function reduce(state: SessionState, accepted: Accepted): SessionState {
  const counts = { ...state.counts };
  tally(counts, accepted.entry, accepted.envelope);
  return { ...fold(state, accepted), counts };
}

/** The fold of all but the counts, which change with every line: whoever folds a flood keeps them apart. */
export function fold(state: SessionState, accepted: Accepted): SessionState {
  const next = folded(state, accepted);
  return isEmpty(state.inbox) || !isEmpty(next.inbox)
    ? next
    : { ...next, inbox: { ...emptyInbox, emptySince: accepted.entry.t } };
}

function folded(state: SessionState, accepted: Accepted): SessionState {
  const { entry } = accepted;
  switch (entry.type) {
    case 'frame':
      return reduceTasks(frame(using(state, entry, accepted.envelope), entry, accepted), accepted);
    case 'http':
      return reaching(withAuthorization(state, exchanged(state.authorization, entry)), entry);
    case 'stderr':
      // What another program says of itself is not the server's.
      if (entry.from !== undefined) return state;
      return { ...state, stderr: [...state.stderr.slice(1 - STDERR_LINES), entry.text] };
    case 'life':
      return life(state, entry, accepted.ends ?? []);
    case 'finding':
      if (isAssumption(entry)) return { ...state, assumed: withAssumption(state.assumed, entry) };
      return withCause({ ...state, findings: countFinding(state.findings, entry) }, entry);
    case 'invalid':
      return strayed(state, entry);
    case 'note':
      return state;
  }
}

/** Of what is found once it was given up, this says why the server could not be connected to. */
const withCause = (state: SessionState, { rule, message }: FindingEntry): SessionState =>
  rule === 'stdio/unflushed' && state.phase === 'failed'
    ? { ...state, why: withReason(state.why, message) }
    : state;

const withAuthorization = (
  state: SessionState,
  authorization: SessionState['authorization'],
): SessionState =>
  authorization === undefined || authorization === state.authorization ? state : { ...state, authorization };

/** An exchange that is over before its response says that the server cannot be reached; the next response that it can. */
function reaching(state: SessionState, { x, phase, code, t, detail = '' }: HttpEntry): SessionState {
  const { unreachable, ...rest } = state;
  // Those of authorization may be with another server.
  if (state.authorization?.steps.some((step) => step.x === x)) return state;
  if (phase === 'response' && unreachable !== undefined) return rest;
  const fails = phase === 'error' && code?.startsWith('E') && state.phase === 'ready';
  return fails && unreachable === undefined ? { ...rest, unreachable: { since: t, why: detail } } : state;
}

function frame(state: SessionState, entry: FrameEntry, accepted: Accepted): SessionState {
  const { envelope, request } = accepted;
  if (envelope === undefined) return state;
  if (entry.dir === 'c2s') return readied(sent(answering(state, accepted), entry, accepted), entry);
  if (state.stray !== undefined) return frame({ ...state, stray: undefined }, entry, accepted);
  switch (envelope.kind) {
    case 'request':
      return request === undefined ? state : requested(state, request, envelope.params, accepted.belongsTo);
    case 'notification':
      if (envelope.method === 'notifications/cancelled') return cancelled(state, envelope.params);
      if (envelope.method === 'notifications/elicitation/complete')
        return completed(state, entry.seq, envelope.params);
      if (envelope.method === 'notifications/resources/updated')
        return updated(state, entry.seq, entry.t, envelope.params);
      if (envelope.method === 'notifications/subscriptions/acknowledged')
        return acknowledged(state, entry.seq, envelope.params);
      return envelope.method === 'notifications/progress' ? progress(state, envelope.params) : state;
    case 'result':
    case 'error':
      if (request === undefined) return state;
      return answered(asking(state, entry, envelope, request), envelope, request, accepted);
    case 'none':
      return state;
  }
}

/** What we send may be what the server waited for: an answer to its request, or the request that goes on. */
function answering(state: SessionState, { envelope, request, continues }: Accepted): SessionState {
  if (continues !== undefined) return settled(state, new Set([continues.answer]));
  const answers = envelope?.kind === 'result' || envelope?.kind === 'error';
  return answers && request !== undefined ? settled(state, new Set([request.seq])) : state;
}

const asking = (state: SessionState, entry: FrameEntry, envelope: Answer, request: Pending): SessionState =>
  envelope.kind === 'result' ? inputsAsked(state, request, entry.seq, entry.t, envelope.result) : state;

function sent(
  state: SessionState,
  entry: FrameEntry,
  { envelope, request, continues, ends = [] }: Accepted,
): SessionState {
  if (ends.length > 0) return takenBack(state, ends);
  // A client that does not wait for the answer has opened nothing by this.
  if (envelope?.kind === 'notification' && envelope.method === 'notifications/initialized')
    return state.era === undefined ? state : listing(state);
  if (envelope?.kind !== 'request' || request === undefined) return state;
  const before = continues && state.running.find(({ seq }) => seq === continues.from);
  const logLevel = state.era === 'modern' ? levelWanted(envelope.params) : undefined;
  const running: Running = {
    seq: entry.seq,
    id: request.id,
    method: request.method,
    subject: request.subject,
    since: before?.since ?? entry.t,
    by: entry.by === 'auto' ? 'auto' : 'user',
    ...(request.progressToken === undefined ? {} : { progressToken: request.progressToken }),
    ...(logLevel === undefined ? {} : { logLevel }),
    ...(before === undefined ? {} : { rounds: (before.rounds ?? 0) + 1 }),
  };
  const others = before === undefined ? state.running : state.running.filter((one) => one !== before);
  const newest = others.length < RUNNING ? others : others.slice(1 - RUNNING);
  const next = logging({ ...state, running: [...newest, running] }, envelope.params);
  if (request.method === 'initialize') return initializing(next, envelope.params);
  if (request.method === 'server/discover') return discovering(next, envelope.params);
  const list = listOf(request.method);
  const told = isAnothers(entry) ? unopened(next, envelope.params) : next;
  return list === undefined || request.cursor !== undefined
    ? told
    : withList(told, list, reloading(state.lists[list]));
}

/** Requests that are known to run, the newest; only a recording may have more. */
const RUNNING = 1_000;

function progress(state: SessionState, params: unknown): SessionState {
  if (!isObject(params)) return state;
  const { progressToken, progress: done, total, message } = params;
  const at = state.running.findIndex((request) => request.progressToken === progressToken);
  const request = state.running[at];
  if (request === undefined) return state;
  const report = {
    progress: typeof done === 'number' ? done : 0,
    ...(typeof total === 'number' ? { total } : {}),
    ...(typeof message === 'string' ? { message } : {}),
  };
  return { ...state, running: state.running.with(at, { ...request, progress: report }) };
}

type Answer = Extract<Envelope, { kind: 'result' | 'error' }>;

function answered(
  state: SessionState,
  answer: Answer,
  request: Pending,
  { page, entry, taskUpdate: told, late }: Accepted,
): SessionState {
  if (isBeside(state, request.method, late === true))
    return { ...state, running: state.running.filter(({ seq }) => seq !== request.seq) };
  const goesOn = goingOn(
    answer,
    told?.creates === undefined ? undefined : told.reports[0]?.task.id,
    entry.seq,
  );
  const running =
    goesOn === undefined
      ? state.running.filter(({ seq }) => seq !== request.seq)
      : state.running.map((one) => (one.seq === request.seq ? { ...one, ...goesOn } : one));
  const next = signed({ ...state, running }, answer.kind === 'result' ? answer.result : undefined);
  if (request.method === 'initialize' || request.method === 'server/discover')
    return opened(next, request.method, answer);
  if (request.method === 'logging/setLevel')
    return levelAnswered(
      next,
      request.subject,
      answer.kind === 'error' ? errorSentence(answer.error) : undefined,
    );
  if (request.method === 'subscriptions/listen') return streamEnded(next, request.seq);
  const list = listOf(request.method);
  if (list === undefined)
    return answer.kind === 'error' || needsInput(answer.result) ? next : done(next, request, entry.seq);
  const known = next.lists[list];
  // It was given up, and has been requested again since.
  if (late && known.state !== 'failed') return next;
  if (answer.kind === 'error')
    return withList(next, list, {
      ...known,
      state: 'failed',
      why: listError(next, request.method, answer.error),
    });
  if (page === undefined) return next;
  return withList(next, list, withPage(known, request, page, entry.seq));
}

/** How a request goes on that was answered; nothing when that was its end. */
function goingOn(
  answer: Answer,
  task: string | undefined,
  seq: number,
): Pick<Running, 'task' | 'waits'> | undefined {
  if (task !== undefined) return { task };
  return answer.kind === 'result' && needsInput(answer.result) ? { waits: seq } : undefined;
}

/** A request was answered with a result that changes what the server tells by itself, or what was read. */
function done(state: SessionState, request: Pending, seq: number): SessionState {
  switch (request.method) {
    case 'resources/subscribe':
      return subscribed(state, request.subject, seq);
    case 'resources/unsubscribe':
      return unsubscribed(state, request.subject);
    default:
      return read(state, request);
  }
}

function opened(state: SessionState, method: 'initialize' | 'server/discover', answer: Answer): SessionState {
  if (answer.kind === 'error') return refused(state, method, answer.error);
  return method === 'initialize' ? initialized(state, answer.result) : discovered(state, answer.result);
}

function listError(state: SessionState, method: string, error: ErrorBody): string {
  const announced = announces(state.capabilities.server, serverCapabilityOf(method));
  const served = error.code === -32601 && announced ? 'declared, but not supported: ' : '';
  return `${served}${errorSentence(error)}`;
}

function life(state: SessionState, entry: LifeEntry, ends: readonly Pending[]): SessionState {
  const gone = new Set(ends.map((request) => request.seq));
  // A request that waits to be continued ends with the connection, too.
  if (ENDS_ALL.has(entry.event)) for (const { seq } of state.running) gone.add(seq);
  const left = leftTasks(settled(state, entry.re === undefined ? gone : new Set([...gone, entry.re])), gone);
  const next =
    gone.size === 0
      ? left
      : endAll({ ...left, running: left.running.filter(({ seq }) => !gone.has(seq)) }, ends, entry);
  const detail = entry.detail ?? '';
  const opening = opens(next, ends);
  switch (entry.event) {
    case 'spawn':
      return spawned(next, entry);
    case 'ready':
      return { ...next, phase: 'ready', step: 'done', why: [], took: entry.t - (next.begun ?? 0) };
    case 'close':
      return entry.side === undefined
        ? closing(next, detail)
        : { ...next, ending: true, left: detail || LEFT };
    case 'exit':
      return exited(next, entry);
    case 'timeout':
    case 'lost':
      return opening
        ? failed(next, `${detail}${startAdvice(state.target)}`)
        : streamEnded(next, entry.re ?? 0);
    case 'reconnect':
      return reconnecting(next, entry);
    case 'authorization':
      return withAuthorization(next, authorizing(next.authorization, entry));
    case 'cancel':
      return opening ? failed(next, detail) : streamEnded(next, entry.re ?? 0);
    case 'unrecorded':
      return { ...next, lacks: true };
    case 'throttled':
      return next;
    case 'assumed':
      return opening === undefined ? next : failed(next, `${opening.method}: ${detail}`);
  }
}

/** The request among these that was to open the connection, while nothing has. */
const opens = (state: SessionState, ends: readonly Pending[]): Pending | undefined =>
  ends.find(({ method }) => opensConnection(method) && !isBeside(state, method, false));

/** Nothing that runs gets its end any more. */
const ENDS_ALL: ReadonlySet<LifeEvent> = new Set(['spawn', 'exit', 'reconnect']);

/** A new process starts with an empty state; counts stay, and lists until they are requested again. */
function spawned(state: SessionState, entry: LifeEntry): SessionState {
  const fresh = initialState(state.target);
  const { counts, findings, assumed, lists } = state;
  const stderr = entry.session === state.session ? state.stderr : [];
  return {
    ...fresh,
    ...(entry.session === state.session ? {} : { lists }),
    counts,
    findings,
    assumed,
    stderr,
    session: entry.session,
    // A process that a probe has ended is started again: all of that is one connecting.
    begun: entry.session === state.session ? (state.begun ?? entry.t) : entry.t,
    ...carried(state, entry.session),
    process: {
      ...(entry.pid === undefined ? {} : { pid: entry.pid }),
      ...(entry.clean === undefined ? {} : { clean: entry.clean }),
    },
  };
}

/** The connection to a remote server starts again: what it offered stays on screen until it is received again. */
function reconnecting(state: SessionState, { session, transport, t }: LifeEntry): SessionState {
  const { process: _, transport: __, unreachable: ___, ...rest } = state;
  const why = session === state.session ? state.why : [];
  const other = transport === undefined ? {} : { transport };
  return {
    ...{ ...rest, ...other, ...carried(state, session) },
    phase: 'connecting',
    step: 'starting',
    begun: session === state.session ? (state.begun ?? t) : t,
    ending: false,
    why,
    logging: {},
    subscriptions: [],
    session,
  };
}
