import { percentDecoded, urlOf } from '../../text/url.ts';
import type { HeaderLine } from '../frame.ts';
import type { LiveTarget } from '../target.ts';
import { createCommandReader } from './commands.ts';
import { isKnown, isSecret, isSecretValue, isSecretVariable, kindOf, looksRandom } from './names.ts';
import { mark } from './redaction.ts';

/**
 * The command line with its secrets replaced: the values of options and assignments with secret names
 * (`--api-key x`, `--token=x`, `API_KEY=x`) and of headers (`X-Api-Key: x`), however short, and what `mask`
 * finds.
 */
export function maskWords(
  words: readonly string[],
  mask: (text: string) => string,
  onFound: (secret: string) => void = () => {},
): string[] {
  const places = secretPlaces(words);
  return words.map((word, at) => {
    const from = places.get(at);
    if (from === undefined) return mask(word);
    if (word.slice(from) !== mark) onFound(word.slice(from));
    return mask(word.slice(0, from) + mark);
  });
}

/**
 * The values that are secret wherever they occur in a session with this target: those given with `-e` and
 * `--env-file`, those inherited under secret names, and those of secret options of the command line; of a remote
 * server the values of the headers given, and what is secret in its URL and the proxy's; and what the target says is.
 */
export function secretsOf(target: LiveTarget): string[] {
  const { secrets = [] } = target;
  if (target.transport !== 'stdio') {
    const { headers, url, proxy } = target;
    return [...secrets, ...secretsInHeaders(headers), ...secretsInUrl(url), ...secretsInUrl(proxy)];
  }
  const { command, args, env, given } = target;
  const words = [command, ...args];
  const options = [...secretPlaces(words)].map(([at, from]) => (words[at] ?? '').slice(from));
  return [...secrets, ...secretsInVariables(env, given), ...options].filter(Boolean);
}

/**
 * What is secret in variables: the values of secret names; of those that were given by name what looks random as well;
 * and of a URL its user info.
 */
export function secretsInVariables(
  env: Readonly<Record<string, string>>,
  given: readonly string[],
): string[] {
  const names = new Set(given);
  return Object.entries(env).flatMap(([name, value]) => {
    if (/^[a-z][a-z\d+.-]*:\/\//i.test(value)) return secretsInUrl(value);
    return (names.has(name) ? isKnown(name, value) : isSecretVariable(name, value)) ? [value] : [];
  });
}

function secretsInUrl(url: string | undefined): string[] {
  const place = url === undefined ? undefined : urlOf(url);
  if (place === undefined) return [];
  const { username, password, searchParams } = place;
  const values = [...searchParams].filter(([name, value]) => isSecret(name, value)).map(([, value]) => value);
  const user = password === '' || looksRandom(username) ? [percentDecoded(username)] : [];
  return [...user, percentDecoded(password), ...values].filter(Boolean);
}

/** A header, alone or behind its option, with the scheme of an authorization; no URL and no path. */
const HEADER = /^(?:--?[\w-]+=|-H)?([A-Za-z][\w-]*):(?:(?<=authorization:) *[A-Za-z]+ +| *)(?=[^\s/\\])/i;

/** For each word that holds a secret by its name, or by the option before it, where in the word it begins. */
function secretPlaces(words: readonly string[]): Map<number, number> {
  const places = new Map<number, number>();
  const command = createCommandReader();
  for (const [at, word] of words.entries()) {
    const secret = command(word);
    const option = /^--?([^=]+)=(?=.)/.exec(word);
    const variable = /^(\w+)=(?=.)/.exec(word);
    const header = HEADER.exec(word);
    const next = words[at + 1];
    if (secret !== undefined) places.set(at, secret);
    else if (header?.[1] !== undefined && isSecretHeader(header[1], word.slice(header[0].length))) {
      places.set(at, header[0].length);
    } else if (option?.[1] !== undefined) {
      if (isSecretOption(option[1], word.slice(option[0].length))) places.set(at, option[0].length);
    } else if (variable?.[1] !== undefined) {
      if (isSecretVariable(variable[1], word.slice(variable[0].length))) places.set(at, variable[0].length);
    } else if (
      /^--?\w/.test(word) &&
      next !== undefined &&
      !next.startsWith('-') &&
      isSecretOption(word, next)
    ) {
      places.set(at + 1, 0);
    }
  }
  return places;
}

/** A person who writes `--token abc` means no word of a text. */
const isSecretOption = (name: string, value: string): boolean =>
  isSecret(name, value) || (kindOf(name) === 'token' && isSecretValue('always', value));

/** Whether a header is secret: credentials, cookies, and the id of an MCP session, whatever they hold. */
function isSecretHeader(name: string, value: string): boolean {
  const kind = kindOf(name);
  return kind === 'random' ? isSecretValue(kind, value) : kind !== undefined;
}

/** A header as it may be shown: without its value where the name says so, else as `mask` leaves it. */
export function maskHeader([name, value]: HeaderLine, mask: (text: string) => string): HeaderLine {
  if (value === '' || !isSecretHeader(name, value)) return [name, mask(value)];
  const [, scheme = ''] = /^([A-Za-z]+ )\S/.exec(value) ?? [];
  return [name, /authorization$/i.test(name) ? scheme + mark : mark];
}

/** What is secret in the headers given for a target: their values, and of credentials the part after the scheme. */
export function secretsInHeaders(headers: readonly HeaderLine[]): string[] {
  return headers.flatMap(([name, value]) => {
    if (!isKnown(name, value)) return [];
    const [, credentials] = /^[A-Za-z]+ +(\S.*)$/.exec(value) ?? [];
    return credentials === undefined ? [value] : [value, credentials];
  });
}
