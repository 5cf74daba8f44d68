import { isObject, type JsonObject } from '../../json/shape.ts';
import { shortJson } from '../../json/short-json.ts';
import type { Finding } from '../finding.ts';
import { isDiscovery } from '../methods.ts';
import { LEGACY_VERSIONS, MODERN_VERSION } from '../revision.ts';
import { any, list, open, text } from '../shape.ts';
import { checkOf } from './members.ts';

const checkServerInfo = checkOf('init/server-info', { serverInfo: open });
const checkNames = checkOf('init/server-info', { name: text, version: text });
const checkCapabilities = checkOf('init/capabilities', { capabilities: open });
const checkVersions = checkOf('init/version', { supportedVersions: list(any) });

/** What is wrong with the answer to `initialize` (basic/lifecycle#initialization); `isOurs`: the client is this program. */
export function checkInitialize(result: unknown, isOurs: boolean): readonly Finding[] {
  if (!isObject(result)) return [];
  const { protocolVersion, serverInfo, capabilities } = result;
  return [
    ...checkVersion(protocolVersion, isOurs),
    ...checkServerInfo(result, '/result'),
    ...(isObject(serverInfo) ? checkNames(serverInfo, '/result/serverInfo') : []),
    ...checkCapabilities(result, '/result'),
    ...(isObject(capabilities) ? checkEachCapability(capabilities) : []),
  ];
}

function checkVersion(value: unknown, isOurs: boolean): readonly Finding[] {
  if (typeof value === 'string' && (LEGACY_VERSIONS as readonly string[]).includes(value)) return [];
  const found = value === undefined ? 'protocolVersion is missing' : `protocolVersion is ${shortJson(value)}`;
  const known = LEGACY_VERSIONS.join(', ');
  const message = `${found}; ${isOurs ? `this client knows ${known} and continues anyway` : `there are ${known}`}`;
  return [{ rule: 'init/version', path: '/result/protocolVersion', message }];
}

const checkEachCapability = (capabilities: JsonObject): readonly Finding[] =>
  Object.entries(capabilities)
    .filter(([, capability]) => !isObject(capability))
    .map(([name, capability]) => ({
      rule: 'init/capabilities',
      path: `/result/capabilities/${name}`,
      message: `the capability ${name} is ${shortJson(capability)}; it must be an object`,
    }));

/** What is wrong with the answer to `server/discover` (2026-07-28). */
export function checkDiscovery(result: unknown, isOurs: boolean): readonly Finding[] {
  if (!isDiscovery(result)) {
    const message = `server/discover was answered ${shortJson(result)}, which does not describe the server; use "method not found" for unknown methods`;
    return [{ rule: 'init/version', path: '/result', message }];
  }
  const { supportedVersions, _meta: meta } = result;
  const findings = [...checkVersions(result, '/result')];
  if (isOurs && Array.isArray(supportedVersions) && !supportedVersions.includes(MODERN_VERSION)) {
    const message = `${shortJson(supportedVersions)} lacks ${MODERN_VERSION}, the modern revision of this client`;
    findings.push({ rule: 'init/version', path: '/result/supportedVersions', message });
  }
  findings.push(...checkCapabilities(result, '/result'));
  if (!isObject(meta) || !isObject(meta['io.modelcontextprotocol/serverInfo'])) {
    const message = 'the server does not say who it is (_meta io.modelcontextprotocol/serverInfo)';
    findings.push({ rule: 'init/server-info', path: '/result/_meta', message });
  }
  return findings;
}

/** What is wrong with a server that refuses a revision (-32022) and names none that we speak, or none at all. */
export function checkUnsupported(data: unknown, isOurs: boolean): readonly Finding[] {
  const supported = isObject(data) ? data['supported'] : undefined;
  if (!Array.isArray(supported)) {
    const message = 'the server refuses the revision and does not say which it supports (data.supported)';
    return [{ rule: 'init/version', path: '/error/data', message }];
  }
  const known: readonly unknown[] = [MODERN_VERSION, ...LEGACY_VERSIONS];
  if (!isOurs || supported.some((one) => known.includes(one))) return [];
  const message = `the server supports ${shortJson(supported)}; this client knows ${known.join(', ')}`;
  return [{ rule: 'init/version', path: '/error/data/supported', message }];
}
