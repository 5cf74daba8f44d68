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
 * A text of somebody else's within a line: what would begin code, a tag, a link or an entity is escaped, and so are bare URLs,
 * of which forges make links. They tell whoever is named behind an `@`, escaped or not: only something in between stops that.
 * Emphasis is left: it ends with the line.
 */
export const inLine = (text: string): string =>
  visible(text)
    .replace(
      /[\\`<]|(?<=\])(?=[([:])|&(?=#|\w+;)|(?<=\b(?:https?|ftp)):|(?<=\bwww)\./gi,
      (found) => `\\${found}`,
    )
    .replaceAll('@', '@&#8203;');

/** The same at the beginning of a line, where more would mean something: a heading, a list, a quotation. */
export const asLine = (text: string): string =>
  inLine(text)
    .trimStart()
    .replace(/^(?=[#>+*=~_|-])/, '\\')
    .replace(/^(\d{1,9})(?=[.)])/, '$1\\');
