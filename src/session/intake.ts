import { isObject } from '../json/shape.ts';
import type { ClientContext, checkClient } from '../spec/check/client.ts';
import type { checkGet } from '../spec/check/client-http.ts';
import type { ListPage, readPage } from '../spec/check/list.ts';
import type { CheckAgainst } from '../spec/check/result.ts';
import type { CheckContext, check } from '../spec/check.ts';
import { classify, type Envelope } from '../spec/envelope.ts';
import type { Finding } from '../spec/finding.ts';
import { listOf } from '../spec/methods.ts';
import { announcesTasks, TASKS_EXTENSION } from '../spec/task.ts';
import type { ClientWatch, createClientWatch } from './client-watch.ts';
import { type Correlation, createCorrelation } from './correlation.ts';
import { checkEnding, unflushed } from './ending.ts';
import { type Entry, type FrameEntry, isAnothers, type Writable } from './frame.ts';
import { type Continuation, type Continuations, createContinuations } from './input-required.ts';
import { checkLevel } from './logging.ts';
import { createMatcher, type FrameMatch, type Matcher } from './match.ts';
import { isBeside } from './negotiation.ts';
import type { Pending } from './pending.ts';
import type { SessionState } from './state.ts';
import { createTaskTracker, type TaskTracker, type TaskUpdate } from './tasks.ts';

/** One entry with everything known about it on entry, for the log, the state and the connection. */
export interface Accepted {
  readonly entry: Entry;
  /** What the frame is; its parsed values live as long as this object. */
  readonly envelope?: Envelope;
  /** The request that a frame begins or answers. */
  readonly request?: Pending;
  /** It answers a request that was given up, or that opens a connection which is open by then. */
  readonly late?: true;
  /** The request that an error without an id may answer (match.ts). */
  readonly suspected?: Pending;
  /** The request that this one goes on with, after input was asked for. */
  readonly continues?: Continuation;
  /** What it is to the tasks of the connection. */
  readonly taskUpdate?: TaskUpdate;
  /** The seq of the request that it belongs to and neither begins nor answers (correlation.ts). */
  readonly belongsTo?: number;
  /** The requests that a line of life ends, or that the server takes back. */
  readonly ends?: readonly Pending[];
  /** The page that an answer to a list request holds. */
  readonly page?: ListPage;
  /** Framing, matching and checks together, in this order. */
  readonly findings: readonly Finding[];
}

/**
 * Where every line enters, live or read from a file: it is classified, matched and checked once, and becomes an
 * {@link Accepted}. Live lines come without `re` and `ms` and leave with them.
 */
export interface Intake {
  /**
   * @param entry numbered, as captured or as read
   * @param message its parsed message, for a frame
   * @param framing what the framing found, for a live line
   * @param answer the seq of the answer that a request of ours goes on with, where that is known
   */
  accept(entry: Entry, message: unknown, framing?: readonly Finding[], answer?: number): Accepted;
}

/** What judges the messages of a server, which is loaded before the first one is accepted. */
export interface Judges {
  readonly check: typeof check;
  readonly readPage: typeof readPage;
  /** Holds structured content against its schema. */
  readonly validate: CheckAgainst;
  /** What judges the messages of another client, in a session that one may drive. */
  readonly client?: {
    readonly check: typeof checkClient;
    readonly checkGet: typeof checkGet;
    readonly createWatch: typeof createClientWatch;
  };
}

/** Who answers whom on one connection, and what belongs to whom. */
interface Tables {
  readonly matcher: Matcher;
  readonly tasks: TaskTracker;
  readonly correlation: Correlation;
  readonly lookups: Lookups;
  /** Where another client may drive the session. */
  readonly watch: ClientWatch | undefined;
  /** Messages are missing from the recording. */
  lacks: boolean;
}

