import { brief } from '../../json/brief.ts';
import { pointerOf } from '../../json/path.ts';
import { isObject, type JsonObject, typeName } from '../../json/shape.ts';
import type { Id } from '../envelope.ts';
import type { Finding } from '../finding.ts';
import { isInRevision, methodNamed } from '../methods.ts';
import { LEGACY_VERSIONS, MODERN_VERSION } from '../revision.ts';

const SUBSCRIPTION = 'io.modelcontextprotocol/subscriptionId';

/** Tasks are an extension; its results are of this type. */
const TYPES = new Set(['complete', 'input_required', 'task']);

/**
 * Whether a result says anything that a discovery says. Some legacy servers answer requests that they do not know with
 * an empty result.
 */
export const isDiscovery = (result: unknown): result is JsonObject =>
  isObject(result) && (Array.isArray(result['supportedVersions']) || isObject(result['capabilities']));

/** What is wrong with the answer to `server/discover` (2026-07-28). */
export function inspectDiscovery(result: unknown): readonly Finding[] {
  if (!isDiscovery(result)) {
    const message = `server/discover was answered ${brief(result)}, which does not describe the server; use "method not found" for unknown methods`;
    return [{ rule: 'init/version', path: '/result', message }];
  }
  const { supportedVersions, capabilities } = result;
  const findings: Finding[] = [];
  if (!Array.isArray(supportedVersions)) {
    findings.push({
      rule: 'init/version',
      path: '/result/supportedVersions',
      message: `supportedVersions is ${supportedVersions === undefined ? 'missing' : typeName(supportedVersions)}; ${MODERN_VERSION} is assumed`,
    });
  } else if (!supportedVersions.includes(MODERN_VERSION)) {
    findings.push({
      rule: 'init/version',
      path: '/result/supportedVersions',
      message: `${brief(supportedVersions)} lacks ${MODERN_VERSION}, the modern revision of this client`,
    });
  }
  if (!isObject(capabilities)) {
    findings.push({
      rule: 'init/capabilities',
      path: '/result/capabilities',
      message: `capabilities are ${capabilities === undefined ? 'missing' : typeName(capabilities)}; they must be an object`,
    });
  }
  const meta = result['_meta'];
  if (!isObject(meta) || !isObject(meta['io.modelcontextprotocol/serverInfo'])) {
    findings.push({
      rule: 'init/server-info',
      path: '/result/_meta',
      message: 'the server does not say who it is (_meta io.modelcontextprotocol/serverInfo)',
    });
  }
  return findings;
}

/** What is wrong with a server that refuses our revision (-32022) and names none that we speak. */
export function inspectUnsupported(data: unknown): readonly Finding[] {
  const supported = isObject(data) ? data['supported'] : undefined;
  if (!Array.isArray(supported)) {
    const message = 'the server refuses the revision and does not say which it supports (data.supported)';
    return [{ rule: 'init/version', path: '/error/data', message }];
  }
  const known: readonly unknown[] = [MODERN_VERSION, ...LEGACY_VERSIONS];
  if (supported.some((one) => known.includes(one))) return [];
  const message = `the server supports ${brief(supported)}; this client knows ${known.join(', ')}`;
  return [{ rule: 'init/version', path: '/error/data/supported', message }];
}

/** What the modern era asks of every result, whatever the request. */
export function inspectModernResult(method: string, result: unknown): readonly Finding[] {
  if (!isObject(result) || (method === 'server/discover' && !isDiscovery(result))) return [];
  return [...resultType(method, result), ...caching(method, result)];
}

function resultType(method: string, result: JsonObject): readonly Finding[] {
  const type = result['resultType'];
  const path = '/result/resultType';
  if (typeof type !== 'string')
    return [{ rule: 'modern/result-type', path, message: 'resultType is missing; taken as "complete"' }];
  if (!TYPES.has(type))
    return [
      { rule: 'modern/result-type', path, message: `unknown resultType ${brief(type)}; taken as "complete"` },
    ];
  if (type !== 'input_required') return [];
  if (!methodNamed(method)?.takesInput)
    return [{ rule: 'modern/input-required', path, message: `${method} may not ask for input` }];
  if (isObject(result['inputRequests']) || typeof result['requestState'] === 'string') return [];
  return [
    {
      rule: 'modern/input-required',
      path,
      message: 'neither inputRequests nor requestState: there is nothing to continue with',
    },
  ];
}

function caching(method: string, result: JsonObject): readonly Finding[] {
  if (!methodNamed(method)?.cacheable || result['resultType'] === 'input_required') return [];
  const { ttlMs, cacheScope } = result;
  const findings: Finding[] = [];
  const rule = 'modern/cache';
  if (typeof ttlMs !== 'number' || ttlMs < 0) {
    findings.push({
      rule,
      path: '/result/ttlMs',
      message: ttlMs === undefined ? 'ttlMs is missing' : `ttlMs is ${brief(ttlMs)}; it must be 0 or more`,
    });
  }
  if (cacheScope !== 'public' && cacheScope !== 'private') {
    findings.push({
      rule,
      path: '/result/cacheScope',
      message:
        cacheScope === undefined
          ? 'cacheScope is missing'
          : `cacheScope is ${brief(cacheScope)}; it must be "public" or "private"`,
    });
  }
  return findings;
}

/** Servers may not send requests any more: they ask inside a result. */
export const inspectModernRequest = (method: string): readonly Finding[] => [
  {
    rule: 'modern/server-request',
    path: '/method',
    message: `the server sent the request ${method}; servers may not send requests in ${MODERN_VERSION}, so it is never answered`,
  },
];

/**
 * A notification of the modern era: some are gone, change news comes on a subscription only.
 *
 * @param requestOf finds our request by its id, of whichever type
 */
export function inspectModernNotification(
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
    const message = `${method} belongs to no subscription: no subscriptions/listen has the id ${brief(id)}`;
    return [{ rule: 'modern/notification', path, message }];
  }
  if (request.id === id) return [];
  const message = `the id of subscriptions/listen was ${brief(request.id)}, the subscription is said to be ${brief(id)}`;
  return [{ rule: 'id/type', path, message }];
}
