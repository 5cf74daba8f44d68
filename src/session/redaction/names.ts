import { wordsOf } from '../../text/name-words.ts';
import {
  HARMLESS_ENDINGS,
  HARMLESS_KEYS,
  HARMLESS_TOKENS,
  KEY_OWNERS,
  NAMES,
  NEUTRAL_ENDINGS,
  PLAIN_VALUES,
  SECRET_HEADERS,
  type SecretKind,
} from './words.ts';

/** Values shorter than this are not looked for: they would be found in every other word. */
export const shortestSecret = 8;

/**
 * Whether a value under this name is a secret: by the last word of the name, so that `tokenizer`, `maxTokens` and
 * `cookieConsent` are not, and by what the value looks like, so that `authorization: "required"` is not.
 */
export function isSecret(name: string, value: string): boolean {
  const kind = kindOf(name);
  return kind !== undefined && isSecretValue(kind, value);
}

/** How far a name says that its value is a secret; nothing where it does not. */
export const kindOf = remembered((name) =>
  secretHeaders.has(name.toLowerCase())
    ? 'always'
    : (kindOfWords(wordsOf(name)) ??
      // `PaSsWoRd`
      (/[a-z][A-Z][a-z][A-Z]/.test(name) ? kindOfWords([name.toLowerCase()]) : undefined)),
);

/** Names come from servers: what is remembered of them has a bound. */
function remembered(
  kindOf: (name: string) => SecretKind | undefined,
): (name: string) => SecretKind | undefined {
  const kinds = new Map<string, SecretKind | 'none'>();
  return (name) => {
    if (name.length > 100) return kindOf(name.slice(-100));
    let kind = kinds.get(name);
    if (kind === undefined) {
      kind = kindOf(name) ?? 'none';
      if (kinds.size >= 5_000) kinds.clear();
      kinds.set(name, kind);
    }
    return kind === 'none' ? undefined : kind;
  };
}

/**
 * The same of a variable, or of what stands before `=`. Any word of the name counts here (`SECRET_KEY_BASE`,
 * `AWS_ACCESS_KEY_ID`).
 */
export const kindOfVariable = remembered((name) => {
  const words = wordsOf(name);
  if (endings.has(words.at(-1) ?? '')) return undefined;
  const kind = kindOfWords(words);
  if (kind !== undefined) return kind;
  // A variable that is a key is a key to something, but for those of programs: `sort_key=name`.
  if (words.at(-1) === 'key' && name === name.toUpperCase())
    return harmlessKeys.has(words.at(-2) ?? '') ? undefined : 'token';
  const within = words.findIndex((_, at) => kindOfWords(words.slice(0, at + 1)) === 'always');
  return within < 0 ? undefined : 'always';
});

/** Whether a variable with this name and value holds a secret. */
export function isSecretVariable(name: string, value: string): boolean {
  const kind = kindOfVariable(name);
  return kind !== undefined && isSecretValue(kind, value);
}

/**
 * Whether a value that was given under a name is looked for wherever it occurs: when its name is secret, or it looks
 * random.
 */
export const isKnown = (name: string, value: string): boolean =>
  isSecretVariable(name, value) || (!endings.has(wordsOf(name).at(-1) ?? '') && looksRandom(value));

/** Whether a value is a secret under a name of this kind. */
export function isSecretValue(kind: SecretKind, value: string): boolean {
  const text = value.trim();
  if (text === '' || plainValues.has(text.toLowerCase()) || PLACEHOLDER.test(text)) return false;
  switch (kind) {
    case 'always':
      return !isPath(text);
    case 'token':
      return !isPath(text) && !isPiece(value);
    case 'words':
      return !isPath(text) && !isPlainWord(value);
    case 'random':
      return looksRandom(text) || isIdentifier(text);
  }
}

/** `["Authorization", "Bearer …"]`, as lists of headers have it; a list of names is not a pair. */
export const isPair = (name: string, value: string): boolean =>
  kindOf(name) !== undefined &&
  !PLACEHOLDER.test(value) &&
  (looksRandom(value) ||
    /^(?:basic|bearer|token|digest) \S|^[\w.-]+=[^=]/i.test(value) ||
    (/-|^(?:authorization|cookie)$/i.test(name) && isSecretValue('random', value)));

