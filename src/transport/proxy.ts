import { urlOf } from '../text/url.ts';
import { type Shell, TargetError } from './shell.ts';

/**
 * The proxy that the environment names for a URL (`HTTP_PROXY`, `HTTPS_PROXY`, `ALL_PROXY`, `NO_PROXY`; small letters
 * win), as a URL. This machine itself is never reached through one.
 *
 * @throws TargetError when that kind of proxy is not supported
 */
export function proxyFor(url: URL, env: Shell['env']): string | undefined {
  const value = (name: string): string | undefined => env[name] || env[name.toUpperCase()] || undefined;
  const named = value(url.protocol === 'https:' ? 'https_proxy' : 'http_proxy') ?? value('all_proxy');
  if (named === undefined || isHere(url) || isExcepted(url, value('no_proxy') ?? '')) return undefined;
  const proxy = /^[a-z][a-z0-9+.-]*:\/\//i.test(named) ? named : `http://${named}`;
  const place = urlOf(proxy);
  if (place === undefined) throw new TargetError(`the proxy ${named} is not a URL`);
  const { protocol, href } = place;
  if (/^(?:https?|socks|socks4a?|socks5h?):$/.test(protocol)) return href;
  throw new TargetError(
    `${protocol}// proxies are not supported — use http:// or socks5://, or NO_PROXY=${url.host}`,
  );
}

/** Short, since it is loaded at every start; `zoneOf` is thorough. */
const isHere = ({ hostname }: URL): boolean =>
  hostname === 'localhost' || hostname.endsWith('.localhost') || /^127\.|^\[::1\]$/.test(hostname);

/** Whether a list of hosts (`example.com`, `.example.com`, `host:8080`, `*`) includes this one. */
function isExcepted({ hostname, port, protocol }: URL, list: string): boolean {
  const here = port === '' ? (protocol === 'https:' ? '443' : '80') : port;
  return list
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .some((entry) => {
      if (entry === '*') return true;
      const [, name = '', only] = /^(.*?)(?::(\d+))?$/.exec(entry) ?? [];
      const host = name.replace(/^\*?\./, '');
      return (only === undefined || only === here) && (hostname === host || hostname.endsWith(`.${host}`));
    });
}
