import { isObject, type JsonObject, typeName } from '../../json/shape.ts';
import { shortJson } from '../../json/short-json.ts';
import type { Finding } from '../finding.ts';
import { LEGACY_VERSIONS, MODERN_VERSION } from '../revision.ts';

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
  const found = value === undefined ? 'protocolVersion is missing' : `protocolVersion is ${shortJson(value)}`;
  const message = `${found}; this client knows ${LEGACY_VERSIONS.join(', ')} and continues anyway`;
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
      message: `the capability ${name} is ${shortJson(capability)}; it must be an object`,
    }));
}

/**
 * Whether a result says anything that a discovery says. Some legacy servers answer requests that they do not know with
 * an empty result.
 */
export const isDiscovery = (result: unknown): result is JsonObject =>
  isObject(result) && (Array.isArray(result['supportedVersions']) || isObject(result['capabilities']));

/** What is wrong with the answer to `server/discover` (2026-07-28). */
export function inspectDiscovery(result: unknown): readonly Finding[] {
  if (!isDiscovery(result)) {
    const message = `server/discover was answered ${shortJson(result)}, which does not describe the server; use "method not found" for unknown methods`;
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
      message: `${shortJson(supportedVersions)} lacks ${MODERN_VERSION}, the modern revision of this client`,
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
  const message = `the server supports ${shortJson(supported)}; this client knows ${known.join(', ')}`;
  return [{ rule: 'init/version', path: '/error/data/supported', message }];
}
