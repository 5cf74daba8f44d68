/** Puts the names of another session in the place of those that are in a text at a pointer. */
export type Renaming = (text: string, pointer: string) => string;

/**
 * Renames what a server named itself: the ids of tasks. Within a longer text a name counts where it stands alone, all at once, so
 * that no name is taken for part of another. A short number is a name where the protocol says so, and a number everywhere else.
 *
 * @param names what it is named in the other session, by what it is named here
 */
export function renaming(names: ReadonlyMap<string, string>): Renaming {
  let pattern: RegExp | undefined;
  return (text, pointer) => {
    const whole = names.get(text);
    if (whole !== undefined && (!isNumber(text) || pointer.endsWith('/taskId'))) return whole;
    pattern ??= patternOf([...names.keys()].filter((name) => name !== '' && !isNumber(name)));
    return text.replace(pattern, (name) => names.get(name) ?? name);
  };
}

const isNumber = (name: string): boolean => /^\d{1,8}$/.test(name);

function patternOf(names: readonly string[]): RegExp {
  if (names.length === 0) return NOTHING;
  const sources = names
    .toSorted((a, b) => b.length - a.length)
    .map((name) => name.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'));
  return new RegExp(`(?<![\\p{L}\\p{N}_-])(?:${sources.join('|')})(?![\\p{L}\\p{N}_-])`, 'gu');
}

const NOTHING = /(?!)/g;
