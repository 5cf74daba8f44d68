import { isObject, type JsonObject } from '../../json/shape.ts';
import type { Direction, Envelope, ErrorBody, Id } from '../../spec/envelope.ts';
import type { Finding } from '../../spec/finding.ts';
import { isInRevision, isUse, LISTS, methodNamed, serverCapabilityOf } from '../../spec/methods.ts';
import { type Era, MODERN_VERSION } from '../../spec/revision.ts';
import { announcesTasks, createdIn, taskSupport } from '../task.ts';
import { inspectHandshake, inspectTime } from './handshake.ts';
import { inspectInputs } from './inputs.ts';
import {
  inspectDiscovery,
  inspectModernNotification,
  inspectModernRequest,
  inspectModernResult,
  inspectUnsupported,
} from './modern.ts';
import { inspectNotification, inspectRequest, type ProgressOf } from './notice.ts';
import { type CheckAgainst, inspectPromptResult, inspectReadResult, inspectToolResult } from './result.ts';

/** What is known of a connection when a message of the server comes. */
export interface Circumstances {
  readonly era: Era;
  /** What each side announced; of the server nothing before the handshake. */
  readonly capabilities: { readonly client: JsonObject; readonly server?: JsonObject };
  readonly negotiated: string | undefined;
  /** The request that the message answers or begins. */
  readonly request:
    | { readonly method: string; readonly subject: string; readonly dir: Direction }
    | undefined;
  /** `initialize` was not answered yet. */
  readonly isOpening: boolean;
  /** A tool as it was listed. */
  readonly tool: (name: string) => unknown;
  /** The name of the tool that a task runs. */
  readonly toolOfTask: (id: string) => string | undefined;
  readonly progressOf: ProgressOf;
  /** Our request with this id, of whichever type. */
  readonly requestOf: (id: unknown) => { readonly id: Id; readonly method: string } | undefined;
  readonly validate: CheckAgainst;
}

/** What is wrong with what a message of the server carries. */
export function inspectBody(envelope: Envelope, circumstances: Circumstances): readonly Finding[] {
  const { capabilities, era, isOpening, progressOf, request, requestOf } = circumstances;
  const isModern = era === 'modern';
  switch (envelope.kind) {
    case 'request':
      if (isModern) return inspectModernRequest(envelope.method);
      return [...inspectTime(envelope, isOpening), ...inspectRequest(envelope.method, capabilities.client)];
    case 'notification': {
      const { method, params } = envelope;
      const found = inspectNotification(method, params, progressOf);
      if (isModern) return [...found, ...inspectModernNotification(method, params, requestOf)];
      return found.length > 0 ? found : inspectTime(envelope, isOpening);
    }
    case 'result':
      if (request === undefined) return [];
      return [...inspectPromise(circumstances), ...inspectAnswer(envelope.result, circumstances)];
    case 'error':
      return inspectRefusal(envelope.error, circumstances);
    case 'none':
      return [{ rule: 'message/not-protocol', message: envelope.why }];
  }
}

function inspectAnswer(result: unknown, circumstances: Circumstances): readonly Finding[] {
  const { era, capabilities, request } = circumstances;
  const isTask = createdIn(result) !== undefined;
  if (era !== 'modern' && request?.method !== 'server/discover')
    return isTask ? [] : inspectResult(result, circumstances);
  const asksForInput = isObject(result) && result['resultType'] === 'input_required';
  return [
    ...inspectModernResult(request?.method ?? '', result),
    ...inspectInputs(result, capabilities.client),
    ...(asksForInput || isTask ? [] : inspectResult(result, circumstances)),
  ];
}

function inspectResult(result: unknown, circumstances: Circumstances): readonly Finding[] {
  const { request, toolOfTask } = circumstances;
  switch (request?.method) {
    case 'initialize':
      return inspectHandshake(result);
    case 'server/discover':
      return inspectDiscovery(result);
    case 'tools/call':
      return inspectCalled(request.subject, result, circumstances);
    // It is what the call would have been answered with (basic/utilities/tasks#task-result-retrieval).
    case 'tasks/result':
      return inspectCalled(toolOfTask(request.subject), result, circumstances);
    case 'tasks/get':
      return inspectFinished(toolOfTask(request.subject), result, circumstances);
    case 'tools/list':
      return inspectSupport(result, circumstances);
    case 'resources/read':
      return inspectReadResult(result);
    case 'prompts/get':
      return inspectPromptResult(result);
    default:
      return [];
  }
}

