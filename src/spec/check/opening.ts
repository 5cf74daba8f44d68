import { brief } from '../../json/brief.ts';
import { isObject, typeName } from '../../json/shape.ts';
import type { Finding } from '../finding.ts';
import { methodNamed } from '../methods.ts';
import { LEGACY_VERSIONS } from '../revision.ts';

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

/**
 * Until the client says that it is initialized, a server asks for nothing but ping, and tells nothing but its log
 * (basic/lifecycle#initialization).
 */
export function inspectTime(
  { kind, method }: { readonly kind: 'request' | 'notification'; readonly method: string },
  isOpening: boolean,
): readonly Finding[] {
  if (!isOpening || methodNamed(method)?.anyTime) return [];
  const rule = kind === 'request' ? 'init/too-early' : 'init/early-notification';
  const message = `the server sent ${method} before it had answered initialize`;
  return [{ rule, path: '/method', message }];
}
