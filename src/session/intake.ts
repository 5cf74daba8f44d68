import { isObject } from '../json/shape.ts';
import { type ListPage, readPage } from '../spec/check/list.ts';
import type { CheckAgainst } from '../spec/check/result.ts';
import { type CheckContext, check } from '../spec/check.ts';
import { classify, type Envelope } from '../spec/envelope.ts';
import type { Finding } from '../spec/finding.ts';
import { listOf } from '../spec/methods.ts';
import { announcesTasks, TASKS_EXTENSION } from '../spec/task.ts';
import { type Belonging, createBelonging } from './correlation.ts';
import { inspectEnding, unflushed } from './ending.ts';
import type { Entry, FrameEntry } from './frame.ts';
import { type Continuation, createContinuations } from './input-required.ts';
import { inspectLevel } from './logging.ts';
import { createMatcher, type Match, type Matcher } from './match.ts';
import { isBeside } from './negotiation.ts';
import type { Pending } from './pending.ts';
import type { SessionState } from './state.ts';
import { createTasks, type Tasked, type Tasks } from './tasks.ts';
import type { Writable } from './writable.ts';

/** One entry with all that is known of it on entry: what the log, the state and the connection go by. */
export interface Accepted {
  readonly entry: Entry;
  /** What the frame is; its parsed values live as long as this object, nobody keeps them. */
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
  readonly tasked?: Tasked;
  /** The seq of the request that it belongs to and neither begins nor answers (belonging.ts). */
  readonly belongs?: number;
  /** The requests that a line of life ends, or that the server takes back. */
  readonly ends?: readonly Pending[];
  /** The page that an answer to a list request holds. */
  readonly page?: ListPage;
  /** Framing, matching and inspection together, in this order. */
  readonly findings: readonly Finding[];
}

/**
 * Where every line enters, live or read from a file: it is classified, matched and inspected once, and becomes an
 * {@link Accepted}. Live lines come without `re` and `ms` and leave with them.
 */
export interface Intake {
  /**
   * @param entry numbered, as captured or as read
   * @param message its parsed message, for a frame
   * @param framing what the framing found, for a live line
   * @param asked the seq of the answer that a request of ours goes on with, where that is known
   */
  accept(entry: Entry, message: unknown, framing?: readonly Finding[], asked?: number): Accepted;
}

/** Who answers whom on one connection, and what belongs to whom. */
interface Tables {
  readonly matcher: Matcher;
  readonly tasks: Tasks;
  readonly belonging: Belonging;
}

function createTables(): Tables {
  const matcher = createMatcher();
  const tasks = createTasks();
  return { matcher, tasks, belonging: createBelonging(matcher, tasks) };
}

