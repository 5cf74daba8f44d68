import type { SavedFilters } from './parse.ts';
import { KEYS } from './terms.ts';

/** What could be meant of values that are not fixed: what the session has seen. */
export interface Seen {
  readonly methods: readonly string[];
  readonly tools: readonly string[];
  readonly rules: readonly string[];
  /** The labels of requests. */
  readonly requests: readonly string[];
  /** The names of sessions, where there are several. */
  readonly sessions: readonly string[];
  readonly saved: SavedFilters;
}

/** What can stand at the end of a filter in the place of what is typed there. */
export interface FilterCompletion {
  /** Where what is replaced begins, in code units. */
  readonly from: number;
  /** In the order to offer them in. */
  readonly texts: readonly string[];
  /** What the key that is being typed is about. */
  readonly about?: string;
}

const OPERATORS = ['and ', 'or ', 'not '];

/** How a filter can go on at its end. */
export function completeFilter(text: string, seen: Seen): FilterCompletion {
  const [, sign = '', word = ''] = /([-!]?)([^\s()]*)$/.exec(text) ?? [];
  const from = text.length - word.length;
  // Inside of a quote or a pattern anything can be meant.
  if (word.startsWith('/') || (text.split('"').length - 1) % 2 === 1) return { from, texts: [] };
  const [, key, value = ''] = /^([a-z]+):(.*)$/i.exec(word) ?? [];
  if (key !== undefined) {
    const known = Object.hasOwn(KEYS, key.toLowerCase()) ? KEYS[key.toLowerCase()] : undefined;
    const texts = beginning(known?.values ?? valuesOf(key.toLowerCase(), seen), value).map(
      (one) => `${key}:${/[\s()"]/.test(one) ? JSON.stringify(one) : one} `,
    );
    return { from, texts, ...(known === undefined ? {} : { about: known.about }) };
  }
  if (word.startsWith('@'))
    return { from, texts: beginning(Object.keys(seen.saved), word.slice(1)).map((one) => `@${one} `) };
  const possible = Object.keys(KEYS).filter((one) => one !== 'session' || seen.sessions.length > 0);
  const keys = possible.map((one) => `${one}:`);
  if (sign !== '') return { from, texts: beginning(keys, word) };
  // What is asked for by its name alone is mostly how a request went.
  const went = word.length < 3 ? [] : beginning([...(KEYS['status']?.values ?? []), 'failed'], word);
  const statuses = [...went, ...(word === 'failed' ? [word] : [])].map((one) => `status:${one} `);
  const isFirst = text.slice(0, from).trim() === '';
  const others = beginning(isFirst ? [...keys, 'not '] : [...keys, ...OPERATORS], word);
  return { from, texts: [...others, ...statuses] };
}

function valuesOf(key: string, { methods, tools, rules, requests, sessions }: Seen): readonly string[] {
  switch (key) {
    case 'method':
      return methods;
    case 'tool':
      return tools;
    case 'finding':
      return ['*', ...rules];
    case 'with':
      return requests;
    case 'session':
      return sessions;
    default:
      return [];
  }
}

const beginning = (all: readonly string[], typed: string): readonly string[] =>
  all.filter((one) => one.toLowerCase().startsWith(typed.toLowerCase()) && one !== typed);