function inspectCalled(
  name: string | undefined,
  result: unknown,
  { tool: toolNamed, validate }: Circumstances,
): readonly Finding[] {
  if (name === undefined) return [];
  const tool = toolNamed(name);
  return inspectToolResult(result, isObject(tool) ? tool['outputSchema'] : undefined, validate);
}

/** Since 2026-07-28 the result of a task stands in the task. */
function inspectFinished(
  name: string | undefined,
  task: unknown,
  circumstances: Circumstances,
): readonly Finding[] {
  if (circumstances.era !== 'modern' || !isObject(task) || !isObject(task['result'])) return [];
  const found = inspectCalled(name, task['result'], circumstances);
  return found.map((finding) => ({ ...finding, path: `/result${finding.path ?? '/result'}` }));
}

/** Tools may only ask to be run as tasks where the server announced that (server/tools, 2025-11-25). */
function inspectSupport(result: unknown, circumstances: Circumstances): readonly Finding[] {
  const tools = isObject(result) && Array.isArray(result['tools']) ? result['tools'] : [];
  if (circumstances.era === 'modern' || announcesTasks(circumstances, 'call')) return [];
  return tools.flatMap((tool: unknown, place) => {
    const support = taskSupport(tool);
    if (support === 'forbidden') return [];
    const name = isObject(tool) && typeof tool['name'] === 'string' ? tool['name'] : `number ${place + 1}`;
    const message = `tool ${name}: taskSupport is ${support}, but tasks are not announced for tools/call`;
    return [{ rule: 'task/unannounced', path: `/result/tools/${place}/execution`, message }];
  });
}

/** A list, or a service, that is there and was not promised: clients that go by the capabilities never ask. */
function inspectPromise(circumstances: Circumstances): readonly Finding[] {
  const { capabilities, negotiated, request } = circumstances;
  const { method = '' } = request ?? {};
  const capability = serverCapabilityOf(method);
  if (capability === undefined || capabilities.server === undefined) return [];
  if (isPassedOver(method) || capability in capabilities.server) return [];
  // In the modern era they are an extension, which is announced elsewhere.
  if (capability === 'tasks' && announcesTasks(circumstances, 'call')) return [];
  if (capability === 'completions' && (negotiated ?? '') < COMPLETIONS) return [];
  const message = `${method} is answered, but the capability ${capability} is not announced`;
  return [{ rule: 'capability/not-announced', path: '/result', message }];
}

/** A method that the announced capabilities promise, answered with "method not found". */
function inspectRefusal({ code, data }: ErrorBody, circumstances: Circumstances): readonly Finding[] {
  const { capabilities, era, request } = circumstances;
  if (request === undefined) return [];
  const { method, dir } = request;
  if (code === UNSUPPORTED && dir === 'c2s') return inspectUnsupported(data);
  const capability = serverCapabilityOf(method);
  if (code !== -32601 || capability === undefined || isPassedOver(method)) return [];
  if (era === 'modern' && isGone(method)) return [];
  const extension = era === 'modern' && capability === 'tasks' && announcesTasks(circumstances, 'call');
  if (!extension && !(capability in (capabilities.server ?? {}))) return [];
  const message = `${capability} is announced, but ${method} is answered "method not found"`;
  return [{ rule: 'capability/not-served', path: '/error', message }];
}

/** What is gone since 2026-07-28: nothing promises it any more. */
function isGone(name: string): boolean {
  const method = methodNamed(name);
  return method !== undefined && !isInRevision(method, MODERN_VERSION);
}

/** The modern error for a revision that the server does not speak (basic/versioning, 2026-07-28). */
const UNSUPPORTED = -32022;

/** Said of the list, and not of each use: what an item is answered may be its own affair, and templates nobody misses. */
const isPassedOver = (method: string): boolean => isUse(method) || method === LISTS.resourceTemplates.method;

/** The revision that brought the capability for what all before it had. */
const COMPLETIONS = '2025-03-26';
