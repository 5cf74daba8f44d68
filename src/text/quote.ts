/** Words as one line of a POSIX shell that gives exactly these words back. */
export function quoteShell(words: readonly string[]): string {
  return words
    .map((word, place) => (place === 0 && word.includes('=') ? quote(word) : quoteWord(word)))
    .join(' ');
}

/** A word, or a part of one; as the first of a line, with `=` in it, it would be read as an assignment. */
export function quoteWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : quote(word);
}

function quote(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
