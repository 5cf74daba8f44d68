import { LIST_CHANGES } from '../methods.ts';
import { MODERN, type Revision, type RevisionSpan, spans, WITH_TASKS } from '../revision.ts';
import {
  any,
  boolean,
  integer,
  list,
  type Members,
  type MessageShapes,
  number,
  object,
  optional,
  revised,
  type Shape,
  text,
} from '../shape.ts';
import { urlParams } from './asked.ts';
import {
  cacheable,
  implementation,
  mayHaveNotice,
  mayHaveParams,
  notice,
  params,
  requestId,
  result,
} from './body.ts';
import { clientCapabilities, serverCapabilities } from './capabilities.ts';

const instructions = optional(text);

/** Opening a connection, and seeing whether it stands. */
const lifecycle = {
  initialize: {
    params: params({ protocolVersion: text, capabilities: clientCapabilities, clientInfo: implementation }),
    result: result({
      protocolVersion: text,
      capabilities: serverCapabilities,
      serverInfo: implementation,
      instructions,
    }),
  },
  'notifications/initialized': { params: mayHaveNotice },
  'server/discover': {
    params: params({}),
    result: cacheable({ supportedVersions: list(text), capabilities: serverCapabilities, instructions }),
  },
  ping: { params: mayHaveParams({}), result: result({}) },
} satisfies MessageShapes;

/** What is said of a request while it runs. */
const running = {
  'notifications/cancelled': {
    params: notice({
      // A task has no request to name.
      requestId: revised(requestId, { '2025-11-25': optional(requestId), '2026-07-28': requestId }),
      reason: optional(text),
    }),
  },
  'notifications/progress': {
    params: notice({
      progressToken: requestId,
      progress: number,
      total: optional(number),
      message: optional(text, { since: '2025-03-26' }),
    }),
  },
} satisfies MessageShapes;

const filter = object({
  ...Object.fromEntries(LIST_CHANGES.map((change) => [change.filter, optional(boolean)])),
  resourceSubscriptions: optional(list(text)),
});

const subscriptions = {
  'subscriptions/listen': {
    params: params({ notifications: filter }),
    result: result({}, { 'io.modelcontextprotocol/subscriptionId': requestId }),
  },
  'notifications/subscriptions/acknowledged': { params: notice({ notifications: filter }) },
} satisfies MessageShapes;

/** What `data` must say of an error, by its code. */
const DATA: ReadonlyMap<unknown, readonly [RevisionSpan, Shape]> = new Map([
  // The client may ask again once the person has been to these pages.
  [-32042, [WITH_TASKS, object({ elicitations: list(urlParams) })]],
  // A capability of the client is missing.
  [-32021, [MODERN, object({ requiredCapabilities: clientCapabilities })]],
  // The protocol version is not supported.
  [-32022, [MODERN, object({ requested: text, supported: list(text) })]],
]);

const error: Members = { code: integer, message: text };

/** The `error` of a response in one revision (JSON-RPC 2.0 §5.1). */
export function errorWith(code: unknown, revision: Revision): Shape {
  const [span, shape] = DATA.get(code) ?? [];
  const isDefined = span !== undefined && spans(span, revision);
  return object({ ...error, data: isDefined && shape !== undefined ? shape : optional(any) });
}

/** What opens a connection, and what is said of what runs on it. */
export const connectionShapes = { ...lifecycle, ...running, ...subscriptions };
