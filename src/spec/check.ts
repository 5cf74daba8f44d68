import { isObject, type JsonObject } from '../json/shape.ts';
import { checkDiscovery, checkInitialize, checkUnsupported } from './check/handshake.ts';
import { checkMessage } from './check/message.ts';
import {
  type CheckAgainst,
  checkModernResult,
  checkPromptResult,
  checkReadResult,
  checkToolResult,
} from './check/result.ts';
import {
  checkInputs,
  checkModernNotification,
  checkModernRequest,
  checkNotification,
  checkRequest,
  checkTime,
  type ProgressOf,
} from './check/sent.ts';
import type { Direction, Envelope, ErrorBody, Id } from './envelope.ts';
import type { Finding } from './finding.ts';
import { announces, isInRevision, isUse, LISTS, methodNamed, serverCapabilityOf } from './methods.ts';
import { type Era, MODERN_VERSION } from './revision.ts';
import { announcesTasks, createdIn, taskSupport } from './task.ts';

/** What is known of a connection when a message of the server comes. */
export interface CheckContext {
  readonly era: Era;
  /** What each side announced; of the server nothing before the handshake. */
  readonly capabilities: { readonly client: JsonObject; readonly server?: JsonObject };
  readonly negotiated: string | undefined;
  /** The request that the message answers or begins; nothing where its answer says nothing of the session any more. */
  readonly request:
    | { readonly method: string; readonly subject: string; readonly dir: Direction }
    | undefined;
  /** `initialize` was not answered yet. */
  readonly isOpening: boolean;
  /** The client is this program. */
  readonly isOurs: boolean;
  /** A tool as it was listed. */
  readonly tool: (name: string) => unknown;
  /** The name of the tool that a task runs. */
  readonly toolOfTask: (id: string) => string | undefined;
  readonly progressOf: ProgressOf;
  /** Our request with this id, of whichever type. */
  readonly requestOf: (id: unknown) => { readonly id: Id; readonly method: string } | undefined;
  readonly validate: CheckAgainst;
}

/**
 * What is wrong with a message of the server, as far as that costs next to nothing to tell: with its form, with what it
 * may say at this point, and with what breaks clients. Never throws. What takes time is in check/thorough.ts.
 *
 * @param envelope what the message is classified as
 */
export function check(message: unknown, envelope: Envelope, context: CheckContext): readonly Finding[] {
  return [...guarded(() => checkMessage(message)), ...guarded(() => checkBody(envelope, context))];
}

/** Checks are advice: if one fails, the message itself is processed as usual, and the failure is reported. */
export function guarded(checks: () => readonly Finding[]): readonly Finding[] {
  try {
    return checks();
  } catch (error) {
    return [
      {
        rule: 'loupe/fault',
        message: `not checked: ${error instanceof Error ? error.message : String(error)}`,
      },
    ];
  }
}

/** What is wrong with what a message carries. */
function checkBody(envelope: Envelope, context: CheckContext): readonly Finding[] {
  const { capabilities, era, isOpening, isOurs, progressOf, request, requestOf } = context;
  const isModern = era === 'modern';
  switch (envelope.kind) {
    case 'request':
      if (isModern) return checkModernRequest(envelope.method, isOurs);
      return [
        ...checkTime(envelope, isOpening),
        ...checkRequest(envelope.method, capabilities.client, isOurs),
      ];
    case 'notification': {
      const { method, params } = envelope;
      const found = checkNotification(method, params, progressOf);
      if (isModern) return [...found, ...checkModernNotification(method, params, requestOf)];
      return found.length > 0 ? found : checkTime(envelope, isOpening);
    }
    case 'result':
      if (request === undefined) return [];
      return [...checkPromise(context), ...checkAnswer(envelope.result, context)];
    case 'error':
      return checkRefusal(envelope.error, context);
    case 'none':
      return [{ rule: 'message/not-protocol', message: envelope.why }];
  }
}

function checkAnswer(result: unknown, context: CheckContext): readonly Finding[] {
  const { era, capabilities, isOurs, request } = context;
  const isTask = createdIn(result) !== undefined;
  if (era !== 'modern' && request?.method !== 'server/discover')
    return isTask ? [] : checkResult(result, context);
  const asksForInput = isObject(result) && result['resultType'] === 'input_required';
  return [
    ...checkModernResult(request?.method ?? '', result),
    ...checkInputs(result, capabilities.client, isOurs),
    ...(asksForInput || isTask ? [] : checkResult(result, context)),
  ];
}

