import { visible } from '../../../text/visible.ts';

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
