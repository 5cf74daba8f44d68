import { visible } from './visible.ts';

/** A block of code; its fence is longer than any in the text. */
export function fenced(language: string, text: string): readonly string[] {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return [
    `${fence}${language}`,
    text
      .split(/\r\n|\r|\n/)
      .map(visible)
      .join('\n'),
    fence,
  ];
}

/** A text within a line, as a span of code: nothing in it means anything. */
export function inCode(text: string): string {
  const shown = visible(text);
  const longest = Math.max(0, ...[...shown.matchAll(/`+/g)].map(([run]) => run.length));
  const ticks = '`'.repeat(longest + 1);
  const space = longest > 0 || shown.trim() === '' ? ' ' : '';
  return `${ticks}${space}${shown}${space}${ticks}`;
}

/**
 * A text of somebody else's within a line: what would begin code, a tag, a link or an entity is escaped, and a word that a
 * site makes a link of by itself becomes code: an address, `@name`, `#12`. Emphasis is left: it ends with the line.
 */
export const inLine = (text: string): string =>
  visible(text)
    .split(/(\s+)/)
    .map((word) => (LINKED.test(word) ? inCode(word) : escaped(word)))
    .join('');

const LINKED = /:\/\/|www\.|@[\w.-]|#\d|\bgh-\d/i;

const escaped = (text: string): string =>
  text.replace(/[\\`<]|(?<=\])(?=[([:])|&(?=#|\w+;)/g, (found) => `\\${found}`);

/** The same at the beginning of a line, where more would mean something: a heading, a list, a quotation. */
export const asLine = (text: string): string =>
  inLine(text)
    .trimStart()
    .replace(/^(?=[#>+*=~_|-])/, '\\')
    .replace(/^(\d{1,9})(?=[.)])/, '$1\\');
