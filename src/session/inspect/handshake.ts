import { brief } from '../../json/brief.ts';
import { isObject, typeName } from '../../json/shape.ts';
import type { Finding } from '../../spec/finding.ts';

/** The revisions of the legacy era, newest first: those this program speaks over `initialize`. */
export const LEGACY_VERSIONS = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const;

/** The revision of the modern era that this program speaks. */
export const MODERN_VERSION = '2026-07-28';

/** What is wrong with the answer to `initialize` (basic/lifecycle#initialization). */
export function inspectHandshake(result: unknown): readonly Finding[] {
  if (!isObject(result)) return [];
  return [
    ...version(result['protocolVersion']),
    ...serverInfo(result['serverInfo']),
    ...capabilities(result['capabilities']),
  ];
}

function version(value: unknown): readonly Finding[] {
  if (typeof value === 'string' && (LEGACY_VERSIONS as readonly string[]).includes(value)) return [];
  const found = value === undefined ? 'protocolVersion is missing' : `protocolVersion is ${brief(value)}`;
  const message = `${found}; this client knows ${LEGACY_VERSIONS.join(', ')} and goes on regardless`;
  return [{ rule: 'init/version', path: '/result/protocolVersion', message }];
}

function serverInfo(value: unknown): readonly Finding[] {
  const path = '/result/serverInfo';
  if (!isObject(value)) {
    const found = value === undefined ? 'missing' : typeName(value);
    return [
      { rule: 'init/server-info', path, message: `serverInfo is ${found}; it must be {name, version}` },
    ];
  }
  return ['name', 'version']
    .filter((member) => typeof value[member] !== 'string')
    .map((member) => ({
      rule: 'init/server-info',
      path: `${path}/${member}`,
      message: `serverInfo.${member} must be text`,
    }));
}

function capabilities(value: unknown): readonly Finding[] {
  const path = '/result/capabilities';
  const rule = 'init/capabilities';
  if (!isObject(value)) {
    const found = value === undefined ? 'missing' : typeName(value);
    return [{ rule, path, message: `capabilities are ${found}; they must be an object` }];
  }
  return Object.entries(value)
    .filter(([, capability]) => !isObject(capability))
    .map(([name, capability]) => ({
      rule,
      path: `${path}/${name}`,
      message: `the capability ${name} is ${brief(capability)}; it must be an object`,
    }));
}

/** What a server may send at any time: its log, and what becomes of requests. */
const ANY_TIME: ReadonlySet<string> = new Set([
  'ping',
  'notifications/message',
  'notifications/progress',
  'notifications/cancelled',
]);

/**
 * Until the client says that it is initialized, a server asks for nothing but ping, and tells nothing but its log
 * (basic/lifecycle#initialization).
 */
export function inspectTime(
  { kind, method }: { readonly kind: 'request' | 'notification'; readonly method: string },
  isOpening: boolean,
): readonly Finding[] {
  if (!isOpening || ANY_TIME.has(method)) return [];
  const rule = kind === 'request' ? 'init/too-early' : 'init/early-notification';
  const message = `the server sent ${method} before it had answered initialize`;
  return [{ rule, path: '/method', message }];
}
