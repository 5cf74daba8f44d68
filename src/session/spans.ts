import { isSecretName, mayNameSecret, shortestSecret } from './secrets.ts';

/** A stretch of a string, from `start` to before `end`, in UTF-16 code units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Finds the secrets that show by themselves in a decoded string, whatever name it stands under. */
export interface SpanFinder {
  /** Whether there may be any, for the hot path; never false when {@link find} finds something. */
  mayFind(text: string): boolean;
  /** The spans in order, apart from each other. */
  find(text: string): readonly Span[];
}

/**
 * A pattern whose last group, when it has one, is the secret and ends where the match ends. No pattern may run
 * far and fail, or again from many places: they meet strings of many megabytes.
 */
interface Rule {
  readonly source: string;
  /** Of two groups, the first is a name that decides. */
  readonly when?: (name: string, value: string) => boolean;
}

const pem = '(?:[A-Z0-9]+ ){0,4}PRIVATE KEY-----';

const rules: readonly Rule[] = [
  // Tokens that can be told by their shape.
  { source: 'sk-(?<![A-Za-z0-9]sk-)[A-Za-z0-9_-]{16,}' },
  { source: 'gh[pousr]_[A-Za-z0-9]{16,}' },
  { source: 'github_pat_[A-Za-z0-9_]{16,}' },
  { source: 'glpat-[A-Za-z0-9_-]{16,}' },
  { source: 'xox[a-z]-[A-Za-z0-9-]{10,}' },
  { source: 'A(?:KIA|SIA)(?<![A-Za-z0-9]A...)[A-Z0-9]{16}(?![A-Za-z0-9])' },
  { source: 'eyJ(?<![A-Za-z0-9_-]eyJ)[A-Za-z0-9_-]{8,8192}\\.[A-Za-z0-9_-]{8,8192}\\.[A-Za-z0-9_-]*' },
  // A private key whose end is missing reaches to the end of the text.
  { source: `-----BEGIN ${pem}[^]*?(?:-----END ${pem}|$)` },
  // A scheme of authorization before a token; the digit keeps "Bearer authentication" readable.
  { source: '[Bb]earer\\s+((?=[A-Za-z._~+/=-]{0,512}[0-9])[A-Za-z0-9._~+/=-]{8,})' },
  // The user info of a URL, and query values under secret names.
  { source: '://([^\\s/?#@"\'<>]+)(?=@)' },
  {
    source: '[?&]([\\w.%[\\]-]{1,64})=([^\\s&#"\'<>{}]+)',
    when: (name, value) => isSecretName(name) || (value.length >= 16 && queryNames.has(name.toLowerCase())),
  },
];

/** Names that are secret in a query when the value looks like a token. */
const queryNames = new Set(['key', 'sig', 'signature', 'auth', 'sessionid', 'session_id', 'session']);

/** A member of JSON that is written inside a text: results repeat their structured content so, logs quote headers. */
const inner: Rule = {
  source: '"([\\w.-]{1,64})"\\s{0,8}:\\s{0,8}"([^"\\\\]*(?:\\\\.[^"\\\\]*){0,9999})',
  when: isSecretName,
};

/** `known` are values to find wherever they occur; those too short to be told from other text are left out. */
export function createSpanFinder(known: Iterable<string>): SpanFinder {
  const { short, long } = divided(variants(known));
  const all = short.length === 0 ? rules : [...rules, { source: short.map(escapePattern).join('|') }];
  const may = new RegExp(all.map((rule) => rule.source).join('|'));
  const compiled = all.map((rule) => compile(rule));
  const isLong = (text: string): boolean => long.some((value) => text.includes(value));
  return {
    mayFind: (text) => may.test(text) || isLong(text) || mayNameSecret(text),
    find(text) {
      let found = may.test(text) ? compiled.flatMap((rule) => rule(text)) : [];
      for (const value of long) found = found.concat(placesOf(value, text));
      return merge(mayNameSecret(text) ? found.concat(findInner(text)) : found);
    },
  };
}

function compile({ source, when }: Rule): (text: string) => Span[] {
  const pattern = new RegExp(source, 'g');
  return (text) => {
    const spans: Span[] = [];
    for (const match of text.matchAll(pattern)) {
      const secret = match.at(-1) ?? '';
      const end = match.index + match[0].length;
      if (secret !== '' && (when === undefined || when(match[1] ?? '', secret))) {
        spans.push({ start: end - secret.length, end });
      }
    }
    return spans;
  };
}

const findInner = compile(inner);

/**
 * The values as they may be met: as they are, their single lines (stderr comes by the line), escaped as in JSON
 * inside a string, percent-encoded as in URLs and in forms, and as the bytes of UTF-8. The longest first, for an alternation takes the first.
 */
function variants(known: Iterable<string>): string[] {
  const values = new Set<string>();
  for (const value of known) {
    for (const part of [value, ...value.split(/[\r\n]+/)]) {
      const trimmed = part.trim();
      if (trimmed.length < shortestSecret) continue;
      values.add(trimmed).add(JSON.stringify(trimmed).slice(1, -1)).add(bytes(trimmed));
      const whole = trimmed.replace(/\p{Surrogate}/gu, '\ufffd');
      values.add(encodeURIComponent(whole)).add(new URLSearchParams([['', whole]]).toString().slice(1));
    }
  }
  return [...values].sort((a, b) => b.length - a.length);
}

/** Characters of all values in one pattern: an engine refuses one that is much longer, in words that hold it all. */
const PATTERN = 20_000;

/** The values that one pattern looks for, and those that are looked for one by one: the longest, beyond its room. */
function divided(values: readonly string[]): { readonly short: string[]; readonly long: string[] } {
  let first = values.length;
  let room = PATTERN;
  while (first > 0 && room >= (values[first - 1]?.length ?? 0)) {
    first -= 1;
    room -= values[first]?.length ?? 0;
  }
  return { short: values.slice(first), long: values.slice(0, first) };
}

function placesOf(value: string, text: string): Span[] {
  const spans: Span[] = [];
  for (let start = text.indexOf(value); start >= 0; start = text.indexOf(value, start + value.length))
    spans.push({ start, end: start + value.length });
  return spans;
}

const bytes = (text: string): string =>
  String.fromCharCode(...new TextEncoder().encode(text.slice(0, 10_000)));

const escapePattern = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

function merge(spans: Span[]): Span[] {
  const merged: Span[] = [];
  for (const span of spans.sort((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    if (last === undefined || span.start >= last.end) merged.push(span);
    else if (span.end > last.end) merged[merged.length - 1] = { start: last.start, end: span.end };
  }
  return merged;
}
