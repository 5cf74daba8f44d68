import type { OriginKind } from '../../surface/view.ts';
import { urlOf } from '../../text/url.ts';

/** Where a document wants something from. */
export interface OriginUse {
  /** What must allow it; nothing can allow a plugin. */
  readonly kind: OriginKind | 'none';
  /** What may allow it in its place: nobody knows what an image, or a frame, a script sets the address of. */
  readonly also?: OriginKind;
  readonly url: URL;
  /** In short: `script src`, `fetch()`. */
  readonly where: string;
  /** It stands in a script, and may never be used. */
  readonly isGuess?: true;
}

/** Whether a list of source expressions allows a URL (CSP 3, 6.7.2.8). Quoted words allow nothing outside. */
const allows = (sources: readonly string[], url: URL): boolean =>
  sources.some((source) => matches(source.trim(), url));

const HOST =
  /^(?:([a-z][a-z0-9+.-]*):\/\/)?(\*|(?:\*\.)?[^/:*\s]+|\[[0-9a-f:.]+\])(?::(\*|\d+))?(\/[^?#]*)?$/i;

function matches(source: string, url: URL): boolean {
  const scheme = url.protocol.slice(0, -1);
  if (source === '*') return NETWORK.has(scheme);
  const [, alone] = /^([a-z][a-z0-9+.-]*):$/i.exec(source) ?? [];
  if (alone !== undefined) return isScheme(alone.toLowerCase(), scheme);
  const [, wanted, host = '', port, path] = HOST.exec(source) ?? [];
  if (host === '') return false;
  // Without a scheme that of the page counts, which is https.
  if (!isScheme(wanted?.toLowerCase() ?? 'https', scheme) && !(wanted === undefined && scheme === 'wss'))
    return false;
  return isHost(host.toLowerCase(), url.hostname) && isPort(port, url) && isPath(path, url.pathname);
}

const NETWORK: ReadonlySet<string> = new Set(['http', 'https', 'ws', 'wss']);

/** A scheme allows its secure form, and what a socket is opened from. */
function isScheme(wanted: string, given: string): boolean {
  if (wanted === given) return true;
  if (wanted === 'http') return given === 'https';
  if (wanted === 'ws') return NETWORK.has(given);
  return wanted === 'wss' && given === 'https';
}

function isHost(wanted: string, given: string): boolean {
  if (wanted === '*') return true;
  return wanted.startsWith('*.') ? given.endsWith(wanted.slice(1)) : given === wanted;
}

const DEFAULTS: Readonly<Record<string, string>> = {
  'http:': '80',
  'https:': '443',
  'ws:': '80',
  'wss:': '443',
};

function isPort(wanted: string | undefined, { port, protocol }: URL): boolean {
  if (wanted === '*') return true;
  const given = port === '' ? DEFAULTS[protocol] : port;
  if (wanted === undefined) return port === '';
  return wanted === given || (wanted === '80' && given === '443');
}

const isPath = (wanted: string | undefined, given: string): boolean =>
  wanted === undefined ||
  wanted === '/' ||
  (wanted.endsWith('/') ? given.startsWith(wanted) : given === wanted);

/** Of what a document wants, what its policy does not allow: each origin once a kind, with where it is wanted for sure if it is. */
export function blockedOf(
  uses: readonly OriginUse[],
  origins: Readonly<Record<OriginKind, readonly string[]>>,
): readonly OriginUse[] {
  const blocked = new Map<string, OriginUse>();
  for (const use of uses) {
    const { kind, also = kind, url } = use;
    if ([kind, also].some((one) => one !== 'none' && allows(origins[one], url))) continue;
    const key = `${kind} ${originOf(url)}`;
    const known = blocked.get(key);
    if (known === undefined || (known.isGuess && !use.isGuess)) blocked.set(key, use);
  }
  return [...blocked.values()];
}

/** The origin as a policy names it; `URL.origin` is none for sockets. */
export const originOf = ({ protocol, host }: URL): string => `${protocol}//${host}`;

/** The absolute URL that a text is on the network; nothing where it is relative, or of a scheme that loads nothing. */
export function networkUrl(text: string, base?: URL): URL | undefined {
  const bare = text.trim().replace(/[\t\n\r]/g, '');
  // A view is served over https.
  const url = /^[\\/]{2}/.test(bare) ? urlOf(`https:${bare}`) : urlOf(bare, base);
  return url !== undefined && NETWORK.has(url.protocol.slice(0, -1)) && url.hostname !== '' ? url : undefined;
}