/** What is wrong only where no message is missing: what came before, and what it answers. */
const OF_ALL: ReadonlySet<string> = new Set([
  ...['id/unknown', 'id/reused', 'cancel/unknown', 'progress/unknown-token', 'server/unannounced-request'],
  ...['init/too-early', 'init/early-notification', 'client/before-initialize', 'client/too-early'],
  ...['client/no-initialized', 'client/initialize-again', 'client/id-again', 'client/unannounced'],
  ...['client/unlisted', 'client/no-answer'],
]);

/** What a check may look up. Made once for a connection, since every frame is checked. */
type Lookups = Pick<CheckContext, 'tool' | 'toolOfTask' | 'progressOf' | 'requestOf'>;

function createTables(state: () => SessionState, judges: Judges): Tables {
  const matcher = createMatcher();
  const tasks = createTaskTracker();
  // One that goes on after its call was cancelled sends many, and is wrong once.
  const late = new WeakSet<Pending>();
  const lookups: Lookups = {
    tool: (name) => state().lists.tools.items.find((item) => item.name === name)?.raw,
    toolOfTask: (id) => tasks.toolOf(id),
    progressOf: (token, value) => {
      const found = matcher.progress(token, value);
      // What reports the progress of a call may go on as long as its task does.
      const ended = found?.ended === true && !tasks.isOpen(found.request.seq);
      if (found === undefined) return undefined;
      const isTold = ended && late.has(found.request);
      if (ended) late.add(found.request);
      return { ...found, ended, isTold, method: found.request.method };
    },
    requestOf: (id) => matcher.find('c2s', id),
  };
  const { client } = judges;
  const watch = client?.createWatch((schema, value) => judges.validate(schema, value), client.checkGet);
  const correlation = createCorrelation(matcher, tasks);
  return { matcher, tasks, correlation, lookups, watch, lacks: false };
}

/** `state` is read for the lists and the announced capabilities. */
export function createIntake(state: () => SessionState, judges: Judges): Intake {
  const connections = new Map<number, Tables>();
  const continuations = createContinuations();
  return {
    accept(entry, message, framing = [], answer) {
      const tables = connections.get(entry.conn) ?? createTables(state, judges);
      connections.set(entry.conn, tables);
      const findings = 'dir' in entry && entry.dir === 'c2s' ? framingOf(entry, framing, tables) : framing;
      switch (entry.type) {
        case 'frame': {
          const matched = matchFrame(entry, message, state(), tables, judges);
          const continues = continuation(matched, continuations, answer);
          const found = findingsOf(matched, message, judges);
          const sure = tables.lacks ? found.filter(({ rule }) => !OF_ALL.has(rule)) : found;
          return accepted(matched, continues, [...findings, ...sure]);
        }
        case 'life': {
          tables.lacks ||= entry.event === 'unrecorded';
          const ends = [
            ...tables.matcher.life(entry),
            ...tables.tasks.life(entry),
            ...continuations.life(entry),
          ];
          const { re: belongsTo } = entry;
          const left = tables.watch?.left(ends, entry.t, state()) ?? [];
          const found = [...findings, ...checkEnding(entry, ends, state()), ...left.map(ofClient)];
          return { entry, ends, findings: found, ...(belongsTo === undefined ? {} : { belongsTo }) };
        }
        case 'http':
          tables.matcher.http(entry);
          return {
            entry,
            findings: [...findings, ...(tables.watch?.http(entry, state()) ?? []).map(ofClient)],
          };
        case 'invalid':
        case 'stderr':
        case 'finding':
        case 'note':
          return { entry, findings };
      }
    },
  };
}

/**
 * What the framing found in what a client sent. Malformed messages that we send were typed on purpose; another client
 * that has sent any itself is not us.
 */
function framingOf(
  entry: Extract<Entry, { dir: unknown }>,
  framing: readonly Finding[],
  { watch }: Tables,
): readonly Finding[] {
  const isTheirs = watch !== undefined && (entry.type === 'frame' ? isAnothers(entry) : watch.isAlone());
  if (!isTheirs) return [];
  // The rules of stdio are those of a server's stdout.
  return framing.map((finding) =>
    ofClient(finding.rule.startsWith('stdio/') ? { ...finding, rule: 'client/line' } : finding),
  );
}

