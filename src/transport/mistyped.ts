import { closest } from '../text/suggest.ts';
import { TargetError } from './shell.ts';
import { isAddress } from './target.ts';

/** What surrounds a copied address: quotes of any kind, angle brackets, spaces. */
const AROUND = /^[\s"'`<“”„‘’«»]+|[\s"'`>“”„‘’«»]+$/g;

/** A word without the spaces and quotes around it. */
export const withoutQuotes = (word: string): string => word.replace(AROUND, '');

/**
 * The first word of a target: an address without what was copied with it.
 *
 * @throws TargetError when it can be neither an address nor a command
 */
export function firstWord(word: string): string {
  const bare = withoutQuotes(word);
  if (isAddress(bare)) return bare;
  const problem = mistypedCommand(word);
  if (problem !== undefined) throw new TargetError(problem);
  return word;
}

/** The address that a mistyped word was most likely meant to be; undefined when it does not look like one. */
export function addressMeant(word: string): string | undefined {
  const bare = withoutQuotes(word);
  return misspeltScheme(bare) ?? withoutScheme(bare);
}

const SCHEMES = ['http', 'https', 'ws', 'wss'];

/** `http//host`, `http:/host`, `https:host/mcp`, `htp://host`. */
function misspeltScheme(word: string): string | undefined {
  const [, scheme = '', signs = '', rest = ''] = /^([a-z]{2,7})([:;]\/{0,3}|\/{2,3})(.+)$/i.exec(word) ?? [];
  const meant = closest(scheme, SCHEMES);
  if (meant === undefined || /^[/\\]|\s/.test(rest)) return undefined;
  const isRight = scheme.toLowerCase() === meant;
  // A word of two letters before a slash is a folder, and before a colon it may be anything.
  if (!isRight && (signs.length < 3 || scheme.length < 3)) return undefined;
  return `${meant}://${rest}`;
}

/** `localhost:3000/mcp`, `127.0.0.1:3000`, `[::1]:3000/mcp`, `host.example:8080`. */
function withoutScheme(word: string): string | undefined {
  const [, port] =
    /^(?:(?:[a-z0-9][\w-]*\.)*[a-z0-9][\w-]*|\[[0-9a-f:.]+\]):(\d{1,5})(?:[/?]\S*)?$/i.exec(word) ?? [];
  if (port === undefined) return undefined;
  return `${port === '443' || port === '8443' ? 'https' : 'http'}://${word}`;
}

/** The same for a word that is not a command on this machine: `localhost/mcp`, `mcp.example.com/mcp`. */
export function hostMeant(word: string): string | undefined {
  const [, host = ''] =
    /^((?:[a-z0-9-]+\.)+[a-z]{2,}|localhost|\d+\.\d+\.\d+\.\d+)(?:[/?]\S*)?$/i.exec(word) ?? [];
  // A word that ends like a file is one.
  if (host === '' || /\.(?:[cm]?[jt]sx?|py|rb|sh|jar|exe|json|toml|ya?ml)$/i.test(host)) return undefined;
  return `${/^(?:localhost|[\d.]+)$/.test(host) ? 'http' : 'https'}://${word}`;
}

/** What is wrong with the first word of a command, with the next step; undefined when the word itself is fine. */
export function mistypedCommand(word: string): string | undefined {
  const address = addressMeant(word);
  if (address !== undefined) return `${word} is not an address; did you mean ${address}?`;
  const [, scheme] = /^([a-z][a-z0-9+.-]+):\/\//i.exec(withoutQuotes(word)) ?? [];
  if (scheme?.toLowerCase() === 'file')
    return `${word} is a file, not an address; write its path, after the program that runs it`;
  if (scheme !== undefined)
    return `${word}: ${scheme}:// is not supported; addresses begin with http://, https://, ws://, wss:// or unix:`;
  const [, name] = /^([A-Za-z_]\w*)=/.exec(word) ?? [];
  if (name !== undefined)
    return `${name}=… is a variable, not a command; give it with the option -e ${name}=…, before the command`;
  if (/^[‐-―−]/.test(word))
    return `${word} begins with a dash that is not a hyphen; type it again: ${word.replace(/^[‐-―−]+/, word.length > 2 ? '--' : '-')}`;
  if (/^[“”„‟‘’«»]/.test(word)) return `${word} has typographic quotes; type plain ones`;
  return undefined;
}
