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

/** The words of a line as a POSIX shell reads them, without variables; undefined where a quote is not closed. */
export function shellWords(line: string): readonly string[] | undefined {
  const words: string[] = [];
  let word: string | undefined;
  for (const [part] of line.matchAll(PARTS)) {
    if (/^\s/.test(part)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else if (part === "'" || part === '"' || part === '\\') return undefined;
    else word = (word ?? '') + unquoted(part);
  }
  return word === undefined ? words : [...words, word];
}

const PARTS = /\s+|'[^']*'|"(?:[^"\\]|\\[\s\S])*"|\\[\s\S]|[^\s'"\\]+|['"\\]/g;

function unquoted(part: string): string {
  if (part.startsWith("'")) return part.slice(1, -1);
  if (part.startsWith('"')) return part.slice(1, -1).replace(/\\(["\\$`])/g, '$1');
  return part.startsWith('\\') ? part.slice(1) : part;
}

function quote(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
