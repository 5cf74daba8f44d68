import { isObject } from '../json/shape.ts';
import { classify, type Envelope, type ErrorBody } from '../spec/envelope.ts';
import type { Finding } from '../spec/finding.ts';
import { type Belonging, createBelonging } from './belonging.ts';
import { type Continuation, createContinuations } from './continuing.ts';
import type { Entry, FrameEntry } from './frame.ts';
import { inspectEnding, unflushed } from './inspect/ending.ts';
import { guarded } from './inspect/guarded.ts';
import { inspectHandshake, inspectTime } from './inspect/handshake.ts';
import { inspectInputs } from './inspect/inputs.ts';
import { listOf, type Page, readPage } from './inspect/list.ts';
import { inspectMessage } from './inspect/message.ts';
import {
  inspectDiscovery,
  inspectModernNotification,
  inspectModernRequest,
  inspectModernResult,
  inspectUnsupported,
} from './inspect/modern.ts';
import { inspectNotification, inspectRequest } from './inspect/notice.ts';
import {
  type CheckAgainst,
  inspectPromptResult,
  inspectReadResult,
  inspectToolResult,
} from './inspect/result.ts';
import { inspectLevel } from './logging.ts';
import { createMatcher, type Match, type Matcher, type Pending } from './match.ts';
import { isBeside } from './negotiation.ts';
import type { SessionState } from './state.ts';
import { announcesTasks, createdIn, TASKS_EXTENSION, taskSupport } from './task.ts';
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
  readonly page?: Page;
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