/** `state` is read for the lists and the announced capabilities; `validate` holds structured content against its schema. */
export function createIntake(state: () => SessionState, validate: CheckAgainst): Intake {
  const matchers = new Map<number, Tables>();
  const continuations = createContinuations();

  const tablesOf = (conn: number): Tables => {
    const known = matchers.get(conn) ?? createTables();
    matchers.set(conn, known);
    return known;
  };

  const frame = (
    entry: FrameEntry,
    message: unknown,
    framing: readonly Finding[],
    asked?: number,
  ): Accepted => {
    const envelope = classify(message);
    const { matcher, tasks, belonging } = tablesOf(entry.conn);
    const match = matcher.match(entry, envelope);
    const { request } = match;
    const isLate = match.late === true;
    const isOver =
      request !== undefined && isBeside(state(), request.method, isLate) && !isByHand(request.seq);
    const era = state().era ?? 'legacy';
    const noticed = tasks.frame({ entry, envelope, request, era, announced: areTasksAnnounced });
    const { tasked } = noticed;
    const matched = withMatch(entry, match);
    const page = entry.dir === 's2c' ? pageOf(envelope, request, entry.seq) : undefined;
    const { ends, found } = takenBack(entry, envelope, matcher);
    const findings = [...framing, ...unflushed(match, state()), ...found];
    if (entry.dir === 's2c') {
      findings.push(
        ...check(message, envelope, contextOf(isOver ? undefined : request, { matcher, tasks })),
        ...(page?.findings ?? []),
        ...noticed.findings,
        ...(isLog(envelope) ? inspectLevel(state(), envelope.params) : []),
      );
    }
    const accepted: Writable<Accepted> = { entry: matched, envelope, findings };
    const sentOn = conversation(entry, envelope, request, asked);
    const continues = noticed.continues ?? sentOn;
    const belongs = continues?.from ?? match.again ?? belonging.of(entry, envelope, state());
    if (request !== undefined) accepted.request = request;
    if (isOver || match.late) accepted.late = true;
    if (match.suspected !== undefined) accepted.suspected = match.suspected;
    if (page !== undefined) accepted.page = page;
    if (tasked !== undefined) accepted.tasked = tasked;
    if (continues !== undefined) accepted.continues = continues;
    if (belongs !== undefined) accepted.belongs = belongs;
    if (ends !== undefined) accepted.ends = ends;
    return accepted;
  };

  /** What a person has sent is looked at all the same. */
  const isByHand = (request: number): boolean =>
    state().running.some(({ seq, by }) => seq === request && by === 'user');

  const takenBack = (
    entry: FrameEntry,
    envelope: Envelope,
    matcher: Matcher,
  ): Pick<Accepted, 'ends'> & { readonly found: readonly Finding[] } => {
    if (envelope.kind !== 'notification' || envelope.method !== 'notifications/cancelled')
      return { found: [] };
    const { ends, wrong } = matcher.takenBack(entry, envelope.params);
    // In the modern era the server cancels a subscription, which is a request of ours (basic/subscriptions).
    if (wrong === undefined || isModern()) return { ends, found: [] };
    return { ends, found: [{ rule: 'cancel/unknown', path: '/params/requestId', message: wrong }] };
  };

  /** Both sides announced that calls of tools can be run as tasks; up to 2025-11-25 only the server does. */
  const areTasksAnnounced = (): boolean => {
    const { client } = state().capabilities;
    const extensions = isObject(client['extensions']) ? client['extensions'] : {};
    return announcesTasks(state(), 'call') && (!isModern() || TASKS_EXTENSION in extensions);
  };

  const conversation = (
    entry: FrameEntry,
    envelope: Envelope,
    request: Pending | undefined,
    asked: number | undefined,
  ): Continuation | undefined => {
    if (request === undefined || request.dir !== 'c2s') return undefined;
    if (envelope.kind === 'result') continuations.answered(request, entry.seq, envelope.result);
    if (envelope.kind === 'error') continuations.refused(request, entry.seq, envelope.error.code);
    return envelope.kind === 'request' ? continuations.sent(request, envelope.params, asked) : undefined;
  };

  const pageOf = (envelope: Envelope, request: Pending | undefined, seq: number): ListPage | undefined => {
    if (envelope.kind !== 'result' || request === undefined) return undefined;
    const list = listOf(request.method);
    if (list === undefined) return undefined;
    const known = state().lists[list];
    const goesOn = request.cursor !== undefined;
    const names = new Set(goesOn ? known.items.map((item) => item.name) : []);
    return readPage(list, envelope.result, {
      seq,
      seen: goesOn ? known.cursors : [],
      names,
      era: state().era ?? 'legacy',
    });
  };

  /** What is known of the connection when a message of the server comes. */
  const contextOf = (
    request: Pending | undefined,
    { matcher, tasks }: Pick<Tables, 'matcher' | 'tasks'>,
  ): CheckContext => {
    const { phase, step, capabilities, negotiated, lists } = state();
    return {
      era: state().era ?? 'legacy',
      capabilities,
      negotiated,
      request,
      isOpening: phase === 'connecting' && (step === 'initialize' || step === 'starting'),
      tool: (name) => lists.tools.items.find((item) => item.name === name)?.raw,
      toolOfTask: (id) => tasks.toolOf(id),
      progressOf: (token, value) => {
        const found = matcher.progress(token, value);
        // What reports the progress of a call may go on as long as its task does.
        const ended = found?.ended === true && !tasks.isOpen(found.request.seq);
        return found && { ...found, ended, method: found.request.method };
      },
      requestOf: (id) => matcher.find('c2s', id),
      validate,
    };
  };

  const isModern = (): boolean => state().era === 'modern';

  return {
    accept(entry, message, framing = [], asked) {
      // Findings are about the server: what is sent out of shape a person has typed on purpose.
      const findings = 'dir' in entry && entry.dir === 'c2s' ? [] : framing;
      switch (entry.type) {
        case 'frame':
          return frame(entry, message, findings, asked);
        case 'life': {
          const { matcher, tasks } = tablesOf(entry.conn);
          const ends = [...matcher.life(entry), ...tasks.life(entry), ...continuations.life(entry)];
          const found = [...findings, ...inspectEnding(entry, ends, state())];
          return { entry, ends, findings: found, ...(entry.re === undefined ? {} : { belongs: entry.re }) };
        }
        case 'http':
          tablesOf(entry.conn).matcher.http(entry);
          return { entry, findings };
        case 'invalid':
        case 'stderr':
        case 'finding':
        case 'note':
          return { entry, findings };
      }
    },
  };
}

const isLog = (envelope: Envelope): envelope is Extract<Envelope, { kind: 'notification' }> =>
  envelope.kind === 'notification' && envelope.method === 'notifications/message';

function withMatch(entry: FrameEntry, match: Match): FrameEntry {
  if (match.re === undefined || entry.re !== undefined) return entry;
  return { ...entry, re: match.re, ...(match.ms === undefined ? {} : { ms: round(match.ms) }) };
}

const round = (ms: number): number => Math.round(ms * 1000) / 1000;
