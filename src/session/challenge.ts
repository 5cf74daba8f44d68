import { brief } from '../text/brief.ts';

/** What a server says with a refusal about how to be let in (`WWW-Authenticate`; RFC 6750, 3; RFC 9728, 5.1). */
export interface Challenge {
  /** Where its protected resource metadata are. */
  readonly metadata?: string;
  /** The scopes it wants, separated by spaces. */
  readonly scope?: string;
  /** A code such as `insufficient_scope`. */
  readonly error?: string;
  readonly description?: string;
}

/**
 * Reads the challenge of the scheme Bearer from the values of all `WWW-Authenticate` headers, joined by commas, beside
 * which other schemes may stand. Nothing when there is none.
 */
export function readChallenge(header: string): Challenge | undefined {
  const found = /(?:^|,)\s*Bearer(?=\s|,|$)/i.exec(unquoted(header));
  if (found === null) return undefined;
  const members = new Map<string, string>();
  let rest = header.slice(found.index + found[0].length);
  for (;;) {
    const [all, name, quoted, token] = PARAMETER.exec(rest) ?? [];
    if (all === undefined || name === undefined) break;
    const value = quoted === undefined ? (token ?? '') : quoted.replace(/\\(.)/g, '$1');
    if (!members.has(name.toLowerCase())) members.set(name.toLowerCase(), value);
    rest = rest.slice(all.length);
  }
  const member = <Name extends keyof Challenge>(key: Name, name: string) => {
    const value = members.get(name);
    return value === undefined || value === '' ? {} : { [key]: value };
  };
  return {
    ...member('metadata', 'resource_metadata'),
    ...member('scope', 'scope'),
    ...member('error', 'error'),
    ...member('description', 'error_description'),
  };
}

/** The schemes that a server offers, in lower case, in their order. */
export const schemesIn = (header: string): readonly string[] => [
  ...new Set(Array.from(unquoted(header).matchAll(SCHEME), ([, name = '']) => name.toLowerCase())),
];

/** A word that is no parameter: none has its `=` after it. */
const SCHEME = /(?:^|,)\s*([A-Za-z][\w-]*)(?=\s+[^\s=,]|\s*(?:,|$))/g;

/** What stands in quotes is no scheme. */
const unquoted = (header: string): string =>
  header.replace(/"(?:[^"\\]|\\.)*"/g, (quoted) => '_'.repeat(quoted.length));

/** One parameter; some servers leave the commas out. */
const PARAMETER = /^[\s,]*([\w.-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+))/;

/** The place that a challenge names; a relative one is meant from the server. */
export function namedPlace(url: string, challenge: Challenge | undefined): URL | undefined {
  const { metadata } = challenge ?? {};
  if (metadata === undefined || !URL.canParse(metadata, url)) return undefined;
  const place = new URL(metadata, url);
  return /^https?:$/.test(place.protocol) ? place : undefined;
}

/** What is wrong with where a challenge says the metadata are. */
export function challengeFault(url: string, challenge: Challenge | undefined): string | undefined {
  const { metadata } = challenge ?? {};
  if (metadata === undefined) return undefined;
  const place = namedPlace(url, challenge);
  const what = `resource_metadata of WWW-Authenticate is ${brief(metadata)}`;
  if (place === undefined) return `${what}, which is not a URL: the well-known places are tried instead`;
  if (place.origin !== new URL(url).origin)
    return `${what}, which is on another origin than the server: the well-known places are tried instead`;
  return URL.canParse(metadata) ? undefined : `${what}, a relative URL: many clients ignore it`;
}

/** All scopes of several lists, each once, in the order in which they come. */
export function scopesTogether(...lists: readonly (string | undefined)[]): string | undefined {
  const scopes = new Set(lists.flatMap((list) => (list ?? '').split(/\s+/)).filter((scope) => scope !== ''));
  return scopes.size === 0 ? undefined : [...scopes].join(' ');
}