/** `state` is read for the lists and the announced capabilities; `check` validates structured content. */
export function createIntake(state: () => SessionState, check: CheckAgainst): Intake {
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
        ...guarded(() => inspectMessage(message)),
        ...(page?.findings ?? []),
        ...noticed.findings,
        ...guarded(() => (isOver ? [] : inspectBody(envelope, request, { matcher, tasks }))),
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

  const pageOf = (envelope: Envelope, request: Pending | undefined, seq: number): Page | undefined => {
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

  const inspectBody = (
    envelope: Envelope,
    request: Pending | undefined,
    { matcher, tasks }: Pick<Tables, 'matcher' | 'tasks'>,
  ): readonly Finding[] => {
    switch (envelope.kind) {
      case 'request':
        return isModern()
          ? inspectModernRequest(envelope.method)
          : [
              ...inspectTime(envelope, state()),
              ...inspectRequest(envelope.method, state().capabilities.client),
            ];
      case 'notification': {
        const found = [
          ...inspectNotification(envelope.method, envelope.params, (token, value) => {
            const found = matcher.progress(token, value);
            // What reports the progress of a call may go on as long as its task does.
            const ended = found?.ended === true && !tasks.isOpen(found.request.seq);
            return found && { ...found, ended, method: found.request.method };
          }),
          ...(isModern()
            ? inspectModernNotification(envelope.method, envelope.params, (id) => matcher.find('c2s', id))
            : []),
          ...(envelope.method === 'notifications/message' ? inspectLevel(state(), envelope.params) : []),
        ];
        return found.length > 0 || isModern() ? found : inspectTime(envelope, state());
      }
      case 'result':
        if (request === undefined) return [];
        return [...inspectPromise(request), ...inspectAnswer(request, envelope.result, tasks)];
      case 'error':
        return request === undefined ? [] : inspectRefusal(request, envelope.error);
      case 'none':
        return [{ rule: 'message/not-protocol', message: envelope.why }];
    }
  };

  const isModern = (): boolean => state().era === 'modern';

  const inspectAnswer = (request: Pending, result: unknown, tasks: Tasks): readonly Finding[] => {
    const isTask = createdIn(result) !== undefined;
    if (!isModern() && request.method !== 'server/discover')
      return isTask ? [] : inspectResult(request, result, tasks);
    const asksForInput = isObject(result) && result['resultType'] === 'input_required';
    return [
      ...inspectModernResult(request.method, result),
      ...inspectInputs(result, state().capabilities.client),
      ...(asksForInput || isTask ? [] : inspectResult(request, result, tasks)),
    ];
  };

  const inspectResult = (request: Pending, result: unknown, tasks: Tasks): readonly Finding[] => {
    switch (request.method) {
      case 'initialize':
        return inspectHandshake(result);
      case 'server/discover':
        return inspectDiscovery(result);
      case 'tools/call':
        return inspectCalled(request.subject, result);
      // It is what the call would have been answered with (basic/utilities/tasks#task-result-retrieval).
      case 'tasks/result':
        return inspectCalled(tasks.toolOf(request.subject), result);
      case 'tasks/get':
        return inspectFinished(tasks.toolOf(request.subject), result);
      case 'tools/list':
        return inspectSupport(result);
      case 'resources/read':
        return inspectReadResult(result);
      case 'prompts/get':
        return inspectPromptResult(result);
      default:
        return [];
    }
  };

  const inspectCalled = (name: string | undefined, result: unknown): readonly Finding[] => {
    if (name === undefined) return [];
    const tool = state().lists.tools.items.find((item) => item.name === name);
    const schema = isObject(tool?.raw) ? tool.raw['outputSchema'] : undefined;
    return inspectToolResult(result, schema, check);
  };

  /** Since 2026-07-28 the result of a task stands in the task. */
  const inspectFinished = (name: string | undefined, task: unknown): readonly Finding[] =>
    isModern() && isObject(task) && isObject(task['result'])
      ? inspectCalled(name, task['result']).map((finding) => ({
          ...finding,
          path: `/result${finding.path ?? '/result'}`,
        }))
      : [];

  /** Tools may only ask to be run as tasks where the server announced that (server/tools, 2025-11-25). */
  const inspectSupport = (result: unknown): readonly Finding[] => {
    const tools = isObject(result) && Array.isArray(result['tools']) ? result['tools'] : [];
    if (isModern() || announcesTasks(state(), 'call')) return [];
    return tools.flatMap((tool: unknown, place) => {
      const support = taskSupport(tool);
      if (support === 'forbidden') return [];
      const name = isObject(tool) && typeof tool['name'] === 'string' ? tool['name'] : `number ${place + 1}`;
      const message = `tool ${name}: taskSupport is ${support}, but tasks are not announced for tools/call`;
      return [{ rule: 'task/unannounced', path: `/result/tools/${place}/execution`, message }];
    });
  };

  /** A list, or a service, that is there and was not promised: clients that go by the capabilities never ask. */
  const inspectPromise = ({ method }: Pending): readonly Finding[] => {
    const { capabilities, negotiated } = state();
    const capability = CAPABILITY_OF[method];
    if (capability === undefined || capabilities.server === undefined) return [];
    if (IN_USE.has(method) || capability in capabilities.server) return [];
    // In the modern era they are an extension, which is announced elsewhere.
    if (capability === 'tasks' && announcesTasks(state(), 'call')) return [];
    if (capability === 'completions' && (negotiated ?? '') < COMPLETIONS) return [];
    const message = `${method} is answered, but the capability ${capability} is not announced`;
    return [{ rule: 'capability/not-announced', path: '/result', message }];
  };

  /** A method that the announced capabilities promise, answered with "method not found". */
  const inspectRefusal = (request: Pending, { code, data }: ErrorBody): readonly Finding[] => {
    if (code === UNSUPPORTED && request.dir === 'c2s') return inspectUnsupported(data);
    const capability = CAPABILITY_OF[request.method];
    if (code !== -32601 || capability === undefined || IN_USE.has(request.method)) return [];
    if (isModern() && GONE.includes(request.method)) return [];
    const extension = isModern() && capability === 'tasks' && announcesTasks(state(), 'call');
    if (!extension && !(capability in (state().capabilities.server ?? {}))) return [];
    const message = `${capability} is announced, but ${request.method} is answered "method not found"`;
    return [{ rule: 'capability/not-served', path: '/error', message }];
  };

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

/** The server capability that a client's request relies on (basic/lifecycle#capability-negotiation). */
export const CAPABILITY_OF: Readonly<Record<string, string>> = {
  'tools/list': 'tools',
  'tools/call': 'tools',
  'resources/list': 'resources',
  'resources/templates/list': 'resources',
  'resources/read': 'resources',
  'resources/subscribe': 'resources',
  'resources/unsubscribe': 'resources',
  'prompts/list': 'prompts',
  'prompts/get': 'prompts',
  'completion/complete': 'completions',
  'logging/setLevel': 'logging',
  'tasks/get': 'tasks',
  'tasks/result': 'tasks',
  'tasks/list': 'tasks',
  'tasks/cancel': 'tasks',
  'tasks/update': 'tasks',
};

/** What no capability promises any more since 2026-07-28. */
const GONE: readonly string[] = ['resources/subscribe', 'resources/unsubscribe', 'logging/setLevel'];
/** The modern error for a revision that the server does not speak (basic/versioning, 2026-07-28). */
const UNSUPPORTED = -32022;

/** Said of the list, and not of each use: what an item is answered may be its own affair, and templates nobody misses. */
const IN_USE = new Set(['tools/call', 'resources/read', 'prompts/get', 'resources/templates/list']);

/** The revision that brought the capability for what all before it had. */
const COMPLETIONS = '2025-03-26';

function withMatch(entry: FrameEntry, match: Match): FrameEntry {
  if (match.re === undefined || entry.re !== undefined) return entry;
  return { ...entry, re: match.re, ...(match.ms === undefined ? {} : { ms: round(match.ms) }) };
}

const round = (ms: number): number => Math.round(ms * 1000) / 1000;
