import { parse } from '../json/parse.ts';
import { isObject, type JsonObject } from '../json/shape.ts';
import { hasMembers, JsonText } from '../json/write.ts';
import { subjectOf } from '../session/pending.ts';
import type { SessionState } from '../session/state.ts';
import { isUse } from '../spec/methods.ts';
import { MODERN_VERSION } from '../spec/revision.ts';
import { announcesTasks, TASKS_EXTENSION, taskSupport } from '../spec/task.ts';

/** The metadata about us in every request of the modern era (basic#request-metadata, 2026-07-28). */
export interface ModernFacts {
  readonly client: { readonly name: string; readonly version: string };
  readonly capabilities: Readonly<Record<string, unknown>>;
  /** The extension for tasks is announced. */
  readonly tasks: boolean;
  /** The level of log messages for this request; none come without it. */
  readonly logLevel?: string | undefined;
}

const PREFIX = 'io.modelcontextprotocol';

/** The progress token is the id; one that the caller chose is left alone. */
export function withToken(method: string, params: unknown, id: number): unknown {
  if (!isUse(method) || (params !== undefined && !hasMembers(params))) return params;
  const meta = params?.['_meta'];
  if (meta !== undefined && !hasMembers(meta)) return params;
  return { ...params, _meta: { progressToken: id, ...meta } };
}

/** The params of a modern request: what the caller gave, with the metadata beside the caller's own. */
export function modernParams(
  params: unknown,
  { client, capabilities, tasks, logLevel }: ModernFacts,
): unknown {
  if (params !== undefined && !hasMembers(params)) return params;
  const own = params?.['_meta'];
  if (own !== undefined && !hasMembers(own)) return params;
  const meta: JsonObject = {
    [`${PREFIX}/protocolVersion`]: MODERN_VERSION,
    [`${PREFIX}/clientCapabilities`]: modernCapabilities(capabilities, tasks),
    [`${PREFIX}/clientInfo`]: client,
    ...(logLevel === undefined ? {} : { [`${PREFIX}/logLevel`]: logLevel }),
    ...own,
  };
  return { ...params, _meta: meta };
}

/** Changed roots are not announced in the modern era: the server asks whenever it wants to know. */
function modernCapabilities(
  { roots, extensions, ...rest }: ModernFacts['capabilities'],
  tasks: boolean,
): JsonObject {
  const all = { ...(isObject(extensions) ? extensions : {}), ...(tasks ? { [TASKS_EXTENSION]: {} } : {}) };
  return {
    ...(roots === undefined ? {} : { roots: {} }),
    ...rest,
    ...(Object.keys(all).length > 0 ? { extensions: all } : {}),
  };
}

/** How a call is to be made. */
interface TaskWish {
  /** As a task, or not, whatever the tool says. */
  readonly asTask: boolean | undefined;
  /** How long the server is to keep the task, in ms; 0 = as it likes. */
  readonly ttl: number;
}

/**
 * The params with the request to be run as a task, where that is due: a tool that requires it is always run as one, if
 * the server announced tasks (basic/utilities/tasks, 2025-11-25). Since 2026-07-28 the server decides.
 */
export function withTask(
  state: SessionState,
  method: string,
  params: unknown,
  { asTask, ttl }: TaskWish,
): unknown {
  const isCall = method === 'tools/call' && state.era !== 'modern';
  if (!isCall || !hasMembers(params) || 'task' in params) return params;
  const { items, before = [] } = state.lists.tools;
  const called = subjectIn(params);
  const tool = [...items, ...before].find(({ name }) => name === called);
  const isDue = announcesTasks(state, 'call') && taskSupport(tool?.raw) === 'required';
  return (asTask ?? isDue) ? { ...params, task: ttl === 0 ? {} : { ttl } } : params;
}

/** The tool, prompt, URI or task that is requested, also in params or members that are sent verbatim. */
export function subjectIn(params: unknown): string {
  const members = read(params);
  if (!isObject(members)) return '';
  const { name, uri, taskId, ref } = members;
  return subjectOf({ name: read(name), uri: read(uri), taskId: read(taskId), ref: read(ref) });
}

const read = (value: unknown): unknown => (value instanceof JsonText ? parse(value.text) : value);

/** A method with the tool, prompt or URI that is requested. */
export function nameOf(method: string, params: unknown): string {
  const subject = subjectIn(params);
  return subject === '' ? method : `${method} ${subject}`;
}