const ofClient = (finding: Finding): Finding => ({ ...finding, side: 'client' });

/** A frame with everything that the tables know about it. */
interface Matched {
  readonly entry: FrameEntry;
  readonly envelope: Envelope;
  readonly state: SessionState;
  readonly tables: Tables;
  readonly match: FrameMatch;
  /** It is an answer that says nothing of the session any more. */
  readonly isOver: boolean;
  readonly tasks: ReturnType<TaskTracker['frame']>;
  readonly page: ListPage | undefined;
  readonly takenBack: ReturnType<Matcher['cancelled']> | undefined;
  /** What the client that sent it is judged by, where that is another one. */
  readonly client: ClientContext | undefined;
}

/**
 * The first step: who answers whom, and what that makes of the frame. Member by member, here and in what follows: a
 * spread costs microseconds, and this is done for every frame.
 */
function matchFrame(
  entry: FrameEntry,
  message: unknown,
  state: SessionState,
  tables: Tables,
  judges: Judges,
): Matched {
  const envelope = classify(message);
  const { matcher, watch } = tables;
  const isTheirs = watch !== undefined && isAnothers(entry);
  const isCancelled = envelope.kind === 'notification' && envelope.method === 'notifications/cancelled';
  const earlier = isTheirs ? earlierIn(matcher, envelope) : undefined;
  const match = matcher.match(entry, envelope);
  const client = isTheirs ? watch.context({ entry, match, earlier }, state) : undefined;
  watch?.took(entry, envelope, match);
  const { request, late } = match;
  const { era = 'legacy' } = state;
  const announced = (): boolean => areTasksAnnounced(state);
  const tasks = tables.tasks.frame({ entry, envelope, request, era, announced });
  return {
    entry,
    envelope,
    state,
    tables,
    match,
    tasks,
    isOver:
      request !== undefined &&
      isBeside(state, request.method, late === true) &&
      !isByHand(state, request.seq),
    page: entry.dir === 's2c' ? pageOf(state, envelope, request, entry.seq, judges) : undefined,
    takenBack: isCancelled
      ? matcher.cancelled(entry, envelope.params, entry.dir === 'c2s' && !isTheirs)
      : undefined,
    client,
  };
}

/** The request of the client that has the id of another one, or that it cancels, as it stands before that. */
function earlierIn(matcher: Matcher, envelope: Envelope): Pending | undefined {
  if (envelope.kind === 'notification') {
    const { method, params } = envelope;
    const id = method === 'notifications/cancelled' && isObject(params) ? params['requestId'] : undefined;
    return matcher.find('c2s', id);
  }
  const found = envelope.kind === 'request' ? matcher.find('c2s', envelope.id) : undefined;
  return found?.id === (envelope as { readonly id?: unknown }).id ? found : undefined;
}

/** Answers to what a person has sent are checked anyway. */
const isByHand = ({ running }: SessionState, request: number): boolean =>
  running.some(({ seq, by }) => seq === request && by === 'user');

/** Both sides announced that calls of tools can be run as tasks; up to 2025-11-25 only the server does. */
function areTasksAnnounced(state: SessionState): boolean {
  const { client } = state.capabilities;
  const extensions = isObject(client['extensions']) ? client['extensions'] : {};
  return announcesTasks(state, 'call') && (state.era !== 'modern' || TASKS_EXTENSION in extensions);
}

function pageOf(
  { lists, era = 'legacy' }: SessionState,
  envelope: Envelope,
  request: Pending | undefined,
  seq: number,
  judges: Judges,
): ListPage | undefined {
  const list = envelope.kind === 'result' && request !== undefined ? listOf(request.method) : undefined;
  if (envelope.kind !== 'result' || request === undefined || list === undefined) return undefined;
  // A page after the first goes on with what is there.
  const { items, cursors } = request.cursor === undefined ? { items: [], cursors: [] } : lists[list];
  const names = new Set(items.map((item) => item.name));
  return judges.readPage(list, envelope.result, { seq, seen: cursors, names, era });
}

