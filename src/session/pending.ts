import { isObject, type JsonObject } from '../json/shape.ts';
import { shortJson } from '../json/short-json.ts';
import type { Direction, Envelope, Id } from '../spec/envelope.ts';
import { andMore } from '../text/few.ts';
import type { FrameEntry } from './frame.ts';

/** A request of either side with what answers, progress and cancellations name it by. */
export interface Pending {
  readonly seq: number;
  readonly id: Id;
  readonly method: string;
  /** The tool or prompt name, the URI, the id of the task, or nothing. */
  readonly subject: string;
  /** The page asked for, in a list request. */
  readonly cursor?: string;
  readonly progressToken?: Id;
  /** It asks to be run as a task (basic/utilities/tasks, 2025-11-25). */
  readonly asTask?: true;
  readonly t: number;
  readonly dir: Direction;
  /** The HTTP exchange it was sent in. */
  readonly x?: number;
}

/** What a request is about, for the tables: its method with the tool, prompt, URI, task or level it names. */
export function subjectOf(params: unknown): string {
  if (!isObject(params)) return '';
  const { name, uri, taskId, level, ref } = params;
  const subject = [name, uri, taskId, level].find((value) => typeof value === 'string');
  return subject ?? subjectOf(ref);
}

/** A request as the tables keep it. */
export function pendingOf(
  { dir, seq, t, x }: Pick<FrameEntry, 'dir' | 'seq' | 't' | 'x'>,
  { id, method, params }: Extract<Envelope, { kind: 'request' }>,
): Pending {
  const { _meta: meta, cursor, task } = isObject(params) ? params : ({} as JsonObject);
  const token = isObject(meta) ? meta['progressToken'] : undefined;
  return {
    seq,
    id,
    method,
    subject: subjectOf(params),
    t,
    dir,
    ...(x === undefined ? {} : { x }),
    ...(typeof cursor === 'string' ? { cursor } : {}),
    ...(isObject(task) ? { asTask: true } : {}),
    ...(isId(token) ? { progressToken: token } : {}),
  };
}

/** The requests that wait, in a sentence: the first three. */
export function pendingList(pending: ReadonlyMap<Id, Pending>): string {
  if (pending.size === 0) return 'no requests are pending';
  const first = [...pending.values()]
    .slice(0, 3)
    .map((request) => `${shortJson(request.id)} ${named(request)}`);
  return `pending: ${first.join(', ')}${andMore(pending.size - 3)}`;
}

/** A request by its method and what it is about. */
export const named = (request: Pending): string =>
  request.subject === '' ? request.method : `${request.method} ${request.subject}`;

/** Whether a value can be an id, or a progress token. */
export const isId = (value: unknown): value is Id => typeof value === 'number' || typeof value === 'string';

/** Whether a value names the request with this id, be it with another JSON type. */
export const isIdOf = (value: unknown, id: Id | undefined): boolean =>
  id !== undefined && (value === id || (isId(value) && otherType(value) === id));

/** The same id in the other JSON type, where there is one: 7 and "7". */
export function otherType(id: Id): Id | undefined {
  if (typeof id === 'number') return String(id);
  const number = Number(id);
  return id !== '' && String(number) === id ? number : undefined;
}
