import { pointerOf } from '../../json/path.ts';
import { isObject } from '../../json/shape.ts';
import { shortJson } from '../../json/short-json.ts';
import type { Id } from '../envelope.ts';
import type { Finding } from '../finding.ts';
import { LOG_LEVELS } from '../log-level.ts';
import { capabilityOf, isInRevision, methodNamed } from '../methods.ts';
import { MODERN_VERSION } from '../revision.ts';
import { oneOf } from '../shape.ts';
import { checkOf } from './members.ts';

/**
 * What is wrong with a request of the server, given the capabilities the client announced; `isOurs`: the client is this
 * program, which answers accordingly.
 */
export function checkRequest(
  method: string,
  announced: Readonly<Record<string, unknown>>,
  isOurs: boolean,
): readonly Finding[] {
  const answered = isOurs ? '; answered with "method not found"' : '';
  const known = methodNamed(method);
  if (known?.kind !== 'request' || known.from.s2c === undefined) {
    return [
      {
        rule: 'server/unknown-request',
        path: '/method',
        message: `unknown request ${method}${answered}`,
      },
    ];
  }
  const needs = capabilityOf(method);
  if (needs === undefined || needs in announced) return [];
  const message = `${method} needs the client capability ${needs}, which was not declared${answered}`;
  return [{ rule: 'server/unannounced-request', path: '/method', message }];
}

/**
 * How the request stands whose progress is reported, and what was reported last; undefined when no request carries the
 * token.
 */
export type ProgressOf = (
  token: unknown,
  value: unknown,
) =>
  | { readonly ended: boolean; readonly isTold: boolean; readonly method: string; readonly before?: number }
  | undefined;

/** What is wrong with a notification of the server. */
export function checkNotification(
  method: string,
  params: unknown,
  progressOf: ProgressOf,
): readonly Finding[] {
  if (method === 'notifications/progress') return checkProgress(params, progressOf);
  if (method === 'notifications/message') return checkLevel(isObject(params) ? params : {}, '/params');
  const known = methodNamed(method);
  if (known?.kind === 'notification' && known.from.s2c !== undefined) return [];
  return [
    { rule: 'server/unknown-notification', path: '/method', message: `unknown notification ${method}` },
  ];
}

function checkProgress(params: unknown, progressOf: ProgressOf): readonly Finding[] {
  const { progressToken: token, progress } = isObject(params) ? params : {};
  const path = '/params/progressToken';
  const request = progressOf(token, progress);
  if (request === undefined) {
    return [
      {
        rule: 'progress/unknown-token',
        path,
        message: `no pending request has the progress token ${token === undefined ? '(missing)' : shortJson(token)}`,
      },
    ];
  }
  const { ended, isTold, method, before } = request;
  if (!ended && typeof progress === 'number' && before !== undefined && progress <= before) {
    const message = `progress for ${method} went from ${before} to ${progress}; it must grow`;
    return [{ rule: 'progress/backwards', path: '/params/progress', message }];
  }
  if (!ended || isTold) return [];
  return [
    {
      rule: 'progress/late',
      path,
      message: `progress for ${method}, which has already ended (reported once)`,
    },
  ];
}

const checkLevel = checkOf('log/level', { level: oneOf(...LOG_LEVELS) });

/**
 * Until the client says that it is initialized, a server asks for nothing but ping, and tells nothing but its log
 * (basic/lifecycle#initialization).
 */
export function checkTime(
  { kind, method }: { readonly kind: 'request' | 'notification'; readonly method: string },
  isOpening: boolean,
): readonly Finding[] {
  if (!isOpening || methodNamed(method)?.anyTime) return [];
  const rule = kind === 'request' ? 'init/too-early' : 'init/early-notification';
  const message = `the server sent ${method} before it had answered initialize`;
  return [{ rule, path: '/method', message }];
}

/** Servers may not send requests any more: they ask inside a result. */
export const checkModernRequest = (method: string, isOurs: boolean): readonly Finding[] => [
  {
    rule: 'modern/server-request',
    path: '/method',
    message: `the server sent the request ${method}; servers may not send requests in ${MODERN_VERSION}${isOurs ? ', so it is never answered' : ''}`,
  },
];

const SUBSCRIPTION = 'io.modelcontextprotocol/subscriptionId';

/**
 * A notification of the modern era: some are gone, change news comes on a subscription only.
 *
 * @param requestOf finds our request by its id, of whichever type
 */
export function checkModernNotification(
  method: string,
  params: unknown,
  requestOf: (id: unknown) => { readonly id: Id; readonly method: string } | undefined,
): readonly Finding[] {
  const known = methodNamed(method);
  if (known !== undefined && !isInRevision(known, MODERN_VERSION))
    return [
      { rule: 'modern/notification', path: '/method', message: `${method} is gone since ${MODERN_VERSION}` },
    ];
  const meta = isObject(params) && isObject(params['_meta']) ? params['_meta'] : {};
  if (!known?.subscribed) return [];
  if (!(SUBSCRIPTION in meta)) {
    const message = `${method} belongs to no subscription; news comes on subscriptions/listen only`;
    return [{ rule: 'modern/notification', path: '/params/_meta', message }];
  }
  const id = meta[SUBSCRIPTION];
  const path = pointerOf(['params', '_meta', SUBSCRIPTION]);
  const request = requestOf(id);
  if (request?.method !== 'subscriptions/listen') {
    const message = `${method} belongs to no subscription: no subscriptions/listen has the id ${shortJson(id)}`;
    return [{ rule: 'modern/notification', path, message }];
  }
  if (request.id === id) return [];
  const message = `the id of subscriptions/listen was ${shortJson(request.id)}, the subscription is said to be ${shortJson(id)}`;
  return [{ rule: 'id/type', path, message }];
}

/**
 * What is wrong with the inputs that a result or a task asks for, given the capabilities the client announced
 * (client/input-required).
 */
export function checkInputs(
  result: unknown,
  announced: Readonly<Record<string, unknown>>,
  isOurs: boolean,
): readonly Finding[] {
  const left = isOurs ? '; the request was not continued' : '';
  if (!isObject(result)) return [];
  const { resultType, status, inputRequests } = result;
  if (![resultType, status].includes('input_required') || !isObject(inputRequests)) return [];
  return Object.entries(inputRequests).flatMap(([key, request]) => {
    const method = isObject(request) ? request['method'] : undefined;
    if (typeof method !== 'string') return [];
    const path = pointerOf(['result', 'inputRequests', key, 'method']);
    const needs = methodNamed(method)?.isInput ? capabilityOf(method) : undefined;
    if (needs === undefined) {
      const message = `${method} cannot be requested as input${left}`;
      return [{ rule: 'server/unknown-request', path, message }];
    }
    if (needs in announced) return [];
    const message = `${method} needs the client capability ${needs}, which was not declared${left}`;
    return [{ rule: 'server/unannounced-request', path, message }];
  });
}