/** The second step: which request this one goes on with. */
function continuation(
  { entry, envelope, match, tasks }: Matched,
  continuations: Continuations,
  answer: number | undefined,
): Continuation | undefined {
  const { request } = match;
  if (request === undefined || request.dir !== 'c2s') return tasks.continues;
  if (envelope.kind === 'result') continuations.answered(request, entry.seq, envelope.result);
  if (envelope.kind === 'error') continuations.refused(request, entry.seq, envelope.error.code);
  const goesOn =
    envelope.kind === 'request' ? continuations.sent(request, envelope.params, answer) : undefined;
  return tasks.continues ?? goesOn;
}

/** The third step: what is wrong with the frame. */
function findingsOf(matched: Matched, message: unknown, judges: Judges): readonly Finding[] {
  const { entry, envelope, state, match, tasks, page, takenBack, client } = matched;
  const findings = [...unflushed(match, state)];
  // In the modern era the server cancels a subscription, which is a request of ours (basic/subscriptions).
  if (takenBack?.wrong !== undefined && state.era !== 'modern')
    findings.push({ rule: 'cancel/unknown', path: '/params/requestId', message: takenBack.wrong });
  if (client !== undefined && judges.client !== undefined)
    return [...findings, ...judges.client.check(message, envelope, client)].map(ofClient);
  if (entry.dir === 'c2s') return findings;
  return [
    ...findings,
    ...judges.check(message, envelope, contextOf(matched, judges.validate)),
    ...(page?.findings ?? []),
    ...tasks.findings,
    ...(envelope.kind === 'notification' && envelope.method === 'notifications/message'
      ? checkLevel(state, envelope.params)
      : []),
  ];
}

/** What is known of the connection when a message of the server comes. */
function contextOf({ state, tables, match, isOver }: Matched, validate: CheckAgainst): CheckContext {
  const { phase, step, capabilities, negotiated, era = 'legacy' } = state;
  const { tool, toolOfTask, progressOf, requestOf } = tables.lookups;
  return {
    era,
    capabilities,
    negotiated,
    validate,
    request: isOver ? undefined : match.request,
    isOpening: phase === 'connecting' && (step === 'initialize' || step === 'starting'),
    isOurs: state.uses === undefined,
    tool,
    toolOfTask,
    progressOf,
    requestOf,
  };
}

/** The last step. */
function accepted(
  matched: Matched,
  continues: Continuation | undefined,
  findings: readonly Finding[],
): Accepted {
  const { entry, envelope, state, match, tasks, page, takenBack } = matched;
  const made: Writable<Accepted> = { entry: withMatch(entry, match), envelope, findings };
  const belongs =
    continues?.from ?? match.duplicateOf ?? matched.tables.correlation.of(entry, envelope, state);
  if (match.request !== undefined) made.request = match.request;
  if (matched.isOver || match.late) made.late = true;
  if (match.suspected !== undefined) made.suspected = match.suspected;
  if (page !== undefined) made.page = page;
  if (tasks.taskUpdate !== undefined) made.taskUpdate = tasks.taskUpdate;
  if (continues !== undefined) made.continues = continues;
  if (belongs !== undefined) made.belongsTo = belongs;
  if (takenBack !== undefined) made.ends = takenBack.ends;
  return made;
}

function withMatch(entry: FrameEntry, match: FrameMatch): FrameEntry {
  if (match.re === undefined || entry.re !== undefined) return entry;
  return { ...entry, re: match.re, ...(match.ms === undefined ? {} : { ms: round(match.ms) }) };
}

const round = (ms: number): number => Math.round(ms * 1000) / 1000;
