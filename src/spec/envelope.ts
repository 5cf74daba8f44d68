import { isObject, type JsonObject } from '../json/shape.ts';

/** Which way a message goes: from the client to the server, or from the server to the client. */
export type Direction = 'c2s' | 's2c';

/** A JSON-RPC id as it may appear on the wire. */
export type Id = string | number;

/** The `error` member of a response, as sent: nothing of it can be relied on. */
export interface ErrorBody {
  readonly code?: unknown;
  readonly message?: unknown;
  readonly data?: unknown;
}

/**
 * What a parsed JSON value is as a JSON-RPC message (JSON-RPC 2.0 §4–5), decided by what is there and not by
 * what is right: a missing `jsonrpc` or an extra member changes nothing here, it is a finding elsewhere.
 *
 * A response with a result *and* an error counts as a result unless the result is null. One that names its method as
 * well, as servers do that write all messages with one record, stays a response; so do their requests stay requests,
 * with a result and an error of null.
 */
export type Envelope =
  | { readonly kind: 'request'; readonly id: Id; readonly method: string; readonly params: unknown }
  | { readonly kind: 'notification'; readonly method: string; readonly params: unknown }
  | { readonly kind: 'result'; readonly id: Id | null; readonly result: unknown }
  | { readonly kind: 'error'; readonly id: Id | null; readonly error: ErrorBody }
  | { readonly kind: 'none'; readonly why: string };

/** The kind of a message, as the traffic list and the filters name it. */
export type Kind = Envelope['kind'];

const isId = (value: unknown): value is Id => typeof value === 'string' || typeof value === 'number';

/** Classifies one parsed value. Never throws; a batch array is `none`, the framing splits it before. */
export function classify(value: unknown): Envelope {
  if (!isObject(value)) return { kind: 'none', why: `${article(value)} is not a protocol message` };
  const { id, params, result, error } = value;
  if (asks(value)) {
    const { method } = value;
    if (isId(id)) return { kind: 'request', id, method, params };
    return { kind: 'notification', method, params };
  }
  // Log lines are JSON with an `error` or a `result` too; a response says that it is one, or has an id.
  if (!('jsonrpc' in value) && !('id' in value)) {
    return { kind: 'none', why: NO_MESSAGE };
  }
  const answered = isId(id) ? id : null;
  if (error !== undefined && error !== null && (result === undefined || result === null)) {
    return { kind: 'error', id: answered, error: isObject(error) ? error : { message: error } };
  }
  if ('result' in value) return { kind: 'result', id: answered, result };
  return { kind: 'none', why: NO_MESSAGE };
}

/** The parameters of a parsed message; none where it has no object of them. */
export const paramsOf = (message: unknown): JsonObject =>
  isObject(message) && isObject(message['params']) ? message['params'] : {};

/** Whether an object is a request or a notification. */
export const asks = (
  value: Readonly<Record<string, unknown>>,
): value is Readonly<Record<string, unknown>> & { readonly method: string } =>
  typeof value['method'] === 'string' && !(isId(value['id']) && answers(value));

const answers = ({ result, error }: Readonly<Record<string, unknown>>): boolean =>
  (result !== undefined && result !== null) || (error !== undefined && error !== null);

const NO_MESSAGE = 'an object that is no request, notification or response is not a protocol message';

function article(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'string') return 'a string';
  return `a ${typeof value}`;
}
