/** Words that make a name secret when its last word is one of them. */
const secretWords = new Set([
  'token',
  'secret',
  'password',
  'passwd',
  'passphrase',
  'pwd',
  'authorization',
  'cookie',
  'credential',
  'credentials',
  'apikey',
]);
const keyOwners = new Set(['api', 'access', 'secret', 'private']);
const harmlessEndings = new Set(['file', 'path', 'dir', 'url', 'sock', 'type']);

const member =
  /(?:(?:token(?<!"progresstoken)|secret|password|passwd|passphrase|pwd|authorization|cookie|credentials?|(?:api|access|secret|private)[-_.\s]*key)[-_.\s]*\\*"(?:\s|\\[nrt])*:(?:\s|\\[nrt])*\\*["[])/i;

/** Whether JSON may have a secret under a name of {@link isSecretName}; one pattern, for the hot path. */
export const mayNameSecret = (json: string): boolean => member.test(json);

/** Values shorter than this are not looked for: they would be found in every other word. */
export const shortestSecret = 8;

/**
 * Whether a string under this member name is a secret: by the last word of the name, so that `tokenizer`,
 * `maxTokens` and `cookieConsent` are not, or by its last two (`api`, `access`, `secret` or `private` + `key`).
 * MCP's `progressToken` is none.
 */
export function isSecretName(name: string): boolean {
  if (name === 'progressToken') return false;
  const words = wordsOf(name);
  return isSecretAt(words, words.length - 1);
}

/**
 * Whether an inherited environment variable holds a secret. Any word of the name counts here (`SECRET_KEY_BASE`),
 * but not where the name says that it only tells the way to one (`TOKEN_FILE`), nor the shell's own `PWD`.
 */
export function isSecretVariable(name: string): boolean {
  if (name.toUpperCase() === 'PWD') return false;
  const words = wordsOf(name);
  const last = words.at(-1) ?? '';
  if (harmlessEndings.has(last)) return false;
  // Old programs run their words together: PGPASSWORD.
  return /(?:password|passwd|secret|token)$/.test(last) || words.some((_, at) => isSecretAt(words, at));
}

function isSecretAt(words: readonly string[], at: number): boolean {
  const word = words[at] ?? '';
  return secretWords.has(word) || (word === 'key' && keyOwners.has(words[at - 1] ?? ''));
}

/** The words of a name in lower case: split at `-`, `_`, `.`, blanks and at the humps of camelCase. */
function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[-_.\s]+/)
    .filter(Boolean);
}
