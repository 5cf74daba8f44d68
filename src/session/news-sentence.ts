import type { News } from './state.ts';

/** How much of the news is told: names of each kind, and changes of each of them. */
export interface NewsLength {
  readonly names: number;
  readonly changes: number;
}

/** What one line has room for, and what is told where there is more. */
const SHORT: NewsLength = { names: 5, changes: 3 };
export const LONG: NewsLength = { names: 200, changes: 50 };

/** The news in one line: `2 added (a, b), 1 removed (c), 1 changed (d: inputSchema.n: number, was text)`. */
export function newsSentence({ added, removed, changed }: News, { names, changes } = SHORT): string {
  const parts = [
    part(added, 'added', names),
    part(removed, 'removed', names),
    part(
      changed.map(({ name, what }) => `${name}: ${upTo(changes, what, '; ')}`),
      'changed',
      names,
    ),
  ];
  return parts.filter((one) => one !== '').join(', ');
}

function part(names: readonly string[], word: string, most: number): string {
  return names.length === 0 ? '' : `${names.length} ${word} (${upTo(most, names, ', ')})`;
}

/** So many of the words, and how many more there are. */
function upTo(most: number, words: readonly string[], between: string): string {
  const more = words.length > most ? [`and ${words.length - most} more`] : [];
  return [...words.slice(0, most), ...more].join(between);
}