function checkResult(result: unknown, context: CheckContext): readonly Finding[] {
  const { request, toolOfTask } = context;
  switch (request?.method) {
    case 'initialize':
      return checkInitialize(result, context.isOurs);
    case 'server/discover':
      return checkDiscovery(result, context.isOurs);
    case 'tools/call':
      return checkCalled(request.subject, result, context);
    // It is what the call would have been answered with (basic/utilities/tasks#task-result-retrieval).
    case 'tasks/result':
      return checkCalled(toolOfTask(request.subject), result, context);
    case 'tasks/get':
      return checkFinished(toolOfTask(request.subject), result, context);
    case 'tools/list':
      return checkSupport(result, context);
    case 'resources/read':
      return checkReadResult(result);
    case 'prompts/get':
      return checkPromptResult(result);
    default:
      return [];
  }
}

function checkCalled(
  name: string | undefined,
  result: unknown,
  { tool: toolNamed, validate }: CheckContext,
): readonly Finding[] {
  if (name === undefined) return [];
  const tool = toolNamed(name);
  return checkToolResult(result, isObject(tool) ? tool['outputSchema'] : undefined, validate);
}

/** Since 2026-07-28 the result of a task stands in the task. */
function checkFinished(name: string | undefined, task: unknown, context: CheckContext): readonly Finding[] {
  if (context.era !== 'modern' || !isObject(task) || !isObject(task['result'])) return [];
  const found = checkCalled(name, task['result'], context);
  return found.map((finding) => ({ ...finding, path: `/result${finding.path ?? '/result'}` }));
}

/** Tools may only ask to be run as tasks where the server announced that (server/tools, 2025-11-25). */
function checkSupport(result: unknown, context: CheckContext): readonly Finding[] {
  const tools = isObject(result) && Array.isArray(result['tools']) ? result['tools'] : [];
  if (context.era === 'modern' || announcesTasks(context, 'call')) return [];
  return tools.flatMap((tool: unknown, place) => {
    const support = taskSupport(tool);
    if (support === 'forbidden') return [];
    const name = isObject(tool) && typeof tool['name'] === 'string' ? tool['name'] : `number ${place + 1}`;
    const message = `tool ${name}: taskSupport is ${support}, but tasks are not announced for tools/call`;
    return [{ rule: 'task/unannounced', path: `/result/tools/${place}/execution`, message }];
  });
}

/** A list, or a service, that is there and was not promised: clients that go by the capabilities never ask. */
function checkPromise(context: CheckContext): readonly Finding[] {
  const { capabilities, negotiated, request } = context;
  const { method = '' } = request ?? {};
  const capability = serverCapabilityOf(method);
  if (capability === undefined || capabilities.server === undefined) return [];
  if (isPassedOver(method) || announces(capabilities.server, capability)) return [];
  // In the modern era they are an extension, which is announced elsewhere.
  if (capability === 'tasks' && announcesTasks(context, 'call')) return [];
  if (capability === 'completions' && (negotiated ?? '') < COMPLETIONS) return [];
  const message = `${method} is supported, but the capability ${capability} is not declared`;
  return [{ rule: 'capability/not-announced', path: '/result', message }];
}

/** A method that the announced capabilities promise, answered with "method not found". */
function checkRefusal({ code, data }: ErrorBody, context: CheckContext): readonly Finding[] {
  const { capabilities, era, request } = context;
  if (request === undefined) return [];
  const { method, dir } = request;
  if (code === UNSUPPORTED && dir === 'c2s') return checkUnsupported(data, context.isOurs);
  const capability = serverCapabilityOf(method);
  if (code !== -32601 || capability === undefined || isPassedOver(method)) return [];
  if (era === 'modern' && isGone(method)) return [];
  const extension = era === 'modern' && capability === 'tasks' && announcesTasks(context, 'call');
  if (!extension && !announces(capabilities.server, capability)) return [];
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

/** Reported for the list method only, not per item; templates are skipped because clients rarely use them. */
const isPassedOver = (method: string): boolean => isUse(method) || method === LISTS.resourceTemplates.method;

/** The revision that brought the capability for what all before it had. */
const COMPLETIONS = '2025-03-26';