/** Something in place of a value: `<token>`, `${TOKEN}`, `{{token}}`, `YOUR_TOKEN`, `%s`, `***`, `[redacted]`. */
const PLACEHOLDER =
  /^(?:[A-Z][a-z]{2,11} )?(?:<[\w .:-]{0,40}>[\w./-]{0,40}|\$\{[^{}]{0,80}\}|\$[A-Z_][A-Z0-9_]*|\{\{[^{}]{0,80}\}\}|\{\w{0,40}\}|%[a-z]|%\(\w{1,40}\)s|[*•._…-]+|[xX]{3,}|[Yy][Oo][Uu][Rr][_-][\w-]{1,40}|@(?:env|file):.*|(?:[A-Za-z]{3,12} )?\[(?:redacted|REDACTED|FILTERED|MASKED|HIDDEN)\b.*|[\^~]?\d+\.\d+\.\d+(?:-[a-z]+\.\d+)?|sha(?:1|256|384|512)-[\w+/=]{20,})$/;

const isPath = (text: string): boolean =>
  /^(?:~?\/|\.\.?\/|[A-Za-z]:[\\/])[^\s]*$/.test(text) && !/[=+]$/.test(text);

/** Letters and digits without a blank, as ids of sessions have them. */
const isIdentifier = (text: string): boolean =>
  /^(?=[\w.~+/=-]*\d)(?=[\w.~+/=-]*[A-Za-z])[\w.~+/=-]{8,}$/.test(text) && !isPath(text);

/** A piece of a word as models have them: `##ing`, `▁the`, ` cat`, `[CLS]`, `<|end|>`, or a sign. */
const isPiece = (text: string): boolean =>
  /^(?:(?:##|[ ▁Ġ])[\p{L}\d]{0,24}|[^\p{L}\d]{1,4}|\[[A-Z]{2,6}\]|<\/?\|?\w{1,20}\|?>|#[\da-f]{3,8})$/iu.test(
    text,
  );

/** A word of a text, a piece of one, or a number. */
export const isPlainWord = (text: string): boolean =>
  isPiece(text) || /^(?:\p{L}?\p{Ll}{0,23}|\p{Lu}{1,12}|\d{1,5})$/u.test(text);

/**
 * Whether a text looks as no person would write it: letters and digits in turn, or letters in small and capital, in a
 * stretch without signs, or all kinds of characters together. Versions, dates, regions and names of models do not.
 */
export function looksRandom(text: string): boolean {
  if (
    text.length < shortestSecret ||
    text.length > 10_000 ||
    /\s|^[a-z][a-z+.-]*:\/\//i.test(text) ||
    isPath(text)
  )
    return false;
  if (/[!@#$%^&*?]/.test(text) && /[a-z]/.test(text) && /[A-Z]/.test(text) && /\d/.test(text)) return true;
  return text.split(/[^A-Za-z0-9]+/).some(isRandomStretch);
}

function isRandomStretch(part: string): boolean {
  if (part.length < shortestSecret) return false;
  const letters = part.match(/[a-z]/gi)?.length ?? 0;
  const digits = part.length - letters;
  const turns = part.match(/\d(?=[a-z])|[a-z](?=\d)/gi)?.length ?? 0;
  if (turns >= 3 && letters >= 3 && digits >= 2) return true;
  if (part.length >= 16 && digits >= 2 && letters >= 2 && turns >= 1 && !/^\d+[a-z]+$/i.test(part))
    return true;
  const humps = part.match(/[a-z](?=[A-Z])|[A-Z](?=[a-z])/g)?.length ?? 0;
  return part.length >= 12 && humps / part.length > 0.42;
}

const endings: ReadonlySet<string> = new Set(HARMLESS_ENDINGS);
const secretHeaders: ReadonlySet<string> = new Set(SECRET_HEADERS);
const neutral: ReadonlySet<string> = new Set(NEUTRAL_ENDINGS);
const harmlessTokens: ReadonlySet<string> = new Set(HARMLESS_TOKENS);
const harmlessKeys: ReadonlySet<string> = new Set(HARMLESS_KEYS);
const keyOwners: ReadonlySet<string> = new Set(KEY_OWNERS);
const plainValues: ReadonlySet<string> = new Set(PLAIN_VALUES.map((value) => value.toLowerCase()));
const byWord: ReadonlyMap<string, SecretKind> = new Map(
  (Object.keys(NAMES) as SecretKind[]).flatMap((kind) => NAMES[kind].map((word) => [word, kind] as const)),
);

/** Words that are run together end in one of these: `accesstoken`, `clientsecret`, `PGPASSWORD`, `nextpagetoken`. */
const RUN_TOGETHER =
  /^(.+?)(secret|password|passwd|passphrase|token|apikey|accesskey|secretkey|privatekey|signingkey|encryptionkey|accountkey|credential|cookie|sessionid|connectionstring)$/;

function kindOfWords(words: readonly string[]): SecretKind | undefined {
  if (words.at(-1) === 'string' && words.at(-2) === 'connection') return 'always';
  let at = words.length - 1;
  while (at > 0 && (neutral.has(words[at] ?? '') || /^\d+$/.test(words[at] ?? ''))) at--;
  const word = singular(words[at] ?? '');
  const before = words[at - 1] ?? '';
  switch (word) {
    case 'token':
      if (words.slice(0, at).some((one) => harmlessTokens.has(one))) return undefined;
      return words[at] === 'tokens' && !/^(?:access|auth|refresh)$/.test(before) ? 'words' : 'token';
    case 'key':
      return keyOwners.has(before) ? 'always' : undefined;
    case 'id':
      return before === 'session' ? 'random' : undefined;
  }
  const kind = byWord.get(word);
  if (kind !== undefined) return kind;
  const [, head = '', tail = ''] = RUN_TOGETHER.exec(word) ?? [];
  if (tail === '') return undefined;
  if (tail === 'token') return endsHarmless.test(head) ? undefined : 'token';
  return tail === 'sessionid' ? 'random' : 'always';
}

const endsHarmless = new RegExp(
  `(?:^|page|sync|progress|continuation|next)(?:${HARMLESS_TOKENS.join('|')})?$`,
);

const singular = (word: string): string =>
  /[a-z]{2}s$/.test(word) && !/ss$/.test(word) ? word.slice(0, -1) : word;
