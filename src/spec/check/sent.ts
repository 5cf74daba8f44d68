import { brief } from '../../json/brief.ts';
import { isObject } from '../../json/shape.ts';
import type { Finding } from '../finding.ts';
import { levelOf } from '../log-level.ts';
import { capabilityOf, methodNamed } from '../methods.ts';

/** What is wrong with a request of the server, given the capabilities this client announced. */
export function inspectRequest(
  method: string,
  announced: Readonly<Record<string, unknown>>,
): readonly Finding[] {
  const known = methodNamed(method);
  if (known?.kind !== 'request' || known.from.s2c === undefined) {
    return [
      {
        rule: 'server/unknown-request',
        path: '/method',
        message: `unknown request ${method}; answered "method not found"`,
      },
    ];
  }
  const needs = capabilityOf(method);
  if (needs === undefined || needs in announced) return [];
  const message = `${method} needs the client capability ${needs}, which was not announced; answered "method not found"`;
  return [{ rule: 'server/unannounced-request', path: '/method', message }];
}

/**
 * How the request stands whose progress is reported, and what was reported last; undefined when no request carries the
 * token.
 */
export type ProgressOf = (
  token: unknown,
  value: unknown,
) => { readonly ended: boolean; readonly method: string; readonly before?: number } | undefined;

/** What is wrong with a notification of the server. */
export function inspectNotification(
  method: string,
  params: unknown,
  progressOf: ProgressOf,
): readonly Finding[] {
  if (method === 'notifications/progress') return inspectProgress(params, progressOf);
  if (method === 'notifications/message') return inspectLog(params);
  const known = methodNamed(method);
  if (known?.kind === 'notification' && known.from.s2c !== undefined) return [];
  return [
    { rule: 'server/unknown-notification', path: '/method', message: `unknown notification ${method}` },
  ];
}

function inspectProgress(params: unknown, progressOf: ProgressOf): readonly Finding[] {
  const { progressToken: token, progress } = isObject(params) ? params : {};
  const path = '/params/progressToken';
  const request = progressOf(token, progress);
  if (request === undefined) {
    return [
      {
        rule: 'progress/unknown-token',
        path,
        message: `no request carries the progress token ${token === undefined ? '(missing)' : brief(token)}`,
      },
    ];
  }
  const { ended, method, before } = request;
  if (!ended && typeof progress === 'number' && before !== undefined && progress <= before) {
    const message = `progress for ${method} went from ${before} to ${progress}; it must grow`;
    return [{ rule: 'progress/backwards', path: '/params/progress', message }];
  }
  if (!ended) return [];
  return [{ rule: 'progress/late', path, message: `progress for ${method}, which has already ended` }];
}

function inspectLog(params: unknown): readonly Finding[] {
  const level = isObject(params) ? params['level'] : undefined;
  if (levelOf(level) !== undefined) return [];
  const found = level === undefined ? 'missing' : brief(level);
  return [{ rule: 'log/level', path: '/params/level', message: `the level is ${found}` }];
}
